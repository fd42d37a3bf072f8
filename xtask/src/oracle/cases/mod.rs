//! `cargo xtask oracle engine` and `providers`: runs the cases of the documents under `spec/engine/` or
//! `spec/providers/` with `cairn` and compares every answer, plan and state with those recorded of `terraform` and
//! `tofu`.

mod answers;
pub(crate) mod diff;
pub(crate) mod document;
pub(crate) mod normal;
mod reading;
mod record;
pub(crate) mod runner;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use answers::{Answers, Recorded};
use document::{Case, Document};
use runner::{Answer, Setting};
use serde_json::Value;

use super::language::tools::{cairn_binary, locate};
use crate::Outcome;
use crate::golang::providers;

const HELP: &str = "\
Usage: cargo xtask oracle engine|providers [OPTIONS] [FILES]

Compares cairn with the answers recorded in spec/engine/ or spec/providers/. The latter needs the go command, which
builds the providers.

Options:
  --binary PATH     the cairn to ask (or CAIRN_BIN; default: build one)
  --filter SUBSTR   only cases whose heading contains SUBSTR
  --mix             run the commands of each case by cairn and terraform in turn, both ways round
  --back            let terraform plan what cairn has applied, and the other way round: nothing is to be done
  --record          ask the oracles what is not recorded yet, write it down, and stop
  --all             with --record: ask everything again
  --live            ask the oracles everything again and report what is not as recorded
  --parts A,B       compare only these parts (summary, events, state, show, changes, ...)
  --brief           print the names of cases that differ, not how
  --help            this text";

/// A topic needs this many cases.
const CASES_PER_TOPIC: usize = 8;

/// A machine here has two cores; who may use fewer of them (`taskset`) gets fewer.
const WORKERS: usize = 2;

#[derive(Default)]
struct Options {
    binary: Option<PathBuf>,
    filter: Option<String>,
    mix: bool,
    back: bool,
    record: bool,
    all: bool,
    live: bool,
    brief: bool,
    parts: Vec<String>,
    files: Vec<PathBuf>,
}

impl Options {
    fn wants(&self, case: &Case) -> bool {
        self.filter.as_ref().is_none_or(|filter| case.title.contains(filter.as_str()))
    }
}

/// A document with its recorded answers.
struct Theme {
    path: PathBuf,
    document: Document,
    answers: Answers,
}

impl Theme {
    fn load(path: &Path) -> Result<Self, String> {
        let topic = path.file_stem().unwrap_or_default().display().to_string();
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let document =
            Document::parse(&text, &topic).map_err(|error| format!("{}: {error}", path.display()))?;
        let mut titles: Vec<&str> = document.cases.iter().map(|case| case.title.as_str()).collect();
        titles.sort_unstable();
        if let Some(twice) = titles.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("{}: two cases are called {:?}", path.display(), twice[0]));
        }
        Ok(Self { answers: answers::read(&answers_path(path))?, path: path.to_owned(), document })
    }

    fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().display().to_string()
    }

    /// The recorded answers of a case, if they are not out of date.
    fn recorded(&self, case: &Case) -> Option<&Recorded> {
        let recorded = self.answers.get(&case.title).filter(|recorded| recorded.digest == case.digest())?;
        case.steps.iter().all(|step| !step.terraform.is_empty()).then_some(recorded)
    }
}

fn answers_path(document: &Path) -> PathBuf {
    let name = document.file_stem().unwrap_or_default();
    document.with_file_name("answers").join(name).with_extension("txt")
}

/// Runs the comparison of `spec/engine/`, whose cases need no provider but the built-in one.
pub(crate) fn engine(args: &[String]) -> Outcome {
    run("engine", args, |_| Ok(Setting::default()))
}

/// Runs the comparison of `spec/providers/`, with the fixture providers and published ones.
pub(crate) fn providers(args: &[String]) -> Outcome {
    run("providers", args, |root| {
        let fixtures = providers::fixtures(root)?;
        let published = providers::published(PUBLISHED)?;
        let file = fixtures.with_file_name("cli.tfrc");
        let text = providers::cli_configuration(&[&fixtures, &published]);
        fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        let variables = vec![("TF_CLI_CONFIG_FILE".to_owned(), file.display().to_string())];
        Ok(Setting { variables, providers: true })
    })
}

