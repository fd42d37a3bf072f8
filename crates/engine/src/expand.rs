//! How many instances a block has: `count`, `for_each` and `enabled` with the values of now.

use addrs::InstanceKey;
use config::{Keys, Repetition, Unsuitable, count_of, keys_of, unknown_count};
use diag::{Diagnostic, Diagnostics};
use hcl::Expression;
use hcl::eval::Cause;
use lang::LangScope;
use value::{Kind, Type, Value, convert};

use crate::world::{Expansion, Shape};

/// The instances of a block; nothing where that cannot be told, which is reported.
pub(crate) fn expand(
    repetition: &Repetition,
    scope: &LangScope<'_>,
    deferral_allowed: bool,
    diags: &mut Diagnostics,
) -> Option<Expansion> {
    if let Some(expr) = &repetition.count {
        return count(&Argument { expr, scope }, deferral_allowed, diags);
    }
    if let Some(expr) = &repetition.for_each {
        return for_each(&Argument { expr, scope }, deferral_allowed, diags);
    }
    if let Some(expr) = &repetition.enabled {
        return enabled(&Argument { expr, scope }, diags);
    }
    Some(Expansion::single())
}

/// What a refused argument is, with what it is evaluated in.
struct Argument<'a> {
    expr: &'a Expression,
    scope: &'a LangScope<'a>,
}

impl Argument<'_> {
    /// Because of its value.
    fn refuse<T>(&self, summary: &str, detail: impl Into<String>, diags: &mut Diagnostics) -> Option<T> {
        self.refuse_for(Some(Cause::Values), summary, detail, diags)
    }

    fn refuse_as<T>(&self, why: Unsuitable, diags: &mut Diagnostics) -> Option<T> {
        self.refuse_for(why.cause, why.summary, why.detail, diags)
    }

    fn refuse_for<T>(
        &self,
        cause: Option<Cause>,
        summary: &str,
        detail: impl Into<String>,
        diags: &mut Diagnostics,
    ) -> Option<T> {
        let problem = Diagnostic::error(summary, detail);
        diags.push(match cause {
            Some(cause) => self.expr.problem(problem, cause, self.scope),
            None => problem.at(self.expr.range()),
        });
        None
    }

    /// Evaluates, converts and takes the outer marks off.
    fn eval(&self, ty: Option<&Type>, diags: &mut Diagnostics) -> Option<Value> {
        let value = diags.keep(self.expr.eval(self.scope))?;
        let Some(ty) = ty else { return Some(value) };
        match convert::convert(&value, ty) {
            Ok(value) => Some(value),
            Err(error) => {
                let detail = format!("Invalid expression value: {error}.");
                self.refuse("Incorrect value type", detail, diags)
            }
        }
    }
}

fn put_off(shape: Shape) -> Expansion {
    Expansion { shape, keys: Vec::new(), each: Vec::new(), deferred: true }
}

fn count(argument: &Argument<'_>, deferral_allowed: bool, diags: &mut Diagnostics) -> Option<Expansion> {
    let value = argument.eval(Some(&Type::Number), diags)?;
    let keys = match count_of(&value) {
        Ok(Some(number)) => (0..number).map(|index| Some(InstanceKey::Int(index))).collect(),
        Ok(None) if deferral_allowed => return Some(put_off(Shape::Count)),
        Ok(None) => return argument.refuse_as(unknown_count(), diags),
        Err(why) => return argument.refuse_as(why, diags),
    };
    Some(Expansion { shape: Shape::Count, keys, each: Vec::new(), deferred: false })
}

fn for_each(argument: &Argument<'_>, deferral_allowed: bool, diags: &mut Diagnostics) -> Option<Expansion> {
    let value = argument.eval(None, diags)?;
    let value = match keys_of(&value) {
        Ok(Keys::Of(value)) => value,
        Ok(Keys::Unknown(_)) if deferral_allowed => return Some(put_off(Shape::Each)),
        Ok(Keys::Unknown(why)) | Err(why) => return argument.refuse_as(why, diags),
    };
    let (keys, each): (Vec<_>, Vec<_>) = match value.kind() {
        Kind::Set(items) => {
            let mut items: Vec<&Value> = items.iter().collect();
            items.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
            let key =
                |item: &Value| Some(InstanceKey::String(item.as_smol_str().cloned().unwrap_or_default()));
            items.into_iter().map(|item| (key(item), item.clone())).unzip()
        }
        _ => {
            let mut entries: Vec<_> = value.as_entries().unwrap_or_default().iter().collect();
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            entries
                .into_iter()
                .map(|(key, value)| (Some(InstanceKey::String(key.clone())), value.clone()))
                .unzip()
        }
    };
    Some(Expansion { shape: Shape::Each, keys, each, deferred: false })
}

fn enabled(argument: &Argument<'_>, diags: &mut Diagnostics) -> Option<Expansion> {
    const SUMMARY: &str = "Invalid enabled argument";
    let value = argument.eval(None, diags)?;
    let value = match convert::convert(&value, &Type::Bool) {
        Ok(value) => value,
        Err(error) => {
            let detail = format!("The given \"enabled\" argument value is unsuitable: {error}.");
            return argument.refuse(SUMMARY, detail, diags);
        }
    };
    let marks = value.deep_marks();
    if marks.is_sensitive() || marks.is_ephemeral() {
        let detail = "Whether there is an instance cannot depend on a sensitive or ephemeral value.";
        return argument.refuse_for(Some(Cause::Sensitive), SUMMARY, detail, diags);
    }
    if value.is_null() {
        return argument.refuse(
            SUMMARY,
            "The given \"enabled\" argument value is null. A bool is required.",
            diags,
        );
    }
    let Some(enabled) = value.as_bool() else {
        let detail = "The \"enabled\" value depends on resource attributes that cannot be determined until apply, so it cannot \
                      be told whether there will be an instance.";
        return argument.refuse_for(Some(Cause::Unknown), SUMMARY, detail, diags);
    };
    let keys = if enabled { vec![None] } else { Vec::new() };
    Some(Expansion { shape: Shape::Enabled, keys, each: Vec::new(), deferred: false })
}
