//! The part of `init` that installs providers.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use addrs::Provider;
use config::ModuleTree;
use diag::{Diagnostic, Diagnostics};
use install::{
    Event, Installer, LOCK_FILE_NAME, LockFile, Method, MethodKind, Outcome, Requirements, Sources,
};

use super::report::Report;
use crate::flags::Parsed;
use crate::project::data_dir;
use crate::{settings, stateful};

/// The file that remembers the folders of `-plugin-dir`.
const PLUGIN_PATH: &str = "plugin_path";

/// Installs the providers that the configuration and the state need.
pub(super) fn install(tree: &ModuleTree, parsed: &Parsed, report: &Report, diags: &mut Diagnostics) {
    let mut needed = install::requirements(tree);
    for provider in stateful::providers_of_state(parsed, diags) {
        needed.entry(provider).or_default();
    }
    if diags.has_errors() {
        return;
    }
    report.say("initializing_provider_plugin_message", "Initializing provider plugins...");
    let (before, more) = LockFile::load(Path::new("."));
    diags.append(more);
    let Some(installer) = installer(parsed, &needed, report, diags) else { return };
    if diags.has_errors() {
        return;
    }
    match installer.run(&needed, &before, &|event| tell(&event, report)) {
        Ok(outcome) => remember(&before, &outcome, parsed, report, diags),
        Err(more) => diags.append(more),
    }
}

fn installer(
    parsed: &Parsed,
    needed: &Requirements,
    report: &Report,
    diags: &mut Diagnostics,
) -> Option<Installer> {
    let environment = settings::environment();
    let config = settings::cli_config(report.ui(), &environment);
    let unmanaged = match install::reattached(environment.get("TF_REATTACH_PROVIDERS")) {
        Ok(unmanaged) => unmanaged,
        Err(error) => {
            diags.push(Diagnostic::error("Invalid TF_REATTACH_PROVIDERS", error));
            return None;
        }
    };
    if !config.dev_overrides.is_empty() {
        let list: String = config
            .dev_overrides
            .iter()
            .map(|(provider, dir)| format!("\n - {} in {}", provider.short(), dir.display()))
            .collect();
        let detail = format!(
            "The CLI configuration has development overrides:{list}\n\nThey need no init: the programs in these folders are used as they are."
        );
        diags.push(Diagnostic::warning("Provider development overrides are in effect", detail));
    }
    let all: BTreeSet<Provider> = needed.keys().cloned().collect();
    let sources = match plugin_dirs(parsed, diags) {
        Some(dirs) => {
            let methods = dirs.into_iter().map(|dir| Method::all(MethodKind::Filesystem(dir))).collect();
            Sources::only(methods, config, &environment)
        }
        None => Sources::of(config, &environment, &all),
    };
    let sources = match sources {
        Ok(sources) => sources,
        Err(error) => {
            diags.push(Diagnostic::error(
                "Failed to prepare the installation of providers",
                format!("{error}."),
            ));
            return None;
        }
    };
    Some(Installer {
        sources,
        target: Path::new(&data_dir()).join("providers"),
        cache: config.plugin_cache_dir.clone(),
        cache_may_break_lock_file: config.cache_may_break_lock_file,
        upgrade: parsed.bool("upgrade", false),
        unmanaged,
    })
}

/// The folders of `-plugin-dir`, given now or the last time; an empty one takes them back.
fn plugin_dirs(parsed: &Parsed, diags: &mut Diagnostics) -> Option<Vec<PathBuf>> {
    let path = Path::new(&data_dir()).join(PLUGIN_PATH);
    let given: Vec<&str> =
        parsed.given().filter(|(name, _)| *name == "plugin-dir").map(|(_, dir)| dir).collect();
    if given.is_empty() {
        let stored: Vec<PathBuf> = serde_json::from_slice(&std::fs::read(path).ok()?).ok()?;
        return Some(stored).filter(|stored| !stored.is_empty());
    }
    let dirs: Vec<PathBuf> = given.iter().filter(|dir| !dir.is_empty()).map(PathBuf::from).collect();
    let written = if dirs.is_empty() {
        std::fs::remove_file(&path).or_else(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Ok(()),
            _ => Err(error),
        })
    } else {
        let text = serde_json::to_vec_pretty(&dirs).unwrap_or_default();
        std::fs::create_dir_all(data_dir()).and_then(|()| std::fs::write(&path, text))
    };
    if let Err(error) = written {
        let detail = format!(
            "The folders of -plugin-dir cannot be remembered in {}: {error}.",
            path.display(),
            error = diag::reason(&error)
        );
        diags.push(Diagnostic::error("Failed to store plugin directories", detail));
    }
    Some(dirs).filter(|dirs| !dirs.is_empty())
}