/// The published providers that cases use.
const PUBLISHED: &[&str] = &["time", "local", "null", "random", "tls"];

fn run(suite: &str, args: &[String], setting: impl Fn(&Path) -> Result<Setting, String>) -> Outcome {
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
            "--mix" => options.mix = true,
            "--back" => options.back = true,
            "--record" => options.record = true,
            "--all" => options.all = true,
            "--live" => options.live = true,
            "--parts" => options.parts = value()?.split(',').map(str::to_owned).collect(),
            "--brief" => options.brief = true,
            flag if flag.starts_with('-') => return Err(format!("there is no option {flag}")),
            path => options.files.push(path.into()),
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("xtask has no parent directory")?;
    if options.files.is_empty() {
        options.files = documents(&root.join("spec").join(suite))?;
    }
    let setting = setting(root)?;
    if options.record {
        record::record(&options, &setting)
    } else if options.live {
        record::live(&options, &setting)
    } else {
        compare(root, &options, &setting)
    }
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

fn compare(root: &Path, options: &Options, setting: &Setting) -> Outcome {
    let binary = cairn_binary(options.binary.clone(), root)?;
    let themes = options.files.iter().map(|path| Theme::load(path)).collect::<Result<Vec<_>, _>>()?;
    let terraform = locate("CAIRN_TERRAFORM", "terraform", None);
    let turns = match (&terraform, options.mix || options.back) {
        (_, false) => Turns::One(&binary),
        (Some(terraform), true) if options.back => Turns::Back(&binary, terraform),
        (Some(terraform), true) => Turns::Mixed(&binary, terraform),
        (None, true) => return Err("MISSING ORACLE: terraform (PATH or CAIRN_TERRAFORM)".to_owned()),
    };
    let wanted: Vec<(&Theme, &Case)> = themes
        .iter()
        .flat_map(|theme| theme.document.cases.iter().map(move |case| (theme, case)))
        // Programs that are to answer differently cannot take turns.
        .filter(|(_, case)| {
            let alike = case.only.is_none() && case.explained.is_none() && !case.want_tofu;
            alike || !(options.mix || options.back)
        })
        .filter(|(_, case)| !options.back || (0..case.steps.len()).any(|step| case.is_settled_at(step)))
        .filter(|(_, case)| options.wants(case))
        .collect();
    let results =
        in_parallel(&wanted, |(theme, case)| Ok(differences(theme, case, &turns, &options.parts, setting)))?;
    let (mut agree, mut explained, mut own, mut differ) = (0, 0, 0, 0);
    let mut topics: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
    for ((theme, case), lines) in wanted.iter().zip(results) {
        for topic in &case.topics {
            let [cases, wrong] = topics.entry(topic).or_default();
            *cases += 1;
            *wrong += usize::from(!lines.is_empty());
        }
        if lines.is_empty() {
            let own_answer = case.only.as_deref() == Some("cairn");
            *match (own_answer, &case.explained) {
                (true, _) => &mut own,
                (false, Some(_)) => &mut explained,
                (false, None) => &mut agree,
            } += 1;
            continue;
        }
        differ += 1;
        println!("{}: {}", theme.name(), case.title);
        if !options.brief {
            lines.iter().for_each(|line| println!("  {line}"));
        }
    }
    let covered = options.filter.is_some() || options.mix || options.back || coverage(&topics);
    if own > 0 {
        println!("{own} are known to no oracle, and as we wrote them down");
    }
    println!("{agree} agree, {explained} explained, {differ} differ");
    let few = explained * 50 <= agree + explained + differ;
    if !few {
        println!("more than two in a hundred cases need an explanation");
    }
    Ok(differ == 0 && covered && few)
}

/// Prints how many cases each topic has; whether that is enough.
fn coverage(topics: &BTreeMap<&str, [usize; 2]>) -> bool {
    println!("\n{:<28}{:>6}{:>8}", "topic", "cases", "differ");
    let mut enough = true;
    for (topic, [cases, wrong]) in topics {
        let word = if *cases < CASES_PER_TOPIC { "  TOO FEW" } else { "" };
        enough &= word.is_empty();
        println!("{topic:<28}{cases:>6}{wrong:>8}{word}");
    }
    println!();
    enough
}

/// How a case differs from what is wanted; nothing where it agrees.
fn differences(
    theme: &Theme,
    case: &Case,
    turns: &Turns<'_>,
    parts: &[String],
    setting: &Setting,
) -> Vec<String> {
    let Some(recorded) = theme.recorded(case) else {
        return vec!["no answer is recorded, or the case has changed; run with --record".to_owned()];
    };
    let mut lines = Vec::new();
    for programs in &turns.of(case) {
        let mut prefix = String::new();
        if !matches!(turns, Turns::One(_)) {
            let first = programs[0].file_name().unwrap_or_default().display();
            prefix = format!("{first} first, ");
        }
        let answers = match runner::run(programs, case, setting) {
            Ok(answers) => answers,
            Err(error) => {
                lines.push(format!("{prefix}{error}"));
                continue;
            }
        };
        for (index, got) in answers.iter().enumerate() {
            if matches!(turns, Turns::Back(..)) && !case.is_settled_at(index) {
                continue;
            }
            let wanted = wanted(case, recorded, index);
            let step = index + 1;
            let skip = |part: &str| {
                let other = !parts.is_empty() && !parts.iter().any(|name| name == part);
                other || case.ignore.iter().any(|name| name == part || *name == format!("{step}.{part}"))
            };
            let got = if case.wants_tofu() {
                without_terraform_fields(got)
            } else {
                without_tofu_fields(got, recorded, index)
            };
            let found = diff::answers(&wanted, &got, skip);
            if !found.is_empty() {
                lines.push(format!("{prefix}step {step}: {}", case.steps[index].command));
                lines.extend(found.iter().map(|line| format!("  {line}")));
            }
        }
    }
    lines
}

impl Case {
    fn wants_tofu(&self) -> bool {
        self.want_tofu || self.only.as_deref() == Some("tofu")
    }

    /// Whether a step plans, right after an apply that went well, that nothing is to be done.
    fn is_settled_at(&self, index: usize) -> bool {
        let Some(before) = index.checked_sub(1).and_then(|before| self.steps.get(before)) else {
            return false;
        };
        let idle = |line: &String| line == "ok" || line.ends_with(": no-op");
        let step = &self.steps[index];
        before.command == "apply"
            && before.terraform == ["ok"]
            && step.command == "plan"
            && step.terraform.iter().all(idle)
    }
}

/// Which programs run the commands of a case.
enum Turns<'a> {
    One(&'a Path),
    /// Both by turns.
    Mixed(&'a Path, &'a Path),
    /// One does everything, the other sees that nothing is left to do.
    Back(&'a Path, &'a Path),
}

impl<'a> Turns<'a> {
    /// The programs of the commands, for each time that a case is run.
    fn of(&self, case: &Case) -> Vec<Vec<&'a Path>> {
        match *self {
            Turns::One(program) => vec![vec![program]],
            Turns::Mixed(one, other) => vec![vec![one, other], vec![other, one]],
            Turns::Back(one, other) => [(one, other), (other, one)]
                .iter()
                .map(|(does, sees)| {
                    let steps = 0..case.steps.len();
                    steps.map(|step| if case.is_settled_at(step) { *sees } else { *does }).collect()
                })
                .collect(),
        }
    }
}

