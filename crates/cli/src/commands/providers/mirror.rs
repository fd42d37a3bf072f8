//! `cairn providers mirror`

use std::path::Path;

use diag::{Diagnostic, Diagnostics};
use install::{LockFile, Method, MethodKind, PlatformEvent, Sources};

use super::{platforms, requirements};
use crate::app::Command;
use crate::flags::{Parsed, option, switch};
use crate::project::{self, Versions};
use crate::ui::Ui;
use crate::{settings, stateful};

pub(crate) const COMMAND: Command = Command {
    name: "mirror",
    about: "Copy the packages of providers into a folder",
    help: "Usage: cairn [global options] providers mirror [options] <target-dir>\n\n  Copies the packages of the providers that are needed into \
           a folder, which then serves as a mirror:\n  for \"filesystem_mirror\" as it is, for \"network_mirror\" behind a web \
           server.\n\nOptions:\n\n  -platform=OS_ARCH    For which platform; this one where none is named. Can be given several times.\n  \
           -lock-file=false     Choose versions without the dependency lock file.\n  -no-color            Plain text without colours.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let known = stateful::flags(&[option("platform"), switch("lock-file"), option("test-directory")]);
    let Some((ui, parsed)) = stateful::parse_in_line(ui, args, &known, Some(&COMMAND)) else { return 1 };
    let mut diags = Diagnostics::new();
    let [target] = parsed.positionals.as_slice() else {
        let detail = "The folder that the packages go into is the one argument of this command.";
        ui.diagnostics(
            &Diagnostic::error("No output directory specified", detail).into(),
            &Default::default(),
        );
        return 1;
    };
    let tree = project::load_tree(&parsed, Versions::MayDiffer, &mut diags);
    let sources = tree.sources();
    if !diags.has_errors() {
        let needed = requirements(&tree, &parsed, &mut diags);
        mirror(ui, &needed, Path::new(target), &parsed, &mut diags);
    }
    ui.diagnostics(&diags, &sources);
    u8::from(diags.has_errors())
}

fn mirror(ui: Ui, needed: &install::Requirements, target: &Path, parsed: &Parsed, diags: &mut Diagnostics) {
    let platforms = platforms(parsed, diags);
    let environment = settings::environment();
    let config = settings::cli_config(ui, &environment);
    let sources = match Sources::only(vec![Method::all(MethodKind::Direct)], config, &environment) {
        Ok(sources) => sources,
        Err(error) => {
            let detail = format!("{error}.");
            return diags.push(Diagnostic::error("Failed to prepare the installation of providers", detail));
        }
    };
    let mut lock = LockFile::default();
    if parsed.bool("lock-file", true) {
        let (found, more) = LockFile::load(Path::new("."));
        diags.append(more);
        lock = found;
    }
    if diags.has_errors() {
        return;
    }
    diags.append(install::mirror_platforms(&sources, needed, &lock, &platforms, target, &|event| {
        tell(ui, &event)
    }));
}

fn tell(ui: Ui, event: &PlatformEvent<'_>) {
    let line = match event {
        PlatformEvent::Mirroring(provider) => format!("- Mirroring {}...\n", provider.short()),
        PlatformEvent::Selected(version, _, true) => {
            format!("  - Selected v{version} to match dependency lock file\n")
        }
        PlatformEvent::Selected(version, constraints, false) if constraints.is_empty() => {
            format!("  - Selected v{version} with no constraints\n")
        }
        PlatformEvent::Selected(version, constraints, false) => {
            format!("  - Selected v{version} to meet constraints {constraints}\n")
        }
        PlatformEvent::Downloading(platform) => format!("  - Downloading package for {platform}...\n"),
        PlatformEvent::Authenticated(authentication) => {
            format!("  - Package authenticated: {authentication}\n")
        }
        _ => return,
    };
    ui.out(&line);
}
