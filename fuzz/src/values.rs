//! Types, values, and their JSON and MessagePack forms, derived from choices.

use value::num::Num;
use value::{AttributeType, Bound, ObjectType, Refinement, Type, Value, type_json};

use crate::choices::Choices;
use crate::data_text::json_string;

const NAMES: &[&str] = &["a", "b", "c", "é", "", "long_name_of_an_attribute", "0"];

const STRINGS: &[&str] = &[
    "",
    "a",
    "b",
    "é",
    "e\u{301}",
    "日本語",
    "\u{0}",
    "true",
    "1",
    "a\nb",
    "\"",
    "\\",
    "\u{2028}",
    "\u{10ffff}",
    "\u{212b}",
    "x-",
];

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "127",
    "128",
    "-129",
    "32768",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "1.5",
    "0.1",
    "1e300",
    "1e-300",
    "1e400",
    "3.14159265358979323846264338327950288",
    "18446744073709551615",
    "1e100",
];

const MAX_DEPTH: usize = 6;

/// A type.
pub fn ty(choices: &mut Choices<'_>, depth: usize) -> Type {
    let kind = if depth > MAX_DEPTH { choices.below(4) } else { choices.below(10) };
    match kind {
        0 => Type::String,
        1 => Type::Number,
        2 => Type::Bool,
        3 => Type::Dynamic,
        4 => Type::list(ty(choices, depth + 1)),
        5 => Type::set(ty(choices, depth + 1)),
        6 => Type::map(ty(choices, depth + 1)),
        7 => {
            let count = choices.below(4);
            Type::tuple((0..count).map(|_| ty(choices, depth + 1)).collect::<Vec<_>>())
        }
        _ => {
            let count = choices.below(4);
            let mut attributes: Vec<AttributeType> = Vec::new();
            for _ in 0..count {
                let name = choices.of(NAMES);
                if attributes.iter().all(|known| known.name != name) {
                    let optional = choices.rarely(4);
                    attributes.push(AttributeType {
                        name: name.into(),
                        ty: ty(choices, depth + 1),
                        optional,
                    });
                }
            }
            Type::Object(ObjectType::new(attributes).into())
        }
    }
}

/// Whether a collection in the type leaves its elements open. Such a type cannot be read back without doubt:
/// an empty element does not say what it could hold. No provider's schema has one.
pub fn has_open_collection(ty: &Type) -> bool {
    match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => element.has_dynamic(),
        Type::Tuple(items) => items.iter().any(has_open_collection),
        Type::Object(object) => {
            object.attributes().iter().any(|attribute| has_open_collection(&attribute.ty))
        }
        _ => false,
    }
}

fn number(choices: &mut Choices<'_>) -> Num {
    match choices.below(3) {
        0 => Num::from_i64(i64::from(choices.byte() as i8)),
        _ => Num::parse(choices.of(NUMBERS)).unwrap_or(Num::ZERO),
    }
}

/// A value of a type: null, unknown and refined ones among them if `unknowns`.
pub fn value(choices: &mut Choices<'_>, ty: &Type, unknowns: bool, depth: usize) -> Value {
    if choices.rarely(12) {
        return Value::null(ty.clone());
    }
    if unknowns && choices.rarely(10) {
        return unknown(choices, ty);
    }
    let count = if depth > MAX_DEPTH { 0 } else { choices.below(4) };
    let mut item = |ty: &Type| value(choices, ty, unknowns, depth + 1);
    match ty {
        Type::Bool => Value::bool(choices.rarely(2)),
        Type::Number => Value::number(number(choices)),
        Type::String => Value::string(choices.of(STRINGS)),
        Type::Dynamic => {
            let inner = self::ty(choices, depth + 2);
            value(choices, &inner, unknowns, depth + 2)
        }
        Type::List(element) => {
            let element = concrete(choices, element);
            Value::list(
                element.clone(),
                (0..count).map(|_| value(choices, &element, unknowns, depth + 1)).collect(),
            )
        }
        Type::Set(element) => {
            let element = concrete(choices, element);
            Value::set(
                element.clone(),
                (0..count).map(|_| value(choices, &element, unknowns, depth + 1)).collect(),
            )
        }
        Type::Map(element) => {
            let element = concrete(choices, element);
            let entries: Vec<_> = (0..count)
                .map(|_| (choices.of(STRINGS), value(choices, &element, unknowns, depth + 1)))
                .collect();
            Value::map(element, entries)
        }
        Type::Tuple(items) => Value::tuple(items.iter().map(item).collect()),
        Type::Object(object) => {
            let entries: Vec<_> = object
                .attributes()
                .iter()
                .map(|attribute| (attribute.name.clone(), item(&attribute.ty)))
                .collect();
            Value::object(entries)
        }
    }
}

