//! `cairn get`

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;

use config::ModuleTree;
use diag::{Diagnostic, Diagnostics};
use install::{InstallError, InstalledModules, ModuleEvent, ModuleInstaller};

use crate::app::Command;
use crate::flags::{Parsed, option, switch};
use crate::project::{self, Versions, data_dir};
use crate::ui::Ui;
use crate::{settings, stateful};

pub(crate) const COMMAND: Command = Command {
    name: "get",
    about: "Install the modules that are called",
    help: "Usage: cairn [global options] get [options]\n\n  Installs the modules that the configuration calls; \"init\" does it too.\n\n\
           Options:\n\n  -update      Look for newer versions of those that are there.\n  -no-color    Plain text without colours.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let known =
        stateful::flags(&[switch("update"), switch("json"), option("json-into"), option("test-directory")]);
    let Some((ui, parsed)) = stateful::parse_in_line(ui, args, &known, Some(&COMMAND)) else { return 1 };
    if !parsed.positionals.is_empty() {
        ui.err("Too many command line arguments. Did you mean to use -chdir?\n");
        return 1;
    }
    let (tree, mut diags) =
        install(ui, &parsed, parsed.bool("update", false), &|line| ui.out(&format!("{line}\n")));
    diags.extend(crate::test_files::missing(Path::new("."), &parsed));
    ui.diagnostics(&diags, &tree.sources());
    u8::from(diags.has_errors())
}

/// Fills the working folder with a copy of a module.
pub(crate) fn copy_module(ui: Ui, source: &str, diags: &mut Diagnostics, tell: &dyn Fn(&str)) {
    let environment = settings::environment();
    let made = ModuleInstaller::new(settings::cli_config(ui, &environment), &environment, Path::new("."));
    let copied = match made {
        Ok(installer) => installer.copy_module(source, Path::new("."), &|event| tell(&downloading(&event))),
        Err(error) => Err(Box::new(unprepared(&error))),
    };
    diags.extend(copied.err().map(|problem| *problem));
}

fn unprepared(error: &InstallError) -> Diagnostic {
    Diagnostic::error("Failed to prepare the installation of modules", format!("{error}."))
}

fn downloading(event: &ModuleEvent<'_>) -> String {
    let ModuleEvent::Downloading { from, key } = event;
    format!("Downloading {from} for {key}...")
}

/// Installs all modules that are called, and remembers where they are. Who watches is told line by line.
pub(crate) fn install(
    ui: Ui,
    parsed: &Parsed,
    update: bool,
    tell: &dyn Fn(&str),
) -> (ModuleTree, Diagnostics) {
    let data_dir = data_dir();
    let data_dir = Path::new(&data_dir);
    let before = InstalledModules::load(data_dir);
    let mut modules = if update { InstalledModules::forgotten() } else { before.clone() };
    let environment = settings::environment();
    let installer = match ModuleInstaller::new(settings::cli_config(ui, &environment), &environment, data_dir)
    {
        Ok(installer) => installer,
        Err(error) => {
            let (tree, mut diags) = project::load_partly(parsed, &modules, Versions::MustFit);
            diags.push(unprepared(&error));
            return (tree, diags);
        }
    };
    let fetched = RefCell::new(BTreeSet::new());
    let (tree, mut diags) = installer.run(
        &mut modules,
        &|modules| project::load_partly(parsed, modules, Versions::MustFit),
        &|event| {
            tell(&downloading(&event));
            let ModuleEvent::Downloading { key, .. } = event;
            fetched.borrow_mut().insert(key.to_owned());
        },
    );
    let mut called: Vec<_> = install::called_modules(&tree).into_iter().collect();
    // A module is followed by what it calls.
    called.sort_by(|(a, _), (b, _)| a.split('.').cmp(b.split('.')));
    for (key, dir) in called {
        if update || !before.knows(&key) || fetched.borrow().contains(&key) {
            tell(&format!("- {key} in {dir}"));
        }
    }
    if !diags.has_errors()
        && let Err(error) = modules.save(&tree, data_dir)
    {
        let detail = format!(
            "The list of modules cannot be written into {}: {error}.",
            data_dir.display(),
            error = diag::reason(&error)
        );
        diags.push(Diagnostic::error("Failed to update module manifest", detail));
    }
    (tree, diags)
}
