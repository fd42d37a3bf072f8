//! Tests of the JSON forms.

use super::*;
use crate::num::Num;
use crate::type_json;
use proptest::prelude::*;

fn ty(text: &str) -> Type {
    type_json::decode(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Messages as Terraform 1.11.4 shows them for `jsondecode`.
#[test]
fn syntax_errors() {
    for (text, expect) in [
        ("", "EOF"),
        ("   ", "EOF"),
        ("{", "EOF"),
        ("[1", "EOF"),
        ("[1,", "EOF"),
        (r#"{"a":"#, "EOF"),
        (r#"{"a":1"#, "EOF"),
        ("nul", "unexpected EOF"),
        ("-", "unexpected EOF"),
        ("1.", "unexpected EOF"),
        ("\"a", "unexpected EOF"),
        ("\"\\u12", "unexpected EOF"),
        ("[1,]", "invalid character ']' looking for beginning of value"),
        ("[,1]", "invalid character ',' looking for beginning of value"),
        ("]", "invalid character ']' looking for beginning of value"),
        (":", "invalid character ':' looking for beginning of value"),
        ("é", "invalid character 'Ã' looking for beginning of value"),
        ("'", "invalid character '\\'' looking for beginning of value"),
        ("{1:2}", "invalid character '1'"),
        ("{,}", "invalid character ','"),
        ("{]", "invalid character ']'"),
        (r#"{"a":1,}"#, "invalid character '}' looking for beginning of object key string"),
        (r#"{"a":}"#, "invalid character '}' looking for beginning of value"),
        (r#"{"a" 1}"#, "invalid character '1' after object key"),
        (r#"{"a"}"#, "invalid character '}' after object key"),
        (r#"{"a":1 "b"}"#, "invalid character '\"' after object key:value pair"),
        ("[1 2]", "invalid character '2' after array element"),
        ("tralse", "invalid character 'a' in literal true (expecting 'u')"),
        ("-a", "invalid character 'a' in numeric literal"),
        ("1.x", "invalid character 'x' after decimal point in numeric literal"),
        ("1ex", "invalid character 'x' in exponent of numeric literal"),
        (r#""\x""#, "invalid character 'x' in string escape code"),
        (r#""\u12x4""#, "invalid character 'x' in \\u hexadecimal character escape"),
        ("\"\t\"", "invalid character '\\t' in string literal"),
        ("{} {}", "extraneous data after JSON object"),
        ("01", "extraneous data after JSON object"),
        ("1e99999999999", "a number is required"),
        (r#"{"a":"x","a":1}"#, "a number is required"),
        (r#"{"a":{},"a":[]}"#, "missing expected ["),
        (r#"{"a":1,"a":null}"#, "missing expected {"),
        (r#"{"e\u0301":1}"#, "unsupported attribute \"e\u{301}\""),
    ] {
        assert_eq!(decode_implied(text.as_bytes()).unwrap_err().to_string(), expect, "{text}");
    }
}

#[test]
fn plain_documents() {
    let check = |text: &str, expect: Value| {
        let value = decode_implied(text.as_bytes()).unwrap();
        assert_eq!(value, expect, "{text}");
        assert_eq!(implied_type(text.as_bytes()).unwrap(), value.ty(), "{text}");
    };
    check("null", Value::null(Type::Dynamic));
    check(
        " [1, null] ",
        Value::tuple(vec![Value::number(Num::parse("1").unwrap()), Value::null(Type::Dynamic)]),
    );
    check(r#"{"a":1,"a":"x"}"#, Value::object([("a", Value::string("x"))]));
    check(r#""\ud83d\ude00\u00e9\/\ud800""#, Value::string("😀é/\u{fffd}"));
    check("{}]", Value::object::<&str>([]));
    check("1E+2", Value::number(Num::parse("100").unwrap()));
    check("[true,false]", Value::tuple(vec![Value::bool(true), Value::bool(false)]));
}

#[test]
fn documents_as_written() {
    let numbers = Json::Array(vec![Json::Number("1.00"), Json::Number("1E5")]);
    assert_eq!(document("[1.00, 1E5]\n"), Some(numbers));
    let twice = vec![("b".into(), Json::Null), ("a".into(), Json::Null), ("b".into(), Json::Bool(true))];
    assert_eq!(document(r#"{"b":null,"a":null,"b":true}"#), Some(Json::Object(twice)));
    for other in ["", "[1", "[1]]", "{} {}", "[01]"] {
        assert_eq!(document(other), None, "{other}");
    }
}

#[test]
fn deep_nesting_is_an_error_not_a_crash() {
    let deep = "[".repeat(1_000_000);
    assert_eq!(decode_implied(deep.as_bytes()).unwrap_err().to_string(), "exceeded max depth");
    let allowed = "[".repeat(crate::MAX_NESTING) + &"]".repeat(crate::MAX_NESTING);
    assert!(decode_implied(allowed.as_bytes()).is_ok());
}

#[test]
fn text_is_escaped_as_go_does() {
    let text = Value::string("\u{8}\u{c}\u{7f}\u{2028}<>&é\0 \t\r\n\"\\");
    let expect = "\"\\b\\f\u{7f}\\u2028\\u003c\\u003e\\u0026é\\u0000 \\t\\r\\n\\\"\\\\\"";
    assert_eq!(encode_simple(&text).unwrap(), expect);
}

#[test]
fn typed_values() {
    let check = |ty_text: &str, text: &str| {
        let want = ty(ty_text);
        let value = decode(text.as_bytes(), &want).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(encode(&value, &want).unwrap(), text);
    };
    check(r#""string""#, r#""x""#);
    check(r#""number""#, "123456789012345678901234567890.5");
    check(r#"["list","string"]"#, r#"["a",null]"#);
    check(r#"["set","number"]"#, "[2,9,10]");
    check(r#"["map","bool"]"#, r#"{"a":true,"b":null}"#);
    check(r#"["tuple",["string","dynamic"]]"#, r#"["a",{"value":1,"type":"number"}]"#);
    check(r#"["object",{"a":"string","b":"dynamic"}]"#, r#"{"a":null,"b":null}"#);
    check(r#""dynamic""#, r#"{"value":{"a":[1]},"type":["object",{"a":["tuple",["number"]]}]}"#);
    check(r#"["list","dynamic"]"#, r#"[{"value":"a","type":"string"}]"#);
}

#[test]
fn typed_values_are_read_leniently_where_go_is_lenient() {
    let check = |ty_text: &str, text: &str, expect: Value| {
        assert_eq!(decode(text.as_bytes(), &ty(ty_text)).unwrap(), expect, "{text}");
    };
    check(r#""number""#, r#""12""#, Value::number(Num::parse("12").unwrap()));
    check(r#""bool""#, r#""true""#, Value::bool(true));
    check(r#""string""#, "1.50", Value::string("1.50"));
    check(r#""string""#, "true", Value::string("true"));
    check(r#"["object",{"a":"string"}]"#, "{}", Value::object([("a", Value::null(Type::String))]));
}

#[test]
fn typed_errors_name_the_place() {
    let check = |ty_text: &str, text: &str, path: &str, message: &str| {
        let error = decode(text.as_bytes(), &ty(ty_text)).unwrap_err();
        assert_eq!((error.path.to_string().as_str(), error.message.as_str()), (path, message), "{text}");
    };
    check(r#"["object",{"a":["list","number"]}]"#, r#"{"a":[1,"x"]}"#, ".a[1]", "a number is required");
    check(r#"["object",{"a":"string"}]"#, r#"{"b":1}"#, "", "unsupported attribute \"b\"");
    check(r#"["map","bool"]"#, r#"{"k":1}"#, "[\"k\"]", "bool is required");
    check(r#"["list","string"]"#, "{}", "", "missing expected [");
    check(r#"["tuple",["string"]]"#, "[]", "", "not enough tuple elements (need 1)");
    check(r#"["tuple",["string"]]"#, "[1,2]", "", "too many tuple elements (need 1)");
    check(r#""dynamic""#, r#"{"value":1}"#, "", "missing type in dynamically-typed value");
    check(r#""dynamic""#, r#"{"type":"string"}"#, "", "missing value in dynamically-typed value");
    check(r#""dynamic""#, r#"{"x":1}"#, "", "invalid key \"x\" in dynamically-typed value");
    check(
        r#"["list","dynamic"]"#,
        r#"[{"value":1,"type":"number"},{"value":"a","type":"string"}]"#,
        "",
        "all elements must have the same type",
    );
}

#[test]
fn what_json_cannot_hold_is_refused() {
    let check = |value: Value, expect: &str| {
        assert_eq!(encode_simple(&Value::tuple(vec![value])).unwrap_err().to_string(), expect);
    };
    check(Value::dynamic(), "value is not known");
    check(Value::string("x").sensitive(), "value has marks, so it cannot be serialized as JSON");
    check(Value::number(Num::POS_INF), "cannot serialize infinity as JSON");
}

proptest! {
    #[test]
    fn any_bytes_are_safe(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = decode_implied(&bytes);
        let _ = decode(&bytes, &Type::Dynamic);
        let _ = type_json::decode(&bytes);
    }

    #[test]
    fn almost_json_is_safe(text in r#"[\[\]{}",:0-9a-z\\ -]{0,60}"#) {
        let _ = decode_implied(text.as_bytes());
        let _ = type_json::decode(text.as_bytes());
    }

    #[test]
    fn values_survive_the_round_trip(value in crate::arbitrary::known_value()) {
        let text = encode(&value, &Type::Dynamic).unwrap();
        prop_assert_eq!(&decode(text.as_bytes(), &Type::Dynamic).unwrap(), &value);
        let own = value.ty();
        let text = encode(&value, &own).unwrap();
        prop_assert_eq!(&decode(text.as_bytes(), &own).unwrap(), &value);
        let implied = decode_implied(encode_simple(&value).unwrap().as_bytes()).unwrap();
        prop_assert_eq!(encode_simple(&implied).unwrap(), encode_simple(&value).unwrap());
    }
}
