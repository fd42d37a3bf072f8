//! What a run shows: lines of text for people, or lines of JSON for programs, or both.

use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use diag::{Diagnostic, Diagnostics, SourceMap};
use engine::{EphemeralAction, Event, Events};
use ops::{Interrupts, ProviderSet};
use plan::{Action, Mode, Plan, ResourceChange};
use render::list_json::{self, ListedItem};
use render::progress::{self, ActionStep, EphemeralStep, Step};
use render::ui_json::{self, Operation};
use render::{ChangeCounts, action_json, plan_text};
use state::StateFile;
use value::Value;

use crate::commands::version::terraform_level;
use crate::flags::Parsed;
use crate::lines::Lines;
use crate::log;
use crate::still::{UnderWay, Work};
use crate::ui::Ui;

/// How often it is told that something still goes on.
const STILL: Duration = Duration::from_secs(10);

/// What a run shows.
pub(crate) struct View {
    ui: Ui,
    lines: Arc<Lines>,
    pub(crate) interrupts: Interrupts,
    counts: Cell<ChangeCounts>,
    under_way: UnderWay,
}

impl View {
    /// As the flags say.
    pub(crate) fn new(ui: Ui, parsed: &Parsed) -> Result<View, Box<Diagnostic>> {
        let lines = Arc::new(Lines::new(ui, parsed)?);
        let still = Arc::clone(&lines);
        let tell = move |work: &Work, elapsed: Duration| {
            still.line(&work.step().still(elapsed));
            still.json(|at| ui_json::apply_progress(at, &work.step(), elapsed));
        };
        let under_way = UnderWay::new(STILL, Box::new(tell));
        let interrupts = Interrupts::default();
        let view = View { ui, lines, interrupts, counts: Cell::default(), under_way };
        view.json(|at| ui_json::version(at, &terraform_level()));
        Ok(view)
    }

    /// Whether people are shown anything.
    pub(crate) fn is_text(&self) -> bool {
        self.lines.is_text()
    }

    /// What was changed so far.
    pub(crate) fn counts(&self) -> ChangeCounts {
        self.counts.get()
    }

    fn json(&self, line: impl FnOnce(SystemTime) -> String) {
        self.lines.json(line);
    }

    /// Writes text for people.
    pub(crate) fn out(&self, text: &str) {
        if self.is_text() {
            self.ui.out(text);
        }
    }

    /// Shows a line of progress.
    pub(crate) fn line(&self, text: &str) {
        self.lines.line(text);
    }

    /// Shows diagnostics.
    pub(crate) fn diagnostics(&self, diags: &Diagnostics, sources: &SourceMap) {
        for diagnostic in diags {
            self.json(|at| ui_json::diagnostic(at, diagnostic, sources));
        }
        if !self.is_text() {
            log::diagnostics(diags);
            return;
        }
        self.ui.diagnostics(diags, sources);
    }

    /// Shows a plan.
    pub(crate) fn plan(&self, plan: &Plan, providers: &ProviderSet) {
        if self.is_text() {
            let schemas = |provider: &addrs::Provider, mode, type_name: &str| {
                providers.schema(provider, mode, type_name)
            };
            self.ui.out(&plan_text(plan, &schemas, self.ui.style()));
        }
        if !self.lines.is_json() {
            return;
        }
        let drift = plan
            .drift
            .iter()
            .filter(|change| change.action != Action::NoOp || plan.mode == Mode::RefreshOnly);
        drift.for_each(|change| self.json(|at| ui_json::resource_drift(at, change)));
        self.planned(plan, |_| true);
        self.json(|at| ui_json::change_summary(at, &ChangeCounts::of(plan), Operation::Plan));
        if !plan.outputs.is_empty() {
            self.json(|at| ui_json::planned_outputs(at, &plan.outputs));
        }
    }

    /// Tells programs what a saved plan is going to do; what only changes in the state was told when it was made.
    pub(crate) fn saved_plan(&self, plan: &Plan) {
        self.planned(plan, |change| change.action != Action::NoOp);
    }

    fn planned(&self, plan: &Plan, is_told: impl Fn(&ResourceChange) -> bool) {
        let told = planned(plan).filter(|change| is_told(change));
        told.for_each(|change| self.json(|at| ui_json::planned_change(at, change)));
        for invocation in &plan.invocations {
            self.json(|at| action_json::planned_action_invocation(at, invocation));
        }
    }

    /// Shows the outputs after a run that only looked at what is.
    pub(crate) fn refreshed(&self, state: Option<&StateFile>) {
        let Some(file) = state else { return };
        self.outputs(file);
    }

