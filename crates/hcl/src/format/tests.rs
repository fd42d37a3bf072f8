//! What `terraform fmt -` (1.11.4) answers, by topic; the large comparison is `cargo xtask oracle fmt`.

use std::fmt::Write as _;

use diag::SourceFile;

use super::{format_source, with_final_newline};

fn format(input: &str) -> String {
    let formatted = format_source(SourceFile::new("test.tf", input.as_bytes().to_vec()));
    let formatted = formatted.unwrap_or_else(|diags| panic!("{input:?}: {diags:?}"));
    String::from_utf8(with_final_newline(formatted)).unwrap()
}

fn check(input: &str, expect: &str) {
    assert_eq!(format(input), expect, "{input:?}");
}

#[test]
fn spaces_between_tokens() {
    check("a=1+2*-3\n", "a = 1 + 2 * -3\n");
    check(
        "a = - 1\nb = 2 -  1\nc = 2 - - 1\nd = x ? - 1 : - 2\ne = ! x\n",
        "a = -1\nb = 2 - 1\nc = 2 - -1\nd = x ? -1 : -2\ne = !x\n",
    );
    check("a = {for k,v in x : k=>- v...if v}\n", "a = { for k, v in x : k => - v... if v }\n");
    check("a = x . y [ 0 ] . z\n", "a = x.y[0].z\n");
    check("a = b [0]\nc = 1 [0]\nd = f() [0]\n", "a = b[0]\nc = 1[0]\nd = f()[0]\n");
    check(
        "a = [for x in [1]: x]\nb = in [1]\nc = [for x in (y): x]\n",
        "a = [for x in [1] : x]\nb = in[1]\nc = [for x in(y) : x]\n",
    );
    check("a = provider :: foo :: bar (1)\n", "a = provider::foo::bar(1)\n");
    check("a = f ( 1 ,2 , x ... )\n", "a = f(1, 2, x...)\n");
    check("a = {}\nb = { }\nc = {d=1}\ne = [ ]\n", "a = {}\nb = {}\nc = { d = 1 }\ne = []\n");
    check("a = b.*.c\nd = b [*] . c\n", "a = b.*.c\nd = b[*].c\n");
    check("a = ( 1 )\n", "a = (1)\n");
    check("a = x==1&&y!=2||!z\n", "a = x == 1 && y != 2 || !z\n");
    check("a =\t1   \n", "a = 1\n");
}

#[test]
fn templates() {
    check("a = \"  x  ${ y }  z\"\n", "a = \"  x  ${y}  z\"\n");
    check(
        "a = \"${ x }  ${y }%{ if x }a%{else}b%{ endif ~}\"\n",
        "a = \"${x}  ${y}%{if x}a%{else}b%{endif~}\"\n",
    );
    check("a = \"x${ {a=1} }\"\n", "a = \"x${ { a = 1 } }\"\n");
    check("a = \"x${- 1}\"\n", "a = \"x${- 1}\"\n");
    check("a = \"x${\ny\n}\"\n", "a = \"x${\n  y\n}\"\n");
}

#[test]
fn heredocs_keep_their_text() {
    check(
        "x {\n y = <<-EOT\n   a\n  b ${ c }  ${d}\n    EOT\n}\n",
        "x {\n  y = <<-EOT\n   a\n  b ${c}  ${d}\n    EOT\n}\n",
    );
    check("x = f(<<EOT\nabc ${y}\nEOT\n,1)\n", "x = f(<<EOT\nabc ${y}\nEOT\n, 1)\n");
    check(
        "x = [<<EOT\nabc\nEOT\n, <<EOT\nd\nEOT\n]\ny=1\n",
        "x = [<<EOT\nabc\nEOT\n  , <<EOT\nd\nEOT\n]\ny = 1\n",
    );
    check("a = <<EOT\n  ${\nfoo\n}\nEOT\n", "a = <<EOT\n  ${\nfoo\n}\nEOT\n");
}

