//! What may come out of an apply: what was planned, with unknowns filled in.

use value::{Kind, Type, Value};

use crate::conform::type_violations;
use crate::error::Trail;
use crate::parts::{attr, count, element, elements};
use crate::{Block, NestedBlock, Nesting, PathError};

/// Where an object is not what was planned. Also for two plans of one change, of which the later knows more.
pub fn apply_violations(block: &Block, planned: &Value, actual: &Value) -> Vec<PathError> {
    let mut errors = Vec::new();
    check_block(block, planned, actual, &Trail::Root, &mut errors);
    errors
}

fn check_block(block: &Block, planned: &Value, actual: &Value, at: &Trail<'_>, errors: &mut Vec<PathError>) {
    match (planned.is_null(), actual.is_null()) {
        (true, true) => return,
        (true, false) => return errors.push(at.error("was absent, but now present")),
        (false, true) => return errors.push(at.error("was present, but now absent")),
        (false, false) => {}
    }
    if !planned.is_known() {
        return;
    }
    if !actual.is_known() {
        return errors.push(at.error("was known, but now unknown"));
    }
    if planned.raw_eq(actual) {
        return;
    }
    for (name, schema) in &block.attributes {
        let at = at.attr(name);
        let before = errors.len();
        let (planned, actual) = (attr(planned, name), attr(actual, name));
        check_value(&planned, &actual, &at, errors);
        // The shape of a secret is a secret too.
        if schema.sensitive && errors.len() > before {
            errors.truncate(before);
            errors.push(at.error("the values of a sensitive attribute are not the same"));
        }
    }
    for (name, nested) in &block.blocks {
        check_nested(nested, &attr(planned, name), &attr(actual, name), &at.attr(name), errors);
    }
}

fn check_nested(
    nested: &NestedBlock,
    planned: &Value,
    actual: &Value,
    at: &Trail<'_>,
    errors: &mut Vec<PathError>,
) {
    let block = &nested.block;
    if matches!(nested.nesting, Nesting::Single | Nesting::Group) {
        // What was not known to be there may turn out not to be.
        if !planned.is_known() && actual.is_null() {
            return;
        }
        return check_block(block, planned, actual, at, errors);
    }
    let (Some(planned_count), Some(actual_count)) = (count(planned), count(actual)) else { return };
    match nested.nesting {
        Nesting::Set => {
            let fits = |planned: &Value, actual: &Value| apply_violations(block, planned, actual).is_empty();
            check_set(planned, actual, &fits, at, errors);
            if actual_count > planned_count {
                errors.push(at.error(changed_count("number of blocks", planned_count, actual_count)));
            }
            return;
        }
        Nesting::Map => check_keys("block", planned, actual, at, errors),
        _ if planned_count != actual_count => {
            return errors.push(at.error(changed_count("number of blocks", planned_count, actual_count)));
        }
        _ => {}
    }
    for (key, planned) in elements(planned) {
        if let Some(actual) = element(actual, &key) {
            check_block(block, &planned, actual, &at.index(&key), errors);
        }
    }
}

fn changed_count(what: &str, planned: usize, actual: usize) -> String {
    format!("the {what} changed from {planned} to {actual}")
}

fn check_keys(what: &str, planned: &Value, actual: &Value, at: &Trail<'_>, errors: &mut Vec<PathError>) {
    for (key, _) in elements(planned) {
        if element(actual, &key).is_none() {
            errors.push(at.error(format!("{what} {} has vanished", key_text(&key))));
        }
    }
    for (key, _) in elements(actual) {
        if element(planned, &key).is_none() {
            errors.push(at.error(format!("new {what} {} has appeared", key_text(&key))));
        }
    }
}

fn key_text(key: &Value) -> String {
    match (key.as_str(), key.as_num()) {
        (Some(text), _) => format!("{text:?}"),
        (_, Some(number)) => number.to_string(),
        _ => "?".to_owned(),
    }
}

