//! `cairn plan`

use diag::{Diagnostic, Diagnostics, SourceMap};
use ops::{Purpose, Session, Watch};
use plan::{Mode, Plan};

use crate::app::Command;
use crate::commands::version::terraform_level;
use crate::flags::{Parsed, option, switch};
use crate::operation;
use crate::plugins;
use crate::project::{self, Loaded, Versions};
use crate::saved;
use crate::ui::Ui;
use crate::view::View;

pub(crate) const COMMAND: Command = Command {
    name: "plan",
    about: "Show what would be changed",
    help: "Usage: cairn [global options] plan [options]\n\n  Compares the configuration with what is remembered and with what \
           there really is, and shows\n  what \"apply\" would do. Nothing is changed.\n\nOptions:\n\n  -destroy               \
           Plan to destroy everything.\n  -refresh-only          Only bring the state up to what there really is.\n  \
           -refresh=false         Do not look at the real objects.\n  -replace=ADDR          Replace this instance, whatever \
           is planned. Can be given several times.\n  -target=ADDR           Only this and what it needs. Can be given several \
           times.\n  -target-file=FILE      The same for each line of a file.\n  -exclude=ADDR          All but this and what \
           needs it. Can be given several times.\n  -exclude-file=FILE     The same for each line of a file.\n  \
           -invoke=ADDR           Do this action and nothing else.\n  -var \
           'foo=bar'         Set a variable. Can be given several times.\n  -var-file=FILE         Set variables from a \
           file. Can be given several times.\n  -out=FILE              Save the plan, to be applied as it is.\n  \
           -generate-config-out=FILE  Write configuration for import blocks that have none.\n  \
           -detailed-exitcode     Exit with 2 when there are changes.\n  -allow-deferral        Put off what cannot be \
           planned yet, instead of an error.\n  -json                  Print what happens as lines of JSON.\n  \
           -input=false           Ask for nothing.\n  -lock=false            Do not lock the state.\n  -lock-timeout=0s       \
           How long to wait for a lock.\n  -parallelism=10        How many operations run at once.\n  -call-timeout=30m      \
           Give up a call of a provider after so long; -call-timeout=ADDR=2h for one\n                         resource.\n  \
           -attempts=3            Ask again when a provider fails with something that passes.\n  -patient               Both \
           of them, as above.\n  -continue-on-error=false  After a failure begin nothing new.\n  -compact-warnings      \
           Show warnings by their summaries.\n  -consolidate-warnings=false  Show similar warnings one by one.\n  \
           -consolidate-errors    Show similar errors once.\n  -deprecation=module:none  Do not tell of deprecated variables \
           and outputs; \"module:local\" tells of\n                         those of modules beside this one.\n  \
           -show-sensitive        Show secrets in clear.\n  -concise               No lines of progress.\n  -no-color              \
           Plain text without colours.\n",
    run,
};

/// Exit code for changes with `-detailed-exitcode`.
const CHANGES: u8 = 2;

fn run(ui: Ui, args: &[String]) -> u8 {
    let known =
        operation::flags(&[option("out"), switch("detailed-exitcode"), option("generate-config-out")]);
    let Some((ui, parsed, view)) = operation::begin(ui, args, &known) else { return 1 };
    let mut diags = Diagnostics::new();
    let mut sources = SourceMap::new();
    let code = make(ui, &parsed, &view, &mut diags, &mut sources);
    view.diagnostics(&diags, &sources);
    code.filter(|_| !diags.has_errors()).unwrap_or(1)
}

