//! Tables of calls: known, null, unknown, marked, wrong.

use value::{Refinement, Type};

use crate::testing::*;

fn starts(prefix: &str) -> value::Value {
    unknown(STRING).refine(Refinement::with_prefix(prefix))
}

#[test]
fn letters() {
    check("upper", [s("straße ǆ 1")], s("STRAßE Ǆ 1"));
    check("upper", [n("1.50")], s("1.5"));
    check("upper", [sensitive(s("a"))], sensitive(s("A")));
    check("upper", [unknown(STRING)], some(STRING));
    check("upper", [starts("ab/")], some(STRING));
    check("upper", [dynamic()], some(STRING));
    check_error("upper", [untyped_null()], "str: argument must not be null");
    check_error("upper", [tuple([])], "str: string required");
    check("lower", [s("ÄÖ İ")], s("äö i"));
    check("lower", [b(true)], s("true"));
    check("lower", [ephemeral(s("A"))], ephemeral(s("a")));
    check("lower", [sensitive(unknown(STRING))], sensitive(some(STRING)));
    check("lower", [some(STRING)], some(STRING));
    check_error("lower", [null(STRING)], "str: argument must not be null");
    check("title", [s("hello wORLD o'neil")], s("Hello WORLD O'Neil"));
    check("title", [s("")], s(""));
    check("title", [sensitive(s("a"))], sensitive(s("A")));
    check("title", [dynamic()], some(STRING));
    check("title", [some(STRING)], some(STRING));
    check_error("title", [object([])], "str: string required");
}

#[test]
fn trimming() {
    check("chomp", [s("a\r\r\n\n")], s("a"));
    check("chomp", [s("a\n \n")], s("a\n "));
    check("chomp", [sensitive(s("a\n"))], sensitive(s("a")));
    check("chomp", [unknown(STRING)], some(STRING));
    check("chomp", [starts("a/")], some(STRING));
    check_error("chomp", [untyped_null()], "str: argument must not be null");
    check_error("chomp", [s("a"), s("b")], "more than 1 arguments");
    check("trim", [s("?!hello?!"), s("!?")], s("hello"));
    check("trim", [s("aaa"), s("a")], s(""));
    check("trim", [s("éxé"), s("é")], s("x"));
    check("trim", [s("a"), s("")], s("a"));
    check("trim", [s("xax"), sensitive(s("x"))], sensitive(s("a")));
    check("trim", [s("xax"), unknown(STRING)], some(STRING));
    check_error("trim", [s("a"), null(STRING)], "cutset: argument must not be null");
    check("trimprefix", [s("--a"), s("-")], s("-a"));
    check("trimprefix", [s("a"), s("x")], s("a"));
    check("trimprefix", [n("123"), n("1")], s("23"));
    check("trimprefix", [starts("ab/"), s("ab/")], some(STRING));
    check("trimprefix", [sensitive(s("ab")), s("a")], sensitive(s("b")));
    check_error("trimprefix", [untyped_null(), s("a")], "str: argument must not be null");
    check("trimsuffix", [s("a.tar.gz"), s(".gz")], s("a.tar"));
    check("trimsuffix", [s("é"), s("\u{301}")], s("é"));
    check("trimsuffix", [s("a"), dynamic()], some(STRING));
    check("trimsuffix", [s("ab"), sensitive(s("b"))], sensitive(s("a")));
    check_error("trimsuffix", [tuple([]), s("a")], "str: string required");
    check_error("trimsuffix", [s("a")], "no argument for suffix");
    check("trimspace", [s(" \t\u{a0}\u{3000}a b\u{85}\n")], s("a b"));
    check("trimspace", [s("\u{200b}a")], s("\u{200b}a"));
    check("trimspace", [n("1")], s("1"));
    check("trimspace", [sensitive(s(" "))], sensitive(s("")));
    check("trimspace", [some(STRING)], some(STRING));
    check_error("trimspace", [null(STRING)], "str: argument must not be null");
}

