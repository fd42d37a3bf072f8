//! Tests of the MessagePack form.

use super::*;
use crate::num::Num;
use crate::{Bound, Refinement, type_json};
use proptest::prelude::*;

fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.bytes().filter(|byte| *byte != b' ').collect();
    digits.chunks(2).map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

fn ty(text: &str) -> Type {
    type_json::decode(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn number(text: &str) -> Value {
    Value::number(Num::parse(text).unwrap())
}

#[test]
fn vectors() {
    let check = |ty: Type, value: Value, bytes: &str| {
        assert_eq!(encode(&value, &ty).unwrap(), unhex(bytes), "{value:?}");
        let back = decode(&unhex(bytes), &ty).unwrap();
        assert!(back == value || back.equals_certainly(&value), "{value:?}: {back:?}");
    };
    let refined = |ty: Type, known: Refinement| Value::unknown(ty).refine(known);
    check(Type::String, Value::unknown(Type::String), "d4 00 00");
    check(Type::Dynamic, Value::dynamic(), "d4 00 00");
    check(Type::String, Value::null(Type::String), "c0");
    check(Type::Dynamic, Value::null(Type::Dynamic), "c0");
    check(Type::String, Value::string("x"), "a1 78");
    check(Type::Number, Value::int(1), "01");
    check(Type::Number, Value::int(-1), "ff");
    check(Type::Number, Value::int(128), "cc 80");
    check(Type::Number, number("1.5"), "cb 3f f8 00 00 00 00 00 00");
    check(Type::Number, number("0.1"), "a3 30 2e 31");
    check(
        Type::Number,
        number("9223372036854775808"),
        "b3 39 32 32 33 33 37 32 30 33 36 38 35 34 37 37 35 38 30 38",
    );
    check(Type::Number, Value::number(Num::NEG_INF), "cb ff f0 00 00 00 00 00 00");
    check(
        Type::set(Type::String),
        Value::set(Type::String, vec![Value::string("b"), Value::string("a")]),
        "92 a1 61 a1 62",
    );
    check(
        Type::set(Type::Number),
        Value::set(Type::Number, vec![Value::int(10), Value::int(9), Value::int(2)]),
        "93 02 09 0a",
    );
    check(
        ty(r#"["object",{"b":"string","a":"number"}]"#),
        Value::object([("b", Value::string("x")), ("a", Value::int(1))]),
        "82 a1 61 01 a1 62 a1 78",
    );
    check(Type::Dynamic, Value::string("x"), "92 c4 08 22 73 74 72 69 6e 67 22 a1 78");
    check(Type::Dynamic, Value::null(Type::String), "92 c4 08 22 73 74 72 69 6e 67 22 c0");
    check(Type::Dynamic, Value::unknown(Type::String), "92 c4 08 22 73 74 72 69 6e 67 22 d4 00 00");
    check(Type::String, Value::unknown_not_null(Type::String), "c7 03 0c 81 01 c2");
    check(
        Type::String,
        refined(Type::String, Refinement { prefix: "ab-".into(), ..Refinement::default() }),
        "c7 06 0c 81 02 a3 61 62 2d",
    );
    let bound = |value: i64, inclusive| Some(Bound { value: Num::from_i64(value), inclusive });
    check(
        Type::Number,
        refined(
            Type::Number,
            Refinement { min: bound(1, true), max: bound(7, false), ..Refinement::default() },
        ),
        "c7 09 0c 82 03 92 01 c3 04 92 07 c2",
    );
    check(
        Type::map(Type::String),
        refined(Type::map(Type::String), Refinement::with_length(1, Some(4))),
        "c7 07 0c 83 01 c2 05 01 06 04",
    );
}

#[test]
fn every_form_of_a_number_is_read() {
    for (bytes, expect) in [
        ("d0 ff", "-1"),
        ("d1 ff ff", "-1"),
        ("d2 ff ff ff ff", "-1"),
        ("d3 ff ff ff ff ff ff ff ff", "-1"),
        ("cc ff", "255"),
        ("cd 01 00", "256"),
        ("ce 00 00 00 01", "1"),
        ("cf ff ff ff ff ff ff ff ff", "18446744073709551615"),
        ("ca 3f c0 00 00", "1.5"),
        ("d9 02 31 32", "12"),
    ] {
        assert_eq!(decode(&unhex(bytes), &Type::Number).unwrap().as_num().unwrap().to_text(), expect);
    }
}

#[test]
fn extensions_are_unknowns() {
    let check = |ty: Type, bytes: &str, expect: Value| {
        assert_eq!(decode(&unhex(bytes), &ty).unwrap(), expect, "{bytes}");
    };
    check(Type::Bool, "c7 00 00", Value::unknown(Type::Bool));
    check(Type::Bool, "d5 05 00 00", Value::unknown(Type::Bool));
    check(Type::Dynamic, "c7 03 0c 81 01 c2", Value::dynamic());
    check(Type::Bool, "c7 03 0c 81 01 c3", Value::null(Type::Bool));
    // Keys of later versions, with any value, and bytes after the map are passed over.
    check(Type::Bool, "c7 0a 0c 82 07 92 a1 61 c0 01 c2 ff ff", Value::unknown_not_null(Type::Bool));
    check(
        Type::list(Type::Bool),
        "c7 07 0c 83 01 c2 05 02 06 02",
        Value::list(Type::Bool, vec![Value::unknown(Type::Bool); 2]),
    );
}

#[test]
fn wrong_bytes_are_errors_with_a_place() {
    let check = |ty_text: &str, bytes: &str, expect: &str| {
        let error = decode(&unhex(bytes), &ty(ty_text)).unwrap_err();
        let shown = format!("{}: {error}", error.path);
        assert_eq!(shown, expect, "{bytes}");
    };
    check(r#""string""#, "", ": unexpected end of data");
    check(r#""string""#, "01", ": string is required");
    check(r#""string""#, "db ff ff ff ff", ": unexpected end of data");
    check(r#""bool""#, "01", ": bool is required");
    check(r#""number""#, "a1 78", ": number is required");
    check(r#""number""#, "cb 7f f8 00 00 00 00 00 00", ": number is required");
    check(r#"["list","string"]"#, "dd ff ff ff ff", ": unexpected end of data");
    check(r#"["list","string"]"#, "92 a1 61 01", "[1]: string is required");
    check(r#"["map","string"]"#, "81 a1 6b 01", "[\"k\"]: string is required");
    check(r#"["map","string"]"#, "81 01 01", ": a string key is required");
    check(r#"["tuple",["string"]]"#, "90", ": a tuple of length 1 is required");
    check(r#"["object",{"a":"string"}]"#, "80", ": an object with 1 attributes is required (0 given)");
    check(r#"["object",{"a":"string"}]"#, "81 a1 62 c0", ".b: unsupported attribute");
    check(r#"["object",{"a":"bool","b":"bool"}]"#, "82 a1 61 c2 a1 61 c2", ".b: missing attribute");
    check(r#""dynamic""#, "91 c0", ": dynamic value array must have exactly two elements");
    check(r#""dynamic""#, "92 c4 03 22 78 22 c0", ": invalid primitive type name \"x\"");
    check(r#""string""#, "c7 05 0c 81 05 01 06 04", ": invalid unknown value refinement");
    check(r#"["list","bool"]"#, "c7 05 0c 82 05 04 06 01", ": inconsistent unknown value refinement");
    check(r#""bool""#, "c8 04 01 0c", ": unexpected end of data");
}

#[test]
fn few_bytes_cannot_take_much() {
    // A type of a thousand levels and a value of as many, each level claiming all that is left.
    let levels = 900;
    let type_text = "[\"list\",".repeat(levels) + "\"string\"" + &"]".repeat(levels);
    let mut bytes = vec![0x92, 0xc5];
    bytes.extend_from_slice(&(type_text.len() as u16).to_be_bytes());
    bytes.extend_from_slice(type_text.as_bytes());
    bytes.extend(std::iter::repeat_n([0xdc, 0x00, 0xff], levels).flatten());
    assert!(decode(&bytes, &Type::Dynamic).is_err());

    // Values of open type inside each other.
    let nested: Vec<u8> =
        std::iter::repeat_n(unhex("92 c4 09 22 64 79 6e 61 6d 69 63 22"), 100_000).flatten().collect();
    assert_eq!(decode(&nested, &Type::Dynamic).unwrap_err().to_string(), "exceeded max depth");

    // Lists of known length and unknown elements.
    let mut lists = vec![0xdd, 0x00, 0x00, 0x10, 0x00];
    lists.extend(std::iter::repeat_n(unhex("c7 0b 0c 83 01 c2 05 cd 04 00 06 cd 04 00"), 4096).flatten());
    let want = Type::list(Type::list(Type::Bool));
    assert_eq!(decode(&lists, &want).unwrap_err().to_string(), "too many elements in unknown lists");
}

#[test]
fn marked_values_are_refused() {
    let value = Value::object([("a", Value::string("x").sensitive())]);
    let error = encode(&value, &value.ty()).unwrap_err();
    assert_eq!(error.to_string(), "value has marks, so it cannot be serialized");
    assert_eq!(error.path.to_string(), ".a");
}

#[test]
fn long_prefixes_are_cut() {
    let known = Refinement { prefix: "é".repeat(400).into(), ..Refinement::default() };
    let bytes = encode(&Value::unknown(Type::String).refine(known), &Type::String).unwrap();
    let back = decode(&bytes, &Type::String).unwrap();
    let prefix = &back.refinement().unwrap().prefix;
    assert!(prefix.len() <= 256 && prefix.len() > 200 && "é".repeat(400).starts_with(prefix.as_str()));
}

proptest! {
    #[test]
    fn any_bytes_are_safe(bytes in proptest::collection::vec(any::<u8>(), 0..100)) {
        for ty in [
            Type::Dynamic,
            Type::Number,
            Type::list(Type::map(Type::String)),
            ty(r#"["object",{"a":["set","number"]}]"#),
        ] {
            if let Ok(value) = decode(&bytes, &ty) {
                prop_assert!(encode(&value, &ty).is_ok());
            }
        }
    }

    #[test]
    fn values_survive_the_round_trip(value in crate::arbitrary::value()) {
        let bytes = encode(&value, &Type::Dynamic).unwrap();
        prop_assert_eq!(&decode(&bytes, &Type::Dynamic).unwrap(), &value);
        let own = value.ty();
        let bytes = encode(&value, &own).unwrap();
        let back = decode(&bytes, &own).unwrap();
        prop_assert_eq!(&back, &value);
        prop_assert_eq!(encode(&back, &own).unwrap(), bytes);
    }

    #[test]
    fn cut_and_changed_bytes_are_safe(value in crate::arbitrary::value(), at in 0usize..64, byte: u8) {
        let mut bytes = encode(&value, &Type::Dynamic).unwrap();
        let at = at % bytes.len();
        let _ = decode(&bytes[..at], &Type::Dynamic);
        bytes[at] = byte;
        let _ = decode(&bytes, &Type::Dynamic);
    }
}
