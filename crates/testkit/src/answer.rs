//! Faults at work: what becomes of an answer.

use std::time::SystemTime;

use provider::{Deferred, ProviderDiagnostic, ProviderDiagnostics};
use value::{PathStep, Type, Value};

use crate::{Cloud, Effect};

/// What the faults of a call come to.
#[derive(Default)]
pub(crate) struct Outcome {
    pub(crate) diags: ProviderDiagnostics,
    /// The call does nothing.
    pub(crate) refused: bool,
    /// The call does its work and then fails.
    pub(crate) error_after: Option<&'static str>,
    /// There is no object in the answer.
    pub(crate) no_answer: bool,
    pub(crate) still_there: bool,
    pub(crate) deferred: Option<Deferred>,
    pub(crate) needs_new: Vec<value::Path>,
    /// In seconds since 1970.
    pub(crate) renew_at: Option<u64>,
    /// The types of what is found besides.
    pub(crate) also_found: Vec<&'static str>,
    pub(crate) nothing_found: bool,
    changes: Vec<Effect>,
}

impl Outcome {
    pub(crate) async fn of(cloud: &Cloud, effects: Vec<Effect>) -> Self {
        let mut outcome = Self::default();
        for effect in effects {
            outcome.add(cloud, effect).await;
        }
        outcome
    }

    async fn add(&mut self, cloud: &Cloud, effect: Effect) {
        let error = |summary: &str| ProviderDiagnostic::error(summary, "The test asked for this error.");
        match effect {
            Effect::Error(summary) => self.refuse(error(summary)),
            Effect::ErrorAt(summary, path) => self.refuse(error(summary).at(path)),
            Effect::Warning(summary) => {
                self.diags.push(ProviderDiagnostic::warning(summary, "The test asked for this warning."));
            }
            Effect::ErrorAfter(summary) => self.error_after = Some(summary),
            Effect::NoAnswer(summary) => {
                self.refuse(error(summary));
                self.no_answer = true;
            }
            Effect::StillThere => self.still_there = true,
            Effect::NeedsNew(path) => self.needs_new.push(path),
            Effect::RenewAfter(time) => {
                let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
                self.renew_at = Some((now + time).as_secs());
            }
            Effect::AlsoFound(type_name) => self.also_found.push(type_name),
            Effect::NothingFound => self.nothing_found = true,
            Effect::Deferred(why) => self.deferred = Some(why),
            Effect::Hang => {
                if !cloud.hang().await {
                    self.refuse(error("Stopped"));
                }
            }
            Effect::Answer(..) | Effect::Null | Effect::WrongType => self.changes.push(effect),
        }
    }

    fn refuse(&mut self, diagnostic: ProviderDiagnostic) {
        self.refused = true;
        self.diags.push(diagnostic);
    }

    /// The answer as it goes out, and everything that was said with it.
    pub(crate) fn object(&mut self, answer: Value) -> Value {
        if let Some(summary) = self.error_after {
            self.diags.push(ProviderDiagnostic::error(summary, "The test asked for this error."));
        }
        self.changes.iter().fold(answer, |answer, effect| match effect {
            Effect::Answer(path, value) => set_at(&answer, &path.0, value),
            Effect::Null => Value::null(answer.ty()),
            Effect::WrongType => Value::object([("surplus", Value::bool(true))]),
            _ => answer,
        })
    }
}

/// A value with a part replaced; where the path leads nowhere, the value itself.
fn set_at(value: &Value, steps: &[PathStep], part: &Value) -> Value {
    let Some((step, rest)) = steps.split_first() else { return part.clone() };
    let element = || value.ty().element().cloned().unwrap_or(Type::Dynamic);
    let here = |key: &str| match step {
        PathStep::Attr(name) => name == key,
        PathStep::Index(index) => index.as_str() == Some(key),
    };
    let at = match step {
        PathStep::Index(index) => index.as_num().and_then(|number| number.to_i64()),
        PathStep::Attr(_) => None,
    };
    let items = |items: &[Value]| {
        let replaced = items.iter().enumerate().map(|(index, item)| {
            if at == i64::try_from(index).ok() { set_at(item, rest, part) } else { item.clone() }
        });
        replaced.collect::<Vec<_>>()
    };
    match value.kind() {
        value::Kind::Object(entries) => Value::object(entries.iter().map(|(key, item)| {
            (key.clone(), if here(key) { set_at(item, rest, part) } else { item.clone() })
        })),
        value::Kind::Map(entries) => Value::map(
            element(),
            entries.iter().map(|(key, item)| {
                (key.clone(), if here(key) { set_at(item, rest, part) } else { item.clone() })
            }),
        ),
        value::Kind::List(list) => Value::list(element(), items(list)),
        value::Kind::Tuple(tuple) => Value::tuple(items(tuple)),
        _ => value.clone(),
    }
}
