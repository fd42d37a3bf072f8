//! The tools, by name and version from the registries of their languages, each in a folder of its own in the cache.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::golang::{cache, go};

const CHECKOV: &str = "checkov==3.3.30";
const COMPLIANCE: &str = "terraform-compliance==1.16.0";
const CONFTEST: &str = "github.com/open-policy-agent/conftest@v0.71.1";
const CDKTF: &[&str] = &["cdktf@0.21.0", "constructs@10.8.1"];

/// The program of checkov.
pub(super) fn checkov() -> Result<PathBuf, String> {
    python("checkov", CHECKOV)
}

/// The program of terraform-compliance.
pub(super) fn compliance() -> Result<PathBuf, String> {
    python("terraform-compliance", COMPLIANCE)
}

/// The program of conftest.
pub(super) fn conftest() -> Result<PathBuf, String> {
    let folder = installed(CONFTEST, |folder| {
        go(folder, &["install", "-trimpath", CONFTEST], &[("GOBIN", folder)]).map(drop)
    })?;
    Ok(folder.join("conftest"))
}

/// The folder with the modules that a cdktf program needs.
pub(super) fn cdktf() -> Result<PathBuf, String> {
    let folder = installed(&CDKTF.join("-"), |folder| {
        // npm looks for a package in the folders above if there is none here.
        fs::write(folder.join("package.json"), "{ \"private\": true }\n")
            .map_err(|error| format!("{}: {error}", folder.display()))?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-audit", "--no-fund", "--ignore-scripts"]).args(CDKTF).current_dir(folder);
        quiet(&mut npm)
    })?;
    Ok(folder.join("node_modules"))
}

/// A program of a Python package; each has an environment of its own, because they ask for different releases of
/// the same libraries.
fn python(program: &str, package: &str) -> Result<PathBuf, String> {
    let folder = installed(package, |folder| {
        quiet(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
        quiet(Command::new(folder.join("bin/pip")).args(["install", "--quiet", "--prefer-binary", package]))
    })?;
    Ok(folder.join("bin").join(program))
}

/// The folder of something that is installed once; one that was left half done is begun anew.
fn installed(what: &str, install: impl FnOnce(&Path) -> Result<(), String>) -> Result<PathBuf, String> {
    let folder = cache()?.join("readers").join(what.replace(['/', '@', '='], "-"));
    let done = folder.join(".installed");
    if !done.is_file() {
        eprintln!("installing {what} (minutes)");
        let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(failed)?;
        }
        fs::create_dir_all(&folder).map_err(failed)?;
        install(&folder)?;
        fs::write(&done, "").map_err(failed)?;
    }
    Ok(folder)
}

/// Runs a command that says something only if it fails.
fn quiet(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().display().to_string();
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{name} is needed and could not be run: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("{name} failed:\n{}", String::from_utf8_lossy(&output.stderr).trim()))
}
