//! `cargo xtask acceptance SUITE`: published Go test suites, unmodified, with `cairn` as the command-line program
//! that they drive; every test that passes with terraform must pass. `readers` are programs that read our JSON.

mod baseline;
mod events;
mod readers;
mod suites;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use baseline::Baseline;
use events::{Outcomes, Word};
use suites::{Prepared, SUITES, Suite};

use crate::Outcome;
use crate::oracle::language::tools::cairn_binary;

const HELP: &str = "\
Usage: cargo xtask acceptance SUITE... [OPTIONS]

Suites:
  time            acceptance tests of the time provider
  exec            end-to-end tests of terraform-exec: every command, its flags and its JSON
  plugin-testing  the tests of the provider test harness that call a command-line program
  all             these three
  readers         checkov, terraform-compliance and conftest on our JSON, cdktf; has options of its own

Options:
  --binary PATH   the program to drive (or CAIRN_BIN; default: build cairn)
  --run PATTERN   only tests whose name matches, as `go test -run`
  --level X.Y.Z   the Terraform level that cairn reports (default: its own)
  --verbose       print what failed tests said
  --record        write the tests that pass into spec/acceptance/ (with terraform as the program; with
                  --level what the level adds)
  --help          this text";

/// What was asked for.
#[derive(Default)]
struct Options {
    binary: Option<PathBuf>,
    run: Option<String>,
    level: Option<String>,
    verbose: bool,
    record: bool,
}

/// Runs suites and prints a table.
pub(crate) fn run(args: &[String]) -> Outcome {
    if let Some((first, rest)) = args.split_first()
        && first == "readers"
    {
        return readers::run(rest);
    }
    let mut options = Options::default();
    let mut wanted: Vec<&'static Suite> = Vec::new();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "-h" | "--help" => {
                println!("{HELP}");
                return Ok(true);
            }
            "--binary" => options.binary = Some(value()?.into()),
            "--run" => options.run = Some(value()?),
            "--level" => options.level = Some(value()?),
            "--verbose" => options.verbose = true,
            "--record" => options.record = true,
            "all" => wanted.extend(SUITES),
            name => match SUITES.iter().find(|suite| suite.name == name) {
                Some(suite) => wanted.push(suite),
                None => return Err(format!("there is no suite or option {name:?}; see --help")),
            },
        }
    }
    if wanted.is_empty() {
        println!("{HELP}");
        return Ok(false);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask has no parent directory")?;
    let binary = cairn_binary(options.binary.take(), root)?;
    let mut lines = Vec::new();
    let mut good = true;
    for suite in wanted {
        let (line, fine) = one(suite, &binary, &options, root)?;
        lines.push(line);
        good &= fine;
    }
    println!("\n{:<16}{:>8}{:>8}{:>8}{:>8}{:>10}", "suite", "passed", "failed", "skipped", "lost", "seconds");
    lines.iter().for_each(|line| println!("{line}"));
    Ok(good)
}

/// Runs the suite `time` as a part of the tests, where Go and its modules are to be had.
pub(crate) fn run_if_possible(args: &[String]) -> Outcome {
    let name = "time";
    let suite = SUITES.iter().find(|suite| suite.name == name).ok_or("there is no suite time")?;
    match suite.fetch() {
        Ok(_) => run(&[&[name.to_owned()], args].concat()),
        Err(reason) => {
            println!("************ SKIPPED: acceptance {name} was NOT run ************\n{reason}");
            Ok(true)
        }
    }
}

/// Runs one suite; its line of the table, and whether nothing is lost.
fn one(
    suite: &'static Suite,
    binary: &Path,
    options: &Options,
    root: &Path,
) -> Result<(String, bool), String> {
    let prepared = Prepared::new(suite.fetch()?, binary, options.level.as_deref())?;
    let start = Instant::now();
    let mut outcomes = Outcomes::default();
    for package in suite.packages {
        prepared.run(package, options.run.as_deref(), &mut outcomes)?;
    }
    let seconds = start.elapsed().as_secs_f64();
    let named: BTreeMap<String, Word> = outcomes.named(&prepared.version);
    for (name, word) in named.iter().filter(|(_, word)| **word == Word::Fail) {
        println!("{word} {name}");
        if options.verbose {
            outcomes.said(name).lines().for_each(|line| println!("    {line}"));
        }
    }
    let baseline = Baseline::new(root.join("spec/acceptance"), suite.name, options.level.as_deref())?;
    if options.record {
        baseline.record(&named)?;
    }
    let lost = baseline.lost(&named, options.run.is_some())?;
    for name in &lost {
        println!("lost {name}");
    }
    let count = |wanted: Word| named.values().filter(|word| **word == wanted).count();
    let line = format!(
        "{:<16}{:>8}{:>8}{:>8}{:>8}{seconds:>10.1}",
        suite.name,
        count(Word::Pass),
        count(Word::Fail),
        count(Word::Skip),
        lost.len(),
    );
    Ok((line, lost.is_empty() && !named.is_empty()))
}
