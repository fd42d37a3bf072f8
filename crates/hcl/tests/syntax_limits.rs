//! Large, deep and hostile texts: no crash, no long wait, one clear error.

use std::time::{Duration, Instant};

use diag::{Diagnostics, SourceFile};
use hcl::eval::{EmptyScope, eval};
use hcl::syntax::{lexer::tokenize_config, parse_config, parse_expression, parse_template};

/// Generous: these run unoptimised on a busy machine.
const SOON: Duration = Duration::from_secs(20);

fn soon(what: &str, parse: impl FnOnce() -> Diagnostics) -> Vec<String> {
    let start = Instant::now();
    let diags = parse();
    assert!(start.elapsed() < SOON, "{what} took {:?}", start.elapsed());
    diags.iter().map(|d| d.summary.clone()).collect()
}

fn config(text: impl Into<Vec<u8>>) -> Vec<String> {
    let source = SourceFile::new("t.tf", text.into());
    soon("config", || parse_config(source).2)
}

fn expression(text: impl Into<Vec<u8>>) -> Vec<String> {
    let source = SourceFile::new("t.tf", text.into());
    soon("expression", || parse_expression(source).2)
}

fn nest(open: &str, middle: &str, close: &str, depth: usize) -> String {
    format!("{}{middle}{}", open.repeat(depth), close.repeat(depth))
}

const DEEP: &str = "Nesting too deep";

#[test]
fn ten_thousand_levels_parse() {
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("[", "", "]"),
        ("{a=", "1", "}"),
        ("f(", "", ")"),
        ("!", "true", ""),
        ("-", "1", ""),
        ("a[", "0", "]"),
        ("a?b:", "c", ""),
        ("\"${", "1", "}\""),
        ("[for x in ", "y", ": x]"),
    ] {
        let none: Vec<String> = vec![];
        assert_eq!(expression(nest(open, middle, close, 10_000)), none, "{open}");
        assert_eq!(config(format!("a = {}\n", nest(open, middle, close, 10_000))), none, "{open}");
    }
    assert_eq!(config(nest("b {\n", "", "}\n", 10_000)), Vec::<String>::new());
}

#[test]
fn more_levels_are_refused() {
    for open in ["(", "[", "{a=", "f(", "!", "-", "a[", "a?", "\"${", "[for x in ", "{", "{("] {
        assert_eq!(expression(open.repeat(100_000)), [DEEP], "{open}");
        assert_eq!(config(format!("a = {}", open.repeat(100_000))), [DEEP], "{open}");
    }
    assert_eq!(expression("(".repeat(1_000_000)), [DEEP]);
    assert_eq!(expression(format!("a{}", "[*]".repeat(100_000))), [DEEP]);
    assert_eq!(config("b {\n".repeat(100_000)), [DEEP]);
    assert_eq!(config(nest("b {\n", "", "}\n", 100_000)), [DEEP]);
    let source = SourceFile::new("t", nest("%{if a}", "", "%{endif}", 50_000).into_bytes());
    let diags = soon("directives", || parse_template(source).2);
    assert_eq!(diags, [DEEP]);
}

#[test]
fn long_is_not_deep() {
    let none: Vec<String> = vec![];
    for (item, last) in [("1+", "1"), ("a||", "b"), ("1*2-", "1"), ("a==", "b"), ("f().", "x")] {
        if item == "f()." {
            assert_eq!(expression(format!("f(){}", ".x".repeat(100_000))), none);
        } else {
            assert_eq!(expression(format!("{}{last}", item.repeat(100_000))), none, "{item}");
        }
    }
    assert_eq!(expression(format!("a{}", "[x]".repeat(100_000))), none);
    assert_eq!(expression(format!("a{}", "[0].b".repeat(100_000))), none);
    assert_eq!(expression(format!("[{}]", "1,".repeat(500_000))), none);
    let many: String = (0..100_000).map(|n| format!("a{n} = {n}\n")).collect();
    assert_eq!(config(many.clone()), none);
    assert_eq!(config(format!("{many}a5 = 1\n")), ["Attribute redefined"]);
}

#[test]
fn mistakes_do_not_cost_the_square() {
    // Each of these looks for an end that never comes.
    for text in ["/*", "<<", "\"", "a = \"\n", "a = [\n", "a = {\n", "a = ${\n", "a = <<E\n", "'", "a 1\n"] {
        let errors = config(text.repeat(100_000));
        assert!(!errors.is_empty(), "{text}");
        tokenize_config(text.repeat(100_000).as_bytes());
    }
}

#[test]
fn loops_in_loops_stop_at_a_thousand_errors() {
    let errors = |text: String| {
        let (tree, expr, diags) = parse_expression(SourceFile::new("t.tf", text.into_bytes()));
        assert!(!diags.has_errors());
        soon("evaluation", || eval(&tree, expr, &EmptyScope).1).len()
    };
    let ten = "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]";
    let loops = |levels| nest(&format!("[for x in {ten} : "), "-\"no\"", "]", levels);
    assert_eq!(errors(loops(2)), 100);
    assert_eq!(errors(loops(6)), 1000);
    assert_eq!(errors(format!("{{for x in [1, 2] : x => {}}}", loops(6))), 1000);
    let splats = |levels| nest(&format!("{ten}[*]["), "-\"no\"", "]", levels);
    // Each number is an error as well, because it has no elements.
    assert_eq!(errors(splats(2)), 210);
    assert!((1000..1010).contains(&errors(splats(6))));
}