#[test]
fn indentation_follows_brackets_of_lines() {
    check("a {\nb {\nc=1\n}\n}\n", "a {\n  b {\n    c = 1\n  }\n}\n");
    check("a = f(1,\n2,\n[\n3])\n", "a = f(1,\n  2,\n  [\n3])\n");
    check("a = ((([\n1\n])))\n", "a = ((([\n  1\n])))\n");
    check("a = f(g(\n1\n),\nh(\n2\n))\n", "a = f(g(\n  1\n  ),\n  h(\n    2\n))\n");
    check("a {\n# c\n\n/* d\n e */\n}\n", "a {\n  # c\n\n  /* d\n e */\n}\n");
    check("foo {a=[\n1]}\n", "foo { a = [\n1] }\n");
    check("\t\ta=1\n", "a = 1\n");
}

#[test]
fn assignments_line_up() {
    check("a=1\nbb=2\n# c\nccc=3\n\ndddd=4\n", "a  = 1\nbb = 2\n# c\nccc = 3\n\ndddd = 4\n");
    check("a = 1\nbbb = [\n1]\ncc = 2\n", "a = 1\nbbb = [\n1]\ncc = 2\n");
    check(
        "a = {\nb=1\n\"ccc\"=2\n(d)=3\nee:4\n}\n",
        "a = {\n  b     = 1\n  \"ccc\" = 2\n  (d)   = 3\n  ee : 4\n}\n",
    );
    check("a = <<E\nx\nE\nbbb = 1\n", "a   = <<E\nx\nE\nbbb = 1\n");
    check("foo { a=1 }\nbb = 2\n", "foo { a = 1 }\nbb = 2\n");
    check("世界 = 1\nab = 2\ne\u{301} = 3\n", "世界 = 1\nab = 2\ne\u{301}  = 3\n");
}

#[test]
fn comments_line_up() {
    check("a = 1 # x\nbb = 22 # y\nc {} # z\n", "a  = 1  # x\nbb = 22 # y\nc {}    # z\n");
    check("a = [ # x\n 1, # y\n 222 # z\n] # w\n", "a = [ # x\n  1,  # y\n  222 # z\n]     # w\n");
    check("a=1 /* c */\nbb = 2 # d\n", "a  = 1 /* c */\nbb = 2 # d\n");
    check("a = \"世界\" # x\nb = 1 // y\n", "a = \"世界\" # x\nb = 1    // y\n");
    check("a = 1 # c", "a = 1 # c\n");
}

#[test]
fn redundant_templates_are_unwrapped() {
    check("a = \"${x}\"\n", "a = x\n");
    check("a = [\"${x}\", {b=\"${y}\"}]\n", "a = [\"${x}\", { b = \"${y}\" }]\n");
    check("a = (\"${x}\")\n", "a = (\"${x}\")\n");
    check("a=\"${x}${y}\"\n", "a = \"${x}${y}\"\n");
    check("a=\"${\"${x}\"}\"\n", "a = \"${x}\"\n");
    check("a=\"${~x~}\"\n", "a = x\n");
    check("a = /* c */ \"${x}\" # d\n", "a = /* c */ x # d\n");
    check("a=\"${\nx\n}\"\n", "a = x\n");
    check("a=\"${\nx\n+y\n}\"\n", "a = (x\n+ y)\n");
    check("a=\"${\n(x\n+y)\n}\"\n", "a = (x\n+ y)\n");
    check("a=\"${f(\n1)\n}\"\n", "a = (f(\n1))\n");
    check("a=\"${x # c\n}\"\n", "a = x # c\n\n");
    check("a=\"${<<EOT\nfoo\nEOT\n}\"\n", "a = <<EOT\nfoo\nEOT\n");
    check("a=\"${<<EOT\n${x}\nEOT\n}\"\n", "a = \"${<<EOT\n${x}\nEOT\n}\"\n");
    check("a=\"${\"a\" == \"b\" ? \"c${d}\" : \"e\"}\"\n", "a = \"a\" == \"b\" ? \"c${d}\" : \"e\"\n");
    check("x {\n a=\"${y}\"\n b{\n c=\"${z}\"\n}\n}\n", "x {\n  a = y\n  b {\n    c = z\n  }\n}\n");
    check("foo { a=\"${x}\" }\n", "foo { a = x }\n");
}

