//! Other states, read by `terraform_remote_state`.

use std::sync::OnceLock;

use backend::{Backend, DEFAULT_WORKSPACE, LocalBackend, LocalOptions, StoreError, is_workspace_name};
use builtin::{RemoteOutput, RemoteStateError, RemoteStates};
use schema::{Attribute, Block};
use value::{Type, Value};

/// States in local files.
pub(crate) struct LocalStates;

fn fail<T>(summary: &str, detail: String, argument: &'static str) -> Result<T, RemoteStateError> {
    Err(RemoteStateError { summary: summary.to_owned(), detail, argument: Some(argument) })
}

fn text(config: &Value, name: &str) -> Option<String> {
    config.entry(name).and_then(Value::as_str).map(str::to_owned)
}

impl RemoteStates for LocalStates {
    fn settings(&self, backend: &str) -> Option<&Block> {
        static LOCAL: OnceLock<Block> = OnceLock::new();
        let text = || Attribute::optional(Type::String);
        let local = || Block {
            attributes: [("path".into(), text()), ("workspace_dir".into(), text())].into(),
            ..Block::default()
        };
        (backend == "local").then(|| LOCAL.get_or_init(local))
    }

    fn problems(&self, _backend: &str, config: &Value) -> Vec<RemoteStateError> {
        let given = |name: &str| config.entry(name).and_then(Value::as_str);
        let problem = |bad: backend::BadArgument| RemoteStateError {
            summary: bad.summary,
            detail: bad.detail,
            argument: Some("config"),
        };
        backend::bad_local_arguments(given).into_iter().map(problem).collect()
    }

    fn outputs(
        &self,
        _backend: &str,
        config: &Value,
        workspace: Option<&str>,
    ) -> Result<Option<Vec<RemoteOutput>>, RemoteStateError> {
        let options = LocalOptions {
            path: text(config, "path").map(Into::into),
            workspace_dir: text(config, "workspace_dir").map(Into::into),
            ..LocalOptions::default()
        };
        let mut backend = LocalBackend::new(".", options.clone());
        let mut workspace = workspace.filter(|name| !name.is_empty()).unwrap_or(DEFAULT_WORKSPACE);
        if !is_workspace_name(workspace) {
            // Other tools may have put a state where no workspace of ours can be.
            let state = Some(backend.usual_path(workspace));
            backend = LocalBackend::new(".", LocalOptions { state, ..options });
            workspace = DEFAULT_WORKSPACE;
        }
        let read = backend.open(workspace).and_then(|store| store.read());
        let snapshot = match read {
            Ok(snapshot) => snapshot,
            Err(error @ StoreError::Unreadable { .. }) => {
                return fail("Unsupported state file format", error.to_string(), "config");
            }
            Err(error) => return fail("Error loading state", error.to_string(), "config"),
        };
        let Some(file) = snapshot.file else { return Ok(None) };
        let outputs = file.state.outputs.into_iter().map(|(name, output)| RemoteOutput {
            name,
            value: output.value,
            sensitive: output.sensitive,
        });
        Ok(Some(outputs.collect()))
    }
}
