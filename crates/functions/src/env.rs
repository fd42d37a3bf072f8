//! What functions may know of the outside, handed in by the caller.

use std::io;
use std::path::{Path, PathBuf};

use smol_str::SmolStr;
use value::Value;

use crate::FunctionError;

/// Reading files.
pub trait FileAccess {
    /// The folder that relative paths are seen from.
    fn base_dir(&self) -> &Path;
    /// The user's home folder, for paths that begin with `~`.
    fn home_dir(&self) -> Option<PathBuf>;
    /// The current working folder, for `abspath`.
    fn current_dir(&self) -> io::Result<PathBuf>;
    /// The folder that the program was started in, before it went to another one: `path.cwd`.
    fn started_in(&self) -> io::Result<PathBuf> {
        self.current_dir()
    }
    /// The content of a file; the path is absolute or relative to the current folder.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
    /// Whether the path is there, and if so whether it is an ordinary file.
    fn is_file(&self, path: &Path) -> io::Result<Option<bool>>;
}

/// No files at all.
#[derive(Debug)]
pub struct NoFiles;

fn refused() -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, "files cannot be read here")
}

impl FileAccess for NoFiles {
    fn base_dir(&self) -> &Path {
        Path::new(".")
    }
    fn home_dir(&self) -> Option<PathBuf> {
        None
    }
    fn current_dir(&self) -> io::Result<PathBuf> {
        Err(refused())
    }
    fn read(&self, _path: &Path) -> io::Result<Vec<u8>> {
        Err(refused())
    }
    fn is_file(&self, _path: &Path) -> io::Result<Option<bool>> {
        Err(refused())
    }
}

/// Rendering templates, which needs the parser and evaluator.
pub trait Templates {
    /// Renders template text with the given variables. `name` is shown as the file in errors.
    fn render(&self, name: &str, text: &[u8], variables: &[(SmolStr, Value)])
    -> Result<Value, FunctionError>;
}

/// No templates at all.
#[derive(Debug)]
pub struct NoTemplates;

impl Templates for NoTemplates {
    fn render(
        &self,
        _name: &str,
        _text: &[u8],
        _variables: &[(SmolStr, Value)],
    ) -> Result<Value, FunctionError> {
        Err(FunctionError::new("templates cannot be rendered here"))
    }
}

/// The outside as functions see it.
#[derive(Clone, Copy)]
pub struct Env<'a> {
    /// Reading files.
    pub files: &'a dyn FileAccess,
    /// Rendering templates.
    pub templates: &'a dyn Templates,
    /// Whether functions whose result changes from call to call may run; during planning they
    /// give an unknown value instead.
    pub impure_allowed: bool,
    /// The time `plantimestamp` gives.
    pub plan_time: PlanTime<'a>,
}

/// When the plan was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanTime<'a> {
    /// There is no plan and will be none.
    Never,
    /// There will be one.
    NotYet,
    /// In RFC 3339.
    At(&'a str),
}

impl Env<'_> {
    /// No outside at all: for constant expressions and tests.
    pub fn nothing() -> Env<'static> {
        Env { files: &NoFiles, templates: &NoTemplates, impure_allowed: true, plan_time: PlanTime::Never }
    }
}