/// All elements of a collection have one type, so what the type leaves open is settled once.
fn concrete(choices: &mut Choices<'_>, ty: &Type) -> Type {
    match ty {
        Type::Dynamic => choices.of(&[Plain::String, Plain::Number, Plain::Bool]).ty(),
        Type::List(element) => Type::list(concrete(choices, element)),
        Type::Set(element) => Type::set(concrete(choices, element)),
        Type::Map(element) => Type::map(concrete(choices, element)),
        Type::Tuple(items) => {
            Type::tuple(items.iter().map(|item| concrete(choices, item)).collect::<Vec<_>>())
        }
        Type::Object(object) => {
            let attribute = |known: &AttributeType| (known.name.clone(), concrete(choices, &known.ty));
            Type::object(object.attributes().iter().map(attribute).collect::<Vec<_>>())
        }
        other => other.clone(),
    }
}

#[derive(Clone, Copy)]
enum Plain {
    String,
    Number,
    Bool,
}

impl Plain {
    fn ty(self) -> Type {
        match self {
            Plain::String => Type::String,
            Plain::Number => Type::Number,
            Plain::Bool => Type::Bool,
        }
    }
}

fn unknown(choices: &mut Choices<'_>, ty: &Type) -> Value {
    let mut known = Refinement { not_null: choices.rarely(2), ..Refinement::default() };
    match ty {
        Type::Dynamic => return Value::dynamic(),
        Type::String if choices.rarely(2) => known.prefix = choices.of(STRINGS).into(),
        Type::Number if choices.rarely(2) => {
            known.min =
                Some(Bound { value: Num::from_i64(i64::from(choices.byte())), inclusive: choices.rarely(2) });
            known.max = Some(Bound { value: Num::from_i64(300), inclusive: choices.rarely(2) });
        }
        Type::List(_) | Type::Set(_) | Type::Map(_) if choices.rarely(2) => {
            known.min_length = u64::from(choices.byte() % 4);
            known.max_length = Some(known.min_length + 2);
        }
        _ => {}
    }
    Value::unknown(ty.clone()).refine(known)
}

/// JSON of a type, mostly.
pub fn json(choices: &mut Choices<'_>, ty: &Type, depth: usize, out: &mut String) {
    if choices.rarely(16) {
        return out.push_str("null");
    }
    if choices.rarely(24) {
        return out.push_str(choices.of(&[
            "1",
            "\"a\"",
            "[]",
            "{}",
            "true",
            "\"",
            "[1,",
            "\"\\ud800\"",
            "01",
            "-",
        ]));
    }
    let count = if depth > MAX_DEPTH { 0 } else { choices.below(4) };
    match ty {
        Type::Bool => out.push_str(choices.of(&["true", "false", "\"true\"", "\"1\""])),
        Type::Number => {
            let number = choices.of(NUMBERS);
            let quoted = choices.rarely(8);
            out.push_str(&if quoted { format!("\"{number}\"") } else { number.to_owned() });
        }
        Type::String => match choices.below(4) {
            0 => out.push_str(choices.of(&[
                "1",
                "1.50",
                "true",
                "\"\\u00e9\"",
                "\"\\ud83d\\ude00\"",
                "\"\\/\"",
            ])),
            _ => json_string(choices.of(STRINGS), out),
        },
        Type::Dynamic => {
            let inner = self::ty(choices, depth + 2);
            out.push_str("{\"type\":");
            out.push_str(&type_json::encode(&inner));
            out.push_str(",\"value\":");
            json(choices, &inner, depth + 1, out);
            out.push('}');
        }
        Type::List(element) | Type::Set(element) => {
            out.push('[');
            for index in 0..count {
                if index > 0 {
                    out.push(',');
                }
                json(choices, element, depth + 1, out);
            }
            out.push(']');
        }
        Type::Map(element) => {
            out.push('{');
            for index in 0..count {
                if index > 0 {
                    out.push(',');
                }
                json_string(choices.of(STRINGS), out);
                out.push(':');
                json(choices, element, depth + 1, out);
            }
            out.push('}');
        }
        Type::Tuple(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                json(choices, item, depth + 1, out);
            }
            out.push(']');
        }
        Type::Object(object) => {
            out.push('{');
            let mut first = true;
            for attribute in object.attributes() {
                if choices.rarely(12) {
                    continue;
                }
                if !std::mem::take(&mut first) {
                    out.push(',');
                }
                json_string(&attribute.name, out);
                out.push(':');
                json(choices, &attribute.ty, depth + 1, out);
            }
            out.push('}');
        }
    }
}

