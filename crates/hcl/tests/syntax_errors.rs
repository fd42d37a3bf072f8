//! What is refused, with the summary and the bytes that each diagnostic points at. For one mistake these
//! are the summaries of HCL.

use diag::{Diagnostics, SourceFile};
use hcl::syntax::{parse_config, parse_expression, parse_traversal};

fn same(text: &str, diags: &Diagnostics, expect: &[&str]) {
    let got: Vec<String> = diags
        .iter()
        .map(|d| {
            let subject = d.subject.as_ref().expect("every syntax error has a place");
            assert!(d.detail.len() > 20, "{text}: {}", d.summary);
            format!("{} @{}-{}", d.summary, subject.start.byte, subject.end.byte)
        })
        .collect();
    assert_eq!(got, expect, "{text}");
}

fn config(text: &str, expect: &[&str]) {
    same(text, &parse_config(SourceFile::new("t", text.as_bytes().to_vec())).2, expect);
}

fn expr(text: &str, expect: &[&str]) {
    same(text, &parse_expression(SourceFile::new("t", text.as_bytes().to_vec())).2, expect);
}

fn traversal(text: &str, expect: &[&str]) {
    same(text, &parse_traversal(SourceFile::new("t", text.as_bytes().to_vec())).2, expect);
}

#[test]
fn files() {
    config("a", &["Argument or block definition required @0-1"]);
    config("a 1", &["Argument or block definition required @0-1"]);
    config("a = ", &["Missing expression @4-4"]);
    config("a =", &["Missing expression @3-3"]);
    config("a = \n", &["Invalid expression @4-5"]);
    config("a = 1 2\n", &["Missing newline after argument @6-7"]);
    config("a = 1, b = 2\n", &["Unexpected comma after argument @5-6"]);
    config("a = 1; b = 2\n", &["Invalid character @5-6", "Missing newline after argument @5-6"]);
    config("= 1\n", &["Argument or block definition required @0-1"]);
    config("1 = 1\n", &["Argument or block definition required @0-1"]);
    config("\"a\" = 1\n", &["Invalid argument name @0-1"]);
    config("{}\n", &["Argument or block definition required @0-1"]);
    config("}\n", &["Argument or block definition required @0-1"]);
    config("]\n", &["Argument or block definition required @0-1"]);
    config("a.b = 1\n", &["Argument or block definition required @0-1"]);
    config("a[0] = 1\n", &["Argument or block definition required @0-1"]);
    config("a = 1\na = 2\n", &["Attribute redefined @6-7"]);
    config("b {\na = 1\na = 2\n}\n", &["Attribute redefined @10-11"]);
    config("b", &["Argument or block definition required @0-1"]);
    config(r#"b "l""#, &["Invalid block definition @5-5"]);
    config("b \"l\"\n", &["Invalid block definition @5-6"]);
    config("b l\n{\n}\n", &["Invalid block definition @3-4"]);
    config("b {", &["Unclosed configuration block @2-3"]);
    config("b {\n", &["Unclosed configuration block @2-3"]);
    config("b {\nc {\n", &["Unclosed configuration block @6-7"]);
    config("b { x = 1\n}\n", &["Invalid single-argument block definition @9-10"]);
    config("b { x = 1, y = 2 }\n", &["Invalid single-argument block definition @9-10"]);
    config("b { x = 1", &["Unclosed configuration block @2-3"]);
    config("b { x = 1 y = 2 }\n", &["Invalid single-argument block definition @10-11"]);
    config("b { x { } }\n", &["Argument definition required @4-7"]);
    config("b { x }\n", &["Argument or block definition required @4-5"]);
    config("b { x \"l\" {} }\n", &["Argument definition required @4-7"]);
    config("b { 1 }\n", &["Argument or block definition required @4-5"]);
    config("b {} c {}\n", &["Missing newline after block definition @5-6"]);
    config("b {} x\n", &["Missing newline after block definition @5-6"]);
    config("b = {} c\n", &["Missing newline after argument @7-8"]);
    config("b \"${x}\" {}\n", &["Invalid string literal @3-5"]);
    config("b \"%{x}\" {}\n", &["Invalid string literal @3-5"]);
    config("b \"l {}\n", &["Invalid multi-line string @7-8", "Invalid string literal @7-8"]);
    config(r#"b "l"#, &["Unterminated string literal @4-4"]);
    config("b \"\\q\" {}\n", &["Invalid escape sequence @3-5"]);
    config("b = \"l\" {\n}\n", &["Missing newline after argument @8-9"]);
    config("b \"l\" = 1\n", &["Invalid block definition @6-7"]);
    config("b 1 {}\n", &["Argument or block definition required @0-1"]);
    config("a = \"x\n", &["Invalid multi-line string @6-7", "Unterminated template string @6-7"]);
    config("a = \"x\ny\"\n", &["Invalid multi-line string @6-7", "Unterminated template string @6-7"]);
    config(r#"a = "x"#, &["Unterminated template string @6-6"]);
    config(r#"a = "${"#, &["Missing expression @7-7"]);
    config(r#"a = "${x"#, &["Unclosed template interpolation sequence @5-7"]);
    config(
        "a = \"${x\"\n",
        &["Invalid multi-line string @9-10", "Unclosed template interpolation sequence @5-7"],
    );
    config("a = \"${x y}\"\n", &["Extra characters after interpolation expression @9-10"]);
    config("a = \"${x:y}\"\n", &["Extra characters after interpolation expression @8-9"]);
    config("a = \"${}\"\n", &["Invalid expression @7-8"]);
    config("a = \"%{x}\"\n", &["Invalid template control keyword @7-8"]);
    config("a = \"%{}\"\n", &["Invalid template directive @7-8"]);
    config("a = \"%{if}\"\n", &["Invalid expression @9-10"]);
    config("a = \"%{if x}\"\n", &["Unexpected end of template @12-13"]);
    config(
        "a = \"%{if x}%{else}%{else}%{endif}\"\n",
        &["Unexpected else directive @19-26", "Unexpected endif directive @26-34"],
    );
    config("a = \"%{endif}\"\n", &["Unexpected endif directive @5-13"]);
    config("a = \"%{else}\"\n", &["Unexpected else directive @5-12"]);
    config("a = \"%{endfor}\"\n", &["Unexpected endfor directive @5-14"]);
    config("a = \"%{for}\"\n", &["Invalid 'for' directive @10-11"]);
    config("a = \"%{for x}\"\n", &["Invalid 'for' directive @12-13"]);
    config("a = \"%{for x,}\"\n", &["Invalid 'for' directive @13-14"]);
    config("a = \"%{for x in}\"\n", &["Invalid expression @15-16"]);
    config("a = \"%{for x in y}\"\n", &["Unexpected end of template @18-19"]);
    config("a = \"%{for x in y}%{endif}\"\n", &["Unexpected endif directive @18-26"]);
    config(
        "a = \"%{for x in y}%{else}%{endfor}\"\n",
        &["Unexpected else directive @18-25", "Unexpected endfor directive @25-34"],
    );
    config("a = \"%{if x}%{endfor}\"\n", &["Unexpected endfor directive @12-21"]);
    config("a = \"%{if x y}%{endif}\"\n", &["Extra characters in if marker @12-13"]);
}

#[test]
fn values() {
    config(
        "a = \"%{endif x}\"\n",
        &["Extra characters in endif marker @13-14", "Unexpected endif directive @5-14"],
    );
    config("a = <<E\n", &["Unterminated template string @8-8"]);
    config("a = <<E\nx", &["Unterminated template string @9-9"]);
    config("a = <<E\nx\nE", &["Unterminated template string @11-11"]);
    config("a = <<E\nx\nEE\n", &["Unterminated template string @13-13"]);
    config(
        "a = << E\nx\nE\n",
        &[
            "Invalid expression @4-5",
            "Argument or block definition required @9-10",
            "Argument or block definition required @11-12",
        ],
    );
    config("a = <<E x\nE\n", &["Invalid expression @4-5", "Argument or block definition required @10-11"]);
    config(
        "a = <<\"E\"\nx\nE\n",
        &[
            "Invalid expression @4-5",
            "Argument or block definition required @10-11",
            "Argument or block definition required @12-13",
        ],
    );
    config("a = <<E\n${x\nE\n", &["Extra characters after interpolation expression @12-13"]);
    config("a = (1\n", &["Unbalanced parentheses @7-7"]);
    config("a = (1", &["Unbalanced parentheses @6-6"]);
    config("a = (1 2)\n", &["Unbalanced parentheses @7-8"]);
    config("a = ()\n", &["Invalid expression @5-6"]);
    config("a = [1\n", &["Unterminated tuple constructor expression @4-5"]);
    config("a = [1", &["Unterminated tuple constructor expression @4-5"]);
    config("a = [1 2]\n", &["Missing item separator @7-8"]);
    config("a = [1,,2]\n", &["Invalid expression @7-8"]);
    config("a = [,]\n", &["Invalid expression @5-6"]);
    config("a = {\n", &["Missing expression @6-6"]);
    config("a = {a\n}\n", &["Missing attribute value @6-7"]);
    config("a = {a}\n", &["Missing key/value separator @6-7"]);
    config("a = {a=}\n", &["Invalid expression @7-8"]);
    config("a = {a=1 b=2}\n", &["Missing attribute separator @9-10"]);
    config("a = {a b=1}\n", &["Missing key/value separator @7-8"]);
    config("a = {a,}\n", &["Missing attribute value @6-7"]);
    config("a = {a=1", &["Unterminated object constructor expression @4-5"]);
    config("a = {a", &["Unterminated object constructor expression @4-5"]);
    config("a = {,}\n", &["Invalid expression @5-6"]);
    config("a = {a=1;b=2}\n", &["Invalid character @8-9", "Missing attribute separator @8-9"]);
    config("a = {a==1}\n", &["Missing key/value separator @9-10"]);
    config("a = {for = 1}\n", &["Invalid 'for' expression @9-10"]);
    config("a = {for x in y : x}\n", &["Invalid 'for' expression @18-19"]);
    config("a = [for x in y : x => x]\n", &["Invalid 'for' expression @18-19"]);
    config("a = [for x in y : x...]\n", &["Invalid 'for' expression @19-22"]);
    config("a = [for]\n", &["Invalid 'for' expression @8-9"]);
    config("a = [for x]\n", &["Invalid 'for' expression @10-11"]);
    config("a = [for x, in y : x]\n", &["Invalid 'for' expression @15-16"]);
    config("a = [for x in y]\n", &["Invalid 'for' expression @15-16"]);
    config("a = [for x in y : ]\n", &["Invalid expression @18-19"]);
    config("a = [for x in y : x if]\n", &["Invalid expression @22-23"]);
    config("a = [for x in y : x y]\n", &["Invalid 'for' expression @20-21"]);
    config("a = [for 1 in y : x]\n", &["Invalid 'for' expression @9-10"]);
    config("a = f(\n", &["Missing expression @7-7"]);
    config("a = f(1 2)\n", &["Missing argument separator @8-9"]);
    config("a = f(1", &["Unterminated function call @4-6"]);
    config("a = f(,)\n", &["Invalid expression @6-7"]);
    config("a = f(1...,2)\n", &["Missing closing parenthesis @7-10"]);
    config("a = f(...)\n", &["Invalid expression @6-9"]);
    config("a = b::\n", &["Missing function name @7-8"]);
    config("a = b::c\n", &["Missing open parenthesis @8-9"]);
    config("a = b::1()\n", &["Missing function name @7-8"]);
    config("a = b::c.d\n", &["Missing open parenthesis @8-9"]);
    config("a = b ? c\n", &["Missing false expression in conditional @9-10"]);
    config(
        "a = b ? c d\n",
        &["Missing false expression in conditional @10-11", "Missing newline after argument @10-11"],
    );
    // After the place was lost, only what cannot follow from that is told.
    config(
        "a = [1 2]\nb = [1 2]\nc = f(1 2)\n",
        &["Missing item separator @7-8", "Missing argument separator @28-29"],
    );
    config(
        "b {\n]\na = ]\n}\nc\n",
        &["Argument or block definition required @4-5", "Argument or block definition required @14-15"],
    );
    config("a = b ? : c\n", &["Invalid expression @8-9"]);
    config("a = b ? c :\n", &["Invalid expression @11-12"]);
    config("a = b.\n", &["Invalid attribute name @6-7"]);
    config("a = b.1.2\n", &["Invalid legacy index syntax @6-9"]);
    config("a = b.[0]\n", &["Invalid attribute name @6-7"]);
    config("a = b.\"c\"\n", &["Invalid attribute name @6-7"]);
    config("a = b[\n", &["Missing expression @7-7"]);
    config("a = b[]\n", &["Invalid expression @6-7"]);
    config("a = b[0\n", &["Missing close bracket on index @8-8"]);
    config("a = b[0 1]\n", &["Missing close bracket on index @8-9"]);
    config("a = b[*\n", &["Missing close bracket on splat index @7-8"]);
    config("a = b[*1]\n", &["Missing close bracket on splat index @7-8"]);
    config("a = b.*.*\n", &["Nested splat expression not allowed @8-9"]);
    config("a = b.*.1.2\n", &["Invalid legacy index syntax @8-11"]);
    config("a = b.*.\n", &["Invalid attribute name @8-9"]);
    config("a = b[\n*\n]\n", &["Invalid expression @7-8"]);
    config("a = 1 +\n", &["Invalid expression @7-8"]);
    config("a = + 1\n", &["Invalid expression @4-5"]);
    config("a = * 1\n", &["Invalid expression @4-5"]);
    config("a = 1 ** 2\n", &["Invalid expression @7-8"]);
    config("a = 1 & 2\n", &["Unsupported operator @6-7", "Missing newline after argument @6-7"]);
    config("a = 1 | 2\n", &["Unsupported operator @6-7", "Missing newline after argument @6-7"]);
    config("a = 1 ^ 2\n", &["Unsupported operator @6-7", "Missing newline after argument @6-7"]);
    config("a = ~1\n", &["Unsupported operator @4-5", "Invalid expression @4-5"]);
    config("a = 'x'\n", &["Invalid character @4-5", "Invalid expression @4-5"]);
    config("a = `x`\n", &["Invalid character @4-5", "Invalid expression @4-5"]);
    config("a = “x”\n", &["Invalid character @4-7", "Invalid character @8-11", "Invalid expression @4-7"]);
    config("a = @x\n", &["Invalid character @4-5", "Invalid expression @4-5"]);
    config("a = $x\n", &["Invalid character @4-5", "Invalid expression @4-5"]);
    config("a = ${x}\n", &["Invalid character @4-5", "Invalid expression @4-5"]);
    config("a = \\x\n", &["Invalid character @4-5", "Invalid expression @4-5"]);
    config("a = !\n", &["Invalid expression @5-6"]);
    config("a = -\n", &["Invalid expression @5-6"]);
    config("a = 1.\n", &["Invalid attribute name @6-7"]);
    config("a = .5\n", &["Invalid expression @4-5"]);
    config("a = 1.5.5\n", &["Invalid number literal @4-9"]);
    config("a = 1..5\n", &["Invalid number literal @4-8"]);
    config("a = 0x10\n", &["Missing newline after argument @5-8"]);
    config("a = 1_000\n", &["Missing newline after argument @5-9"]);
    config("a = 1e99999999999\n", &["Invalid number literal @4-17"]);
    config("a = \"\\q\"\n", &["Invalid escape sequence @5-7"]);
    config("a = \"\\u12\"\n", &["Invalid escape sequence @5-9"]);
    config("a = \"\\U0011FFFF\"\n", &["Invalid escape sequence @5-15"]);
    config("a = \"\\ud800\"\n", &["Invalid escape sequence @5-11"]);
    config(r#"a = "\"#, &["Invalid character @5-6", "Unterminated template string @5-6"]);
    config(
        "a = \"\\\n\"\n",
        &["Invalid character @5-6", "Invalid multi-line string @6-7", "Unterminated template string @5-6"],
    );
    config(r#"a = "$"#, &["Invalid character @5-6", "Unterminated template string @5-6"]);
    config("a == 1\n", &["Argument or block definition required @0-1"]);
    config("a => 1\n", &["Argument or block definition required @0-1"]);
    config("a : 1\n", &["Argument or block definition required @0-1"]);
    config("a := 1\n", &["Argument or block definition required @0-1"]);
    config("/* x", &["Argument or block definition required @0-1"]);
    config("a = /* x\n", &["Invalid expression @4-5"]);
    config("a = 1 /* x\n", &["Invalid expression @7-8"]);
    config("a\u{a0}= 1\n", &["Invalid character @1-3", "Argument or block definition required @0-1"]);
    config("a = 1\rb = 2\n", &["Invalid character @5-6", "Missing newline after argument @5-6"]);
    config("a = <<E\nx\ry\nE\n", &["Invalid character @9-14", "Unterminated template string @9-14"]);
    config("a = 1\n\u{feff}\n", &["Invalid character @6-9", "Argument or block definition required @6-9"]);
    config("a = a b\n", &["Missing newline after argument @6-7"]);
    config("a = \"x\" \"y\"\n", &["Missing newline after argument @8-9"]);
    config("a = [1]]\n", &["Missing newline after argument @7-8"]);
    config("a = {}}\n", &["Missing newline after argument @6-7"]);
    config("a = (1))\n", &["Missing newline after argument @7-8"]);
    config("a = )\nb = )\n", &["Invalid expression @4-5"]);
    config("a = [\nb = 1\nc = 2\n", &["Missing item separator @8-9"]);
    config("b {\n  a = [\n  c = 1\n}\nd = 1 2\n", &["Missing item separator @16-17"]);
    config("a = 1 b = 2\n", &["Missing newline after argument @6-7"]);
    config("a =\n1\n", &["Invalid expression @3-4"]);
    config("a = b\n.c\n", &["Argument or block definition required @6-7"]);
    config("a = b ?\nc : d\n", &["Invalid expression @7-8", "Argument or block definition required @8-9"]);
    config("a = 1 +\n2\n", &["Invalid expression @7-8"]);
    config("b\n{\n}\n", &["Argument or block definition required @0-1"]);
    config("a = ...\n", &["Invalid expression @4-7"]);
    config("a = =>\n", &["Invalid expression @4-6"]);
    config("a = ~}\n", &["Invalid expression @4-6"]);
    config(
        "a = \"${a~\"\n",
        &[
            "Unsupported operator @8-9",
            "Invalid multi-line string @10-11",
            "Extra characters after interpolation expression @8-9",
        ],
    );
    config(
        "a = ${~a~}\n",
        &["Invalid character @4-5", "Unsupported operator @6-7", "Invalid expression @4-5"],
    );
    config("a = if x\n", &["Missing newline after argument @7-8"]);
    config("a = b c d\n", &["Missing newline after argument @6-7"]);
    config("b = \"${f(\"x)}\"\n", &["Unterminated function call @7-9"]);
}

#[test]
fn expressions() {
    expr("", &["Missing expression @0-0"]);
    expr("1 2", &["Extra characters after expression @2-3"]);
    expr("a b", &["Extra characters after expression @2-3"]);
    expr("(", &["Missing expression @1-1"]);
    expr("[", &["Missing expression @1-1"]);
    expr("{", &["Missing expression @1-1"]);
    expr("f(", &["Missing expression @2-2"]);
    expr("a.", &["Invalid attribute name @2-2"]);
    expr("a[", &["Missing expression @2-2"]);
    expr(r#"""#, &["Unterminated template string @1-1"]);
    expr("a ?", &["Missing expression @3-3"]);
    expr("a ? b", &["Missing false expression in conditional @5-5"]);
    expr("a ? b :", &["Missing expression @7-7"]);
    expr("!", &["Missing expression @1-1"]);
    expr("-", &["Missing expression @1-1"]);
    expr("a +", &["Missing expression @3-3"]);
    expr(")", &["Invalid expression @0-1"]);
    expr("a)", &["Extra characters after expression @1-2"]);
    expr("# c", &["Missing expression @3-3"]);
    expr("\n", &["Missing expression @1-1"]);
    expr("a,b", &["Extra characters after expression @1-2"]);
    expr("a = 1", &["Extra characters after expression @2-3"]);
    expr("<<E\nx\nE", &["Unterminated template string @7-7"]);
}

#[test]
fn traversals() {
    traversal("", &["Variable name required @0-0"]);
    traversal("1", &["Variable name required @0-1"]);
    traversal("a.", &["Attribute name required @2-2"]);
    traversal("a.0", &["Attribute name required @2-3"]);
    traversal("a.*", &["Attribute name required @2-3"]);
    traversal("a[*]", &["Attribute name required @2-3"]);
    traversal("a[b]", &["Index value required @2-3"]);
    traversal("a[", &["Index value required @2-2"]);
    traversal("a[0", &["Unclosed index brackets @3-3"]);
    traversal(r#"a["x"#, &["Unterminated string literal @4-4"]);
    traversal(r#"a["${b}"]"#, &["Invalid string literal @3-5"]);
    traversal("a+b", &["Invalid character @1-2"]);
    traversal("a b", &["Invalid character @2-3"]);
    traversal(r#""a""#, &["Variable name required @0-1"]);
    traversal("a[]", &["Index value required @2-3"]);
    traversal("a.b()", &["Invalid character @3-4"]);
    traversal("a[-1]", &["Index value required @2-3"]);
    traversal("a[1.5.5]", &["Invalid number literal @2-7"]);
}
