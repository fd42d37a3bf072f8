//! Planning and applying.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use diag::{Diagnostic, Diagnostics};
use engine::{Events, PlanOptions, Recorder, Setup};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use plan::{Action, Plan};
use plugin::Patience;
use state::State;
use state::journal::{Journal, JournalError, Outcome};
use tokio::runtime::Runtime;

use crate::generated::Generated;
use crate::interrupt::Interrupts;
use crate::project::Project;
use crate::providers::ProviderSet;
use crate::provisioners::LocalProvisioners;
use crate::session::Session;

/// How to run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// How many calls of providers run at once.
    pub parallelism: usize,
    /// The level of Terraform that is reported.
    pub terraform_version: String,
    /// What is done about providers that fail.
    pub patience: Patience,
    /// Whether what does not need something that failed goes on.
    pub continue_on_error: bool,
}

/// What applying led to.
#[derive(Debug)]
pub struct ApplyOutcome {
    /// The state as it is stored now; nothing where it could not be stored.
    pub state: Option<state::StateFile>,
}

pub(crate) fn setup<'c>(
    project: &'c Project,
    providers: &'c ProviderSet,
    provisioners: &'c LocalProvisioners<'c>,
    events: &'c dyn Events,
    options: &RunOptions,
) -> Setup<'c> {
    providers.prepare(options.parallelism, options.patience.clone());
    Setup {
        tree: &project.tree,
        graph: &project.graph,
        files: &project.files,
        providers,
        provisioners,
        workspace: project.workspace.clone(),
        variables: project.variables.clone(),
        given: project.given.clone(),
        refused: &project.refused,
        events,
        parallelism: options.parallelism,
        continue_on_error: options.continue_on_error,
        terraform_version: options.terraform_version.as_str().into(),
    }
}

/// The runtime that waits for processes and time; the engine itself runs on this thread.
pub(crate) fn runtime(diags: &mut Diagnostics) -> Option<Runtime> {
    match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => Some(runtime),
        Err(error) => {
            let detail = format!("The operating system refuses what is needed to run anything: {error}.");
            diags.push(Diagnostic::error("Cannot start", detail));
            None
        }
    }
}

/// Who is told what happens, and who asks a run to end.
pub struct Watch<'a> {
    /// Is told what happens to objects.
    pub events: &'a dyn Events,
    /// Counts how often the user asked a run to end.
    pub interrupts: &'a Interrupts,
    /// Is told when that happens.
    pub told: &'a dyn Fn(u32),
}

impl Watch<'_> {
    /// The user asked a run to end.
    pub(crate) fn tell(&self, count: u32, providers: &ProviderSet) {
        if count == 1 {
            providers.stop();
        }
        (self.told)(count);
    }
}

/// Makes a plan from what is remembered.
pub fn plan(
    project: &Project,
    providers: &ProviderSet,
    session: &Session,
    plan_options: PlanOptions,
    options: &RunOptions,
    watch: &Watch<'_>,
) -> (Option<Plan>, Diagnostics) {
    let mut diags = Diagnostics::new();
    let Some(runtime) = runtime(&mut diags) else { return (None, diags) };
    let path = plan_options.generate_config.clone();
    let generated = Generated::new(watch.events);
    let provisioners = LocalProvisioners { interrupts: watch.interrupts };
    let setup = setup(project, providers, &provisioners, &generated, options);
    let work = engine::plan(&setup, session.state(), plan_options);
    match runtime.block_on(watch.interrupts.watch(work, |count| watch.tell(count, providers))) {
        Some((plan, more)) => {
            diags.append(more);
            if let Some(path) = path {
                // Also of a plan that failed: it tells what to put right.
                match generated.write(&path, plan.as_ref()) {
                    Ok(warning) => diags.extend(warning),
                    // Without the text nobody can apply what it was made for.
                    Err(error) => {
                        diags.push(*error);
                        return (None, diags);
                    }
                }
            }
            if watch.interrupts.is_stopping() && !diags.has_errors() {
                diags.push(Diagnostic::error("execution halted", ""));
                return (None, diags);
            }
            (plan, diags)
        }
        None => {
            diags.push(Diagnostic::error("operation canceled", ""));
            (None, diags)
        }
    }
}

/// Stores what was found when everything was looked at, and nothing else: outputs that could not be told are as they were.
/// What conditions said of a plan that is not performed is not kept.
pub fn refresh(session: &mut Session, plan: &Plan) -> (ApplyOutcome, Diagnostics) {
    let state = State { checks: None, ..plan.prior_state.clone() };
    match session.persist(state) {
        Ok(file) => (ApplyOutcome { state: Some(file) }, Diagnostics::new()),
        Err(diagnostic) => (ApplyOutcome { state: None }, (*diagnostic).into()),
    }
}

/// Performs a plan and stores what came of it.
pub fn apply(
    project: &Project,
    providers: &ProviderSet,
    session: &mut Session,
    plan: &Plan,
    options: &RunOptions,
    watch: &Watch<'_>,
) -> (ApplyOutcome, Diagnostics) {
    let mut diags = Diagnostics::new();
    let nothing = ApplyOutcome { state: None };
    let Some(runtime) = runtime(&mut diags) else { return (nothing, diags) };
    let journal = match session.begin_journal(&plan.moves()) {
        Ok(journal) => journal,
        Err(diagnostic) => {
            diags.push(*diagnostic);
            return (nothing, diags);
        }
    };
    // Where outcomes could not be noted, nothing is begun.
    let changes = plan.changes.iter().any(|change| change.action != Action::NoOp);
    if let Some(Err(error)) = journal.as_ref().filter(|_| changes).map(Journal::prepare) {
        diags.push(Diagnostic::error("Failed to begin a journal", format!("{error} Nothing was changed.")));
        diags.extend(
            journal
                .and_then(|journal| journal.finish().err())
                .map(|error| Diagnostic::error("Failed to end a journal", error.to_string())),
        );
        return (nothing, diags);
    }
    let recorder = JournalRecorder { journal: RefCell::new(journal), lost: Rc::default() };
    let provisioners = LocalProvisioners { interrupts: watch.interrupts };
    let setup = setup(project, providers, &provisioners, watch.events, options);
    let work = engine::apply(&setup, plan, &recorder);
    let Some(applied) = runtime.block_on(watch.interrupts.watch(work, |count| watch.tell(count, providers)))
    else {
        // What was done is in the journal; the next command takes it from there.
        diags.push(Diagnostic::error("operation canceled", ""));
        return (nothing, diags);
    };
    diags.append(applied.diags);
    let (journal, recorded) = (recorder.journal.into_inner(), !recorder.lost.get());
    match session.persist_run(applied.state, journal, recorded, applied.touched) {
        Ok(file) => (ApplyOutcome { state: Some(file) }, diags),
        Err(diagnostic) => {
            diags.push(*diagnostic);
            (nothing, diags)
        }
    }
}

/// Keeps outcomes in the journal beside the state.
struct JournalRecorder {
    journal: RefCell<Option<Journal>>,
    /// Whether there is an outcome that it does not hold.
    lost: Rc<Cell<bool>>,
}

impl Recorder for JournalRecorder {
    fn record(&self, outcome: &Outcome<'_>) -> LocalBoxFuture<'static, Result<(), String>> {
        let durable = self.journal.borrow().as_ref().map(|journal| journal.append(outcome));
        let lost = self.lost.clone();
        async move {
            let Some(durable) = durable else { return Ok(()) };
            durable.await.map_err(|error| {
                lost.set(lost.get() || !matches!(error, JournalError::NoRoom { .. }));
                error.to_string()
            })
        }
        .boxed_local()
    }
}
