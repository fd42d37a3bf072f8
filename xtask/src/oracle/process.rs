//! Runs one program with text on its standard input, a clean environment and a time limit.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const TIME_LIMIT: Duration = Duration::from_secs(60);

/// What a finished program left behind.
pub(crate) struct Output {
    /// Standard output, with invalid UTF-8 replaced.
    pub(crate) stdout: String,
    /// Standard error, with invalid UTF-8 replaced.
    pub(crate) stderr: String,
    /// The exit code; `None` after a signal or when the time limit was reached.
    pub(crate) code: Option<i32>,
    /// Whether the program was killed at the time limit.
    pub(crate) timed_out: bool,
}

/// Runs `program args…` in `directory` and waits for it, at most a minute.
///
/// Only the variables that make answers reproducible are passed on: a user's own `TF_*` settings, home
/// directory or time zone must not show in recorded answers.
pub(crate) fn run(program: &Path, args: &[&str], directory: &Path, stdin: &str) -> Result<Output, String> {
    run_with(program, args, directory, stdin, &[])
}

/// As [`run`], with further variables.
pub(crate) fn run_with(
    program: &Path,
    args: &[&str],
    directory: &Path,
    stdin: &str,
    variables: &[(String, String)],
) -> Result<Output, String> {
    run_within(TIME_LIMIT, program, args, directory, stdin, variables)
}

/// As [`run_with`], with another time limit.
pub(crate) fn run_within(
    limit: Duration,
    program: &Path,
    args: &[&str],
    directory: &Path,
    stdin: &str,
    variables: &[(String, String)],
) -> Result<Output, String> {
    let mut child = Command::new(program)
        .args(args)
        .current_dir(directory)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .env("HOME", "/home/spec")
        .env("TZ", "UTC")
        .env("LC_ALL", "C.UTF-8")
        .env("TF_CLI_CONFIG_FILE", "/dev/null")
        .env("CHECKPOINT_DISABLE", "1")
        .envs(variables.iter().map(|(name, value)| (name, value)))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{}: {error}", program.display()))?;

    let stdout = drain(child.stdout.take());
    let stderr = drain(child.stderr.take());
    if let Some(mut pipe) = child.stdin.take() {
        // A program may end without reading its input; its answer counts all the same.
        let _ = pipe.write_all(stdin.as_bytes());
    }
    let (code, timed_out) =
        wait(&mut child, limit).map_err(|error| format!("{}: {error}", program.display()))?;
    let collect = |reader: thread::JoinHandle<String>| reader.join().unwrap_or_default();
    Ok(Output { stdout: collect(stdout), stderr: collect(stderr), code, timed_out })
}

/// Reads a pipe to its end on a thread of its own, so that neither pipe can fill up and block the program.
fn drain(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn wait(child: &mut Child, limit: Duration) -> std::io::Result<(Option<i32>, bool)> {
    let start = Instant::now();
    let mut pause = Duration::from_micros(500);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((status.code(), false));
        }
        if start.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok((None, true));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_input_and_collects_both_outputs() {
        let output =
            run(Path::new("sh"), &["-c", "cat; echo oops >&2; exit 3"], Path::new("/"), "hello").unwrap();
        assert_eq!((output.stdout.as_str(), output.stderr.as_str()), ("hello", "oops\n"));
        assert_eq!((output.code, output.timed_out), (Some(3), false));
    }

    #[test]
    fn a_missing_program_is_an_error() {
        assert!(run(Path::new("/no/such/program"), &[], Path::new("/"), "").is_err());
    }
}
