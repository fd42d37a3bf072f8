//! State in files of the local disk, shared with Terraform and OpenTofu: same paths, same lock.

mod index;
#[cfg(test)]
mod index_tests;
mod os_lock;
mod replace;
mod store;
#[cfg(test)]
mod tests;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::workspace::{DEFAULT_WORKSPACE, is_workspace_name};
use crate::{Backend, StateStore, StoreError};
use store::{Backup, LocalStore, Paths};

/// What the configuration and the command line say about local state.
#[derive(Clone, Debug, Default)]
pub struct LocalOptions {
    /// `path` of the configuration; `terraform.tfstate` if nothing is said.
    pub path: Option<PathBuf>,
    /// `workspace_dir` of the configuration; `terraform.tfstate.d` if nothing is said.
    pub workspace_dir: Option<PathBuf>,
    /// `-state`: where state is read, whatever the workspace.
    pub state: Option<PathBuf>,
    /// `-state-out`: where state is written; where it is read if nothing is said.
    pub state_out: Option<PathBuf>,
    /// `-backup`: where the old version goes; `-` for nowhere.
    pub backup: Option<PathBuf>,
    /// When the old version is one to keep: the time becomes a part of its name, so that no later one replaces it.
    pub kept_at: Option<u64>,
}

/// State in local files.
#[derive(Clone, Debug)]
pub struct LocalBackend {
    base: PathBuf,
    options: LocalOptions,
}

impl LocalBackend {
    /// In a working directory, which paths are relative to.
    pub fn new(base: impl Into<PathBuf>, options: LocalOptions) -> Self {
        Self { base: base.into(), options }
    }

    /// Moves the state of the default workspace to its backup, with nothing left in its place. Call it under the lock.
    pub fn retire(&self) -> io::Result<()> {
        let path = self.base.join(self.usual_path(DEFAULT_WORKSPACE));
        fs::rename(&path, replace::with_suffix(&path, ".backup"))?;
        index::forget(&path);
        Ok(())
    }

    fn workspace_dir(&self) -> PathBuf {
        let dir = self.options.workspace_dir.as_deref().unwrap_or(Path::new("terraform.tfstate.d"));
        self.base.join(dir)
    }

    /// Where a workspace has its state if the command line says nothing, whether its name can be one or not.
    pub fn usual_path(&self, workspace: &str) -> PathBuf {
        let path = self.options.path.as_deref().unwrap_or(Path::new("terraform.tfstate"));
        let dir = self.options.workspace_dir.as_deref().unwrap_or(Path::new("terraform.tfstate.d"));
        if workspace == DEFAULT_WORKSPACE {
            path.to_owned()
        } else {
            dir.join(workspace).join("terraform.tfstate")
        }
    }
}

/// An argument of the backend that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadArgument {
    /// Its name.
    pub name: &'static str,
    /// Fixed words.
    pub summary: String,
    /// What is wrong.
    pub detail: String,
}

/// What is wrong with the arguments of the backend.
pub fn bad_local_arguments<'a>(given: impl Fn(&str) -> Option<&'a str>) -> Vec<BadArgument> {
    let paths = [("path", "state file"), ("workspace_dir", "workspace directory")];
    let empty = paths.into_iter().filter(|(name, _)| given(name) == Some(""));
    let bad = |(name, what)| BadArgument {
        name,
        summary: format!("Invalid local {what} path"),
        detail: format!("The {name:?} attribute value must not be empty."),
    };
    empty.map(bad).collect()
}

impl Backend for LocalBackend {
    fn workspaces(&self) -> Result<Vec<String>, StoreError> {
        let dir = self.workspace_dir();
        let fail = StoreError::io("The workspaces cannot be listed in", &dir);
        let mut names = match list(&dir) {
            Ok(names) => names,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(fail(error)),
        };
        names.retain(|name| name != DEFAULT_WORKSPACE);
        names.sort();
        names.insert(0, DEFAULT_WORKSPACE.to_owned());
        Ok(names)
    }

    fn create_workspace(&self, name: &str) -> Result<(), StoreError> {
        if !is_workspace_name(name) {
            return Err(StoreError::WorkspaceName(name.to_owned()));
        }
        let dir = self.workspace_dir();
        if name == DEFAULT_WORKSPACE || dir.join(name).exists() {
            return Err(StoreError::WorkspaceExists(name.to_owned()));
        }
        let dir = dir.join(name);
        fs::create_dir_all(&dir)
            .map_err(StoreError::io("The directory of the workspace cannot be made:", &dir))
    }

    fn delete_workspace(&self, name: &str) -> Result<(), StoreError> {
        if name == DEFAULT_WORKSPACE {
            return Err(StoreError::DefaultWorkspace);
        }
        if !is_workspace_name(name) {
            return Err(StoreError::WorkspaceName(name.to_owned()));
        }
        let dir = self.workspace_dir().join(name);
        match fs::remove_dir_all(&dir) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Err(StoreError::NoWorkspace(name.to_owned()))
            }
            Err(error) => {
                Err(StoreError::io("The directory of the workspace cannot be deleted:", &dir)(error))
            }
        }
    }

    fn open(&self, workspace: &str) -> Result<Box<dyn StateStore>, StoreError> {
        if !is_workspace_name(workspace) {
            return Err(StoreError::WorkspaceName(workspace.to_owned()));
        }
        let shown = self.options.state.clone().unwrap_or_else(|| self.usual_path(workspace));
        let shown_out = self.options.state_out.clone().unwrap_or_else(|| shown.clone());
        let kept = self.options.kept_at.map(Backup::Kept);
        let backup =
            match &self.options.backup {
                // What is kept for good is kept whatever is asked for.
                Some(path) if path.as_os_str() == "-" => kept,
                Some(path) => Some(Backup::At(self.base.join(path))),
                None => Some(kept.unwrap_or_else(|| {
                    Backup::At(self.base.join(replace::with_suffix(&shown_out, ".backup")))
                })),
            };
        Ok(Box::new(LocalStore::new(Paths {
            read: self.base.join(&shown),
            write: self.base.join(&shown_out),
            shown: shown_out,
            backup,
        })))
    }
}

/// The directories in a directory.
fn list(dir: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        if let (true, Ok(name)) = (entry.path().is_dir(), entry.file_name().into_string()) {
            names.push(name);
        }
    }
    Ok(names)
}
