//! `ignore_changes`: parts of what is written are taken from what is.

use config::IgnoreChanges;
use hcl::AbsTraversal;
use hcl::syntax::ast::StepKind;
use schema::Block;
use value::{Path, PathStep, SmolStr, Value};

/// What is written, with the parts that are to be left alone as they are. With a schema what only the provider sets
/// is not written even where everything is left alone; a value that the provider planned is taken as it is.
pub(crate) fn ignore_changes(
    ignore: &IgnoreChanges,
    prior: &Value,
    config: &Value,
    schema: Option<&Block>,
) -> Value {
    if prior.is_null() || config.is_null() {
        return config.clone();
    }
    match ignore {
        IgnoreChanges::Unset => config.clone(),
        IgnoreChanges::All => schema.map_or_else(|| prior.clone(), |schema| without_computed(prior, schema)),
        IgnoreChanges::Attributes(paths) => {
            paths.iter().fold(config.clone(), |config, path| ignore_one(&path_of(path), prior, &config))
        }
    }
}

/// The object without what only the provider sets, as if it were written.
fn without_computed(prior: &Value, schema: &Block) -> Value {
    let Some(entries) = prior.as_entries() else { return prior.clone() };
    Value::object(entries.iter().map(|(name, value)| {
        let computed = schema
            .attributes
            .get(name)
            .is_some_and(|attribute| attribute.computed && !attribute.optional && !attribute.required);
        (name.clone(), if computed { Value::null(value.ty()) } else { value.clone() })
    }))
}

fn path_of(traversal: &AbsTraversal) -> Path {
    let first = PathStep::Attr(traversal.root.clone());
    let rest = traversal.steps.iter().map(|step| match &step.kind {
        StepKind::Attr(name) => PathStep::Attr(name.clone()),
        StepKind::Index(key) => PathStep::Index((**key).clone()),
    });
    Path(std::iter::once(first).chain(rest).collect())
}

fn ignore_one(path: &Path, prior: &Value, config: &Value) -> Value {
    if goes_into_object_by_key(path, prior) || goes_into_map_by_name(path, prior, config) {
        return config.clone();
    }
    if let Some((PathStep::Index(key), holder)) = path.0.split_last()
        && let Some(key) = key.as_smol_str()
    {
        let holder = Path(holder.to_vec());
        // Only a map that is written is gone into by keys: elsewhere the whole is meant.
        return match holder.find(config).map(|written| written.ty()) {
            Some(value::Type::Map(_)) => ignore_key(&holder, key, prior, config),
            _ => ignore_one(&holder, prior, config),
        };
    }
    match found(path, prior) {
        // What is the same, as secret as it was, is not touched.
        Some(before) if found(path, config).as_ref() != Some(&before) => {
            replaced(config, &path.0, &mut |_| Some(before.clone()))
        }
        _ => config.clone(),
    }
}

/// A part of something, with the marks of all that it is in: one of a secret is a secret.
fn found(path: &Path, whole: &Value) -> Option<Value> {
    let holders = (1..path.0.len()).filter_map(|end| Path(path.0[..end].to_vec()).find(whole));
    Some(holders.fold(path.find(whole)?, |part, holder| part.with_marks(holder.marks())))
}

/// Whether a path goes on after a key in brackets that is the name of an attribute: there is nothing at such a path.
fn goes_into_object_by_key(path: &Path, prior: &Value) -> bool {
    let inner = path.0.iter().enumerate().take(path.0.len().saturating_sub(1));
    inner.into_iter().any(|(at, step)| {
        matches!(step, PathStep::Index(key) if key.as_str().is_some())
            && Path(path.0[..at].to_vec())
                .find(prior)
                .is_some_and(|holder| matches!(holder.ty(), value::Type::Object(_)))
    })
}