fn tell(event: &Event<'_>, report: &Report) {
    let (people, programs) = match event {
        Event::BuiltIn(provider) => {
            (format!("- {provider} is built in to Cairn"), format!("{provider} is built in to Cairn"))
        }
        Event::Reusing(provider) => (
            format!("- Reusing previous version of {} from the dependency lock file", provider.short()),
            format!("{}: Reusing previous version from the dependency lock file", provider.short()),
        ),
        Event::Finding(provider, constraints) if constraints.is_empty() => (
            format!("- Finding latest version of {}...", provider.short()),
            format!("{}: Finding latest version...", provider.short()),
        ),
        Event::Finding(provider, constraints) => (
            format!("- Finding {} versions matching \"{constraints}\"...", provider.short()),
            format!(
                "Finding matching versions for provider: {}, version_constraint: \"{constraints}\"",
                provider.short()
            ),
        ),
        Event::AlreadyInstalled(provider, version) => (
            format!("- Using previously-installed {} v{version}", provider.short()),
            format!("{} v{version}: Using previously-installed provider version", provider.short()),
        ),
        Event::FromCache(provider, version) => (
            format!("- Using {} v{version} from the shared cache directory", provider.short()),
            format!("{} v{version}: Using from the shared cache directory", provider.short()),
        ),
        Event::Installing(provider, version) => (
            format!("- Installing {} v{version}...", provider.short()),
            format!("Installing provider version: {} v{version}...", provider.short()),
        ),
        Event::Progress { provider, version, done, total } => {
            let total = total.map(|total| format!(" of {}", mebibytes(total))).unwrap_or_default();
            return report.progress(&format!(
                "  {} v{version}: {}{total} MiB",
                provider.short(),
                mebibytes(*done)
            ));
        }
        Event::Installed(provider, version, authentication) => (
            format!("- Installed {} v{version} ({authentication})", provider.short()),
            format!("Installed provider version: {} v{version} ({authentication})", provider.short()),
        ),
    };
    report.detail(&people, &programs);
}

fn mebibytes(bytes: u64) -> String {
    format!("{:.1}", bytes as f64 / f64::from(1 << 20))
}

/// Writes the lock file where something was chosen that it did not have.
fn remember(before: &LockFile, outcome: &Outcome, parsed: &Parsed, report: &Report, diags: &mut Diagnostics) {
    let after = &outcome.lock;
    if before == after {
        return;
    }
    if parsed.last("lockfile") == Some("readonly") {
        let is_same_choice = before.providers.len() == after.providers.len()
            && before.providers.iter().all(|(provider, lock)| {
                after.providers.get(provider).is_some_and(|after| {
                    after.version == lock.version && after.constraints == lock.constraints
                })
            });
        diags.push(if is_same_choice {
            let detail = "More checksums of the same packages are known now, but the lock file is read-only. Run \"cairn init\" without \
                          \"-lockfile=readonly\" to record them.";
            Diagnostic::warning("Provider lock file not updated", detail)
        } else {
            let detail = "Other providers or versions are needed than the lock file has selected, but it is read-only. Run \"cairn init\" \
                          without \"-lockfile=readonly\" to record them.";
            Diagnostic::error("Provider dependency changes detected", detail)
        });
        return;
    }
    if let Err(error) = after.save(Path::new(".")) {
        let detail = format!("{LOCK_FILE_NAME} cannot be written: {error}.", error = diag::reason(&error));
        diags.push(Diagnostic::error("Failed to save dependency lock file", detail));
        return;
    }
    let said = match before.providers.is_empty() {
        true => {
            "The choices made above are recorded in the new lock file .terraform.lock.hcl.\nKeep it under version control: then \"cairn \
             init\" chooses the same everywhere."
        }
        false => {
            "The choices recorded in the lock file .terraform.lock.hcl have changed.\nLook at the changes and keep them under version \
             control if you meant them."
        }
    };
    report
        .say(if before.providers.is_empty() { "lock_info" } else { "dependencies_lock_changes_info" }, said);
    if !outcome.incomplete.is_empty() {
        let list: String =
            outcome.incomplete.iter().map(|provider| format!("\n  - {}", provider.short())).collect();
        let platform = install::Platform::current();
        let detail = format!(
            "The places that these providers were installed from vouch for no other platform than {platform}:{list}\n\nThe lock file has \
             their checksums for {platform} alone, and they cannot be installed on another one. To add the checksums of another platform, \
             run:\n  cairn providers lock -platform={platform}\n(with that platform instead)"
        );
        diags.push(Diagnostic::warning("Incomplete lock file information for providers", detail));
    }
}
