//! The conversion itself, led by the value, so that types are only computed where they are needed.

use smol_str::SmolStr;

use super::exists::{element_for, same};
use super::replace::{filled, null_or_unknown};
use super::unify::unify_types;
use super::{ConvertError, conversion_exists, mismatch_message};
use crate::nesting::deep;
use crate::num::Num;
use crate::quote::quote;
use crate::{Kind, ObjectType, PathStep, Type, Value};

/// Why a conversion stopped.
pub(super) enum Failure {
    /// The types do not fit; the words for it come from the types of the whole.
    Types,
    /// The types would fit, this value does not.
    Value(ConvertError),
}

impl Failure {
    fn value(message: impl Into<String>) -> Self {
        Failure::Value(ConvertError::new(message))
    }

    fn under(self, step: impl FnOnce() -> PathStep) -> Self {
        match self {
            Failure::Types => Failure::Types,
            Failure::Value(error) => Failure::Value(error.under(step())),
        }
    }
}

/// The converted value, or nothing when the value is of the type already.
pub(super) type Outcome = Result<Option<Value>, Failure>;

pub(super) fn change(value: &Value, want: &Type) -> Outcome {
    if *want == Type::Dynamic {
        return Ok(None);
    }
    let changed = deep(|| inside(value, want))?;
    Ok(changed.map(|changed| changed.with_marks(value.marks())))
}

fn inside(value: &Value, want: &Type) -> Outcome {
    match value.kind() {
        Kind::Null | Kind::Unknown => bare(value, want),
        Kind::Bool(given) => match want {
            Type::Bool => Ok(None),
            Type::String => Ok(Some(Value::string(if given { "true" } else { "false" }))),
            _ => Err(Failure::Types),
        },
        Kind::Number(number) => match want {
            Type::Number => Ok(None),
            Type::String => Ok(Some(Value::string(number.to_text()))),
            _ => Err(Failure::Types),
        },
        Kind::String(text) => from_string(text, want),
        Kind::List(items) | Kind::Set(items) => from_collection(value, items, want),
        Kind::Tuple(items) => from_tuple(items, want),
        Kind::Map(entries) => from_map(value, entries, want),
        Kind::Object(entries) => from_object(entries, want),
    }
}

fn changed_or_same(value: &Value, want: &Type) -> Result<Value, Failure> {
    Ok(change(value, want)?.unwrap_or_else(|| value.clone()))
}

fn bare(value: &Value, want: &Type) -> Outcome {
    let from = value.ty();
    if same(&from, want) {
        return Ok(None);
    }
    if !conversion_exists(&from, want, true) {
        return Err(Failure::Types);
    }
    Ok(Some(null_or_unknown(value, want)))
}

fn from_string(text: &str, want: &Type) -> Outcome {
    match want {
        Type::String => Ok(None),
        Type::Number => match Num::parse(text) {
            Some(number) => Ok(Some(Value::number(number))),
            None => Err(Failure::value("a number is required")),
        },
        Type::Bool => match text {
            "true" | "1" => Ok(Some(Value::bool(true))),
            "false" | "0" => Ok(Some(Value::bool(false))),
            _ => Err(Failure::value(bool_message(text))),
        },
        _ => Err(Failure::Types),
    }
}

fn bool_message(text: &str) -> &'static str {
    if text.eq_ignore_ascii_case("true") {
        "a bool is required; to convert from string, use lowercase \"true\""
    } else if text.eq_ignore_ascii_case("false") {
        "a bool is required; to convert from string, use lowercase \"false\""
    } else {
        "a bool is required"
    }
}

fn index(at: usize) -> PathStep {
    PathStep::Index(Value::int(at as i64))
}

fn key(name: &SmolStr) -> PathStep {
    PathStep::Index(Value::string(name.clone()))
}

fn change_items(items: &[Value], want: &Type) -> Result<Vec<Value>, Failure> {
    let one = |(at, item)| changed_or_same(item, want).map_err(|failure| failure.under(|| index(at)));
    items.iter().enumerate().map(one).collect()
}

fn change_entries(entries: &[(SmolStr, Value)], want: &Type) -> Result<Vec<(SmolStr, Value)>, Failure> {
    let one = |(name, item): &(SmolStr, Value)| match changed_or_same(item, want) {
        Ok(item) => Ok((name.clone(), item)),
        Err(failure) => Err(failure.under(|| key(name))),
    };
    entries.iter().map(one).collect()
}

