//! Which place of state a configuration means, compared with what `init` settled on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use backend::{Backend, InmemBackend, LocalBackend, LocalOptions};
use config::{ModuleTree, Settings};
use diag::{Diagnostic, Diagnostics, SourceRange};
use hcl::eval::EmptyScope;
use hcl::{Attribute, Expression};
use lang::DiskFiles;
use ops::{BackendRecord, block_hash};
use value::{Type, Value, convert};

use crate::commands::version::terraform_level;
use crate::flags::Parsed;
use crate::project::{configuration_dir, data_dir};
use crate::variables::Inputs;

/// Arguments of a backend by name; all that it has.
pub(crate) type Arguments = BTreeMap<String, Option<String>>;

/// What a configuration says of the place of state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Declared {
    pub(crate) type_name: String,
    pub(crate) arguments: Arguments,
    /// Where the block is written.
    at: SourceRange,
    /// Where the arguments of the block are written, or what takes their place.
    places: BTreeMap<String, SourceRange>,
    /// Of the block alone, without what the command line adds.
    pub(crate) hash: u64,
}

impl Declared {
    /// As it is remembered.
    pub(crate) fn record(&self) -> BackendRecord {
        let config = self.arguments.iter();
        let config = config.map(|(name, value)| (name.clone(), value.clone().map(Into::into))).collect();
        BackendRecord { type_name: self.type_name.clone(), config, hash: self.hash }
    }

    /// Whether the state is where it is without a block.
    pub(crate) fn is_usual_file(&self) -> bool {
        let usual = Path::new("terraform.tfstate");
        let path = self.arguments.get("path").and_then(Option::as_deref).map_or(usual, Path::new);
        self.type_name == "local" && (path == usual || is_same_file(path, usual))
    }

    /// Takes what the command line says of an argument; false where the backend has no such argument. What the block does
    /// not say itself has the place of the block.
    pub(crate) fn give(&mut self, name: &str, value: Option<String>, at: SourceRange) -> bool {
        if let Some(place) = self.places.get_mut(name) {
            *place = at;
        }
        self.arguments.get_mut(name).map(|argument| *argument = value).is_some()
    }

    /// Whether the arguments, with what the command line added to them, can be used.
    pub(crate) fn check(&self, diags: &mut Diagnostics) {
        if self.type_name != "local" {
            return;
        }
        let given = |name: &str| self.arguments.get(name).and_then(Option::as_deref);
        diags.extend(backend::bad_local_arguments(given).into_iter().map(|bad| {
            let at = self.places.get(bad.name).unwrap_or(&self.at).clone();
            Diagnostic::error(bad.summary, bad.detail).at(at)
        }));
    }
}

/// The arguments that a type of backend has; nothing where there is no such type.
fn arguments_of(type_name: &str) -> Option<&'static [&'static str]> {
    match type_name {
        "local" => Some(&["path", "workspace_dir"]),
        "inmem" => Some(&["lock_id"]),
        _ => None,
    }
}

/// The types of backends that Terraform has and that are not there yet.
const ELSEWHERE: [&str; 10] =
    ["azurerm", "consul", "cos", "gcs", "http", "kubernetes", "oss", "pg", "remote", "s3"];

/// Reads the block; the outer nothing is an error that was told.
#[expect(clippy::option_option, reason = "an error that was told, or whether there is a block")]
pub(crate) fn declared(
    settings: &Settings,
    parsed: &Parsed,
    diags: &mut Diagnostics,
) -> Option<Option<Declared>> {
    if let Some(cloud) = &settings.cloud {
        let detail = "A cloud block keeps state in HCP Terraform or Terraform Enterprise, which Cairn does not do yet. Run \"init\" with \
                      -backend=false to use what needs no state.";
        diags.push(Diagnostic::error("Unsupported cloud block", detail).at(cloud.range.clone()));
        return None;
    }
    let Some(block) = &settings.backend else { return Some(None) };
    let type_name = block.type_name.as_str();
    let Some(names) = arguments_of(type_name) else {
        let detail = match ELSEWHERE.contains(&type_name) {
            true => format!("Cairn does not keep state in a backend of the type {type_name:?} yet."),
            false => format!("There is no backend type named {type_name:?}."),
        };
        diags.push(Diagnostic::error("Unsupported backend type", detail).at(block.type_range.clone()));
        return None;
    };
    let mut arguments: Arguments = names.iter().map(|name| ((*name).to_owned(), None)).collect();
    let hcl::Content { attributes, blocks, .. } = block.body.items();
    for nested in &blocks {
        let detail = format!("Blocks of type {:?} are not expected here.", nested.type_name.as_str());
        let at = nested.body.source().range(nested.type_span);
        diags.push(Diagnostic::error("Unsupported block type", detail).at(at));
    }
    let values = evaluate(&attributes, parsed, diags);
    for (attribute, found) in attributes.iter().zip(values) {
        match arguments.get_mut(attribute.name.as_str()) {
            Some(value) => *value = as_text(attribute, &found, diags),
            None => {
                let detail = format!("An argument named {:?} is not expected here.", attribute.name.as_str());
                diags.push(attribute.unexpected(detail));
            }
        }
    }
    let hash = block_hash(type_name, &arguments);
    let places = attributes.iter().map(|attribute| (attribute.name.to_string(), attribute.expr.range()));
    (!diags.has_errors()).then(|| {
        let at = block.body.missing_item_range();
        Some(Declared { type_name: type_name.to_owned(), arguments, at, places: places.collect(), hash })
    })
}

