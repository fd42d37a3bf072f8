//! Processor time and memory of a program apart from those of the processes it starts.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;

use crate::Measures;

/// How often memory is looked at. A provider written in Go needs several times as long to start.
const INTERVAL: Duration = Duration::from_millis(4);

/// Linux counts a process's times for others in hundredths of a second, whatever it uses itself.
const TICK_MS: f64 = 10.0;

/// What is known of a process that the program started.
#[derive(Default)]
struct Seen {
    cpu_ticks: f64,
}

/// Runs a program once, with its output thrown away, and looks at it and its children while it runs.
pub(crate) fn measure(program: &str, args: &[&str]) -> Result<Measures, String> {
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| format!("{program}: {error}"))?;
    let pid = child.id();
    let mut started: BTreeMap<u32, Seen> = BTreeMap::new();
    let (mut own_peak, mut sum_peak, mut most_alive) = (0.0_f64, 0.0_f64, 0);
    let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
    loop {
        // Ended but not yet waited for: its times can still be read.
        let status =
            waitid(Id::Pid(Pid::from_raw(pid as i32)), flags).map_err(|error| format!("waitid: {error}"))?;
        if status != WaitStatus::StillAlive {
            break;
        }
        let own = resident_mb(pid);
        own_peak = own_peak.max(own);
        let children = descendants(pid);
        most_alive = most_alive.max(children.len());
        let mut sum = own;
        for child in children {
            sum += resident_mb(child);
            let seen = started.entry(child).or_default();
            seen.cpu_ticks = seen.cpu_ticks.max(ticks(child).unwrap_or(0.0));
        }
        sum_peak = sum_peak.max(sum);
        thread::sleep(INTERVAL);
    }
    let own_ticks = ticks(pid).ok_or("the times of the process cannot be read from /proc")?;
    let code = child.wait().map_err(|error| format!("{program}: {error}"))?.code().unwrap_or(-1);
    let children_ticks: f64 = started.values().map(|seen| seen.cpu_ticks).sum();
    Ok(vec![
        ("own_cpu_ms", own_ticks * TICK_MS),
        ("children_cpu_ms", children_ticks * TICK_MS),
        ("own_peak_mb", own_peak),
        ("sum_peak_mb", sum_peak),
        ("starts", started.len() as f64),
        ("alive", most_alive as f64),
        ("exit_code", f64::from(code)),
    ])
}

/// Everything that a process started, and what that started.
fn descendants(pid: u32) -> Vec<u32> {
    let mut found = Vec::new();
    let mut open = vec![pid];
    while let Some(pid) = open.pop() {
        // A child belongs to the thread that started it.
        for thread in fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten() {
            let text = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
            let children = text.split_whitespace().filter_map(|pid| pid.parse::<u32>().ok());
            let before = found.len();
            found.extend(children);
            open.extend_from_slice(&found[before..]);
        }
    }
    found
}

/// The memory of a process that is there now, in megabytes; what cannot be read any more is none.
fn resident_mb(pid: u32) -> f64 {
    const PAGE: f64 = 4096.0;
    let text = fs::read_to_string(format!("/proc/{pid}/statm")).unwrap_or_default();
    text.split(' ').nth(1).and_then(|pages| pages.parse::<f64>().ok()).unwrap_or(0.0) * PAGE / 1e6
}

/// Processor time of a process itself, in ticks of the system.
fn ticks(pid: u32) -> Option<f64> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name is in brackets and may hold anything; what follows the last bracket is fields.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    Some(fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_and_its_child() {
        let script = "x=0; while [ $x -lt 50000 ]; do x=$((x+1)); done; sleep 0.1; exit 3";
        let measures: BTreeMap<_, _> = measure("sh", &["-c", script]).unwrap().into_iter().collect();
        assert_eq!(measures["exit_code"], 3.0);
        assert_eq!((measures["starts"], measures["alive"]), (1.0, 1.0));
        assert!(measures["own_cpu_ms"] >= 10.0, "{measures:?}");
        assert!(measures["sum_peak_mb"] >= measures["own_peak_mb"] && measures["own_peak_mb"] > 0.1);
    }
}
