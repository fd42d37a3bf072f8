//! `cairn apply`, `cairn destroy` and `cairn refresh`

use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::path::Path;

use addrs::ResourceMode;
use diag::{Diagnostic, Diagnostics, SourceMap};
use ops::{Purpose, Session, Watch};
use plan::{Action, ActionReason, Mode, Plan, ResourceChange};
use state::{State, StateFile};

use crate::app::Command;
use crate::ask;
use crate::commands::plan::has_changes;
use crate::commands::version::terraform_level;
use crate::flags::{Parsed, switch};
use crate::operation;
use crate::plugins;
use crate::project::{self, Loaded, Versions};
use crate::saved;
use crate::ui::Ui;
use crate::variables::Inputs;
use crate::view::View;

pub(crate) const COMMAND: Command = Command {
    name: "apply",
    about: "Make what is written",
    help: "Usage: cairn [global options] apply [options] [PLAN]\n\n  Plans like \"plan\", asks for approval, and makes the \
           changes. With a saved plan exactly that is\n  done, without a question.\n\nOptions: those of \"plan\", and\n\n  \
           -auto-approve          Do not ask for approval.\n",
    run: |ui, args| run(ui, args, Kind::Apply),
};

pub(crate) const DESTROY: Command = Command {
    name: "destroy",
    about: "Destroy everything that was made",
    help: "Usage: cairn [global options] destroy [options]\n\n  Destroys everything that this configuration manages, after \
           asking for approval.\n\nOptions: those of \"plan\", and\n\n  -auto-approve          Do not ask for approval.\n  \
           -suppress-forget-errors  Objects that are only forgotten, because their lifecycle says so, are no error.\n",
    run: |ui, args| run(ui, args, Kind::Destroy),
};

pub(crate) const REFRESH: Command = Command {
    name: "refresh",
    about: "Bring the state up to what there really is",
    help: "Usage: cairn [global options] refresh [options]\n\n  The same as \"apply -refresh-only -auto-approve\", which is \
           the better way because it can be\n  reviewed.\n\nOptions: those of \"plan\".\n",
    run: |ui, args| run(ui, args, Kind::Refresh),
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Apply,
    Destroy,
    Refresh,
}

fn run(ui: Ui, args: &[String], kind: Kind) -> u8 {
    let known = match kind {
        Kind::Refresh => operation::flags(&[]),
        _ => operation::flags(&[switch("auto-approve"), switch("suppress-forget-errors")]),
    };
    let Some((ui, parsed, view)) = operation::begin(ui, args, &known) else { return 1 };
    let mut diags = Diagnostics::new();
    let mut sources = SourceMap::new();
    let done = perform(ui, &parsed, kind, &view, &mut diags, &mut sources);
    if let Some(done) = &done
        && !diags.has_errors()
        && !parsed.bool("suppress-forget-errors", false)
    {
        diags.extend(left_behind(&done.plan));
    }
    view.diagnostics(&diags, &sources);
    match done {
        Some(done) if !diags.has_errors() => {
            match kind {
                Kind::Refresh => view.refreshed(done.state.as_ref()),
                _ => {
                    let place = parsed.last("state-out").filter(|path| !path.is_empty());
                    view.applied(&done.plan, kind == Kind::Destroy, done.state.as_ref(), place)
                }
            }
            0
        }
        _ => 1,
    }
}

/// What was done.
struct Done {
    plan: Plan,
    state: Option<StateFile>,
}

