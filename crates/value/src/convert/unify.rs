//! The search for one type that several types convert to.

use std::collections::HashSet;

use super::conversion_exists;
use crate::{ObjectType, Type};

/// The most general type that all convert to by safe conversions, if there is one.
///
/// `Dynamic` among types of a definite structure makes the result `Dynamic`: what the whole will be
/// is not known yet, and callers treat the value as unknown.
pub fn unify(types: &[Type]) -> Option<Type> {
    unify_types(types, false)
}

/// As [`unify`], but conversions that may fail are allowed where no safe one exists.
pub fn unify_unsafe(types: &[Type]) -> Option<Type> {
    unify_types(types, true)
}

pub(super) fn unify_types(types: &[Type], allow_unsafe: bool) -> Option<Type> {
    let (first, rest) = types.split_first()?;
    if rest.iter().all(|ty| ty == first) {
        return Some(first.clone());
    }
    // Repetitions change nothing but the time it takes.
    let mut seen = HashSet::with_hasher(foldhash::fast::FixedState::default());
    let types: Vec<Type> = types.iter().filter(|ty| seen.insert(*ty)).cloned().collect();

    let count = |is: fn(&Type) -> bool| types.iter().filter(|ty| is(ty)).count();
    let dynamics = count(|ty| matches!(ty, Type::Dynamic));
    let maps = count(|ty| matches!(ty, Type::Map(_)));
    let lists = count(|ty| matches!(ty, Type::List(_)));
    let sets = count(|ty| matches!(ty, Type::Set(_)));
    let objects = count(|ty| matches!(ty, Type::Object(_)));
    let tuples = count(|ty| matches!(ty, Type::Tuple(_)));
    let only = |kind: usize, with: usize| kind > 0 && kind + with + dynamics == types.len();

    if [maps, lists, sets, objects, tuples].into_iter().any(|kind| only(kind, 0)) {
        if dynamics > 0 {
            return Some(Type::Dynamic);
        }
        return match &types[0] {
            Type::Map(_) => unify_elements(&types, Type::map, allow_unsafe),
            Type::List(_) => unify_elements(&types, Type::list, allow_unsafe),
            Type::Set(_) => unify_elements(&types, Type::set, allow_unsafe),
            Type::Object(_) => unify_objects(&types, allow_unsafe),
            _ => unify_tuples(&types, allow_unsafe),
        };
    }
    // Objects are often maps in disguise, and tuples lists.
    if maps > 0 && only(maps, objects) {
        let found = unify_replaced(&types, |ty| matches!(ty, Type::Object(_)), objects_to_map, allow_unsafe);
        if let Some(found @ Type::Map(_)) = found {
            return Some(found);
        }
    } else if lists > 0 && only(lists, tuples) {
        let found = unify_replaced(&types, |ty| matches!(ty, Type::Tuple(_)), tuples_to_list, allow_unsafe);
        if let Some(found @ Type::List(_)) = found {
            return Some(found);
        }
    } else if objects > 0 && tuples > 0 {
        return None;
    }
    by_preference(&types, allow_unsafe)
}

/// The first of the types, most general first, that all others convert to.
fn by_preference(types: &[Type], allow_unsafe: bool) -> Option<Type> {
    let order = preference_order(types);
    let fits = |want: &Type| types.iter().all(|ty| conversion_exists(ty, want, allow_unsafe));
    order.into_iter().map(|at| &types[at]).find(|want| fits(want)).cloned()
}

fn unify_elements(types: &[Type], of: fn(Type) -> Type, allow_unsafe: bool) -> Option<Type> {
    let elements: Vec<Type> = types.iter().filter_map(Type::element).cloned().collect();
    convertible(types, of(unify_types(&elements, allow_unsafe)?), allow_unsafe)
}

fn convertible(types: &[Type], found: Type, allow_unsafe: bool) -> Option<Type> {
    types.iter().all(|ty| conversion_exists(ty, &found, allow_unsafe)).then_some(found)
}

fn as_object(ty: &Type) -> Option<&ObjectType> {
    match ty {
        Type::Object(object) => Some(object),
        _ => None,
    }
}

fn as_tuple(ty: &Type) -> Option<&[Type]> {
    match ty {
        Type::Tuple(items) => Some(items),
        _ => None,
    }
}

/// Objects of the same attribute names unify by attribute, others become a map.
fn unify_objects(types: &[Type], allow_unsafe: bool) -> Option<Type> {
    let objects: Vec<&ObjectType> = types.iter().filter_map(as_object).collect();
    let (first, rest) = objects.split_first()?;
    let names = |object: &ObjectType| object.attributes().iter().map(|a| a.name.clone()).collect::<Vec<_>>();
    let first_names = names(first);
    if rest.iter().any(|object| names(object) != first_names) {
        return objects_to_map(types, allow_unsafe);
    }
    let mut attributes = Vec::with_capacity(first_names.len());
    for (at, name) in first_names.into_iter().enumerate() {
        let across: Vec<Type> = objects.iter().map(|object| object.attributes()[at].ty.clone()).collect();
        attributes.push((name, unify_types(&across, allow_unsafe)?));
    }
    convertible(types, Type::object(attributes), allow_unsafe).or_else(|| objects_to_map(types, allow_unsafe))
}

