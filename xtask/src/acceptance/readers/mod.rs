//! `cargo xtask acceptance readers`: programs that people run on a plan's JSON find the same in cairn's as in
//! terraform's, and what a program that writes configurations synthesises is planned and applied alike.

mod findings;
mod plans;
mod synthesised;
mod tools;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use findings::{Findings, READERS, Reader};
use plans::{Programs, Shown};

use crate::Outcome;
use crate::golang::providers;
use crate::oracle::language::tools::{Scratch, cairn_binary, locate};

const HELP: &str = "\
Usage: cargo xtask acceptance readers [OPTIONS]

Makes the plans of spec/readers/plans with terraform and with cairn, runs checkov, terraform-compliance and conftest
on what both show of them as JSON, and compares what is found; plans and applies what a cdktf program synthesises.
The tools are installed from PyPI, the Go module proxy and npm into ~/.cache/cairn-oracles (or CAIRN_ORACLES).

Options:
  --binary PATH   the cairn to judge (or CAIRN_BIN; default: build cairn)
  --plan NAME     only this plan, and no synthesised configuration
  --verbose       print everything that is found
  --help          this text";

/// How many differences are printed of one reader and one plan.
const SHOWN: usize = 20;

/// What was asked for.
#[derive(Default)]
struct Options {
    binary: Option<PathBuf>,
    plan: Option<String>,
    verbose: bool,
}

/// Runs all readers and prints a table.
pub(super) fn run(args: &[String]) -> Outcome {
    let mut options = Options::default();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "-h" | "--help" => {
                println!("{HELP}");
                return Ok(true);
            }
            "--binary" => options.binary = Some(value()?.into()),
            "--plan" => options.plan = Some(value()?),
            "--verbose" => options.verbose = true,
            other => return Err(format!("there is no option {other:?}; see --help")),
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask has no parent directory")?;
    let spec = root.join("spec/readers");
    let Some(terraform) = locate("CAIRN_TERRAFORM", "terraform", None) else {
        skipped("everything", "terraform is missing: there is nothing to compare with");
        return Ok(true);
    };
    let programs = Programs { terraform, cairn: cairn_binary(options.binary.take(), root)? };
    let work = Scratch::new()?;
    let configuration = work.path().join("cli.tfrc");
    let mirrors = [providers::fixtures(root)?, providers::published(plans::PUBLISHED)?];
    let mirrors: Vec<PathBuf> = mirrors.iter().map(|mirror| absolute(mirror)).collect::<Result<_, _>>()?;
    let text = providers::cli_configuration(&mirrors.iter().map(PathBuf::as_path).collect::<Vec<_>>());
    fs::write(&configuration, text).map_err(|error| format!("{}: {error}", configuration.display()))?;

    let made =
        plans::make(&spec.join("plans"), &programs, &configuration, work.path(), options.plan.as_deref())?;
    let mut good = true;
    println!(
        "{:<22}{:>8}{:>8}{:>8}{:>12}{:>10}",
        "reader", "plans", "passed", "failed", "different", "seconds"
    );
    for reader in READERS {
        good &= one(reader, &spec, &made, options.verbose)?;
    }
    if options.plan.is_none() {
        good &= match tools::cdktf() {
            Ok(modules) => {
                synthesised::run(&spec.join("cdktf"), &modules, &programs, &configuration, work.path())?
            }
            Err(reason) => {
                skipped("cdktf", &reason);
                true
            }
        };
    }
    Ok(good)
}

fn absolute(path: &Path) -> Result<PathBuf, String> {
    path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))
}

fn skipped(what: &str, reason: &str) {
    println!("************ SKIPPED: acceptance readers: {what} was NOT run ************\n{reason}");
}

/// Runs one reader on all plans of both programs and prints its line of the table.
fn one(reader: &Reader, spec: &Path, made: &Shown, verbose: bool) -> Outcome {
    let program = match (reader.install)() {
        Ok(program) => program,
        Err(reason) => {
            skipped(reader.name, &reason);
            return Ok(true);
        }
    };
    let start = Instant::now();
    let rules = spec.join(reader.rules);
    let expected = (reader.read)(&program, &rules, &made.terraform, &made.names)?;
    let found = (reader.read)(&program, &rules, &made.cairn, &made.names)?;
    let mut different = 0;
    for name in &made.names {
        let (nothing, other) = (Findings::default(), Findings::default());
        let expected = expected.get(name).unwrap_or(&nothing);
        let found = found.get(name).unwrap_or(&other);
        let lines = expected.differences(found);
        different += usize::from(!lines.is_empty());
        for line in lines.iter().take(SHOWN) {
            println!("{}: {name}: {line}", reader.name);
        }
        if lines.len() > SHOWN {
            println!("{}: {name}: and {} more", reader.name, lines.len() - SHOWN);
        }
        if verbose {
            found.lines.iter().for_each(|line| println!("    {}: {name}: {line}", reader.name));
        }
    }
    let passed: usize = expected.values().map(|findings| findings.passed).sum();
    let failed: usize = expected.values().map(|findings| findings.failed).sum();
    println!(
        "{:<22}{:>8}{passed:>8}{failed:>8}{different:>12}{:>10.1}",
        reader.name,
        made.names.len(),
        start.elapsed().as_secs_f64()
    );
    // A reader that finds nothing would find the same in anything.
    let telling = passed > 0 && failed > 0;
    if !telling {
        println!("{}: must find something that passes and something that fails", reader.name);
    }
    Ok(telling && different == 0)
}