#[test]
fn old_variable_types_are_renewed() {
    check("variable a {\n type=\"list\"\n}\n", "variable \"a\" {\n  type = list(string)\n}\n");
    check("variable a {\n type=\"map\"\n}\n", "variable \"a\" {\n  type = map(string)\n}\n");
    check("variable a { type=\"string\" }\n", "variable \"a\" { type = string }\n");
    check("variable a {\n type=\"set\"\n}\n", "variable \"a\" {\n  type = \"set\"\n}\n");
    check(
        "variable a {\n type=list\n default=\"${x}\"\n}\n",
        "variable \"a\" {\n  type    = list(any)\n  default = x\n}\n",
    );
    check("variable a {\n type=set\n}\n", "variable \"a\" {\n  type = set(any)\n}\n");
    check("variable a {\n type = \"${x}\"\n}\n", "variable \"a\" {\n  type = \"${x}\"\n}\n");
    check(
        "x {\n variable a {\n type=\"list\"\n}\n}\n",
        "x {\n  variable \"a\" {\n    type = \"list\"\n  }\n}\n",
    );
    check("type = \"list\"\n", "type = \"list\"\n");
}

#[test]
fn labels_are_quoted() {
    check("foo bar \"baz\" {}\n", "foo \"bar\" \"baz\" {}\n");
    check("foo /*a*/ b /*c*/ \"d\" /*e*/ {}\n", "foo \"b\" \"d\" /*e*/ {}\n");
    check("foo /*a*/ {}\n", "foo /*a*/ {}\n");
    check("foo \"\" {}\n", "foo \"\" {}\n");
    check("foo \"a\\nb\\u00e9\\u200b\" {}\n", "foo \"a\\nbé\\u200b\" {}\n");
    check("foo \"a\\u0301\" {}\n", "foo \"á\" {}\n");
}

#[test]
fn ends_of_files_and_lines() {
    check("a=1\r\nbb = 2 # c\r\n", "a  = 1\r\nbb = 2 # c\r\n");
    check("\u{feff}a=1\n", "a = 1\n");
    check("\n\n\na=1\n\n\n", "\n\n\na = 1\n\n\n");
    check("a=1\n   ", "a = 1\n   \n");
    check("a=1  ", "a = 1  \n");
    check("", "\n");
}

/// Terraform's answers to these would not parse, or would have lost something.
#[test]
fn meaning_is_kept_where_terraform_would_lose_it() {
    check("a=\"${ # c\nx\n}\"\n", "a = ( # c\nx)\n");
    check("a = \"${(x)\n+\n(y)}\"\n", "a = ((x)\n  +\n(y))\n");
    check("foo { a=\"${x # c\n}\" }\n", "foo { a = (x # c\n) }\n");
    check("foo \"$${x}\" \"$$\" {}\n", "foo \"$${x}\" \"$$\" {}\n");
    check("a = b[null]\n", "a = b[null]\n");
    check("a = \"${[\n1] + <<E\n\tE\n}\"\n", "a = ([\n  1] + <<E\n\tE\n)\n");
    check("a = \"${<<E\n  E\n}\" /* c */\n", "a = (<<E\n  E\n) /* c */\n");
    check("a = \"${<<E\n  E\n}\" // c\n", "a = (<<E\n  E\n) // c\n");
    check("foo { a = \"${<<E\n  E\n}\" }\n", "foo { a = (<<E\n  E\n) }\n");
}

#[test]
fn invalid_text_is_refused() {
    for input in ["a =\n", "a {\n", "a = \"x\n", "a = 1 b = 2\n"] {
        assert!(format_source(SourceFile::new("test.tf", input.as_bytes().to_vec())).is_err(), "{input:?}");
    }
}

#[test]
fn size_and_depth_are_no_danger() {
    let deep = 1_000;
    let nested = format!("{}{}", "a {\n".repeat(deep), "}\n".repeat(deep));
    assert_eq!(format(&format(&nested)), format(&nested));
    let lists = format!("a = {}{}\n", "[".repeat(deep), "]".repeat(deep));
    assert_eq!(format(&lists), lists);

    let mut long = String::new();
    for index in 0..20_000 {
        writeln!(long, "a{index}={index}#c").unwrap();
    }
    assert_eq!(format(&long).lines().count(), 20_000);

    let mut document = crate::lossless::Document::new("a {\n".repeat(30_000).as_bytes());
    assert_eq!(super::format_document(&mut document), None);
}