/// The values of arguments. They may depend on variables and local values of the root module.
fn evaluate(attributes: &[Attribute], parsed: &Parsed, diags: &mut Diagnostics) -> Vec<Value> {
    let is_constant = |expr: &Expression| expr.references().is_empty() && expr.function_calls().is_empty();
    let mut take = |(value, more): (Value, Diagnostics)| {
        diags.append(more);
        value
    };
    if attributes.iter().all(|attribute| is_constant(&attribute.expr)) {
        return attributes.iter().map(|attribute| take(attribute.expr.eval(&EmptyScope))).collect();
    }
    // What is wrong with the module itself is told by who runs it.
    let dir = Path::new(".");
    let (mut module, _) = config::load_module(configuration_dir(parsed));
    let values = Inputs::collect(dir, parsed, &mut Diagnostics::new()).known_values(&mut module);
    let files = DiskFiles::new(dir);
    let (tree, _) = ModuleTree::load_from(&crate::project::modules(), module, &values, &files);
    let (names, _) = config::evaluate(&tree, values, &files);
    attributes.iter().map(|attribute| take(names.scope().eval(&attribute.expr))).collect()
}

/// The text that an argument of constants has.
pub(crate) fn text(attribute: &Attribute, diags: &mut Diagnostics) -> Option<String> {
    let (value, more) = attribute.expr.eval(&EmptyScope);
    let failed = more.has_errors();
    diags.append(more);
    if failed { None } else { as_text(attribute, &value, diags) }
}

/// A value as the text that an argument has.
fn as_text(attribute: &Attribute, value: &Value, diags: &mut Diagnostics) -> Option<String> {
    let mut refuse = |summary: &str, detail: String| {
        diags.push(Diagnostic::error(summary, detail).at(attribute.expr.range()));
    };
    let marks = value.deep_marks();
    if marks.is_sensitive() || marks.is_ephemeral() {
        let detail = "The place of the state is stored in plain text, so that no secrets may be part of it. Backends take secrets from \
                      the environment.";
        refuse("Backend config contains sensitive values", detail.to_owned());
        return None;
    }
    if !value.is_known() {
        let detail = "The place of the state must be known before anything runs: it may depend only on variables that have a value and \
                      on local values.";
        refuse("Unable to compute static value", detail.to_owned());
        return None;
    }
    if value.is_null() {
        return None;
    }
    match convert::convert(value, &Type::String) {
        Ok(text) => text.as_str().map(str::to_owned),
        Err(error) => {
            let detail = format!("Inappropriate value for attribute {:?}: {error}.", attribute.name.as_str());
            refuse("Incorrect attribute value type", detail);
            None
        }
    }
}

/// Where `init` remembers the place of state.
pub(crate) fn record_path() -> PathBuf {
    Path::new(&data_dir()).join("terraform.tfstate")
}

/// What `init` remembered; the outer nothing is an error that was told.
#[expect(clippy::option_option, reason = "an error that was told, or whether there is a record")]
pub(crate) fn record(diags: &mut Diagnostics) -> Option<Option<BackendRecord>> {
    let path = record_path();
    match BackendRecord::read(&path) {
        Ok(record) => Some(record),
        Err(error) => {
            let detail = format!(
                "{} cannot be used: {error}. Delete it and run \"cairn init\" to make it anew.",
                path.display()
            );
            diags.push(Diagnostic::error("Error loading backend configuration", detail));
            None
        }
    }
}

/// Remembers a place of state.
pub(crate) fn remember(declared: Option<&Declared>, diags: &mut Diagnostics) {
    let path = record_path();
    if let Err(error) = BackendRecord::write(&path, declared.map(Declared::record), &terraform_level()) {
        let detail = format!("{} cannot be written: {error}.", path.display(), error = diag::reason(&error));
        diags.push(Diagnostic::error("Error saving backend configuration", detail));
    }
}

