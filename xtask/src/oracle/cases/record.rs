//! Asks the oracles and writes down, or checks, what they say.

use std::fs;
use std::path::{Path, PathBuf};

use super::answers::{self, Parts, Recorded};
use super::document::Case;
use super::runner::{self, Answer, Setting};
use super::{Options, Theme, answers_path, diff, in_parallel, without_terraform_fields};
use crate::Outcome;
use crate::oracle::language::tools::locate;

/// Both oracles, and ourselves for what neither of them knows.
struct Oracles<'a> {
    terraform: PathBuf,
    tofu: PathBuf,
    cairn: Option<PathBuf>,
    setting: &'a Setting,
}

impl<'a> Oracles<'a> {
    fn find(options: &Options, setting: &'a Setting) -> Result<Self, String> {
        let built = std::env::home_dir().map(|home| home.join(".cache/cairn-oracles/bin/tofu"));
        let missing = |name: &str| format!("MISSING ORACLE: {name}. Nothing was asked or recorded.");
        Ok(Self {
            terraform: locate("CAIRN_TERRAFORM", "terraform", None).ok_or_else(|| missing("terraform"))?,
            tofu: locate("CAIRN_TOFU", "tofu", built).ok_or_else(|| missing("tofu"))?,
            cairn: options.binary.clone(),
            setting,
        })
    }

    /// The answers of both, or of the one that knows the feature.
    fn ask(&self, case: &Case) -> Result<(Vec<Answer>, Option<Vec<Answer>>), String> {
        let ask = |program: &Path| runner::run(&[program], case, self.setting);
        match case.only.as_deref() {
            Some("cairn") => {
                let cairn = self
                    .cairn
                    .as_ref()
                    .ok_or_else(|| format!("{}: only cairn knows it; say which with --binary", case.title))?;
                Ok((ask(cairn)?, None))
            }
            Some("tofu") => Ok((ask(&self.tofu)?, None)),
            Some("terraform") => Ok((ask(&self.terraform)?, None)),
            Some(other) => Err(format!("{}: there is no oracle {other:?}", case.title)),
            None => Ok((ask(&self.terraform)?, Some(ask(&self.tofu)?))),
        }
    }
}

/// Writes down what is missing, or everything.
pub(super) fn record(options: &Options, setting: &Setting) -> Outcome {
    let oracles = Oracles::find(options, setting)?;
    let mut total = 0;
    for path in &options.files {
        let mut theme = Theme::load(path)?;
        let stale: Vec<usize> = (0..theme.document.cases.len())
            .filter(|index| {
                let case = &theme.document.cases[*index];
                let askable = case.only.as_deref() != Some("cairn") || options.binary.is_some();
                askable && options.wants(case) && (options.all || theme.recorded(case).is_none())
            })
            .collect();
        let found = in_parallel(&stale, |index| oracles.ask(&theme.document.cases[*index]))?;
        total += stale.len();
        for (index, (terraform, tofu)) in stale.into_iter().zip(found) {
            keep(&mut theme, index, terraform, tofu);
        }
        let titles: Vec<&str> = theme.document.cases.iter().map(|case| case.title.as_str()).collect();
        fs::write(path, theme.document.to_text()).map_err(|error| format!("{}: {error}", path.display()))?;
        answers::write(&answers_path(path), &theme.answers, &titles)?;
        println!("{}: {} cases", theme.name(), theme.document.cases.len());
    }
    println!("{total} recorded");
    Ok(true)
}

fn keep(theme: &mut Theme, index: usize, terraform: Vec<Answer>, tofu: Option<Vec<Answer>>) {
    let case = &mut theme.document.cases[index];
    let mut recorded = Recorded { digest: case.digest(), ..Recorded::default() };
    for (number, answer) in terraform.into_iter().enumerate() {
        let step = &mut case.steps[number];
        step.tofu = None;
        let mut parts = Parts::new();
        if let Some(other) = tofu.as_ref().and_then(|tofu| tofu.get(number)) {
            step.tofu = (other.summary != answer.summary).then(|| other.summary.clone());
            parts = different_parts(&answer, other);
        }
        step.terraform = answer.summary;
        recorded.terraform.push(answer.parts);
        recorded.tofu.push(parts);
    }
    theme.answers.insert(case.title.clone(), recorded);
}

/// OpenTofu's parts that are not as Terraform's.
fn different_parts(terraform: &Answer, tofu: &Answer) -> Parts {
    let terraform = without_terraform_fields(terraform);
    let mut parts = tofu.parts.clone();
    parts.retain(|name, part| terraform.parts.get(name) != Some(part));
    for name in terraform.parts.keys().filter(|name| !tofu.parts.contains_key(*name)) {
        parts.insert(name.clone(), serde_json::Value::Null);
    }
    parts
}

/// Asks again and reports what has changed.
pub(super) fn live(options: &Options, setting: &Setting) -> Outcome {
    let oracles = Oracles::find(options, setting)?;
    let mut changed = 0;
    let mut total = 0;
    for path in &options.files {
        let theme = Theme::load(path)?;
        let cases: Vec<&Case> = theme
            .document
            .cases
            .iter()
            .filter(|case| options.wants(case) && case.only.as_deref() != Some("cairn"))
            .collect();
        let found = in_parallel(&cases, |case| oracles.ask(case))?;
        total += cases.len();
        for (case, (terraform, _)) in cases.into_iter().zip(found) {
            let Some(recorded) = theme.recorded(case) else {
                println!("{}: {}: nothing is recorded", theme.name(), case.title);
                changed += 1;
                continue;
            };
            let mut lines = Vec::new();
            for (index, got) in terraform.iter().enumerate() {
                let expected = Answer {
                    summary: case.steps[index].terraform.clone(),
                    parts: recorded.terraform.get(index).cloned().unwrap_or_default(),
                };
                lines.extend(diff::answers(&expected, got, |_| false));
            }
            if !lines.is_empty() {
                println!("{}: {}", theme.name(), case.title);
                lines.iter().for_each(|line| println!("  {line}"));
                changed += 1;
            }
        }
    }
    println!("{total} asked, {changed} changed");
    Ok(changed == 0)
}
