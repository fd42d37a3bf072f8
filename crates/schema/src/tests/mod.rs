//! Tests of the rules, over one schema that has every nesting, with values written as JSON.
//!
//! `"?"` stands for an unknown value wherever it stands; what is left out is null or empty.

mod applied;
mod marked;
mod planned;
mod proposed;
mod shapes;

use value::{Kind, Type, Value, json};

use crate::{Attribute, AttributeShape, Block, NestedBlock, NestedObject, Nesting, PathError};

/// `a` can be given, `c` is the provider's, `oc` is either's.
fn leaves() -> [(&'static str, Attribute); 3] {
    [
        ("a", Attribute::optional(Type::String)),
        ("c", Attribute::computed(Type::String)),
        ("oc", Attribute::optional(Type::String).or_computed()),
    ]
}

fn nested(nesting: Nesting) -> Attribute {
    let attributes = leaves().map(|(name, it)| (name.into(), it)).into();
    Attribute {
        shape: AttributeShape::Nested(NestedObject { nesting, attributes }),
        ..Attribute::optional(Type::Dynamic)
    }
}

fn block(nesting: Nesting) -> NestedBlock {
    let attributes = leaves().map(|(name, it)| (name.into(), it)).into();
    NestedBlock { nesting, block: Block { attributes, ..Block::default() }, min_items: 0, max_items: 0 }
}

/// One schema with everything: attributes `a c oc secret wo any`, nested attributes `n_*`, blocks `b_*`.
fn schema() -> Block {
    let mut with_inner = block(Nesting::List);
    with_inner.block.blocks.insert("in".into(), block(Nesting::Set));
    with_inner.block.attributes.insert("secret".into(), Attribute::optional(Type::String).as_sensitive());
    let mut with_secret = nested(Nesting::Map);
    if let AttributeShape::Nested(object) = &mut with_secret.shape {
        object.attributes.insert("secret".into(), Attribute::optional(Type::String).as_sensitive());
        let write_only = Attribute { write_only: true, ..Attribute::optional(Type::String) };
        object.attributes.insert("wo".into(), write_only);
    }
    let own = [
        ("secret", Attribute::optional(Type::String).as_sensitive()),
        ("wo", Attribute { write_only: true, ..Attribute::optional(Type::String) }),
        ("any", Attribute::optional(Type::Dynamic)),
        ("texts", Attribute::optional(Type::set(Type::String))),
        ("n_single", nested(Nesting::Single)),
        ("n_list", nested(Nesting::List)),
        ("n_set", nested(Nesting::Set)),
        ("n_map", nested(Nesting::Map)),
        ("n_oc", Attribute { computed: true, ..nested(Nesting::Single) }),
        ("n_secret", with_secret),
    ];
    let blocks = [
        ("b_single", block(Nesting::Single)),
        ("b_group", block(Nesting::Group)),
        ("b_list", block(Nesting::List)),
        ("b_set", block(Nesting::Set)),
        ("b_map", block(Nesting::Map)),
        ("b_deep", with_inner),
    ];
    Block {
        attributes: leaves().into_iter().chain(own).map(|(name, it)| (name.into(), it)).collect(),
        blocks: blocks.map(|(name, it)| (name.into(), it)).into(),
        ..Block::default()
    }
}

/// A value of the schema, from JSON that holds only what is of interest.
fn value(text: &str) -> Value {
    let loose = json::decode_implied(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    of_block(&schema(), &loose)
}

fn of_block(block: &Block, loose: &Value) -> Value {
    match loose.kind() {
        Kind::Null => return Value::null(block.implied_type().clone()),
        Kind::String("?") => return Value::unknown(block.implied_type().clone()),
        _ => {}
    }
    let known = |name: &str| block.attributes.contains_key(name) || block.blocks.contains_key(name);
    assert!(loose.as_entries().unwrap().iter().all(|(name, _)| known(name)), "{loose:?}");
    let attributes = block.attributes.iter().map(|(name, schema)| {
        (name.clone(), loose.entry(name).map_or_else(|| schema.empty_value(), |it| of_type(&schema.ty(), it)))
    });
    let blocks = block.blocks.iter().map(|(name, nested)| {
        let value = match (loose.entry(name), nested.nesting) {
            (None, _) => nested.empty_value(),
            (Some(given), Nesting::Single | Nesting::Group) => of_block(&nested.block, given),
            (Some(given), _) => match (given.kind(), nested.ty()) {
                (Kind::Null, ty) => Value::null(ty),
                (Kind::String(_), ty) => Value::unknown(ty),
                (Kind::Tuple(items), ty) => {
                    let items = items.iter().map(|item| of_block(&nested.block, item)).collect();
                    let element = ty.element().unwrap().clone();
                    if let Type::Set(_) = ty {
                        Value::set(element, items)
                    } else {
                        Value::list(element, items)
                    }
                }
                (_, ty) => Value::map(
                    ty.element().unwrap().clone(),
                    given
                        .as_entries()
                        .unwrap()
                        .iter()
                        .map(|(key, it)| (key.clone(), of_block(&nested.block, it))),
                ),
            },
        };
        (name.clone(), value)
    });
    Value::object(attributes.chain(blocks))
}

fn of_type(ty: &Type, loose: &Value) -> Value {
    match (ty, loose.kind()) {
        (_, Kind::Null) => Value::null(ty.clone()),
        (_, Kind::String("?")) => Value::unknown(ty.clone()),
        (Type::Object(object), _) => Value::object(object.attributes().iter().map(|attribute| {
            let value = loose.entry(&attribute.name);
            let value =
                value.map_or_else(|| Value::null(attribute.ty.clone()), |it| of_type(&attribute.ty, it));
            (attribute.name.clone(), value)
        })),
        (Type::List(element), Kind::Tuple(items)) => {
            Value::list((**element).clone(), items.iter().map(|item| of_type(element, item)).collect())
        }
        (Type::Set(element), Kind::Tuple(items)) => {
            Value::set((**element).clone(), items.iter().map(|item| of_type(element, item)).collect())
        }
        (Type::Map(element), Kind::Object(entries)) => {
            let entries = entries.iter().map(|(key, item)| (key.clone(), of_type(element, item)));
            Value::map((**element).clone(), entries)
        }
        _ => loose.clone(),
    }
}

/// Compares errors by path and message.
fn same_errors(context: &str, errors: &[PathError], expect: &[&str]) {
    let found: Vec<String> = errors.iter().map(PathError::to_string).collect();
    assert_eq!(found, expect, "{context}");
}