#[test]
fn questions() {
    check("endswith", [s("hello"), s("lo")], b(true));
    check("endswith", [s("é"), s("\u{301}")], b(false));
    check("endswith", [s("a"), s("")], b(true));
    check("endswith", [unknown(STRING), s("")], some(BOOL));
    check("endswith", [sensitive(s("a")), s("a")], sensitive(b(true)));
    check_error("endswith", [untyped_null(), s("a")], "str: argument must not be null");
    check("startswith", [s("hello"), s("he")], b(true));
    check("startswith", [s("hello"), s("lo")], b(false));
    check("startswith", [starts("ab/"), s("ab")], b(true));
    check("startswith", [starts("ab/"), s("ax")], b(false));
    check("startswith", [starts("ab/"), s("ab/c")], some(BOOL));
    check("startswith", [starts("ab/"), s("xb/c")], some(BOOL));
    check("startswith", [unknown(STRING), s("")], b(true));
    check("startswith", [dynamic(), s("a")], some(BOOL));
    check("startswith", [s("a"), unknown(STRING)], some(BOOL));
    check("startswith", [sensitive(starts("a/")), s("a")], sensitive(b(true)));
    check_error("startswith", [s("a"), untyped_null()], "prefix: argument must not be null");
    check("strcontains", [s("hello"), s("ll")], b(true));
    check("strcontains", [s("hello"), s("LL")], b(false));
    check("strcontains", [n("123"), n("2")], b(true));
    check("strcontains", [unknown(STRING), s("")], unknown(BOOL));
    check("strcontains", [s("a"), sensitive(s("a"))], sensitive(b(true)));
    check_error("strcontains", [s("a"), tuple([])], "substr: string required");
}

#[test]
fn joining() {
    check("join", [s("-"), tuple([s("a"), n("1"), b(true)])], s("a-1-true"));
    check("join", [s("-"), tuple([]), list([s("b")]), set([s("d"), s("c")])], s("b-c-d"));
    check("join", [s("-"), tuple([])], s(""));
    check("join", [s("\u{301}"), list([s("e"), s("e")])], s("ée"));
    check("join", [s("-"), list([s("a"), sensitive(s("b"))])], sensitive(s("a-b")));
    check("join", [s("-"), list([s("a"), unknown(STRING)])], some(STRING));
    check("join", [s("-"), dynamic()], some(STRING));
    check("join", [unknown(STRING), tuple([s("a")])], some(STRING));
    let cannot = "cannot concatenate null values";
    check_error("join", [s("-"), list([null(STRING)])], &format!("lists: element 0 is null; {cannot}"));
    check_error(
        "join",
        [s("-"), tuple([s("a")]), list([s("a"), null(STRING)])],
        &format!("lists: element 1 of list 2 is null; {cannot}"),
    );
    check_error("join", [s("-")], "at least one list is required");
    check_error("join", [s("-"), untyped_null()], "lists: argument must not be null");
    check_error("join", [s("-"), s("a")], "lists: list of string required");
    let large = s(&"x".repeat(1 << 20));
    let many = value::Value::list(STRING, vec![s("a"); 300]);
    check_error(
        "join",
        [large, many],
        "the result would be longer than the 134217728 bytes that a string may have",
    );
}

#[test]
fn splitting() {
    check("split", [s(","), s(",a,,b")], list([s(""), s("a"), s(""), s("b")]));
    check("split", [s("aa"), s("aaa")], list([s(""), s("a")]));
    check("split", [s(""), s("aé👍")], list([s("a"), s("é"), s("👍")]));
    check("split", [s(""), s("")], list_of(STRING, []));
    check("split", [s(","), s("")], list([s("")]));
    check("split", [s(","), sensitive(s("a,b"))], sensitive(list([s("a"), s("b")])));
    check("split", [s(","), unknown(STRING)], some(Type::list(STRING)));
    check("split", [s(","), starts("a,")], some(Type::list(STRING)));
    check_error("split", [untyped_null(), s("a")], "separator: argument must not be null");
    check_error(
        "split",
        [s("x"), s(&"x".repeat(10_000_000))],
        "the result would have 10000001 values; at most 10000000 are supported",
    );
    check_error("split", [s(","), tuple([])], "str: string required");
}

