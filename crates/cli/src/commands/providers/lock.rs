//! `cairn providers lock`

use std::path::{Path, PathBuf};

use addrs::Provider;
use diag::{Diagnostic, Diagnostics};
use install::{LockChange, LockFile, Method, MethodKind, Platform, PlatformEvent, Requirements, Sources};

use super::{platforms, requirements};
use crate::app::Command;
use crate::flags::{Parsed, option, switch};
use crate::project::{self, Versions};
use crate::ui::Ui;
use crate::{settings, stateful};

pub(crate) const COMMAND: Command = Command {
    name: "lock",
    about: "Record checksums of providers for other platforms",
    help: "Usage: cairn [global options] providers lock [options] [provider...]\n\n  Fetches the packages of the providers that are needed, or of \
           those that are named, and records their\n  checksums in the dependency lock file. Nothing is installed.\n\nOptions:\n\n  \
           -platform=OS_ARCH    For which platform; this one where none is named. Can be given several times.\n  -fs-mirror=DIR       Take \
           the packages from a folder instead of the registry.\n  -net-mirror=URL      Take the packages from a network mirror instead of \
           the registry.\n  -no-color            Plain text without colours.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let known = stateful::flags(&[
        option("platform"),
        option("fs-mirror"),
        option("net-mirror"),
        switch("enable-plugin-cache"),
        option("test-directory"),
    ]);
    let Some((ui, parsed)) = stateful::parse_in_line(ui, args, &known, Some(&COMMAND)) else { return 1 };
    let mut diags = Diagnostics::new();
    let tree = project::load_tree(&parsed, Versions::MayDiffer, &mut diags);
    let sources = tree.sources();
    if !diags.has_errors() {
        let needed = requirements(&tree, &parsed, &mut diags);
        let needed = named(needed, &parsed, &mut diags);
        lock(ui, &needed, &parsed, &mut diags);
    }
    ui.diagnostics(&diags, &sources);
    u8::from(diags.has_errors())
}

/// Only the providers that the command line names, where it names some.
fn named(mut needed: Requirements, parsed: &Parsed, diags: &mut Diagnostics) -> Requirements {
    if parsed.positionals.is_empty() {
        return needed;
    }
    let mut wanted = Requirements::new();
    for text in &parsed.positionals {
        let Some(provider) = Provider::parse(text) else {
            let detail =
                format!("{text:?} is not the source of a provider: \"[hostname/][namespace/]type\".");
            diags.push(Diagnostic::error("Invalid provider source string", detail));
            continue;
        };
        match needed.remove(&provider) {
            Some(constraints) => drop(wanted.insert(provider, constraints)),
            None => {
                let detail = format!("The provider {provider} is not required by the current configuration.");
                diags.push(Diagnostic::error("Invalid provider argument", detail));
            }
        }
    }
    wanted
}

fn lock(ui: Ui, needed: &Requirements, parsed: &Parsed, diags: &mut Diagnostics) {
    let platforms = platforms(parsed, diags);
    let Some(sources) = sources(ui, parsed, diags) else { return };
    let (before, more) = LockFile::load(Path::new("."));
    diags.append(more);
    if diags.has_errors() {
        return;
    }
    let after =
        match install::lock_platforms(&sources, needed, &before, &platforms, &|event| tell(ui, &event)) {
            Ok(after) => after,
            Err(more) => return diags.append(more),
        };
    if before == after {
        ui.out("\n");
        ui.success("Success! The lock file has all of them and need not change.\n");
        return;
    }
    if let Err(error) = after.save(Path::new(".")) {
        let detail =
            format!("The dependency lock file cannot be written: {error}.", error = diag::reason(&error));
        return diags.push(Diagnostic::error("Failed to save dependency lock file", detail));
    }
    ui.out("\n");
    ui.success("Success! The lock file has changed.\n");
    ui.out("\nLook at the changes in .terraform.lock.hcl and keep them under version control.\n\n");
}

/// The registry, whatever the CLI configuration says: what is locked must hold elsewhere too. Or what is asked for.
fn sources(ui: Ui, parsed: &Parsed, diags: &mut Diagnostics) -> Option<Sources> {
    let given = |name: &str| parsed.last(name).filter(|value| !value.is_empty());
    let kind = match (given("fs-mirror"), given("net-mirror")) {
        (Some(_), Some(_)) => {
            let detail = "The -fs-mirror and -net-mirror command line options are mutually-exclusive.";
            diags.push(Diagnostic::error("Invalid installation method options", detail));
            return None;
        }
        (Some(dir), None) => MethodKind::Filesystem(PathBuf::from(dir)),
        (None, Some(url)) if !url.to_lowercase().starts_with("https://") => {
            let detail =
                format!("Cannot use {url:?} for a mirror of providers: it must be at an https: URL.");
            diags.push(Diagnostic::error("Invalid network mirror URL", detail));
            return None;
        }
        (None, Some(url)) => MethodKind::Network(url.to_owned()),
        (None, None) => MethodKind::Direct,
    };
    let environment = settings::environment();
    let config = settings::cli_config(ui, &environment);
    match Sources::only(vec![Method::all(kind)], config, &environment) {
        Ok(sources) => Some(sources),
        Err(error) => {
            diags.push(Diagnostic::error(
                "Failed to prepare the installation of providers",
                format!("{error}."),
            ));
            None
        }
    }
}

fn tell(ui: Ui, event: &PlatformEvent<'_>) {
    let line = match event {
        PlatformEvent::Fetching(provider, version, platform) => {
            format!("- Fetching {} {version} for {platform}...\n", provider.short())
        }
        PlatformEvent::Retrieved(provider, version, platform, authentication) => {
            format!("- Retrieved {} {version} for {platform} ({authentication})\n", provider.short())
        }
        PlatformEvent::Obtained(provider, platform, change) => {
            let change = match change {
                LockChange::New => "the provider is new in the lock file",
                LockChange::More => "they are added to the lock file",
                LockChange::None => "the lock file has them already",
            };
            format!("- Obtained {} checksums for {}; {change}\n", provider.short(), *platform as &Platform)
        }
        _ => return,
    };
    ui.out(&line);
}
