//! `cargo xtask oracle language`: asks `cairn console` every expression of the documents under `spec/` and
//! compares with the recorded answers of terraform and tofu. Also records those answers.

mod answer;
mod document;
mod report;
pub(crate) mod tools;

use crate::Outcome;
use answer::Answer;
use document::{Case, Document, Want};
use report::{Tally, Verdict};
use std::fs;
use std::path::{Path, PathBuf};
use tools::Oracles;

const HELP: &str = "\
Usage: cargo xtask oracle language [OPTIONS] [FILES OR DIRECTORIES]

Compares cairn with the answers recorded in spec/**/*.md.

Options:
  --binary PATH     the cairn to ask (or CAIRN_BIN; default: build one)
  --filter SUBSTR   only cases whose expression or file name contains SUBSTR
  --record          ask terraform and tofu, write the answers that are missing into the documents, and stop
  --all             with --record: ask all cases again
  --live            ask terraform and tofu again first, and report recorded answers that changed
  --help            this text";

#[derive(Default)]
struct Options {
    binary: Option<PathBuf>,
    filter: Option<String>,
    record: bool,
    all: bool,
    live: bool,
    paths: Vec<PathBuf>,
}

/// A document and where it is, relative to the repository.
struct Loaded {
    path: PathBuf,
    document: Document,
}

impl Loaded {
    fn selected<'a>(&'a self, options: &'a Options) -> impl Iterator<Item = (usize, &'a Case)> {
        let in_path = |filter: &str| self.path.to_string_lossy().contains(filter);
        self.document.cases.iter().enumerate().filter(move |(_, case)| {
            options.filter.as_deref().is_none_or(|filter| case.expression.contains(filter) || in_path(filter))
        })
    }
}

/// Runs the comparison.
pub(crate) fn run(args: &[String]) -> Outcome {
    let Some(options) = parse_options(args)? else {
        println!("{HELP}");
        return Ok(true);
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask has no parent directory")?;
    let mut documents = load(root, &options.paths)?;
    if options.record {
        return record(root, &mut documents, &options);
    }
    let unchanged = !options.live || check_live(&documents, &options)?;
    Ok(compare(root, &documents, &options)? && unchanged)
}

fn parse_options(args: &[String]) -> Result<Option<Options>, String> {
    let mut options = Options::default();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "-h" | "--help" => return Ok(None),
            "--binary" => options.binary = Some(value()?.into()),
            "--filter" => options.filter = Some(value()?),
            "--record" => options.record = true,
            "--all" => options.all = true,
            "--live" => options.live = true,
            flag if flag.starts_with('-') => return Err(format!("there is no option {flag}")),
            path => options.paths.push(path.into()),
        }
    }
    Ok(Some(options))
}

fn load(root: &Path, paths: &[PathBuf]) -> Result<Vec<Loaded>, String> {
    let mut files = Vec::new();
    if paths.is_empty() {
        collect(&root.join("spec"), &mut files)?;
    }
    for path in paths {
        let path = fs::canonicalize(path).map_err(|error| format!("{}: {error}", path.display()))?;
        collect(&path, &mut files)?;
    }
    files.sort();
    files
        .into_iter()
        .map(|file| {
            let path = file.strip_prefix(root).unwrap_or(&file).to_owned();
            let at = |error: String| format!("{}: {error}", path.display());
            let text = fs::read_to_string(&file).map_err(|error| at(error.to_string()))?;
            let document = Document::parse(&text).map_err(at)?;
            Ok(Loaded { path, document })
        })
        .collect()
}

/// Finds the documents at or below `path`. The README explains the format and has no cases of its own.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path).map_err(|error| format!("{}: {error}", path.display()))? {
        let child = entry.map_err(|error| format!("{}: {error}", path.display()))?.path();
        let is_document = child.extension().is_some_and(|e| e == "md") && !child.ends_with("README.md");
        if child.is_dir() || is_document {
            collect(&child, files)?;
        }
    }
    Ok(())
}

/// Asks the oracles and writes their answers into the documents, one document at a time.
fn record(root: &Path, documents: &mut [Loaded], options: &Options) -> Outcome {
    let oracles = Oracles::find()?;
    let mut total = 0;
    for loaded in documents {
        let picked: Vec<(usize, &Case)> =
            loaded.selected(options).filter(|(_, case)| options.all || case.terraform.is_none()).collect();
        if picked.is_empty() {
            continue;
        }
        let indexes: Vec<usize> = picked.iter().map(|(index, _)| *index).collect();
        let cases: Vec<&Case> = picked.into_iter().map(|(_, case)| case).collect();
        let answers = tools::for_each_case(&cases, |case, directory| oracles.ask(case, directory))?;
        for (index, (terraform, tofu)) in indexes.into_iter().zip(answers) {
            let differs = terraform != tofu;
            loaded.document.record(index, terraform, tofu);
            let case = &loaded.document.cases[index];
            if differs && !case.explained {
                let place = format!("{}:{}", loaded.path.display(), case.line_number());
                println!("{place}: the oracles differ, an `explained:` line is needed: {}", case.expression);
            }
            total += 1;
        }
        let file = root.join(&loaded.path);
        fs::write(&file, loaded.document.to_text())
            .map_err(|error| format!("{}: {error}", file.display()))?;
    }
    println!("{total} recorded");
    Ok(true)
}

