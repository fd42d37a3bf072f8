//! Functions on points in time, which are text in the form of RFC 3339.

use std::time::{SystemTime, UNIX_EPOCH};

use value::{Type, Value};

use crate::string::text;
use crate::support::date::{Timestamp, format_date, parse_duration};
use crate::{Body, Example, Function, FunctionError, Param, ParamType, PlanTime, Refine, Returns};

/// The time of an argument.
fn time(args: &[Value], index: usize) -> Result<Timestamp, FunctionError> {
    Timestamp::parse(text(&args[index])?).map_err(|error| FunctionError::argument(index, error))
}

pub(crate) const FORMATDATE: Function = Function {
    name: "formatdate",
    params: &[Param::new("format", ParamType::String), Param::new("time", ParamType::String)],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Writes a time after a pattern of letters, each standing for a part of it; text in single quotes stands \
          for itself.",
    examples: &[Example {
        call: "formatdate(\"DD MMM YYYY hh:mm ZZZ\", \"2018-01-02T23:12:01Z\")",
        result: "\"02 Jan 2018 23:12 UTC\"",
    }],
    body: Body::Plain(|args| {
        let time = time(args, 1)?;
        let shown = format_date(text(&args[0])?, time).map_err(|error| FunctionError::argument(0, error))?;
        Ok(Value::string(shown))
    }),
};

pub(crate) const PLANTIMESTAMP: Function = Function {
    name: "plantimestamp",
    params: &[],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::Nothing,
    doc: "Gives the time at which the plan was made, the same at every call. It is there only where a plan is.",
    examples: &[],
    body: Body::WithEnv(|env, _args| {
        Ok(match env.plan_time {
            PlanTime::At(time) => Value::string(time),
            PlanTime::NotYet => Value::unknown_not_null(Type::String),
            PlanTime::Never => Value::unknown(Type::String),
        })
    }),
};

pub(crate) const TIMEADD: Function = Function {
    name: "timeadd",
    params: &[Param::new("timestamp", ParamType::String), Param::new("duration", ParamType::String)],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::Nothing,
    doc: "Moves a time by a duration such as `1h30m` or `-10s`. Units are `h`, `m`, `s`, `ms`, `us` and `ns`.",
    examples: &[Example {
        call: "timeadd(\"2017-11-22T00:00:00Z\", \"10m\")",
        result: "\"2017-11-22T00:10:00Z\"",
    }],
    body: Body::Plain(|args| {
        // No single argument is blamed here.
        let time = Timestamp::parse(text(&args[0])?).map_err(FunctionError::new)?;
        let duration = parse_duration(text(&args[1])?).map_err(FunctionError::new)?;
        Ok(Value::string(time.add_nanos(duration).to_string()))
    }),
};

pub(crate) const TIMECMP: Function = Function {
    name: "timecmp",
    params: &[Param::new("timestamp_a", ParamType::String), Param::new("timestamp_b", ParamType::String)],
    variadic: None,
    returns: Returns::Fixed(ParamType::Number),
    refine: Refine::NotNull,
    doc: "Compares two times as instants: -1 if the first is earlier, 0 if they are the same, 1 if it is later.",
    examples: &[Example {
        call: "timecmp(\"2017-11-22T00:00:00Z\", \"2017-11-22T01:00:00Z\")",
        result: "-1",
    }],
    body: Body::Plain(|args| Ok(Value::int(time(args, 0)?.compare(time(args, 1)?) as i64))),
};

