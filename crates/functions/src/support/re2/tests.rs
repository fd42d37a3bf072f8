//! Cases whose answers were taken from Go's `regexp` and from Terraform.

use super::*;

fn check_error(pattern: &str, expect: &str) {
    let error = Regex::new(pattern).expect_err(pattern).to_string();
    assert_eq!(error.strip_prefix("error parsing regexp: "), Some(expect), "{pattern}");
}

/// Matches as text, groups after a colon, `-` for one that took no part.
fn check_all(pattern: &str, text: &str, expect: &[&str]) {
    let regex = Regex::new(pattern).expect(pattern);
    let show = |caps: Captures| {
        let parts = caps.into_iter().map(|r| r.map_or("-", |r| &text[r]).to_owned());
        parts.collect::<Vec<_>>().join(":")
    };
    let found: Vec<_> = regex.captures_all(text).into_iter().map(show).collect();
    assert_eq!(found, expect, "{pattern} on {text}");
}

fn check_replace(pattern: &str, text: &str, template: &str, expect: &str) {
    assert_eq!(Regex::new(pattern).expect(pattern).replace_all(text, template), expect, "{pattern}");
}

#[test]
fn refused_patterns() {
    check_error("(", "missing closing ): `(`");
    check_error("a)", "unexpected ): `a)`");
    check_error("*", "missing argument to repetition operator: `*`");
    check_error("(*)", "missing argument to repetition operator: `*`");
    check_error("a**", "invalid nested repetition operator: `**`");
    check_error("a*??", "invalid nested repetition operator: `*??`");
    check_error("[a", "missing closing ]: `[a`");
    check_error("[]", "missing closing ]: `[]`");
    check_error("a\\", "trailing backslash at end of expression: ``");
    check_error("(?i", "invalid or unsupported Perl syntax: `(?i`");
    check_error("(?x)a", "invalid or unsupported Perl syntax: `(?x`");
    check_error("(?=a)", "invalid or unsupported Perl syntax: `(?=`");
    check_error("(?i-)a", "invalid or unsupported Perl syntax: `(?i-)`");
    check_error("(?P<n", "invalid named capture: `(?P<n`");
    check_error("(?P<a b>x)", "invalid named capture: `(?P<a b>`");
    check_error(r"\8", r"invalid escape sequence: `\8`");
    check_error(r"\C", r"invalid escape sequence: `\C`");
    check_error(r"\Z", r"invalid escape sequence: `\Z`");
    check_error(r"\x{110000}", r"invalid escape sequence: `\x{110000`");
    check_error("[z-a]", "invalid character class range: `z-a`");
    check_error("[[:foo:]]", "invalid character class range: `[:foo:]`");
    check_error(r"\pX", r"invalid character class range: `\pX`");
    check_error(r"\p{Grek}", r"invalid character class range: `\p{Grek}`");
    check_error("a{2,1}", "invalid repeat count: `{2,1}`");
    check_error("a{1001}", "invalid repeat count: `{1001}`");
    check_error("((a{10}){10}){11}", "invalid repeat count: `{11}`");
}

#[test]
fn details_for_regex_function() {
    let error = Regex::new("(").expect_err("unclosed");
    assert_eq!(error.pattern_detail(), "missing closing ) in (");
}

#[test]
fn where_rust_reads_patterns_differently() {
    check_all(r"\d+", "٣12", &["12"]);
    check_all(r"\w+", "éab", &["ab"]);
    check_all(r"\bé", "aé é", &["é"]);
    check_all(r"\Qa.b\E*", "a.bb", &["a.bb"]);
    check_all("{a}{", "{a}{", &["{a}{"]);
    check_all("x{,2}", "x{,2}", &["x{,2}"]);
    check_all("a{01}", "a{01}", &["a{01}"]);
    check_all("[[a]b]", "[b] ab]", &["[b]", "ab]"]);
    check_all("[a&&b]+", "a&b", &["a&b"]);
    check_all("[+--b]", "-b.", &["-", "b"]);
    check_all(r"\<\-\_", "<-_", &["<-_"]);
    check_all(r"\p{^Greek}", "αa", &["a"]);
    check_all(r"\P{^Greek}", "αa", &["α"]);
    check_all(r"\p{Letter}\p{old_italic}", "a𐌀", &["a𐌀"]);
    check_all("(?U)a+", "aa", &["a", "a"]);
    check_all("(?i)k", "kK\u{212a}", &["k", "K", "\u{212a}"]);
    check_all("a$", "a\n", &[]);
    check_all("(?m)a$", "a\n", &["a"]);
    check_all("(a){0}(b)", "b", &["b:-:b"]);
    check_all(r"[\x{D800}-\x{E000}]", "\u{e000}", &["\u{e000}"]);
}

#[test]
fn empty_matches() {
    check_all("a*", "baaac", &["", "aaa", ""]);
    check_all("", "é!", &["", "", ""]);
    check_all("(|a)*", "aa", &[":", ":", ":"]);
    check_replace("a*", "baaac", "x", "xbxcx");
    check_replace("", "é!", "-", "-é-!-");
    check_replace("$", "ab", "!", "ab!");
}

#[test]
fn names() {
    let regex = Regex::new("(?P<n>a)(b)(?<n>c)").expect("valid");
    assert_eq!(regex.group_names(), [Some("n".to_owned()), None, Some("n".to_owned())]);
}

#[test]
fn templates() {
    let p = "(?P<n>a)(b)?";
    check_replace(p, "ab a", "<$1$2>", "<ab> <a>");
    check_replace(p, "a", "${n}x $nx.", "ax .");
    check_replace(p, "a", "$1x", "");
    check_replace(p, "a", "$$1 $ ${n ${}", "$1 $ ${n ${}");
    check_replace(p, "a", "$01 $99", " ");
    check_replace("(?P<n>a)|(?P<n>b)", "ab", "[$n]", "[a][b]");
}

#[test]
fn depth_is_bounded() {
    let deep = format!("{}a{}", "(".repeat(990), ")".repeat(990));
    assert!(Regex::new(&deep).expect("within the limit").is_match("a"));
    let deeper = format!("{}a{}", "(".repeat(1001), ")".repeat(1001));
    assert_eq!(Regex::new(&deeper).expect_err("too deep").code, "expression nests too deeply");
}

#[test]
fn compiled_patterns_are_kept() {
    let first = Regex::compiled("a+b").unwrap();
    assert!(std::rc::Rc::ptr_eq(&first, &Regex::compiled("a+b").unwrap()));
    for number in 0..200 {
        assert!(Regex::compiled(&format!("x{number}$")).unwrap().is_match(&format!("x{number}")));
    }
    assert!(Regex::compiled("(").is_err() && Regex::compiled("(").is_err());
}
