//! What JSON and YAML mean as a body and as an expression.

use diag::{Diagnostics, SourceFile};
use value::{Type, Value};

use super::{parse_json, parse_yaml};
use crate::body::{Body, BodySchema};
use crate::eval::{CallFailure, EmptyScope, Reference, Resolved, Scope};
use crate::expression::Expression;

/// `x` is "seen", `n` is 5; `f` gives its first argument.
struct TestScope;

impl Scope for TestScope {
    fn resolve(&self, reference: Reference<'_>) -> Result<Resolved, Box<diag::Diagnostic>> {
        let value = match reference.root {
            "x" => Value::string("seen"),
            "n" => Value::int(5),
            "u" => Value::unknown(Type::String),
            root => return Err(Box::new(diag::Diagnostic::error("Unknown name", root))),
        };
        Ok(Resolved { value, used: 0 })
    }

    fn call(&self, _: &str, args: Vec<Value>) -> Result<Value, Vec<CallFailure>> {
        Ok(args.into_iter().next().unwrap_or_else(Value::dynamic))
    }

    fn signature(&self, _: &str) -> Option<diag::Signature> {
        None
    }
}

fn json(text: &[u8]) -> (Body, Diagnostics) {
    parse_json(SourceFile::new("main.tf.json", text))
}

/// `Summary @ line,column-line,column`
fn told(diags: &Diagnostics) -> Vec<String> {
    let one = |d: &diag::Diagnostic| match &d.subject {
        Some(r) => {
            format!("{} @ {},{}-{},{}", d.summary, r.start.line, r.start.column, r.end.line, r.end.column)
        }
        None => d.summary.clone(),
    };
    diags.iter().map(one).collect()
}

fn expression(text: &str) -> Expression {
    let (body, diags) = json(format!("{{\"v\":{text}}}").as_bytes());
    assert!(diags.is_empty(), "{text}: {diags:?}");
    let (attributes, diags) = body.just_attributes();
    assert!(diags.is_empty(), "{text}: {diags:?}");
    attributes.into_iter().next().expect("one attribute").expr
}

