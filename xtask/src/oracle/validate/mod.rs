//! `cargo xtask oracle validate`: asks `cairn validate -json` about every configuration of the documents
//! under `spec/validate/` and compares with what `terraform validate -json` answered.

mod document;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use document::{Case, Document};

use super::language::tools::{cairn_binary, locate};
use super::process;
use crate::Outcome;

const HELP: &str = "\
Usage: cargo xtask oracle validate [OPTIONS] [FILES]

Compares cairn with the answers recorded in spec/validate/*.md.

Options:
  --binary PATH     the cairn to ask (or CAIRN_BIN; default: build one)
  --filter SUBSTR   only cases whose heading contains SUBSTR
  --record          ask terraform, write the answers that are missing into the documents, and stop
  --help            this text";

#[derive(Default)]
struct Options {
    binary: Option<PathBuf>,
    filter: Option<String>,
    record: bool,
    files: Vec<PathBuf>,
}

/// Runs the comparison.
pub(crate) fn run(args: &[String]) -> Outcome {
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
            "--filter" => options.filter = Some(value()?),
            "--record" => options.record = true,
            flag if flag.starts_with('-') => return Err(format!("there is no option {flag}")),
            path => options.files.push(path.into()),
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask has no parent directory")?;
    if options.files.is_empty() {
        options.files = documents(&root.join("spec/validate"))?;
    }
    if options.record { record(&options) } else { compare(root, &options) }
}

fn documents(dir: &Path) -> Result<Vec<PathBuf>, String> {
    let at = |error: std::io::Error| format!("{}: {error}", dir.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).map_err(at)? {
        let path = entry.map_err(at)?.path();
        if path.extension().is_some_and(|extension| extension == "md") && !path.ends_with("README.md") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn load(path: &Path) -> Result<Document, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Document::parse(&text).map_err(|error| format!("{}: {error}", path.display()))
}

fn record(options: &Options) -> Outcome {
    let terraform = locate("CAIRN_TERRAFORM", "terraform", None)
        .ok_or("MISSING ORACLE: terraform (PATH or CAIRN_TERRAFORM). Nothing was asked or recorded.")?;
    let mut total = 0;
    for path in &options.files {
        let mut document = load(path)?;
        for case in &mut document.cases {
            let wanted = options.filter.as_ref().is_none_or(|filter| case.title.contains(filter.as_str()));
            if case.terraform.is_empty() && wanted {
                case.terraform = ask(&terraform, case, true)?;
                total += 1;
            }
        }
        fs::write(path, document.to_text()).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    println!("{total} recorded");
    Ok(true)
}

fn compare(root: &Path, options: &Options) -> Outcome {
    let binary = cairn_binary(options.binary.clone(), root)?;
    let (mut agree, mut explained, mut differ) = (0, 0, 0);
    for path in &options.files {
        for case in &load(path)?.cases {
            if options.filter.as_ref().is_some_and(|filter| !case.title.contains(filter.as_str())) {
                continue;
            }
            let got = ask(&binary, case, false)?;
            if got != case.wanted() || (case.own.is_some() && !case.explained) || case.terraform.is_empty() {
                differ += 1;
                println!("{}: {}", path.file_name().unwrap_or_default().display(), case.title);
                let missing = case.wanted().iter().filter(|line| !got.contains(line));
                missing.for_each(|line| println!("  wanted {line}"));
                got.iter()
                    .filter(|line| !case.wanted().contains(line))
                    .for_each(|line| println!("     got {line}"));
                if case.terraform.is_empty() {
                    println!("  no answer is recorded; run with --record");
                }
            } else if case.explained {
                explained += 1;
            } else {
                agree += 1;
            }
        }
    }
    println!("{agree} agree, {explained} explained, {differ} differ");
    Ok(differ == 0)
}

/// Asks a program in a fresh folder that holds the case's files.
fn ask(program: &Path, case: &Case, init: bool) -> Result<Vec<String>, String> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let dir = std::env::temp_dir().join(format!("cairn-validate-{}-{count}", std::process::id()));
    let answer = write(&dir, case).map_err(|error| format!("{}: {error}", dir.display())).and_then(|()| {
        if init {
            // Modules must be installed; where that fails, `validate` says why.
            process::run(program, &["init", "-backend=false", "-no-color"], &dir, "")?;
        }
        process::run(program, &["validate", "-json"], &dir, "")
    });
    // Left-over files in the system's temporary directory harm nobody.
    let _ = fs::remove_dir_all(&dir);
    let output = answer?;
    lines(&output.stdout)
        .ok_or_else(|| format!("{}: no JSON answer: {}{}", case.title, output.stdout, output.stderr))
}

fn write(dir: &Path, case: &Case) -> std::io::Result<()> {
    fs::create_dir_all(dir)?;
    for (name, content) in &case.files {
        let path = dir.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, content)?;
    }
    Ok(())
}

/// The answer as lines in order: `valid`, or what is wrong and where.
fn lines(json: &str) -> Option<Vec<String>> {
    let json: serde_json::Value = serde_json::from_str(json).ok()?;
    let mut lines = Vec::new();
    if json["valid"].as_bool()? {
        lines.push("valid".to_owned());
    }
    for diagnostic in json["diagnostics"].as_array()? {
        let sign = if diagnostic["severity"] == "error" { '!' } else { '?' };
        let range = &diagnostic["range"];
        let place = match (range["filename"].as_str(), range["start"]["line"].as_u64()) {
            (Some(file), Some(line)) => format!("{file}:{line} "),
            _ => String::new(),
        };
        lines.push(format!("{sign} {place}{}", cycle_sorted(diagnostic["summary"].as_str()?)));
    }
    lines.sort();
    Some(lines)
}

/// Members of a cycle have no order.
fn cycle_sorted(summary: &str) -> String {
    let Some(members) = summary.strip_prefix("Cycle: ") else { return summary.to_owned() };
    let mut members: Vec<&str> = members.split(", ").collect();
    members.sort_unstable();
    format!("Cycle: {}", members.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        let json = r#"{"valid": false, "diagnostics": [
            {"severity": "error", "summary": "Cycle: b, a"},
            {"severity": "warning", "summary": "W", "range": {"filename": "m.tf", "start": {"line": 3}}}]}"#;
        assert_eq!(lines(json).unwrap(), ["! Cycle: a, b", "? m.tf:3 W"]);
        assert_eq!(lines(r#"{"valid": true, "diagnostics": []}"#).unwrap(), ["valid"]);
        assert_eq!(lines("Error"), None);
    }
}
