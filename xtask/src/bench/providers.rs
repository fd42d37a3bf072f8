//! `cargo xtask bench providers`: many instances and many configurations of a provider beside terraform.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::programs::{Measures, Programs, get};
use super::table::{Goal, Row, table};
use crate::Outcome;
use crate::golang::providers;
use crate::oracle::language::tools::locate;

const HELP: &str = "\
Usage: cargo xtask bench providers [OPTIONS]

Plans and applies 1,000 instances of the fixture provider, and 40 configurations of it with an instance each, by cairn and
by terraform. The processor time and memory of each program are told apart from those of the providers it starts.

Options:
  --n N             how many instances (default: 1000)
  --aliases N       how many configurations (default: 40)
  --binary PATH     the cairn to measure (default: built with the release profile)
  --bench PATH      the measuring program (default: built with the release profile)";

/// The least of so many runs counts: what else the machine does only adds.
const RUNS: usize = 3;

struct Options {
    n: usize,
    aliases: usize,
    binary: Option<PathBuf>,
    bench: Option<PathBuf>,
}

/// Runs the measurements and prints the tables.
pub(super) fn run(args: &[String]) -> Outcome {
    let mut options = Options { n: 1000, aliases: 40, binary: None, bench: None };
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{arg} needs a value"));
        let number = |text: String| text.parse().map_err(|_| format!("{arg}: {text:?} is no number"));
        match arg.as_str() {
            "-h" | "--help" => {
                println!("{HELP}");
                return Ok(true);
            }
            "--n" => options.n = number(value()?)?,
            "--aliases" => options.aliases = number(value()?)?,
            "--binary" => options.binary = Some(value()?.into()),
            "--bench" => options.bench = Some(value()?.into()),
            other => {
                return Err(format!("there is no option {other}; see `cargo xtask bench providers --help`"));
            }
        }
    }
    let Some(terraform) = locate("CAIRN_TERRAFORM", "terraform", None) else {
        println!("SKIPPED: terraform is not there, and there is nothing to compare with");
        return Ok(true);
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask has no parent directory")?;
    let programs = Programs::get(root, "release", options.binary.as_deref(), options.bench.as_deref())?;
    let mirror = providers::fixtures(root)?.canonicalize().map_err(|error| error.to_string())?;
    let settings = mirror.with_file_name("bench.tfrc");
    put(&settings, &providers::cli_configuration(&[&mirror]))?;
    let bench = Bench { programs: &programs, settings: &settings };
    let mut met = true;
    for (what, config, goals) in [
        (format!("{} instances", options.n), instances(options.n), INSTANCES),
        (format!("{} configurations", options.aliases), aliases(options.aliases), ALIASES),
    ] {
        let ours = bench.best("cairn", &programs.cairn, &config)?;
        let theirs = bench.best("terraform", &terraform, &config)?;
        for (index, operation) in OPERATIONS.iter().enumerate() {
            println!("{what}, {operation}:");
            print_line("cairn", &ours[index])?;
            print_line("terraform", &theirs[index])?;
            let mut rows = Vec::new();
            for (measure, label, share) in goals {
                let (mine, other) = (get(&ours[index], measure)?, get(&theirs[index], measure)?);
                rows.push(Row {
                    what: label,
                    measured: mine / other.max(1.0),
                    unit: "of terraform's",
                    goal: Goal::AtMost(*share),
                });
            }
            let (text, all) = table(&rows);
            println!("{text}");
            met &= all;
        }
    }
    println!("{}", if met { "all goals are met" } else { "MISSED: at least one goal" });
    Ok(met)
}

const OPERATIONS: [&str; 2] = ["plan", "apply"];

/// A measure, what it says, and the part of terraform's that it may be.
type GoalOf = (&'static str, &'static str, f64);

const INSTANCES: &[GoalOf] = &[
    ("own_cpu_ms", "processor time without the provider's", 1.0 / 5.0),
    ("own_peak_mb", "memory without the provider's", 1.0 / 3.0),
];

const ALIASES: &[GoalOf] = &[
    ("own_peak_mb", "memory without the providers'", 1.0 / 3.0),
    ("sum_peak_mb", "memory with the providers'", 1.0 / 3.0),
];

fn print_line(name: &str, measures: &Measures) -> Result<(), String> {
    println!(
        "  {name:<10} {:>6.0} ms, {:>4.0} MB; providers {:>6.0} ms, together {:>5.0} MB, {:.0} starts, at most {:.0} alive",
        get(measures, "own_cpu_ms")?,
        get(measures, "own_peak_mb")?,
        get(measures, "children_cpu_ms")?,
        get(measures, "sum_peak_mb")?,
        get(measures, "starts")?,
        get(measures, "alive")?,
    );
    Ok(())
}

const REQUIREMENT: &str = "terraform {\n  required_providers {\n    framework = { source = \"cairn.test/fixtures/framework\" }\n  }\n}\n";

fn instances(n: usize) -> String {
    format!(
        "{REQUIREMENT}resource \"framework_thing\" \"a\" {{\n  count = {n}\n  name  = \"n${{count.index}}\"\n}}\n"
    )
}

fn aliases(n: usize) -> String {
    let mut text = REQUIREMENT.to_owned();
    for i in 0..n {
        let _ = write!(
            text,
            "provider \"framework\" {{\n  alias  = \"p{i}\"\n  prefix = \"p{i}-\"\n}}\n\
             resource \"framework_thing\" \"r{i}\" {{\n  provider = framework.p{i}\n  name     = \"n{i}\"\n}}\n"
        );
    }
    text
}

struct Bench<'a> {
    programs: &'a Programs,
    settings: &'a Path,
}

impl Bench<'_> {
    /// The least of a few runs, operation by operation.
    fn best(&self, name: &str, program: &Path, config: &str) -> Result<Vec<Measures>, String> {
        let mut best: Vec<Measures> = Vec::new();
        for _ in 0..RUNS {
            let round = self.round(name, program, config)?;
            if best.is_empty() {
                best = round;
                continue;
            }
            for (first, next) in best.iter_mut().zip(round) {
                for (measure, value) in next {
                    // How often something was started is told as the most that was seen.
                    let counted = matches!(measure.as_str(), "starts" | "alive");
                    first.entry(measure).and_modify(|least| {
                        *least = if counted { least.max(value) } else { least.min(value) };
                    });
                }
            }
        }
        Ok(best)
    }

    fn round(&self, name: &str, program: &Path, config: &str) -> Result<Vec<Measures>, String> {
        let folder =
            std::env::temp_dir().join(format!("cairn-bench-providers-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        put(&folder.join("main.tf"), config)?;
        self.run(program, &["init", "-input=false"], &folder)?;
        let measures = OPERATIONS
            .iter()
            .map(|operation| match *operation {
                "apply" => self.run(program, &["apply", "-auto-approve", "-input=false"], &folder),
                _ => self.run(program, &["plan", "-input=false"], &folder),
            })
            .collect();
        // Left-over files in the system's temporary directory harm nobody.
        let _ = fs::remove_dir_all(&folder);
        measures
    }

    fn run(&self, program: &Path, args: &[&str], folder: &Path) -> Result<Measures, String> {
        let name = program.display().to_string();
        let mut all = vec!["tree", &name];
        all.extend(args);
        let measures = self.programs.measure(&all, folder, &[("TF_CLI_CONFIG_FILE", self.settings)])?;
        match get(&measures, "exit_code")? {
            0.0 => Ok(measures),
            code => Err(format!("{name} {} ended with exit code {code}", args.join(" "))),
        }
    }
}

fn put(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