/// Opens the place of state: what `init` settled on where that still holds, or what the configuration says. Flags win.
pub(crate) fn open(
    settings: Option<&Settings>,
    parsed: &Parsed,
    kept: bool,
    diags: &mut Diagnostics,
) -> Option<Box<dyn Backend>> {
    let record = record(diags)?;
    let declared = match settings {
        // A state somewhere else is not replaced by one here.
        Some(Settings { cloud: Some(_), .. }) => {
            let detail = "The configuration says that its state is kept in HCP Terraform or Terraform Enterprise, and \"init\" has not \
                          settled on that. Nothing was changed.";
            let summary =
                "HCP Terraform or Terraform Enterprise initialization required: please run \"cairn init\"";
            diags.push(Diagnostic::error(summary, detail));
            return None;
        }
        Some(Settings { backend: Some(block), .. })
            if arguments_of(&block.type_name).is_none()
                && !(record.is_none() && ELSEWHERE.contains(&block.type_name.as_str())) =>
        {
            let detail = format!("There is no backend type named {:?}.", block.type_name.as_str());
            diags.push(Diagnostic::error("Invalid backend type", detail).at(block.type_range.clone()));
            return None;
        }
        // What is wrong with its arguments is told by who settles on it.
        Some(Settings { backend: Some(block), .. }) if record.is_none() => {
            let reason =
                format!("Initial configuration of the requested backend {:?}", block.type_name.as_str());
            diags.push(not_settled(&reason, ","));
            return None;
        }
        Some(settings) => declared(settings, parsed, diags)?,
        None => None,
    };
    let problem = match (&declared, &record) {
        (_, None) => None,
        (None, Some(record)) => {
            let reason = format!("Unsetting the previously set backend {:?}", record.type_name);
            Some(not_settled(&reason, ","))
        }
        (Some(declared), Some(record)) if declared.type_name != record.type_name => {
            let (old, new) = (&record.type_name, &declared.type_name);
            Some(not_settled(&format!("Backend type changed from {old:?} to {new:?}"), ":"))
        }
        (Some(declared), Some(record)) => (declared.hash != record.hash)
            .then(|| not_settled("Backend configuration block has changed", ":")),
    };
    if let Some(problem) = problem {
        diags.push(problem);
        return None;
    }
    let path = |name: &str| parsed.last(name).filter(|path| !path.is_empty()).map(Into::into);
    let kept_at = kept.then(seconds_now);
    let options = LocalOptions {
        state: path("state"),
        state_out: path("state-out"),
        backup: path("backup"),
        kept_at,
        ..LocalOptions::default()
    };
    let (type_name, arguments) = match (record, declared) {
        (Some(record), _) => {
            let arguments =
                record.config.keys().map(|name| (name.clone(), record.text(name).map(str::to_owned)));
            let arguments: Arguments = arguments.collect();
            (record.type_name, arguments)
        }
        (None, Some(declared)) => (declared.type_name, declared.arguments),
        (None, None) => ("local".to_owned(), Arguments::new()),
    };
    make(&type_name, &arguments, options, diags)
}

/// The problem of a place of state that was not settled on; what stands before the advice differs by what changed.
fn not_settled(reason: &str, mark: &str) -> Diagnostic {
    let detail = format!(
        "Reason: {reason}\n\nThe place of state is not the one that was settled on. Run \"cairn init\" with -migrate-state to take \
         the state along, or with -reconfigure to leave it where it is. Nothing was changed."
    );
    Diagnostic::error(format!("Backend initialization required{mark} please run \"cairn init\""), detail)
}

/// Whether two names mean one file that is there.
pub(crate) fn is_same_file(a: &Path, b: &Path) -> bool {
    let real = std::fs::canonicalize(a).ok();
    real.is_some_and(|real| std::fs::canonicalize(b).is_ok_and(|other| other == real))
}

/// The time that versions which are kept for good are named after.
pub(crate) fn seconds_now() -> u64 {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// A backend by its type and its arguments.
pub(crate) fn make(
    type_name: &str,
    arguments: &Arguments,
    options: LocalOptions,
    diags: &mut Diagnostics,
) -> Option<Box<dyn Backend>> {
    match type_name {
        "inmem" => {
            let lock_id = arguments.get("lock_id").cloned().flatten();
            Some(Box::new(lock_id.map_or_else(InmemBackend::default, |id| InmemBackend::locked(&id))))
        }
        "local" => {
            let path = |name: &str| {
                arguments.get(name).cloned().flatten().filter(|path| !path.is_empty()).map(Into::into)
            };
            let options =
                LocalOptions { path: path("path"), workspace_dir: path("workspace_dir"), ..options };
            Some(Box::new(LocalBackend::new(".", options)))
        }
        other => {
            let detail = format!("There is no backend type named {other:?}.");
            diags.push(Diagnostic::error("Unsupported backend type", detail));
            None
        }
    }
}