/// From a known list or set.
fn from_collection(value: &Value, items: &[Value], want: &Type) -> Outcome {
    let from = value.ty();
    if same(&from, want) {
        return Ok(None);
    }
    let (Type::List(element) | Type::Set(element)) = want else { return Err(Failure::Types) };
    let given = from.element().unwrap_or(&Type::Dynamic);
    if items.is_empty() {
        let element = empty_element(given, element)?;
        return Ok(Some(sequence(want, element, Vec::new())));
    }
    // Elements of a set that are not known may turn out equal, so there is no saying how many come.
    let countable = || value.length().is_some_and(|length| length.is_known());
    if matches!(want, Type::List(_)) && !countable() {
        if !conversion_exists(&from, want, true) {
            return Err(Failure::Types);
        }
        return Ok(Some(Value::unknown(filled(&from, want))));
    }
    let items = change_items(items, element)?;
    let (element, items) = one_type(items, element, sequence_message(want))?;
    Ok(Some(sequence(want, element, items)))
}

/// The element type of an empty collection: as wanted, or as it was where anything is.
fn empty_element(given: &Type, element: &Type) -> Result<Type, Failure> {
    if !conversion_exists(given, element, true) {
        return Err(Failure::Types);
    }
    Ok(if *element == Type::Dynamic { given.clone() } else { element.without_optional() })
}

fn sequence(want: &Type, element: Type, items: Vec<Value>) -> Value {
    match want {
        Type::Set(_) => Value::set(element, items),
        _ => Value::list(element, items),
    }
}

fn sequence_message(want: &Type) -> &'static str {
    match want {
        Type::Set(_) => "element types must all match for conversion to set",
        _ => "element types must all match for conversion to list",
    }
}

fn from_tuple(items: &[Value], want: &Type) -> Outcome {
    match want {
        Type::Tuple(types) => tuple_to_tuple(items, types),
        Type::List(element) | Type::Set(element) => tuple_to_sequence(items, want, element),
        _ => Err(Failure::Types),
    }
}

fn tuple_to_tuple(items: &[Value], types: &[Type]) -> Outcome {
    if items.len() != types.len() {
        return Err(Failure::Types);
    }
    let mut changed: Option<Vec<Value>> = None;
    for (at, (item, want)) in items.iter().zip(types).enumerate() {
        let part = change(item, want).map_err(|failure| failure.under(|| index(at)))?;
        match (&mut changed, part) {
            (Some(changed), part) => changed.push(part.unwrap_or_else(|| item.clone())),
            (None, None) => {}
            (None, Some(part)) => {
                let mut parts = Vec::with_capacity(items.len());
                parts.extend_from_slice(&items[..at]);
                parts.push(part);
                changed = Some(parts);
            }
        }
    }
    Ok(changed.map(Value::tuple))
}

fn tuple_to_sequence(items: &[Value], want: &Type, element: &Type) -> Outcome {
    if items.is_empty() {
        return Ok(Some(sequence(want, element.without_optional(), Vec::new())));
    }
    let found;
    let element = if *element == Type::Dynamic {
        let types: Vec<Type> = items.iter().map(Value::ty).collect();
        found = element_for(&types, element, true).ok_or(Failure::Types)?;
        if found == Type::Dynamic && types.iter().any(|ty| *ty != Type::Dynamic) {
            return Err(Failure::Types);
        }
        &found
    } else {
        element
    };
    let mut items = change_items(items, element)?;
    if element.has_dynamic() && matches!(want, Type::List(_)) {
        let types: Vec<Type> = items.iter().map(Value::ty).collect();
        items = change_items(&items, &common(&types, true)?)?;
    }
    let (element, items) = one_type(items, element, sequence_message(want))?;
    Ok(Some(sequence(want, element, items)))
}

fn common(types: &[Type], allow_unsafe: bool) -> Result<Type, Failure> {
    unify_types(types, allow_unsafe)
        .ok_or_else(|| Failure::value("cannot find a common base type for all elements"))
}

fn one_type(items: Vec<Value>, element: &Type, message: &str) -> Result<(Type, Vec<Value>), Failure> {
    uniform(items, element).ok_or_else(|| Failure::value(message))
}

/// The items as items of one type, and that type; nothing if they differ. Where the wanted type
/// leaves parts open the items decide; items of no known type follow the others.
pub(crate) fn uniform(items: Vec<Value>, element: &Type) -> Option<(Type, Vec<Value>)> {
    if !element.has_dynamic() || items.is_empty() {
        return Some((element.without_optional(), items));
    }
    let mut found = Type::Dynamic;
    for item in &items {
        let ty = item.ty();
        if found == Type::Dynamic {
            found = ty;
        } else if ty != Type::Dynamic && ty != found {
            return None;
        }
    }
    let items = items.into_iter().map(|item| match item.ty() {
        Type::Dynamic if found != Type::Dynamic => null_or_unknown(&item, &found).with_marks(item.marks()),
        _ => item,
    });
    let items = items.collect();
    Some((found, items))
}