pub(crate) const TIMESTAMP: Function = Function {
    name: "timestamp",
    params: &[],
    variadic: None,
    returns: Returns::Fixed(ParamType::String),
    refine: Refine::NotNull,
    doc: "Gives the present time in UTC, to the second.",
    examples: &[Example { call: "length(timestamp())", result: "20" }],
    body: Body::WithEnv(|env, _args| {
        if !env.impure_allowed {
            return Ok(Value::unknown(Type::String));
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let seconds = i64::try_from(now.as_secs()).unwrap_or(i64::MAX);
        Ok(Value::string(Timestamp::from_unix(seconds, 0).to_string()))
    }),
};

#[cfg(test)]
mod tests {
    use crate::testing::*;
    use crate::{Env, lookup};

    const NOON: &str = "2018-01-02T12:00:00Z";

    #[test]
    fn formatdate() {
        check(
            "formatdate",
            [s("EEE, DD MMM YYYY hh:mm:ss ZZZ"), s(NOON)],
            s("Tue, 02 Jan 2018 12:00:00 UTC"),
        );
        check("formatdate", [s("'it''s' YY"), s(NOON)], s("it's 18"));
        check("formatdate", [s("DD"), sensitive(s(NOON))], sensitive(s("02")));
        check("formatdate", [unknown(STRING), s(NOON)], some(STRING));
        check("formatdate", [s("DD"), some(STRING)], some(STRING));
        check_error(
            "formatdate",
            [s("Y"), s(NOON)],
            "format: invalid date format verb \"Y\": year must either be \"YY\" or \"YYYY\"",
        );
        check_error(
            "formatdate",
            [s("DD"), s("x")],
            "time: not a valid RFC3339 timestamp: cannot use \"x\" as year",
        );
        check_error("formatdate", [s("DD"), untyped_null()], "time: argument must not be null");
    }

    #[test]
    fn timeadd() {
        check("timeadd", [s(NOON), s("1h30m")], s("2018-01-02T13:30:00Z"));
        check("timeadd", [s("2018-01-02T12:00:00+02:00"), s("-1s")], s("2018-01-02T11:59:59+02:00"));
        check("timeadd", [s("9999-12-31T23:59:59Z"), s("1s")], s("10000-01-01T00:00:00Z"));
        check("timeadd", [s(NOON), sensitive(s("0"))], sensitive(s(NOON)));
        check("timeadd", [unknown(STRING), s("1h")], unknown(STRING));
        check("timeadd", [some(STRING), s("1h")], unknown(STRING));
        check_error("timeadd", [s(NOON), s("1x")], "time: unknown unit \"x\" in duration \"1x\"");
        check_error("timeadd", [s("x"), s("1h")], "not a valid RFC3339 timestamp: cannot use \"x\" as year");
        check_error("timeadd", [untyped_null(), s("1h")], "timestamp: argument must not be null");
    }

    #[test]
    fn timecmp() {
        check("timecmp", [s(NOON), s("2018-01-02T13:00:00+01:00")], n("0"));
        check("timecmp", [s(NOON), s("2018-01-02T12:00:00.1Z")], n("-1"));
        check("timecmp", [s(NOON), s("2018-01-02T11:59:59Z")], n("1"));
        check("timecmp", [sensitive(s(NOON)), s(NOON)], sensitive(n("0")));
        check("timecmp", [unknown(STRING), s("x")], some(NUMBER));
        check("timecmp", [s("x"), dynamic()], some(NUMBER));
        check_error(
            "timecmp",
            [s(NOON), s("")],
            "timestamp_b: not a valid RFC3339 timestamp: end of string before year",
        );
        check_error("timecmp", [null(STRING), s(NOON)], "timestamp_a: argument must not be null");
    }

    #[test]
    fn clocks() {
        let call = |name: &str, env: &Env<'_>| lookup(name).map(|function| function.call(env, Vec::new()));
        let planning = Env { impure_allowed: false, ..Env::nothing() };
        assert_eq!(call("timestamp", &planning), Some(Ok(some(STRING))));
        let Some(Ok(now)) = call("timestamp", &Env::nothing()) else { panic!("no time") };
        assert_eq!(now.as_str().map(str::len), Some(20));
        let planned = Env { plan_time: crate::PlanTime::At(NOON), ..Env::nothing() };
        assert_eq!(call("plantimestamp", &planned), Some(Ok(s(NOON))));
        assert_eq!(call("plantimestamp", &Env::nothing()), Some(Ok(unknown(STRING))));
        check_error("timestamp", [s("a")], "more than 0 arguments");
    }
}
