//! What a provider may answer when it plans: the configuration, and its own choice only where it has one.

use std::collections::BTreeMap;

use value::{Kind, SmolStr, Type, Value};

use crate::error::Trail;
use crate::parts::{attr, count, element, elements};
use crate::{Attribute, AttributeShape, Block, NestedBlock, NestedObject, Nesting, PathError};

const ABSENT: &str = "planned for absence, but the configuration wants it to exist";
const PRESENT: &str = "planned for existence, but the configuration wants it to be absent";

/// Where a planned object breaks the rules. Providers made with the old SDK are excused from them.
pub fn plan_violations(block: &Block, prior: &Value, config: &Value, planned: &Value) -> Vec<PathError> {
    let mut errors = Vec::new();
    // Libraries that providers are made with forget what is known of a value that is not known yet.
    let (config, planned) = (config.without_refinements(), planned.without_refinements());
    check_block(block, prior, &config, &planned, &Trail::Root, &mut errors);
    errors
}

fn check_block(
    block: &Block,
    prior: &Value,
    config: &Value,
    planned: &Value,
    at: &Trail<'_>,
    errors: &mut Vec<PathError>,
) {
    // What is written to be passed on only is no right answer, though it is what is written.
    if planned.raw_eq(config) && !block.has_write_only() {
        return;
    }
    match (planned.is_null(), config.is_null()) {
        (true, true) => return,
        (true, false) => return errors.push(at.error(ABSENT)),
        (false, true) => return errors.push(at.error(PRESENT)),
        (false, false) => {}
    }
    if !planned.is_known() {
        return errors.push(at.error(UNKNOWN_BLOCK));
    }
    check_attributes(&block.attributes, prior, config, planned, at, errors);
    for (name, nested) in &block.blocks {
        let (prior, config, planned) = (attr(prior, name), attr(config, name), attr(planned, name));
        check_nested_blocks(nested, &prior, &config, &planned, &at.attr(name), errors);
    }
}

const UNKNOWN_BLOCK: &str =
    "a nested block must not be unknown as a whole; only the attributes in it can be unknown";

fn check_nested_blocks(
    nested: &NestedBlock,
    prior: &Value,
    config: &Value,
    planned: &Value,
    at: &Trail<'_>,
    errors: &mut Vec<PathError>,
) {
    if planned.raw_eq(config) && !(nested.block.has_write_only() && planned.is_known()) {
        return;
    }
    if !config.is_known() {
        let message =
            "these blocks are not known yet, because of a dynamic block, and must be left as they are";
        return errors.push(at.error(message));
    }
    if !planned.is_known() {
        return errors.push(at.error(UNKNOWN_BLOCK));
    }
    let block = &nested.block;
    let what = match nested.nesting {
        Nesting::Single | Nesting::Group => return check_block(block, prior, config, planned, at, errors),
        Nesting::List => "list",
        Nesting::Set => "set",
        Nesting::Map => "map",
    };
    let Some(planned_count) = count(planned) else {
        let message = format!("no blocks must be an empty {what} of blocks, not null");
        return errors.push(at.error(message));
    };
    // The old SDK leaves nulls in state, and ignore_changes brings them into the configuration.
    let config_count = count(config).unwrap_or(0);
    match nested.nesting {
        Nesting::Map => {
            check_keys("block", config, planned, at, errors);
        }
        // Elements of sets have no name to find the one of the other side by, and both models do not even count them.
        Nesting::Set => return,
        _ if planned_count != config_count => {
            return errors.push(at.error(wrong_count("blocks", planned_count, config_count)));
        }
        _ => {}
    }
    for (key, planned) in elements(planned) {
        let at = at.index(&key);
        let Some(config) = element(config, &key) else { continue };
        if !planned.is_known() && config.is_known() {
            errors.push(at.error(UNKNOWN_BLOCK));
            continue;
        }
        let prior = element(prior, &key).cloned().unwrap_or_else(|| Value::null(Type::Dynamic));
        check_block(block, &prior, config, &planned, &at, errors);
    }
}

fn wrong_count(what: &str, planned: usize, config: usize) -> String {
    format!("there are {planned} {what} in the plan, but {config} in the configuration")
}

fn check_keys(what: &str, config: &Value, planned: &Value, at: &Trail<'_>, errors: &mut Vec<PathError>) {
    for (key, _) in planned.as_entries().unwrap_or_default() {
        if config.entry(key).is_none() {
            let message =
                format!("the {what} {:?} is in the plan, but not in the configuration", key.as_str());
            errors.push(at.error(message));
        }
    }
    for (key, _) in config.as_entries().unwrap_or_default() {
        if planned.entry(key).is_none() {
            let message =
                format!("the {what} {:?} is in the configuration, but not in the plan", key.as_str());
            errors.push(at.error(message));
        }
    }
}

