//! Programs and sources that are published as Go modules, taken by name and version with the `go` command.

pub(crate) mod providers;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Where built programs and unpacked sources are kept between runs: `CAIRN_ORACLES`, or the user's cache.
pub(crate) fn cache() -> Result<PathBuf, String> {
    let given = std::env::var_os("CAIRN_ORACLES").map(PathBuf::from);
    let usual = || std::env::home_dir().map(|home| home.join(".cache/cairn-oracles"));
    given.or_else(usual).ok_or_else(|| "there is no home directory; set CAIRN_ORACLES".to_owned())
}

/// Runs `go` in a folder; what it prints on standard output.
pub(crate) fn go(folder: &Path, args: &[&str], variables: &[(&str, &Path)]) -> Result<String, String> {
    let output = Command::new("go")
        .args(args)
        .current_dir(folder)
        .envs(variables.iter().copied())
        .output()
        .map_err(|error| format!("go is needed and could not be run: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("go {} failed in {}:\n{said}", args.join(" "), folder.display()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What `go env NAME` says.
pub(crate) fn env(name: &str) -> Result<String, String> {
    Ok(go(Path::new("."), &["env", name], &[])?.trim().to_owned())
}

/// The sources of a module as published, in a folder of ours that may be written to.
pub(crate) fn sources(module: &str, folder: &Path) -> Result<(), String> {
    if folder.is_dir() {
        return Ok(());
    }
    let said = go(Path::new("/"), &["mod", "download", "-json", module], &[])?;
    let said: Value = serde_json::from_str(&said).map_err(|error| format!("go mod download: {error}"))?;
    let cached = said["Dir"].as_str().ok_or_else(|| format!("{module}: nothing was downloaded"))?;
    // A copy that was cut short must not be taken for the whole.
    let fresh = folder.with_extension(format!("new{}", std::process::id()));
    copy(Path::new(cached), &fresh).map_err(|error| format!("{}: {error}", fresh.display()))?;
    fs::rename(&fresh, folder).map_err(|error| format!("{}: {error}", folder.display()))
}

/// Copies a folder; the copies can be written to, whatever the originals say.
pub(crate) fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::write(&target, fs::read(entry.path())?)?;
        }
    }
    Ok(())
}
