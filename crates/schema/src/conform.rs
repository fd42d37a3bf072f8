//! Whether a value is of a type, and where in it something is unknown.

use value::{Kind, Path, Type, Value};

use crate::PathError;
use crate::error::Trail;
use crate::parts::elements;

/// Where a value is not of a type.
pub fn type_violations(value: &Value, ty: &Type) -> Vec<PathError> {
    let mut errors = Vec::new();
    conform(value, ty, &Trail::Root, &mut errors);
    errors
}

fn conform(value: &Value, ty: &Type, at: &Trail<'_>, errors: &mut Vec<PathError>) {
    if *ty == Type::Dynamic {
        return;
    }
    let got = match value.kind() {
        // A look at the parts costs more than this, but names the one that is wrong.
        Kind::List(_) | Kind::Set(_) | Kind::Map(_) => value.ty(),
        Kind::Object(entries) => return object_conforms(value, entries, ty, at, errors),
        Kind::Tuple(items) => {
            let Type::Tuple(wanted) = ty else { return errors.push(wrong(at, value, ty)) };
            if wanted.len() != items.len() {
                let message =
                    format!("wrong number of elements: {} instead of {}", items.len(), wanted.len());
                return errors.push(at.error(message));
            }
            for ((key, item), wanted) in elements(value).iter().zip(wanted.iter()) {
                conform(item, wanted, &at.index(key), errors);
            }
            return;
        }
        _ => value.ty(),
    };
    if !type_fits(&got, ty) {
        errors.push(wrong(at, value, ty));
    }
}

fn object_conforms(
    value: &Value,
    entries: &[(value::SmolStr, Value)],
    ty: &Type,
    at: &Trail<'_>,
    errors: &mut Vec<PathError>,
) {
    let Type::Object(wanted) = ty else { return errors.push(wrong(at, value, ty)) };
    for attribute in wanted.attributes() {
        match value.entry(&attribute.name) {
            Some(item) => conform(item, &attribute.ty, &at.attr(&attribute.name), errors),
            None => errors.push(at.error(format!("the attribute {:?} is missing", attribute.name.as_str()))),
        }
    }
    if entries.len() > wanted.attributes().len() {
        for (name, _) in entries.iter().filter(|(name, _)| wanted.get(name).is_none()) {
            errors.push(at.error(format!("there is an unexpected attribute {:?}", name.as_str())));
        }
    }
}

fn wrong(at: &Trail<'_>, value: &Value, ty: &Type) -> PathError {
    at.error(format!("{} is required, but there is {}", ty.constraint_name(), value.ty().friendly_name()))
}

/// Whether values of a type are values of a wanted one, in which parts may be of any type.
fn type_fits(got: &Type, want: &Type) -> bool {
    match (got, want) {
        (_, Type::Dynamic) => true,
        (Type::List(got), Type::List(want))
        | (Type::Set(got), Type::Set(want))
        | (Type::Map(got), Type::Map(want)) => type_fits(got, want),
        (Type::Tuple(got), Type::Tuple(want)) => {
            got.len() == want.len() && got.iter().zip(want.iter()).all(|(got, want)| type_fits(got, want))
        }
        (Type::Object(got), Type::Object(want)) => {
            got.attributes().len() == want.attributes().len()
                && got
                    .attributes()
                    .iter()
                    .zip(want.attributes())
                    .all(|(got, want)| got.name == want.name && type_fits(&got.ty, &want.ty))
        }
        _ => got == want,
    }
}

/// Where a value is unknown: the outermost parts.
pub fn unknown_paths(value: &Value) -> Vec<Path> {
    let mut paths = Vec::new();
    collect_unknown(value, &Trail::Root, &mut paths);
    paths
}

fn collect_unknown(value: &Value, at: &Trail<'_>, paths: &mut Vec<Path>) {
    if value.is_wholly_known() {
        return;
    }
    match value.kind() {
        Kind::Unknown => paths.push(at.path()),
        Kind::Object(entries) => {
            for (name, item) in entries {
                collect_unknown(item, &at.attr(name), paths);
            }
        }
        _ => {
            for (key, item) in elements(value) {
                collect_unknown(&item, &at.index(&key), paths);
            }
        }
    }
}

/// The same value with null for everything unknown.
pub fn unknown_as_null(value: &Value) -> Value {
    if value.is_wholly_known() {
        return value.clone();
    }
    match value.kind() {
        Kind::Unknown => Value::null(value.ty()).with_marks(value.marks()),
        _ => crate::parts::map_elements(value, &mut |_, item| unknown_as_null(item)),
    }
}

/// The value as files write it; nothing where that is the value itself. Whole numbers of more than 64 bits are written with
/// as many digits as their precision needs, which may be another number.
pub fn as_written(value: &Value) -> Option<Value> {
    match value.kind() {
        Kind::Number(number) => {
            let written = number.as_written()?;
            Some(Value::number(written).with_marks(value.marks()))
        }
        Kind::List(items) | Kind::Set(items) | Kind::Tuple(items) => {
            items.iter().any(|item| as_written(item).is_some()).then(|| with_written_parts(value))
        }
        Kind::Map(entries) | Kind::Object(entries) => {
            entries.iter().any(|(_, item)| as_written(item).is_some()).then(|| with_written_parts(value))
        }
        _ => None,
    }
}

fn with_written_parts(value: &Value) -> Value {
    crate::parts::map_elements(value, &mut |_, item| as_written(item).unwrap_or_else(|| item.clone()))
}