#[test]
fn substr() {
    let part = |str: &str, offset: &str, length: &str, expect: &str| {
        check("substr", [s(str), n(offset), n(length)], s(expect));
    };
    part("hello", "1", "3", "ell");
    part("hello", "2", "-1", "llo");
    part("hello", "-3", "2", "ll");
    part("hello", "-9", "2", "he");
    part("hello", "9", "1", "");
    part("hello", "0", "0", "");
    part("hello", "-1", "0", "o");
    part("hello", "0", "9223372036854775807", "hello");
    part("hello", "-9223372036854775808", "1", "h");
    part("x\u{301}yz", "1", "1", "y");
    part("क्षत्रिय", "0", "1", "क्");
    part("", "-1", "-1", "");
    check("substr", [sensitive(s("ab")), n("0"), s("1")], sensitive(s("a")));
    check("substr", [s("ab"), unknown(NUMBER), n("1")], some(STRING));
    check("substr", [starts("ab/"), n("0"), n("2")], some(STRING));
    check("substr", [dynamic(), n("0"), n("2")], some(STRING));
    let whole = "value must be a whole number, between -9223372036854775808 and 9223372036854775807";
    check_error("substr", [s("a"), n("1.5"), n("1")], whole);
    check_error("substr", [s("a"), n("0"), infinity()], whole);
    check_error("substr", [s("a"), untyped_null(), n("1")], "offset: argument must not be null");
    check_error("substr", [s("a"), s("x"), n("1")], "offset: a number is required");
}

#[test]
fn turning_and_indenting() {
    check("strrev", [s("noe\u{308}l")], s("lëon"));
    check("strrev", [s("🇩🇪🇫🇷a\r\n")], s("\r\na🇫🇷🇩🇪"));
    check("strrev", [n("12")], s("21"));
    check("strrev", [sensitive(s("ab"))], sensitive(s("ba")));
    check("strrev", [dynamic()], some(STRING));
    check_error("strrev", [untyped_null()], "str: argument must not be null");
    check("indent", [n("2"), s("a\n\nb\n")], s("a\n  \n  b\n  "));
    check("indent", [n("0"), s("a\nb")], s("a\nb"));
    check("indent", [s("1"), n("5")], s("5"));
    check("indent", [sensitive(n("1")), s("a")], sensitive(s("a")));
    check("indent", [n("1"), some(STRING)], some(STRING));
    check_error("indent", [n("-1"), s("a\nb")], "the number of spaces must not be negative");
    check_error("indent", [null(NUMBER), s("a")], "spaces: argument must not be null");
    check_error(
        "indent",
        [n("134217728"), s("a\nb")],
        "the result would be longer than the 134217728 bytes that a string may have",
    );
}

#[test]
fn replacing() {
    let replace = |str: &str, substr: &str, with: &str, expect: &str| {
        check("replace", [s(str), s(substr), s(with)], s(expect));
    };
    replace("1 + 2 + 3", "+", "-", "1 - 2 - 3");
    replace("hello", "", "-", "-h-e-l-l-o-");
    replace("a//b", "//", "-", "-a-/-/-b-");
    replace("a/b", "/", "-", "a-b");
    replace("e\u{301}", "e", "a", "é");
    replace("hello", "/(l+)/", "<$1>", "he<ll>o");
    replace("hello", "/(?P<a>l)/", "[${a}]", "he[l][l]o");
    replace("aaa", "/a{2}/", "b", "ba");
    replace("abc", "/b/i", "-", "abc");
    check("replace", [sensitive(s("a")), s("a"), s("b")], sensitive(s("b")));
    check("replace", [s("a"), s("a"), unknown(STRING)], some(STRING));
    check("replace", [starts("a/"), s("a"), s("b")], some(STRING));
    check_error("replace", [s("a"), s("/(/"), s("b")], "error parsing regexp: missing closing ): `(`");
    check_error("replace", [s("a"), untyped_null(), s("b")], "substr: argument must not be null");
    check_error("replace", [s("a"), s("b")], "no argument for replace");
    let too_long = "the result would be longer than the 134217728 bytes that a string may have";
    let large = s(&"x".repeat(1 << 15));
    check_error("replace", [large.clone(), s("x"), large.clone()], too_long);
    check_error("replace", [large.clone(), s("/x/"), large.clone()], too_long);
    check_error("replace", [large, s("/x+/"), s(&"$0".repeat(1 << 14))], too_long);
}

