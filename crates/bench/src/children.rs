//! Processor time and peak memory of another program.

use std::process::{Command, Stdio};

use nix::sys::resource::{Resource, setrlimit};

use crate::{Measures, clock};

/// Runs a program once, and kills it when it has used so many seconds of processor time.
pub(crate) fn measure_limited(seconds: &str, program: &str, args: &[&str]) -> Result<Measures, String> {
    let limit: u64 = seconds.parse().map_err(|_| format!("{seconds:?} is not a number of seconds"))?;
    // Children inherit it; we ourselves only wait.
    setrlimit(Resource::RLIMIT_CPU, limit, limit).map_err(|error| format!("setrlimit: {error}"))?;
    measure("1", program, args)
}

/// Runs a program some times, one after the other, with its output thrown away.
pub(crate) fn measure(count: &str, program: &str, args: &[&str]) -> Result<Measures, String> {
    let count: u32 = count.parse().map_err(|_| format!("{count:?} is not a number of runs"))?;
    let before = clock::children()?;
    let (before, before_user) = (clock::seconds_of(&before), clock::user_seconds_of(&before));
    let mut code = 0;
    for _ in 0..count {
        let status = Command::new(program)
            .args(args)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .map_err(|error| format!("{program}: {error}"))?;
        code = status.code().unwrap_or(-1);
    }
    let usage = clock::children()?;
    let seconds = (clock::seconds_of(&usage) - before) / f64::from(count.max(1));
    let user = (clock::user_seconds_of(&usage) - before_user) / f64::from(count.max(1));
    // Linux counts in KiB, and includes what a child shares with us before it becomes the program; we are small.
    let megabytes = usage.max_rss() as f64 * 1024.0 / 1e6;
    Ok(vec![
        ("cpu_ms", seconds * 1e3),
        ("user_ms", user * 1e3),
        ("peak_mb", megabytes),
        ("exit_code", f64::from(code)),
    ])
}