/// The answer that we want to give at a step.
fn wanted(case: &Case, recorded: &Recorded, index: usize) -> Answer {
    let step = &case.steps[index];
    let mut answer = Answer {
        summary: step.terraform.clone(),
        parts: recorded.terraform.get(index).cloned().unwrap_or_default(),
    };
    if case.want_tofu {
        answer.summary.clone_from(step.tofu.as_ref().unwrap_or(&step.terraform));
        answer.parts.extend(recorded.tofu.get(index).cloned().unwrap_or_default());
        answer.parts.retain(|_, value| !value.is_null());
        answer = without_terraform_fields(&answer);
    }
    if let Some(own) = &step.own {
        answer.summary.clone_from(own);
    }
    answer
}

/// The answer without what OpenTofu never says.
fn without_terraform_fields(answer: &Answer) -> Answer {
    let mut answer = answer.clone();
    if let Some(rest) = answer.parts.get_mut("rest").and_then(Value::as_object_mut) {
        rest.remove("applyable");
        rest.remove("complete");
    }
    answer
}

/// The answer without fields that OpenTofu writes and Terraform does not: we may write both sets.
fn without_tofu_fields(answer: &Answer, recorded: &Recorded, index: usize) -> Answer {
    let mut answer = answer.clone();
    if let (Some(terraform), Some(tofu)) = (recorded.terraform.get(index), recorded.tofu.get(index)) {
        for (name, part) in &mut answer.parts {
            if let (Some(terraform), Some(tofu)) = (terraform.get(name), tofu.get(name)) {
                prune(part, terraform, tofu);
            }
            prune_identities(part, terraform.get(name).unwrap_or(&Value::Null));
        }
    }
    answer
}

