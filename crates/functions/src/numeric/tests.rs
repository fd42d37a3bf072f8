//! Tables of numeric calls: known, null, unknown, marked, wrong.

use value::Type;

use crate::testing::*;

const NOT_INT: &str = "value must be a whole number, between -9223372036854775808 and 9223372036854775807";

#[test]
fn abs() {
    check("abs", [n("-12.4")], n("12.4"));
    check("abs", [s("-5")], n("5"));
    check("abs", [sensitive(n("-3"))], sensitive(n("3")));
    check("abs", [unknown(NUMBER)], some(NUMBER));
    check("abs", [some(NUMBER)], some(NUMBER));
    check("abs", [dynamic()], some(NUMBER));
    // The mark is lost until the value is known, as in the models.
    check("abs", [sensitive(unknown(NUMBER))], some(NUMBER));
    check_error("abs", [untyped_null()], "num: argument must not be null");
    check_error("abs", [s("x")], "num: a number is required");
    check_error("abs", [b(true)], "num: number required");
    check_error("abs", [], "no argument for num");
    check_error("abs", [n("1"), n("2")], "more than 1 arguments");
}

#[test]
fn ceil_and_floor() {
    check("ceil", [n("5.1")], n("6"));
    check("ceil", [n("-5.1")], n("-5"));
    check("ceil", [infinity()], infinity());
    check("ceil", [sensitive(n("1.5"))], sensitive(n("2")));
    check("ceil", [unknown(NUMBER)], some(NUMBER));
    check("ceil", [sensitive(unknown(STRING))], sensitive(some(NUMBER)));
    check("ceil", [dynamic()], some(NUMBER));
    check_error("ceil", [null(NUMBER)], "num: argument must not be null");
    check("floor", [n("4.9")], n("4"));
    check("floor", [n("-4.9")], n("-5"));
    check("floor", [infinity()], infinity());
    check("floor", [sensitive(n("1.5"))], sensitive(n("1")));
    check("floor", [number_between(1, Some(2))], some(NUMBER));
    check("floor", [dynamic()], some(NUMBER));
    check_error("floor", [tuple([])], "num: number required");
}

#[test]
fn log_and_pow() {
    check("log", [n("16"), n("2")], n("4"));
    check("log", [s("50"), n("10")], n("1.6989700043360185"));
    check("log", [sensitive(n("16")), n("2")], sensitive(n("4")));
    check("log", [unknown(NUMBER), n("2")], some(NUMBER));
    check("log", [n("2"), dynamic()], some(NUMBER));
    check("log", [sensitive(n("2")), some(NUMBER)], sensitive(some(NUMBER)));
    check_error("log", [n("-1"), n("10")], "the result is not a number");
    check_error("log", [null(NUMBER), n("2")], "num: argument must not be null");
    // Conversions of all arguments come before nulls.
    check_error("log", [null(NUMBER), s("x")], "base: a number is required");
    check("pow", [n("3"), n("2")], n("9"));
    check("pow", [n("2"), n("-1")], n("0.5"));
    check("pow", [n("2"), n("10000")], infinity());
    check("pow", [n("2"), sensitive(n("3"))], sensitive(n("8")));
    check("pow", [unknown(NUMBER), n("0")], some(NUMBER));
    check("pow", [n("2"), sensitive(dynamic())], sensitive(some(NUMBER)));
    check_error("pow", [n("-8"), n("0.5")], "the result is not a number");
    check_error("pow", [n("2"), untyped_null()], "power: argument must not be null");
}

#[test]
fn max_and_min() {
    check("max", [n("12"), n("54"), n("3")], n("54"));
    check("max", [n("1"), s("20")], n("20"));
    check("max", [n("1"), infinity()], infinity());
    check("max", [n("1"), sensitive(n("2"))], sensitive(n("2")));
    check("max", [n("1"), unknown(NUMBER)], some(NUMBER));
    check("max", [dynamic(), n("1")], some(NUMBER));
    check("max", [sensitive(n("5")), number_between(1, Some(2))], sensitive(some(NUMBER)));
    check_error("max", [], "must pass at least one number");
    check_error("max", [n("1"), untyped_null()], "numbers: argument must not be null");
    check("min", [n("12"), n("54"), n("3")], n("3"));
    check("min", [n("-1"), n("-1.5")], n("-1.5"));
    check("min", [sensitive(n("1")), n("2")], sensitive(n("1")));
    check("min", [unknown(NUMBER)], some(NUMBER));
    check("min", [n("1"), dynamic()], some(NUMBER));
    check_error("min", [], "must pass at least one number");
    check_error("min", [s("x"), n("1")], "numbers: a number is required");
}