#[test]
fn regex() {
    check("regex", [s("[a-z]+"), s("12ab3")], s("ab"));
    check("regex", [s("(a)(b)?"), s("a")], tuple([s("a"), null(STRING)]));
    check("regex", [s("(?P<x>a)(?<y>b)"), s("ab")], object([("x", s("a")), ("y", s("b"))]));
    check("regex", [s("(?P<x>a)(?P<x>b)"), s("ab")], object([("x", s("b"))]));
    check("regex", [s("a"), sensitive(s("a"))], sensitive(s("a")));
    check("regex", [s("(a)"), unknown(STRING)], some(Type::tuple([STRING])));
    check("regex", [s("(?P<x>a)"), starts("b")], some(Type::object([("x", STRING)])));
    check("regex", [unknown(STRING), s("a")], dynamic());
    check_error("regex", [s("b"), s("a")], "pattern did not match any part of the given string");
    check_error("regex", [s("("), s("a")], "pattern: invalid regexp pattern: missing closing ) in (");
    check_error(
        "regex",
        [s("("), unknown(STRING)],
        "pattern: invalid regexp pattern: missing closing ) in (",
    );
    check_error(
        "regex",
        [s("(?P<x>a)(b)"), s("ab")],
        "pattern: invalid regexp pattern: cannot mix both named and unnamed capture groups",
    );
    check_error("regex", [s("a"), null(STRING)], "string: argument must not be null");
}

#[test]
fn regexall() {
    let pair = || Type::tuple([STRING, STRING]);
    check("regexall", [s("a|b"), s("xaxb")], list([s("a"), s("b")]));
    check("regexall", [s("(a)|(b)"), s("b")], list([tuple([null(STRING), s("b")])]));
    check("regexall", [s("(a)(b)"), s("x")], list_of(pair(), []));
    check("regexall", [s("x*"), s("ab")], list([s(""), s(""), s("")]));
    check("regexall", [sensitive(s("a")), s("b")], sensitive(list_of(STRING, [])));
    check("regexall", [s("(a)(b)"), dynamic()], some(Type::list(pair())));
    check("regexall", [unknown(STRING), s("a")], some(Type::list(ANY)));
    check_error("regexall", [s("["), s("a")], "pattern: invalid regexp pattern: missing closing ] in [");
    check_error("regexall", [untyped_null(), s("a")], "pattern: argument must not be null");
}

