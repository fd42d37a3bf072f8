//! From MessagePack to a value, trusting nothing the bytes claim.

use std::borrow::Cow;

use rmp::Marker;
use rmp::decode::{RmpRead, read_marker};
use smol_str::SmolStr;

use super::{MsgpackError, REFINED, key};
use crate::convert::uniform;
use crate::nesting::{MAX_NESTING, deep};
use crate::num::Num;
use crate::{Bound, ObjectType, PathStep, Refinement, Type, Value, type_json};

/// The longest body of an unknown value that is read.
const MAX_REFINEMENT_BYTES: usize = 1024;

/// A list of known length of unknown elements is built of so many elements that a few bytes could
/// ask for a lot of them; this many in one message are plenty.
const MAX_IMPLIED_ELEMENTS: u64 = 1 << 20;

/// Room made for elements before they are seen.
const FIRST_ROOM: usize = 256;

pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    depth: usize,
    implied: u64,
}

fn required(what: &str) -> MsgpackError {
    MsgpackError::new(format!("{what} is required"))
}

fn at_end() -> MsgpackError {
    MsgpackError::new("unexpected end of data")
}

/// A length as claimed in one, two or four bytes.
enum Wide {
    One,
    Two,
    Four,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, depth: 0, implied: 0 }
    }

    fn marker(&mut self) -> Result<Marker, MsgpackError> {
        read_marker(&mut self.bytes).map_err(|_| at_end())
    }

    fn peek(&self) -> Result<Marker, MsgpackError> {
        self.bytes.first().map(|byte| Marker::from_u8(*byte)).ok_or_else(at_end)
    }

    fn length(&mut self, wide: Wide) -> Result<usize, MsgpackError> {
        let length = match wide {
            Wide::One => self.bytes.read_data_u8().map(u32::from),
            Wide::Two => self.bytes.read_data_u16().map(u32::from),
            Wide::Four => self.bytes.read_data_u32(),
        };
        length.map(|length| length as usize).map_err(|_| at_end())
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8], MsgpackError> {
        let (taken, rest) = self.bytes.split_at_checked(length).ok_or_else(at_end)?;
        self.bytes = rest;
        Ok(taken)
    }

    /// A value of the type.
    pub(super) fn value(&mut self, ty: &Type) -> Result<Value, MsgpackError> {
        if self.depth == MAX_NESTING {
            return Err(MsgpackError::new("exceeded max depth"));
        }
        self.depth += 1;
        let result = deep(|| self.value_inside(ty));
        self.depth -= 1;
        result
    }

    fn value_inside(&mut self, ty: &Type) -> Result<Value, MsgpackError> {
        let marker = self.peek()?;
        if let Some(body) = extension(marker) {
            self.marker()?;
            return self.unknown(body, ty);
        }
        if marker == Marker::Null {
            self.marker()?;
            return Ok(Value::null(ty.clone()));
        }
        match ty {
            Type::Dynamic => self.dynamic(),
            Type::Bool => self.bool().map(Value::bool),
            Type::Number => self.number().map(Value::number),
            Type::String => self.string("string").map(Value::string),
            Type::List(element) => {
                let (element, items) = self.items(element, "a list")?;
                Ok(Value::list(element, items))
            }
            Type::Set(element) => {
                let (element, items) = self.items(element, "a set")?;
                Ok(Value::set(element, items))
            }
            Type::Map(element) => self.map(element),
            Type::Tuple(types) => self.tuple(types),
            Type::Object(object) => self.object(object),
        }
    }

    fn bool(&mut self) -> Result<bool, MsgpackError> {
        match self.marker()? {
            Marker::True => Ok(true),
            Marker::False => Ok(false),
            _ => Err(required("bool")),
        }
    }

    /// A number in any of the forms a sender may choose.
    fn number(&mut self) -> Result<Num, MsgpackError> {
        let marker = self.peek()?;
        if matches!(marker, Marker::FixStr(_) | Marker::Str8 | Marker::Str16 | Marker::Str32) {
            return Num::parse(&self.string("number")?).ok_or_else(|| required("number"));
        }
        self.marker()?;
        let bytes = &mut self.bytes;
        let number = match marker {
            Marker::FixPos(number) => Ok(Num::from_u64(u64::from(number))),
            Marker::FixNeg(number) => Ok(Num::from_i64(i64::from(number))),
            Marker::I8 => bytes.read_data_i8().map(|number| Num::from_i64(i64::from(number))),
            Marker::I16 => bytes.read_data_i16().map(|number| Num::from_i64(i64::from(number))),
            Marker::I32 => bytes.read_data_i32().map(|number| Num::from_i64(i64::from(number))),
            Marker::I64 => bytes.read_data_i64().map(Num::from_i64),
            Marker::U8 => bytes.read_data_u8().map(|number| Num::from_u64(u64::from(number))),
            Marker::U16 => bytes.read_data_u16().map(|number| Num::from_u64(u64::from(number))),
            Marker::U32 => bytes.read_data_u32().map(|number| Num::from_u64(u64::from(number))),
            Marker::U64 => bytes.read_data_u64().map(Num::from_u64),
            Marker::F32 | Marker::F64 => {
                let number = match marker {
                    Marker::F32 => bytes.read_data_f32().map(f64::from),
                    _ => bytes.read_data_f64(),
                };
                // Infinity is a number here, "not a number" is none.
                return Num::from_f64(number.map_err(|_| at_end())?).ok_or_else(|| required("number"));
            }
            _ => return Err(required("number")),
        };
        number.map_err(|_| at_end())
    }

    /// Text or bytes, which some senders use for text. What is not UTF-8 becomes the replacement
    /// character, as it would on its way through the JSON of a state file.
    fn string(&mut self, what: &str) -> Result<Cow<'a, str>, MsgpackError> {
        Ok(String::from_utf8_lossy(self.blob(what)?))
    }

    fn blob(&mut self, what: &str) -> Result<&'a [u8], MsgpackError> {
        let length = match self.marker()? {
            Marker::FixStr(length) => usize::from(length),
            Marker::Str8 | Marker::Bin8 => self.length(Wide::One)?,
            Marker::Str16 | Marker::Bin16 => self.length(Wide::Two)?,
            Marker::Str32 | Marker::Bin32 => self.length(Wide::Four)?,
            _ => return Err(required(what)),
        };
        self.take(length)
    }

    fn array_length(&mut self, what: &str) -> Result<usize, MsgpackError> {
        let length = match self.marker()? {
            Marker::FixArray(length) => usize::from(length),
            Marker::Array16 => self.length(Wide::Two)?,
            Marker::Array32 => self.length(Wide::Four)?,
            _ => return Err(required(what)),
        };
        // Every element takes a byte at least.
        if length > self.bytes.len() { Err(at_end()) } else { Ok(length) }
    }

    fn map_length(&mut self, what: &str) -> Result<usize, MsgpackError> {
        let length = match self.marker()? {
            Marker::FixMap(length) => usize::from(length),
            Marker::Map16 => self.length(Wide::Two)?,
            Marker::Map32 => self.length(Wide::Four)?,
            _ => return Err(required(what)),
        };
        if length > self.bytes.len() / 2 { Err(at_end()) } else { Ok(length) }
    }

    fn items(&mut self, element: &Type, what: &str) -> Result<(Type, Vec<Value>), MsgpackError> {
        let length = self.array_length(what)?;
        let mut items = Vec::with_capacity(length.min(FIRST_ROOM));
        for at in 0..length {
            items.push(self.value(element).map_err(|error| error.under(index(at)))?);
        }
        uniform(items, element).ok_or_else(not_uniform)
    }

    fn map(&mut self, element: &Type) -> Result<Value, MsgpackError> {
        let length = self.map_length("a map")?;
        let mut keys = Vec::with_capacity(length.min(FIRST_ROOM));
        let mut items = Vec::with_capacity(length.min(FIRST_ROOM));
        for _ in 0..length {
            let key = Value::string(self.string("a string key")?);
            items.push(self.value(element).map_err(|error| error.under(PathStep::Index(key.clone())))?);
            keys.push(key.as_smol_str().cloned().unwrap_or_default());
        }
        let (element, items) = uniform(items, element).ok_or_else(not_uniform)?;
        Ok(Value::map(element, keys.into_iter().zip(items)))
    }

    fn tuple(&mut self, types: &[Type]) -> Result<Value, MsgpackError> {
        let length = self.array_length("a tuple")?;
        if length != types.len() {
            return Err(required(&format!("a tuple of length {}", types.len())));
        }
        let one = |(at, ty)| self.value(ty).map_err(|error| error.under(index(at)));
        let items: Result<Vec<Value>, MsgpackError> = types.iter().enumerate().map(one).collect();
        Ok(Value::tuple(items?))
    }

    fn object(&mut self, object: &ObjectType) -> Result<Value, MsgpackError> {
        let length = self.map_length("an object")?;
        let wanted = object.attributes();
        if length != wanted.len() {
            let count = wanted.len();
            return Err(MsgpackError::new(format!(
                "an object with {count} attributes is required ({length} given)"
            )));
        }
        let mut values: Vec<Option<Value>> = vec![None; length];
        for _ in 0..length {
            let name = SmolStr::new(self.string("an attribute name")?);
            let step = || PathStep::Attr(name.clone());
            let Some(at) = object.position(&name) else {
                return Err(MsgpackError::new("unsupported attribute").under(step()));
            };
            values[at] = Some(self.value(&wanted[at].ty).map_err(|error| error.under(step()))?);
        }
        let mut entries = Vec::with_capacity(length);
        for (attribute, value) in wanted.iter().zip(values) {
            let missing =
                || MsgpackError::new("missing attribute").under(PathStep::Attr(attribute.name.clone()));
            entries.push((attribute.name.clone(), value.ok_or_else(missing)?));
        }
        Ok(Value::object(entries))
    }

    /// A value that brings its type.
    fn dynamic(&mut self) -> Result<Value, MsgpackError> {
        if self.array_length("an array of type and value")? != 2 {
            return Err(MsgpackError::new("dynamic value array must have exactly two elements"));
        }
        let ty = self.blob("a type")?;
        let ty = type_json::decode(ty).map_err(|error| MsgpackError::new(error.message))?;
        self.value(&ty)
    }

    /// Every extension is an unknown value, whatever its code.
    fn unknown(&mut self, body: Body, ty: &Type) -> Result<Value, MsgpackError> {
        let length = match body {
            Body::Fixed(length) => length,
            Body::Counted(wide) => self.length(wide)?,
        };
        let code = self.bytes.read_data_i8().map_err(|_| at_end())?;
        let body = self.take(length)?;
        if code != REFINED || length <= 1 || *ty == Type::Dynamic {
            return Ok(Value::unknown(ty.clone()));
        }
        if length > MAX_REFINEMENT_BYTES {
            return Err(MsgpackError::new("oversize unknown value refinement"));
        }
        let mut body = Reader { bytes: body, depth: self.depth, implied: 0 };
        let Some(known) = body.refinement(ty)? else { return Ok(Value::null(ty.clone())) };
        if matches!(ty, Type::List(_)) && known.max_length == Some(known.min_length) {
            self.implied = self.implied.saturating_add(known.min_length.min(MAX_IMPLIED_ELEMENTS));
            if self.implied > MAX_IMPLIED_ELEMENTS {
                return Err(MsgpackError::new("too many elements in unknown lists"));
            }
        }
        Ok(if known.is_empty() {
            Value::unknown(ty.clone())
        } else {
            Value::unknown(ty.clone()).refine(known)
        })
    }

    /// What is known of an unknown value of the type; nothing if it is that it is null. Keys of later
    /// versions are skipped.
    fn refinement(&mut self, ty: &Type) -> Result<Option<Refinement>, MsgpackError> {
        let wrong = || MsgpackError::new("invalid unknown value refinement");
        let mut known = Refinement::default();
        let mut null = false;
        for _ in 0..self.map_length("a refinement map")? {
            let key = self.number()?.to_u64().ok_or_else(wrong)?;
            match (key, ty) {
                (key::NULL, _) => match self.bool()? {
                    true => null = true,
                    false => known.not_null = true,
                },
                (key::PREFIX, Type::String) => known.prefix = SmolStr::new(self.string("string prefix")?),
                (key::MIN | key::MAX, Type::Number) => {
                    let bound = Some(self.bound()?);
                    if key == key::MIN { known.min = bound } else { known.max = bound }
                }
                (key::MIN_LENGTH | key::MAX_LENGTH, Type::List(_) | Type::Set(_) | Type::Map(_)) => {
                    let length = self.number()?.to_u64().ok_or_else(wrong)?;
                    if key == key::MIN_LENGTH {
                        known.min_length = length
                    } else {
                        known.max_length = Some(length)
                    }
                }
                (key::NULL..=key::MAX_LENGTH, _) => return Err(wrong()),
                _ => self.skip()?,
            }
        }
        let numbers = known.min.as_ref().zip(known.max.as_ref());
        let empty_range = numbers.is_some_and(|(min, max)| min.value > max.value);
        let empty_lengths = known.max_length.is_some_and(|max| known.min_length > max);
        if empty_range || empty_lengths || (null && known.not_null) {
            return Err(MsgpackError::new("inconsistent unknown value refinement"));
        }
        Ok((!null).then_some(known))
    }

    fn bound(&mut self) -> Result<Bound, MsgpackError> {
        if self.array_length("a bound")? != 2 {
            return Err(required("a bound of number and bool"));
        }
        Ok(Bound { value: self.number()?, inclusive: self.bool()? })
    }

    /// Passes over one item of any kind.
    fn skip(&mut self) -> Result<(), MsgpackError> {
        let mut open: usize = 1;
        while open > 0 {
            open -= 1;
            let marker = self.peek()?;
            let more = match marker {
                Marker::FixArray(_) | Marker::Array16 | Marker::Array32 => self.array_length("an array")?,
                Marker::FixMap(_) | Marker::Map16 | Marker::Map32 => 2 * self.map_length("a map")?,
                Marker::FixStr(_)
                | Marker::Str8
                | Marker::Str16
                | Marker::Str32
                | Marker::Bin8
                | Marker::Bin16
                | Marker::Bin32 => {
                    self.blob("bytes")?;
                    0
                }
                _ => {
                    self.marker()?;
                    match extension(marker) {
                        Some(Body::Fixed(length)) => self.take(length + 1)?,
                        Some(Body::Counted(wide)) => {
                            let length = self.length(wide)?;
                            self.take(length + 1)?
                        }
                        None => self.take(scalar_size(marker))?,
                    };
                    0
                }
            };
            open += more;
        }
        Ok(())
    }
}

