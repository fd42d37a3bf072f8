//! Processor time and peak memory of one run of a program, by the bench program, and the run of a whole shape.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::goals::FLOOR_MS;
use super::shapes;

/// The operations in the order in which they are measured.
pub(super) const OPERATIONS: &[&str] = &["validate", "plan", "apply", "no-op plan", "show -json", "destroy"];

/// Those of them that need no state and write none.
pub(super) const STATELESS: &[&str] = &["validate", "plan"];

/// An operation is run so often at most; of many runs one is hardly disturbed by what else the machine does.
const ROUNDS: usize = 40;

/// And so often at least if it ends well.
const LEAST_ROUNDS: usize = 3;

/// A shape that took more time in user mode than this in all its rounds is not run more often than it must.
const ROUNDS_MS: f64 = 3000.0;

/// A sample of a size has at most so many runs.
const SAMPLE_RUNS: usize = 12;

/// And no more when each operation took so much time in them.
const SAMPLE_MS: f64 = 200.0;

/// What took longer than this is not repeated: noise of the machine evens out while it runs.
const LONG_MS: f64 = 60_000.0;

/// Processor time of the runs of one operation, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Times {
    /// The least that a run took in both modes.
    pub(super) least: f64,
    /// What all runs took in user mode.
    user: f64,
    /// What all runs took in both modes.
    all: f64,
    /// How many there were.
    runs: f64,
}

impl Times {
    /// Of a single run.
    pub(super) fn once(user: f64, system: f64) -> Self {
        Self { least: user + system, user, all: user + system, runs: 1.0 }
    }

    /// Of these runs and others.
    fn and(self, other: Self) -> Self {
        Self {
            least: self.least.min(other.least),
            user: self.user + other.user,
            all: self.all + other.all,
            runs: self.runs + other.runs,
        }
    }

    /// The time of the best run in user mode. Linux divides the time of a run by where the clock finds it 250 times a
    /// second, which is a guess for one short run but not for many.
    pub(super) fn user(self) -> f64 {
        if self.all > 0.0 { self.least * self.user / self.all } else { 0.0 }
    }

    /// The time of a run in user mode on average.
    fn mean_user(self) -> f64 {
        self.user / self.runs
    }

    /// The time of the best run in system mode.
    pub(super) fn system(self) -> f64 {
        self.least - self.user()
    }
}

/// What an operation took.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Cell {
    /// It ended well.
    Took { times: Times, peak_mb: f64 },
    /// It was stopped at the limit of processor time, and had taken so much time in user mode and memory by then.
    TooLong { user_ms: f64, peak_mb: f64 },
    /// It failed, or an operation before it did.
    Failed,
}

impl Cell {
    /// Two measurements of the same: other work on the machine only adds, so that the least counts.
    pub(super) fn better(self, other: Cell) -> Cell {
        let (Cell::Took { times, peak_mb }, Cell::Took { times: more, peak_mb: others }) = (self, other)
        else {
            return self;
        };
        Cell::Took { times: times.and(more), peak_mb: peak_mb.min(others) }
    }

    /// What all runs took in both modes.
    fn sum(self) -> f64 {
        match self {
            Cell::Took { times, .. } => times.all,
            Cell::TooLong { user_ms, .. } => user_ms,
            Cell::Failed => f64::INFINITY,
        }
    }

    /// How many times as much time in user mode a run takes as one of another cell, on average; nothing where one failed.
    pub(super) fn times(self, other: Cell) -> Option<f64> {
        let (Cell::Took { times, .. }, Cell::Took { times: others, .. }) = (self, other) else { return None };
        // What is fast enough does not count.
        let is_fast = times.least < FLOOR_MS;
        Some(if is_fast { 0.0 } else { times.mean_user() / others.mean_user().max(FLOOR_MS / 4.0) })
    }

