//! The providers that a command can use: those that run already, those that their developers are working on, and
//! those that were installed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use addrs::Provider;
use config::ModuleTree;
use diag::{Diagnostic, Diagnostics, SourceMap};
use install::{LockFile, Requirements};
use ops::{Program, Programs, ProviderSet};
use plugin::{Logs, SchemaCache};
use state::State;

use crate::project::data_dir;
use crate::settings;
use crate::ui::Ui;
use crate::view::View;

/// The providers for a configuration, of which it is known what they offer; those that it uses are being started.
/// Nothing where one that is needed cannot be had.
pub(crate) fn for_tree(ui: Ui, tree: &ModuleTree, diags: &mut Diagnostics) -> Option<ProviderSet> {
    start(ui, install::requirements(tree), &install::used(tree), diags)
}

/// The same with whatever can be had: what the others know is not checked.
pub(crate) fn at_hand(ui: Ui, tree: &ModuleTree, diags: &mut Diagnostics) -> ProviderSet {
    let mut missing = Diagnostics::new();
    match for_tree(ui, tree, &mut missing) {
        Some(set) => {
            diags.append(missing);
            set
        }
        None => ProviderSet::new(Programs::default()),
    }
}

const NOT_HERE: &str = "no provider of that name is part of the program.";

/// A provider that is said to be part of the program, and is not.
fn not_here(needed: &Requirements) -> Option<&Provider> {
    needed.keys().find(|provider| provider.is_builtin() && !provider.is_here())
}

/// The same as a problem of the configuration: it can be had nowhere, so that nothing needs to be installed to tell.
pub(crate) fn missing_builtin(tree: &ModuleTree) -> Option<Diagnostic> {
    let needed = install::requirements(tree);
    let detail = format!("The configuration asks for {}, but {NOT_HERE}", not_here(&needed)?);
    Some(Diagnostic::error("Missing required provider", detail))
}

/// The providers of a list, as far as it is known what they offer.
pub(crate) fn of(ui: Ui, needed: Requirements, diags: &mut Diagnostics) -> Option<ProviderSet> {
    start(ui, needed, &BTreeSet::new(), diags)
}

/// The providers for what a state holds.
pub(crate) fn for_state(ui: Ui, state: &State, diags: &mut Diagnostics) -> Option<ProviderSet> {
    let providers = state.resources.values().map(|resource| resource.provider.provider.clone());
    let needed = providers.map(|provider| (provider, Default::default())).collect();
    let mut found = Diagnostics::new();
    let set = start(ui, needed, &BTreeSet::new(), &mut found);
    match set {
        Some(_) => diags.append(found),
        None => {
            let why: Vec<String> =
                found.iter().map(|found| format!("\n\n{}: {}", found.summary, found.detail)).collect();
            let detail =
                format!("What the state holds cannot be shown without its providers.{}", why.concat());
            diags.push(Diagnostic::error("Failed to load plugin schemas", detail));
        }
    }
    set
}

/// The providers of a state that nobody has.
pub(crate) fn lacking(providers: &ProviderSet, state: &BTreeSet<Provider>) -> Vec<Provider> {
    state.iter().filter(|provider| !providers.has(provider)).cloned().collect()
}

fn start(
    ui: Ui,
    needed: Requirements,
    soon: &BTreeSet<Provider>,
    diags: &mut Diagnostics,
) -> Option<ProviderSet> {
    if let Some(missing) = not_here(&needed) {
        let detail = format!("Nobody can be asked what {missing} offers: {NOT_HERE}");
        diags.push(Diagnostic::error("Failed to load plugin schemas", detail));
        return None;
    }
    let names: BTreeSet<Provider> =
        needed.keys().filter(|provider| !provider.is_builtin()).cloned().collect();
    // The state may need some that the configuration does not; those were chosen before, or run already.
    let others =
        Path::new(install::LOCK_FILE_NAME).exists() || std::env::var_os("TF_REATTACH_PROVIDERS").is_some();
    if names.is_empty() && !others {
        return Some(ProviderSet::new(Programs::default()));
    }
    let set = ProviderSet::new(Programs {
        programs: programs(ui, needed, diags)?,
        logs: logs(),
        tls: std::env::var_os("TF_DISABLE_PLUGIN_TLS").is_none_or(|value| value.is_empty()),
        guard: own_program(),
        cache: cache_dir().map(SchemaCache::new),
    });
    let found = set.load(&names, soon);
    let failed = found.has_errors();
    diags.append(found);
    (!failed).then_some(set)
}

/// Our own program, for who runs it again.
fn own_program() -> Option<PathBuf> {
    // The kernel finds it under this name even after an update took its place.
    let running = Path::new("/proc/self/exe");
    if running.exists() { Some(running.to_owned()) } else { std::env::current_exe().ok() }
}

