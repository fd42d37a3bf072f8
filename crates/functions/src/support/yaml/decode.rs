//! YAML to values.

use value::{MAX_NESTING, Type, Value};
use yaml::{Data, Options};

/// The value of a text's one document, or what is wrong with the text.
pub fn decode(text: &str) -> Result<Value, String> {
    let document = yaml::read(text, Options { max_depth: MAX_NESTING, names_as_written: false })
        .map_err(|error| error.to_string())?;
    let Some(root) = document.root() else { return Err("missing start of document".to_owned()) };
    // Parts come before the whole, so what a node is made of is there already.
    let mut values: Vec<Value> = Vec::with_capacity(document.nodes().len());
    for node in document.nodes() {
        let value = match &node.data {
            Data::Null => Value::null(Type::Dynamic),
            Data::Bool(value) => Value::bool(*value),
            Data::Number(number) => Value::number(number.clone()),
            Data::String(text) => Value::string(text.clone()),
            Data::Sequence(items) => {
                Value::tuple(items.iter().map(|item| values[item.index()].clone()).collect())
            }
            // Of two entries of one name the later counts.
            Data::Mapping(entries) => Value::object(
                entries.iter().map(|entry| (entry.name.clone(), values[entry.value.index()].clone())),
            ),
        };
        values.push(value);
    }
    Ok(values.swap_remove(root.index()))
}
