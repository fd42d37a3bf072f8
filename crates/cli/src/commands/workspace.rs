//! `cairn workspace`: several states of one configuration.

use std::path::Path;

use backend::{Backend, DEFAULT_WORKSPACE, is_workspace_name};
use diag::{Diagnostic, Diagnostics, SourceMap};
use ops::{Purpose, Session, state_edit};
use state::StateFile;

use crate::app::{Command, Group};
use crate::commands::version::terraform_level;
use crate::flags::{Flag, Parsed, switch};
use crate::operation;
use crate::project::{current_workspace, data_dir};
use crate::stateful;
use crate::ui::Ui;

pub(crate) const GROUP: Group = Group {
    name: "workspace",
    about: "Several states of one configuration",
    commands: &[&DELETE, &LIST, &NEW, &SELECT, &SHOW],
    bare: None,
};

const LIST: Command = Command {
    name: "list",
    about: "List the workspaces",
    help: "Usage: cairn [global options] workspace list\n\n  Lists the workspaces; the selected one has a star.\n",
    run: list,
};

const SHOW: Command = Command {
    name: "show",
    about: "Show the name of the selected workspace",
    help: "Usage: cairn [global options] workspace show\n\n  Shows the name of the selected workspace.\n",
    run: show,
};

const NEW: Command = Command {
    name: "new",
    about: "Make a workspace and select it",
    help: "Usage: cairn [global options] workspace new [options] NAME\n\n  Makes a workspace without state and selects it.\n\nOptions:\n\n  \
           -state=FILE        A state file that becomes its state.\n  -lock=false        Do not lock the state.\n  -lock-timeout=0s   How \
           long to wait for a lock.\n",
    run: new,
};

const SELECT: Command = Command {
    name: "select",
    about: "Select a workspace",
    help: "Usage: cairn [global options] workspace select [options] NAME\n\n  Selects another workspace.\n\nOptions:\n\n  -or-create   Make it \
           where there is none.\n",
    run: select,
};

const DELETE: Command = Command {
    name: "delete",
    about: "Delete a workspace",
    help: "Usage: cairn [global options] workspace delete [options] NAME\n\n  Deletes a workspace with its state.\n\nOptions:\n\n  -force             \
           Even where objects are managed in it, which are forgotten then.\n  -lock=false        Do not lock the state.\n  -lock-timeout=0s   \
           How long to wait for a lock.\n",
    run: delete,
};

const NOT_SAFE: &str = "The name must contain only URL safe characters, and no path separators.";

const IS_EMPTY: &str = "It is a new and empty workspace. Each has a state of its own, so that what was made\nin another one is not seen here.";

/// What a command on workspaces works with: where it talks, its flags, the place of states, the names.
type Begun = (Ui, Parsed, Box<dyn Backend>, Vec<String>);

/// What all of these begin with: flags, and the name that some need.
fn begin(ui: Ui, args: &[String], more: &[Flag], names: usize, command: &Command) -> Option<Begun> {
    let (ui, parsed) = stateful::parse_in_line(ui, args, &stateful::flags(more), Some(command))?;
    if parsed.positionals.len() != names {
        if names == 0 {
            ui.err("Too many command line arguments. Did you mean to use -chdir?\n");
        } else {
            stateful::wrong_arguments(ui, "Expected a single argument: NAME.", command);
        }
        return None;
    }
    let set = std::env::var("TF_WORKSPACE").unwrap_or_default();
    if names == 0 && !set.is_empty() && !backend::is_workspace_name(&set) {
        let detail = format!("{set:?} is no name of a workspace. {NOT_SAFE}");
        let error = Diagnostic::error("Invalid workspace name set using TF_WORKSPACE", detail);
        ui.diagnostics(&error.into(), &SourceMap::new());
        return None;
    }
    let mut diags = Diagnostics::new();
    // The state that "new" takes over is not the place of all states.
    let (backend, sources) = stateful::backend(&parsed.without("state"), false, &mut diags);
    ui.diagnostics(&diags, &sources);
    let backend = backend?;
    match backend.workspaces() {
        Ok(names) => Some((ui, parsed, backend, names)),
        Err(error) => {
            ui.diagnostics(&ops::store_error("Error listing workspaces", &error).into(), &SourceMap::new());
            None
        }
    }
}