/// Where providers log. A file that cannot be opened was told of at the beginning, and stops nothing.
fn logs() -> Arc<Logs> {
    Arc::new(Logs::from_env(settings::environment().variables).unwrap_or_else(|_| Logs::off()))
}

/// Where what providers offer is kept, for all projects of a user.
fn cache_dir() -> Option<PathBuf> {
    let base = match std::env::var_os("XDG_CACHE_HOME").filter(|dir| !dir.is_empty()) {
        Some(dir) => PathBuf::from(dir),
        None => PathBuf::from(std::env::var_os("HOME").filter(|dir| !dir.is_empty())?).join(".cache"),
    };
    Some(base.join("cairn").join("schemas"))
}

/// How to come by each provider that can be had; nothing where one is missing that is needed.
const OVERRIDDEN: &str = "Provider development overrides are in effect";

/// Tells at once that programs are used which were not released: what follows may be their doing.
pub(crate) fn tell_overrides(view: &View, diags: &mut Diagnostics) {
    let (early, rest): (Vec<_>, Vec<_>) =
        std::mem::take(diags).into_iter().partition(|diagnostic| diagnostic.summary == OVERRIDDEN);
    diags.extend(rest);
    if !early.is_empty() {
        view.diagnostics(&early.into_iter().collect(), &SourceMap::new());
    }
}

fn programs(
    ui: Ui,
    mut needed: Requirements,
    diags: &mut Diagnostics,
) -> Option<BTreeMap<Provider, Program>> {
    let environment = settings::environment();
    let mut programs = BTreeMap::new();
    match plugin::Reattach::parse(environment.get("TF_REATTACH_PROVIDERS").unwrap_or_default()) {
        Ok(running) => programs
            .extend(running.into_iter().map(|(provider, reattach)| (provider, Program::Running(reattach)))),
        Err(error) => {
            diags.push(Diagnostic::error("Invalid TF_REATTACH_PROVIDERS", error.to_string()));
            return None;
        }
    }
    let config = settings::cli_config(ui, &environment);
    for (provider, dir) in &config.dev_overrides {
        if programs.contains_key(provider) {
            continue;
        }
        match install::find_executable(dir, provider) {
            Ok(executable) => drop(programs.insert(provider.clone(), Program::Override(executable))),
            Err(error) if needed.contains_key(provider) => {
                let detail =
                    format!("The development override for {provider} in {}: {error}.", dir.display());
                diags.push(Diagnostic::error("Failed to find the program of a provider", detail));
            }
            Err(_) => {}
        }
    }
    let overridden: Vec<String> = config
        .dev_overrides
        .iter()
        .filter(|(provider, _)| needed.contains_key(*provider))
        .map(|(provider, dir)| format!("\n - {} in {}", provider.short(), dir.display()))
        .collect();
    if !overridden.is_empty() {
        let detail = format!(
            "The CLI configuration has development overrides that this configuration uses:{}\n\nWhat these programs do may \
             differ from any released version.",
            overridden.concat()
        );
        diags.push(Diagnostic::warning(OVERRIDDEN, detail));
    }
    needed.retain(|provider, _| !programs.contains_key(provider));
    installed(&needed, &mut programs, diags).then_some(programs)
}

/// Adds the packages of the lock file; whether all that are needed are there.
fn installed(
    needed: &Requirements,
    programs: &mut BTreeMap<Provider, Program>,
    diags: &mut Diagnostics,
) -> bool {
    let (mut lock, found) = LockFile::load(Path::new("."));
    let broken = found.has_errors();
    diags.append(found);
    if broken {
        return false;
    }
    lock.providers.retain(|provider, _| !programs.contains_key(provider));
    if let Err(mismatch) = install::check_lock(needed, &lock) {
        diags.push(mismatch.diagnostic());
        return false;
    }
    let dir = Path::new(&data_dir()).join("providers");
    let mut add = |packages: BTreeMap<Provider, install::InstalledPackage>| {
        programs.extend(packages.into_iter().map(|(provider, package)| {
            (provider, Program::Package { executable: package.executable, hash: package.hash })
        }));
    };
    let (wanted, others): (BTreeMap<_, _>, BTreeMap<_, _>) =
        lock.providers.into_iter().partition(|(provider, _)| needed.contains_key(provider));
    // The state may need what the configuration does not; what is missing there is told when it is asked for.
    for (provider, chosen) in others {
        if let Ok(packages) = install::installed(&dir, &LockFile { providers: [(provider, chosen)].into() }) {
            add(packages);
        }
    }
    match install::installed(&dir, &LockFile { providers: wanted }) {
        Ok(packages) => {
            add(packages);
            true
        }
        Err(error) => {
            diags.push(error.diagnostic());
            false
        }
    }
}
