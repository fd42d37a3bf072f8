//! What a provider is proposed: the configuration, with what only the provider knows taken from before.

use std::collections::BTreeMap;

use value::{SmolStr, Type, Value};

use crate::parts::{attr, element, elements, map_elements};
use crate::{Attribute, AttributeShape, Block, NestedBlock, NestedObject, Nesting};

/// The object that a provider is asked to plan for: what is written wins, and computed attributes that are
/// not written stay as they were. The values carry no marks.
pub fn proposed_new(block: &Block, prior: &Value, config: &Value) -> Value {
    if config.is_null() || !config.is_known() {
        return prior.clone();
    }
    if prior.is_null() || !prior.is_known() {
        return of_block(block, &block.empty_value(), config);
    }
    of_block(block, prior, config)
}

/// The object of something that is not there yet, with everything unknown that only the provider can
/// choose: a data source that is read later.
pub fn unknown_computed(block: &Block, config: &Value) -> Value {
    if config.is_null() || !config.is_known() {
        return Value::unknown(block.implied_type().clone());
    }
    let attributes = unknown_attributes(&block.attributes, config);
    let blocks = block.blocks.iter().map(|(name, nested)| {
        let value = attr(config, name);
        let value = match nested.nesting {
            _ if value.is_null() || !value.is_known() => value,
            Nesting::Single | Nesting::Group => unknown_computed(&nested.block, &value),
            _ => map_elements(&value, &mut |_, item| unknown_computed(&nested.block, item)),
        };
        (name.clone(), value)
    });
    Value::object(attributes.into_iter().chain(blocks))
}

fn unknown_attributes(schemas: &BTreeMap<SmolStr, Attribute>, config: &Value) -> Vec<(SmolStr, Value)> {
    let one = |(name, schema): (&SmolStr, &Attribute)| {
        let value = attr(config, name);
        let value = match &schema.shape {
            _ if value.is_null() && schema.computed => Value::unknown(schema.ty()),
            AttributeShape::Nested(nested) if !value.is_null() && value.is_known() => {
                let object = |item: &Value| Value::object(unknown_attributes(&nested.attributes, item));
                match nested.nesting {
                    Nesting::Single | Nesting::Group => object(&value),
                    _ => map_elements(&value, &mut |_, item| {
                        if item.is_null() || !item.is_known() { item.clone() } else { object(item) }
                    }),
                }
            }
            _ => value,
        };
        (name.clone(), value)
    };
    schemas.iter().map(one).collect()
}

fn of_block(block: &Block, prior: &Value, config: &Value) -> Value {
    let mut entries = of_attributes(&block.attributes, prior, config);
    entries.extend(block.blocks.iter().map(|(name, nested)| {
        (name.clone(), of_nested_blocks(nested, &attr(prior, name), &attr(config, name)))
    }));
    Value::object(entries)
}

fn of_attributes(
    schemas: &BTreeMap<SmolStr, Attribute>,
    prior: &Value,
    config: &Value,
) -> Vec<(SmolStr, Value)> {
    let one = |(name, schema): (&SmolStr, &Attribute)| {
        let (prior, config) = (attr(prior, name), attr(config, name));
        let value = match &schema.shape {
            _ if schema.computed && config.is_null() => {
                // Nothing of an attribute of any type has a type all the same, which is kept.
                let is_open = matches!(&schema.shape, AttributeShape::Plain(Type::Dynamic));
                let prior = if prior.is_null() && !is_open { schema.empty_value() } else { prior };
                // What was written before and is not any more is not kept as if the provider had chosen it.
                if was_written(schema, &prior) { config } else { prior }
            }
            AttributeShape::Nested(nested) => of_nested_object(nested, &prior, &config),
            AttributeShape::Plain(_) => config,
        };
        (name.clone(), value)
    };
    schemas.iter().map(one).collect()
}

fn of_nested_object(nested: &NestedObject, prior: &Value, config: &Value) -> Value {
    if config.is_null() || !config.is_known() {
        return config.clone();
    }
    let object = |prior: &Value, config: &Value| {
        if config.is_null() || !config.is_known() {
            return config.clone();
        }
        Value::object(of_attributes(&nested.attributes, prior, config))
    };
    let same = |prior: &Value, config: &Value| attributes_match(&nested.attributes, prior, config);
    of_elements(nested.nesting, prior, config, &object, &same)
}

