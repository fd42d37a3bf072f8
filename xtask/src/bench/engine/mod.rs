//! `cargo xtask bench engine`: planning and applying configurations of several shapes beside terraform and tofu.

mod goals;
mod growth;
mod measure;
mod shapes;

use std::path::{Path, PathBuf};

use goals::{COUNT_100K_MB, GROWTH, judge};
use growth::Grown;
use measure::{Bench, Case, Cell, OPERATIONS, Program, STATELESS};
use shapes::SHAPES;

use super::programs::Programs;
use crate::Outcome;
use crate::oracle::language::tools::locate;

const HELP: &str = "\
Usage: cargo xtask bench engine [OPTIONS]

Measures validate, plan, apply, no-op plan, show -json and destroy in processor time and peak memory; the goals are
about time in user mode. Beside the oracles the best of up to forty runs counts (of three, where they take seconds):
other work on the machine only adds to the time. Growth is told from pairs of sizes measured one after the other, so that
both have the machine in the same mood: the median of three pairs, and of up to fifteen where that seems too steep.

Options:
  --shape SHAPE     only this shape (count, foreach, pair, blocks, chain, layers, modules, modvars, big)
  --n N             the size beside the oracles (default: 1000)
  --quick           only cairn beside the oracles, not how it grows
  --growth          only how cairn grows, from 1,000 doubling to 64,000, and count 100,000
  --cap SECONDS     stop an oracle after so much processor time (default: 60)
  --binary PATH     the cairn to measure (default: built with the release profile)
  --bench PATH      the measuring program (default: built with the release profile)";

/// State is written up to this size for `chain`, where v4 itself is quadratic, and `big`.
const LONG_STATES: usize = 4000;

/// No operation of ours may take longer, in seconds of processor time.
const OUR_CAP: u64 = 600;

struct Options {
    shapes: Vec<&'static str>,
    n: usize,
    beside: bool,
    growth: bool,
    cap: u64,
    binary: Option<PathBuf>,
    bench: Option<PathBuf>,
}

/// Runs all measurements and prints the tables.
pub(super) fn run(args: &[String]) -> Outcome {
    let Some(options) = parse(args)? else {
        println!("{HELP}");
        return Ok(true);
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask has no parent directory")?;
    let built = Programs::get(root, "release", options.binary.as_deref(), options.bench.as_deref())?;
    let (cairn, bench) = (Program { name: "cairn", path: built.cairn }, built.bench);
    let mut met = true;
    if options.beside {
        met &= beside(&options, &Bench { path: &bench, cairn: &cairn })?;
    }
    if options.growth {
        met &= growth(&options, &Bench { path: &bench, cairn: &cairn })?;
    }
    println!("{}", if met { "all goals are met" } else { "MISSED: at least one goal" });
    Ok(met)
}

fn parse(args: &[String]) -> Result<Option<Options>, String> {
    let mut options = Options {
        shapes: SHAPES.to_vec(),
        n: 1000,
        beside: true,
        growth: true,
        cap: 60,
        binary: None,
        bench: None,
    };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{arg} needs a value"));
        let number = |text: String| text.parse().map_err(|_| format!("{arg}: {text:?} is no number"));
        match arg.as_str() {
            "-h" | "--help" => return Ok(None),
            "--shape" => {
                let name = value()?;
                let known = SHAPES.iter().find(|shape| **shape == name);
                options.shapes = vec![known.ok_or_else(|| format!("there is no shape {name:?}"))?];
            }
            "--n" => options.n = number(value()?)?,
            "--cap" => options.cap = number(value()?)? as u64,
            "--quick" => options.growth = false,
            "--growth" => options.beside = false,
            "--binary" => options.binary = Some(value()?.into()),
            "--bench" => options.bench = Some(value()?.into()),
            other => {
                return Err(format!("there is no option {other}; see `cargo xtask bench engine --help`"));
            }
        }
    }
    Ok(Some(options))
}

