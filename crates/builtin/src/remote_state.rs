//! `terraform_remote_state`: the outputs of another state.

use provider::{ProviderDiagnostic, ProviderDiagnostics};
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
    /// Checks the name and the settings, which are known, without reaching for anything. The settings are
    /// null when none are given.
    fn check(&self, backend: &str, config: &Value) -> Result<(), RemoteStateError>;

    /// The outputs of a state; nothing when there is no state.
    fn outputs(
        &self,
        backend: &str,
        config: &Value,
        workspace: Option<&str>,
    ) -> Result<Option<Vec<RemoteOutput>>, RemoteStateError>;
}

/// No states at all, where there is no way to reach any.
#[derive(Clone, Copy, Debug)]
pub struct NoRemoteStates;

impl RemoteStates for NoRemoteStates {
    fn check(&self, backend: &str, _config: &Value) -> Result<(), RemoteStateError> {
        Err(RemoteStateError {
            summary: INVALID_BACKEND.to_owned(),
            detail: format!("There is no backend type named {backend:?}."),
            argument: Some("backend"),
        })
    }

    fn outputs(
        &self,
        backend: &str,
        config: &Value,
        _workspace: Option<&str>,
    ) -> Result<Option<Vec<RemoteOutput>>, RemoteStateError> {
        self.check(backend, config).map(|()| None)
    }
}

const INVALID_BACKEND: &str = "Invalid backend configuration";

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

pub(crate) fn validate(states: &dyn RemoteStates, config: &Value) -> ProviderDiagnostics {
    let mut diags = Vec::new();
    let (backend, settings, defaults) =
        (part(config, "backend"), part(config, "config"), part(config, "defaults"));
    if backend.is_null() {
        let detail = "The argument \"backend\" is required, but it is null.";
        diags.push(
            ProviderDiagnostic::error("Missing required argument", detail).at(Path::new().attr("backend")),
        );
    }
    if let Some(backend) = backend.as_str() {
        // Settings that are not known yet are checked when they are.
        let settings = if settings.is_wholly_known() { settings } else { Value::null(Type::Dynamic) };
        let unknown = !part(config, "config").is_wholly_known();
        match states.check(backend, &settings) {
            Err(error) if unknown && error.argument != Some("backend") => {}
            Err(error) => diags.push(diagnostic(error)),
            Ok(()) => {}
        }
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
    let (backend, settings, defaults) =
        (part(config, "backend"), part(config, "config"), part(config, "defaults"));
    let workspace = part(config, "workspace");
    let name = backend.as_str().ok_or_else(|| {
        let detail = "The argument \"backend\" is required, but it is null.";
        ProviderDiagnostic::error("Missing required argument", detail).at(Path::new().attr("backend"))
    })?;
    states.check(name, &settings).map_err(diagnostic)?;
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
        ("config", settings),
        ("defaults", defaults),
        ("outputs", outputs),
        ("workspace", workspace),
    ]))
}