/// Whether the environment says which workspace is selected.
pub(crate) fn is_overridden() -> bool {
    std::env::var("TF_WORKSPACE").is_ok_and(|name| !name.is_empty())
}

fn list(ui: Ui, args: &[String]) -> u8 {
    let Some((ui, _, _, names)) = begin(ui, args, &[], 0, &LIST) else { return 1 };
    let current = current_workspace();
    for name in names {
        ui.out(&format!("{} {name}\n", if name == current { "*" } else { " " }));
    }
    ui.out("\n");
    if is_overridden() {
        ui.out(
            "\n\nThe active workspace is being overridden using the TF_WORKSPACE environment\nvariable.\n\n",
        );
    }
    0
}

fn show(ui: Ui, args: &[String]) -> u8 {
    let Some((ui, _)) = stateful::parse_in_line(ui, args, &stateful::flags(&[]), Some(&SHOW)) else {
        return 1;
    };
    let current = current_workspace();
    if is_overridden() && !backend::is_workspace_name(&current) {
        ui.err("Error selecting workspace: Invalid workspace name set using TF_WORKSPACE\n");
        return 1;
    }
    ui.out(&format!("{current}\n"));
    0
}

fn new(ui: Ui, args: &[String]) -> u8 {
    let Some((ui, parsed, backend, names)) = begin(ui, args, &[], 1, &NEW) else { return 1 };
    let name = &parsed.positionals[0];
    if std::env::var("TF_WORKSPACE").is_ok_and(|set| !set.is_empty() && set != *name) {
        ui.err(
            "\nThe workspace is currently overridden using the TF_WORKSPACE environment variable, so that no other one can be made. \
             Unset it,\nor give it this name, and run the command again.\n\n",
        );
        return 1;
    }
    create(ui, &parsed, backend.as_ref(), &names, name)
}

fn create(ui: Ui, parsed: &Parsed, backend: &dyn Backend, names: &[String], name: &str) -> u8 {
    if !is_workspace_name(name) {
        ui.err(&format!("\nThe workspace name {name:?} is not allowed. {NOT_SAFE}\n\n"));
        return 1;
    }
    if names.iter().any(|known| known == name) {
        ui.err(&format!("Workspace {name:?} already exists\n"));
        return 1;
    }
    let mut diags = Diagnostics::new();
    let file = match parsed.last("state").filter(|path| !path.is_empty()) {
        None => None,
        Some(path) => match std::fs::read(path)
            .map_err(|error| format!("{}.", diag::reason(&error)))
            .and_then(|bytes| StateFile::read(&bytes).map_err(|error| error.to_string()))
        {
            Ok(file) => Some(file),
            Err(error) => {
                ui.err(&format!("The state file {path} cannot be read: {error}\n"));
                return 1;
            }
        },
    };
    if let Err(error) = backend.create_workspace(name) {
        diags.push(ops::store_error("Failed to create workspace", &error));
    } else if let Some(file) = file {
        let lock = operation::lock_options(parsed, "workspace-new");
        if let Some(mut session) =
            Session::open(backend, name, Purpose::Look, &lock, &terraform_level(), &mut diags)
        {
            // What begins here goes its own way, so that it is no later version of what it began with.
            if let Err(diagnostic) = session.persist(file.state) {
                diags.push(*diagnostic);
            }
            session.close(&mut diags);
        }
    }
    if !diags.has_errors() {
        remember(name, &mut diags);
    }
    if !diags.has_errors() {
        ui.success(&format!("Created and switched to workspace {name:?}!\n\n{IS_EMPTY}\n"));
    }
    ui.diagnostics(&diags, &SourceMap::new());
    u8::from(diags.has_errors())
}