fn check_value(planned: &Value, actual: &Value, at: &Trail<'_>, errors: &mut Vec<PathError>) {
    // The type of a null says nothing when any type would do.
    let either_null = planned.is_null() || actual.is_null();
    if !either_null && !type_violations(actual, &constraint(planned)).is_empty() {
        let (was, is) = (planned.ty().friendly_name(), actual.ty().friendly_name());
        return errors.push(at.error(if was == is {
            "the type of a part of the value changed".to_owned()
        } else {
            format!("the type of the value changed: was {was}, but now {is}")
        }));
    }
    check_part(planned, actual, at, errors);
}

/// The same for what is of the right type as a whole.
fn check_part(planned: &Value, actual: &Value, at: &Trail<'_>, errors: &mut Vec<PathError>) {
    if planned.raw_eq(actual) || (!planned.is_known() && planned.ty() == Type::Dynamic) {
        return;
    }
    if !planned.is_known() {
        let excluded = planned.refinement().is_some_and(|known| {
            (actual.is_null() && planned.is_certainly_not_null())
                || (actual.is_known() && known.excludes(actual))
        });
        if excluded {
            errors.push(at.error("the value does not keep to what the plan said of it"));
        }
        return;
    }
    match (planned.is_null(), actual.is_null()) {
        (true, true) => return,
        (true, false) => return errors.push(at.error("was null, but now has a value")),
        (false, true) => return errors.push(at.error("had a value, but is now null")),
        (false, false) => {}
    }
    if !actual.is_known() {
        return errors.push(at.error("was known, but now unknown"));
    }
    match planned.kind() {
        Kind::List(_) | Kind::Tuple(_) | Kind::Map(_) => {
            check_keys("element", planned, actual, at, errors);
            for (key, planned) in elements(planned) {
                if let Some(actual) = element(actual, &key) {
                    check_part(&planned, actual, &at.index(&key), errors);
                }
            }
        }
        Kind::Object(entries) => {
            for (name, planned) in entries {
                check_part(planned, &attr(actual, name), &at.attr(name), errors);
            }
        }
        Kind::Set(_) => {
            let fits = |planned: &Value, actual: &Value| {
                let mut errors = Vec::new();
                check_part(planned, actual, &Trail::Root, &mut errors);
                errors.is_empty()
            };
            check_set(planned, actual, &fits, at, errors);
            let (planned, actual) = (count(planned).unwrap_or(0), count(actual).unwrap_or(0));
            if actual > planned {
                errors.push(at.error(changed_count("length", planned, actual)));
            }
        }
        _ => {
            if !planned.equals_certainly(actual) {
                errors.push(at.error("the value is not the planned one"));
            }
        }
    }
}

/// The type that a final value must have: whatever was not known may be of any type.
fn constraint(planned: &Value) -> Type {
    match planned.kind() {
        Kind::Tuple(items) => Type::tuple(items.iter().map(part_constraint)),
        Kind::Object(entries) => {
            Type::object(entries.iter().map(|(name, item)| (name.clone(), part_constraint(item))))
        }
        _ => planned.ty(),
    }
}

/// Of a part that is null the type is not compared: it is told as a change from null.
fn part_constraint(value: &Value) -> Type {
    if value.is_null() { Type::Dynamic } else { constraint(value) }
}

/// Each element of either set must have one of the other that it could be.
fn check_set(
    planned: &Value,
    actual: &Value,
    fits: &dyn Fn(&Value, &Value) -> bool,
    at: &Trail<'_>,
    errors: &mut Vec<PathError>,
) {
    if planned.raw_eq(actual) {
        return;
    }
    let (planned, actual) = (planned.as_items().unwrap_or_default(), actual.as_items().unwrap_or_default());
    let one_fits = |element: &Value| actual.iter().any(|other| fits(element, other));
    let lost = planned.iter().filter(|element| !one_fits(element)).count();
    if lost > 0 {
        return errors.push(at.error(format!("{lost} planned elements of the set are not there")));
    }
    let new = actual.iter().filter(|element| !planned.iter().any(|other| fits(other, element))).count();
    if new > 0 {
        errors.push(at.error(format!("{new} elements of the set were not planned")));
    }
}
