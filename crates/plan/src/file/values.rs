//! Values: the number of the type, the value as MessagePack, and which of its parts are marked.

use smol_str::SmolStr;
use value::{Deprecation, Kind, Marks, Path, PathStep, Type, Value, msgpack, type_json};

use super::PlanFileError;
use super::part::{Part, fields};
use super::stream::{Reader, Writer};

/// Marks by what they say: whether it is a secret, and what is deprecated.
pub(super) type MarkKey = (bool, Vec<Deprecation>);

const BAD_TYPE: PlanFileError = PlanFileError::Invalid("a type is not understood");
const BAD_VALUE: PlanFileError = PlanFileError::Invalid("a value does not fit its type");
const BAD_MARK: PlanFileError = PlanFileError::Invalid("a mark is on nothing");

impl Part for Value {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        // Before anything else, so that no error can name what must not be seen.
        let marked = self.has_marks();
        if marked {
            check_marks(self)?;
        }
        let (plain, _) = self.unmark_deep();
        let ty = plain.ty();
        ty.write(out)?;
        let bytes = msgpack::encode(&plain, &ty).map_err(|error| PlanFileError::Unwritable(error.message))?;
        out.bytes(&bytes);
        marked.write(out)?;
        if marked { write_marks(self, out) } else { Ok(()) }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        let ty = Type::read(from)?;
        let bytes = from.bytes()?;
        let value = msgpack::decode(&bytes, &ty).map_err(|_| BAD_VALUE)?;
        // A few bytes may stand for a long list of unknowns. That is never written, as it could fill all memory.
        if !value.is_wholly_known() && count_parts(&value) > bytes.len() {
            return Err(BAD_VALUE);
        }
        if bool::read(from)? { read_marks(value, from) } else { Ok(value) }
    }
}

impl Part for Type {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        out.shared(
            |tables| &mut tables.types,
            self,
            |out| {
                let text = type_json::encode(self);
                // What nests too deep is not read again, so it is not written either.
                type_json::decode(text.as_bytes())
                    .map_err(|error| PlanFileError::Unwritable(error.message))?;
                text.write(out)
            },
        )
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        from.shared(
            |tables| &mut tables.types,
            |from| type_json::decode(&from.bytes()?).map_err(|_| BAD_TYPE),
        )
    }
}

/// How many parts a value has, with itself.
fn count_parts(value: &Value) -> usize {
    let items: usize = value.as_items().unwrap_or_default().iter().map(count_parts).sum();
    let entries: usize =
        value.as_entries().unwrap_or_default().iter().map(|(_, item)| count_parts(item)).sum();
    1 + items + entries
}

/// Refuses values that must not be stored.
fn check_marks(value: &Value) -> Result<(), PlanFileError> {
    let marks = value.deep_marks();
    let what = if marks.is_ephemeral() {
        "it is ephemeral, so it is never written to a file"
    } else if marks.is_type_text() {
        "it is the result of \"type\", which can only be shown"
    } else {
        return Ok(());
    };
    Err(PlanFileError::Unwritable(what.to_owned()))
}

/// Direct parts in order; the parts of a set have no marks of their own.
fn parts(value: &Value) -> Vec<&Value> {
    match value.kind() {
        Kind::List(items) | Kind::Tuple(items) => items.iter().collect(),
        Kind::Map(entries) | Kind::Object(entries) => entries.iter().map(|(_, item)| item).collect(),
        _ => Vec::new(),
    }
}

/// Writes the marks of a value, and then for each of its marked parts its place and its marks.
fn write_marks(value: &Value, out: &mut Writer) -> Result<(), PlanFileError> {
    value.marks().write(out)?;
    let marked: Vec<(usize, &Value)> =
        parts(value).into_iter().enumerate().filter(|(_, part)| part.has_marks()).collect();
    out.number(marked.len() as u64);
    for (at, part) in marked {
        out.number(at as u64);
        write_marks(part, out)?;
    }
    Ok(())
}

/// Puts marks on again. This goes no deeper than the value does.
fn read_marks(value: Value, from: &mut Reader<'_>) -> Result<Value, PlanFileError> {
    let own = Marks::read(from)?;
    let count = from.number()?;
    if count == 0 {
        return Ok(value.with_marks(&own));
    }
    let element = value.ty().element().cloned().unwrap_or(Type::Dynamic);
    let value = match value.kind() {
        Kind::List(items) => Value::list(element, read_items(items, count, from)?),
        Kind::Tuple(items) => Value::tuple(read_items(items, count, from)?),
        Kind::Map(entries) => Value::map(element, read_entries(entries, count, from)?),
        Kind::Object(entries) => Value::object(read_entries(entries, count, from)?),
        _ => return Err(BAD_MARK),
    };
    Ok(value.with_marks(&own))
}

fn read_items(items: &[Value], count: u64, from: &mut Reader<'_>) -> Result<Vec<Value>, PlanFileError> {
    let mut items = items.to_vec();
    for _ in 0..count {
        let item = place(&mut items, from)?;
        *item = read_marks(item.clone(), from)?;
    }
    Ok(items)
}

fn read_entries(
    entries: &[(SmolStr, Value)],
    count: u64,
    from: &mut Reader<'_>,
) -> Result<Vec<(SmolStr, Value)>, PlanFileError> {
    let mut entries = entries.to_vec();
    for _ in 0..count {
        let (_, item) = place(&mut entries, from)?;
        *item = read_marks(item.clone(), from)?;
    }
    Ok(entries)
}

fn place<'a, T>(items: &'a mut [T], from: &mut Reader<'_>) -> Result<&'a mut T, PlanFileError> {
    let at = from.number()?;
    usize::try_from(at).ok().and_then(|at| items.get_mut(at)).ok_or(BAD_MARK)
}

impl Part for Marks {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        let key = (self.is_sensitive(), self.deprecations().to_vec());
        out.shared(|tables| &mut tables.marks, &key, |out| key.write(out))
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        from.shared(
            |tables| &mut tables.marks,
            |from| {
                let (sensitive, deprecations) = MarkKey::read(from)?;
                let marks = if sensitive { Marks::sensitive() } else { Marks::NONE };
                let one = |marks: Marks, one| marks.union(&Marks::deprecated(one));
                Ok(deprecations.into_iter().fold(marks, one))
            },
        )
    }
}

fields!(Deprecation { subject, message, local });

impl Part for PathStep {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        match self {
            PathStep::Attr(name) => {
                false.write(out)?;
                name.write(out)
            }
            PathStep::Index(key) => {
                true.write(out)?;
                key.write(out)
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        Ok(if bool::read(from)? {
            PathStep::Index(Value::read(from)?)
        } else {
            PathStep::Attr(SmolStr::read(from)?)
        })
    }
}

impl Part for Path {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        self.0.write(out)
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        Vec::read(from).map(Path)
    }
}
