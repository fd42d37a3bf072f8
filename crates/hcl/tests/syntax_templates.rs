//! The tree that each kind of template gives: quoted, heredoc and bare.

use diag::SourceFile;
use hcl::syntax::{dump::dump_expr, parse_expression, parse_template};

fn check(text: &str, expect: &str) {
    let (tree, id, diags) = parse_expression(SourceFile::new("t", text.as_bytes().to_vec()));
    assert!(diags.is_empty(), "{text}: {diags:?}");
    assert_eq!(dump_expr(&tree, id, false), expect, "{text}");
}

fn bare(text: &str, expect: &str) {
    let (tree, id, diags) = parse_template(SourceFile::new("t", text.as_bytes().to_vec()));
    assert!(diags.is_empty(), "{text}: {diags:?}");
    assert_eq!(dump_expr(&tree, id, false), expect, "{text}");
}

#[test]
fn templates() {
    check(r#""a""#, r#"(lit "a")"#);
    check(r#""${a}""#, "(wrap (var a))");
    check(r#""a${b}""#, r#"(tmpl (lit "a") (var b))"#);
    check(r#""${a}b""#, r#"(tmpl (var a) (lit "b"))"#);
    check(r#""${a}${b}""#, "(tmpl (var a) (var b))");
    check(r#""a${b}c${d}e""#, r#"(tmpl (lit "a") (var b) (lit "c") (var d) (lit "e"))"#);
    check(r#""${"a"}""#, r#"(wrap (lit "a"))"#);
    check(r#""${"${a}"}""#, "(wrap (wrap (var a)))");
    check(r#""${ a }""#, "(wrap (var a))");
    check("\"${\na\n}\"", "(wrap (var a))");
    check(r#""${a ? b : c}""#, "(wrap (cond (var a) (var b) (var c)))");
    check(r#""${{a=1}}""#, "(wrap (object (var a)=(lit 1)))");
    check(r#""${{a=1}.a}""#, "(wrap (rel (object (var a)=(lit 1)) .a))");
    check(r#""$${a}""#, r#"(lit "${a}")"#);
    check(r#""%%{a}""#, r#"(lit "%{a}")"#);
    check(r#""$""#, r#"(lit "$")"#);
    check(r#""%""#, r#"(lit "%")"#);
    check(r#""$$""#, r#"(lit "$$")"#);
    check(r#""a$""#, r#"(lit "a$")"#);
    check(r#""$ {a}""#, r#"(lit "$ {a}")"#);
    check(r#""\n\t\"\\""#, r#"(lit "\n\t\"\\")"#);
    check(r#""\u00e9""#, r#"(lit "é")"#);
    check(r#""\U0001F600""#, r#"(lit "😀")"#);
    check(r#""a ${~ b ~} c""#, r#"(tmpl (lit "a") (var b) (lit "c"))"#);
    check(r#"" ${~ a}""#, r#"(tmpl (lit "") (var a))"#);
    check(r#""${a ~} ""#, r#"(tmpl (var a) (lit ""))"#);
    check(r#""a ${~ b } c""#, r#"(tmpl (lit "a") (var b) (lit " c"))"#);
    check(r#""\n${~a~}\n x""#, r#"(tmpl (lit "") (var a) (lit "x"))"#);
    check(r#""%{if a}b%{endif}""#, r#"(tmpl (cond (var a) (lit "b") (lit "")))"#);
    check(r#""%{if a}b%{else}c%{endif}""#, r#"(tmpl (cond (var a) (lit "b") (lit "c")))"#);
    check(r#""%{if a}%{endif}""#, r#"(tmpl (cond (var a) (lit "") (lit "")))"#);
    check(r#""%{if a}%{else}c%{endif}""#, r#"(tmpl (cond (var a) (lit "") (lit "c")))"#);
    check(r#""%{if a}${b}%{endif}""#, r#"(tmpl (cond (var a) (tmpl (var b)) (lit "")))"#);
    check(r#""x%{if a}b%{endif}y""#, r#"(tmpl (lit "x") (cond (var a) (lit "b") (lit "")) (lit "y"))"#);
    check(r#""%{for x in y}z%{endfor}""#, r#"(tmpl (join (for x in (var y) value (lit "z"))))"#);
    check(r#""%{for x in y}${x}%{endfor}""#, "(tmpl (join (for x in (var y) value (tmpl (var x)))))");
    check(
        r#""%{for k, v in y}${k}=${v},%{endfor}""#,
        r#"(tmpl (join (for k,v in (var y) value (tmpl (var k) (lit "=") (var v) (lit ",")))))"#,
    );
    check(r#""%{for x in y}%{endfor}""#, r#"(tmpl (join (for x in (var y) value (lit ""))))"#);
    check(
        r#""%{if a}%{if b}c%{endif}%{endif}""#,
        r#"(tmpl (cond (var a) (tmpl (cond (var b) (lit "c") (lit ""))) (lit "")))"#,
    );
    check(
        r#""%{for x in y}%{if x}a%{else}b%{endif}%{endfor}""#,
        r#"(tmpl (join (for x in (var y) value (tmpl (cond (var x) (lit "a") (lit "b"))))))"#,
    );
    check(
        r#""a %{~if b~} c %{~else~} d %{~endif~} e""#,
        r#"(tmpl (lit "a") (cond (var b) (lit "c") (lit "d")) (lit "e"))"#,
    );
    check(
        r#""%{ for x in y ~} ${x} %{~ endfor ~}""#,
        r#"(tmpl (join (for x in (var y) value (tmpl (lit "") (var x) (lit "")))))"#,
    );
    check(r#""{}""#, r#"(lit "{}")"#);
    check(r#""}""#, r#"(lit "}")"#);
    check(r#""a#b//c/*d""#, r#"(lit "a#b//c/*d")"#);
    check(r#""it's""#, r#"(lit "it's")"#);
}

#[test]
fn heredocs() {
    check("<<E\nE\n", r#"(lit "")"#);
    check("<<E\na\nE\n", r#"(lit "a\n")"#);
    check("<<E\na\nb\nE\n", r#"(lit "a\nb\n")"#);
    check("<<E\n  a\n  E\n", r#"(lit "  a\n")"#);
    check("<<E\na\n\tE \n", r#"(lit "a\n")"#);
    check("<<-E\n  a\n  E\n", r#"(lit "a\n")"#);
    check("<<-E\n  a\n    b\n  c\nE\n", r#"(lit "a\n  b\nc\n")"#);
    check("<<-E\n    a\n  b\n    c\nE\n", r#"(lit "  a\nb\n  c\n")"#);
    check("<<-E\n  a\n\n  b\nE\n", r#"(lit "a\n\nb\n")"#);
    check("<<-E\n\n  a\n \n  b\nE\n", r#"(lit "\na\n \nb\n")"#);
    check("<<-E\n  ${a}\n  b\nE\n", r#"(tmpl (lit "") (var a) (lit "\nb\n"))"#);
    check("<<-E\n${a}\n  b\nE\n", r#"(tmpl (var a) (lit "\n  b\n"))"#);
    check(
        "<<-E\n    ${a}\n  b ${c}\n    d\nE\n",
        r#"(tmpl (lit "  ") (var a) (lit "\nb ") (var c) (lit "\n  d\n"))"#,
    );
    check("<<-E\n\ta\n\t\tb\nE\n", r#"(lit "a\n\tb\n")"#);
    check("<<-E\nE\n", r#"(lit "")"#);
    check("<<E\n${a}\nE\n", r#"(tmpl (var a) (lit "\n"))"#);
    check("<<E\n${a}E\nE\n", r#"(tmpl (var a) (lit "E\n"))"#);
    check("<<E\nE2\nE\n", r#"(lit "E2\n")"#);
    check("<<E\nE E\nE\n", r#"(lit "E E\n")"#);
    check("<<E\na ${b} c\nE\n", r#"(tmpl (lit "a ") (var b) (lit " c\n"))"#);
    check("<<E\n$${a} %%{b} \\n \"q\"\nE\n", r#"(lit "${a} %{b} \\n \"q\"\n")"#);
    check("<<E\n%{if a}\nb\n%{endif}\nE\n", r#"(tmpl (cond (var a) (lit "\nb\n") (lit "")) (lit "\n"))"#);
    check("<<E\n%{if a~}\nb\n%{~endif~}\nc\nE\n", r#"(tmpl (cond (var a) (lit "b") (lit "")) (lit "c\n"))"#);
    check(
        "<<E\n%{for x in y~}\n  ${x}\n%{endfor~}\nE\n",
        r#"(tmpl (join (for x in (var y) value (tmpl (lit "  ") (var x) (lit "\n")))) (lit ""))"#,
    );
    check("<<E\r\na\r\nE\r\n", r#"(lit "a\r\n")"#);
    check("<<-E\r\n  a\r\n  b\r\nE\r\n", r#"(lit "a\r\nb\r\n")"#);
    check("<<EOT-X\na\nEOT-X\n", r#"(lit "a\n")"#);
    check("<<E\n\n\nE\n", r#"(lit "\n\n")"#);
    check("<<E\na\n\n  ${~b~}\n\nc\nE\n", r#"(tmpl (lit "a\n\n") (var b) (lit "\nc\n"))"#);
    check("<<É\na\nÉ\n", r#"(lit "a\n")"#);
    check(
        "<<-E\n  %{if a}\n  b\n  %{endif}\n  E\n",
        r#"(tmpl (lit "") (cond (var a) (lit "\nb\n") (lit "")) (lit "\n"))"#,
    );
    check("<<E\n${<<F\nx\nF\n}\nE\n", r#"(tmpl (lit "x\n") (lit "\n"))"#);
}

#[test]
fn bare_templates() {
    bare("", r#"(lit "")"#);
    bare("a", r#"(lit "a")"#);
    bare("${a}", "(wrap (var a))");
    bare("a${b}c", r#"(tmpl (lit "a") (var b) (lit "c"))"#);
    bare("$", r#"(lit "$")"#);
    bare("%", r#"(lit "%")"#);
    bare("$$", r#"(lit "$$")"#);
    bare("a$", r#"(lit "a$")"#);
    bare("$${a}", r#"(lit "${a}")"#);
    bare("%%{a}", r#"(lit "%{a}")"#);
    bare("\n", r#"(lit "\n")"#);
    bare("a\nb\n", r#"(lit "a\nb\n")"#);
    bare("a\r\nb", r#"(lit "a\r\nb")"#);
    bare("${a}\n", r#"(tmpl (var a) (lit "\n"))"#);
    bare("%{if a}b%{endif}", r#"(tmpl (cond (var a) (lit "b") (lit "")))"#);
    bare(
        "%{if a}\nb\n%{else}\nc\n%{endif}\n",
        r#"(tmpl (cond (var a) (lit "\nb\n") (lit "\nc\n")) (lit "\n"))"#,
    );
    bare(
        "%{for x in y~}\n- ${x}\n%{endfor~}\nend",
        r#"(tmpl (join (for x in (var y) value (tmpl (lit "- ") (var x) (lit "\n")))) (lit "end"))"#,
    );
    bare(r#""quoted""#, r#"(lit "\"quoted\"")"#);
    bare(r#"\n"#, r#"(lit "\\n")"#);
    bare("a # b", r#"(lit "a # b")"#);
    bare("${a}${b}", "(tmpl (var a) (var b))");
    bare("  ${~a~}  ", r#"(tmpl (lit "") (var a) (lit ""))"#);
    bare("%{ if a ~}  x  %{~ else ~}  y  %{~ endif }", r#"(tmpl (cond (var a) (lit "x") (lit "y")))"#);
    bare(r#"{"a": "${b}"}"#, r#"(tmpl (lit "{\"a\": \"") (var b) (lit "\"}"))"#);
    bare("<<E\nx\nE\n", r#"(lit "<<E\nx\nE\n")"#);
    bare(
        "%{for x in y}%{for z in x}${z}%{endfor}%{endfor}",
        "(tmpl (join (for x in (var y) value (tmpl (join (for z in (var x) value (tmpl (var z))))))))",
    );
    bare("é${a}漢", r#"(tmpl (lit "é") (var a) (lit "漢"))"#);
}
