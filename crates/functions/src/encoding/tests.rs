//! Tables of calls: known, null, unknown, marked, wrong.

use value::{Refinement, Type, Value};

use crate::testing::*;

const NO_NULL: &str = "str: argument must not be null";
const TOO_LONG: &str = "the result would be longer than the 134217728 bytes that a string may have";

fn starts(prefix: &str) -> Value {
    unknown(STRING).refine(Refinement::with_prefix(prefix))
}

#[test]
fn base64() {
    check("base64encode", [s("Hello World")], s("SGVsbG8gV29ybGQ="));
    check("base64encode", [s("e\u{301}")], s("w6k="));
    check("base64encode", [b(true)], s("dHJ1ZQ=="));
    check("base64encode", [sensitive(s("a"))], sensitive(s("YQ==")));
    check("base64encode", [starts("a")], some(STRING));
    check_error("base64encode", [untyped_null()], NO_NULL);
    check_error("base64encode", [tuple([])], "str: string required");
    check("base64decode", [s("SGVsbG8gV29ybGQ=")], s("Hello World"));
    check("base64decode", [s("YR==")], s("a"));
    check("base64decode", [s("YWJj\r\nZGVm\n")], s("abcdef"));
    check("base64decode", [s("ZcyB")], s("é"));
    check("base64decode", [sensitive(s("YQ=="))], sensitive(s("a")));
    check("base64decode", [unknown(STRING)], some(STRING));
    check("base64decode", [sensitive(dynamic())], sensitive(some(STRING)));
    check_error("base64decode", [s("!")], "failed to decode base64 data \"!\"");
    check_error("base64decode", [sensitive(s("!"))], "failed to decode base64 data (sensitive value)");
    check_error("base64decode", [s("/w==")], "the result of decoding the provided string is not valid UTF-8");
    check_error("base64decode", [null(STRING)], NO_NULL);
}

#[test]
fn gzip() {
    let hello = "H4sIAAAAAAAA/8pIzcnJBwAAAP//AQAA//+GphA2BQAAAA==";
    check("base64gzip", [s("hello")], s(hello));
    check("base64gzip", [s("")], s("H4sIAAAAAAAA/wAAAP//AQAA//8AAAAAAAAAAA=="));
    check("base64gzip", [sensitive(s("hello"))], sensitive(s(hello)));
    check("base64gzip", [unknown(STRING)], some(STRING));
    check_error("base64gzip", [untyped_null()], NO_NULL);
    check_error("base64gzip", [object([])], "str: string required");
    check("base64gunzip", [s(hello)], s("hello"));
    check("base64gunzip", [sensitive(s(hello))], sensitive(s("hello")));
    check("base64gunzip", [some(STRING)], some(STRING));
    check("base64gunzip", [sensitive(unknown(STRING))], sensitive(some(STRING)));
    check_error("base64gunzip", [s("")], "failed to gunzip bytestream: EOF");
    check_error("base64gunzip", [ephemeral(s("!"))], "failed to decode base64 data (ephemeral value)");
    check_error("base64gunzip", [null(STRING)], NO_NULL);
}

#[test]
fn csv() {
    let row = |a: &str, b: &str| object([("a", s(a)), ("b", s(b))]);
    check("csvdecode", [s("b,a\n1,2\n\"x\ny\",\n")], list([row("2", "1"), row("", "x\ny")]));
    check("csvdecode", [s("a,b")], list_of(Type::object([("a", STRING), ("b", STRING)]), []));
    check("csvdecode", [sensitive(s("a,b\n1,2"))], sensitive(list([row("1", "2")])));
    check("csvdecode", [unknown(STRING)], dynamic());
    check("csvdecode", [starts("a,b\n")], dynamic());
    check_error("csvdecode", [s("\n")], "missing header line");
    check_error("csvdecode", [s("a,a\n")], "duplicate column name \"a\"");
    check_error("csvdecode", [s("a,b\n1\n")], "CSV parse error on line 2: wrong number of fields");
    check_error("csvdecode", [untyped_null()], NO_NULL);
    check_error("csvdecode", [tuple([])], "str: string required");
}

#[test]
fn jsondecode() {
    check(
        "jsondecode",
        [s("{\"b\": [1, \"x\", null], \"a\": true}")],
        object([("a", b(true)), ("b", tuple([n("1"), s("x"), untyped_null()]))]),
    );
    check("jsondecode", [s(" 1.50 ")], n("1.5"));
    check("jsondecode", [s("null")], untyped_null());
    check("jsondecode", [sensitive(s("\"a\""))], sensitive(s("a")));
    check("jsondecode", [unknown(STRING)], dynamic());
    check("jsondecode", [starts(" \"")], unknown(STRING));
    check("jsondecode", [starts("t")], unknown(BOOL));
    check("jsondecode", [starts("-")], unknown(NUMBER));
    check("jsondecode", [starts("{")], dynamic());
    check_error("jsondecode", [starts("x")], "str: a JSON document cannot begin with the character 'x'");
    check_error("jsondecode", [untyped_null()], NO_NULL);
    check_error("jsondecode", [tuple([])], "str: string required");
}