fn of_nested_blocks(nested: &NestedBlock, prior: &Value, config: &Value) -> Value {
    // Only a dynamic block whose elements are not known makes blocks unknown.
    if !config.is_known() || config.is_null() {
        return config.clone();
    }
    let object = |prior: &Value, config: &Value| {
        if !config.is_known() { config.clone() } else { proposed_new(&nested.block, prior, config) }
    };
    let same = |prior: &Value, config: &Value| block_matches(&nested.block, prior, config);
    of_elements(nested.nesting, prior, config, &object, &same)
}

/// Goes through the elements of the configuration with the element of the prior value that each one is.
fn of_elements(
    nesting: Nesting,
    prior: &Value,
    config: &Value,
    object: &dyn Fn(&Value, &Value) -> Value,
    same: &dyn Fn(&Value, &Value) -> bool,
) -> Value {
    match nesting {
        Nesting::Single | Nesting::Group => object(prior, config),
        Nesting::List | Nesting::Map => map_elements(config, &mut |key, item| match element(prior, &key) {
            Some(prior) => object(prior, item),
            None => item.clone(),
        }),
        Nesting::Set => {
            let candidates = elements(prior);
            let mut used = vec![false; candidates.len()];
            map_elements(config, &mut |_, item| {
                let found = candidates.iter().enumerate().find(|(at, (_, candidate))| {
                    !used[*at] && (candidate.raw_eq(item) || same(candidate, item))
                });
                match found {
                    Some((at, (_, candidate))) => {
                        used[at] = true;
                        object(candidate, item)
                    }
                    None => object(&Value::null(item.ty()), item),
                }
            })
        }
    }
}

/// Whether a prior value of an optional and computed attribute of objects holds something that only the
/// configuration can have set.
fn was_written(schema: &Attribute, prior: &Value) -> bool {
    match &schema.shape {
        AttributeShape::Nested(nested) if schema.optional => holds_written(nested, prior),
        _ => false,
    }
}

fn holds_written(nested: &NestedObject, value: &Value) -> bool {
    if value.is_null() {
        return false;
    }
    let in_object = |object: &Value| {
        nested.attributes.iter().any(|(name, schema)| {
            let value = attr(object, name);
            if value.is_null() {
                return false;
            }
            !schema.computed || schema.nested().is_some_and(|nested| holds_written(nested, &value))
        })
    };
    match nested.nesting {
        Nesting::Single | Nesting::Group => in_object(value),
        _ => elements(value).iter().any(|(_, item)| in_object(item)),
    }
}

/// Whether an element of a set can have come from an element of the configuration: it differs in nothing but
/// what the provider chose.
fn block_matches(block: &Block, prior: &Value, config: &Value) -> bool {
    if prior.raw_eq(config) {
        return true;
    }
    if is_hollow(prior) || is_hollow(config) {
        return false;
    }
    attributes_match(&block.attributes, prior, config)
        && block.blocks.iter().all(|(name, nested)| {
            let (prior, config) = (attr(prior, name), attr(config, name));
            let same = |prior: &Value, config: &Value| block_matches(&nested.block, prior, config);
            elements_match(nested.nesting, &prior, &config, &same)
        })
}

fn attributes_match(schemas: &BTreeMap<SmolStr, Attribute>, prior: &Value, config: &Value) -> bool {
    if prior.raw_eq(config) {
        return true;
    }
    if is_hollow(prior) || is_hollow(config) {
        return false;
    }
    schemas.iter().all(|(name, schema)| {
        let (prior, config) = (attr(prior, name), attr(config, name));
        match &schema.shape {
            _ if prior.raw_eq(&config) => true,
            AttributeShape::Nested(nested) => {
                let same =
                    |prior: &Value, config: &Value| attributes_match(&nested.attributes, prior, config);
                elements_match(nested.nesting, &prior, &config, &same)
            }
            AttributeShape::Plain(_) => schema.computed && config.is_null(),
        }
    })
}

/// The same for objects one level down; sets inside of sets must be equal as they are.
fn elements_match(
    nesting: Nesting,
    prior: &Value,
    config: &Value,
    same: &dyn Fn(&Value, &Value) -> bool,
) -> bool {
    if prior.raw_eq(config) {
        return true;
    }
    if is_hollow(prior) || is_hollow(config) {
        return false;
    }
    match nesting {
        Nesting::Set => false,
        Nesting::Single | Nesting::Group => same(prior, config),
        Nesting::List | Nesting::Map => elements(prior)
            .iter()
            .all(|(key, prior)| element(config, key).is_some_and(|config| same(prior, config))),
    }
}

fn is_hollow(value: &Value) -> bool {
    value.is_null() || !value.is_known()
}