#[test]
fn syntax_errors() {
    let check = |text: &str, expect: &[&str]| assert_eq!(told(&json(text.as_bytes()).1), expect, "{text}");
    check("{}", &[]);
    check("[]", &[]);
    check("[{}, {}]\r\n\t ", &[]);
    check("5", &["Root value must be object @ 1,1-1,2"]);
    check("", &["Missing value @ 1,1-1,1"]);
    check("{", &["Missing value @ 1,2-1,2"]);
    check("{} x", &["Extraneous data after value @ 1,4-1,5"]);
    check(r#"{"a":1,}"#, &["Trailing comma in object @ 1,7-1,8"]);
    check(r#"{"a":[1,]}"#, &["Trailing comma in array @ 1,8-1,9"]);
    check(r#"{"a":1 "b":2}"#, &["Missing attribute seperator comma @ 1,8-1,11"]);
    check(r#"{"a":[1 2]}"#, &["Missing attribute seperator comma @ 1,9-1,10"]);
    check(r#"{"a"=1}"#, &["Missing property value colon @ 1,5-1,6"]);
    check(r#"{"a" 1}"#, &["Missing property value colon @ 1,6-1,7"]);
    check(r#"{"a", "b"}"#, &["Missing object value @ 1,5-1,6"]);
    check(r#"{"a":}"#, &["Missing JSON value @ 1,6-1,7"]);
    check(r#"{"a":["b":1]}"#, &["Invalid array value @ 1,10-1,11"]);
    check(r#"{"a":[,1]}"#, &["Invalid start of value @ 1,7-1,8"]);
    check(r#"{"a":[1}"#, &["Mismatched brackets @ 1,8-1,9"]);
    check(r#"{"a":1]"#, &["Mismatched braces @ 1,7-1,8"]);
    check(r#"{"a":[1"#, &["Unclosed object @ 1,6-1,7"]);
    check(r#"{"a":'b'}"#, &["Invalid start of value @ 1,6-1,7"]);
    check("{\"a\":1} // x", &["Extraneous data after value @ 1,9-1,10"]);
    check(r#"{"a":"b}"#, &["Invalid JSON string @ 1,9-1,9"]);
    check("{\"a\":\"b\nc\"}", &["Invalid JSON string @ 1,8-1,8"]);
    check(r#"{"a":"b\""#, &["Invalid JSON string @ 1,10-1,10"]);
    check(r#"{"a":"\x"}"#, &["Invalid JSON string @ 1,7-1,8"]);
    check(r#"{"a":01}"#, &["Invalid JSON number @ 1,6-1,8"]);
    check(r#"{"a":+1}"#, &["Invalid JSON number @ 1,6-1,8"]);
    check(r#"{"a":1.}"#, &["Invalid JSON number @ 1,6-1,8"]);
    check(r#"{"a":True}"#, &["Invalid JSON keyword @ 1,6-1,10"]);
    check(r#"{"a":NaN}"#, &["Invalid JSON keyword @ 1,6-1,9"]);
    check("{a:1}", &["Invalid JSON keyword @ 1,2-1,3"]);
    check("{1:1}", &["Invalid object property name @ 1,2-1,3"]);
    check("\u{feff}{}", &["Invalid start of value @ 1,1-1,2"]);
    check(&"[".repeat(10_241), &["Nesting too deep @ 1,10241-1,10242"]);
}

#[test]
fn hints() {
    let check = |text: &str, hint: &str| {
        let (_, diags) = json(text.as_bytes());
        let detail = &diags.iter().next().expect("an error").detail;
        assert!(detail.contains(hint), "{text}: {detail}");
    };
    check("{'a':1}", "double quotes");
    check("// x\n{}", "no comments");
    check("{\"a\":1 # x\n}", "no comments");
    check("\u{feff}{}", "byte order mark");
    check("{\"a\":ture}", "Did you mean \"true\"?");
}

#[test]
fn values() {
    let check = |text: &str, expect: &str| {
        let (value, diags) = expression(text).eval(&TestScope);
        assert!(diags.is_empty(), "{text}: {diags:?}");
        assert_eq!(format!("{value:?}"), expect, "{text}");
    };
    check("null", "null(any)");
    check("true", "true");
    check("-1.50e1", "-15");
    check("123456789012345678901234567890.5", "123456789012345678901234567890.5");
    check(r#"[1, "a", [], {}]"#, r#"[1, "a", [], {}]"#);
    check(r#""$${x} ${x} %{ if true }y%{ endif }""#, r#""${x} seen y""#);
    check(r#""${n}""#, "5");
    check(r#""a\u0024{n}\"b\"""#, r#""a5\"b\"""#);
    check(r#""${f(\"q\")}""#, r#""q""#);
    check(r#"{"${x}": 1, "b": "${n}"}"#, r#"{"b": 5, "seen": 1}"#);
    check(r#"{"//": 1}"#, r#"{"//": 1}"#);
    check(r#"{"${u}": 1}"#, "unknown(any)");
}

#[test]
fn values_without_scope_are_literal() {
    let (value, diags) = expression(r#"["${x}", "$${", {"${y}": 1}]"#).eval(&EmptyScope);
    assert!(diags.is_empty());
    assert_eq!(format!("{value:?}"), r#"["${x}", "$${", {"${y}": 1}]"#);
}

#[test]
fn errors_in_values() {
    let check = |text: &str, expect: &[&str]| {
        let (_, diags) = expression(text).eval(&TestScope);
        assert_eq!(told(&diags), expect, "{text}");
    };
    check(r#""a ${zz}""#, &["Unknown name @ 1,11-1,13"]);
    check(r#""\n\u00e9${zz}""#, &["Unknown name @ 1,17-1,19"]);
    check(r#""${x""#, &["Unclosed template interpolation sequence @ 1,7-1,9"]);
    check(r#"{"a": 1, "a": 2}"#, &["Duplicate object attribute @ 1,15-1,18"]);
    check(r#"{"${null}": 1}"#, &["Invalid object key expression @ 1,7-1,16"]);
    check(r#"{"${[]}": 1}"#, &["Invalid object key expression @ 1,7-1,14"]);
}

#[test]
fn static_views() {
    let names = |text: &str| {
        let found = expression(text).references();
        found.iter().map(|found| format!("{}@{}", found.root, found.range().start.column)).collect::<Vec<_>>()
    };
    assert_eq!(names(r#"["${a.b} ${c}", {"${d}": "${[for e in f: e]}"}]"#), ["a@10", "c@17", "d@26", "f@44"]);
    let calls = expression(r#"["${g(1)}", {"${h()}": 1}]"#).function_calls();
    assert_eq!(calls.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["g", "h"]);

    let traversal =
        |text: &str| expression(text).as_traversal().map(|found| (found.root.to_string(), found.steps.len()));
    assert_eq!(traversal(r#""a.b[0].c""#).expect("a traversal"), ("a".to_owned(), 3));
    assert_eq!(traversal(r#""null""#).expect("a word"), ("null".to_owned(), 0));
    assert!(traversal(r#""${a}""#).is_err());
    assert!(traversal("5").is_err());
    assert_eq!(expression(r#""string""#).as_keyword().as_deref(), Some("string"));

    let call = expression(r#""list(map(string))""#).as_call().expect("a call");
    assert_eq!((call.name.as_str(), call.args.len(), call.name_range.start.column), ("list", 1, 7));
    assert!(expression(r#""list(""#).as_call().is_none());
    assert_eq!(expression("[1,2]").as_list().expect("a list").len(), 2);
    assert!(expression("{}").as_list().is_err());
    let pairs = expression(r#"{"a.b": "c"}"#).as_pairs().expect("pairs");
    assert_eq!(pairs[0].0.as_key().as_deref(), Some("a.b"));
}

/// Arguments and blocks as `name`, `type.label.label{names}`.
fn shape(text: &str, schema: &BodySchema) -> (Vec<String>, Vec<String>) {
    let (body, diags) = json(text.as_bytes());
    assert!(diags.is_empty(), "{text}: {diags:?}");
    shape_of(&body, schema)
}

fn shape_of(body: &Body, schema: &BodySchema) -> (Vec<String>, Vec<String>) {
    let (content, diags) = body.content(schema);
    let mut found: Vec<String> =
        content.attributes.iter().map(|attribute| attribute.name.to_string()).collect();
    for block in &content.blocks {
        let labels = block.labels.iter().map(|label| format!(".{}", label.text));
        let (inner, inner_diags) = block.body.just_attributes();
        let inner: Vec<&str> = inner.iter().map(|attribute| attribute.name.as_str()).collect();
        let bad = if inner_diags.has_errors() { "!" } else { "" };
        found.push(format!("{}{}{{{}}}{bad}", block.type_name, labels.collect::<String>(), inner.join(",")));
    }
    (found, told(&diags))
}

#[test]
fn bodies() {
    let schema =
        BodySchema::of(&["arg", "need"], &[("plain", &[]), ("one", &["name"]), ("two", &["type", "name"])]);
    let check = |text: &str, expect: &[&str], errors: &[&str]| {
        let (found, diags) = shape(text, &schema);
        assert_eq!(found, expect, "{text}");
        assert_eq!(diags, errors, "{text}");
    };
    check(r#"{"arg":1,"//":"x","plain":{"a":1,"//":2}}"#, &["arg", "plain{a}"], &[]);
    check(r#"{"plain":[{"a":1},{"b":1}]}"#, &["plain{a}", "plain{b}"], &[]);
    check(r#"{"plain":[{"a":1},5]}"#, &["plain{a}", "plain{}!"], &[]);
    check(r#"{"plain":null,"one":{"x":null}}"#, &[], &[]);
    check(r#"{"one":{"x":{},"y":[{},{}]}}"#, &["one.x{}", "one.y{}", "one.y{}"], &[]);
    check(r#"{"one":[{"x":{}},{"x":{}}],"one":{"z":{}}}"#, &["one.x{}", "one.x{}", "one.z{}"], &[]);
    check(r#"{"two":{"a":{"b":{},"c":{}},"d":[{"e":{}}]}}"#, &["two.a.b{}", "two.a.c{}", "two.d.e{}"], &[]);
    check(r#"[{"arg":1},{"need":2}]"#, &["arg", "need"], &[]);
    check(r#"[5]"#, &[], &["Incorrect JSON value type @ 1,2-1,3"]);
    check(r#"{"arg":1,"arg":2}"#, &["arg"], &["Duplicate argument @ 1,10-1,15"]);
    check(r#"{"agr":1}"#, &[], &["Extraneous JSON object property @ 1,2-1,7"]);
    check(r#"{"plain":"x"}"#, &[], &["Incorrect JSON value type @ 1,10-1,13"]);
    check(r#"{"one":{"x":5}}"#, &[], &["Incorrect JSON value type @ 1,13-1,14"]);
    check(r#"{"one":{}}"#, &[], &["Missing block label @ 1,8-1,9"]);
    check(r#"{"one":5}"#, &[], &["Incorrect JSON value type @ 1,8-1,9", "Missing block label @ 1,8-1,9"]);
    check(r#"{"one":[5]}"#, &[], &["Incorrect JSON value type @ 1,9-1,10", "Missing block label @ 1,8-1,9"]);
}

#[test]
fn bodies_in_parts() {
    let (body, _) = json(br#"{"a":1,"b":2,"c":3}"#);
    let (content, rest, diags) = body.partial_content(&BodySchema::of(&["a"], &[]));
    assert!(diags.is_empty() && content.attributes.len() == 1);
    let (others, diags) = rest.just_attributes();
    assert!(diags.is_empty());
    assert_eq!(others.iter().map(|other| other.name.as_str()).collect::<Vec<_>>(), ["b", "c"]);
    let (_, diags) = rest.content(&BodySchema::of(&["b", "d"], &[]).requiring(&["d"]));
    assert_eq!(
        told(&diags),
        ["Missing required argument @ 1,19-1,20", "Extraneous JSON object property @ 1,14-1,17"]
    );
}

#[test]
fn deep_nesting_is_evaluated() {
    let text = format!("{}1{}", "[".repeat(5000), "]".repeat(5000));
    let (value, diags) = expression(&text).eval(&TestScope);
    assert!(diags.is_empty() && value.as_items().is_some());
}

fn yaml(text: &str) -> (Body, Diagnostics) {
    parse_yaml(SourceFile::new("main.tf.yaml", text.as_bytes()))
}

#[test]
fn yaml_bodies() {
    let schema = BodySchema::of(&["arg"], &[("plain", &[]), ("two", &["type", "name"])]);
    let check = |text: &str, expect: &[&str], errors: &[&str]| {
        let (body, syntax) = yaml(text);
        let (found, diags) = shape_of(&body, &schema);
        assert_eq!(found, expect, "{text}");
        assert_eq!([told(&syntax), diags].concat(), errors, "{text}");
    };
    check("", &[], &[]);
    check("# nothing\n---\n", &[], &[]);
    check("arg: 1\nplain:\n  a: 1\n  //: x\n", &["arg", "plain{a}"], &[]);
    check("plain:\n- a: 1\n- b: 1\n", &["plain{a}", "plain{b}"], &[]);
    check("two:\n  t:\n    n: {x: 1}\n    m:\n", &["two.t.n{x}"], &[]);
    check(
        "x: &x {a: 1, b: 2}\nplain:\n  <<: *x\n  b: 3\n",
        &["plain{a,b}"],
        &["Extraneous YAML mapping property @ 1,1-1,2"],
    );
    check("arg: 1\narg: 2\n", &[], &["Duplicate mapping key @ 2,1-2,4"]);
    check("arg: !foo 1\n", &[], &["Invalid YAML document @ 1,6-1,7"]);
    check("a: 1\n---\nb: 1\n", &[], &["Invalid YAML document @ 2,1-2,2"]);
    check("a: [1\n", &[], &["Invalid YAML document @ 2,1-2,1"]);
    check("just text\n", &[], &["Root value must be object @ 1,1-1,10"]);
    check("plain: 5\n", &[], &["Incorrect YAML value type @ 1,8-1,9"]);
    check("two: {}\n", &[], &["Missing block label @ 1,6-1,7"]);
}

#[test]
fn yaml_values() {
    let check = |text: &str, expect: &str, errors: &[&str]| {
        let (body, diags) = yaml(text);
        assert!(diags.is_empty(), "{text}: {diags:?}");
        let (attributes, _) = body.just_attributes();
        let (value, diags) = attributes.first().expect("an attribute").expr.eval(&TestScope);
        assert_eq!(format!("{value:?}"), expect, "{text}");
        assert_eq!(told(&diags), errors, "{text}");
    };
    check("v: [1, yes, 2024-01-02, ~, 1_0]", r#"[1, true, "2024-01-02T00:00:00Z", null(any), "1_0"]"#, &[]);
    check("v: ${x} $${x}", r#""seen ${x}""#, &[]);
    check("v: '${n}'", "5", &[]);
    check("v: {'${x}': {a: 1}}", r#"{"seen": {"a": 1}}"#, &[]);
    check("v: |\n  a ${x}\n  b ${zz}\n", "unknown(string)", &["Unknown name @ 3,7-3,9"]);
    check("v: >-\n  a\n   b\n  c ${zz}\n", "unknown(string)", &["Unknown name @ 4,7-4,9"]);
    check("v: \"\\u0041 ${zz}\"", "unknown(string)", &["Unknown name @ 1,14-1,16"]);
}

#[test]
fn paths_to_places() {
    let text = r#"{"a":[{"b":{"c":"x","d":[1,["y"]]}}],"e":2}"#;
    let (body, diags) = json(text.as_bytes());
    assert!(diags.is_empty());
    let check = |at: &str, expect: Option<&str>| {
        let byte = u32::try_from(text.find(at).unwrap()).unwrap();
        assert_eq!(body.path_at(byte).as_deref(), expect, "{at}");
    };
    check("\"a\"", None);
    check("[{", None);
    check("{\"b\"", Some("a"));
    check("\"b\"", Some("a[0]"));
    check("\"c\"", Some("a[0].b"));
    check("\"x\"", Some("a[0].b"));
    check("1,", Some("a[0].b.d"));
    check("\"y\"", Some("a[0].b.d[1]"));
    check("}}]", Some("a[0].b"));
    check("2}", None);
    assert_eq!(parse_yaml(SourceFile::new("main.tf.yaml", "a:\n  b: [x]\n".as_bytes())).0.path_at(10), None);
}
