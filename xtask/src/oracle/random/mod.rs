//! `cargo xtask oracle random`: runs random configurations, edited a few times, through `cairn` and `terraform`
//! and compares everything they answer. A seed decides a configuration, so that a difference can be shown again.

mod cache;
mod expr;
mod files;
mod model;
mod noise;
mod rng;
mod wide;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cache::Oracle;
use model::Model;
use rng::Rng;
use serde_json::Value;

use super::cases::document::{Case, Document};
use super::cases::runner::{self, Answer, Setting};
use super::cases::{diff, in_parallel};
use super::language::tools::{cairn_binary, locate};
use crate::Outcome;

const HELP: &str = "\
Usage: cargo xtask oracle random [--seeds A-B] [--cases FILE] [--binary PATH] [--cache DIR] [--parts A,B] [--wide] [--show]

Compares cairn with terraform on random configurations, or on cases for which no answer is recorded.

Options:
  --seeds A-B       the seeds, both included (default: 1-20)
  --cases FILE      the cases of a document as under spec/engine/ instead; what is recorded in it does not matter
  --binary PATH     the cairn to ask (or CAIRN_BIN; default: build one)
  --cache DIR       keep what terraform answers there, and ask it only what is not kept yet
  --parts A,B       compare only these parts (summary, events, state, show, changes, ...)
  --wide            another family of cases: nested modules that vary, and everything blocks and commands may say
  --show            print the cases, and ask nobody
  --help            this text";

/// Runs the comparison.
pub(crate) fn run(args: &[String]) -> Outcome {
    let (mut first, mut last) = (1, 20);
    let (mut binary, mut cache): (Option<PathBuf>, Option<PathBuf>) = (None, None);
    let mut document: Option<PathBuf> = None;
    let mut parts: Vec<String> = Vec::new();
    let mut show = false;
    let mut wide = false;
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let mut value = || args.next().cloned().ok_or_else(|| format!("{arg} needs a value"));
        match arg.as_str() {
            "-h" | "--help" => {
                println!("{HELP}");
                return Ok(true);
            }
            "--binary" => binary = Some(value()?.into()),
            "--cases" => document = Some(value()?.into()),
            "--cache" => cache = Some(value()?.into()),
            "--parts" => parts = value()?.split(',').map(str::to_owned).collect(),
            "--show" => show = true,
            "--wide" => wide = true,
            "--seeds" => (first, last) = seeds(&value()?)?,
            other => return Err(format!("there is no option {other}")),
        }
    }
    let cases = match document {
        Some(path) => written_cases(&path)?,
        None => (first..=last).map(if wide { wide::case } else { case }).collect(),
    };
    if show {
        cases.iter().for_each(|case| println!("{}", case.to_markdown()));
        return Ok(true);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask has no parent directory")?;
    let terraform = locate("CAIRN_TERRAFORM", "terraform", None)
        .ok_or("MISSING ORACLE: terraform (PATH or CAIRN_TERRAFORM). Nothing was compared.")?;
    let cairn = cairn_binary(binary, root)?;
    let terraform = Oracle { program: terraform, cache };
    let results = in_parallel(&cases, |case| Ok(compare(&cairn, &terraform, case, &parts)))?;
    let (mut explained, mut differ) = (0, 0);
    for (case, result) in cases.iter().zip(results) {
        let lines = match result {
            Comparison::Same => continue,
            Comparison::Explained(why) => {
                explained += 1;
                vec![format!("explained: {why}")]
            }
            Comparison::Different(lines) => {
                differ += 1;
                lines
            }
        };
        println!("{}", case.title);
        lines.iter().for_each(|line| println!("  {line}"));
    }
    println!("{} agree, {explained} explained, {differ} differ", cases.len() - explained - differ);
    Ok(differ == 0)
}

/// The cases of a document, whether answers are recorded in it or not.
fn written_cases(path: &Path) -> Result<Vec<Case>, String> {
    let failed = |error: String| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    Ok(Document::parse(&text, "").map_err(failed)?.cases)
}

fn seeds(text: &str) -> Result<(u64, u64), String> {
    let wrong = || format!("{text:?} is no range of seeds such as 1-500");
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) => Ok((first, last)),
        _ => Err(wrong()),
    }
}

/// What came of a case.
enum Comparison {
    Same,
    /// The two differ at a step where Terraform's answer does not count, and why that is so.
    Explained(&'static str),
    /// How they differ.
    Different(Vec<String>),
}

/// How the two differ at the first step where they do; later ones only follow.
fn compare(cairn: &Path, terraform: &Oracle, case: &Case, parts: &[String]) -> Comparison {
    let got = runner::run(&[cairn], case, &Setting::default());
    let (wanted, got) = match (terraform.answers(case), got) {
        (Ok(wanted), Ok(got)) => (wanted, got),
        (Err(error), _) | (_, Err(error)) => return Comparison::Different(vec![error]),
    };
    let skip = |part: &str| !parts.is_empty() && !parts.iter().any(|name| name == part);
    for (index, (wanted, got)) in wanted.iter().zip(&got).enumerate() {
        let (mut wanted_part, mut got_part) = (comparable(wanted), comparable(got));
        noise::align(&mut wanted_part, &mut got_part);
        let lines = diff::answers(&wanted_part, &got_part, skip);
        if !lines.is_empty() {
            if let Some(why) = noise::excuse(wanted) {
                return Comparison::Explained(why);
            }
            let mut all = vec![format!("step {}: {}", index + 1, case.steps[index].command)];
            all.extend(lines.into_iter().map(|line| format!("  {line}")));
            return Comparison::Different(all);
        }
    }
    Comparison::Same
}

/// Sorts instances of one module call, which Terraform writes in any order.
fn sort_modules(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(sort_modules),
        Value::Object(fields) => {
            if let Some(Value::Array(modules)) = fields.get_mut("child_modules") {
                modules.sort_by_key(|module| module["address"].as_str().map(str::to_owned));
            }
            fields.values_mut().for_each(sort_modules);
        }
        _ => {}
    }
}

