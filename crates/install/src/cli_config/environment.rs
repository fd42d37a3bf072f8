//! What the environment says about the CLI configuration. The variables are handed in.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use diag::{Diagnostic, Diagnostics};

use super::CliConfig;

/// The part of the environment that matters here.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// All variables.
    pub variables: BTreeMap<String, String>,
    /// The folder that the program was started in, before `-chdir`.
    pub working_dir: PathBuf,
}

impl Environment {
    /// A variable that is not empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// The folder of the user.
    pub fn home(&self) -> Option<&Path> {
        self.get("HOME").map(Path::new)
    }

    /// The folder of a user's settings and plugins.
    pub fn config_dir(&self) -> Option<PathBuf> {
        Some(self.home()?.join(".terraform.d"))
    }

    /// The files of the configuration, the first wins.
    pub(super) fn config_files(&self, diags: &mut Diagnostics) -> Vec<PathBuf> {
        let named = self.get("TF_CLI_CONFIG_FILE").or_else(|| self.get("TERRAFORM_CONFIG"));
        if let Some(named) = named {
            let path = self.working_dir.join(named);
            if path.exists() {
                return vec![path];
            }
            let detail = format!("The CLI configuration file {} does not exist.", path.display());
            diags.push(Diagnostic::warning("Unable to open CLI configuration file", detail));
            return Vec::new();
        }
        let Some(home) = self.home() else { return Vec::new() };
        let main = [home.join(".terraformrc"), home.join(".tofurc")].into_iter().find(|path| path.exists());
        let beside = std::fs::read_dir(home.join(".terraform.d")).into_iter().flatten().flatten();
        let mut beside: Vec<PathBuf> = beside
            .filter(|entry| {
                let name = entry.file_name();
                let name = name.to_string_lossy();
                name.ends_with(".tfrc") || name.ends_with(".tfrc.json")
            })
            .map(|entry| entry.path())
            .collect();
        beside.sort();
        main.into_iter().chain(beside).collect()
    }

    /// What variables say wins over files.
    pub(super) fn override_config(&self, config: &mut CliConfig) {
        if let Some(dir) = self.get("TF_PLUGIN_CACHE_DIR") {
            config.plugin_cache_dir = Some(self.working_dir.join(dir));
        }
        if let Some(value) = self.get("TF_PLUGIN_CACHE_MAY_BREAK_DEPENDENCY_LOCK_FILE") {
            config.cache_may_break_lock_file = value != "0";
        }
        for (name, token) in &self.variables {
            if let Some(host) = name.strip_prefix("TF_TOKEN_").filter(|host| !host.is_empty()) {
                // Two underscores are a dash, one is a dot: neither can be in a variable's name.
                let host = host.replace("__", "-").replace('_', ".").to_lowercase();
                config.credentials.insert(host, token.clone());
            }
        }
    }

    /// A path with variables and `~` in it.
    pub(super) fn expand(&self, text: &str) -> PathBuf {
        let mut expanded = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('$') {
            expanded.push_str(&rest[..at]);
            let after = &rest[at + 1..];
            let (name, used) = match after.strip_prefix('{').and_then(|inside| inside.split_once('}')) {
                Some((name, _)) => (name, name.len() + 2),
                None => {
                    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
                    let end = after.find(|c| !is_part(c)).unwrap_or(after.len());
                    (&after[..end], end)
                }
            };
            expanded.push_str(self.get(name).unwrap_or_default());
            rest = &after[used..];
        }
        expanded.push_str(rest);
        match (expanded.strip_prefix("~/"), self.home()) {
            (Some(below), Some(home)) => home.join(below),
            _ => self.working_dir.join(expanded),
        }
    }
}