fn objects_to_map(types: &[Type], allow_unsafe: bool) -> Option<Type> {
    let attributes = types.iter().filter_map(as_object).flat_map(ObjectType::attributes);
    let parts: Vec<Type> = attributes.map(|attribute| attribute.ty.clone()).collect();
    convertible(types, Type::map(unify_types(&parts, allow_unsafe)?), allow_unsafe)
}

/// Tuples of the same length unify by element, others become a list.
fn unify_tuples(types: &[Type], allow_unsafe: bool) -> Option<Type> {
    let tuples: Vec<&[Type]> = types.iter().filter_map(as_tuple).collect();
    let (first, rest) = tuples.split_first()?;
    if rest.iter().any(|tuple| tuple.len() != first.len()) {
        return tuples_to_list(types, allow_unsafe);
    }
    let mut items = Vec::with_capacity(first.len());
    for at in 0..first.len() {
        let across: Vec<Type> = tuples.iter().map(|tuple| tuple[at].clone()).collect();
        items.push(unify_types(&across, allow_unsafe)?);
    }
    convertible(types, Type::tuple(items), allow_unsafe).or_else(|| tuples_to_list(types, allow_unsafe))
}

fn tuples_to_list(types: &[Type], allow_unsafe: bool) -> Option<Type> {
    let parts: Vec<Type> = types.iter().filter_map(as_tuple).flatten().cloned().collect();
    convertible(types, Type::list(unify_types(&parts, allow_unsafe)?), allow_unsafe)
}

/// Unifies with the structural types replaced by the collection type they make together.
fn unify_replaced(
    types: &[Type],
    structural: fn(&Type) -> bool,
    collect: fn(&[Type], bool) -> Option<Type>,
    allow_unsafe: bool,
) -> Option<Type> {
    let parts: Vec<Type> = types.iter().filter(|ty| structural(ty)).cloned().collect();
    let collection = collect(&parts, allow_unsafe)?;
    let replaced: Vec<Type> =
        types.iter().map(|ty| if structural(ty) { collection.clone() } else { ty.clone() }).collect();
    unify_types(&replaced, allow_unsafe)
}

/// Positions of the types, more general ones before those they cover, otherwise as given.
fn preference_order(types: &[Type]) -> Vec<usize> {
    let mut covers: Vec<Vec<usize>> = vec![Vec::new(); types.len()];
    let mut covered_by = vec![0usize; types.len()];
    for (i, a) in types.iter().enumerate() {
        for (j, b) in types.iter().enumerate().skip(i + 1) {
            let (general, special) = match preference(a, b) {
                Preference::First => (i, j),
                Preference::Second => (j, i),
                Preference::Neither => continue,
            };
            covers[general].push(special);
            covered_by[special] += 1;
        }
    }
    let mut order: Vec<usize> = (0..types.len()).filter(|at| covered_by[*at] == 0).collect();
    let mut next = 0;
    while let Some(&at) = order.get(next) {
        next += 1;
        for &special in &covers[at] {
            covered_by[special] -= 1;
            if covered_by[special] == 0 {
                order.push(special);
            }
        }
    }
    order
}

#[derive(Clone, Copy, PartialEq)]
enum Preference {
    First,
    Second,
    Neither,
}

/// Which of two types to try first as the common one.
fn preference(a: &Type, b: &Type) -> Preference {
    use Preference::{First, Neither, Second};
    match (a, b) {
        (Type::Dynamic, Type::Dynamic) => Neither,
        (_, Type::Dynamic) => First,
        (Type::Dynamic, _) => Second,
        (Type::String, Type::Number | Type::Bool) => First,
        (Type::Number | Type::Bool, Type::String) => Second,
        (Type::List(a), Type::List(b)) | (Type::Set(a), Type::Set(b)) | (Type::Map(a), Type::Map(b)) => {
            preference(a, b)
        }
        (Type::List(_) | Type::Tuple(_), Type::Set(_)) => First,
        (Type::Set(_), Type::List(_) | Type::Tuple(_)) => Second,
        (Type::List(_), Type::Tuple(_)) | (Type::Map(_), Type::Object(_)) => First,
        (Type::Tuple(_), Type::List(_)) | (Type::Object(_), Type::Map(_)) => Second,
        (Type::Object(a), Type::Object(b)) => {
            let (a, b) = (a.attributes(), b.attributes());
            if a.len() != b.len() || a.iter().zip(b).any(|(a, b)| a.name != b.name) {
                return Neither;
            }
            part_by_part(a.iter().map(|a| &a.ty).zip(b.iter().map(|b| &b.ty)))
        }
        (Type::Tuple(a), Type::Tuple(b)) if a.len() == b.len() => part_by_part(a.iter().zip(b.iter())),
        _ => Neither,
    }
}

/// One is preferred if it is for some part and the other for none.
fn part_by_part<'a>(pairs: impl Iterator<Item = (&'a Type, &'a Type)>) -> Preference {
    let mut result = Preference::Neither;
    for (a, b) in pairs {
        let part = preference(a, b);
        if part == Preference::Neither {
            continue;
        }
        if result != Preference::Neither && result != part {
            return Preference::Neither;
        }
        result = part;
    }
    result
}
