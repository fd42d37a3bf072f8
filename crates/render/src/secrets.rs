//! What a schema says is secret, as marks on values.

use schema::{Attribute, AttributeShape, Block, Nesting};
use value::{Kind, Marks, Value};

/// The value of a block with everything marked that its schema says is a secret.
pub(crate) fn mark_secrets(value: &Value, block: &Block) -> Value {
    if has_secrets(block) { mark_block(value, block) } else { value.clone() }
}

/// Whether anything in a block is a secret.
fn has_secrets(block: &Block) -> bool {
    block.attributes.values().any(is_secret) || block.blocks.values().any(|nested| has_secrets(&nested.block))
}

fn is_secret(attribute: &Attribute) -> bool {
    attribute.sensitive
        || match &attribute.shape {
            AttributeShape::Nested(nested) => nested.attributes.values().any(is_secret),
            AttributeShape::Plain(_) => false,
        }
}

fn mark_block(value: &Value, block: &Block) -> Value {
    map_entries(value, &|name, part| {
        if let Some(attribute) = block.attributes.get(name) {
            mark_attribute(part, attribute)
        } else if let Some(nested) = block.blocks.get(name).filter(|nested| has_secrets(&nested.block)) {
            map_nested(part, nested.nesting, &|value| mark_block(value, &nested.block))
        } else {
            part.clone()
        }
    })
}

fn mark_attribute(value: &Value, attribute: &Attribute) -> Value {
    match &attribute.shape {
        _ if attribute.sensitive && !value.is_null() => value.clone().with_marks(&Marks::sensitive()),
        AttributeShape::Nested(nested) if is_secret(attribute) => {
            map_nested(value, nested.nesting, &|value| {
                map_entries(value, &|name, part| match nested.attributes.get(name) {
                    Some(attribute) => mark_attribute(part, attribute),
                    None => part.clone(),
                })
            })
        }
        _ => value.clone(),
    }
}

/// Changes each object of a nested block or attribute.
fn map_nested(value: &Value, nesting: Nesting, change: &dyn Fn(&Value) -> Value) -> Value {
    if matches!(nesting, Nesting::Single | Nesting::Group) {
        return change(value);
    }
    let (ty, changed) = (value.ty(), |items: &[Value]| items.iter().map(change).collect::<Vec<_>>());
    let element = || ty.element().cloned().unwrap_or(value::Type::Dynamic);
    let result = match value.kind() {
        Kind::List(items) => Value::list(element(), changed(items)),
        Kind::Set(items) => Value::set(element(), changed(items)),
        Kind::Tuple(items) => Value::tuple(changed(items)),
        Kind::Map(entries) => {
            Value::map(element(), entries.iter().map(|(key, value)| (key.clone(), change(value))))
        }
        Kind::Object(_) => map_entries(value, &|_, value| change(value)),
        _ => return value.clone(),
    };
    result.with_marks(value.marks())
}

fn map_entries(value: &Value, change: &dyn Fn(&str, &Value) -> Value) -> Value {
    match value.kind() {
        Kind::Object(entries) => {
            Value::object(entries.iter().map(|(name, part)| (name.clone(), change(name, part))))
                .with_marks(value.marks())
        }
        _ => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schema::NestedBlock;
    use value::Type;

    #[test]
    fn secrets_of_blocks_and_attributes() {
        let mut inner = Block::default();
        inner.attributes.insert("k".into(), Attribute::optional(Type::String).as_sensitive());
        let mut block = Block::default();
        block.attributes.insert("a".into(), Attribute::optional(Type::String));
        let nested = NestedBlock { nesting: Nesting::List, block: inner, min_items: 0, max_items: 0 };
        block.blocks.insert("b".into(), nested);
        let item = Value::object([("k", Value::string("x"))]);
        let nothing = Value::object([("k", Value::null(Type::String))]);
        let value = Value::object([
            ("a", Value::string("y")),
            ("b", Value::list(item.ty(), vec![item, nothing])),
        ]);
        let mut out = String::new();
        crate::value_json::write_sensitive(&mark_secrets(&value, &block), &mut out);
        assert_eq!(out, r#"{"b":[{"k":true},{}]}"#);
        assert!(mark_secrets(&Value::null(Type::Dynamic), &block).is_null());
    }
}
