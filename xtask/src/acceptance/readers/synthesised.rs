//! What a cdktf program synthesises: both programs plan and apply every stack of it, and then find nothing to do.

use std::fs;
use std::path::Path;
use std::time::Instant;

use serde_json::{Map, Value, json};

use super::plans::{self, Programs, Project};
use crate::Outcome;
use crate::oracle::cases::normal::Names;
use crate::oracle::language::tools::locate;

/// The stacks, each after those that it reads.
const STACKS: &[&str] = &["shop", "street"];

/// Synthesises once for each program, plans and applies, and prints a line of the table.
pub(super) fn run(
    source: &Path,
    modules: &Path,
    programs: &Programs,
    configuration: &Path,
    work: &Path,
) -> Outcome {
    let start = Instant::now();
    let mut answers = Vec::new();
    for (program, name) in [(&programs.terraform, "terraform"), (&programs.cairn, "cairn")] {
        let folder = work.join("cdktf").join(name);
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        synthesise(&source.join("main.js"), modules, &folder)?;
        let mut names = Names::new(&folder.display().to_string());
        for stack in STACKS {
            let folder = folder.join("cdktf.out/stacks").join(stack);
            let project = Project { program, folder: &folder, configuration };
            answers.push(applied(&project, &mut names)?);
        }
    }
    let (expected, found) = answers.split_at(STACKS.len());
    let mut different = 0;
    for (stack, (expected, found)) in STACKS.iter().zip(expected.iter().zip(found)) {
        let lines = differences(expected, found);
        different += usize::from(!lines.is_empty());
        lines.iter().for_each(|line| println!("cdktf: {stack}: {line}"));
    }
    let seconds = start.elapsed().as_secs_f64();
    let applied: usize = expected.iter().map(|stack| stack["state"].as_object().map_or(0, Map::len)).sum();
    println!("{:<22}{:>8}{applied:>8}{:>8}{different:>12}{seconds:>10.1}", "cdktf", STACKS.len(), 0);
    Ok(different == 0 && applied > 0)
}

/// Runs the program; it writes into `cdktf.out` of the folder.
fn synthesise(program: &Path, modules: &Path, folder: &Path) -> Result<(), String> {
    let node = locate("CAIRN_NODE", "node", None).ok_or("node is needed and is missing")?;
    let variables = [("NODE_PATH".to_owned(), modules.display().to_string())];
    let output = plans::run(&node, &[&program.display().to_string()], folder, &variables)?;
    match output.code {
        Some(0) => Ok(()),
        _ => Err(format!("{} failed:\n{}", program.display(), output.stderr)),
    }
}

/// Plans and applies a stack: what was planned, what is there then, and the outputs.
fn applied(project: &Project<'_>, names: &mut Names) -> Result<Value, String> {
    let parse = |text: &str| serde_json::from_str::<Value>(text).map_err(|error| format!("{error}:\n{text}"));
    project.run(&["init", "-input=false"])?;
    project.run(&["plan", "-input=false", "-out=tfplan"])?;
    let plan = parse(&project.run(&["show", "-json", "tfplan"])?)?;
    project.run(&["apply", "-input=false", "tfplan"])?;
    let state = parse(&project.run(&["show", "-json"])?)?;
    let outputs = parse(&project.run(&["output", "-json"])?)?;
    // Fails if there is something to do.
    project.run(&["plan", "-input=false", "-detailed-exitcode"])?;

    let mut planned = Map::new();
    for change in plan["resource_changes"].as_array().into_iter().flatten() {
        let about = ["actions", "before", "after", "after_unknown", "after_sensitive"];
        let change_of: Map<String, Value> =
            about.iter().map(|key| ((*key).to_owned(), change["change"][key].clone())).collect();
        planned.insert(address(change), Value::Object(change_of));
    }
    let mut there = Map::new();
    resources(&state["values"]["root_module"], &mut there);
    Ok(names.value(&json!({ "plan": planned, "state": there, "outputs": outputs })))
}

fn address(resource: &Value) -> String {
    resource["address"].as_str().unwrap_or_default().to_owned()
}

/// The resources of a module and of those in it.
fn resources(module: &Value, into: &mut Map<String, Value>) {
    for resource in module["resources"].as_array().into_iter().flatten() {
        let about = ["values", "sensitive_values", "depends_on", "index", "mode"];
        let of: Map<String, Value> =
            about.iter().map(|key| ((*key).to_owned(), resource[key].clone())).collect();
        into.insert(address(resource), Value::Object(of));
    }
    for child in module["child_modules"].as_array().into_iter().flatten() {
        resources(child, into);
    }
}

/// What is not the same, by part and by name in it.
fn differences(expected: &Value, found: &Value) -> Vec<String> {
    let mut lines = Vec::new();
    for part in ["plan", "state", "outputs"] {
        let empty = Map::new();
        let of = |value: &Value| value[part].as_object().unwrap_or(&empty).clone();
        let (expected, found) = (of(expected), of(found));
        let names: std::collections::BTreeSet<&String> = expected.keys().chain(found.keys()).collect();
        for name in names.into_iter().filter(|name| expected.get(*name) != found.get(*name)) {
            let text = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), Value::to_string);
            let (wanted, got) = (text(expected.get(name)), text(found.get(name)));
            lines.push(format!("{part} {name}: terraform {wanted}, cairn {got}"));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_named() {
        let one = json!({ "plan": { "a": 1 }, "state": { "a": 1, "b": 2 }, "outputs": {} });
        let other = json!({ "plan": { "a": 1 }, "state": { "a": 2 }, "outputs": {} });
        assert!(differences(&one, &one).is_empty());
        assert_eq!(
            differences(&one, &other),
            ["state a: terraform 1, cairn 2", "state b: terraform 2, cairn nothing"]
        );
    }
}