/// Asks the oracles again. True if they still answer what the documents say.
fn check_live(documents: &[Loaded], options: &Options) -> Outcome {
    let oracles = Oracles::find()?;
    let mut changed = 0;
    for loaded in documents {
        let cases: Vec<&Case> = loaded.selected(options).map(|(_, case)| case).collect();
        let answers = tools::for_each_case(&cases, |case, directory| oracles.ask(case, directory))?;
        for (case, (terraform, tofu)) in cases.into_iter().zip(answers) {
            let nothing = Answer::default();
            let old = case.terraform.as_ref().unwrap_or(&nothing);
            let old_tofu = case.tofu.as_ref().unwrap_or(old);
            for (name, old, new) in [("terraform", old, terraform), ("tofu", old_tofu, tofu)] {
                if !old.accepts(&new) {
                    changed += 1;
                    println!("{name} answers otherwise than recorded:");
                    report::print_difference(&loaded.path, case, old, &new);
                }
            }
        }
    }
    println!("{changed} recorded answers changed");
    Ok(changed == 0)
}

/// Asks cairn and compares with what is wanted.
fn compare(root: &Path, documents: &[Loaded], options: &Options) -> Outcome {
    let binary = tools::cairn_binary(options.binary.clone(), root)?;
    let picked: Vec<(&Path, &Case)> = documents
        .iter()
        .flat_map(|loaded| loaded.selected(options).map(|(_, case)| (loaded.path.as_path(), case)))
        .collect();
    let cases: Vec<&Case> = picked.iter().map(|(_, case)| *case).collect();
    let answers = tools::for_each_case(&cases, |case, directory| {
        let with_type = case.wanted().is_some_and(|wanted| wanted.types.is_some());
        tools::ask(&binary, &case.expression, directory, with_type)
    })?;
    let mut tally = Tally::default();
    for ((path, case), got) in picked.iter().zip(answers) {
        tally.add(path, judge(path, case, &got));
    }
    if options.filter.is_none() && options.paths.is_empty() {
        report::warn_thin_functions(cases.iter().map(|case| case.expression.as_str()));
    }
    Ok(tally.finish())
}

fn judge(path: &Path, case: &Case, got: &Answer) -> Verdict {
    let place = || format!("{}:{}: {}", path.display(), case.line_number(), case.expression);
    let Some(wanted) = case.wanted() else {
        println!("{}\n  no answer is recorded; run with --record", place());
        return Verdict::Differ;
    };
    if (case.tofu.is_some() || case.want != Want::Terraform) && !case.explained {
        println!("{}\n  the oracles differ or are overruled, but no `explained:` line says why", place());
        return Verdict::Differ;
    }
    if !wanted.accepts(got) {
        report::print_difference(path, case, wanted, got);
        return Verdict::Differ;
    }
    if case.explained { Verdict::Explained } else { Verdict::Agree }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(document: &str, got: &str, expect: Verdict) {
        let document = Document::parse(&format!("```console\n{document}\n```\n")).unwrap();
        let mut answer = Answer::default();
        assert!(got.lines().all(|line| answer.add_line(line)));
        assert_eq!(judge(Path::new("x.md"), &document.cases[0], &answer), expect, "{document:?}");
    }

    #[test]
    fn verdicts() {
        check("> 1\n= 1\n: number", "= 1\n: number", Verdict::Agree);
        check("> 1\n= 1\n: number", "= 1\n: string", Verdict::Differ);
        check("> 1\n= 1", "= 2", Verdict::Differ);
        check("> 1", "= 1", Verdict::Differ);
        check("> 1\n= 1\ntofu= 2", "= 1", Verdict::Differ);
        check("> 1\n= 1\ntofu= 2\nexplained: why", "= 1", Verdict::Explained);
        check("> 1\n= 1\ntofu= 2\nwant: tofu\nexplained: why", "= 2", Verdict::Explained);
        check("> 1\n= 1\ntofu= 2\nwant: tofu\nexplained: why", "= 1", Verdict::Differ);
        check("> 1\n= 1\nwant: own\ncairn= 3\nexplained: why", "= 3", Verdict::Explained);
    }

    #[test]
    fn options() {
        let parse = |line: &str| parse_options(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let options = parse("--record --all --filter abs spec/a.md").unwrap().unwrap();
        assert!(options.record && options.all && !options.live);
        assert_eq!(options.filter.as_deref(), Some("abs"));
        assert_eq!(options.paths, [PathBuf::from("spec/a.md")]);
        assert!(parse("--help").unwrap().is_none());
        assert!(parse("--binary").is_err() && parse("--nonsense").is_err());
    }
}