fn perform(
    ui: Ui,
    parsed: &Parsed,
    kind: Kind,
    view: &View,
    diags: &mut Diagnostics,
    sources: &mut SourceMap,
) -> Option<Done> {
    if let Some(path) = parsed.positionals.first() {
        operation::warn_deprecated(parsed, view);
        return perform_saved(ui, parsed, kind, path, view, diags, sources);
    }
    if kind == Kind::Destroy && (parsed.bool("destroy", false) || parsed.bool("refresh-only", false)) {
        operation::check_modes(parsed, false, diags);
        // Where both are given, that they exclude each other is all that there is to say.
        if !(parsed.bool("destroy", false) && parsed.bool("refresh-only", false)) {
            let detail = "\"destroy\" destroys everything: -destroy says nothing new, and -refresh-only says something else.";
            diags.push(Diagnostic::error("Invalid mode option", detail));
        }
        return None;
    }
    operation::warn_deprecated(parsed, view);
    let options = operation::plan_options(parsed, kind == Kind::Destroy, diags);
    let asks = !parsed.bool("auto-approve", false) && kind != Kind::Refresh;
    if asks && !view.is_text() {
        let detail = "With -json nobody can be asked: give -auto-approve, or a saved plan.";
        diags.push(Diagnostic::error("Plan file or auto-approve required", detail));
    }
    let run_options = operation::run_options(parsed, diags);
    let lock = operation::lock_options(parsed, "OperationTypeApply");
    if diags.has_errors() {
        return None;
    }
    let makes = options.mode != Mode::Destroy && kind != Kind::Refresh;
    let (loaded, found) = project::load_to_run(ui, parsed, makes, Versions::MustFit, diags);
    *sources = found;
    if kind != Kind::Refresh {
        plugins::tell_overrides(view, diags);
    }
    let Loaded { project, providers } = loaded?;
    let settings = &project.tree.modules[0].module.settings;
    let backend = project::backend(Some(settings), parsed, diags)?;
    let mut session =
        Session::open(backend.as_ref(), &project.workspace, Purpose::Run, &lock, &terraform_level(), diags)?;
    let lacking = plugins::lacking(&providers, &session.providers());
    if !lacking.is_empty() {
        let names: Vec<String> = lacking.iter().map(|provider| format!("\n  - {provider}")).collect();
        let detail = format!(
            "The state holds objects of providers that are not available:{}\n\nYou may be able to install them by running:\n    \
             cairn init",
            names.concat()
        );
        diags.push(Diagnostic::error("Failed to load plugin schemas", detail));
        session.close(diags);
        return None;
    }
    if kind == Kind::Refresh && !has_objects(&session.state()) {
        let detail = "There is nothing in the state yet, so there is nothing to look at.";
        diags.push(Diagnostic::warning("Empty or non-existent state", detail));
    }
    let told = |count| ui.interrupted(count);
    let watch = Watch { events: view, interrupts: &view.interrupts, told: &told };
    let (plan, more) = ops::plan(&project, &providers, &session, options, &run_options, &watch);
    diags.append(more);
    if diags.has_errors() {
        // What was planned until then helps to understand what went wrong.
        let says_something =
            |plan: &Plan| !plan.changes.is_empty() || !plan.outputs.is_empty() || plan.has_module_outputs;
        let shown = |plan: &Plan| kind != Kind::Refresh && says_something(plan);
        if let Some(plan) = plan.filter(shown) {
            view.plan(&plan, &providers);
        }
        session.close(diags);
        return None;
    }
    let Some(plan) = plan else {
        session.close(diags);
        return None;
    };
    if kind != Kind::Refresh {
        view.plan(&plan, &providers);
    }
    if asks && has_changes(&plan) {
        view.diagnostics(&std::mem::take(diags), sources);
        if !approved(ui, &plan, diags) {
            session.close(diags);
            return None;
        }
    }
    if kind == Kind::Refresh {
        let (outcome, more) = ops::refresh(&mut session, &plan);
        diags.append(more);
        session.close(diags);
        return Some(Done { plan, state: outcome.state });
    }
    if let Some(refusal) = not_applyable(&plan) {
        merge(diags, &plan, refusal.into());
        session.close(diags);
        return None;
    }
    let (outcome, more) = ops::apply(&project, &providers, &mut session, &plan, &run_options, &watch);
    merge(diags, &plan, more);
    session.close(diags);
    Some(Done { plan, state: outcome.state })
}

/// Whether a state has objects that are managed.
fn has_objects(state: &State) -> bool {
    let managed = state.resources.iter().filter(|(addr, _)| addr.resource.mode == ResourceMode::Managed);
    managed.into_iter().any(|(_, found)| !found.instances.is_empty())
}

/// What to say of a run that was to destroy everything and did not, because a lifecycle says so.
fn left_behind(plan: &Plan) -> Option<Diagnostic> {
    let kept = |change: &ResourceChange| plan.mode == Mode::Destroy && change.is_kept();
    let names: Vec<String> = plan
        .changes
        .iter()
        .filter(|change| kept(change))
        .map(|change| format!("\n - {}", change.addr))
        .collect();
    let detail = format!(
        "These objects are no longer managed here, but they go on to exist and may go on to cost money, because their \
         lifecycle says that they are not destroyed:{}\n\nWhere that is what you want, give -suppress-forget-errors, and \
         this is no error.",
        names.concat()
    );
    (!names.is_empty())
        .then(|| Diagnostic::error("Destroy was successful but left behind forgotten instances", detail))
}

/// Why a plan cannot be performed: it leaves the state as it is, and yet there is something to be done. That is so where a
/// run that only looks finds that outputs are gone, or cannot be told yet.
fn not_applyable(plan: &Plan) -> Option<Diagnostic> {
    let detail = "This run may only write what it finds into the state, and it finds nothing new. But some outputs are to change, \
                  which only a run that makes changes can do: use \"cairn apply\" without -refresh-only.";
    let waiting = plan.outputs.values().any(|output| output.action != Action::NoOp);
    (!plan.applyable && waiting).then(|| Diagnostic::error("Cannot apply non-applyable plan", detail))
}

/// Adds what applying told. What a check block said of the plan is told again with the values that are real now, and so
/// is what went wrong when its data was read.
fn merge(diags: &mut Diagnostics, plan: &Plan, more: Diagnostics) {
    let nested: BTreeSet<String> = plan
        .changes
        .iter()
        .filter(|change| change.reason == Some(ActionReason::ReadBecauseCheckNested))
        .map(|change| change.addr.to_string())
        .collect();
    let of_check = |found: &&Diagnostic| {
        found.kind == diag::Kind::Check
            || found.summary.starts_with("Check block assertion")
            || found.address.as_ref().is_some_and(|address| nested.contains(address))
    };
    let of_plan = std::mem::take(diags);
    diags.extend(of_plan.iter().filter(|found| !of_check(found)).cloned());
    diags.append(more);
}

