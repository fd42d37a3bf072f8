//! Command-line flags in the grammar of Terraform's users: one or two dashes, `-name=value` or
//! `-name value`, bools alone or with `=true`, all before the first argument that is none.

use std::fmt;
use std::time::Duration;

use diag::{Diagnostic, SourceMap};

use crate::app::Command;
use crate::ui::{self, Ui};

/// What a flag takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Takes {
    /// Nothing, or `=true` and `=false`.
    Bool,
    /// A value.
    Value,
    /// A length of time.
    Duration,
}

/// A flag of a command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flag {
    pub(crate) name: &'static str,
    pub(crate) takes: Takes,
}

/// Shorthand for a bool flag.
pub(crate) const fn switch(name: &'static str) -> Flag {
    Flag { name, takes: Takes::Bool }
}

/// Shorthand for a flag with a value.
pub(crate) const fn option(name: &'static str) -> Flag {
    Flag { name, takes: Takes::Value }
}

/// Shorthand for a flag with a length of time.
pub(crate) const fn duration(name: &'static str) -> Flag {
    Flag { name, takes: Takes::Duration }
}

/// A command line that was understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parsed {
    given: Vec<(&'static str, String)>,
    /// Everything that is not a flag.
    pub(crate) positionals: Vec<String>,
    /// Whether `-help` was asked for.
    pub(crate) help: bool,
}

/// Why a command line was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FlagError(String);

impl fmt::Display for FlagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Parsed {
    /// Whether a bool flag is on; the last one given counts.
    pub(crate) fn bool(&self, name: &str, default: bool) -> bool {
        self.last(name).map_or(default, |value| value == "true")
    }

    /// The last value of a flag.
    pub(crate) fn last(&self, name: &str) -> Option<&str> {
        self.given.iter().rev().find(|(given, _)| *given == name).map(|(_, value)| value.as_str())
    }

    /// The length of time that a flag says.
    pub(crate) fn duration(&self, name: &str) -> Option<Duration> {
        self.last(name).and_then(parse_duration)
    }

    /// The same as if a flag had not been given.
    pub(crate) fn without(&self, name: &str) -> Parsed {
        let mut parsed = self.clone();
        parsed.given.retain(|(given, _)| *given != name);
        parsed
    }

    /// Takes what follows the flags. It may begin with a dash: names of files and IDs of objects do as they like. Only what
    /// says how to print counts anywhere.
    fn take_rest<'a>(&mut self, rest: impl Iterator<Item = &'a String>) {
        for arg in rest {
            match arg.as_str() {
                "-no-color" => self.given.push(("no-color", "true".to_owned())),
                "-compact-warnings" => self.given.push(("compact-warnings", "true".to_owned())),
                _ => self.positionals.push(arg.clone()),
            }
        }
    }

    /// The flags given, in order.
    pub(crate) fn given(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.given.iter().map(|(name, value)| (*name, value.as_str()))
    }
}

/// Understands a command line by the flags that a command has.
pub(crate) fn parse(args: &[String], flags: &[Flag]) -> Result<Parsed, FlagError> {
    let mut parsed = Parsed::default();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let Some(text) = arg.strip_prefix('-').filter(|text| !text.is_empty()) else {
            parsed.positionals.push(arg.clone());
            parsed.take_rest(args);
            break;
        };
        let text = text.strip_prefix('-').unwrap_or(text);
        if text.is_empty() {
            parsed.take_rest(args);
            break;
        }
        if text.starts_with(['-', '=']) {
            return Err(FlagError(format!("bad flag syntax: {arg}")));
        }
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (text, None),
        };
        if matches!(name, "help" | "h") {
            parsed.help = true;
            continue;
        }
        let Some(flag) = flags.iter().chain(ui::FLAGS).find(|flag| flag.name == name) else {
            let hint = hcl::did_you_mean(name, flags.iter().map(|flag| flag.name));
            let dot = if hint.is_empty() { "" } else { "." };
            return Err(FlagError(format!("flag provided but not defined: -{name}{dot}{hint}")));
        };
        let value = match (flag.takes, value) {
            (Takes::Bool, value) => bool_value(name, value)?,
            (_, Some(value)) => value,
            (_, None) => {
                args.next().cloned().ok_or_else(|| FlagError(format!("flag needs an argument: -{name}")))?
            }
        };
        if flag.takes == Takes::Duration && parse_duration(&value).is_none() {
            let like = "expected a length of time such as \"10s\" or \"3m\"";
            return Err(FlagError(format!("invalid value {value:?} for flag -{name}: {like}")));
        }
        parsed.given.push((flag.name, value));
    }
    Ok(parsed)
}

/// Tells why a command line was not understood.
pub(crate) fn refuse(ui: Ui, args: &[String], error: &FlagError) {
    let ui = ui.plain_if(args.iter().any(|arg| matches!(arg.as_str(), "-no-color" | "--no-color")));
    ui.diagnostics(&refusal(error).into(), &SourceMap::new());
}