/// Makes, shows and saves a plan; the exit code when all went well.
fn make(
    ui: Ui,
    parsed: &Parsed,
    view: &View,
    diags: &mut Diagnostics,
    sources: &mut SourceMap,
) -> Option<u8> {
    if !parsed.positionals.is_empty() {
        let detail = "The folder to plan for is the current one; name another one with -chdir.";
        diags.push(Diagnostic::error("Too many command line arguments", detail));
        return None;
    }
    operation::warn_deprecated(parsed, view);
    let mut options = operation::plan_options(parsed, false, diags);
    let run_options = operation::run_options(parsed, diags);
    let lock = operation::lock_options(parsed, "OperationTypePlan");
    if diags.has_errors() {
        return None;
    }
    let (loaded, found) =
        project::load_to_run(ui, parsed, options.mode != Mode::Destroy, Versions::MustFit, diags);
    *sources = found;
    plugins::tell_overrides(view, diags);
    let loaded = loaded?;
    if let Some(path) = parsed.last("generate-config-out").filter(|path| !path.is_empty()) {
        check_generation(path, options.mode, diags)?;
        options.generate_config = Some(path.into());
    }
    let Loaded { project, providers } = &loaded;
    let settings = &project.tree.modules[0].module.settings;
    let backend = project::backend(Some(settings), parsed, diags)?;
    let session =
        Session::open(backend.as_ref(), &project.workspace, Purpose::Look, &lock, &terraform_level(), diags)?;
    let lacking = plugins::lacking(providers, &session.providers());
    if !lacking.is_empty() {
        diags.extend(lacking.iter().map(missing_provider));
        session.close(diags);
        return None;
    }
    let told = |count| ui.interrupted(count);
    let watch = Watch { events: view, interrupts: &view.interrupts, told: &told };
    let (plan, more) = ops::plan(project, providers, &session, options, &run_options, &watch);
    diags.append(more);
    let identity = (session.identity().0.to_owned(), session.identity().1);
    session.close(diags);
    let mut plan = plan?;
    let out = parsed.last("out").filter(|path| !path.is_empty());
    let failed = diags.has_errors();
    if let Some(path) = out {
        plan = saved::save(path, &loaded, plan, identity, diags);
    }
    if !failed && diags.has_errors() {
        // Who cannot save it does not go on as if it were there.
        return None;
    }
    view.plan(&plan, providers);
    let changes = has_changes(&plan);
    let code = if parsed.bool("detailed-exitcode", false) && changes { CHANGES } else { 0 };
    if changes && !failed && !is_automated() {
        // What to do next comes last.
        view.diagnostics(&std::mem::take(diags), sources);
        let is_generated = plan.changes.iter().any(|change| change.generated_config.is_some());
        let generated = parsed.last("generate-config-out").filter(|_| is_generated);
        view.out(&format!("\n{}\n", render::RULE));
        view.out(&generated.map(generated_text).unwrap_or_default());
        view.out(&out.map_or_else(|| NOT_SAVED.to_owned(), saved_text));
    }
    Some(code)
}

fn missing_provider(provider: &addrs::Provider) -> Diagnostic {
    let detail = format!(
        "The state holds objects of the provider {provider}, which is not available. You may be able to install it by running:\n    \
         cairn init"
    );
    Diagnostic::error("Missing required provider", detail)
}

/// Whether a program runs this one, and nobody has to be told what to do next.
pub(crate) fn is_automated() -> bool {
    std::env::var_os("TF_IN_AUTOMATION").is_some_and(|value| !value.is_empty())
}

/// Whether configuration can be generated into a file.
fn check_generation(path: &str, mode: Mode, diags: &mut Diagnostics) -> Option<()> {
    if mode != Mode::Normal {
        let detail =
            "Configuration is generated only by a normal plan, neither with -destroy nor with -refresh-only.";
        diags.push(Diagnostic::error("Invalid generate-config-out flag", detail));
        return None;
    }
    ops::check_generated_path(path).map_err(|diagnostic| diags.push(*diagnostic)).ok()
}

fn generated_text(path: &str) -> String {
    format!(
        "\nConfiguration was generated into {path}. Read it, and edit it as\nnecessary, before it becomes part of \
         yours.\n"
    )
}

fn saved_text(path: &str) -> String {
    format!(
        "\nSaved the plan to: {path}\n\nTo perform exactly these actions, run the following command to apply:\n    \
         cairn apply {path:?}\n"
    )
}

const NOT_SAVED: &str = "\nNote: The plan was not saved with the -out option, so \"cairn apply\" makes\na new one, \
                         which may differ from what is shown here.\n";

/// Whether applying a plan would do something.
pub(crate) fn has_changes(plan: &Plan) -> bool {
    match plan.mode {
        // Where only what data sources read is forgotten, no change says so.
        Mode::RefreshOnly | Mode::Destroy => plan.applyable,
        Mode::Normal => {
            plan.changes
                .iter()
                .any(|change| change.action != plan::Action::NoOp || change.importing.is_some())
                || plan.outputs.values().any(|output| output.action != plan::Action::NoOp)
                || plan.changes.iter().any(|change| change.is_moved())
        }
    }
}
