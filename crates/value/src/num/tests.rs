//! `go_cases.tsv` was written by a program that ran go-cty itself: operation, operands, result.
//! Numbers there are `precision:mantissa:exponent`, results also have their text.

use super::*;
use std::collections::HashSet;

fn read(text: &str) -> Num {
    let parts: Vec<&str> = text.split(':').collect();
    let prec = parts[0].parse().unwrap();
    match parts[1] {
        "+0" => Num::zero_signed(false, prec),
        "-0" => Num::zero_signed(true, prec),
        "+Inf" => Num::inf(false, prec),
        "-Inf" => Num::inf(true, prec),
        mant => {
            let digits = mant.trim_start_matches('-');
            let value = UBig::from_str_radix(digits, 10).unwrap();
            round::finish(mant.starts_with('-'), value, parts[2].parse().unwrap(), false, prec).unwrap()
        }
    }
}

fn exact(n: &Num) -> String {
    let sign = if n.is_neg() { "-" } else { "+" };
    match n.magnitude() {
        Magnitude::Zero => format!("{}:{sign}0", n.prec()),
        Magnitude::Inf => format!("{}:{sign}Inf", n.prec()),
        Magnitude::Finite(mant, exp) => {
            let zeros = mant.trailing_zeros().unwrap();
            let sign = sign.trim_start_matches('+');
            format!("{}:{sign}{}:{}", n.prec(), &*mant >> zeros, exp + zeros as i64)
        }
    }
}

fn full<E>(n: Result<Num, E>) -> String {
    n.map_or("error".into(), |n| format!("{}\t{}", exact(&n), n.to_text()))
}

/// Runs one row and gives the result in the form of the table.
fn run(op: &str, a: &str, b: &str) -> String {
    let full_option = |n: Option<Num>| full(n.ok_or(()));
    match op {
        "add" => full(read(a).add(&read(b))),
        "sub" => full(read(a).sub(&read(b))),
        "mul" => full(read(a).mul(&read(b))),
        "div" => full(read(a).div(&read(b))),
        "rem" => full(read(a).rem(&read(b))),
        "pow" => full(read(a).pow(&read(b))),
        "log" => full(read(a).log(&read(b))),
        "floor" => full_option(Some(read(a).floor())),
        "ceil" => full_option(Some(read(a).ceil())),
        "parse" => full_option(Num::parse(a)),
        "parseint" => full_option(Num::parse_int(a, b.parse().unwrap())),
        "trunc" => read(a).to_bigint_truncated().unwrap().to_string(),
        "cmp" => format!("{} {}", read(a).cmp(&read(b)) as i8, read(a) == read(b)),
        "f64" => format!("{:016x} {}", read(a).to_f64().to_bits(), read(a).to_f64_exact().is_some()),
        "int" => format!("{} {}", read(a).to_i64_truncated(), read(a).to_i64().is_some()),
        "fmt" => {
            let (verb, precision) = b.split_once(':').unwrap();
            read(a).format_float(verb.chars().next().unwrap(), precision.parse().ok())
        }
        _ => panic!("unknown operation {op}"),
    }
}

fn check_table(table: &str) -> usize {
    let mut count = 0;
    for row in table.lines() {
        let mut parts = row.splitn(4, '\t');
        let mut next = || parts.next().unwrap_or_else(|| panic!("short row {row}"));
        let (op, a, b, want) = (next(), next(), next(), next());
        assert_eq!(run(op, a, b), want, "{op} {a} {b}");
        count += 1;
    }
    count
}

#[test]
fn go_cases() {
    assert!(check_table(include_str!("go_cases.tsv")) > 200);
}

#[test]
fn small_and_shared() {
    assert_eq!(size_of::<Num>(), 16);
    assert_eq!(size_of::<Option<Num>>(), 16);
    fn shared<T: Send + Sync + Clone>() {}
    shared::<Num>();
}

#[test]
fn equal_means_same_hash() {
    let same = [
        (Num::parse("0.1"), Num::from_f64(0.1)),
        (Num::parse("-0"), Num::from_f64(0.0)),
        (Num::parse("18446744073709551615"), Some(Num::from_u64(u64::MAX))),
        (Num::parse("1e400"), Num::parse("10e399")),
        (Num::parse("Inf"), Some(Num::POS_INF)),
    ];
    for (a, b) in same {
        let set: HashSet<Num> = [a.unwrap(), b.unwrap()].into();
        assert_eq!(set.len(), 1, "{set:?}");
    }
    let (text, float) = (Num::parse("0.1").unwrap(), Num::from_f64(0.1).unwrap());
    assert_eq!(text, float);
    assert!(text < float);
    assert!(text >= float);
    assert!(float <= text);
}

#[test]
fn integers() {
    let n = |text| Num::parse(text).unwrap();
    assert_eq!(n("18446744073709551615").to_u64(), Some(u64::MAX));
    assert_eq!(n("18446744073709551616").to_u64(), None);
    assert_eq!(n("-1").to_u64(), None);
    assert_eq!(n("1.5").to_i64(), None);
    assert_eq!(n("1.5").to_bigint(), None);
    assert_eq!(Num::from_bigint(n("1e30").to_bigint().unwrap()), Some(n("1e30")));
    assert_eq!(Num::from_i64(i64::MIN).neg().neg().to_i64(), Some(i64::MIN));
    assert_eq!(n("-3").signum(), Ok(Num::from_i64(-1)));
    assert_eq!(n("0.5").signum(), Err(NumError::NotInt64));
    assert_eq!(Num::from_f64(f64::NAN), None);
}

#[test]
fn huge_exponents_are_refused_or_quick() {
    for text in ["1e2000000", "1e-2000000", "1p5000000"] {
        assert_eq!(Num::parse(text), None, "{text}");
    }
    let largest = Num::parse("1e1262000").unwrap();
    assert_eq!(largest.mul(&largest), Err(NumError::OutOfRange));
    assert_eq!(largest.rem(&Num::parse("1e-1262000").unwrap()), Err(NumError::OutOfRange));
    // Text of the largest is as quick in a release build, but not in a debug one.
    let (large, small) = (Num::parse("1e100000").unwrap(), Num::parse("1e-100000").unwrap());
    assert_eq!(large.to_text().len(), 100_001);
    assert_eq!(small.to_text().len(), 100_002);
    assert_eq!(large.add(&small), Ok(large.clone()));
    assert_eq!(large.format_float('g', None), "1e+100000");
}
