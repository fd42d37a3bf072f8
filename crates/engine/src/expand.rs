//! How many instances a block has: `count`, `for_each` and `enabled` with the values of now.

use addrs::InstanceKey;
use config::Repetition;
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
        self.refuse_for(Cause::Values, summary, detail, diags)
    }

    fn refuse_for<T>(
        &self,
        cause: Cause,
        summary: &str,
        detail: impl Into<String>,
        diags: &mut Diagnostics,
    ) -> Option<T> {
        diags.push(self.expr.problem(Diagnostic::error(summary, detail), cause, self.scope));
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
    const SUMMARY: &str = "Invalid count argument";
    let value = argument.eval(Some(&Type::Number), diags)?;
    if value.deep_marks().is_ephemeral() {
        let detail = "The given \"count\" is derived from an ephemeral value, which is different in every run. The number of \
                      instances cannot depend on it.";
        return argument.refuse_for(Cause::Ephemeral, SUMMARY, detail, diags);
    }
    let (value, _) = value.unmark();
    if value.is_null() {
        return argument.refuse(
            SUMMARY,
            "The given \"count\" argument value is null. An integer is required.",
            diags,
        );
    }
    if !value.is_known() {
        if deferral_allowed {
            return Some(put_off(Shape::Count));
        }
        let detail = "The \"count\" value depends on resource attributes that cannot be determined until apply, so it cannot \
                      be told how many instances will be created. Make what it depends on first, with the -target option, \
                      or leave this block out with -exclude.";
        return argument.refuse_for(Cause::Unknown, SUMMARY, detail, diags);
    }
    let number = value.as_num()?;
    if number.is_neg() {
        let detail =
            "The given \"count\" argument value is unsuitable: must be greater than or equal to zero.";
        return argument.refuse(SUMMARY, detail, diags);
    }
    let Some(number) = number.to_i64().filter(|number| i32::try_from(*number).is_ok()) else {
        let detail = format!(
            "The given \"count\" argument value is unsuitable: value must be a whole number, between 0 and {}.",
            i32::MAX
        );
        return argument.refuse(SUMMARY, detail, diags);
    };
    let keys = (0..number).map(|index| Some(InstanceKey::Int(index))).collect();
    Some(Expansion { shape: Shape::Count, keys, each: Vec::new(), deferred: false })
}

fn for_each(argument: &Argument<'_>, deferral_allowed: bool, diags: &mut Diagnostics) -> Option<Expansion> {
    const SUMMARY: &str = "Invalid for_each argument";
    const SET: &str = "Invalid for_each set argument";
    let value = argument.eval(None, diags)?;
    if value.marks().is_sensitive() {
        let detail = "Sensitive values, or values derived from sensitive values, cannot be used as for_each arguments: the \
                      keys of instances are shown everywhere.";
        return argument.refuse_for(Cause::Sensitive, SUMMARY, detail, diags);
    }
    if value.deep_marks().is_ephemeral() {
        let detail = "The given \"for_each\" is derived from an ephemeral value, which is different in every run. Which \
                      instances there are cannot depend on it.";
        return argument.refuse_for(Cause::Ephemeral, SUMMARY, detail, diags);
    }
    let (value, _) = value.unmark();
    if value.is_null() {
        let detail = "The given \"for_each\" argument value is unsuitable: the given \"for_each\" argument value is null. A \
                      map, or set of strings is allowed.";
        return argument.refuse(SUMMARY, detail, diags);
    }
    let ty = value.ty();
    if !matches!(ty, Type::Map(_) | Type::Object(_) | Type::Set(_) | Type::Dynamic) {
        let detail = format!(
            "The given \"for_each\" argument value is unsuitable: the \"for_each\" argument must be a map, or set of \
             strings, and you have provided a value of type {}.",
            ty.friendly_name()
        );
        return argument.refuse(SUMMARY, detail, diags);
    }
    let is_set = matches!(ty, Type::Set(_));
    if let Type::Set(element) = &ty
        && !matches!(**element, Type::String | Type::Dynamic)
        && value.is_wholly_known()
    {
        let detail = format!(
            "The given \"for_each\" argument value is unsuitable: \"for_each\" supports maps and sets of strings, but you have \
             provided a set containing type {}.",
            element.friendly_name()
        );
        return argument.refuse(SET, detail, diags);
    }
    let unknown = !value.is_known() || (is_set && !value.is_wholly_known());
    if unknown {
        if deferral_allowed {
            return Some(put_off(Shape::Each));
        }
        let what = if is_set { "set includes values" } else { "map includes keys" };
        let detail = format!(
            "The \"for_each\" {what} derived from resource attributes that cannot be determined until apply, so the full \
             set of keys that will identify the instances of this block cannot be told. Use keys that are written in the \
             configuration and put what is only known after apply into the values; or make what it depends on first, with \
             the -target option, or leave this block out with -exclude."
        );
        return argument.refuse_for(Cause::Unknown, SUMMARY, detail, diags);
    }
    let (keys, each): (Vec<_>, Vec<_>) = match value.kind() {
        Kind::Set(items) => {
            if items.iter().any(Value::is_null) {
                let detail = "The given \"for_each\" argument value is unsuitable: \"for_each\" sets must not contain null values.";
                return argument.refuse(SET, detail, diags);
            }
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
        return argument.refuse_for(Cause::Sensitive, SUMMARY, detail, diags);
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
        return argument.refuse_for(Cause::Unknown, SUMMARY, detail, diags);
    };
    let keys = if enabled { vec![None] } else { Vec::new() };
    Some(Expansion { shape: Shape::Enabled, keys, each: Vec::new(), deferred: false })
}
