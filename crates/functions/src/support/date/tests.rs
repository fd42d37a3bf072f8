//! Answers taken from `terraform console`.

use super::*;

fn add(time: &str, duration: &str) -> Result<String, String> {
    let time = Timestamp::parse(time)?;
    Ok(time.add_nanos(parse_duration(duration)?).to_string())
}

fn format(format: &str, time: &str) -> Result<String, String> {
    format_date(format, Timestamp::parse(time)?)
}

#[test]
fn adding() {
    let check = |a: &str, b: &str, expect: Result<&str, &str>| {
        let found = add(a, b);
        assert_eq!(found.as_deref().map_err(String::as_str), expect, "{a} {b}");
    };
    check("x", "1h", Err(r#"not a valid RFC3339 timestamp: cannot use "x" as year"#));
    check("2020", "1h", Err(r#"not a valid RFC3339 timestamp: end of string where "-" is expected"#));
    check("", "1h", Err("not a valid RFC3339 timestamp: end of string before year"));
    check("2020-01", "1h", Err(r#"not a valid RFC3339 timestamp: end of string where "-" is expected"#));
    check("2020-01-02", "1h", Err("not a valid RFC3339 timestamp: missing required time introducer 'T'"));
    check("2020-01-02T", "1h", Err("not a valid RFC3339 timestamp: end of string before hour"));
    check(
        "2020-01-02 03:04:05Z",
        "1h",
        Err("not a valid RFC3339 timestamp: missing required time introducer 'T'"),
    );
    check(
        "2020-01-02t03:04:05Z",
        "1h",
        Err("not a valid RFC3339 timestamp: missing required time introducer 'T'"),
    );
    check(
        "2020-01-02T03:04:05z",
        "1h",
        Err(r#"not a valid RFC3339 timestamp: cannot use "z" as UTC offset"#),
    );
    check("2020-01-02T03:04:05", "1h", Err("not a valid RFC3339 timestamp: end of string before UTC offset"));
    check(
        "2020-01-02T03:04",
        "1h",
        Err(r#"not a valid RFC3339 timestamp: end of string where ":" is expected"#),
    );
    check(
        "2020-01-02T03:04:05+0100",
        "1h",
        Err(r#"not a valid RFC3339 timestamp: cannot use "+0100" as UTC offset"#),
    );
    check("2020-01-02T03:04:05+01:00", "1h", Ok("2020-01-02T04:04:05+01:00"));
    check("2020-01-02T03:04:05.123Z", "1h", Ok("2020-01-02T04:04:05Z"));
    check("2020-01-02T03:04:05.123456789123Z", "1ns", Ok("2020-01-02T03:04:05Z"));
    check(
        "2020-13-02T03:04:05Z",
        "1h",
        Err(r#"not a valid RFC3339 timestamp: cannot use "-02T03:04:05Z" as month"#),
    );
    check("2020-02-30T03:04:05Z", "1h", Err("not a valid RFC3339 timestamp: day out of range"));
    check("2020-01-32T03:04:05Z", "1h", Err("not a valid RFC3339 timestamp: day out of range"));
    check(
        "2020-01-02T24:04:05Z",
        "1h",
        Err("not a valid RFC3339 timestamp: hour must be between 0 and 23 inclusive"),
    );
    check(
        "2020-01-02T03:60:05Z",
        "1h",
        Err("not a valid RFC3339 timestamp: minute must have exactly two digits"),
    );
    check("2020-01-02T03:04:60Z", "1h", Err(r#"not a valid RFC3339 timestamp: cannot use "Z" as second"#));
    check(
        "2020-01-02T03:04:05Zx",
        "1h",
        Err(r#"not a valid RFC3339 timestamp: cannot use "x" as timestamp segment"#),
    );
    check(
        "2020-01-02T03:04:05+24:00",
        "1h",
        Err(r#"not a valid RFC3339 timestamp: cannot use "+24:00" as UTC offset"#),
    );
    check(
        "2020-01-02T03:04:05+23:60",
        "1h",
        Err(r#"not a valid RFC3339 timestamp: cannot use "+23:60" as UTC offset"#),
    );
    check("2020-01-02T03:04:05-00:00", "1h", Ok("2020-01-02T04:04:05Z"));
    check("2020-01-02T03:04:05+00:00", "1h", Ok("2020-01-02T04:04:05Z"));
    check(
        "2020-1-02T03:04:05Z",
        "1h",
        Err(r#"not a valid RFC3339 timestamp: cannot use "1-02T03:04:05Z" as month"#),
    );
    check(
        "2020-01-02T3:04:05Z",
        "1h",
        Err("not a valid RFC3339 timestamp: hour must have exactly two digits"),
    );
    check("0000-01-01T00:00:00Z", "-1h", Ok("-0001-12-31T23:00:00Z"));
    check("9999-12-31T23:59:59Z", "1h", Ok("10000-01-01T00:59:59Z"));
    check(
        "2020-01-02T03:04:05,5Z",
        "1h",
        Err(r#"not a valid RFC3339 timestamp: cannot use "," as timestamp segment"#),
    );
    check(
        "2020-01-02T03:04:05.Z",
        "1h",
        Err(r#"not a valid RFC3339 timestamp: cannot use ".Z" as UTC offset"#),
    );
    check("2020-01-02T03:04:05Z", "x", Err(r#"time: invalid duration "x""#));
    check("2020-01-02T03:04:05Z", "", Err(r#"time: invalid duration """#));
    check("2020-01-02T03:04:05Z", "1", Err(r#"time: missing unit in duration "1""#));
    check("2020-01-02T03:04:05Z", "0", Ok("2020-01-02T03:04:05Z"));
    check("2020-01-02T03:04:05Z", "1d", Err(r#"time: unknown unit "d" in duration "1d""#));
    check("2020-01-02T03:04:05Z", "-1.5h", Ok("2020-01-02T01:34:05Z"));
    check("2020-01-02T03:04:05Z", ".5s", Ok("2020-01-02T03:04:05Z"));
    check("2020-01-02T03:04:05Z", "1h30m10.5s", Ok("2020-01-02T04:34:15Z"));
    check("2020-01-02T03:04:05Z", "1us", Ok("2020-01-02T03:04:05Z"));
    check("2020-01-02T03:04:05Z", "1µs", Ok("2020-01-02T03:04:05Z"));
    check("2020-01-02T03:04:05Z", "9999999h", Err(r#"time: invalid duration "9999999h""#));
    check("2020-01-02T03:04:05Z", "+5m", Ok("2020-01-02T03:09:05Z"));
    check("2020-01-02T03:04:05Z", "-", Err(r#"time: invalid duration "-""#));
    check("2020-01-02T03:04:05Z", ".s", Err(r#"time: invalid duration ".s""#));
    check("2020-01-02T03:04:05Z", "1 h", Err(r#"time: unknown unit " h" in duration "1 h""#));
    check(
        "20200-01-02T03:04:05Z",
        "1h",
        Err(r#"not a valid RFC3339 timestamp: found "0-01-02T03:04:05Z" where "-" is expected"#),
    );
    check(
        "-2020-01-02T03:04:05Z",
        "1h",
        Err(r#"not a valid RFC3339 timestamp: cannot use "-2020-01-02T03:04:05Z" as year"#),
    );
    check(
        "202-01-02T03:04:05Z",
        "1h",
        Err(r#"not a valid RFC3339 timestamp: cannot use "202-01-02T03:04:05Z" as year"#),
    );
    check("2020-01-02T03:04:0é", "1h", Err(r#"not a valid RFC3339 timestamp: cannot use "0é" as second"#));
    check("2020-01-02Té", "1h", Err(r#"not a valid RFC3339 timestamp: cannot use "é" as hour"#));
    check(
        "2020-00-02T03:04:05Z",
        "1h",
        Err(r#"not a valid RFC3339 timestamp: cannot use "-02T03:04:05Z" as month"#),
    );
    check("2020-01-00T03:04:05Z", "1h", Err("not a valid RFC3339 timestamp: day out of range"));
    check("2021-02-29T03:04:05Z", "1h", Err("not a valid RFC3339 timestamp: day out of range"));
    check(r#"""#, "1h", Err(r#"not a valid RFC3339 timestamp: cannot use "\"" as year"#));
    check("2020-01-02T03:04:05Z", "3.333333333333333333333333333s", Ok("2020-01-02T03:04:08Z"));
    check("2020-01-02T03:04:05Z", "9223372036854775807ns", Ok("2312-04-13T02:51:21Z"));
    check(
        "2020-01-02T03:04:05Z",
        "9223372036854775808ns",
        Err(r#"time: invalid duration "9223372036854775808ns""#),
    );
    check("2020-01-02T03:04:05Z", "-9223372036854775808ns", Ok("1727-09-23T03:16:48Z"));
    check("2020-01-02T03:04:05Z", r#""x"#, Err(r#"time: invalid duration "\"x""#));
    check("2020-01-02T03:04:05Z", "1hé", Err(r#"time: unknown unit "h\xc3\xa9" in duration "1h\xc3\xa9""#));
}

#[test]
fn formatting() {
    let check = |a: &str, b: &str, expect: Result<&str, &str>| {
        let found = format(a, b);
        assert_eq!(found.as_deref().map_err(String::as_str), expect, "{a} {b}");
    };
    check("YYYY", "2020", Err(r#"not a valid RFC3339 timestamp: end of string where "-" is expected"#));
    check("YYYY", "x", Err(r#"not a valid RFC3339 timestamp: cannot use "x" as year"#));
    check(
        "YYYY YY MMMM MMM MM M DD D EEEE EEE hh h HH H AA aa mm m ss s ZZZZZ ZZZZ ZZZ Z",
        "2020-01-02T03:04:05Z",
        Ok("2020 20 January Jan 01 1 02 2 Thursday Thu 03 3 03 3 AM am 04 4 05 5 +00:00 +0000 UTC Z"),
    );
    check(
        "YYYY YY MMMM MMM MM M DD D EEEE EEE hh h HH H AA aa mm m ss s ZZZZZ ZZZZ ZZZ Z",
        "2006-11-12T13:14:15-08:30",
        Ok(
            "2006 06 November Nov 11 11 12 12 Sunday Sun 13 13 01 1 PM pm 14 14 15 15 -08:30 -0830 -0830 -08:30",
        ),
    );
    check(
        "YYYYY",
        "2020-01-02T03:04:05Z",
        Err(r#"invalid date format verb "YYYYY": year must either be "YY" or "YYYY""#),
    );
    check(
        "YYY",
        "2020-01-02T03:04:05Z",
        Err(r#"invalid date format verb "YYY": year must either be "YY" or "YYYY""#),
    );
    check(
        "Y",
        "2020-01-02T03:04:05Z",
        Err(r#"invalid date format verb "Y": year must either be "YY" or "YYYY""#),
    );
    check(
        "MMMMM",
        "2020-01-02T03:04:05Z",
        Err(r#"invalid date format verb "MMMMM": month must be "M", "MM", "MMM", or "MMMM""#),
    );
    check(
        "DDD",
        "2020-01-02T03:04:05Z",
        Err(r#"invalid date format verb "DDD": day of month must either be "D" or "DD""#),
    );
    check(
        "EE",
        "2020-01-02T03:04:05Z",
        Err(r#"invalid date format verb "EE": day of week must either be "EEE" or "EEEE""#),
    );
    check(
        "EEEEE",
        "2020-01-02T03:04:05Z",
        Err(r#"invalid date format verb "EEEEE": day of week must either be "EEE" or "EEEE""#),
    );
    check(
        "hhh",
        "2020-01-02T03:04:05Z",
        Err(r#"invalid date format verb "hhh": 24-hour must either be "h" or "hh""#),
    );
    check(
        "HHH",
        "2020-01-02T03:04:05Z",
        Err(r#"invalid date format verb "HHH": 12-hour must either be "H" or "HH""#),
    );
    check("A", "2020-01-02T03:04:05Z", Err(r#"invalid date format verb "A": must be "AA""#));
    check("AAA", "2020-01-02T03:04:05Z", Err(r#"invalid date format verb "AAA": must be "AA""#));
    check("a", "2020-01-02T03:04:05Z", Err(r#"invalid date format verb "a": must be "aa""#));
    check("Aa", "2020-01-02T03:04:05Z", Err(r#"invalid date format verb "A": must be "AA""#));
    check(
        "mmm",
        "2020-01-02T03:04:05Z",
        Err(r#"invalid date format verb "mmm": minute must either be "m" or "mm""#),
    );
    check(
        "sss",
        "2020-01-02T03:04:05Z",
        Err(r#"invalid date format verb "sss": second must either be "s" or "ss""#),
    );
    check(
        "ZZ",
        "2020-01-02T03:04:05Z",
        Err(r#"invalid date format verb "ZZ": timezone must be Z, ZZZZ, or ZZZZZ"#),
    );
    check(
        "ZZZZZZ",
        "2020-01-02T03:04:05Z",
        Err(r#"invalid date format verb "ZZZZZZ": timezone must be Z, ZZZZ, or ZZZZZ"#),
    );
    check("yyyy", "2020-01-02T03:04:05Z", Err(r#"invalid date format verb "yyyy""#));
    check("YYYYx", "2020-01-02T03:04:05Z", Err(r#"invalid date format verb "x""#));
    check("xx", "2020-01-02T03:04:05Z", Err(r#"invalid date format verb "xx""#));
    check("é", "2020-01-02T03:04:05Z", Ok("é"));
    check("''", "2020-01-02T03:04:05Z", Ok("'"));
    check("'a", "2020-01-02T03:04:05Z", Err("unterminated literal '"));
    check("'", "2020-01-02T03:04:05Z", Err("unterminated literal '"));
    check("'it''s' YYYY", "2020-01-02T03:04:05Z", Ok("it's 2020"));
    check("'a'b'c'", "2020-01-02T03:04:05Z", Err(r#"invalid date format verb "b""#));
    check("''''", "2020-01-02T03:04:05Z", Ok("''"));
    check("'''", "2020-01-02T03:04:05Z", Err("unterminated literal '"));
    check("'a'''", "2020-01-02T03:04:05Z", Ok("a'"));
    check("", "2020-01-02T03:04:05Z", Ok(""));
    check(r#"2020-,/:;!@#$(){}[]" 9"#, "2020-01-02T03:04:05Z", Ok(r#"2020-,/:;!@#$(){}[]" 9"#));
    check("HH aa", "2020-01-02T00:04:05Z", Ok("12 am"));
    check("HH AA", "2020-01-02T12:04:05Z", Ok("12 PM"));
    check("ZZZZZ ZZZZ ZZZ Z", "2020-01-02T03:04:05+00:00", Ok("+00:00 +0000 UTC Z"));
    check("ZZZZZ ZZZZ ZZZ Z", "2020-01-02T03:04:05-00:00", Ok("+00:00 +0000 UTC Z"));
    check("ZZZZZ ZZZZ ZZZ Z", "2020-01-02T03:04:05+05:45", Ok("+05:45 +0545 +0545 +05:45"));
    check("YYYY YY", "0007-01-02T03:04:05+05:45", Ok("0007 07"));
    check("YYYY", "2020-02-30T03:04:05Z", Err("not a valid RFC3339 timestamp: day out of range"));
    check(
        "YYYY",
        "2020-01-02T03:04:05+24:00",
        Err(r#"not a valid RFC3339 timestamp: cannot use "+24:00" as UTC offset"#),
    );
    check(
        "YYYY",
        "2020-13-02T03:04:05+24:00",
        Err(r#"not a valid RFC3339 timestamp: cannot use "-02T03:04:05+24:00" as month"#),
    );
    check("YYYY", "2020-12-02", Err("not a valid RFC3339 timestamp: missing required time introducer 'T'"));
    check("MMMM", "2020-12-02T03:04:05Z", Ok("December"));
    check(
        "YYYY",
        "2020-01-02T03:04:05Z\x00",
        Err(r#"not a valid RFC3339 timestamp: cannot use "\x00" as timestamp segment"#),
    );
    check("日本", "2020-01-02T03:04:05Z", Ok("日本"));
    check("q", "2020-01-02T03:04:05Z", Err(r#"invalid date format verb "q""#));
    check("'é'", "2020-01-02T03:04:05Z", Ok("é"));
}

#[test]
fn comparing() {
    let check = |a: &str, b: &str, expect: std::cmp::Ordering| {
        assert_eq!(Timestamp::parse(a).unwrap().compare(Timestamp::parse(b).unwrap()), expect);
    };
    check("2020-01-02T03:04:05Z", "2020-01-02T04:04:05+01:00", std::cmp::Ordering::Equal);
    check("2020-01-02T03:04:05Z", "2020-01-02T03:04:05.000000001Z", std::cmp::Ordering::Less);
    check("2020-01-02T03:04:05Z", "2020-01-02T03:04:05+00:01", std::cmp::Ordering::Greater);
}

#[test]
fn the_calendar_there_and_back() {
    for days in (-800_000..3_000_000).step_by(97) {
        let (year, month, day) = date_of(days);
        assert_eq!(days_of(year, month, day), days);
        assert!((1..=days_in(year, month)).contains(&day));
    }
    assert_eq!(Timestamp::from_unix(1_700_000_000, 5).to_string(), "2023-11-14T22:13:20Z");
}
