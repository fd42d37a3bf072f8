//! Functions on paths and files.

mod digests;
mod files;
mod fileset;
mod path;
mod paths;
#[cfg(test)]
mod tests;

pub(crate) use digests::{FILEBASE64SHA256, FILEBASE64SHA512, FILEMD5, FILESHA1, FILESHA256, FILESHA512};
pub(crate) use files::{FILE, FILEBASE64, FILEEXISTS, TEMPLATEFILE};
pub(crate) use fileset::FILESET;
pub(crate) use paths::{ABSPATH, BASENAME, DIRNAME, PATHEXPAND};

use std::io;
use std::path::PathBuf;

use crate::{Env, FileAccess, FunctionError, Param, ParamType};

const PATH: Param = Param::new("path", ParamType::String);

/// A path that may begin with `~` for the user's home folder.
fn expand_home(files: &dyn FileAccess, path: &str) -> Result<String, FunctionError> {
    let Some(rest) = path.strip_prefix('~') else { return Ok(path.to_owned()) };
    if !rest.is_empty() && !rest.starts_with(['/', '\\']) {
        return Err(FunctionError::new("cannot expand user-specific home dir"));
    }
    let home = files.home_dir().and_then(|home| home.to_str().map(str::to_owned));
    let home = home.ok_or_else(|| FunctionError::new("the user's home folder is not known"))?;
    Ok(path::join(&home, rest))
}

/// The path of a file named in the configuration, for opening it.
fn resolve(env: &Env<'_>, path: &str) -> Result<PathBuf, FunctionError> {
    let expanded = expand_home(env.files, path)?;
    if expanded.starts_with('/') {
        return Ok(path::clean(&expanded).into());
    }
    match env.files.base_dir().to_str() {
        Some(base) => Ok(path::join(base, &expanded).into()),
        None => Ok(env.files.base_dir().join(path::clean(&expanded))),
    }
}

/// What went wrong with a file, in the words of the system.
fn failure(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or directory".to_owned(),
        io::ErrorKind::IsADirectory => "is a directory".to_owned(),
        io::ErrorKind::NotADirectory => "not a directory".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    }
}