fn from_map(value: &Value, entries: &[(SmolStr, Value)], want: &Type) -> Outcome {
    match want {
        Type::Map(element) => {
            let from = value.ty();
            if same(&from, want) {
                return Ok(None);
            }
            if entries.is_empty() {
                let given = from.element().unwrap_or(&Type::Dynamic);
                return Ok(Some(Value::map(empty_element(given, element)?, Vec::<(SmolStr, Value)>::new())));
            }
            let message = "element types must all match for conversion to map";
            map_of(change_entries(entries, element)?, element, false, message).map(Some)
        }
        Type::Object(object) => map_to_object(entries, object).map(Some),
        _ => Err(Failure::Types),
    }
}

fn map_of(
    mut entries: Vec<(SmolStr, Value)>,
    element: &Type,
    allow_unsafe: bool,
    message: &str,
) -> Result<Value, Failure> {
    let structured = element.is_collection() || matches!(element, Type::Object(_));
    if structured && element.has_dynamic() {
        let types: Vec<Type> = entries.iter().map(|(_, item)| item.ty()).collect();
        entries = change_entries(&entries, &common(&types, allow_unsafe)?)?;
    }
    let (names, items): (Vec<SmolStr>, Vec<Value>) = entries.into_iter().unzip();
    let (element, items) = one_type(items, element, message)?;
    Ok(Value::map(element, names.into_iter().zip(items)))
}

fn map_to_object(entries: &[(SmolStr, Value)], object: &ObjectType) -> Result<Value, Failure> {
    let mut attributes: Vec<Option<Value>> = vec![None; object.attributes().len()];
    for (name, item) in entries {
        let Some(at) = object.position(name) else { continue };
        let attribute = &object.attributes()[at];
        match changed_or_same(item, &attribute.ty) {
            Ok(item) => attributes[at] = Some(item),
            // Possible in principle, because the map could have lacked the key.
            Err(_) if attribute.optional && !conversion_exists(&item.ty(), &attribute.ty, true) => {
                return Err(Failure::value(format!(
                    "map element type is incompatible with attribute {}: {}",
                    quote(name),
                    mismatch_message(&item.ty(), &attribute.ty)
                )));
            }
            Err(failure) => return Err(failure.under(|| key(name))),
        }
    }
    let mut filled = Vec::with_capacity(attributes.len());
    for (attribute, value) in object.attributes().iter().zip(attributes) {
        let value = match value {
            Some(value) => value,
            None if attribute.optional => Value::null(attribute.ty.clone()),
            None => {
                let name = quote(&attribute.name);
                return Err(Failure::value(format!("map has no element for required attribute {name}")));
            }
        };
        filled.push((attribute.name.clone(), value));
    }
    Ok(Value::object(filled))
}

fn from_object(entries: &[(SmolStr, Value)], want: &Type) -> Outcome {
    match want {
        Type::Object(object) => object_to_object(entries, object),
        Type::Map(element) => object_to_map(entries, element).map(Some),
        _ => Err(Failure::Types),
    }
}

fn object_to_map(entries: &[(SmolStr, Value)], element: &Type) -> Result<Value, Failure> {
    if entries.is_empty() {
        return Ok(Value::map(element.without_optional(), Vec::<(SmolStr, Value)>::new()));
    }
    let found;
    let element = if *element == Type::Dynamic {
        let types: Vec<Type> = entries.iter().map(|(_, item)| item.ty()).collect();
        found = element_for(&types, element, true).ok_or(Failure::Types)?;
        &found
    } else {
        element
    };
    let message = "attribute types must all match for conversion to map";
    map_of(change_entries(entries, element)?, element, true, message)
}

/// Both sides are in order of name.
fn object_to_object(entries: &[(SmolStr, Value)], object: &ObjectType) -> Outcome {
    let mut unchanged = entries.len() == object.attributes().len();
    let mut parts = Vec::new();
    let mut rest = entries;
    for (at, attribute) in object.attributes().iter().enumerate() {
        while rest.first().is_some_and(|(name, _)| *name < attribute.name) {
            rest = &rest[1..];
        }
        let given = rest.first().filter(|(name, _)| *name == attribute.name);
        let part = match given {
            Some((name, item)) => change(item, &attribute.ty)
                .map_err(|failure| failure.under(|| PathStep::Attr(name.clone())))?,
            None if attribute.optional => Some(Value::null(attribute.ty.clone())),
            None => return Err(Failure::Types),
        };
        let in_place = unchanged && entries[at].0 == attribute.name;
        if in_place && part.is_none() {
            continue;
        }
        if unchanged {
            parts.reserve_exact(object.attributes().len());
            parts.extend_from_slice(&entries[..at]);
            unchanged = false;
        }
        if let Some(part) = part.or_else(|| given.map(|(_, item)| item.clone())) {
            parts.push((attribute.name.clone(), part));
        }
    }
    Ok((!unchanged).then(|| Value::object(parts)))
}
