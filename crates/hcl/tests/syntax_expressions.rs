//! The tree that each kind of expression gives; the shapes are those of HCL.

use diag::SourceFile;
use hcl::syntax::{dump::dump_expr, parse_expression};

fn check(text: &str, expect: &str) {
    let (tree, id, diags) = parse_expression(SourceFile::new("t", text.as_bytes().to_vec()));
    assert!(diags.is_empty(), "{text}: {diags:?}");
    assert_eq!(dump_expr(&tree, id, false), expect, "{text}");
}

#[test]
fn literals() {
    check("1", "(lit 1)");
    check("1.5", "(lit 1.5)");
    check("0.0", "(lit 0)");
    check("1e5", "(lit 100000)");
    check("1E+5", "(lit 100000)");
    check("1.e5", "(lit 100000)");
    check("12345678901234567890", "(lit 12345678901234567890)");
    check("0", "(lit 0)");
    check("true", "(lit true)");
    check("false", "(lit false)");
    check("null", "(lit null)");
    check(r#""x""#, r#"(lit "x")"#);
    check(r#""""#, r#"(lit "")"#);
    check("trueish", "(var trueish)");
    check("a-b", "(var a-b)");
    check("_x", "(var _x)");
    check("é", "(var é)");
    check("a-", "(var a-)");
    check("nulls", "(var nulls)");
}

#[test]
fn operators() {
    check("1+2", "(Add (lit 1) (lit 2))");
    check("1+2*3", "(Add (lit 1) (Multiply (lit 2) (lit 3)))");
    check("1*2+3", "(Add (Multiply (lit 1) (lit 2)) (lit 3))");
    check("1-2-3", "(Subtract (Subtract (lit 1) (lit 2)) (lit 3))");
    check("a||b&&c", "(Or (var a) (And (var b) (var c)))");
    check("a&&b||c", "(Or (And (var a) (var b)) (var c))");
    check("a==b!=c", "(NotEqual (Equal (var a) (var b)) (var c))");
    check("a<b==c>d", "(Equal (Less (var a) (var b)) (Greater (var c) (var d)))");
    check("1<2", "(Less (lit 1) (lit 2))");
    check("1<=2", "(LessOrEqual (lit 1) (lit 2))");
    check("1>=2", "(GreaterOrEqual (lit 1) (lit 2))");
    check("!a", "(Not (var a))");
    check("!!a", "(Not (Not (var a)))");
    check("-1", "(Negate (lit 1))");
    check("- -1", "(Negate (Negate (lit 1)))");
    check("-a.b", "(Negate (var a.b))");
    check("!a[0]", "(Not (var a[0]))");
    check("-1+2", "(Add (Negate (lit 1)) (lit 2))");
    check("a%b/c*d", "(Multiply (Divide (Modulo (var a) (var b)) (var c)) (var d))");
    check("(1+2)*3", "(Multiply (parens (Add (lit 1) (lit 2))) (lit 3))");
    check("((a))", "(parens (parens (var a)))");
    check("a ? b : c", "(cond (var a) (var b) (var c))");
    check("a ? b : c ? d : e", "(cond (var a) (var b) (cond (var c) (var d) (var e)))");
    check("a ? b ? c : d : e", "(cond (var a) (cond (var b) (var c) (var d)) (var e))");
    check("a || b ? c : d", "(cond (Or (var a) (var b)) (var c) (var d))");
    check("a - b", "(Subtract (var a) (var b))");
    check("a -b", "(Subtract (var a) (var b))");
    check("1\n+\n2", "(Add (lit 1) (lit 2))");
    check("(\n1\n)", "(parens (lit 1))");
    check("a\n? b\n: c", "(cond (var a) (var b) (var c))");
    check("1 # c\n+ 2", "(Add (lit 1) (lit 2))");
    check("/* x */ 1 /* y */", "(lit 1)");
    check("// x\n1", "(lit 1)");
}

#[test]
fn references() {
    check("a", "(var a)");
    check("a.b", "(var a.b)");
    check("a.b.c", "(var a.b.c)");
    check("a[0]", "(var a[0])");
    check(r#"a["k"]"#, r#"(var a["k"])"#);
    check(r#"a[0].b["c"]"#, r#"(var a[0].b["c"])"#);
    check("a.0", "(var a[0])");
    check("a.0.b", "(var a[0].b)");
    check("a.b.0", "(var a.b[0])");
    check("a.00", "(var a[0])");
    check("a.1e5", "(var a[100000])");
    check("a[b]", "(index (var a) (var b))");
    check("a[b].c", "(rel (index (var a) (var b)) .c)");
    check("a[b][c].d", "(rel (index (index (var a) (var b)) (var c)) .d)");
    check("a[b.c.d].e", "(rel (index (var a) (var b.c.d)) .e)");
    check(r#"a["${b}"]"#, "(index (var a) (wrap (var b)))");
    check(r#"a["x${b}"]"#, r#"(index (var a) (tmpl (lit "x") (var b)))"#);
    check(r#"a["x\ty"]"#, r#"(var a["x\ty"])"#);
    check("a[true]", "(var a[true])");
    check("a[null]", "(var a[null])");
    check("a[-1]", "(index (var a) (Negate (lit 1)))");
    check(r#"a[("k")]"#, r#"(index (var a) (parens (lit "k")))"#);
    check("a[1+1]", "(index (var a) (Add (lit 1) (lit 1)))");
    check("(a).b", "(rel (parens (var a)) .b)");
    check("(a)[0]", "(rel (parens (var a)) [0])");
    check("f().b", "(rel (call f) .b)");
    check("f()[0].c", "(rel (call f) [0].c)");
    check("[1][0]", "(rel (tuple (lit 1)) [0])");
    check("{}.a", "(rel (object) .a)");
    check(r#""x".y"#, r#"(rel (lit "x") .y)"#);
    check("1.a", "(rel (lit 1) .a)");
    check("a [0]", "(var a[0])");
    check("a . b", "(var a.b)");
    check("a[\n0\n]", "(var a[0])");
    check("(a\n.b)", "(parens (var a.b))");
    check("(a\n[0])", "(parens (var a[0]))");
    check("a.for", "(var a.for)");
    check("a.true", "(var a.true)");
    check("a.b-c", "(var a.b-c)");
    check("a[<<E\nk\nE\n]", r#"(var a["k\n"])"#);
}

#[test]
fn splats() {
    check("a[*]", "(splat (var a) (item))");
    check("a[*].b", "(splat (var a) (rel (item) .b))");
    check("a[*].b.c[0]", "(splat (var a) (rel (item) .b.c[0]))");
    check("a[*][0]", "(splat (var a) (rel (item) [0]))");
    check("a[*].b[c]", "(splat (var a) (index (rel (item) .b) (var c)))");
    check("a[*][*]", "(splat (var a) (splat (item) (item)))");
    check("a[*].b[*].c", "(splat (var a) (splat (rel (item) .b) (rel (item) .c)))");
    check("a.*", "(attrsplat (var a) (item))");
    check("a.*.b", "(attrsplat (var a) (rel (item) .b))");
    check("a.*.b.c", "(attrsplat (var a) (rel (item) .b.c))");
    check("a.*.b.0", "(attrsplat (var a) (rel (item) .b[0]))");
    check("a.*.b[0]", "(rel (attrsplat (var a) (rel (item) .b)) [0])");
    check("a.*[0]", "(rel (attrsplat (var a) (item)) [0])");
    check("a.b.*.c", "(attrsplat (var a.b) (rel (item) .c))");
    check("a.0.*.b", "(attrsplat (var a[0]) (rel (item) .b))");
    check("f()[*].x", "(splat (call f) (rel (item) .x))");
    check("a[*].*.b", "(splat (var a) (attrsplat (item) (rel (item) .b)))");
    check("(a[*]).b", "(rel (parens (splat (var a) (item))) .b)");
    check("(a[\n*\n])", "(parens (splat (var a) (item)))");
    check("[for x in y : x][*]", "(splat (for x in (var y) value (var x)) (item))");
}

#[test]
fn calls() {
    check("f()", "(call f)");
    check("f(1)", "(call f (lit 1))");
    check("f(1, 2)", "(call f (lit 1) (lit 2))");
    check("f(1, 2,)", "(call f (lit 1) (lit 2))");
    check("f(a...)", "(call f (var a) ...)");
    check("f(a, b...)", "(call f (var a) (var b) ...)");
    check("f(\n1,\n2\n)", "(call f (lit 1) (lit 2))");
    check("f(g(h()))", "(call f (call g (call h)))");
    check("a::b()", "(call a::b)");
    check("a::b::c(1)", "(call a::b::c (lit 1))");
    check("a :: b ( )", "(call a::b)");
    check(r#"provider::x::y("z")"#, r#"(call provider::x::y (lit "z"))"#);
    check("f ()", "(call f)");
    check("true()", "(call true)");
    check("null(1)", "(call null (lit 1))");
    check("f(a ? b : c)", "(call f (cond (var a) (var b) (var c)))");
    check("f([for x in y : x]...)", "(call f (for x in (var y) value (var x)) ...)");
    check("for()", "(call for)");
    check("if(a)", "(call if (var a))");
}

#[test]
fn tuples() {
    check("[]", "(tuple)");
    check("[1]", "(tuple (lit 1))");
    check("[1,]", "(tuple (lit 1))");
    check("[1,2]", "(tuple (lit 1) (lit 2))");
    check("[\n1,\n2,\n]", "(tuple (lit 1) (lit 2))");
    check("[\n]", "(tuple)");
    check("[[1],[2]]", "(tuple (tuple (lit 1)) (tuple (lit 2)))");
    check("[a ? b : c]", "(tuple (cond (var a) (var b) (var c)))");
    check("[ # c\n1, // d\n2 /* e */]", "(tuple (lit 1) (lit 2))");
    check("[for_x]", "(tuple (var for_x))");
    check(r#"["a","b",]"#, r#"(tuple (lit "a") (lit "b"))"#);
    check("[<<E\nx\nE\n, 1]", r#"(tuple (lit "x\n") (lit 1))"#);
    check("[{}]", "(tuple (object))");
    check("[-1]", "(tuple (Negate (lit 1)))");
}

#[test]
fn objects() {
    check("{}", "(object)");
    check("{a=1}", "(object (var a)=(lit 1))");
    check("{a:1}", "(object (var a)=(lit 1))");
    check("{a=1,b=2}", "(object (var a)=(lit 1) (var b)=(lit 2))");
    check("{a=1,b=2,}", "(object (var a)=(lit 1) (var b)=(lit 2))");
    check("{a=1\nb=2}", "(object (var a)=(lit 1) (var b)=(lit 2))");
    check("{\na=1\nb=2\n}", "(object (var a)=(lit 1) (var b)=(lit 2))");
    check("{\n\n\na=1,\n\nb=2\n\n}", "(object (var a)=(lit 1) (var b)=(lit 2))");
    check(r#"{"a"=1}"#, r#"(object (lit "a")=(lit 1))"#);
    check(r#"{"a${b}"=1}"#, r#"(object (tmpl (lit "a") (var b))=(lit 1))"#);
    check("{(a)=1}", "(object (parens (var a))=(lit 1))");
    check("{(a.b)=1}", "(object (parens (var a.b))=(lit 1))");
    check("{a.b=1}", "(object (var a.b)=(lit 1))");
    check("{1=2}", "(object (lit 1)=(lit 2))");
    check("{true=1}", "(object (var true)=(lit 1))");
    check("{null=1}", "(object (var null)=(lit 1))");
    check("{false:1}", "(object (var false)=(lit 1))");
    check("{a=b ? c : d}", "(object (var a)=(cond (var b) (var c) (var d)))");
    check("{a ? b : c = d}", "(object (cond (var a) (var b) (var c))=(var d))");
    check("{a = [\n1\n]}", "(object (var a)=(tuple (lit 1)))");
    check("{a={b={}}}", "(object (var a)=(object (var b)=(object)))");
    check("{ # c\na=1 # d\n}", "(object (var a)=(lit 1))");
    check("{f()=1}", "(object (call f)=(lit 1))");
    check("{a[0]=1}", "(object (var a[0])=(lit 1))");
    check("{-1=2}", "(object (Negate (lit 1))=(lit 2))");
    check(r#"{"a":1,"b":[2],}"#, r#"(object (lit "a")=(lit 1) (lit "b")=(tuple (lit 2)))"#);
    check("{a=1 /* c */, b=2}", "(object (var a)=(lit 1) (var b)=(lit 2))");
    check("{\n# only a comment\n}", "(object)");
    check("{a=<<E\nx\nE\n}", r#"(object (var a)=(lit "x\n"))"#);
    check("{a=<<E\nx\nE\nb=2}", r#"(object (var a)=(lit "x\n") (var b)=(lit 2))"#);
    check("{fore=1}", "(object (var fore)=(lit 1))");
    check("{(for)=1}", "(object (parens (var for))=(lit 1))");
}

#[test]
fn for_expressions() {
    check("[for x in y : x]", "(for x in (var y) value (var x))");
    check("[for k, v in y : v]", "(for k,v in (var y) value (var v))");
    check("[for x in y : x if x]", "(for x in (var y) value (var x) if (var x))");
    check("{for x in y : x => x}", "(for x in (var y) key (var x) value (var x))");
    check("{for k, v in y : k => v}", "(for k,v in (var y) key (var k) value (var v))");
    check("{for k, v in y : k => v...}", "(for k,v in (var y) key (var k) value (var v) ...)");
    check(
        "{for k, v in y : k => v... if v}",
        "(for k,v in (var y) key (var k) value (var v) ... if (var v))",
    );
    check("[\nfor\nx\nin\ny\n:\nx\n]", "(for x in (var y) value (var x))");
    check("{\nfor x in y : x => x\n}", "(for x in (var y) key (var x) value (var x))");
    check("[for x in [for z in a : z] : x]", "(for x in (for z in (var a) value (var z)) value (var x))");
    check("[for in in in : in]", "(for in in (var in) value (var in))");
    check(
        "[for x in y : {for k,v in x : k => v}]",
        "(for x in (var y) value (for k,v in (var x) key (var k) value (var v)))",
    );
    check("[for x in a ? b : c : x]", "(for x in (cond (var a) (var b) (var c)) value (var x))");
    check("[for x in y : x ? x : x]", "(for x in (var y) value (cond (var x) (var x) (var x)))");
    check("{for x in y : (x) => x}", "(for x in (var y) key (parens (var x)) value (var x))");
    check(
        "[for x in y : x if x == 1 && x]",
        "(for x in (var y) value (var x) if (And (Equal (var x) (lit 1)) (var x)))",
    );
    check("[for if in y : if]", "(for if in (var y) value (var if))");
}