/// Whether a path names a key of a map as if it were an attribute: there is nothing at such a path.
fn goes_into_map_by_name(path: &Path, prior: &Value, config: &Value) -> bool {
    path.0.iter().enumerate().skip(1).any(|(at, step)| {
        let holder = || {
            let holder = Path(path.0[..at].to_vec());
            holder.find(config).or_else(|| holder.find(prior))
        };
        matches!(step, PathStep::Attr(_))
            && holder().is_some_and(|holder| matches!(holder.ty(), value::Type::Map(_)))
    })
}

/// One key of a map is as it was: there with its old value, or not there. It may have been one of an object.
fn ignore_key(holder: &Path, key: &SmolStr, prior: &Value, config: &Value) -> Value {
    let holder_before = holder.find(prior);
    let entries_before = holder_before.as_ref().and_then(Value::as_entries).unwrap_or_default();
    let before = entries_before.iter().find(|(name, _)| name == key);
    // What comes out of a secret stays one, unless it goes into another: that is secret enough.
    let marks = |whole: &Value| found(holder, whole).map(|holder| holder.marks().clone()).unwrap_or_default();
    let is_hidden = marks(config).is_sensitive();
    let before = before
        .map(|(_, value)| if is_hidden { value.clone() } else { value.clone().with_marks(&marks(prior)) });
    replaced(config, &holder.0, &mut |map| {
        let value::Type::Map(element) = map.ty() else { return None };
        if !map.is_known() || map.is_null() && before.is_none() {
            return None;
        }
        let entries = map.as_entries().unwrap_or_default().iter();
        let mut entries: Vec<(SmolStr, Value)> = entries.filter(|(name, _)| name != key).cloned().collect();
        // What does not fit was never a value of this map.
        let before = before.as_ref().filter(|before| before.ty() == *element);
        entries.extend(before.map(|before| (key.clone(), before.clone())));
        Some(Value::map((*element).clone(), entries).with_marks(map.marks()))
    })
}

/// A value with one part replaced; unchanged where the part is not there, or the new one is of another type than all others.
/// What the part is in stays as secret as it is written.
fn replaced(value: &Value, steps: &[PathStep], change: &mut dyn FnMut(&Value) -> Option<Value>) -> Value {
    let Some((first, rest)) = steps.split_first() else {
        return change(value).unwrap_or_else(|| value.clone());
    };
    if value.is_null() || !value.is_known() {
        return value.clone();
    }
    let made = match (first, value.as_entries(), value.as_items()) {
        (PathStep::Attr(_) | PathStep::Index(_), Some(entries), _) => {
            let name = match first {
                PathStep::Attr(name) => name.clone(),
                PathStep::Index(key) => key.as_smol_str().cloned().unwrap_or_default(),
            };
            let entries: Vec<(SmolStr, Value)> = entries
                .iter()
                .map(|(key, inner)| {
                    (key.clone(), if *key == name { replaced(inner, rest, change) } else { inner.clone() })
                })
                .collect();
            let fits = |element: &value::Type| entries.iter().all(|(_, inner)| inner.ty() == *element);
            match value.ty() {
                value::Type::Map(element) if !fits(&element) => value.clone(),
                value::Type::Map(element) => Value::map((*element).clone(), entries),
                _ => Value::object(entries),
            }
        }
        (PathStep::Index(key), None, Some(items)) => {
            let Some(at) =
                key.as_num().and_then(value::num::Num::to_i64).and_then(|at| usize::try_from(at).ok())
            else {
                return value.clone();
            };
            let items: Vec<Value> = items
                .iter()
                .enumerate()
                .map(|(index, item)| if index == at { replaced(item, rest, change) } else { item.clone() })
                .collect();
            let fits = |element: &value::Type| items.iter().all(|item| item.ty() == *element);
            match value.ty() {
                value::Type::List(element) | value::Type::Set(element) if !fits(&element) => value.clone(),
                value::Type::List(element) => Value::list((*element).clone(), items),
                value::Type::Set(element) => Value::set((*element).clone(), items),
                _ => Value::tuple(items),
            }
        }
        _ => value.clone(),
    };
    made.with_marks(value.marks())
}