    fn outputs(&self, file: &StateFile) {
        if self.is_text() && !file.state.outputs.is_empty() {
            let text = render::outputs_text(&file.state.outputs, self.ui.style());
            self.ui.out(&format!("\nOutputs:\n\n{text}"));
        }
        self.json(|at| ui_json::outputs(at, &file.state.outputs));
    }

    /// Shows what was done.
    pub(crate) fn applied(&self, plan: &Plan, destroy: bool, state: Option<&StateFile>, place: Option<&str>) {
        let counts = ChangeCounts { import: ChangeCounts::of(plan).import, ..self.counts() };
        if self.is_text() {
            self.ui.success(&format!("\n{}\n", progress::apply_complete(&counts, destroy)));
        }
        if let Some(place) = place.filter(|_| !destroy && counts.add + counts.change > 0) {
            self.out(&format!(
                "\nThe state was written to the path below. It is what is known of everything that was made:\nkeep it safe. \
                 \"cairn show\" with that path shows all of it.\n\nState path: {place}\n"
            ));
        }
        self.json(|at| {
            ui_json::change_summary(at, &counts, if destroy { Operation::Destroy } else { Operation::Apply })
        });
        if let Some(file) = state.filter(|_| !destroy) {
            self.outputs(file);
        }
    }
}

/// The changes of a plan that are worth a line.
fn planned(plan: &Plan) -> impl Iterator<Item = &ResourceChange> {
    plan.changes.iter().map(|change| &**change).filter(|change| {
        let data_delete = change.addr.resource.resource.mode == addrs::ResourceMode::Data
            && change.action == Action::Delete;
        !data_delete && (change.action != Action::NoOp || change.is_moved() || change.importing.is_some())
    })
}

/// What people know an object by, unless that is a secret.
fn id_of(object: &Value) -> Option<(&'static str, &str)> {
    if object.is_null() || !object.is_known() || object.marks().is_sensitive() {
        return None;
    }
    let shown = |name: &'static str| object.entry(name).filter(|id| !id.marks().is_sensitive());
    let text = |name: &'static str| shown(name).and_then(Value::as_str).map(|id| (name, id));
    text("id").or_else(|| text("name"))
}

fn subject(addr: &impl std::fmt::Display, deposed: Option<&str>) -> String {
    format!("{addr} {}", deposed.unwrap_or_default())
}

/// What is done with an ephemeral resource, as programs are told.
pub(crate) fn ephemeral_word(action: EphemeralAction) -> &'static str {
    match action {
        EphemeralAction::Open => "open",
        EphemeralAction::Renew => "renew",
        EphemeralAction::Close => "close",
    }
}