fn select(ui: Ui, args: &[String]) -> u8 {
    let Some((ui, parsed, backend, names)) = begin(ui, args, &[switch("or-create")], 1, &SELECT) else {
        return 1;
    };
    let name = &parsed.positionals[0];
    if is_overridden() {
        ui.err(
            "\nThe selected workspace is currently overridden using the TF_WORKSPACE\nenvironment variable. Change or unset it, and \
             run the command again.\n\n",
        );
        return 1;
    }
    if !is_workspace_name(name) {
        ui.err(&format!("\nThe workspace name {name:?} is not allowed. {NOT_SAFE}\n\n"));
        return 1;
    }
    if *name == current_workspace() {
        return 0;
    }
    if !names.contains(name) {
        if parsed.bool("or-create", false) {
            return create(ui, &parsed, backend.as_ref(), &names, name);
        }
        not_there(ui, name);
        return 1;
    }
    let mut diags = Diagnostics::new();
    remember(name, &mut diags);
    if !diags.has_errors() {
        ui.success(&format!("Switched to workspace {name:?}.\n"));
    }
    ui.diagnostics(&diags, &SourceMap::new());
    u8::from(diags.has_errors())
}

fn not_there(ui: Ui, name: &str) {
    ui.err(&format!(
        "\nWorkspace {name:?} doesn't exist.\n\nMake it with the \"new\" subcommand, or give \"select\" the option -or-create.\n"
    ));
}

fn delete(ui: Ui, args: &[String]) -> u8 {
    let Some((ui, parsed, backend, names)) = begin(ui, args, &[switch("force")], 1, &DELETE) else {
        return 1;
    };
    let name = &parsed.positionals[0];
    if !names.contains(name) {
        not_there(ui, name);
        return 1;
    }
    if *name == current_workspace() {
        ui.err(&format!(
            "Workspace {name:?} is your active workspace.\n\nSelect another one before you delete it.\n"
        ));
        return 1;
    }
    let force = parsed.bool("force", false);
    let mut left = false;
    let mut diags = Diagnostics::new();
    let lock = operation::lock_options(&parsed, "state_delete");
    match Session::open(backend.as_ref(), name, Purpose::Look, &lock, &terraform_level(), &mut diags) {
        Some(session) => {
            let tracked = state_edit::instances(&session.state());
            left = !tracked.is_empty();
            if left && !force {
                diags.push(not_empty(name, &tracked));
            }
            session.close(&mut diags);
        }
        // A state that cannot be read can still be deleted by who insists.
        None if force && !lock.enabled => diags = Diagnostics::new(),
        None => {}
    }
    if !diags.has_errors() {
        match backend.delete_workspace(name) {
            Ok(()) => ui.success(&format!("Deleted workspace {name:?}!\n")),
            Err(_) if name == DEFAULT_WORKSPACE => {
                ui.err("cannot delete default state\n");
                return 1;
            }
            Err(error) => diags.push(ops::store_error("Failed to delete workspace", &error)),
        }
        if left {
            ui.out(&format!(
                "WARNING: {name:?} was non-empty.\nWhat was managed in it is still there and no longer managed.\n"
            ));
        }
    }
    ui.diagnostics(&diags, &SourceMap::new());
    u8::from(diags.has_errors())
}

fn not_empty(name: &str, tracked: &[addrs::AbsResourceInstance]) -> Diagnostic {
    let list: String = tracked.iter().map(|addr| format!("\n  - {addr}")).collect();
    let detail = format!(
        "Workspace {name:?} is currently tracking the following resource instances:{list}\n\nDestroy them first. Deleting the workspace \
         would only forget them, so that they would have to be deleted by hand; who wants that gives the option -force."
    );
    Diagnostic::error("Workspace is not empty", detail)
}

/// Remembers which workspace is selected.
pub(crate) fn remember(name: &str, diags: &mut Diagnostics) {
    let dir = data_dir();
    let path = Path::new(&dir).join("environment");
    let written = std::fs::create_dir_all(&dir).and_then(|()| std::fs::write(&path, name));
    if let Err(error) = written {
        let detail = format!("{} cannot be written: {error}.", path.display(), error = diag::reason(&error));
        diags.push(Diagnostic::error("Error selecting workspace", detail));
    }
}