/// How many elements a set can end up with: elements that are not known yet may turn out to be the same.
fn length_range(set: &Value) -> (usize, usize) {
    match set.as_items() {
        None => (0, 0),
        Some(items) => {
            let unknown = items.iter().filter(|item| !item.is_wholly_known()).count();
            let known = items.len() - unknown;
            (known.max(usize::from(!items.is_empty())), items.len())
        }
    }
}

fn ranges_meet(a: (usize, usize), b: (usize, usize)) -> bool {
    a.0 <= b.1 && b.0 <= a.1
}

fn check_attributes(
    schemas: &BTreeMap<SmolStr, Attribute>,
    prior: &Value,
    config: &Value,
    planned: &Value,
    at: &Trail<'_>,
    errors: &mut Vec<PathError>,
) {
    for (name, schema) in schemas {
        let (prior, config, planned) = (attr(prior, name), attr(config, name), attr(planned, name));
        check_attribute(schema, &prior, &config, &planned, &at.attr(name), errors);
    }
}

fn check_attribute(
    schema: &Attribute,
    prior: &Value,
    config: &Value,
    planned: &Value,
    at: &Trail<'_>,
    errors: &mut Vec<PathError>,
) {
    if schema.write_only {
        if !planned.is_null() {
            errors.push(at.error("a write-only attribute must be null in the plan"));
        }
        return;
    }
    let null_as_configured = planned.is_null() && config.is_null();
    if null_as_configured || (planned.raw_eq(config) && !schema.holds_write_only()) {
        return;
    }
    // Another spelling of what is there already: the provider kept its own.
    if !prior.is_null() && !config.is_null() && prior.raw_eq(planned) {
        return;
    }
    if schema.computed && (config.is_null() || !schema.optional) {
        return;
    }
    if config.is_null() {
        return errors.push(at.error(
            "there is a planned value, but none in the configuration, and the attribute is not computed",
        ));
    }
    if let AttributeShape::Nested(nested) = &schema.shape {
        return check_object(nested, prior, config, planned, at, errors);
    }
    errors.push(at.error(if prior.is_null() {
        "the planned value is not the one in the configuration"
    } else {
        "the planned value is neither the one in the configuration nor the one there was before"
    }));
}

fn check_object(
    nested: &NestedObject,
    prior: &Value,
    config: &Value,
    planned: &Value,
    at: &Trail<'_>,
    errors: &mut Vec<PathError>,
) {
    match (planned.is_null(), config.is_null()) {
        (true, true) => return,
        (true, false) => return errors.push(at.error(ABSENT)),
        (false, true) => return errors.push(at.error(PRESENT)),
        (false, false) => {}
    }
    if !planned.is_known() {
        if config.is_known() {
            errors.push(at.error("the plan makes a value unknown that the configuration knows"));
        }
        return;
    }
    if !config.is_known() {
        return errors.push(at.error("the plan holds a value where the configuration is not known yet"));
    }
    match nested.nesting {
        Nesting::Single | Nesting::Group => {
            return check_attributes(&nested.attributes, prior, config, planned, at, errors);
        }
        Nesting::Set => {
            if !ranges_meet(length_range(planned), length_range(config)) {
                let (planned, config) = (count(planned).unwrap_or(0), count(config).unwrap_or(0));
                errors.push(at.error(wrong_count("elements", planned, config)));
            }
            return;
        }
        Nesting::Map => check_keys("key", config, planned, at, errors),
        Nesting::List => {
            let (planned, config) = (count(planned).unwrap_or(0), count(config).unwrap_or(0));
            if planned != config {
                return errors.push(at.error(wrong_count("elements", planned, config)));
            }
        }
    }
    for (key, planned) in elements(planned) {
        let Some(config) = element(config, &key) else { continue };
        let at = at.index(&key);
        match (planned.kind(), config.kind()) {
            (Kind::Null, Kind::Null) | (Kind::Unknown, Kind::Unknown) => {}
            (Kind::Null, _) => errors.push(at.error(ABSENT)),
            (_, Kind::Null) => errors.push(at.error(PRESENT)),
            (Kind::Unknown, _) | (_, Kind::Unknown) => {
                errors.push(at.error("only one of plan and configuration knows this element"));
            }
            _ => {
                let prior = element(prior, &key).cloned().unwrap_or_else(|| Value::null(Type::Dynamic));
                check_attributes(&nested.attributes, &prior, config, &planned, &at, errors);
            }
        }
    }
}
