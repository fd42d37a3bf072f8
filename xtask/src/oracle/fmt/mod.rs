//! `cargo xtask oracle fmt`: formats every configuration file of two large public modules, and some hard cases
//! of our own, with `cairn fmt -` and compares with the recorded answers of `terraform fmt -`.

pub(crate) mod answer;
pub(crate) mod corpus;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::language::tools::{cairn_binary, locate};
use super::process;
use crate::Outcome;
use answer::{Answer, Recorded};
use corpus::{Corpus, File};

const HELP: &str = "\
Usage: cargo xtask oracle fmt [OPTIONS]

Compares `cairn fmt -` with the answers recorded in spec/fmt/answers.txt.
The files come from `go mod download` and from spec/fmt/cases.

Options:
  --binary PATH     the cairn to ask (or CAIRN_BIN; default: build one)
  --filter SUBSTR   only files whose path contains SUBSTR
  --live            ask terraform now instead of using its recorded answers, and report those that changed
  --record          ask terraform, write all answers down, and stop
  --help            this text";

/// A machine here has two cores.
const WORKERS: usize = 2;

/// Files where we depart from Terraform, or it from itself, for a reason.
const EXPLAINED: &[(&str, &str)] = &[
    (
        "internal/command/testdata/show-config-module/child/main.tf",
        "blank space after the last line lacks a line end: terraform too drops it only the second time",
    ),
    (
        "internal/command/testdata/show-config-module/main.tf",
        "blank space after the last line lacks a line end: terraform too drops it only the second time",
    ),
    ("comment-in-unwrapped-template.tf", "terraform's result does not parse; ours adds parentheses"),
    ("doubled-introducer-in-label.tf", "terraform loses the label"),
    ("index-by-bool-or-null.tf", "terraform loses the index"),
];

#[derive(Default)]
struct Options {
    binary: Option<PathBuf>,
    filter: String,
    live: bool,
    record: bool,
}

/// Runs the comparison.
pub(crate) fn run(args: &[String]) -> Outcome {
    let Some(options) = parse_options(args)? else {
        println!("{HELP}");
        return Ok(true);
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask has no parent directory")?;
    let Some(go) = locate("CAIRN_GO", "go", None) else {
        println!(
            "SKIPPED: go is not on PATH (nor in CAIRN_GO), and the files to format come from Go modules."
        );
        return Ok(true);
    };
    let terraform = locate("CAIRN_TERRAFORM", "terraform", None);
    if terraform.is_none() && (options.live || options.record) {
        println!("SKIPPED: terraform is not on PATH (nor in CAIRN_TERRAFORM), so it cannot be asked.");
        return Ok(true);
    }
    let corpora = Corpus::load_all(root, &go, &options.filter)?;
    let answers_file = root.join("spec/fmt/answers.txt");
    if let (true, Some(terraform)) = (options.record, &terraform) {
        return record(&answers_file, &corpora, terraform);
    }
    let recorded = Recorded::read(&answers_file)?;
    let oracle = terraform.filter(|_| options.live);
    let cairn = cairn_binary(options.binary, root)?;
    compare(&corpora, &recorded, oracle.as_deref(), &cairn)
}

fn parse_options(args: &[String]) -> Result<Option<Options>, String> {
    let mut options = Options::default();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "-h" | "--help" => return Ok(None),
            "--binary" => options.binary = Some(value()?.into()),
            "--filter" => options.filter = value()?,
            "--live" => options.live = true,
            "--record" => options.record = true,
            other => return Err(format!("there is no option {other}")),
        }
    }
    Ok(Some(options))
}

/// Asks Terraform for every file and writes its answers down.
fn record(answers_file: &Path, corpora: &[Corpus], terraform: &Path) -> Outcome {
    let mut text = String::from(answer::HEADER);
    for corpus in corpora {
        text.push_str(&format!("\n{}\n", corpus.name));
        let answers = for_each(&corpus.files, |file| ask(terraform, &file.text))?;
        for (file, given) in corpus.files.iter().zip(answers) {
            let answer = Answer::new(&file.text, given.as_deref());
            text.push_str(&format!("{answer} {}\n", file.path));
        }
    }
    fs::write(answers_file, text).map_err(|error| format!("{}: {error}", answers_file.display()))?;
    println!("{} answers recorded", corpora.iter().map(|corpus| corpus.files.len()).sum::<usize>());
    Ok(true)
}

