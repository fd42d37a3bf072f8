//! Arguments, blocks and whole files; and references that stand alone.

use diag::SourceFile;
use hcl::syntax::dump::{dump_body, dump_expr};
use hcl::syntax::{parse_config, parse_traversal};

fn check(text: &str, expect: &str) {
    let (tree, id, diags) = parse_config(SourceFile::new("t", text.as_bytes().to_vec()));
    assert!(diags.is_empty(), "{text}: {diags:?}");
    assert_eq!(dump_body(&tree, id, false), expect, "{text}");
}

fn traversal(text: &str, expect: &str) {
    let (tree, id, diags) = parse_traversal(SourceFile::new("t", text.as_bytes().to_vec()));
    assert!(diags.is_empty(), "{text}: {diags:?}");
    assert_eq!(dump_expr(&tree, id, false), expect, "{text}");
}

#[test]
fn bodies() {
    check("", "");
    check("\n", "");
    check("a = 1", "a = (lit 1)\n");
    check("a = 1\n", "a = (lit 1)\n");
    check("a=1\nb=2\n", "a = (lit 1)\nb = (lit 2)\n");
    check("a = 1 # c\n", "a = (lit 1)\n");
    check("a = 1 // c\n", "a = (lit 1)\n");
    check("a = 1 /* c */\n", "a = (lit 1)\n");
    check("# c\n", "");
    check("# c", "");
    check("/* c */\n", "");
    check("/* a\nb */ x = 1\n", "x = (lit 1)\n");
    check("b {}\n", "b {\n}\n");
    check("b {}", "b {\n}\n");
    check("b {\n}\n", "b {\n}\n");
    check("b \"l\" {\n}\n", "b \"l\" {\n}\n");
    check("b l {\n}\n", "b \"l\" {\n}\n");
    check("b \"l\" m \"n\" {\n}\n", "b \"l\" \"m\" \"n\" {\n}\n");
    check("b \"a b\" {}\n", "b \"a b\" {\n}\n");
    check("b \"a\\nb\" {}\n", "b \"a\\nb\" {\n}\n");
    check("b \"$${x}\" {}\n", "b \"${x}\" {\n}\n");
    check("b \"\" {}\n", "b \"\" {\n}\n");
    check("b { x = 1 }\n", "b {\nx = (lit 1)\n}\n");
    check("b { x = [\n1\n] }\n", "b {\nx = (tuple (lit 1))\n}\n");
    check("b { /* c */ x = 1 /* d */ }\n", "b {\nx = (lit 1)\n}\n");
    check("b { # c\n}\n", "b {\n}\n");
    check("b {\nx = 1\n}\n", "b {\nx = (lit 1)\n}\n");
    check("b {\nx = 1\nc {\ny = 2\n}\n}\n", "b {\nx = (lit 1)\nc {\ny = (lit 2)\n}\n}\n");
    check("b {}\nb {}\n", "b {\n}\nb {\n}\n");
    check("a = 1\nb {}\nc = 2\n", "a = (lit 1)\nc = (lit 2)\nb {\n}\n");
    check("a = <<E\nx\nE\nb = 1\n", "a = (lit \"x\\n\")\nb = (lit 1)\n");
    check("a = [\n1,\n2\n]\n", "a = (tuple (lit 1) (lit 2))\n");
    check("a = {\nb = 1\n}\n", "a = (object (var b)=(lit 1))\n");
    check("a = (\n1\n)\n", "a = (parens (lit 1))\n");
    check("a = f(\n1\n)\n", "a = (call f (lit 1))\n");
    check("\ta\t=\t1\t\n", "a = (lit 1)\n");
    check("a = 1\r\nb = 2\r\n", "a = (lit 1)\nb = (lit 2)\n");
    check("\u{feff}a = 1\n", "a = (lit 1)\n");
    check("true = 1\n", "true = (lit 1)\n");
    check("for = 1\n", "for = (lit 1)\n");
    check("if \"x\" {}\n", "if \"x\" {\n}\n");
    check("é = 1\n", "é = (lit 1)\n");
    check("a-b = 1\n", "a-b = (lit 1)\n");
    check("b {\n# only\n}\n", "b {\n}\n");
    check("b{x=1}\n", "b {\nx = (lit 1)\n}\n");
    check("b \"l\"{}\n", "b \"l\" {\n}\n");
    check("a = \"${b}\"\n", "a = (wrap (var b))\n");
    check("a = b ? c : d\n", "a = (cond (var b) (var c) (var d))\n");
    check("a = b.c[0].d\n", "a = (var b.c[0].d)\n");
    check("\n\n\na = 1\n\n\n", "a = (lit 1)\n");
    check("a = \"#\"\n", "a = (lit \"#\")\n");
    check("b {\n\n\n}\n\n", "b {\n}\n");
    check("a = \"x\" # \"y\n", "a = (lit \"x\")\n");
    check("a = {} # c", "a = (object)\n");
    check("b {\n  a = 1\n}", "b {\na = (lit 1)\n}\n");
}

#[test]
fn traversals() {
    traversal("a", "(var a)");
    traversal("a.b", "(var a.b)");
    traversal("a.b.c", "(var a.b.c)");
    traversal("a[0]", "(var a[0])");
    traversal(r#"a["k"].b"#, r#"(var a["k"].b)"#);
    traversal("a[0][1]", "(var a[0][1])");
    traversal(r#"module.x["y"].z"#, r#"(var module.x["y"].z)"#);
    traversal("true", "(var true)");
    traversal(r#"a.b[0].c["d"]"#, r#"(var a.b[0].c["d"])"#);
    traversal("a \n.b", "(var a.b)");
}