/// Performs a saved plan.
fn perform_saved(
    ui: Ui,
    parsed: &Parsed,
    kind: Kind,
    path: &str,
    view: &View,
    diags: &mut Diagnostics,
    sources: &mut SourceMap,
) -> Option<Done> {
    if kind == Kind::Refresh || parsed.positionals.len() > 1 {
        let detail = "A saved plan is performed with \"apply\", and one at a time.";
        diags.push(Diagnostic::error("Too many command line arguments", detail));
        return None;
    }
    // What a plan is made with has no part in this, but it must be something that makes sense.
    let mut problems = Diagnostics::new();
    operation::plan_options(parsed, false, &mut problems);
    diags.extend(problems.into_iter().filter(|problem| problem.summary != operation::UNSUPPORTED_MODE));
    let run_options = operation::run_options(parsed, diags);
    let lock = operation::lock_options(parsed, "OperationTypeApply");
    if diags.has_errors() {
        return None;
    }
    let (tree, saved) = saved::open(path, sources, diags)?;
    if kind == Kind::Destroy {
        let detail = format!(
            "\"destroy\" makes a plan of its own. A plan made by \"cairn plan -destroy\" is performed with: cairn apply {path:?}"
        );
        diags.push(Diagnostic::error("Destroy can't be called with a plan file", detail));
        return None;
    }
    // What cannot be read at all is told before the state is looked at; what it means for the plan, after that.
    let mut unreadable = Diagnostics::new();
    Inputs::collect(Path::new("."), parsed, &mut unreadable);
    if unreadable.has_errors() {
        diags.append(unreadable);
        return None;
    }
    let settings = &tree.modules[0].module.settings;
    let backend = project::backend(Some(settings), parsed, diags)?;
    let workspace = &saved.backend.workspace;
    let mut session =
        Session::open(backend.as_ref(), workspace, Purpose::Run, &lock, &terraform_level(), diags)?;
    if let Err(diagnostic) = saved::check_identity(&saved, &session) {
        diags.push(*diagnostic);
        session.close(diags);
        return None;
    }
    if let Some(refusal) = not_applyable(&saved.plan) {
        diags.push(refusal);
        session.close(diags);
        return None;
    }
    let told = |count| ui.interrupted(count);
    let watch = Watch { events: view, interrupts: &view.interrupts, told: &told };
    view.saved_plan(&saved.plan);
    let Some(Loaded { project, providers }) = saved::project(ui, tree, &saved, parsed, diags) else {
        session.close(diags);
        return None;
    };
    plugins::tell_overrides(view, diags);
    let (outcome, more) = ops::apply(&project, &providers, &mut session, &saved.plan, &run_options, &watch);
    diags.append(more);
    session.close(diags);
    Some(Done { plan: saved.plan, state: outcome.state })
}

/// Asks whether to go on; only `yes` counts. What turns off questions for values does not turn off this one.
fn approved(ui: Ui, plan: &Plan, diags: &mut Diagnostics) -> bool {
    let (question, cancelled) = match plan.mode {
        Mode::Destroy => (
            "\nDo you really want to destroy all resources?\n  Everything that is managed here will be destroyed, as shown \
             above.\n  There is no undo. Only 'yes' will be accepted to confirm.\n\n  Enter a value: ",
            "\nDestroy cancelled.\n",
        ),
        Mode::RefreshOnly if plan.is_invoking() => (
            "\nWould you like to invoke the specified actions?\n  The actions described above will be done, and what was found \
             of objects they need is written to the state.\n  There is no undo. Only 'yes' will be accepted to confirm.\n\n  \
             Enter a value: ",
            "\nApply cancelled.\n",
        ),
        Mode::RefreshOnly => (
            "\nWould you like to update the state to reflect these detected changes?\n  The changes shown above will be \
             written to the state without changing any real object.\n  There is no undo. Only 'yes' will be accepted to \
             confirm.\n\n  Enter a value: ",
            "\nApply cancelled.\n",
        ),
        Mode::Normal => (
            "\nDo you want to perform these actions?\n  The actions described above will be performed.\n  Only 'yes' will be \
             accepted to approve.\n\n  Enter a value: ",
            "\nApply cancelled.\n",
        ),
    };
    ui.out(question);
    let Some(answer) = ask::answer() else {
        ui.out("\n");
        let detail = "An interrupt came before an answer. Nothing was changed.";
        diags.push(Diagnostic::error("error asking for approval: interrupted", detail));
        return false;
    };
    if answer.is_none() && !std::io::stdin().is_terminal() {
        let detail = "No answer could be read. Give -auto-approve where nobody can be asked.";
        diags.push(Diagnostic::error("error asking for approval: EOF", detail));
        return false;
    }
    if answer.as_deref() == Some("yes") {
        ui.out("\n");
        return true;
    }
    ui.out(cancelled);
    false
}
