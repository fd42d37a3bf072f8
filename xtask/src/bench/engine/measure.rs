//! Processor time and peak memory of one run of a program, by the bench program, and the run of a whole shape.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::shapes;

/// The operations in the order in which they are measured.
pub(super) const OPERATIONS: &[&str] = &["validate", "plan", "apply", "no-op plan", "show -json", "destroy"];

/// What a run took.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Cell {
    /// It ended well.
    Took { cpu_ms: f64, peak_mb: f64 },
    /// It was stopped at the time limit.
    TooLong,
    /// It failed, or an operation before it did.
    Failed,
}

/// A program that is measured.
pub(super) struct Program {
    pub(super) name: &'static str,
    pub(super) path: PathBuf,
}

/// Measures every operation on a shape; after one that failed or took too long the others are not tried.
pub(super) fn shape(
    bench: &Path,
    program: &Program,
    shape: &str,
    n: usize,
    cap_seconds: u64,
) -> Result<Vec<Cell>, String> {
    let folder =
        std::env::temp_dir().join(format!("cairn-bench-{}-{}-{shape}", std::process::id(), program.name));
    let _ = fs::remove_dir_all(&folder);
    shapes::write(shape, n, &folder)?;
    let cells = operations(bench, program, &folder, shape, cap_seconds);
    // Left-over files in the system's temporary directory harm nobody.
    let _ = fs::remove_dir_all(&folder);
    cells
}

fn operations(
    bench: &Path,
    program: &Program,
    folder: &Path,
    shape: &str,
    cap_seconds: u64,
) -> Result<Vec<Cell>, String> {
    if shape.starts_with("mod") {
        // Modules must be installed; that is not measured.
        run(bench, program, &["init", "-input=false"], folder, cap_seconds)?;
    }
    let mut cells = Vec::new();
    for operation in OPERATIONS {
        let args: &[&str] = match *operation {
            "validate" => &["validate"],
            "apply" => &["apply", "-auto-approve", "-input=false"],
            "show -json" => &["show", "-json"],
            "destroy" => &["destroy", "-auto-approve", "-input=false"],
            _ => &["plan", "-input=false"],
        };
        let stopped = cells.last().is_some_and(|cell| !matches!(cell, Cell::Took { .. }));
        let cell = if stopped { Cell::Failed } else { run(bench, program, args, folder, cap_seconds)? };
        cells.push(cell);
    }
    Ok(cells)
}

/// One run. The bench program measures its only child, so that nothing else is counted.
fn run(
    bench: &Path,
    program: &Program,
    args: &[&str],
    folder: &Path,
    cap_seconds: u64,
) -> Result<Cell, String> {
    let limit = format!("{cap_seconds}");
    let output = Command::new("timeout")
        .arg(&limit)
        .arg(bench)
        .args(["run", "1"])
        .arg(&program.path)
        .args(args)
        .current_dir(folder)
        .env("TF_CLI_CONFIG_FILE", "/dev/null")
        .env("CHECKPOINT_DISABLE", "1")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("timeout: {error}"))?;
    // `timeout` ends with 124 when it had to stop the program.
    if output.status.code() == Some(124) {
        return Ok(Cell::TooLong);
    }
    Ok(cell(&String::from_utf8_lossy(&output.stdout)))
}

fn cell(text: &str) -> Cell {
    let get = |name: &str| -> Option<f64> {
        text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
    };
    match (get("cpu_ms "), get("peak_mb "), get("exit_code ")) {
        (Some(cpu_ms), Some(peak_mb), Some(0.0)) => Cell::Took { cpu_ms, peak_mb },
        _ => Cell::Failed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_read() {
        let took = Cell::Took { cpu_ms: 12.5, peak_mb: 3.0 };
        assert_eq!(cell("cpu_ms 12.5\npeak_mb 3\nexit_code 0\n"), took);
        assert_eq!(cell("cpu_ms 12.5\npeak_mb 3\nexit_code 1\n"), Cell::Failed);
        assert_eq!(cell(""), Cell::Failed);
    }
}
