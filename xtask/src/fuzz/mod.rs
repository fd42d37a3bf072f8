//! `cargo xtask fuzz`: runs the targets of the fuzz crate and reports runs, speed, parse rate and coverage.
//! Needs a nightly compiler and installs cargo-fuzz when it is missing; `cargo xtask test` does not come here.

mod log;
mod seeds;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Outcome;
use log::Summary;

const HELP: &str = "\
Usage: cargo xtask fuzz [TARGET...] [OPTIONS]

Runs the given targets, or all, one after the other. Logs and what was found are in fuzz/artifacts.

Options:
  --runs N       inputs per target (default 5000000)
  --max-len N    longest input in bytes (default: by target)
  --list         print the targets and stop
  --help         this text";

const CARGO_FUZZ: &str = "0.13.2";

/// A target of the fuzz crate.
struct Target {
    name: &'static str,
    /// Longest input in bytes. One byte of choices becomes several of text, and longer inputs take longer to
    /// run: these lengths let each target do some thousand runs a second.
    max_len: usize,
}

/// The targets, those first that need least of the other crates.
const TARGETS: &[Target] = &[
    Target { name: "msgpack", max_len: 200 },
    Target { name: "json_values", max_len: 200 },
    Target { name: "handshake", max_len: 60 },
    Target { name: "protobuf", max_len: 200 },
    Target { name: "archives", max_len: 80 },
    Target { name: "lock_file", max_len: 60 },
    Target { name: "registry", max_len: 60 },
    Target { name: "parser", max_len: 100 },
    Target { name: "fmt", max_len: 80 },
    Target { name: "json_syntax", max_len: 40 },
    Target { name: "yaml", max_len: 40 },
    Target { name: "eval", max_len: 40 },
];

struct Options {
    targets: Vec<&'static Target>,
    runs: u64,
    max_len: Option<usize>,
}

/// Runs the targets.
pub(crate) fn run(args: &[String]) -> Outcome {
    let Some(options) = parse_options(args)? else { return Ok(true) };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask has no parent directory")?;
    install()?;
    build(root)?;
    let seeds = seeds::Seeds::load(root)?;
    let mut summaries = Vec::new();
    for target in &options.targets {
        let (name, max_len) = (target.name, options.max_len.unwrap_or(target.max_len));
        let corpus = root.join("fuzz/corpus").join(name);
        let count = seeds.write(name, max_len, &corpus)?;
        println!("{name}: {count} seeds, {} runs", options.runs);
        let summary = fuzz(root, name, &corpus, options.runs, max_len)?;
        println!("{}", summary.line(name));
        summaries.push((name, summary));
    }
    println!("\n{}", Summary::HEADER);
    for (target, summary) in &summaries {
        println!("{}", summary.line(target));
    }
    let good = summaries.iter().filter(|(_, summary)| summary.is_good()).count();
    println!("{good} of {} targets without a finding, most of their inputs parsed", summaries.len());
    Ok(good == summaries.len())
}

fn parse_options(args: &[String]) -> Result<Option<Options>, String> {
    let mut options = Options { targets: Vec::new(), runs: 5_000_000, max_len: None };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut number = || -> Result<u64, String> {
            let value = args.next().ok_or_else(|| format!("{arg} needs a number"))?;
            value.replace('_', "").parse().map_err(|_| format!("{arg} needs a number, not {value:?}"))
        };
        match arg.as_str() {
            "-h" | "--help" => {
                println!("{HELP}");
                return Ok(None);
            }
            "--list" => {
                TARGETS.iter().for_each(|target| println!("{}", target.name));
                return Ok(None);
            }
            "--runs" => options.runs = number()?,
            "--max-len" => options.max_len = Some(usize::try_from(number()?).unwrap_or(usize::MAX)),
            name => {
                let target = TARGETS.iter().find(|target| target.name == name);
                options
                    .targets
                    .push(target.ok_or_else(|| format!("there is no target {name:?}; see --list"))?);
            }
        }
    }
    if options.targets.is_empty() {
        options.targets = TARGETS.iter().collect();
    }
    Ok(Some(options))
}

/// Cargo for the nightly toolchain, in the fuzz crate.
fn cargo_nightly(root: &Path) -> Command {
    let mut command = Command::new("rustup");
    command.args(["run", "nightly", "cargo"]).current_dir(root.join("fuzz"));
    // Variables of the stable toolchain that runs us, and a target directory of its own.
    for name in ["CARGO", "RUSTC", "RUSTUP_TOOLCHAIN", "CARGO_TARGET_DIR"] {
        command.env_remove(name);
    }
    command
}

fn install() -> Result<(), String> {
    let cargo = || {
        let mut command = Command::new("cargo");
        command.env_remove("CARGO_TARGET_DIR");
        command
    };
    let version = cargo().args(["fuzz", "--version"]).stderr(Stdio::null()).output();
    if version.is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    println!("installing cargo-fuzz {CARGO_FUZZ}");
    let status = cargo().args(["install", "cargo-fuzz", "--version", CARGO_FUZZ, "--locked"]).status();
    match status.map_err(|error| format!("cargo: {error}"))?.success() {
        true => Ok(()),
        false => Err("cargo-fuzz could not be installed".to_owned()),
    }
}

/// No sanitizer: there is no unsafe code to watch. No tracing of comparisons: derived inputs get past them without.
/// Together that gives several times as many runs per second.
const FLAGS: [&str; 3] = ["--sanitizer", "none", "--no-trace-compares"];

fn build(root: &Path) -> Result<(), String> {
    let status = cargo_nightly(root).args(["fuzz", "build"]).args(FLAGS).status();
    match status.map_err(|error| format!("rustup: {error}"))?.success() {
        true => Ok(()),
        false => Err("the fuzz targets do not build; is a nightly toolchain installed?".to_owned()),
    }
}

fn fuzz(root: &Path, target: &str, corpus: &Path, runs: u64, max_len: usize) -> Result<Summary, String> {
    let artifacts: PathBuf = root.join("fuzz/artifacts").join(target);
    fs::create_dir_all(&artifacts).map_err(|error| format!("{}: {error}", artifacts.display()))?;
    let log_path = root.join("fuzz/artifacts").join(format!("{target}.log"));
    let failed = |error: std::io::Error| format!("{}: {error}", log_path.display());
    let log = File::create(&log_path).map_err(failed)?;
    cargo_nightly(root)
        .args(["fuzz", "run"])
        .args(FLAGS)
        .arg(target)
        .arg(corpus)
        .arg("--")
        .arg(format!("-runs={runs}"))
        .arg(format!("-max_len={max_len}"))
        .arg(format!("-artifact_prefix={}/", artifacts.display()))
        // An input may take ten seconds and two gigabytes; more is a finding.
        .args(["-timeout=10", "-rss_limit_mb=2048", "-len_control=0", "-print_final_stats=1"])
        // Weighing and shrinking the corpus would take two thirds of the time.
        .args(["-entropic=0", "-reduce_inputs=0", "-reload=0"])
        .stdout(Stdio::null())
        .stderr(log)
        .status()
        .map_err(|error| format!("rustup: {error}"))?;
    let text = fs::read(&log_path).map_err(failed)?;
    Ok(Summary::read(&String::from_utf8_lossy(&text)))
}
