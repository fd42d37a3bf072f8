//! What the values of `count` and `for_each` may be: one set of rules for checking and for running.

use hcl::eval::Cause;
use value::{Type, Value};

/// Why a value cannot say how many instances there are.
#[derive(Debug)]
pub struct Unsuitable {
    /// Which of the values that took part are told of; none where the detail says it all.
    pub cause: Option<Cause>,
    /// In few words.
    pub summary: &'static str,
    /// What is wrong.
    pub detail: String,
}

const FOR_EACH: &str = "Invalid for_each argument";
const FOR_EACH_SET: &str = "Invalid for_each set argument";
const COUNT: &str = "Invalid count argument";

fn refuse<T>(cause: Cause, summary: &'static str, detail: impl Into<String>) -> Result<T, Unsuitable> {
    Err(Unsuitable { cause: Some(cause), summary, detail: detail.into() })
}

fn refuse_count<T>(detail: impl Into<String>) -> Result<T, Unsuitable> {
    Err(Unsuitable { cause: None, summary: COUNT, detail: detail.into() })
}

/// How many instances a number means; nothing where that is not known yet.
pub fn count_of(value: &Value) -> Result<Option<i64>, Unsuitable> {
    if value.deep_marks().is_ephemeral() {
        let detail = "The given \"count\" is derived from an ephemeral value, which is different in every run. The number of \
                      instances cannot depend on it.";
        return refuse_count(detail);
    }
    let (value, _) = value.clone().unmark();
    if value.is_null() {
        let detail = "The given \"count\" argument value is null. An integer is required.";
        return refuse_count(detail);
    }
    let Some(number) = value.as_num() else { return Ok(None) };
    if number.is_neg() {
        let detail =
            "The given \"count\" argument value is unsuitable: must be greater than or equal to zero.";
        return refuse_count(detail);
    }
    match number.to_i64().filter(|number| i32::try_from(*number).is_ok()) {
        Some(number) => Ok(Some(number)),
        None => {
            let detail = format!(
                "The given \"count\" argument value is unsuitable: value must be a whole number, between 0 and {}.",
                i32::MAX
            );
            refuse_count(detail)
        }
    }
}

/// Why the number of instances must be known, in a run that puts nothing off.
pub fn unknown_count() -> Unsuitable {
    let detail = "The \"count\" value depends on resource attributes that cannot be determined until apply, so it cannot be \
                  told how many instances will be created. Make what it depends on first, with the -target option, or leave \
                  this block out with -exclude.";
    Unsuitable { cause: None, summary: COUNT, detail: detail.to_owned() }
}

/// What names instances.
#[derive(Debug)]
pub enum Keys {
    /// The keys of this map, or the elements of this set, without the marks around it.
    Of(Value),
    /// Not known yet; this is why they must be, in a run that puts nothing off.
    Unknown(Unsuitable),
}

/// What names instances where there is one for each element of a value.
pub fn keys_of(value: &Value) -> Result<Keys, Unsuitable> {
    if value.marks().is_sensitive() {
        let detail = "Sensitive values, or values derived from sensitive values, cannot be used as for_each arguments: the \
                      keys of instances are shown everywhere.";
        return refuse(Cause::Sensitive, FOR_EACH, detail);
    }
    if value.deep_marks().is_ephemeral() {
        let detail = "The given \"for_each\" is derived from an ephemeral value, which is different in every run. Which \
                      instances there are cannot depend on it.";
        return refuse(Cause::Ephemeral, FOR_EACH, detail);
    }
    let (value, _) = value.clone().unmark();
    if value.is_null() {
        let detail = "The given \"for_each\" argument value is unsuitable: the given \"for_each\" argument value is null. A \
                      map, or set of strings is allowed.";
        return refuse(Cause::Values, FOR_EACH, detail);
    }
    let is_set = match value.ty() {
        Type::Map(_) | Type::Object(_) | Type::Dynamic => false,
        Type::Set(element) => {
            check_set(&value, &element)?;
            true
        }
        other => {
            let detail = format!(
                "The given \"for_each\" argument value is unsuitable: the \"for_each\" argument must be a map, or set of \
                 strings, and you have provided a value of type {}.",
                other.friendly_name()
            );
            return refuse(Cause::Values, FOR_EACH, detail);
        }
    };
    if value.is_known() && (!is_set || value.is_wholly_known()) {
        return Ok(Keys::Of(value));
    }
    let what = if is_set { "set includes values" } else { "map includes keys" };
    let detail = format!(
        "The \"for_each\" {what} derived from resource attributes that cannot be determined until apply, so the full \
         set of keys that will identify the instances of this block cannot be told. Use keys that are written in the \
         configuration and put what is only known after apply into the values; or make what it depends on first, with \
         the -target option, or leave this block out with -exclude."
    );
    Ok(Keys::Unknown(Unsuitable { cause: Some(Cause::Unknown), summary: FOR_EACH, detail }))
}

fn check_set(value: &Value, element: &Type) -> Result<(), Unsuitable> {
    // What an unknown element is may still change.
    if !matches!(element, Type::String | Type::Dynamic) && value.is_wholly_known() {
        let detail = format!(
            "The given \"for_each\" argument value is unsuitable: \"for_each\" supports maps and sets of strings, but you have \
             provided a set containing type {}.",
            element.friendly_name()
        );
        return refuse(Cause::Values, FOR_EACH_SET, detail);
    }
    if value.as_items().is_some_and(|items| items.iter().any(Value::is_null)) {
        let detail = "The given \"for_each\" argument value is unsuitable: \"for_each\" sets must not contain null values.";
        return refuse(Cause::Values, FOR_EACH_SET, detail);
    }
    Ok(())
}
