//! What a schema says is secret, as marks on values.

use schema::Block;
use value::{Marks, Value};

/// The value of a body with everything marked that its schema says is a secret.
pub(crate) fn mark_secrets(value: &Value, block: &Block) -> Value {
    let paths = block.sensitive_paths(value);
    if paths.is_empty() {
        return value.clone();
    }
    let places: Vec<_> = paths.into_iter().map(|path| (path, Marks::sensitive())).collect();
    value.mark_with_paths(&places)
}

/// The value of a body without the marks that its schema gives it.
pub(crate) fn unmark_secrets(value: &Value, block: &Block) -> Value {
    let (plain, mut places) = value.unmark_deep_with_paths();
    let secret = block.sensitive_paths(&plain);
    places.retain(|(path, _)| !secret.contains(path));
    plain.mark_with_paths(&places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use schema::{Attribute, NestedBlock, Nesting};
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
        let value = Value::object([("a", Value::string("y")), ("b", Value::list(item.ty(), vec![item]))]);
        let mut out = String::new();
        crate::value_json::write_sensitive(&mark_secrets(&value, &block), &mut out);
        assert_eq!(out, r#"{"b":[{"k":true}]}"#);
        assert!(mark_secrets(&Value::null(Type::Dynamic), &block).is_null());
        assert!(unmark_secrets(&mark_secrets(&value, &block), &block).raw_eq(&value));
    }
}
