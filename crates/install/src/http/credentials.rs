//! Tokens by host: of the CLI configuration, of the environment, and of a program that knows more.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::process::Command;

use super::HttpError;
use crate::cli_config::{CliConfig, Environment};

/// A helper asks a user or a keyring at most; after this it is not coming back.
const PATIENCE: Duration = Duration::from_secs(60);

/// Who knows tokens.
#[derive(Clone)]
pub(crate) struct Credentials {
    tokens: BTreeMap<String, String>,
    helper: Option<Helper>,
    /// What the helper said before; it may ask a user.
    known: Arc<Mutex<BTreeMap<String, Option<String>>>>,
}

#[derive(Clone)]
struct Helper {
    program: PathBuf,
    args: Vec<String>,
}

/// What is in it is nobody's business.
impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Credentials")
    }
}

impl Credentials {
    pub(super) fn new(config: &CliConfig, environment: &Environment) -> Self {
        let helper = config.credentials_helper.as_ref().and_then(|helper| {
            let name = format!("terraform-credentials-{}", helper.name);
            let platform = crate::platform::Platform::current().to_string();
            let base = environment.config_dir()?.join("plugins");
            let places = [base.join(platform).join(&name), base.join(&name)];
            let program = places.into_iter().find(|place| place.is_file())?;
            Some(Helper { program, args: helper.args.clone() })
        });
        Self { tokens: config.credentials.clone(), helper, known: Arc::default() }
    }

    /// The token for a host.
    pub(super) async fn token(&self, host: &str) -> Result<Option<String>, HttpError> {
        if let Some(token) = self.tokens.get(host) {
            return Ok(Some(token.clone()));
        }
        let Some(helper) = &self.helper else { return Ok(None) };
        let known = self.known.lock().ok().and_then(|known| known.get(host).cloned());
        if let Some(known) = known {
            return Ok(known);
        }
        let token = helper.ask(host).await?;
        if let Ok(mut known) = self.known.lock() {
            known.insert(host.to_owned(), token.clone());
        }
        Ok(token)
    }
}

impl Helper {
    async fn ask(&self, host: &str) -> Result<Option<String>, HttpError> {
        let failed = |why: String| {
            HttpError::Local(format!(
                "the credentials helper {} failed for {host}: {why}",
                self.program.display()
            ))
        };
        let mut command = Command::new(&self.program);
        command.args(&self.args).args(["get", host]).stdin(Stdio::null()).kill_on_drop(true);
        let output = tokio::time::timeout(PATIENCE, command.output())
            .await
            .map_err(|_| failed("it does not end".to_owned()))?
            .map_err(|error| failed(error.to_string()))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(failed(format!("{}. It said: {}", output.status, said.trim())));
        }
        let answer: BTreeMap<String, serde_json::Value> = serde_json::from_slice(&output.stdout)
            .map_err(|_| failed("its answer is no JSON object".to_owned()))?;
        Ok(answer.get("token").and_then(serde_json::Value::as_str).map(str::to_owned))
    }
}