/// MessagePack of a type, mostly, in all the widths that a sender may choose.
pub fn msgpack(choices: &mut Choices<'_>, ty: &Type, depth: usize, out: &mut Vec<u8>) {
    if choices.rarely(16) {
        return out.push(0xc0);
    }
    if choices.rarely(12) {
        return msgpack_unknown(choices, out);
    }
    if choices.rarely(32) {
        return out.extend_from_slice(choices.take(3));
    }
    let count = if depth > MAX_DEPTH { 0 } else { choices.below(4) };
    match ty {
        Type::Bool => out.push(choices.of(&[0xc2, 0xc3])),
        Type::Number => msgpack_number(choices, out),
        Type::String => msgpack_text(choices, choices_text, out),
        Type::Dynamic => {
            let inner = self::ty(choices, depth + 2);
            out.push(0x92);
            let text = type_json::encode(&inner);
            out.push(0xc5);
            out.extend_from_slice(&(text.len() as u16).to_be_bytes());
            out.extend_from_slice(text.as_bytes());
            msgpack(choices, &inner, depth + 1, out);
        }
        Type::List(element) | Type::Set(element) => {
            header(choices, count, 0x90, 0xdc, out);
            for _ in 0..count {
                msgpack(choices, element, depth + 1, out);
            }
        }
        Type::Map(element) => {
            header(choices, count, 0x80, 0xde, out);
            for _ in 0..count {
                msgpack_text(choices, choices_text, out);
                msgpack(choices, element, depth + 1, out);
            }
        }
        Type::Tuple(items) => {
            header(choices, items.len(), 0x90, 0xdc, out);
            for item in items.iter() {
                msgpack(choices, item, depth + 1, out);
            }
        }
        Type::Object(object) => {
            header(choices, object.attributes().len(), 0x80, 0xde, out);
            for attribute in object.attributes() {
                text(attribute.name.as_bytes(), out);
                msgpack(choices, &attribute.ty, depth + 1, out);
            }
        }
    }
}

fn header(choices: &mut Choices<'_>, count: usize, short: u8, wide: u8, out: &mut Vec<u8>) {
    match choices.below(8) {
        6 => {
            out.push(wide);
            out.extend_from_slice(&(count as u16).to_be_bytes());
        }
        7 => {
            out.push(wide + 1);
            // Now and then far more is announced than there is.
            let announced = if choices.rarely(8) { u32::MAX } else { count as u32 };
            out.extend_from_slice(&announced.to_be_bytes());
        }
        _ => out.push(short + count as u8),
    }
}

fn choices_text(choices: &mut Choices<'_>) -> &'static str {
    choices.of(STRINGS)
}

fn text(bytes: &[u8], out: &mut Vec<u8>) {
    out.push(0xd9);
    out.push(bytes.len() as u8);
    out.extend_from_slice(bytes);
}

fn msgpack_text(choices: &mut Choices<'_>, pick: fn(&mut Choices<'_>) -> &'static str, out: &mut Vec<u8>) {
    let content = pick(choices);
    match choices.below(8) {
        6 => {
            out.push(0xda);
            out.extend_from_slice(&(content.len() as u16).to_be_bytes());
            out.extend_from_slice(content.as_bytes());
        }
        7 => {
            out.push(0xc4);
            out.push(content.len() as u8);
            out.extend_from_slice(content.as_bytes());
        }
        _ => text(content.as_bytes(), out),
    }
}

fn msgpack_number(choices: &mut Choices<'_>, out: &mut Vec<u8>) {
    match choices.below(8) {
        0 => out.push(choices.byte() & 0x7f),
        1 => out.push(choices.byte() | 0xe0),
        2 => {
            out.push(choices.of(&[0xcf, 0xd3, 0xcb]));
            let mut bytes = [0; 8];
            bytes.iter_mut().for_each(|byte| *byte = choices.byte());
            out.extend_from_slice(&bytes);
        }
        3 => {
            out.push(choices.of(&[0xce, 0xd2, 0xca]));
            let mut bytes = [0; 4];
            bytes.iter_mut().for_each(|byte| *byte = choices.byte());
            out.extend_from_slice(&bytes);
        }
        4 => {
            out.push(choices.of(&[0xcc, 0xd0]));
            out.push(choices.byte());
        }
        _ => text(choices.of(NUMBERS).as_bytes(), out),
    }
}

fn msgpack_unknown(choices: &mut Choices<'_>, out: &mut Vec<u8>) {
    if !choices.rarely(2) {
        return out.extend_from_slice(&[0xd4, 0, 0]);
    }
    let mut body = vec![0x80];
    let mut count = 0;
    for key in 1..=7u8 {
        if choices.rarely(3) {
            count += 1;
            body.push(key);
            match key {
                1 => body.push(choices.of(&[0xc2, 0xc3])),
                2 => text(choices.of(STRINGS).as_bytes(), &mut body),
                3 | 4 => {
                    body.push(0x92);
                    msgpack_number(choices, &mut body);
                    body.push(choices.of(&[0xc2, 0xc3]));
                }
                _ => msgpack_number(choices, &mut body),
            }
        }
    }
    body[0] = 0x80 + count;
    out.extend_from_slice(&[0xc7, body.len() as u8, 12]);
    out.extend_from_slice(&body);
}