/// The same in a line, as those commands do that have no diagnostics of their own; with how the command is used, where that
/// helps.
pub(crate) fn refuse_in_line(ui: Ui, error: &FlagError, command: Option<&Command>) {
    let usage = command.map_or_else(String::new, |command| format!("{}\n", command.help));
    ui.err(&format!("{usage}Error parsing command-line flags: {error}\n\n"));
}

/// Why a command line was not understood, and what helps.
pub(crate) fn refusal(error: &FlagError) -> Diagnostic {
    let detail = format!("{error}\n\nFor more help on using this command, run it with -help.");
    Diagnostic::error("Failed to parse command-line flags", detail)
}

/// The longest time that Go knows, in seconds.
const LONGEST: f64 = 9_223_372_036.854_775;

/// A length of time as Go writes it: `1h10m`, `10s`, `500ms`. One below nothing is none at all.
pub(crate) fn parse_duration(text: &str) -> Option<Duration> {
    let mut rest = text.strip_prefix(['-', '+']).unwrap_or(text);
    let mut total = 0.0;
    if rest == "0" {
        return Some(Duration::ZERO);
    }
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let number: f64 = rest[..digits].parse().ok()?;
        rest = &rest[digits..];
        let end = rest.find(|c: char| c.is_ascii_digit() || c == '.').unwrap_or(rest.len());
        total += number
            * match &rest[..end] {
                "h" => 3600.0,
                "m" => 60.0,
                "s" => 1.0,
                "ms" => 1e-3,
                "us" | "\u{b5}s" | "\u{3bc}s" => 1e-6,
                "ns" => 1e-9,
                _ => return None,
            };
        rest = &rest[end..];
    }
    match text.starts_with('-') {
        _ if total > LONGEST => None,
        true => Some(Duration::ZERO),
        false => Duration::try_from_secs_f64(total).ok(),
    }
}

fn bool_value(name: &str, value: Option<String>) -> Result<String, FlagError> {
    match value.as_deref() {
        None | Some("1" | "t" | "T" | "true" | "TRUE" | "True") => Ok("true".to_owned()),
        Some("0" | "f" | "F" | "false" | "FALSE" | "False") => Ok("false".to_owned()),
        Some(other) => Err(FlagError(format!("invalid boolean value {other:?} for -{name}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FLAGS: &[Flag] = &[switch("check"), option("var"), duration("wait")];

    /// Flags with their values, and positionals; or the error.
    type Expect<'a> = Result<(&'a [(&'a str, &'a str)], &'a [&'a str]), &'a str>;

    fn check(line: &str, expect: Expect<'_>) {
        let args: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        match (parse(&args, FLAGS), expect) {
            (Ok(parsed), Ok((given, positionals))) => {
                assert_eq!(parsed.given().collect::<Vec<_>>(), given, "{line}");
                assert_eq!(parsed.positionals, positionals, "{line}");
            }
            (Err(error), Err(expect)) => assert_eq!(error.to_string(), expect, "{line}"),
            (got, _) => panic!("{line}: {got:?}"),
        }
    }

    #[test]
    fn the_first_argument_ends_the_flags() {
        check("-check a -var b", Ok((&[("check", "true")], &["a", "-var", "b"])));
        check("a -- -x", Ok((&[], &["a", "--", "-x"])));
        check("- -x", Ok((&[], &["-", "-x"])));
        check("a -no-color b", Ok((&[("no-color", "true")], &["a", "b"])));
    }

    #[test]
    fn lengths_of_time_are_those_of_go() {
        for (text, expect) in [
            ("0", Some(0.0)),
            ("-0", Some(0.0)),
            ("+1s", Some(1.0)),
            ("-1s", Some(0.0)),
            (".5s", Some(0.5)),
            ("1h2m3.5s", Some(3723.5)),
            ("2\u{3bc}s", Some(2e-6)),
            ("2562047h", Some(9_223_369_200.0)),
            ("2562048h", None),
            ("", None),
            ("-", None),
            ("1", None),
            ("1s-1s", None),
            ("1 s", None),
        ] {
            assert_eq!(parse_duration(text).map(|found| found.as_secs_f64()), expect, "{text}");
        }
    }

    #[test]
    fn one_or_two_dashes() {
        check("-check a", Ok((&[("check", "true")], &["a"])));
        check("--check=false", Ok((&[("check", "false")], &[])));
        check("-var a=b --var=c=d", Ok((&[("var", "a=b"), ("var", "c=d")], &[])));
        check("-- -x", Ok((&[], &["-x"])));
        check("---check", Err("bad flag syntax: ---check"));
        check("-=x", Err("bad flag syntax: -=x"));
        check("-chek", Err("flag provided but not defined: -chek. Did you mean \"check\"?"));
        check("-var", Err("flag needs an argument: -var"));
        check("-wait 1h2m3s", Ok((&[("wait", "1h2m3s")], &[])));
        check(
            "-wait=x",
            Err("invalid value \"x\" for flag -wait: expected a length of time such as \"10s\" or \"3m\""),
        );
        check("-check=x", Err("invalid boolean value \"x\" for -check"));
    }
}