    /// What it took of the processor in user mode, which is compared; without an end for what failed.
    pub(super) fn user_ms(self) -> f64 {
        match self {
            Cell::Took { times, .. } => times.user(),
            Cell::TooLong { user_ms, .. } => user_ms,
            Cell::Failed => f64::INFINITY,
        }
    }
}

/// A program that is measured.
pub(super) struct Program {
    pub(super) name: &'static str,
    pub(super) path: PathBuf,
}

/// What is run: operations of a program on a shape of some size, each with a limit of processor time.
#[derive(Clone, Copy)]
pub(super) struct Case<'a> {
    pub(super) program: &'a Program,
    pub(super) shape: &'a str,
    pub(super) n: usize,
    pub(super) operations: &'a [&'a str],
    pub(super) cap_seconds: u64,
}

/// What is measured with what.
pub(super) struct Bench<'a> {
    /// The measuring program.
    pub(super) path: &'a Path,
    /// Ours, which makes the state where an oracle takes too long to make it.
    pub(super) cairn: &'a Program,
}

impl Bench<'_> {
    /// Measures operations on a shape, each the best of many runs where they are short.
    pub(super) fn shape(&self, case: Case<'_>) -> Result<Vec<Cell>, String> {
        let mut best: Vec<Cell> = Vec::new();
        let mut total = 0.0;
        for round in 1..=ROUNDS {
            let cells = self.once(case)?;
            total += cells.iter().map(|cell| cell.user_ms()).sum::<f64>();
            best = match best.is_empty() {
                true => cells,
                false => best.into_iter().zip(cells).map(|(first, next)| first.better(next)).collect(),
            };
            let ended = best.iter().all(|cell| matches!(cell, Cell::Took { .. }));
            if total > ROUNDS_MS && (round >= LEAST_ROUNDS || !ended || total > LONG_MS) {
                break;
            }
        }
        Ok(best)
    }

    /// Measures operations on a shape for one comparison with another size: as often as it takes for the sums of short
    /// times to mean something.
    pub(super) fn sample(&self, case: Case<'_>) -> Result<Vec<Cell>, String> {
        let mut sum = self.once(case)?;
        for _ in 1..SAMPLE_RUNS {
            let least = sum.iter().map(|cell| cell.sum()).fold(f64::INFINITY, f64::min);
            let all: f64 = sum.iter().map(|cell| cell.sum()).sum();
            if least > SAMPLE_MS || all > ROUNDS_MS {
                break;
            }
            sum = sum.into_iter().zip(self.once(case)?).map(|(first, next)| first.better(next)).collect();
        }
        Ok(sum)
    }

    /// Measures operations on a shape once.
    pub(super) fn once(&self, case: Case<'_>) -> Result<Vec<Cell>, String> {
        let folder = std::env::temp_dir().join(format!(
            "cairn-bench-{}-{}-{}",
            std::process::id(),
            case.program.name,
            case.shape
        ));
        let _ = fs::remove_dir_all(&folder);
        shapes::write(case.shape, case.n, &folder)?;
        let cells = self.round(case, &folder)?;
        // Left-over files in the system's temporary directory harm nobody.
        let _ = fs::remove_dir_all(&folder);
        Ok(cells)
    }

    /// One after the other; after one that failed the others are not tried.
    fn round(&self, case: Case<'_>, folder: &Path) -> Result<Vec<Cell>, String> {
        let Case { program, shape, operations, cap_seconds, .. } = case;
        if shape.starts_with("mod") {
            // Modules must be installed; that is not measured.
            self.run(program, &["init", "-input=false"], folder, cap_seconds)?;
        }
        let mut cells: Vec<Cell> = Vec::new();
        for operation in operations {
            if cells.contains(&Cell::Failed) {
                cells.push(Cell::Failed);
                continue;
            }
            let args = arguments(operation);
            let cell = self.run(program, args, folder, cap_seconds)?;
            if *operation == "apply" && matches!(cell, Cell::TooLong { .. }) {
                self.make_state(folder, args)?;
            }
            cells.push(cell);
        }
        Ok(cells)
    }

    /// Makes the state that an oracle had not the time to make: all read the same files.
    fn make_state(&self, folder: &Path, args: &[&str]) -> Result<(), String> {
        for left in ["terraform.tfstate", "terraform.tfstate.backup", ".terraform.tfstate.lock.info"] {
            // Not all of them are there.
            let _ = fs::remove_file(folder.join(left));
        }
        match self.run(self.cairn, args, folder, super::OUR_CAP)? {
            Cell::Took { .. } => Ok(()),
            _ => Err(format!("cairn cannot apply in {}", folder.display())),
        }
    }

    /// One run. The bench program measures its only child, so that nothing else is counted.
    fn run(&self, program: &Program, args: &[&str], folder: &Path, cap_seconds: u64) -> Result<Cell, String> {
        let output = Command::new(self.path)
            .args(["limited", &cap_seconds.to_string()])
            .arg(&program.path)
            .args(args)
            .current_dir(folder)
            .env("TF_CLI_CONFIG_FILE", "/dev/null")
            .env("CHECKPOINT_DISABLE", "1")
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("{}: {error}", self.path.display()))?;
        Ok(cell(&String::from_utf8_lossy(&output.stdout), cap_seconds))
    }
}

