//! Both directions, as Terraform's console answers.

use value::{Type, Value, json};

use super::{decode, encode};

fn value(text: &str) -> Value {
    json::decode_implied(text.as_bytes()).expect("JSON")
}

#[test]
fn encoded() {
    let check = |json: &str, expect: &str| assert_eq!(encode(&value(json)).as_deref(), Ok(expect), "{json}");
    check(r#""hello""#, "\"hello\"\n");
    check("12", "12\n...\n");
    check("null", "null\n...\n");
    check("[]", "[]\n");
    check("[[]]", "- []\n");
    check(r#"{"a":{}}"#, "\"a\": {}\n");
    check("[[1,2],[3]]", "- - 1\n  - 2\n- - 3\n");
    check(r#"[{"a":1,"b":2},{"c":[3]}]"#, "- \"a\": 1\n  \"b\": 2\n- \"c\":\n  - 3\n");
    check(r#"{"a":[[1],{"b":[2]}]}"#, "\"a\":\n- - 1\n- \"b\":\n  - 2\n");
    check(r#"{"a":{"b":{"c":1}}}"#, "\"a\":\n  \"b\":\n    \"c\": 1\n");
    check(r#""a\nb""#, "|-\n  a\n  b\n");
    check(r#""a\n\nb\n\n""#, "|+\n  a\n\n  b\n\n");
    check(r#""\na""#, "|2-\n\n  a\n");
    check(r#""\n""#, "|2+\n\n");
    check(r#""  a\nb""#, "|2-\n    a\n  b\n");
    check(r#""a \nb""#, "\"a \\nb\"\n");
    check(r#"{"a":"\tx\ny"}"#, "\"a\": \"\\tx\\ny\"\n");
    check(r#"["x\ny\n","z"]"#, "- |\n  x\n  y\n- \"z\"\n");
    check(r#"{"x\ny":1}"#, "? |-\n  x\n  y\n: 1\n");
    check(r#"{"x\ny":[1,{"a":2}]}"#, "? |-\n  x\n  y\n: - 1\n  - \"a\": 2\n");
    check(r#""\u0000\u0007\u001b\u007f\u0085\u00a0\u2028\ufeff""#, "\"\\0\\a\\e\\x7F\\N\u{a0}\\L\\uFEFF\"\n");
    check("\"é漢👍\"", "\"é漢\\U0001F44D\"\n");
    let long = "k".repeat(129);
    check(&format!("{{\"{long}\":{{\"a\":1}}}}"), &format!("? \"{long}\"\n: \"a\": 1\n"));
    assert!(encode(&Value::unknown(Type::String)).is_err());
}

#[test]
fn long_strings_are_broken_at_spaces() {
    let words = |from: u32, to: u32| (from..to).map(|i| format!("word{i}")).collect::<Vec<_>>().join(" ");
    let lines = [words(0, 13), words(13, 25), words(25, 37), words(37, 40)];
    assert_eq!(encode(&Value::string(words(0, 40))), Ok(format!("\"{}\"\n", lines.join("\n  "))));
}

#[test]
fn decoded() {
    let check = |text: &str, expect: &str| {
        let found = decode(text).map(|value| format!("{value:?}"));
        assert_eq!(found.as_deref(), Ok(expect), "{text}");
    };
    check("a: 1\nb: [x, y, ~]\n", r#"{"a": 1, "b": ["x", true, null(any)]}"#);
    check("a: 1\na: 2\n", r#"{"a": 2}"#);
    check("y: e\u{301}\n", "{\"true\": \"\u{e9}\"}");
    check("123456789012345678901234567890", "123456789012345678901234567890");
    check("a: |\n  x\n  y\n", r#"{"a": "x\ny\n"}"#);
    check("b: &b {x: 1, z: 2}\nd:\n  z: 3\n  <<: *b\n", r#"{"b": {"x": 1, "z": 2}, "d": {"x": 1, "z": 2}}"#);
    check("---", "null(any)");
}

#[test]
fn refused() {
    let check = |text: &str, expect: &str| {
        let error = decode(text).expect_err(text);
        assert!(error.contains(expect), "{text}: {error}");
    };
    check("", "missing start of document");
    check("a: !foo b", "on line 1, column 4: unsupported tag \"!foo\"");
    check("a\n---\nb", "only a single document is allowed");
    check("\ta: 1", "tab");
    check("a:\n  b: .nan", "on line 2, column 6: floating point NaN");
    let bomb: String =
        (1..20).map(|i| format!("a{i}: &a{i} [{}]\n", format!("*a{},", i - 1).repeat(9))).collect();
    check(&format!("a0: &a0 [x]\n{bomb}"), "aliases stand for more than");
    check(&"- ".repeat(1001), "nested more than");
}
