//! The CLI configuration: `~/.terraformrc` and what stands beside it, and the environment that wins over both.

mod decode;
mod environment;
mod installation;
mod text;

use std::collections::BTreeMap;
use std::path::PathBuf;

use addrs::Provider;
use diag::{Diagnostic, Diagnostics};

pub use environment::Environment;
pub use installation::{Method, MethodKind, Pattern};

/// Settings of a user, for all configurations.
#[derive(Clone, Debug, Default)]
pub struct CliConfig {
    /// Packages that all folders share.
    pub plugin_cache_dir: Option<PathBuf>,
    /// Whether a shared package may be used that the lock file says nothing of.
    pub cache_may_break_lock_file: bool,
    /// Services of hosts, which are then not asked for them.
    pub hosts: BTreeMap<String, BTreeMap<String, String>>,
    /// Tokens by host.
    pub credentials: BTreeMap<String, String>,
    /// A program that knows more tokens.
    pub credentials_helper: Option<CredentialsHelper>,
    /// Folders whose programs are used instead of installed packages.
    pub dev_overrides: BTreeMap<Provider, PathBuf>,
    /// Where packages come from; nothing where nothing is said.
    pub installation: Option<Vec<Method>>,
}

/// A program that knows tokens: `terraform-credentials-NAME`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CredentialsHelper {
    /// The last part of its name.
    pub name: String,
    /// What it is called with before the verb.
    pub args: Vec<String>,
}

impl CliConfig {
    /// Reads the files of a user. What is wrong with them stops nobody: it is told, and the rest counts.
    pub fn load(environment: &Environment) -> (Self, Diagnostics) {
        let mut diags = Diagnostics::new();
        let mut decoder = decode::Decoder::new(environment);
        for path in environment.config_files(&mut diags) {
            match std::fs::read_to_string(&path) {
                Ok(text) => match text::parse(&text) {
                    Ok(items) => decoder.file(items, &mut diags),
                    Err(error) => {
                        let summary = format!("Error parsing {}: {error}", path.display());
                        diags.push(Diagnostic::error(summary, ""));
                    }
                },
                Err(error) => {
                    let summary =
                        format!("Error reading {}: {error}", path.display(), error = diag::reason(&error));
                    diags.push(Diagnostic::error(summary, ""));
                }
            }
        }
        let mut config = decoder.finish(&mut diags);
        environment.override_config(&mut config);
        if let Some(dir) = &config.plugin_cache_dir
            && !dir.is_dir()
        {
            let summary = format!("The specified plugin cache dir {} cannot be opened", dir.display());
            diags.push(Diagnostic::error(summary, "It is not used. Make the folder, or name another one."));
            config.plugin_cache_dir = None;
        }
        (config, diags)
    }
}