#[test]
fn format() {
    let one =
        |format: &str, value: value::Value, expect: &str| check("format", [s(format), value], s(expect));
    one("Hello, %s!", s("Ander"), "Hello, Ander!");
    one("%5.2s|", s("abc"), "   ab|");
    one("%-5s|", s("👨‍👩‍👧"), "👨‍👩‍👧    |");
    one("%q", s("<a\n>"), r#""\u003ca\n\u003e""#);
    one("%v", n("1e23"), "1e+23");
    one("%v", tuple([s("a"), n("1"), untyped_null()]), r#"["a",1,null]"#);
    one("%#v", s("a"), "\"a\"");
    one("%v", null(STRING), "null");
    one("%05d|", n("-12"), "-0012|");
    one("%#x", s("255"), "0xff");
    one("%08b", n("5"), "00000101");
    one("%d", n("123456789012345678901234567890"), "123456789012345678901234567890");
    one("%.2f", n("3.14159"), "3.14");
    one("%e", n("123456"), "1.234560e+05");
    one("%g", n("1234567"), "1.234567e+06");
    one("%+.1f", n("3"), "+3.0");
    one("%08f|", infinity(), "    +Inf|");
    one("%6t|", s("true"), "true|");
    check("format", [s("%[2]s %[1]s 100%%"), s("a"), s("b")], s("b a 100%"));
    check("format", [s("%s"), sensitive(s("a"))], sensitive(s("a")));
    check("format", [s("%v"), tuple([sensitive(s("a"))])], sensitive(s("[\"a\"]")));
    check("format", [s("abc/%s"), unknown(STRING)], starts("abc/"));
    check("format", [s("abc%s"), tuple([unknown(STRING)])], starts("ab"));
    check("format", [s("%s"), some(STRING)], some(STRING));
    check("format", [unknown(STRING), s("a")], some(STRING));
    check("format", [s("%s"), dynamic()], dynamic());
    check("format", [s("%s"), untyped_null()], dynamic());
}

#[test]
fn format_refuses() {
    let error = |format: &str, value: value::Value, expect: &str| {
        check_error("format", [s(format), value], expect);
    };
    error("%s", null(STRING), "unsupported value for \"%s\" at 0: null value cannot be formatted");
    error("%s", tuple([]), "unsupported value for \"%s\" at 0: string required");
    error("%d", n("1.5"), "unsupported value for \"%d\" at 0: an integer is required");
    error("%d", infinity(), "unsupported value for \"%d\" at 0: an integer is required");
    error("%d", s("x"), "unsupported value for \"%d\" at 0: a number is required");
    error("%t", n("1"), "unsupported value for \"%t\" at 0: bool required");
    error("%#v", infinity(), "unsupported value for \"%#v\" at 0: cannot serialize infinity as JSON");
    error("%z", n("1"), "unsupported format verb 'z' in \"%z\" at offset 0");
    error("%s %s", s("a"), "not enough arguments for \"%s\" at 3: need index 2 but have 1 total");
    error("a", s("b"), "args: too many arguments; no verbs in format string");
    error("%", s("a"), "invalid format string starting at offset 1");
    check_error(
        "format",
        [s("%s"), s("a"), s("b")],
        "args: too many arguments; only 1 used by format string",
    );
    check_error("format", [untyped_null()], "format: argument must not be null");
    check_error("format", [tuple([])], "format: string required");
    let huge = "%900000d".repeat(300);
    check_error(
        "format",
        [s(&huge.replace('d', "[1]d")), n("1")],
        "the result would be longer than the 134217728 bytes that a string may have",
    );
}

#[test]
fn formatlist() {
    check("formatlist", [s("%s-%s"), s("a"), list([s("b"), s("c")])], list([s("a-b"), s("a-c")]));
    check(
        "formatlist",
        [s("%s%d"), set([s("b"), s("a")]), tuple([n("1"), n("2")])],
        list([s("a1"), s("b2")]),
    );
    check("formatlist", [s("a")], list([s("a")]));
    check("formatlist", [s("%s"), tuple([])], list_of(STRING, []));
    check("formatlist", [s("%v"), null(Type::list(STRING))], list([s("null")]));
    check("formatlist", [s("%v"), map([("a", n("1"))])], list([s("{\"a\":1}")]));
    check("formatlist", [s("%s"), tuple([unknown(STRING), s("b")])], list([some(STRING), s("b")]));
    check("formatlist", [s("%s"), unknown(STRING)], list([some(STRING)]));
    check("formatlist", [s("%s"), unknown(Type::list(STRING))], some(Type::list(STRING)));
    check("formatlist", [s("%s"), unknown(Type::tuple([STRING]))], some(Type::list(STRING)));
    check("formatlist", [s("%s"), dynamic()], dynamic());
    check("formatlist", [s("%s"), tuple([s("a"), sensitive(s("b"))])], sensitive(list([s("a"), s("b")])));
    check_error(
        "formatlist",
        [s("%s%s"), tuple([s("a")]), unknown(Type::tuple([STRING, STRING]))],
        "args: argument 2 has length 2, which is inconsistent with argument 1 of length 1",
    );
    check_error(
        "formatlist",
        [s("a"), s("b")],
        "error on format iteration 0: too many arguments; no verbs in format string",
    );
    check_error("formatlist", [untyped_null(), s("b")], "format: argument must not be null");
    check_error(
        "formatlist",
        [s("%1000000d"), value::Value::list(NUMBER, vec![n("1"); 300])],
        "the result would be longer than the 134217728 bytes that a string may have",
    );
}

#[test]
fn templatestring() {
    let vars = || object([("name", s("Ada"))]);
    check("templatestring", [unknown(STRING), vars()], unknown(STRING));
    check("templatestring", [s("a"), unknown(Type::map(STRING))], unknown(STRING));
    check("templatestring", [sensitive(dynamic()), vars()], sensitive(unknown(STRING)));
    check("templatestring", [s("a"), dynamic()], dynamic());
    check_error("templatestring", [s("a"), vars()], "templates cannot be rendered here");
    check_error("templatestring", [s("a"), s("b")], "vars: invalid vars value: must be a map");
    check_error(
        "templatestring",
        [s("a"), object([("a b", s("b"))])],
        "vars: invalid template variable name \"a b\": must start with a letter, followed by zero or more letters, \
         digits, and underscores",
    );
    check_error("templatestring", [untyped_null(), vars()], "template: argument must not be null");
}
