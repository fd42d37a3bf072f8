//! Runs the commands of a case in a fresh folder and collects what each of them answers and leaves behind.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::super::process::{self, Output};
use super::document::{Case, Event};
use super::normal::Names;
use super::reading::{
    checks_sorted, diagnostic_line, diagnostic_place, diagnostics_in_text, plan_parts, secrets_sorted,
    several_checks, several_secrets, short_event, without_colours,
};

/// What one command answered: a summary that people read, and the parts that are only compared.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) summary: Vec<String>,
    pub(crate) parts: BTreeMap<String, Value>,
}

/// Where a plan is kept when the case does not say.
const PLAN_FILE: &str = ".plan";

/// What all cases of a suite have in common.
#[derive(Debug, Default)]
pub(crate) struct Setting {
    /// Further environment variables.
    pub(crate) variables: Vec<(String, String)>,
    /// Whether cases use providers that must be installed, and whose diagnostics count word by word.
    pub(crate) providers: bool,
}

/// Runs a case with programs by turns (one, mostly), and gives the answer to each command.
pub(crate) fn run(programs: &[&Path], case: &Case, setting: &Setting) -> Result<Vec<Answer>, String> {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("cairn-engine-{}-{count}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let answers =
        run_in(&folder, programs, case, setting).map_err(|error| format!("{}: {error}", case.title));
    // Left-over files in the system's temporary directory harm nobody.
    let _ = fs::remove_dir_all(&folder);
    answers
}

fn run_in(folder: &Path, programs: &[&Path], case: &Case, setting: &Setting) -> Result<Vec<Answer>, String> {
    let mut variables = setting.variables.clone();
    if let Some(level) = &case.level {
        variables.push(("CAIRN_TERRAFORM_LEVEL".to_owned(), level.clone()));
    }
    let mut runner = Runner {
        program: programs[0].to_owned(),
        folder: folder.to_owned(),
        names: Names::new(&folder.display().to_string()),
        last_state: (Value::Null, Value::Null),
        variables,
        providers: setting.providers,
    };
    let mut answers = Vec::new();
    let mut install = false;
    let mut plan_files: BTreeMap<String, &Path> = BTreeMap::new();
    for event in &case.events {
        match event {
            Event::Write { path, content } => {
                let path = folder.join(path);
                let failed = |error: std::io::Error| format!("{}: {error}", path.display());
                if let Some(parent) = path.parent() {
                    fs::create_dir_all(parent).map_err(failed)?;
                }
                fs::write(&path, content).map_err(failed)?;
                install |= ["module \"", "backend \"", "required_providers"]
                    .iter()
                    .any(|word| content.contains(word));
            }
            Event::Run(step) => {
                let command = &case.steps[step - 1].command;
                // Only the program that made a plan file can read it.
                let maker = words(command).iter().find_map(|word| plan_files.get(word.as_str()).copied());
                let program = maker.unwrap_or(programs[answers.len() % programs.len()]);
                runner.program = program.to_owned();
                let words = words(command);
                let given = words.iter().filter_map(|word| word.strip_prefix("-out="));
                let apart = words.iter().zip(words.iter().skip(1)).filter(|(flag, _)| *flag == "-out");
                for file in given.chain(apart.map(|(_, file)| file.as_str())) {
                    plan_files.insert(file.to_owned(), program);
                }
                if std::mem::take(&mut install) && !command.starts_with("init") {
                    // Modules and providers must be installed; where that fails, the next command says why.
                    let mut installed: Vec<&Path> = Vec::new();
                    for program in programs {
                        if installed.contains(program) {
                            continue;
                        }
                        installed.push(program);
                        let args = ["init", "-input=false", "-no-color"];
                        process::run_with(program, &args, folder, "", &runner.variables)?;
                    }
                }
                answers.push(runner.step(command)?);
            }
        }
    }
    Ok(answers)
}

/// The folder of a case and what was seen in it so far.
struct Runner {
    program: PathBuf,
    folder: PathBuf,
    names: Names,
    /// Serial and content of the state after the last command.
    last_state: (Value, Value),
    variables: Vec<(String, String)>,
    providers: bool,
}

impl Runner {
    fn step(&mut self, line: &str) -> Result<Answer, String> {
        let (line, stdin) = match line.split_once(" <<< ") {
            Some((line, stdin)) => (line, format!("{stdin}\n")),
            None => (line, String::new()),
        };
        let mut words = words(line);
        let assigned = words.iter().take_while(|word| is_assignment(word)).count();
        let env: Vec<(String, String)> = words
            .drain(..assigned)
            .filter_map(|word| word.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned())))
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["rm", path] => self.remove(path),
            ["cat", path] => self.cat(path, false),
            ["sort", path] => self.cat(path, true),
            ["plan", rest @ ..] => self.plan(rest, &env),
            ["apply" | "destroy" | "refresh", ..] => self.apply(&words, &env),
            ["validate", rest @ ..] => self.validate(rest, &env),
            ["init" | "get" | "import" | "taint" | "untaint", ..] => self.silent(&words, &env),
            ["state", "mv" | "rm" | "push" | "replace-provider", ..] => self.silent(&words, &env),
            ["workspace", "new" | "select" | "delete", ..] => self.silent(&words, &env),
            ["state", "pull"] | ["output", "-json"] | ["show", "-json", ..] => self.json(&words, &env),
            _ => self.told(&words, &env, &stdin),
        }
    }

    fn tool(&self, args: &[&str], env: &[(String, String)], stdin: &str) -> Result<Output, String> {
        let all: Vec<(String, String)> = self.variables.iter().chain(env).cloned().collect();
        let output = process::run_with(&self.program, args, &self.folder, stdin, &all)?;
        if output.timed_out {
            return Err(format!("`{}` takes too long", args.join(" ")));
        }
        Ok(output)
    }

    fn remove(&self, path: &str) -> Result<Answer, String> {
        let target = self.folder.join(path);
        let removed = if target.is_dir() { fs::remove_dir_all(&target) } else { fs::remove_file(&target) };
        removed.map_err(|error| format!("rm {path}: {error}"))?;
        Ok(Answer { summary: vec!["ok".to_owned()], parts: BTreeMap::new() })
    }

    fn cat(&mut self, path: &str, sorted: bool) -> Result<Answer, String> {
        let text = fs::read_to_string(self.folder.join(path)).unwrap_or_else(|_| "(no such file)".to_owned());
        let mut summary: Vec<String> =
            self.names.text(&text).lines().map(|line| format!("| {line}")).collect();
        if sorted {
            summary.sort();
        }
        if summary.is_empty() {
            summary.push("ok".to_owned());
        }
        Ok(Answer { summary, parts: BTreeMap::new() })
    }

    fn plan(&mut self, rest: &[&str], env: &[(String, String)]) -> Result<Answer, String> {
        let named = rest.iter().find_map(|word| word.strip_prefix("-out="));
        let file = named.unwrap_or(PLAN_FILE);
        let out = format!("-out={PLAN_FILE}");
        let mut args = vec!["plan", "-json", "-input=false"];
        if named.is_none() {
            args.push(&out);
        }
        args.extend(rest);
        let output = self.tool(&args, env, "")?;
        let mut answer = Answer::default();
        let mut actions = Vec::new();
        if self.folder.join(file).exists() {
            let shown = self.tool(&["show", "-json", file], env, "")?;
            let plan: Value = serde_json::from_str(&shown.stdout).unwrap_or(Value::Null);
            actions = plan_parts(&self.names.value(&checks_sorted(plan)), &mut answer);
            if named.is_none() {
                let _ = fs::remove_file(self.folder.join(file));
            }
        }
        self.stream(&output, &mut answer);
        answer.summary.extend(actions);
        finish(&mut answer, &output);
        Ok(answer)
    }

    fn apply(&mut self, words: &[&str], env: &[(String, String)]) -> Result<Answer, String> {
        let mut args = vec![words[0], "-json", "-input=false"];
        if words[0] != "refresh" {
            args.push("-auto-approve");
        }
        args.extend(&words[1..]);
        let output = self.tool(&args, env, "")?;
        let mut answer = Answer::default();
        self.state(&mut answer)?;
        let shown = self.tool(&["show", "-json"], env, "")?;
        let shown: Value = serde_json::from_str(&shown.stdout).unwrap_or(Value::Null);
        answer.parts.insert("show".to_owned(), self.names.value(&checks_sorted(shown)));
        self.stream(&output, &mut answer);
        finish(&mut answer, &output);
        Ok(answer)
    }

    fn validate(&mut self, rest: &[&str], env: &[(String, String)]) -> Result<Answer, String> {
        let mut args = vec!["validate", "-json"];
        args.extend(rest);
        let output = self.tool(&args, env, "")?;
        let mut answer = Answer::default();
        let json: Value = serde_json::from_str(&output.stdout).unwrap_or(Value::Null);
        let diagnostics = json["diagnostics"].as_array().cloned().unwrap_or_default();
        answer.summary.extend(diagnostics.iter().filter_map(diagnostic_line));
        self.places(&diagnostics, &mut answer);
        answer.summary.sort();
        finish(&mut answer, &output);
        Ok(answer)
    }

    /// A command whose words are for people; what counts is what it does to the state.
    fn silent(&mut self, words: &[&str], env: &[(String, String)]) -> Result<Answer, String> {
        let mut args = words.to_vec();
        if !matches!(words[0], "state" | "workspace") {
            args.insert(1, "-no-color");
        }
        let output = self.tool(&args, env, "")?;
        let mut answer = Answer::default();
        self.state(&mut answer)?;
        answer.summary = diagnostics_in_text(&output);
        finish(&mut answer, &output);
        Ok(answer)
    }

    fn json(&mut self, words: &[&str], env: &[(String, String)]) -> Result<Answer, String> {
        let output = self.tool(words, env, "")?;
        let mut answer = Answer { summary: diagnostics_in_text(&output), parts: BTreeMap::new() };
        let mut value = serde_json::from_str(&output.stdout).unwrap_or(Value::Null);
        if let Some(map) = value.as_object_mut() {
            map.remove("serial");
        }
        if value.get("resource_changes").is_some() {
            let actions = plan_parts(&self.names.value(&checks_sorted(value)), &mut answer);
            answer.summary.extend(actions);
        } else {
            answer.parts.insert("stdout".to_owned(), self.names.value(&checks_sorted(value)));
        }
        finish(&mut answer, &output);
        Ok(answer)
    }

    /// A command whose words count.
    fn told(&mut self, words: &[&str], env: &[(String, String)], stdin: &str) -> Result<Answer, String> {
        let output = self.tool(words, env, stdin)?;
        let mut answer = Answer { summary: diagnostics_in_text(&output), parts: BTreeMap::new() };
        if output.code == Some(0) {
            let text = self.names.text(&without_colours(&output.stdout));
            // What stands in a frame is a diagnostic, and has been summarised.
            let mut framed = false;
            for line in text.trim_end().lines() {
                framed |= line.starts_with('╷');
                if !framed {
                    answer.summary.push(format!("| {line}").trim_end().to_owned());
                }
                framed &= !line.starts_with('╵');
            }
        }
        finish(&mut answer, &output);
        Ok(answer)
    }

    /// The state as it is on disk, and whether it was written since last time.
    fn state(&mut self, answer: &mut Answer) -> Result<(), String> {
        let workspace = fs::read_to_string(self.folder.join(".terraform/environment")).unwrap_or_default();
        let path = match workspace.trim() {
            "" | "default" => self.folder.join("terraform.tfstate"),
            name => self.folder.join("terraform.tfstate.d").join(name).join("terraform.tfstate"),
        };
        let text = fs::read_to_string(&path).unwrap_or_default();
        let state = serde_json::from_str(&text).unwrap_or(Value::Null);
        let mut state = secrets_sorted(checks_sorted(state));
        if let Some(serial) = state.as_object_mut().map(|map| map.remove("serial").unwrap_or_default()) {
            // Terraform writes these in random order, and counts that as a change.
            let has_random_order = several_checks(&state) || several_secrets(&state);
            let only_order = has_random_order && state == self.last_state.1;
            let written = serial != self.last_state.0 && !only_order;
            self.last_state = (serial, state.clone());
            state["written"] = Value::Bool(written);
        }
        answer.parts.insert("state".to_owned(), self.names.value(&state));
        Ok(())
    }

    /// What was told line by line: diagnostics for the summary, the rest as a multiset of events.
    fn stream(&mut self, output: &Output, answer: &mut Answer) {
        let mut events = Vec::new();
        let mut diagnostics = Vec::new();
        for line in output.stdout.lines() {
            let Ok(mut line) = serde_json::from_str::<Value>(line) else { continue };
            match line["type"].as_str().unwrap_or_default() {
                "diagnostic" => {
                    answer.summary.extend(diagnostic_line(&line["diagnostic"]));
                    diagnostics.push(line["diagnostic"].take());
                }
                "version" | "log" | "apply_progress" | "" => {}
                kind => {
                    let payload =
                        ["change", "changes", "hook", "outputs"].iter().find_map(|key| line.get(key));
                    let payload = self.names.value(&short_event(payload.cloned().unwrap_or_default()));
                    events.push(format!("{kind} {payload}"));
                }
            }
        }
        for line in answer.summary.iter_mut() {
            *line = self.names.text(line);
        }
        answer.summary.extend(diagnostics_in_text(output));
        answer.summary.sort();
        events.sort();
        answer.parts.insert("events".to_owned(), json!(events));
        self.places(&diagnostics, answer);
    }

    /// Where diagnostics point to; of providers' own ones also the detail.
    fn places(&mut self, diagnostics: &[Value], answer: &mut Answer) {
        if self.providers && !diagnostics.is_empty() {
            let mut places: Vec<Value> = diagnostics
                .iter()
                .map(|diagnostic| self.names.value(&diagnostic_place(diagnostic)))
                .collect();
            places.sort_by_cached_key(Value::to_string);
            answer.parts.insert("diagnostics".to_owned(), Value::Array(places));
        }
    }
}

fn finish(answer: &mut Answer, output: &Output) {
    match output.code {
        Some(0) if answer.summary.is_empty() => answer.summary.push("ok".to_owned()),
        Some(0) => {}
        Some(code) => answer.summary.insert(0, format!("exit {code}")),
        None => answer.summary.insert(0, "killed".to_owned()),
    }
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}

/// Splits a line at spaces, except inside single quotes.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let (mut quoted, mut any) = (false, false);
    for c in line.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                any = true;
            }
            ' ' if !quoted => {
                if any {
                    words.push(std::mem::take(&mut word));
                }
                any = false;
            }
            c => {
                word.push(c);
                any = true;
            }
        }
    }
    if any {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_into_words() {
        let check = |line: &str, expect: &[&str]| assert_eq!(words(line), expect, "{line}");
        check("plan -var 'x=[1, 2]'  -destroy", &["plan", "-var", "x=[1, 2]", "-destroy"]);
        check("a ''", &["a", ""]);
        check("", &[]);
    }
}
