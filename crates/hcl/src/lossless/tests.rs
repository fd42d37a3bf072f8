//! Printing back, looking up and editing.

use super::{BlockStep, BodyId, Document, EditError};

const FILE: &str = "\
# about the file

/* first */
resource aws_x \"web one\" { # open
\tname   = \"a\"  # kept
  count= 2

  # nested
  tags {}
}
last = [
  1,
]
";

fn web(document: &Document) -> BodyId {
    let step = BlockStep { type_name: "resource", labels: &["aws_x", "web one"] };
    document.find_body(&[step]).unwrap()
}

/// Edits the inside of the block in `FILE` or the given text's first block.
fn check(text: &str, edit: impl FnOnce(&mut Document, BodyId), expect: &str) {
    let mut document = Document::new(text.as_bytes());
    let body = document.blocks(document.root()).next().map_or(document.root(), |(_, body)| body);
    edit(&mut document, body);
    assert_eq!(String::from_utf8(document.to_bytes()).unwrap(), expect);
}

fn set(name: &str, expr: &str) -> impl FnOnce(&mut Document, BodyId) {
    move |document, body| document.set_attribute(body, name, expr).unwrap()
}

fn remove(name: &str) -> impl FnOnce(&mut Document, BodyId) {
    move |document, body| assert!(document.remove_attribute(body, name))
}

fn append(type_name: &str, labels: &[&str]) -> impl FnOnce(&mut Document, BodyId) {
    move |document, body| {
        let added = document.append_block(body, type_name, labels).unwrap();
        document.set_attribute(added, "x", "1").unwrap();
    }
}

#[test]
fn any_text_prints_back() {
    let check =
        |text: &str| assert_eq!(Document::new(text.as_bytes()).to_bytes(), text.as_bytes(), "{text:?}");
    check(FILE);
    for end in 0..FILE.len() {
        check(&FILE[..end]);
        check(&FILE[end..]);
    }
    check("");
    check("  ");
    check("\u{feff}a = 1\r\n");
    check("}}} a = {{{\n ) b \"c\" \"d");
    check("a = <<E\n ${ x\n");
    check(&"a {\n".repeat(50_000));
}

#[test]
fn things_are_found() {
    let document = Document::new(FILE.as_bytes());
    let body = web(&document);
    assert_eq!(document.attribute_names(document.root()).collect::<Vec<_>>(), ["last"]);
    assert_eq!(document.attribute_names(body).collect::<Vec<_>>(), ["name", "count"]);
    assert_eq!(document.attribute(body, "name").unwrap(), b"\"a\"");
    assert_eq!(document.attribute(document.root(), "last").unwrap(), b"[\n  1,\n]");
    assert_eq!(document.attribute(body, "nope"), None);
    assert_eq!(document.labels(document.root(), body), ["aws_x", "web one"]);
    assert!(document.block(body, "tags", &[]).is_some());
    assert!(document.block(body, "tags", &["x"]).is_none());
}

#[test]
fn attributes_are_set() {
    check(FILE, set("name", "var.x"), &FILE.replace("\"a\"", "var.x"));
    check(FILE, set("size", "f(1)"), &FILE.replace("count= 2\n", "count= 2\n\tsize = f(1)\n"));
    check("a = 1\n", set("a", "2"), "a = 2\n");
    check("a = 1\n", set("b", "<<E\nx\nE\n"), "a = 1\nb = <<E\nx\nE\n");
    check("a = 1", set("b", "2"), "a = 1\nb = 2\n");
    check("", set("b", "2"), "b = 2\n");
    check("# about\n", set("b", "2"), "# about\nb = 2\n");
    check("# about", set("b", "2"), "# about\nb = 2\n");
    check("x {}\n", set("b", "2"), "x {\n  b = 2\n}\n");
    check("x { a = 1 }\n", set("a", "2"), "x { a = 2 }\n");
    check("x { a = 1 }\n", set("b", "2"), "x {\n  a = 1\n  b = 2\n}\n");
    check("x { a = 1 }\n", set("a", "<<E\nE\n"), "x {\n  a = <<E\nE\n}\n");
    check("x {\r\n}\r\n", set("b", "2"), "x {\r\n  b = 2\r\n}\r\n");
    check("x {\n  y {}\n}\n", set("b", "2"), "x {\n  y {}\n  b = 2\n}\n");
}

#[test]
fn things_are_removed() {
    check(FILE, remove("name"), &FILE.replace("\tname   = \"a\"  # kept\n", ""));
    check(FILE, remove("count"), &FILE.replace("  count= 2\n", ""));
    check("# d\n\n# c\na = 1 # e\nb = 2\n", |d, b| assert!(d.remove_attribute(b, "a")), "# d\n\nb = 2\n");
    check("a = 1\n", |d, b| assert!(!d.remove_attribute(b, "b")), "a = 1\n");
    let edit = |document: &mut Document, body| {
        let tags = document.block(body, "tags", &[]).unwrap();
        assert!(document.remove_block(body, tags));
        assert!(!document.remove_block(body, tags));
    };
    check(FILE, edit, &FILE.replace("  # nested\n  tags {}\n", ""));
}

#[test]
fn blocks_are_added() {
    check("", append("a", &["b"]), "a \"b\" {\n  x = 1\n}\n");
    check("z = 1", append("a", &[]), "z = 1\n\na {\n  x = 1\n}\n");
    check("z {\n}\n", append("a", &["\"${"]), "z {\n  a \"\\\"$${\" {\n    x = 1\n  }\n}\n");
    check("z {}", append("a", &[]), "z {\n  a {\n    x = 1\n  }\n}");
    check("# c\n\n", append("a", &[]), "# c\n\na {\n  x = 1\n}\n");
}

#[test]
fn labels_are_set() {
    let relabel = |labels: &'static [&'static str]| {
        move |document: &mut Document, body| {
            assert!(document.set_labels(document.root(), body, labels));
            assert_eq!(document.labels(document.root(), body), labels);
        }
    };
    check(FILE, relabel(&["aws_y", "b"]), &FILE.replace("aws_x \"web one\"", "\"aws_y\" \"b\""));
    check("a b /*c*/ {}\n", relabel(&["x", "y"]), "a \"x\" \"y\" /*c*/ {}\n");
    check("a {}\n", relabel(&["x"]), "a \"x\" {}\n");
    check("a b c {}\n", relabel(&[]), "a {}\n");
}

#[test]
fn nonsense_is_refused() {
    let mut document = Document::new(b"a = 1\n");
    let root = document.root();
    for name in ["", "1", "a b", "a\n", " a", "\"a\""] {
        assert_eq!(document.set_attribute(root, name, "1"), Err(EditError::NotAName), "{name:?}");
        assert_eq!(document.append_block(root, name, &[]), Err(EditError::NotAName), "{name:?}");
    }
    for expr in ["", "1\nb = 2", "1 2", "[", "1 }", "1 # c\nx {}"] {
        assert_eq!(document.set_attribute(root, "a", expr), Err(EditError::NotAnExpression), "{expr:?}");
    }
    assert_eq!(document.to_bytes(), b"a = 1\n");
}
