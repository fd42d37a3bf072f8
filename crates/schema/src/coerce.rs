//! Loose objects made to fit a schema, as backends take their settings.

use value::{Kind, Type, Value, convert};

use crate::error::Trail;
use crate::parts::{elements, map_elements};
use crate::{Block, NestedBlock, Nesting, PathError};

impl Block {
    /// The value as one of the implied type: arguments converted, what is missing null or empty, what is not
    /// in the schema refused.
    pub fn coerce(&self, value: &Value) -> Result<Value, PathError> {
        self.coerce_at(value, &Trail::Root)
    }

    fn coerce_at(&self, value: &Value, at: &Trail<'_>) -> Result<Value, PathError> {
        match value.kind() {
            Kind::Null => return Ok(Value::null(self.implied_type().clone()).with_marks(value.marks())),
            Kind::Unknown if matches!(value.ty(), Type::Object(_) | Type::Map(_) | Type::Dynamic) => {
                return Ok(Value::unknown(self.implied_type().clone()).with_marks(value.marks()));
            }
            Kind::Object(entries) | Kind::Map(entries) => {
                let known = |name: &str| self.attributes.contains_key(name) || self.blocks.contains_key(name);
                if let Some((name, _)) = entries.iter().find(|(name, _)| !known(name)) {
                    return Err(at.error(format!("unexpected attribute {:?}", name.as_str())));
                }
            }
            _ => return Err(at.error("an object is required")),
        }
        let mut entries = Vec::with_capacity(self.attributes.len() + self.blocks.len());
        for (name, attribute) in &self.attributes {
            let value = match value.entry(name) {
                Some(given) => convert::convert(given, &attribute.config_type()).map_err(|error| {
                    let mut path = at.attr(name).path();
                    path.0.extend(error.path.0);
                    PathError { path, message: error.message }
                })?,
                None if attribute.required => {
                    return Err(at.error(format!("attribute {:?} is required", name.as_str())));
                }
                None => attribute.empty_value(),
            };
            entries.push((name.clone(), value));
        }
        for (name, nested) in &self.blocks {
            let value = match value.entry(name) {
                Some(given) => nested.coerce_at(given, &at.attr(name))?,
                None => nested.empty_value(),
            };
            entries.push((name.clone(), value));
        }
        Ok(Value::object(entries).with_marks(value.marks()))
    }
}

impl NestedBlock {
    fn coerce_at(&self, value: &Value, at: &Trail<'_>) -> Result<Value, PathError> {
        let object = self.block.implied_type();
        if matches!(self.nesting, Nesting::Single | Nesting::Group) {
            if self.nesting == Nesting::Group && value.is_null() {
                return Ok(self.empty_value());
            }
            return self.block.coerce_at(value, at);
        }
        if value.is_null() {
            return Ok(self.empty_value());
        }
        if !value.is_known() {
            return Ok(Value::unknown(self.ty()).with_marks(value.marks()));
        }
        let items = match (self.nesting, value.kind()) {
            (Nesting::Map, Kind::Map(_) | Kind::Object(_)) => elements(value),
            (Nesting::Map, _) => return Err(at.error("must be a map")),
            (_, Kind::List(_) | Kind::Set(_) | Kind::Tuple(_)) => elements(value),
            (Nesting::Set, _) => return Err(at.error("must be a set")),
            _ => return Err(at.error("must be a list")),
        };
        let mut coerced = Vec::with_capacity(items.len());
        for (key, item) in &items {
            let at = at.index(key);
            if item.is_null() {
                return Err(at.error("must not be null"));
            }
            coerced.push(self.block.coerce_at(item, &at)?);
        }
        self.check_count(coerced.len() as u64, at)?;
        let keyed = |coerced: Vec<Value>| {
            items.iter().filter_map(|(key, _)| key.as_smol_str().cloned()).zip(coerced).collect::<Vec<_>>()
        };
        let result = match self.nesting {
            Nesting::Map if object.has_dynamic() => Value::object(keyed(coerced)),
            Nesting::Map => Value::map(object.clone(), keyed(coerced)),
            Nesting::Set => Value::set(object.clone(), coerced),
            _ if object.has_dynamic() => Value::tuple(coerced),
            _ => Value::list(object.clone(), coerced),
        };
        Ok(result.with_marks(value.marks()))
    }

    fn check_count(&self, count: u64, at: &Trail<'_>) -> Result<(), PathError> {
        if self.nesting == Nesting::Map {
            return Ok(());
        }
        if count < self.min_items {
            return Err(at.error(format!("insufficient items; must have at least {}", self.min_items)));
        }
        if self.max_items > 0 && count > self.max_items {
            return Err(at.error(format!("too many items; cannot have more than {}", self.max_items)));
        }
        Ok(())
    }
}

/// An object of a provider made with the old SDK, as if it came from one that keeps the rules: no blocks that
/// are null, none that are unknown as a whole.
pub fn normalize_legacy(block: &Block, value: &Value) -> Value {
    if value.is_null() || !value.is_known() || block.blocks.is_empty() {
        return value.clone();
    }
    let Some(entries) = value.as_entries() else { return value.clone() };
    Value::object(entries.iter().map(|(name, item)| {
        let item = match block.blocks.get(name) {
            Some(nested) => normalize_nested(nested, item),
            None => item.clone(),
        };
        (name.clone(), item)
    }))
}

fn normalize_nested(nested: &NestedBlock, value: &Value) -> Value {
    let block = &nested.block;
    let object = || block.implied_type().clone();
    match (nested.nesting, value.kind()) {
        (_, Kind::Null) => nested.empty_value(),
        (Nesting::Single | Nesting::Group, Kind::Unknown) => unknown_block(block),
        (Nesting::Set, Kind::Unknown) => Value::set(object(), vec![unknown_block(block)]),
        (Nesting::List, Kind::Unknown) if block.implied_type().has_dynamic() => {
            Value::tuple(vec![unknown_block(block)])
        }
        (Nesting::List, Kind::Unknown) => Value::list(object(), vec![unknown_block(block)]),
        (Nesting::Map, Kind::Unknown) => nested.empty_value(),
        (Nesting::Single | Nesting::Group, _) => normalize_legacy(block, value),
        _ => map_elements(value, &mut |_, item| normalize_legacy(block, item)),
    }
}

/// A block with everything in it unknown.
fn unknown_block(block: &Block) -> Value {
    let attributes = block.attributes.iter().map(|(name, it)| (name.clone(), Value::unknown(it.ty())));
    let blocks = block.blocks.iter().map(|(name, nested)| {
        let inside = unknown_block(&nested.block);
        let object = nested.block.implied_type().clone();
        let value = match nested.nesting {
            Nesting::Single | Nesting::Group => inside,
            Nesting::List if object.has_dynamic() => Value::tuple(vec![inside]),
            Nesting::List => Value::list(object, vec![inside]),
            Nesting::Set => Value::set(object, vec![inside]),
            Nesting::Map => nested.empty_value(),
        };
        (name.clone(), value)
    });
    Value::object(attributes.chain(blocks))
}
