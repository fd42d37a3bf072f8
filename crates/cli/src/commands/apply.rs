//! `cairn apply`, `cairn destroy` and `cairn refresh`

use std::io::{BufRead, IsTerminal};

use diag::{Diagnostic, Diagnostics};
use ops::{BundledProviders, Interrupts, Session, Watch};
use plan::{Mode, Plan};

use crate::app::Command;
use crate::commands::plan::{has_changes, show};
use crate::commands::version::terraform_level;
use crate::flags::{self, switch};
use crate::operation;
use crate::progress::Progress;
use crate::project;
use crate::ui::Ui;

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
           asking for approval.\n\nOptions: those of \"plan\", and\n\n  -auto-approve          Do not ask for approval.\n",
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
    let known = operation::flags(&[switch("auto-approve"), switch("suppress-forget-errors")]);
    let parsed = match flags::parse(args, &known) {
        Ok(parsed) => parsed,
        Err(error) => {
            ui.err(&format!("{error}\n\n{}", COMMAND.help));
            return 1;
        }
    };
    let ui = ui.plain_if(parsed.bool("no-color", false));
    let mut diags = Diagnostics::new();
    let mut options = operation::plan_options(&parsed, kind == Kind::Destroy, &mut diags);
    if kind == Kind::Refresh {
        options.mode = Mode::RefreshOnly;
    }
    let run_options = operation::run_options(&parsed, &mut diags);
    let lock = operation::lock_options(&parsed, "OperationTypeApply", &mut diags);
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
    let Some(mut session) =
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
    let Some(plan) = plan.filter(|_| !diags.has_errors()) else {
        session.close(&mut diags);
        ui.diagnostics(&diags, &sources);
        return 1;
    };
    show(ui, &plan, &providers);
    let asks = !parsed.bool("auto-approve", false) && kind != Kind::Refresh;
    if asks && has_changes(&plan) {
        ui.diagnostics(&diags, &sources);
        diags = Diagnostics::new();
        if !approved(ui, &plan, parsed.bool("input", true), &mut diags) {
            session.close(&mut diags);
            ui.diagnostics(&diags, &sources);
            return 1;
        }
    }
    let (outcome, more) = ops::apply(&project, &providers, &mut session, &plan, &run_options, &watch);
    diags.append(more);
    session.close(&mut diags);
    ui.diagnostics(&diags, &sources);
    if diags.has_errors() {
        return 1;
    }
    let counts = progress.counts();
    if plan.mode == Mode::Destroy {
        ui.success(&format!("\nDestroy complete! Resources: {} destroyed.\n", counts.removed));
    } else {
        ui.success(&format!(
            "\nApply complete! Resources: {} added, {} changed, {} destroyed.\n",
            counts.added, counts.changed, counts.removed
        ));
    }
    if let Some(file) = outcome.state
        && !file.state.outputs.is_empty()
        && plan.mode != Mode::Destroy
    {
        ui.out("\nOutputs:\n\n");
        for (name, output) in &file.state.outputs {
            let value =
                if output.sensitive { output.value.clone().sensitive() } else { output.value.clone() };
            let text = if output.sensitive { "<sensitive>".to_owned() } else { render::value_text(&value) };
            ui.out(&format!("{name} = {text}\n"));
        }
    }
    0
}

/// Asks whether to go on; only `yes` counts.
fn approved(ui: Ui, plan: &Plan, input: bool, diags: &mut Diagnostics) -> bool {
    let (question, cancelled) = match plan.mode {
        Mode::Destroy => (
            "\nDo you really want to destroy all resources?\n  Everything that is managed here will be destroyed, as shown \
             above.\n  There is no undo. Only 'yes' will be accepted to confirm.\n\n  Enter a value: ",
            "\nDestroy cancelled.\n",
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
    if !input {
        let detail = "The changes must be approved, but asking is turned off. Give -auto-approve to make them without a question.";
        diags.push(Diagnostic::error("Error asking for approval", detail));
        return false;
    }
    ui.out(question);
    let mut answer = String::new();
    let read = std::io::stdin().lock().read_line(&mut answer);
    if read.is_err()
        || answer.trim_end_matches(['\r', '\n']).is_empty()
            && !std::io::stdin().is_terminal()
            && matches!(read, Ok(0))
    {
        let detail = "No answer could be read. Give -auto-approve where nobody can be asked.";
        diags.push(Diagnostic::error("Error asking for approval", detail));
        return false;
    }
    if answer.trim_end_matches(['\r', '\n']) == "yes" {
        ui.out("\n");
        return true;
    }
    ui.out(cancelled);
    false
}
