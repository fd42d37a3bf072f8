//! Other states, read by `terraform_remote_state`.

use backend::{Backend, LocalBackend, LocalOptions};
use builtin::{RemoteOutput, RemoteStateError, RemoteStates};
use value::Value;

/// States in local files.
pub(crate) struct LocalStates;

fn fail<T>(summary: &str, detail: String, argument: &'static str) -> Result<T, RemoteStateError> {
    Err(RemoteStateError { summary: summary.to_owned(), detail, argument: Some(argument) })
}

fn text(config: &Value, name: &str) -> Option<String> {
    config.entry(name).and_then(Value::as_str).map(str::to_owned)
}

impl RemoteStates for LocalStates {
    fn check(&self, backend: &str, config: &Value) -> Result<(), RemoteStateError> {
        if backend != "local" {
            return fail(
                "Invalid backend configuration",
                format!("There is no backend type named {backend:?}."),
                "backend",
            );
        }
        for (name, value) in config.as_entries().unwrap_or_default() {
            if !matches!(name.as_str(), "path" | "workspace_dir") {
                let detail = format!("The local backend has no argument {:?}.", name.as_str());
                return fail("Invalid backend configuration", detail, "config");
            }
            if !value.is_null() && value.as_str().is_none() {
                let detail = format!("The argument {:?} of the local backend is a string.", name.as_str());
                return fail("Invalid backend configuration", detail, "config");
            }
        }
        Ok(())
    }

    fn outputs(
        &self,
        backend: &str,
        config: &Value,
        workspace: Option<&str>,
    ) -> Result<Option<Vec<RemoteOutput>>, RemoteStateError> {
        self.check(backend, config)?;
        let options = LocalOptions {
            path: text(config, "path").map(Into::into),
            workspace_dir: text(config, "workspace_dir").map(Into::into),
            ..LocalOptions::default()
        };
        let backend = LocalBackend::new(".", options);
        let read = backend.open(workspace.unwrap_or("default")).and_then(|store| store.read());
        let snapshot = match read {
            Ok(snapshot) => snapshot,
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