/// Sorts instances of one resource of which some have numbers as keys and others names, which Terraform writes in any order.
fn sort_mixed_keys(state: &mut Value) {
    for resource in state["resources"].as_array_mut().into_iter().flatten() {
        let Some(instances) = resource["instances"].as_array_mut() else { continue };
        let has = |is: fn(&Value) -> bool| instances.iter().any(|instance| is(&instance["index_key"]));
        if has(Value::is_number) && has(Value::is_string) {
            instances.sort_by_key(|instance| instance["index_key"].to_string());
        }
    }
}

/// The answer without the fields of variables that only OpenTofu writes (we may write both sets), and without
/// whether state was written where nothing changed, which Terraform itself does not always decide the same way.
fn comparable(answer: &Answer) -> Answer {
    fn strip(value: &mut Value) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(strip),
            Value::Object(fields) => {
                let variables = fields.get_mut("variables").and_then(Value::as_object_mut);
                for variable in variables.into_iter().flat_map(|map| map.values_mut()) {
                    if let Some(variable) = variable.as_object_mut() {
                        variable.remove("required");
                        variable.remove("type");
                        variable.remove("ephemeral");
                    }
                }
                fields.values_mut().for_each(strip);
            }
            _ => {}
        }
    }
    let mut answer = answer.clone();
    if let Some(config) = answer.parts.get_mut("config") {
        strip(config);
    }
    if let Some(config) = answer.parts.get_mut("stdout").and_then(|plan| plan.get_mut("configuration")) {
        strip(config);
    }
    if let Some(planned) = answer.parts.get_mut("planned") {
        sort_modules(planned);
    }
    if let Some(state) = answer.parts.get_mut("state").filter(|state| state.is_object()) {
        sort_mixed_keys(state);
        state.as_object_mut().map(|state| state.remove("written"));
    }
    noise::remove(&mut answer);
    answer
}

/// The case that a seed decides.
fn case(seed: u64) -> Case {
    let mut rng = Rng::new(seed);
    let mut case = Case { title: format!("seed {seed}"), ..Case::default() };
    let mut model = Model::new(&mut rng);
    let mut written: BTreeMap<String, String> = BTreeMap::new();
    for round in 0..2 + rng.below(3) {
        if round > 0 {
            model.edit(&mut rng);
        }
        add_changed(model.files(), &mut written, &mut case);
        case.add_command("plan");
        let address = model.some_address(&mut rng);
        commands(rng.below(20), address.as_deref(), &mut case);
    }
    case.add_command("apply");
    case.add_command("plan");
    case.add_command("destroy");
    case
}

/// Adds the files that are not as they were written before.
fn add_changed(files: Vec<(String, String)>, written: &mut BTreeMap<String, String>, case: &mut Case) {
    for (path, content) in files {
        if written.get(&path) != Some(&content) {
            written.insert(path.clone(), content.clone());
            case.add_file(path, content);
        }
    }
}

/// What is done in one round.
fn commands(which: usize, address: Option<&str>, case: &mut Case) {
    match (which, address) {
        (0, Some(address)) => case.add_command(&format!("apply '-replace={address}'")),
        (1, Some(address)) => case.add_command(&format!("apply '-target={address}'")),
        (2, Some(address)) => case.add_command(&format!("destroy '-target={address}'")),
        (3, Some(address)) => {
            case.add_command(&format!("taint '{address}'"));
            case.add_command("apply");
        }
        (4, Some(address)) => {
            case.add_command(&format!("state rm '{address}'"));
            case.add_command("apply");
        }
        (5, _) => case.add_command("plan -refresh-only"),
        (6, _) => case.add_command("plan -destroy"),
        (7, _) => case.add_command("apply -refresh=false"),
        (8, _) => case.add_command("apply -var v0=6 -var v1=2"),
        (9, _) => case.add_command("apply -refresh-only"),
        _ => case.add_command("apply"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_decides_a_case() {
        assert_eq!(case(3).to_markdown(), case(3).to_markdown());
        assert_ne!(case(3).to_markdown(), case(4).to_markdown());
        assert!((1..50).all(|seed| case(seed).steps.len() >= 7));
    }

    #[test]
    fn ranges() {
        assert_eq!(seeds("1-500"), Ok((1, 500)));
        assert_eq!(seeds("7"), Ok((7, 7)));
        assert!(seeds("a-b").is_err());
    }
}