#[test]
fn parseint() {
    check("parseint", [s("FF"), n("16")], n("255"));
    check("parseint", [s("-10"), s("2")], n("-2"));
    check("parseint", [s("aA"), n("62")], n("656"));
    check("parseint", [sensitive(s("7")), n("10")], sensitive(n("7")));
    check("parseint", [s("7"), sensitive(n("10"))], sensitive(n("7")));
    check("parseint", [unknown(STRING), n("10")], some(NUMBER));
    check("parseint", [unknown(STRING), n("1")], some(NUMBER));
    check("parseint", [s("7"), unknown(NUMBER)], some(NUMBER));
    check("parseint", [sensitive(some(STRING)), n("10")], sensitive(some(NUMBER)));
    check("parseint", [dynamic(), n("10")], dynamic());
    check_error("parseint", [s("x"), n("10")], "number: cannot parse \"x\" as a base 10 integer");
    check_error(
        "parseint",
        [sensitive(s("x")), ephemeral(n("10"))],
        "number: cannot parse (sensitive value) as a base (ephemeral value) integer",
    );
    check_error("parseint", [n("5"), n("10")], "number: first argument must be a string, not number");
    check_error(
        "parseint",
        [unknown(NUMBER), n("10")],
        "number: first argument must be a string, not number",
    );
    check_error("parseint", [s("1"), n("1")], "base: base must be a whole number between 2 and 62 inclusive");
    check_error("parseint", [s("1"), n("2.5")], &format!("base: {NOT_INT}"));
    check_error("parseint", [untyped_null(), n("10")], "number: argument must not be null");
}

#[test]
fn signum() {
    check("signum", [n("-13")], n("-1"));
    check("signum", [n("0")], n("0"));
    check("signum", [s("7")], n("1"));
    check("signum", [sensitive(n("7"))], sensitive(n("1")));
    check("signum", [number_between(1, None)], some(NUMBER));
    check("signum", [dynamic()], some(NUMBER));
    check_error("signum", [n("0.5")], NOT_INT);
    check_error("signum", [n("1e30")], NOT_INT);
    check_error("signum", [null(NUMBER)], "num: argument must not be null");
}

#[test]
fn sum() {
    let not_numbers = "list: argument must be list, set, or tuple of number values";
    check("sum", [tuple([n("10"), n("13"), s("6")])], n("29"));
    check("sum", [list([n("1"), n("2.5")])], n("3.5"));
    check("sum", [set([n("1"), n("2")])], n("3"));
    check("sum", [tuple([n("1"), sensitive(n("2"))])], sensitive(n("3")));
    check("sum", [tuple([n("1"), unknown(NUMBER)])], some(NUMBER));
    check("sum", [tuple([unknown(NUMBER), untyped_null()])], some(NUMBER));
    check("sum", [unknown(Type::list(NUMBER))], some(NUMBER));
    check("sum", [unknown(STRING)], some(NUMBER));
    check("sum", [sensitive(long(Type::list(NUMBER), 1, Some(4)))], sensitive(some(NUMBER)));
    check("sum", [dynamic()], dynamic());
    check_error("sum", [tuple([])], "list: cannot sum an empty list");
    check_error("sum", [object([])], "list: cannot sum an empty list");
    check_error("sum", [s("a")], "list: cannot sum noniterable");
    check_error(
        "sum",
        [object([("a", unknown(NUMBER))])],
        "list: argument must be list, set, or tuple. Received object",
    );
    check_error("sum", [tuple([n("1"), untyped_null()])], not_numbers);
    check_error("sum", [tuple([s("a")])], not_numbers);
    check_error("sum", [tuple([b(true)])], not_numbers);
    check_error(
        "sum",
        [tuple([infinity(), n("1"), infinity().negate()])],
        "can't compute sum of opposing infinities",
    );
    check_error("sum", [untyped_null()], "list: argument must not be null");
}