fn compare(corpora: &[Corpus], recorded: &Recorded, oracle: Option<&Path>, cairn: &Path) -> Outcome {
    let (mut agree, mut explained, mut differ, mut changed) = (0, 0, 0, 0);
    for corpus in corpora {
        let findings = for_each(&corpus.files, |file| {
            let known = recorded.get(&corpus.name, &file.path);
            let live = oracle.map(|oracle| ask(oracle, &file.text)).transpose()?;
            let stale =
                live.as_ref().is_some_and(|live| known != Some(&Answer::new(&file.text, live.as_deref())));
            Ok((stale, check(file, known, live.as_ref().map(Option::as_deref), cairn)?))
        })?;
        for (file, (stale, finding)) in corpus.files.iter().zip(findings) {
            let place = format!("{}: {}", corpus.name, file.path);
            if stale {
                println!("{place}: terraform's answer is not the recorded one");
                changed += 1;
            }
            let reason = EXPLAINED.iter().find(|(path, _)| *path == file.path).map(|(_, reason)| reason);
            match (finding, reason) {
                (None, None) => agree += 1,
                (Some(_), Some(_)) => explained += 1,
                (None, Some(reason)) => {
                    println!("{place}: agrees, the explanation is out of date: {reason}");
                    differ += 1;
                }
                (Some(finding), None) => {
                    println!("{place}: {finding}");
                    differ += 1;
                }
            }
        }
    }
    println!("{agree} agree, {explained} explained, {differ} differ");
    Ok(differ == 0 && changed == 0)
}

/// What is wrong with our answer for one file, if anything is.
fn check(
    file: &File,
    recorded: Option<&Answer>,
    live: Option<Option<&str>>,
    cairn: &Path,
) -> Result<Option<String>, String> {
    let fresh = live.map(|live| Answer::new(&file.text, live));
    let Some(wanted) = fresh.as_ref().or(recorded) else {
        return Ok(Some("no answer is recorded; use --record".to_owned()));
    };
    let ours = ask(cairn, &file.text)?;
    let got = Answer::new(&file.text, ours.as_deref());
    if got != *wanted {
        return Ok(Some(match (&ours, live) {
            (Some(ours), Some(Some(theirs))) => first_difference(ours, theirs),
            (Some(_), _) if *wanted == Answer::Reject => "accepted, but should be rejected".to_owned(),
            (None, _) => "rejected, but should be accepted".to_owned(),
            _ => "formatted in another way; --live shows how".to_owned(),
        }));
    }
    match ours {
        Some(ours) if ours != file.text && ask(cairn, &ours)?.as_ref() != Some(&ours) => {
            Ok(Some("formatting the result again changes it".to_owned()))
        }
        _ => Ok(None),
    }
}

fn first_difference(ours: &str, theirs: &str) -> String {
    let same = ours.lines().zip(theirs.lines()).take_while(|(ours, theirs)| ours == theirs).count();
    let line = |text: &str| text.lines().nth(same).map_or("(end)".to_owned(), |line| format!("{line:?}"));
    format!("line {}\n  wanted {}\n     got {}", same + 1, line(theirs), line(ours))
}

/// The formatted text, or nothing if the program refuses.
fn ask(program: &Path, text: &str) -> Result<Option<String>, String> {
    let output = process::run(program, &["fmt", "-no-color", "-"], &std::env::temp_dir(), text)?;
    match output.code {
        Some(0) => Ok(Some(output.stdout)),
        Some(2) => Ok(None),
        code => Err(format!("{} ended with {code:?}: {}", program.display(), output.stderr.trim())),
    }
}

/// Calls `job` for every file on a few threads; results come in the order of the files.
fn for_each<T: Send>(
    files: &[File],
    job: impl Fn(&File) -> Result<T, String> + Sync,
) -> Result<Vec<T>, String> {
    let next = AtomicUsize::new(0);
    let worker = || -> Result<Vec<(usize, T)>, String> {
        let mut results = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = files.get(index) else { return Ok(results) };
            results.push((index, job(file)?));
        }
    };
    let finished: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..WORKERS).map(|_| scope.spawn(worker)).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            thread.join().unwrap_or_else(|_| Err("a worker panicked".to_owned()))
        };
        threads.into_iter().map(join).collect()
    });
    let mut results = Vec::with_capacity(files.len());
    for part in finished {
        results.extend(part?);
    }
    results.sort_by_key(|(index, _)| *index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
