//! Documents as Terraform's `yamldecode` reads them; each answer was checked against it.

use crate::{Data, Document, NodeId, Options, read};

const OPTIONS: Options = Options { max_depth: 1000, names_as_written: false };

fn show(document: &Document, id: NodeId) -> String {
    match &document.node(id).data {
        Data::Null => "null".to_owned(),
        Data::Bool(value) => value.to_string(),
        Data::Number(number) => number.to_text(),
        Data::String(text) => format!("{:?}", text.as_str()),
        Data::Sequence(items) => {
            format!("[{}]", items.iter().map(|item| show(document, *item)).collect::<Vec<_>>().join(","))
        }
        Data::Mapping(entries) => {
            let entries =
                entries.iter().map(|entry| format!("{:?}:{}", entry.name, show(document, entry.value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
        }
    }
}

fn check(text: &str, expect: &str) {
    let document = read(text, OPTIONS).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    assert_eq!(document.root().map(|root| show(&document, root)).as_deref(), Some(expect), "{text:?}");
}

fn refused(text: &str, expect: &str) {
    match read(text, OPTIONS) {
        Ok(document) => panic!("{text:?}: {:?}", document.root().map(|root| show(&document, root))),
        Err(error) => assert_eq!(error.to_string(), expect, "{text:?}"),
    }
}

#[test]
fn plain_scalars() {
    check("014", "14");
    check("0o14", "12");
    check("0x1F", "31");
    check("-0x1F", "\"-0x1F\"");
    check("1_000", "\"1_000\"");
    check("5.", "5");
    check(".5e1", "5");
    check("+.5", "0.5");
    check("-.INF", "-Inf");
    check("Yes", "true");
    check("nO", "\"nO\"");
    check("2024-1-2", "\"2024-01-02T00:00:00Z\"");
    check("a b\n c\n\n d # e", "\"a b c\\nd\"");
    check("a:b", "\"a:b\"");
    check("a]", "\"a]\"");
    check("-a", "\"-a\"");
    refused(".nan", "on line 1, column 1: floating point NaN is not supported");
    refused(
        "0x1FFFFFFFFFFFFFFFF",
        "on line 1, column 1: cannot parse \"0x1FFFFFFFFFFFFFFFF\" as tag:yaml.org,2002:int",
    );
    refused("a: @b", "on line 1, column 4: found character that cannot start any token");
    refused("a: \u{7}", "on line 1, column 4: control characters are not allowed: '\\u{7}'");
}

#[test]
fn quoted_and_block_scalars() {
    check("'it''s\n  x'", "\"it's x\"");
    check("\"a\\\n  b\\x41\\u00e9\\_\"", "\"abA\u{e9}\\u{a0}\"");
    check("a: \"x\ny\"", "{\"a\":\"x y\"}");
    check("a: |\n  x\n  y\n", "{\"a\":\"x\\ny\\n\"}");
    check("a: |\n  x", "{\"a\":\"x\"}");
    check("a: |-\n  12\n", "{\"a\":\"12\"}");
    check("a: |-\n  014\n", "{\"a\":\"14\"}");
    check("a: |+\n  x\n\n", "{\"a\":\"x\\n\\n\"}");
    check("a: |2\n    x\n", "{\"a\":\"  x\\n\"}");
    check("a: >\n  x\n  y\n\n  z\n   w\n  v\n", "{\"a\":\"x y\\nz\\n w\\nv\\n\"}");
    refused("\"\\q\"", "on line 1, column 2: found unknown escape character");
    refused("'a", "on line 1, column 1: found unexpected end of stream: the closing quote is missing");
    refused("a: |0\n b", "on line 1, column 5: found an indentation indicator equal to 0");
}

#[test]
fn collections() {
    check("a:\n- 1\n- b: 2\n  c:\n-\n", "{\"a\":[1,{\"b\":2,\"c\":null},null]}");
    check("- - 1\n  - 2\n- - 3", "[[1,2],[3]]");
    check(
        "{a, b: [x, y: 1,], \"c\":2, ? d : e}",
        "{\"a\":null,\"b\":[\"x\",{\"true\":1}],\"c\":2,\"d\":\"e\"}",
    );
    check("a: [\n1,\n]\nb: {\n}\n", "{\"a\":[1],\"b\":{}}");
    check("? a\n: b\n? c\n", "{\"a\":\"b\",\"c\":null}");
    check("a:\t1", "{\"a\":1}");
    check("\u{feff}a: 1\r\nb: 2\r\n", "{\"a\":1,\"b\":2}");
    refused(
        "\ta: 1",
        "on line 1, column 1: found character that cannot start any token: a tab cannot indent a line",
    );
    refused(
        "-\ta",
        "on line 1, column 2: found character that cannot start any token: a tab cannot indent a line",
    );
    refused("a: b: c", "on line 1, column 5: mapping values are not allowed in this context");
    refused("a: - b", "on line 1, column 4: block sequence entries are not allowed in this context");
    refused("a:\n    b: 1\n  c: 2\n", "on line 3, column 3: did not find expected key");
    refused("a: 1\nb\n", "on line 2, column 1: could not find expected ':'");
    refused("[a", "on line 1, column 3: did not find expected ',' or ']'");
    refused("? [a]\n: b\n", "on line 1, column 3: only strings are allowed as mapping keys");
    refused("~: a", "on line 1, column 1: mapping key cannot be null");
    refused(&"[".repeat(1001), "on line 1, column 1001: nested more than 1000 levels deep");
}

#[test]
fn tags_anchors_and_merges() {
    check("!!str 12", "\"12\"");
    check("!!int \"12\"", "\"12\"");
    check("!!int 0b101", "5");
    check("!!float 1_0", "10");
    check("!!null 12", "12");
    check("!<tag:yaml.org,2002:str> 12", "\"12\"");
    check("%TAG !e! tag:yaml.org,2002:\n---\n!e!str 12", "\"12\"");
    check("!!binary aGk=", "\"aGk=\"");
    check("a: &x [1]\nb: *x", "{\"a\":[1],\"b\":[1]}");
    check("a: &x {k: 1}\nb: {<<: *x, l: 2}", "{\"a\":{\"k\":1},\"b\":{\"k\":1,\"l\":2}}");
    refused("!foo a", "on line 1, column 1: unsupported tag \"!foo\"");
    refused("! 12", "on line 1, column 1: unsupported tag \"!\"");
    refused("!!set {a}", "on line 1, column 1: can't interpret mapping as tag:yaml.org,2002:set");
    refused(
        "!!binary \"!\"",
        "on line 1, column 1: cannot parse \"!\" as tag:yaml.org,2002:binary: not valid base64",
    );
    refused("a: *x", "on line 1, column 4: reference to undefined anchor \"x\"");
    refused("&x a: *x", "on line 1, column 7: reference to undefined anchor \"x\"");
    refused("a: &x [*x]", "on line 1, column 8: cannot refer to anchor \"x\" from inside its own definition");
    refused("<<: 1", "on line 1, column 1: cannot merge number into mapping");
}

#[test]
fn documents() {
    check("--- a\n...\n", "\"a\"");
    check("---", "null");
    check("%YAML 1.1\n---\na", "\"a\"");
    assert!(read("# nothing\n", OPTIONS).is_ok_and(|document| document.root().is_none()));
    refused("a\n---\nb", "on line 2, column 1: only a single document is allowed");
    refused("a: 1\n...\nb: 2\n", "on line 3, column 1: did not find expected <document start>");
    refused("...\na", "on line 1, column 1: did not find expected node content");
    refused("%YAML 1.2\n---\na", "on line 1, column 1: found incompatible YAML document");
    refused("%FOO\n---\na", "on line 1, column 1: found unknown directive name");
}

#[test]
fn names_as_written() {
    let options = Options { names_as_written: true, ..OPTIONS };
    let document = read("y: no\n014: x\n~: z\n", options).expect("a document");
    assert_eq!(
        document.root().map(|root| show(&document, root)).as_deref(),
        Some(r#"{"y":false,"014":"x","~":"z"}"#)
    );
}

#[test]
fn places() {
    let text = "\u{feff}é: [x,\n  y]\nb: |\n  c\n\nd: {e: f}\n";
    let document = read(text, OPTIONS).expect("a document");
    let of = |wanted: &str| {
        document
            .nodes()
            .iter()
            .find(|node| show_node(&document, node) == wanted)
            .map(|node| &text[node.bytes.clone()])
    };
    assert_eq!(of("[\"x\",true]"), Some("[x,\n  y]"));
    assert_eq!(of("true"), Some("y"));
    assert_eq!(of("\"c\\n\""), Some("|\n  c\n\n"));
    assert_eq!(of("{\"e\":\"f\"}"), Some("{e: f}"));
    let root = document.root().expect("a root");
    assert_eq!(&text[document.node(root).bytes.clone()], &text[3..text.len() - 1]);
}

fn show_node(document: &Document, node: &crate::Node) -> String {
    let at =
        document.nodes().iter().position(|other| std::ptr::eq(other, node)).expect("a node of the document");
    show(document, NodeId(at as u32))
}