#[test]
fn jsonencode() {
    check(
        "jsonencode",
        [object([("b", n("1.50")), ("a", tuple([b(true), untyped_null()]))])],
        s(r#"{"a":[true,null],"b":1.5}"#),
    );
    check("jsonencode", [s("<é\n>")], s(r#""\u003cé\n\u003e""#));
    check("jsonencode", [untyped_null()], s("null"));
    check("jsonencode", [set([s("b"), s("a")])], s(r#"["a","b"]"#));
    check("jsonencode", [map([("a", sensitive(n("1")))])], sensitive(s("{\"a\":1}")));
    check("jsonencode", [unknown(STRING)], some(STRING));
    check("jsonencode", [some(STRING)], starts("\""));
    check("jsonencode", [some(NUMBER)], some(STRING));
    check("jsonencode", [dynamic()], some(STRING));
    check("jsonencode", [unknown(Type::list(STRING))], some(STRING));
    check("jsonencode", [long(Type::list(STRING), 1, None)], starts("["));
    check("jsonencode", [tuple([unknown(STRING)])], starts("["));
    check("jsonencode", [sensitive(object([("a", dynamic())]))], sensitive(starts("{")));
    check_error("jsonencode", [infinity()], "cannot serialize infinity as JSON");
    check_error("jsonencode", [], "no argument for val");
}

#[test]
fn what_is_small_in_memory_may_be_endless_on_paper() {
    let mut value = s(&"x".repeat(1 << 16));
    for _ in 0..40 {
        value = tuple([value.clone(), value]);
    }
    check_error("jsonencode", [value.clone()], TOO_LONG);
    check_error("yamlencode", [value.clone()], TOO_LONG);
    check_error("format", [s("%v"), value], &format!("unsupported value for \"%v\" at 0: {TOO_LONG}"));
}

#[test]
fn yaml() {
    check(
        "yamldecode",
        [s("a: [1, x]\nb: ~\n")],
        object([("a", tuple([n("1"), s("x")])), ("b", untyped_null())]),
    );
    check("yamldecode", [s("true")], b(true));
    check("yamldecode", [sensitive(s("1"))], sensitive(n("1")));
    check("yamldecode", [unknown(STRING)], dynamic());
    check("yamldecode", [starts("a: ")], dynamic());
    check_error("yamldecode", [untyped_null()], "src: argument must not be null");
    check_error("yamldecode", [object([])], "src: string required");
    check("yamlencode", [object([("a", tuple([n("1"), s("x")]))])], s("\"a\":\n- 1\n- \"x\"\n"));
    check("yamlencode", [untyped_null()], s("null\n...\n"));
    // The text is brought into normal form as a whole, which joins the `E` of the escape with the accent.
    check("yamlencode", [s("\u{6D53E}\u{311}")], s("\"\\U0006D53\u{206}\"\n"));
    check("yamlencode", [tuple([sensitive(n("1"))])], sensitive(s("- 1\n")));
    check("yamlencode", [some(STRING)], unknown(STRING));
    check("yamlencode", [tuple([unknown(STRING)])], unknown(STRING));
    check("yamlencode", [dynamic()], unknown(STRING));
    check_error("yamlencode", [], "no argument for value");
}

#[test]
fn text_encodings() {
    check("textencodebase64", [s("Hello"), s("UTF-16LE")], s("SABlAGwAbABvAA=="));
    check("textencodebase64", [s("é"), s("latin1")], s("6Q=="));
    check("textencodebase64", [sensitive(s("a")), s("UTF-8")], sensitive(s("YQ==")));
    check("textencodebase64", [unknown(STRING), s("x")], some(STRING));
    check("textencodebase64", [s("a"), some(STRING)], some(STRING));
    check_error(
        "textencodebase64",
        [s("a"), s("utf8")],
        "encoding: \"utf8\" is not a supported IANA encoding name or alias",
    );
    check_error(
        "textencodebase64",
        [s("é"), s("US-ASCII")],
        "string: the given string contains characters that cannot be represented in US-ASCII",
    );
    check_error("textencodebase64", [s("a"), untyped_null()], "encoding: argument must not be null");
    check("textdecodebase64", [s("//5IAGUA"), s("UTF-16")], s("He"));
    check("textdecodebase64", [s("gg=="), s("IBM437")], s("é"));
    check("textdecodebase64", [s("YQ=="), sensitive(s("UTF-8"))], sensitive(s("a")));
    check("textdecodebase64", [dynamic(), s("UTF-8")], some(STRING));
    check_error(
        "textdecodebase64",
        [s("/w=="), s("UTF-8")],
        "source: the given string contains symbols that are not defined for UTF-8",
    );
    check_error(
        "textdecodebase64",
        [s("a!"), s("UTF-8")],
        "source: the given value has an invalid base64 symbol at offset 1",
    );
    check_error("textdecodebase64", [null(STRING), s("UTF-8")], "source: argument must not be null");
}

#[test]
fn url() {
    check("urlencode", [s("a b&é-_.~")], s("a+b%26%C3%A9-_.~"));
    check("urlencode", [s("")], s(""));
    check("urlencode", [n("1.50")], s("1.5"));
    check("urlencode", [sensitive(s(" "))], sensitive(s("+")));
    check("urlencode", [starts("a")], some(STRING));
    check_error("urlencode", [untyped_null()], NO_NULL);
    check("urldecode", [s("a+b%26%C3%a9")], s("a b&é"));
    check("urldecode", [sensitive(s("+"))], sensitive(s(" ")));
    check("urldecode", [unknown(STRING)], some(STRING));
    check_error("urldecode", [s("%zz")], "failed to decode URL: invalid URL escape \"%zz\"");
    check_error("urldecode", [s("%ff")], "failed to decode URL: the result is not valid UTF-8");
    check_error("urldecode", [null(STRING)], NO_NULL);
}
