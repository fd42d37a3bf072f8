//! `cairn plan`

use diag::Diagnostics;
use ops::{BundledProviders, Interrupts, Session, Watch};
use plan::{Mode, Plan};
use render::plan_text;

use crate::app::Command;
use crate::commands::version::terraform_level;
use crate::flags::{self, option, switch};
use crate::operation;
use crate::progress::Progress;
use crate::project;
use crate::ui::Ui;

pub(crate) const COMMAND: Command = Command {
    name: "plan",
    about: "Show what would be changed",
    help: "Usage: cairn [global options] plan [options]\n\n  Compares the configuration with what is remembered and with what \
           there really is, and shows\n  what \"apply\" would do. Nothing is changed.\n\nOptions:\n\n  -destroy               \
           Plan to destroy everything.\n  -refresh-only          Only bring the state up to what there really is.\n  \
           -refresh=false         Do not look at the real objects.\n  -replace=ADDR          Replace this instance, whatever \
           is planned. Can be given several times.\n  -target=ADDR           Only this and what it needs. Can be given several \
           times.\n  -target-file=FILE      The same for each line of a file.\n  -exclude=ADDR          All but this and what \
           needs it. Can be given several times.\n  -exclude-file=FILE     The same for each line of a file.\n  -var \
           'foo=bar'         Set a variable. Can be given several times.\n  -var-file=FILE         Set variables from a \
           file. Can be given several times.\n  -out=FILE              Save the plan, to be applied as it is.\n  \
           -detailed-exitcode     Exit with 2 when there are changes.\n  -allow-deferral        Put off what cannot be \
           planned yet, instead of an error.\n  -json                  Print what happens as lines of JSON.\n  \
           -input=false           Ask for nothing.\n  -lock=false            Do not lock the state.\n  -lock-timeout=0s       \
           How long to wait for a lock.\n  -parallelism=10        How many operations run at once.\n  -compact-warnings      \
           Show warnings by their summaries.\n  -no-color              Plain text without colours.\n",
    run,
};

/// Exit code for changes with `-detailed-exitcode`.
const CHANGES: u8 = 2;

fn run(ui: Ui, args: &[String]) -> u8 {
    let known =
        operation::flags(&[option("out"), switch("detailed-exitcode"), option("generate-config-out")]);
    let parsed = match flags::parse(args, &known) {
        Ok(parsed) => parsed,
        Err(error) => {
            ui.err(&format!("{error}\n\n{}", COMMAND.help));
            return 1;
        }
    };
    let ui = ui.plain_if(parsed.bool("no-color", false));
    let mut diags = Diagnostics::new();
    let options = operation::plan_options(&parsed, false, &mut diags);
    let run_options = operation::run_options(&parsed, &mut diags);
    let lock = operation::lock_options(&parsed, "OperationTypePlan", &mut diags);
    let (project, sources) = project::load(&parsed, &mut diags);
    let Some(project) = project else {
        ui.diagnostics(&diags, &sources);
        return 1;
    };
    let settings = &project.tree.modules[0].module.settings;
    let Some(backend) = project::backend(Some(settings), &parsed, &mut diags) else {
        ui.diagnostics(&diags, &sources);
        return 1;
    };
    let Some(session) =
        Session::open(backend.as_ref(), &project.workspace, &lock, &terraform_level(), &mut diags)
    else {
        ui.diagnostics(&diags, &sources);
        return 1;
    };
    let providers = BundledProviders::default();
    let interrupts = Interrupts::default();
    let progress = Progress::new(ui, &interrupts, false);
    let told = |count| ui.interrupted(count);
    let watch = Watch { events: &progress, interrupts: &interrupts, told: &told };
    let (plan, more) = ops::plan(&project, &providers, &session, options, &run_options, &watch);
    diags.append(more);
    session.close(&mut diags);
    if let Some(plan) = &plan {
        show(ui, plan, &providers);
        if !diags.has_errors() && parsed.last("out").is_none() && has_changes(plan) {
            ui.out(NOT_SAVED);
        }
    }
    ui.diagnostics(&diags, &sources);
    match plan {
        _ if diags.has_errors() => 1,
        Some(plan) if parsed.bool("detailed-exitcode", false) && has_changes(&plan) => CHANGES,
        _ => 0,
    }
}

const NOT_SAVED: &str = "\n─────────────────────────────────────────────────────────────────────────────\n\nNote: The plan was not \
                         saved with the -out option, so \"cairn apply\" makes\na new one, which may differ from what is shown \
                         here.\n";

/// Whether applying a plan would do something.
pub(crate) fn has_changes(plan: &Plan) -> bool {
    match plan.mode {
        Mode::RefreshOnly => plan.applyable,
        _ => {
            plan.changes
                .iter()
                .any(|change| change.action != plan::Action::NoOp || change.importing.is_some())
                || plan.outputs.values().any(|output| output.action != plan::Action::NoOp)
                || plan.changes.iter().any(plan::ResourceChange::is_moved)
        }
    }
}

/// Shows a plan.
pub(crate) fn show(ui: Ui, plan: &Plan, providers: &BundledProviders) {
    let schemas =
        |provider: &addrs::Provider, mode, type_name: &str| providers.schema(provider, mode, type_name);
    ui.out(&plan_text(plan, &schemas, ui.style()));
}
