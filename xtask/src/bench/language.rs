//! `cargo xtask bench language`: the language against its goals.

use std::path::Path;

use super::corpus_dir::CorpusDir;
use super::programs::{Measures, Programs, get};
use super::table::{Goal, Row, table};
use crate::Outcome;
use crate::oracle::language::tools::locate;

const HELP: &str = "\
Usage: cargo xtask bench language [--profile PROFILE]

Builds with the release profile (or PROFILE) and measures, in processor time:
reading configuration, evaluating expressions, `cairn version`, and `cairn fmt` beside `terraform fmt`.";

/// Programs that take milliseconds are run this often; formatters, which take seconds, a few times.
const MANY: &str = "200";
const FEW: &str = "3";

/// Formatting may take this part of terraform's time.
const FMT_SHARE: f64 = 0.1;

/// Runs all measurements and prints the table.
pub(super) fn run(args: &[String]) -> Outcome {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let profile = match args.as_slice() {
        [] => "release",
        ["--profile", profile] => profile,
        ["-h" | "--help"] => {
            println!("{HELP}");
            return Ok(true);
        }
        _ => return Err(format!("unknown arguments; see `cargo xtask bench language --help`: {args:?}")),
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask has no parent directory")?;
    let programs = Programs::get(root, profile, None, None)?;

    let read = programs.bench(&["read"])?;
    let eval = programs.bench(&["eval"])?;
    let version = programs.run(MANY, &programs.cairn, &["version"])?;
    let mut rows = vec![
        Row {
            what: "10 MB of configuration, text to declarations",
            measured: get(&read, "declarations_mb_s")?,
            unit: "MB/s",
            goal: Goal::AtLeast(100.0),
        },
        Row {
            what: "expressions with two references, operator and call",
            measured: get(&eval, "per_second")?,
            unit: "/s",
            goal: Goal::AtLeast(1e6),
        },
        Row {
            what: "cairn version, processor time",
            measured: get(&version, "cpu_ms")?,
            unit: "ms",
            goal: Goal::AtMost(10.0),
        },
        Row {
            what: "cairn version, peak memory",
            measured: get(&version, "peak_mb")?,
            unit: "MB",
            goal: Goal::AtMost(15.0),
        },
    ];
    let skipped = fmt_row(root, &programs, &mut rows)?;
    let (text, met) = table(&rows);
    print!("\n{text}");
    println!(
        "of reading: tokens alone {:.0} MB/s, tree alone {:.0} MB/s; of evaluating: {:.0}/s when references were \
         checked before",
        get(&read, "tokens_mb_s")?,
        get(&read, "tree_mb_s")?,
        get(&eval, "per_second_checked_before")?
    );
    if let Some(reason) = skipped {
        println!("SKIPPED: cairn fmt beside terraform fmt: {reason}");
    }
    println!("{}", if met { "all goals are met" } else { "MISSED: at least one goal" });
    Ok(met)
}

/// Measures both formatters on the same files; says why not when one of them or the files are missing.
fn fmt_row(root: &Path, programs: &Programs, rows: &mut Vec<Row>) -> Result<Option<String>, String> {
    let Some(terraform) = locate("CAIRN_TERRAFORM", "terraform", None) else {
        return Ok(Some("terraform is not on PATH (nor in CAIRN_TERRAFORM)".to_owned()));
    };
    let Some(go) = locate("CAIRN_GO", "go", None) else {
        return Ok(Some(
            "go is not on PATH (nor in CAIRN_GO), and the files come from Go modules".to_owned(),
        ));
    };
    let dir = CorpusDir::new(root, &go)?;
    let path = dir.path.display().to_string();
    let args = ["fmt", "-recursive", "-check", &path];
    let ours = programs.run(FEW, &programs.cairn, &args)?;
    let theirs = programs.run(FEW, &terraform, &args)?;
    let (ours_ms, theirs_ms) = (get(&ours, "cpu_ms")?, get(&theirs, "cpu_ms")?);
    println!(
        "fmt -recursive -check on {} files: cairn {ours_ms:.1} ms, terraform {theirs_ms:.1} ms",
        dir.files
    );
    if get(&ours, "exit_code")? != get(&theirs, "exit_code")? {
        return Err("the formatters end with different exit codes, so they did not do the same".to_owned());
    }
    rows.push(Row {
        what: "cairn fmt, part of terraform fmt's processor time",
        measured: ours_ms / theirs_ms,
        unit: "",
        goal: Goal::AtMost(FMT_SHARE),
    });
    Ok(None)
}

impl Programs {
    /// The lines that our own measuring program prints.
    fn bench(&self, args: &[&str]) -> Result<Measures, String> {
        println!("measuring: {}", args.join(" "));
        self.measure(args, Path::new("."), &[])
    }

    /// Processor time and memory of a program.
    fn run(&self, count: &str, program: &Path, args: &[&str]) -> Result<Measures, String> {
        let program = program.display().to_string();
        let mut all = vec!["run", count, &program];
        all.extend(args);
        self.bench(&all)
    }
}
