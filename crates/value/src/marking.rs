//! Putting marks on values and taking them off.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::value::Data;
use crate::{Marks, Path, PathStep, Value};

impl Value {
    /// The marks of the value itself, not of its parts.
    pub fn marks(&self) -> &Marks {
        &self.marks
    }

    /// Whether the value itself is marked.
    pub fn is_marked(&self) -> bool {
        !self.marks.is_empty()
    }

    /// Whether the value or any part of it is marked.
    pub fn has_marks(&self) -> bool {
        self.facts().has_marks
    }

    /// The value with further marks.
    #[must_use]
    pub fn with_marks(mut self, marks: &Marks) -> Value {
        if !marks.is_empty() {
            self.marks = self.marks.union(marks);
        }
        self
    }

    /// The value marked as a secret.
    #[must_use]
    pub fn sensitive(self) -> Value {
        self.with_marks(&Marks::sensitive())
    }

    /// The value without its own marks, and those marks.
    pub fn unmark(mut self) -> (Value, Marks) {
        let marks = std::mem::take(&mut self.marks);
        (self, marks)
    }

    /// All marks of the value and its parts.
    pub fn deep_marks(&self) -> Marks {
        let mut marks = Marks::NONE;
        self.visit_marks(&mut |more| marks = marks.union(more));
        marks
    }

    /// The value with no marks anywhere, and the union of all it had.
    pub fn unmark_deep(&self) -> (Value, Marks) {
        if !self.has_marks() {
            return (self.clone(), Marks::NONE);
        }
        (self.map_marks(&mut |_| Marks::NONE), self.deep_marks())
    }

    /// The value with no marks anywhere, and where each was.
    pub fn unmark_deep_with_paths(&self) -> (Value, Vec<(Path, Marks)>) {
        let mut found = Vec::new();
        if self.has_marks() {
            collect_marks(self, &Path::new(), &mut found);
        }
        (self.map_marks(&mut |_| Marks::NONE), found)
    }

    /// The value marked at the given places; a place that does not exist marks the nearest part above it.
    #[must_use]
    pub fn mark_with_paths(&self, places: &[(Path, Marks)]) -> Value {
        places.iter().fold(self.clone(), |value, (path, marks)| mark_at(value, &path.0, marks))
    }

    /// The value with the marks of every part replaced by what the function says.
    #[must_use]
    pub fn map_marks(&self, change: &mut dyn FnMut(&Marks) -> Marks) -> Value {
        if !self.has_marks() {
            return self.clone();
        }
        let marks = change(&self.marks);
        let inner_marked = match &self.data {
            Data::List(elements) | Data::Tuple(elements) | Data::Set(elements) => elements.facts.has_marks,
            Data::Map(entries) | Data::Object(entries) => entries.facts.has_marks,
            _ => false,
        };
        if !inner_marked {
            return Value { data: self.data.clone(), marks };
        }
        self.map_parts(&mut |part| part.map_marks(change)).with_only(marks)
    }

    /// The value with each direct part replaced; the parts keep their types.
    #[must_use]
    pub(crate) fn map_parts(&self, change: &mut dyn FnMut(&Value) -> Value) -> Value {
        let element = || self.ty().element().cloned().unwrap_or(crate::Type::Dynamic);
        let value = match &self.data {
            Data::List(elements) => Value::list(element(), elements.items.iter().map(change).collect()),
            Data::Set(elements) => Value::set(element(), elements.items.iter().map(change).collect()),
            Data::Tuple(elements) => Value::tuple(elements.items.iter().map(change).collect()),
            Data::Map(entries) => Value::map(element(), mapped(entries, change)),
            Data::Object(entries) => Value::object(mapped(entries, change)),
            _ => self.clone(),
        };
        value.with_marks(&self.marks)
    }

    fn with_only(mut self, marks: Marks) -> Value {
        self.marks = marks;
        self
    }

    fn visit_marks(&self, visit: &mut dyn FnMut(&Marks)) {
        if !self.has_marks() {
            return;
        }
        if self.is_marked() {
            visit(&self.marks);
        }
        for item in self.as_items().unwrap_or_default() {
            item.visit_marks(visit);
        }
        for (_, item) in self.as_entries().unwrap_or_default() {
            item.visit_marks(visit);
        }
    }
}

fn mapped(
    entries: &Arc<crate::value::Entries>,
    change: &mut dyn FnMut(&Value) -> Value,
) -> Vec<(SmolStr, Value)> {
    entries.items.iter().map(|(key, value)| (key.clone(), change(value))).collect()
}

fn collect_marks(value: &Value, path: &Path, found: &mut Vec<(Path, Marks)>) {
    if !value.has_marks() {
        return;
    }
    if value.is_marked() {
        found.push((path.clone(), value.marks.clone()));
    }
    match &value.data {
        Data::List(elements) | Data::Tuple(elements) => {
            for (at, item) in elements.items.iter().enumerate() {
                collect_marks(item, &path.index(Value::int(at as i64)), found);
            }
        }
        Data::Map(entries) => {
            for (key, item) in &entries.items {
                collect_marks(item, &path.index(Value::string(key.clone())), found);
            }
        }
        Data::Object(entries) => {
            for (name, item) in &entries.items {
                collect_marks(item, &path.attr(name.clone()), found);
            }
        }
        _ => {}
    }
}

fn mark_at(value: Value, steps: &[PathStep], marks: &Marks) -> Value {
    let Some((step, rest)) = steps.split_first() else { return value.with_marks(marks) };
    let position = match (step, &value.data) {
        (PathStep::Attr(name), Data::Object(entries) | Data::Map(entries)) => {
            entries.items.iter().position(|(key, _)| key == name)
        }
        (PathStep::Index(key), Data::Map(entries) | Data::Object(entries)) => {
            entries.items.iter().position(|(name, _)| Some(name.as_str()) == key.as_str())
        }
        (PathStep::Index(key), Data::List(elements) | Data::Tuple(elements)) => key
            .as_num()
            .and_then(|number| number.to_i64())
            .and_then(|at| usize::try_from(at).ok())
            .filter(|at| *at < elements.items.len()),
        _ => None,
    };
    let Some(position) = position else { return value.with_marks(marks) };
    let mut at = 0;
    value.map_parts(&mut |part| {
        at += 1;
        if at - 1 == position { mark_at(part.clone(), rest, marks) } else { part.clone() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_come_off_and_go_back_by_path() {
        let value = Value::object([
            ("a", Value::tuple(vec![Value::string("x").sensitive(), Value::int(1)])),
            ("b", Value::int(2)),
        ]);
        let (plain, places) = value.unmark_deep_with_paths();
        assert!(!plain.has_marks());
        assert_eq!(places.len(), 1);
        assert_eq!(places[0].0.to_string(), ".a[0]");
        assert!(plain.mark_with_paths(&places).raw_eq(&value));
    }

    #[test]
    fn a_set_takes_the_marks_of_its_elements() {
        let set = Value::set(crate::Type::String, vec![Value::string("x").sensitive(), Value::string("y")]);
        assert!(set.marks().is_sensitive());
        assert!(set.as_items().unwrap().iter().all(|item| !item.has_marks()));
    }
}