impl Events for View {
    fn tell(&self, event: Event<'_>) {
        log::event(&event);
        let step = |addr, deposed, action, object| Step { addr, deposed, action, id: id_of(object) };
        match event {
            Event::RefreshStart { addr, deposed, object } => {
                let step = step(addr, deposed, Action::NoOp, object);
                self.line(&step.refreshing());
                self.json(|at| ui_json::refresh_start(at, &step));
            }
            Event::RefreshDone { addr, object } => {
                let step = step(addr, None, Action::NoOp, object);
                self.json(|at| ui_json::refresh_complete(at, &step));
            }
            Event::ImportStart { addr, id } => {
                let step = Step { addr, deposed: None, action: Action::NoOp, id: id.map(|id| ("id", id)) };
                self.line(&step.preparing_import());
            }
            Event::ImportFound { .. } => {}
            Event::Imported { addr, id } => {
                let step = Step { addr, deposed: None, action: Action::NoOp, id: id.map(|id| ("id", id)) };
                self.line(&step.importing());
                self.line(&step.imported());
            }
            // It is told with the change that it is for.
            Event::ConfigGenerated { .. } => {}
            Event::ReadStart { addr } => {
                let step = Step { addr, deposed: None, action: Action::Read, id: None };
                self.under_way.begin(subject(addr, None), Some(Work::new(&step)));
                self.line(&step.started());
                self.json(|at| ui_json::apply_start(at, &step));
            }
            Event::ReadDone { addr, object } => {
                let elapsed = self.under_way.end(&subject(addr, None));
                let step = step(addr, None, Action::Read, object);
                self.line(&step.completed(elapsed));
                self.json(|at| ui_json::apply_complete(at, &step, elapsed));
            }
            Event::ReadFailed { addr } => drop(self.under_way.end(&subject(addr, None))),
            Event::ApplyStart { addr, deposed, action, prior } => {
                let step = step(addr, deposed, action, prior);
                self.under_way.begin(subject(addr, deposed), Some(Work::new(&step)));
                self.line(&step.started());
                self.json(|at| ui_json::apply_start(at, &step));
            }
            Event::ApplyDone { addr, deposed, action, object } => {
                let mut counts = self.counts.get();
                match action {
                    Action::Update => counts.change += 1,
                    Action::Delete => counts.remove += 1,
                    _ => counts.add += 1,
                }
                self.counts.set(counts);
                let elapsed = self.under_way.end(&subject(addr, deposed));
                let step = step(addr, deposed, action, object);
                self.line(&step.completed(elapsed));
                self.json(|at| ui_json::apply_complete(at, &step, elapsed));
            }
            Event::ApplyFailed { addr, deposed, action } => {
                let elapsed = self.under_way.end(&subject(addr, deposed));
                // Programs are not told of objects that were replaced: the line would seem to be about what took their place.
                if deposed.is_none() {
                    let step = Step { addr, deposed, action, id: None };
                    self.json(|at| ui_json::apply_errored(at, &step, elapsed));
                }
            }
            Event::ActionStart { invocation } => {
                self.line(&ActionStep(invocation).started());
                self.json(|at| action_json::action_start(at, ActionStep(invocation)));
            }
            Event::ActionProgress { invocation, message } => {
                self.line(&ActionStep(invocation).progress(message));
                self.json(|at| action_json::action_progress(at, ActionStep(invocation), message));
            }
            Event::ActionDone { invocation } => {
                let counts = self.counts.get();
                self.counts.set(ChangeCounts { actions: counts.actions + 1, ..counts });
                self.line(&ActionStep(invocation).completed());
                self.json(|at| action_json::action_complete(at, ActionStep(invocation)));
            }
            Event::ActionFailed { invocation } => {
                self.json(|at| action_json::action_errored(at, ActionStep(invocation)));
            }
            Event::ListStart { addr, config } => self.json(|at| list_json::list_start(at, addr, config)),
            Event::ListFound { addr, found } => {
                let item = ListedItem {
                    addr,
                    display_name: found.display_name,
                    identity: found.identity,
                    identity_version: found.identity_version,
                    object: found.object,
                    generated: found.generated,
                };
                self.out(&format!("{}\n", item.text()));
                self.json(|at| list_json::list_resource_found(at, &item));
            }
            Event::ListDone { addr, total } => self.json(|at| list_json::list_complete(at, addr, total)),
            // Programs are not told.
            Event::EphemeralPutOff { addr } => {
                self.line(&EphemeralStep { addr, action: ephemeral_word(EphemeralAction::Open) }.put_off());
            }
            Event::EphemeralStart { addr, action } => {
                self.under_way.begin(subject(addr, None), None);
                let step = EphemeralStep { addr, action: ephemeral_word(action) };
                self.line(&step.started());
                self.json(|at| ui_json::ephemeral_start(at, &step));
            }
            Event::EphemeralDone { addr, action } => {
                let elapsed = self.under_way.end(&subject(addr, None));
                let step = EphemeralStep { addr, action: ephemeral_word(action) };
                self.line(&step.completed(elapsed));
                self.json(|at| ui_json::ephemeral_complete(at, &step, elapsed));
            }
            Event::EphemeralFailed { addr, action } => {
                let elapsed = self.under_way.end(&subject(addr, None));
                let step = EphemeralStep { addr, action: ephemeral_word(action) };
                self.json(|at| ui_json::ephemeral_errored(at, &step, elapsed));
            }
            Event::ProvisionStart { addr, provisioner } => {
                let step = Step { addr, deposed: None, action: Action::Create, id: None };
                self.line(&step.provisioning(provisioner));
                self.json(|at| ui_json::provision_start(at, &step, provisioner));
            }
            Event::ProvisionOutput { addr, provisioner, line } => {
                let step = Step { addr, deposed: None, action: Action::Create, id: None };
                // Whatever returns to the start of its line to write over it is shown line by line.
                let parts = line.split(['\r', '\n']).map(str::trim_end).filter(|part| !part.is_empty());
                let mut blank = true;
                for part in parts {
                    blank = false;
                    self.line(&step.provisioner_output(provisioner, part));
                    self.json(|at| ui_json::provision_progress(at, &step, provisioner, part));
                }
                if blank {
                    self.line("");
                }
            }
            Event::ProvisionDone { addr, provisioner, failed } => {
                let step = Step { addr, deposed: None, action: Action::Create, id: None };
                self.json(|at| match failed {
                    true => ui_json::provision_errored(at, &step, provisioner),
                    false => ui_json::provision_complete(at, &step, provisioner),
                });
            }
        }
    }

    fn is_stopping(&self) -> bool {
        self.interrupts.is_stopping()
    }
}