/// Removes identities where Terraform has none: it does not know them at the level that is compared, so where OpenTofu
/// has no answer either there is nothing to compare them with.
fn prune_identities(value: &mut Value, terraform: &Value) {
    const NAMES: [&str; 4] = ["identity", "identity_schema_version", "before_identity", "after_identity"];
    match value {
        Value::Object(fields) => {
            fields.retain(|key, _| terraform.get(key).is_some() || !NAMES.contains(&key.as_str()));
            for (key, field) in fields {
                prune_identities(field, terraform.get(key).unwrap_or(&Value::Null));
            }
        }
        Value::Array(items) => {
            for (at, item) in items.iter_mut().enumerate() {
                prune_identities(item, terraform.get(at).unwrap_or(&Value::Null));
            }
        }
        _ => {}
    }
}

/// Removes from `value` what equals a field of `tofu` where `terraform` has none.
fn prune(value: &mut Value, terraform: &Value, tofu: &Value) {
    match (value, terraform, tofu) {
        (Value::Object(fields), Value::Object(terraform), Value::Object(tofu)) => {
            fields.retain(|key, field| terraform.contains_key(key) || tofu.get(key) != Some(field));
            for (key, field) in fields {
                if let (Some(terraform), Some(tofu)) = (terraform.get(key), tofu.get(key)) {
                    prune(field, terraform, tofu);
                }
            }
        }
        (Value::Array(items), Value::Array(terraform), Value::Array(tofu))
            if terraform.len() == tofu.len() =>
        {
            for ((item, terraform), tofu) in items.iter_mut().zip(terraform).zip(tofu) {
                prune(item, terraform, tofu);
            }
        }
        _ => {}
    }
}

/// After so many items it is told how far the work is.
const TOLD: usize = 50;

/// Calls `job` for every item on a few threads and tells how far it is; results come in the order of the items.
pub(crate) fn in_parallel<I: Sync, T: Send>(
    items: &[I],
    job: impl Fn(&I) -> Result<T, String> + Sync,
) -> Result<Vec<T>, String> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let worker = || -> Result<Vec<(usize, T)>, String> {
        let mut results = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return Ok(results) };
            results.push((index, job(item)?));
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if done % TOLD == 0 && done < items.len() {
                eprintln!("{done} of {} done", items.len());
            }
        }
    };
    let parts: Vec<Result<Vec<(usize, T)>, String>> = thread::scope(|scope| {
        let workers = thread::available_parallelism().map_or(WORKERS, |cores| WORKERS.min(cores.get()));
        let threads: Vec<_> = (0..workers).map(|_| scope.spawn(worker)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| Err("a worker panicked".to_owned())))
            .collect()
    });
    let mut results = Vec::with_capacity(items.len());
    for part in parts {
        results.extend(part?);
    }
    results.sort_by_key(|(index, _)| *index);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn fields_of_one_oracle_only_are_optional() {
        let terraform = json!({"a": {"x": 1}, "l": [{}]});
        let tofu = json!({"a": {"x": 1, "required": true}, "l": [{"t": 1}]});
        let check = |got: Value, expect: Value| {
            let mut value = got.clone();
            prune(&mut value, &terraform, &tofu);
            assert_eq!(value, expect, "{got}");
        };
        check(tofu.clone(), terraform.clone());
        check(terraform.clone(), terraform.clone());
        check(json!({"a": {"x": 2, "required": false}}), json!({"a": {"x": 2, "required": false}}));
    }
}
