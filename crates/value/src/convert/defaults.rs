//! Defaults of optional object attributes, put into a value before it is converted.

use std::collections::BTreeMap;

use smol_str::SmolStr;

use super::{convert, unify_unsafe};
use crate::{Kind, Refinement, Type, Value};

/// Default values of optional attributes, at any depth of a type.
#[derive(Clone, Debug, PartialEq)]
pub struct Defaults {
    /// The type they belong to.
    pub ty: Type,
    /// For an object: the default of each optional attribute that has one, of the attribute's type.
    pub values: BTreeMap<SmolStr, Value>,
    /// Defaults of the parts that have any: by attribute name for an object, by decimal position for
    /// a tuple, under the empty name for the elements of a list, set or map.
    pub children: BTreeMap<SmolStr, Defaults>,
}

impl Defaults {
    /// No defaults for a type.
    pub fn none(ty: Type) -> Self {
        Self { ty, values: BTreeMap::new(), children: BTreeMap::new() }
    }

    /// Whether there are none, here or below.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.children.is_empty()
    }

    /// The value with each missing or null optional attribute replaced by its default. The result may
    /// be of another type and still has to be converted; what does not fit is left for that.
    #[must_use]
    pub fn apply(&self, value: &Value) -> Value {
        if self.is_empty() {
            return value.clone();
        }
        let result = match value.kind() {
            Kind::List(items) => self.apply_items(items, |items| rebuilt(items, Value::list), &value.ty()),
            Kind::Set(items) => self.apply_items(items, |items| rebuilt(items, Value::set), &value.ty()),
            Kind::Tuple(items) => Value::tuple(self.items_with_defaults(items)),
            Kind::Map(entries) => {
                let entries = self.entries_with_defaults(entries);
                as_map(&entries, &value.ty()).unwrap_or_else(|| Value::object(entries))
            }
            Kind::Object(entries) => Value::object(self.entries_with_defaults(entries)),
            _ => return value.clone(),
        };
        result.with_marks(value.marks())
    }

    fn apply_items(&self, items: &[Value], rebuild: fn(Vec<Value>) -> Option<Value>, ty: &Type) -> Value {
        let items = self.items_with_defaults(items);
        if items.is_empty() {
            let element = ty.element().cloned().unwrap_or(Type::Dynamic);
            return if matches!(ty, Type::Set(_)) {
                Value::set(element, items)
            } else {
                Value::list(element, items)
            };
        }
        rebuild(items.clone()).unwrap_or_else(|| Value::tuple(items))
    }

    fn items_with_defaults(&self, items: &[Value]) -> Vec<Value> {
        let child = |at: usize| match self.ty {
            Type::Tuple(_) => self.children.get(at.to_string().as_str()),
            _ => self.children.get(""),
        };
        let one =
            |(at, item): (usize, &Value)| child(at).map_or_else(|| item.clone(), |child| child.apply(item));
        items.iter().enumerate().map(one).collect()
    }

    fn entries_with_defaults(&self, entries: &[(SmolStr, Value)]) -> Vec<(SmolStr, Value)> {
        let child = |name: &SmolStr| match self.ty {
            Type::Object(_) => self.children.get(name),
            _ => self.children.get(""),
        };
        let mut result: BTreeMap<SmolStr, Value> = BTreeMap::new();
        for (name, item) in entries {
            let item = child(name).map_or_else(|| item.clone(), |child| child.apply(item));
            result.insert(name.clone(), item);
        }
        for (name, default) in &self.values {
            if result.get(name).is_none_or(Value::is_null) {
                let default =
                    self.children.get(name).map_or_else(|| default.clone(), |child| child.apply(default));
                result.insert(name.clone(), default);
                continue;
            }
            // Whatever it will be, a null would be replaced by the default.
            if default.is_certainly_not_null()
                && let Some(item) = result.get_mut(name)
            {
                *item = item.refine(Refinement::not_null());
            }
        }
        result.into_iter().collect()
    }
}

/// A collection of items whose types may have grown apart, if they still unify.
fn rebuilt(items: Vec<Value>, of: fn(Type, Vec<Value>) -> Value) -> Option<Value> {
    let types: Vec<Type> = items.iter().map(Value::ty).collect();
    let element = unify_unsafe(&types)?;
    let items: Result<Vec<Value>, _> = items.iter().map(|item| convert(item, &element)).collect();
    let items = items.ok()?;
    // Types left open may still differ, and then only a tuple can hold the items.
    let alike = items.iter().all(|item| item.ty() == element);
    alike.then(|| of(element, items))
}

fn as_map(entries: &[(SmolStr, Value)], ty: &Type) -> Option<Value> {
    if entries.is_empty() {
        return Some(Value::map(
            ty.element().cloned().unwrap_or(Type::Dynamic),
            Vec::<(SmolStr, Value)>::new(),
        ));
    }
    let types: Vec<Type> = entries.iter().map(|(_, item)| item.ty()).collect();
    let element = unify_unsafe(&types)?;
    let items: Result<Vec<(SmolStr, Value)>, _> =
        entries.iter().map(|(name, item)| Ok((name.clone(), convert(item, &element)?))).collect();
    let items = items.map_err(|_: super::ConvertError| ()).ok()?;
    let alike = items.iter().all(|(_, item)| item.ty() == element);
    alike.then(|| Value::map(element, items))
}