fn index(at: usize) -> PathStep {
    PathStep::Index(Value::int(at as i64))
}

fn not_uniform() -> MsgpackError {
    MsgpackError::new("all elements must have the same type")
}

/// How long an extension's body is.
enum Body {
    Fixed(usize),
    Counted(Wide),
}

fn extension(marker: Marker) -> Option<Body> {
    Some(match marker {
        Marker::FixExt1 => Body::Fixed(1),
        Marker::FixExt2 => Body::Fixed(2),
        Marker::FixExt4 => Body::Fixed(4),
        Marker::FixExt8 => Body::Fixed(8),
        Marker::FixExt16 => Body::Fixed(16),
        Marker::Ext8 => Body::Counted(Wide::One),
        Marker::Ext16 => Body::Counted(Wide::Two),
        Marker::Ext32 => Body::Counted(Wide::Four),
        _ => return None,
    })
}

/// The bytes after the marker of a number; other items that are not counted have none.
fn scalar_size(marker: Marker) -> usize {
    match marker {
        Marker::U8 | Marker::I8 => 1,
        Marker::U16 | Marker::I16 => 2,
        Marker::U32 | Marker::I32 | Marker::F32 => 4,
        Marker::U64 | Marker::I64 | Marker::F64 => 8,
        _ => 0,
    }
}