fn arguments(operation: &str) -> &'static [&'static str] {
    match operation {
        "validate" => &["validate"],
        "apply" => &["apply", "-auto-approve", "-input=false"],
        "show -json" => &["show", "-json"],
        "destroy" => &["destroy", "-auto-approve", "-input=false"],
        _ => &["plan", "-input=false"],
    }
}

fn cell(text: &str, cap_seconds: u64) -> Cell {
    let get = |name: &str| -> Option<f64> {
        text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
    };
    match (get("cpu_ms "), get("user_ms "), get("peak_mb "), get("exit_code ")) {
        (Some(cpu_ms), Some(user_ms), Some(peak_mb), Some(0.0)) => {
            Cell::Took { times: Times::once(user_ms, cpu_ms - user_ms), peak_mb }
        }
        // The system kills at the limit, by a clock of its own that can be ahead of what it counts in the end.
        (Some(cpu_ms), Some(user_ms), Some(peak_mb), Some(-1.0)) if cpu_ms >= cap_seconds as f64 * 800.0 => {
            Cell::TooLong { user_ms, peak_mb }
        }
        _ => Cell::Failed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn took(user: f64, system: f64, peak_mb: f64) -> Cell {
        Cell::Took { times: Times::once(user, system), peak_mb }
    }

    #[test]
    fn measures_are_read() {
        let text = |code: i32| format!("cpu_ms 12.5\nuser_ms 8\npeak_mb 3\nexit_code {code}\n");
        assert_eq!(cell(&text(0), 60), took(8.0, 4.5, 3.0));
        assert_eq!(cell(&text(1), 60), Cell::Failed);
        assert_eq!(cell(&text(-1), 60), Cell::Failed);
        let too_long = Cell::TooLong { user_ms: 50_000.0, peak_mb: 3.0 };
        assert_eq!(cell("cpu_ms 59990\nuser_ms 50000\npeak_mb 3\nexit_code -1\n", 60), too_long);
        assert_eq!(cell("", 60), Cell::Failed);
    }

    #[test]
    fn the_better_one_counts() {
        // The least time of a run, divided as all runs together were.
        let two = took(1.0, 5.0, 9.0).better(took(3.0, 1.0, 8.0));
        assert!((two.user_ms() - 4.0 * 4.0 / 10.0).abs() < 1e-9, "{two:?}");
        assert!(matches!(two, Cell::Took { peak_mb: 8.0, .. }), "{two:?}");
        assert_eq!(Cell::Failed.better(took(2.0, 4.0, 8.0)), Cell::Failed);
    }
}
