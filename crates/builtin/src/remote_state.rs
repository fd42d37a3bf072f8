//! `terraform_remote_state`: the outputs of another state.

use provider::{ProviderDiagnostic, ProviderDiagnostics};
use schema::Block;
use smol_str::SmolStr;
use value::{Path, Type, Value};

pub(crate) const TYPE: &str = "terraform_remote_state";

/// An output of another state.
#[derive(Clone, Debug)]
pub struct RemoteOutput {
    /// Its name.
    pub name: SmolStr,
    /// Its value.
    pub value: Value,
    /// Whether it is declared as a secret. The value comes without that mark all the same, as it does in
    /// the models: users wrap it in `sensitive`.
    pub sensitive: bool,
}

/// Why another state cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RemoteStateError {
    /// Fixed words.
    pub summary: String,
    /// What, why, what to do.
    pub detail: String,
    /// The argument at fault.
    pub argument: Option<&'static str>,
}

/// Whoever can reach states by the name of a backend and its settings.
pub trait RemoteStates: Send + Sync {
    /// The settings that a backend takes; nothing when there is no such backend.
    fn settings(&self, backend: &str) -> Option<&Block>;

    /// What is wrong with settings that fit their schema.
    fn problems(&self, _backend: &str, _settings: &Value) -> Vec<RemoteStateError> {
        Vec::new()
    }

    /// The outputs of a state; nothing when there is no state. The settings are of the type of their schema.
    fn outputs(
        &self,
        backend: &str,
        settings: &Value,
        workspace: Option<&str>,
    ) -> Result<Option<Vec<RemoteOutput>>, RemoteStateError>;
}

/// No states at all, where there is no way to reach any.
#[derive(Clone, Copy, Debug)]
pub struct NoRemoteStates;

impl RemoteStates for NoRemoteStates {
    fn settings(&self, _backend: &str) -> Option<&Block> {
        None
    }

    fn outputs(
        &self,
        _backend: &str,
        _settings: &Value,
        _workspace: Option<&str>,
    ) -> Result<Option<Vec<RemoteOutput>>, RemoteStateError> {
        Ok(None)
    }
}

const INVALID_BACKEND: &str = "Invalid backend configuration";

/// Backends that exist but whose states cannot be reached, with the settings that each needs. A configuration that names
/// one is a valid one: only reading it fails.
const OUT_OF_REACH: &[(&str, &[&str])] = &[
    ("azurerm", &["container_name", "key", "storage_account_name"]),
    ("cloud", &[]),
    ("consul", &["path"]),
    ("cos", &["bucket", "region"]),
    ("gcs", &["bucket"]),
    ("http", &[]),
    ("inmem", &[]),
    ("kubernetes", &["secret_suffix"]),
    ("oss", &["bucket"]),
    ("pg", &[]),
    ("remote", &["organization"]),
    ("s3", &["bucket", "key"]),
];

fn part(config: &Value, name: &str) -> Value {
    config.entry(name).cloned().unwrap_or_else(|| Value::null(Type::Dynamic))
}

fn diagnostic(error: RemoteStateError) -> ProviderDiagnostic {
    let diagnostic = ProviderDiagnostic::error(error.summary, error.detail);
    match error.argument {
        Some(name) => diagnostic.at(Path::new().attr(name)),
        None => diagnostic,
    }
}

/// The settings of a backend by its schema.
fn settings(states: &dyn RemoteStates, backend: &str, config: &Value) -> Result<Value, RemoteStateError> {
    let invalid = |detail: String, argument: &'static str| RemoteStateError {
        summary: INVALID_BACKEND.to_owned(),
        detail,
        argument: Some(argument),
    };
    let empty = Value::object::<SmolStr>([]);
    let config = if config.is_null() { &empty } else { config };
    let Some(block) = states.settings(backend) else {
        let Some((_, needed)) = OUT_OF_REACH.iter().find(|(name, _)| *name == backend) else {
            return Err(invalid(format!("There is no backend type named {backend:?}."), "backend"));
        };
        let problem = match config.as_entries() {
            None => Some("an object is required".to_owned()),
            Some(_) => needed
                .iter()
                .find(|name| config.entry(name).is_none())
                .map(|name| format!("attribute {name:?} is required")),
        };
        return match problem {
            Some(problem) => {
                Err(invalid(format!("The settings do not fit the backend {backend:?}: {problem}."), "config"))
            }
            None => Ok(config.clone()),
        };
    };
    block.coerce(config).map_err(|error| {
        invalid(format!("The settings do not fit the backend {backend:?}: {error}."), "config")
    })
}

fn no_backend() -> ProviderDiagnostic {
    let detail = "The argument \"backend\" is required, but it is null.";
    ProviderDiagnostic::error("Missing required argument", detail).at(Path::new().attr("backend"))
}

pub(crate) fn validate(states: &dyn RemoteStates, config: &Value) -> ProviderDiagnostics {
    let mut diags = Vec::new();
    let (backend, defaults) = (part(config, "backend"), part(config, "defaults"));
    if backend.is_null() {
        diags.push(no_backend());
    }
    // Settings that are not all known are judged when they are read.
    let given = part(config, "config");
    let is_judged = given.is_wholly_known() || given.is_known() && given.as_entries().is_none();
    if let Some(backend) = backend.as_str().filter(|_| is_judged) {
        let problems = match settings(states, backend, &given) {
            Ok(settings) => states.problems(backend, &settings),
            Err(error) => vec![error],
        };
        diags.extend(problems.into_iter().map(diagnostic));
    }
    if defaults.is_known() && !defaults.is_null() && defaults.as_entries().is_none() {
        let detail = "Defaults must be given in an object value.";
        diags.push(
            ProviderDiagnostic::error("Invalid default values", detail).at(Path::new().attr("defaults")),
        );
    }
    diags
}

pub(crate) fn read(states: &dyn RemoteStates, config: &Value) -> Result<Value, ProviderDiagnostic> {
    let (backend, given, defaults) =
        (part(config, "backend"), part(config, "config"), part(config, "defaults"));
    let workspace = part(config, "workspace");
    let name = backend.as_str().ok_or_else(no_backend)?;
    let settings = settings(states, name, &given).map_err(diagnostic)?;
    if states.settings(name).is_none() {
        let detail = format!(
            "States in the backend {name:?} cannot be read yet. Fetch the state with the tool that keeps it there (its command \
             \"state pull\"), store it in a file, and read that with the backend \"local\" and its setting \"path\"."
        );
        let problem = ProviderDiagnostic::error("Backend not supported", detail);
        return Err(problem.at(Path::new().attr("backend")));
    }
    let found = states.outputs(name, &settings, workspace.as_str()).map_err(diagnostic)?;
    let Some(found) = found else {
        let detail = "No stored state was found for the given workspace in the given backend.";
        return Err(ProviderDiagnostic::error("Unable to find remote state", detail)
            .at(Path::new().attr("workspace")));
    };
    // The defaults first: of two entries of one name the later counts.
    let defaults_entries = defaults.as_entries().unwrap_or_default().iter().cloned();
    let outputs = defaults_entries.chain(found.into_iter().map(|output| (output.name, output.value)));
    let outputs = Value::object(outputs);
    Ok(Value::object([
        ("backend", backend),
        ("config", given),
        ("defaults", defaults),
        ("outputs", outputs),
        ("workspace", workspace),
    ]))
}