fn beside(options: &Options, bench: &Bench<'_>) -> Outcome {
    let built = std::env::home_dir().map(|home| home.join(".cache/cairn-oracles/bin/tofu"));
    let mut oracles = Vec::new();
    for (name, path) in [
        ("terraform", locate("CAIRN_TERRAFORM", "terraform", None)),
        ("tofu", locate("CAIRN_TOFU", "tofu", built)),
    ] {
        match path {
            Some(path) => oracles.push(Program { name, path }),
            None => println!("SKIPPED: {name} is not there"),
        }
    }
    println!(
        "N = {}: time in user + system mode, peak memory; user mode beside that of the better oracle\n",
        options.n
    );
    print!("{:<9}{:<12}{:>24}", "shape", "operation", "cairn");
    oracles.iter().for_each(|oracle| print!("{:>24}", oracle.name));
    println!("{:>10}{:>9}", "faster", "memory");
    let mut all = true;
    for shape in &options.shapes {
        let ours = bench.shape(Case {
            program: bench.cairn,
            shape,
            n: options.n,
            operations: OPERATIONS,
            cap_seconds: OUR_CAP,
        })?;
        let theirs = oracles
            .iter()
            .map(|program| {
                let (n, cap_seconds) = (options.n, options.cap);
                bench.shape(Case { program, shape, n, operations: OPERATIONS, cap_seconds })
            })
            .collect::<Result<Vec<_>, _>>()?;
        for (index, operation) in OPERATIONS.iter().enumerate() {
            let oracles: Vec<Cell> = theirs.iter().map(|cells| cells[index]).collect();
            let verdict = judge(shape, operation, ours[index], &oracles);
            print!("{shape:<9}{operation:<12}{:>24}", show(ours[index], options.cap));
            oracles.iter().for_each(|cell| print!("{:>24}", show(*cell, options.cap)));
            let faster = verdict.times_faster.map_or("-".to_owned(), |times| format!("{times:.0}x"));
            let memory = verdict.memory.map_or("-".to_owned(), |part| format!("{part:.2}"));
            println!("{faster:>10}{memory:>9}  {}", if verdict.met { "ok" } else { "MISSED" });
            all &= verdict.met;
        }
    }
    println!();
    Ok(all)
}

fn growth(options: &Options, bench: &Bench<'_>) -> Outcome {
    println!(
        "cairn alone: ms in user + system mode as N doubles from 1,000, and the largest factor in user mode (goal: {GROWTH})\n"
    );
    let mut all = true;
    for shape in &options.shapes {
        let grown = Grown::measure(|n| bench.sample(growing(bench, shape, n)))?;
        for (index, operation) in OPERATIONS.iter().enumerate() {
            let factor = grown.largest_factor(index);
            let met = factor.is_some_and(|factor| factor <= GROWTH);
            print!("{shape:<9}{operation:<12}");
            for cell in grown.cells(index) {
                match cell {
                    Cell::Took { times, .. } => {
                        print!("{:>14}", format!("{:.0} + {:.0}", times.user(), times.system()));
                    }
                    Cell::TooLong { .. } => print!("{:>14}", "too long"),
                    Cell::Failed => print!("{:>14}", "failed"),
                }
            }
            let factor = factor.map_or("-".to_owned(), |factor| format!("{factor:.2}"));
            println!("{factor:>8}  {}", if met { "ok" } else { "MISSED" });
            if !met {
                let steps = grown.factors(index).into_iter();
                let steps: Vec<_> =
                    steps.map(|step| step.map_or("-".into(), |step| format!("{step:.2}"))).collect();
                println!("{:21}step by step: {}", "", steps.join(", "));
            }
            all &= met;
        }
    }
    if options.shapes.contains(&"count") {
        let cells = bench.shape(growing(bench, "count", 100_000))?;
        for (operation, cell) in OPERATIONS.iter().zip(cells) {
            let met = matches!(cell, Cell::Took { peak_mb, .. } if peak_mb < COUNT_100K_MB);
            println!(
                "count 100,000 {operation:<12}{:>24}  {}",
                show(cell, OUR_CAP),
                if met { "ok" } else { "MISSED" }
            );
            all &= met;
        }
    }
    println!();
    Ok(all)
}

/// What is measured of cairn alone at a size.
fn growing<'a>(bench: &Bench<'a>, shape: &'a str, n: usize) -> Case<'a> {
    let long = matches!(shape, "chain" | "big") && n > LONG_STATES;
    let operations = if long { STATELESS } else { OPERATIONS };
    Case { program: bench.cairn, shape, n, operations, cap_seconds: OUR_CAP }
}

fn show(cell: Cell, cap: u64) -> String {
    match cell {
        Cell::Took { times, peak_mb } => {
            format!("{:.0} + {:.0} ms {peak_mb:.0} MB", times.user(), times.system())
        }
        Cell::TooLong { peak_mb, .. } => format!("> {cap} s {peak_mb:.0} MB"),
        Cell::Failed => "failed".to_owned(),
    }
}
