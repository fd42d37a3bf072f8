//! What providers log: their stderr, line by line, to where the user wants it; and where the lines of whoever calls
//! them go, so that all are in one log.
//!
//! `TF_LOG` and `TF_LOG_PROVIDER` say from which level on, `TF_LOG_PROVIDER_<NAME>` for one provider, `TF_LOG_CORE`
//! for whoever calls them, and `TF_LOG_PATH` names a file. Without them nothing is written. Secrets in a provider's own log lines are the
//! provider's business, as with every host.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::sync::Mutex;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Map, Value};

/// How important a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Everything.
    Trace,
    /// For who looks for a mistake.
    Debug,
    /// What goes on.
    Info,
    /// What might be wrong.
    Warn,
    /// What is wrong.
    Error,
    /// Nothing is that important.
    Off,
}

impl Level {
    fn parse(text: &str) -> Option<Self> {
        Some(match text.to_ascii_uppercase().as_str() {
            "TRACE" | "JSON" => Self::Trace,
            "DEBUG" => Self::Debug,
            "INFO" => Self::Info,
            "WARN" => Self::Warn,
            "ERROR" => Self::Error,
            "OFF" => Self::Off,
            _ => return None,
        })
    }

    /// Whether a text names a level.
    pub fn exists(text: &str) -> bool {
        Self::parse(text).is_some()
    }

    fn name(self) -> &'static str {
        match self {
            Self::Trace => "trace",
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error | Self::Off => "error",
        }
    }

    /// As in a line of text, of one width.
    fn label(self) -> &'static str {
        match self {
            Self::Trace => "[TRACE]",
            Self::Debug => "[DEBUG]",
            Self::Info => "[INFO] ",
            Self::Warn => "[WARN] ",
            Self::Error | Self::Off => "[ERROR]",
        }
    }
}

/// A line of a log.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// How important it is.
    pub level: Level,
    /// What it says.
    pub message: String,
    /// What it says besides, in the order of the line.
    pub fields: Map<String, Value>,
}

impl Record {
    /// Reads a line of a provider's stderr. In a panic every line is an error.
    pub fn parse(line: &str, panicking: bool) -> Self {
        if let Ok(Value::Object(mut fields)) = serde_json::from_str::<Value>(line)
            && let Some(Value::String(message)) = fields.remove("@message")
        {
            let level = fields.remove("@level").and_then(|level| Level::parse(level.as_str()?));
            fields.remove("@timestamp");
            return Self { level: level.unwrap_or(Level::Debug), message, fields };
        }
        let prefixes = [
            ("[TRACE]", Level::Trace),
            ("[DEBUG]", Level::Debug),
            ("[INFO]", Level::Info),
            ("[WARN]", Level::Warn),
            ("[ERROR]", Level::Error),
        ];
        let prefixed = prefixes
            .iter()
            .find_map(|(prefix, level)| Some((*level, line.strip_prefix(prefix)?.trim_start())));
        let (level, message) = prefixed.unwrap_or((Level::Debug, line));
        let level = if panicking { Level::Error } else { level };
        Self { level, message: message.to_owned(), fields: Map::new() }
    }
}

/// Whether a line is the first of a crash.
pub(crate) fn starts_panic(line: &str) -> bool {
    line.starts_with("panic: ") || line.starts_with("fatal error: ")
}

enum Sink {
    Stderr,
    File(File),
}

/// Where lines go.
pub struct Logs {
    general: Level,
    core: Level,
    named: Vec<(String, Level)>,
    json: bool,
    sink: Mutex<Sink>,
}

impl Logs {
    /// Nothing is written.
    pub fn off() -> Self {
        let off = Level::Off;
        Self { general: off, core: off, named: Vec::new(), json: false, sink: Mutex::new(Sink::Stderr) }
    }

    /// As the environment of this process says.
    pub fn of_this_process() -> io::Result<Self> {
        let text =
            |name: OsString, value: OsString| Some((name.into_string().ok()?, value.into_string().ok()?));
        Self::from_env(std::env::vars_os().filter_map(|(name, value)| text(name, value)))
    }

    /// As an environment says. A file that cannot be opened is an error with its name.
    pub fn from_env(env: impl IntoIterator<Item = (String, String)>) -> io::Result<Self> {
        let mut logs = Self::off();
        let (mut all, mut core, mut providers, mut path) = (None, None, None, None);
        for (name, value) in env {
            if value.is_empty() {
                continue;
            }
            // A level that does not exist is taken for the finest, so that nothing is missed.
            let level = || Some(Level::parse(&value).unwrap_or(Level::Trace));
            match name.as_str() {
                "TF_LOG" => (all, logs.json) = (level(), logs.json || value.eq_ignore_ascii_case("json")),
                "TF_LOG_PROVIDER" => {
                    (providers, logs.json) = (level(), logs.json || value.eq_ignore_ascii_case("json"));
                }
                "TF_LOG_CORE" => {
                    (core, logs.json) = (level(), logs.json || value.eq_ignore_ascii_case("json"));
                }
                "TF_LOG_PATH" => path = Some(value),
                _ => {
                    if let Some(provider) = name.strip_prefix("TF_LOG_PROVIDER_") {
                        logs.named.extend(level().map(|level| (variable_name(provider), level)));
                    }
                }
            }
        }
        logs.general = providers.or(all).unwrap_or(Level::Off);
        logs.core = core.or(all).unwrap_or(Level::Off);
        let off = logs.general == Level::Off && logs.core == Level::Off && logs.named.is_empty();
        if let Some(path) = path.filter(|_| !off) {
            let file = OpenOptions::new().create(true).append(true).open(&path);
            let file = file.map_err(|error| io::Error::new(error.kind(), format!("{path}: {error}")))?;
            logs.sink = Mutex::new(Sink::File(file));
        }
        Ok(logs)
    }

    /// From which level on lines of a provider are written.
    pub fn level(&self, provider: &str) -> Level {
        let name = variable_name(provider);
        self.named.iter().find(|(named, _)| *named == name).map_or(self.general, |(_, level)| *level)
    }

    /// Writes a line of a provider. What cannot be written is lost: a log must not stop the work.
    pub fn write(&self, provider: &str, program: &str, record: &Record) {
        if record.level < self.level(provider) || self.level(provider) == Level::Off {
            return;
        }
        let module = Some(format!("provider.{program}"));
        self.write_line(module.as_deref(), record);
    }

    /// From which level on lines of whoever calls providers are written.
    pub fn core(&self) -> Level {
        self.core
    }

    /// Writes a line of whoever calls providers.
    pub fn write_core(&self, record: &Record) {
        if record.level >= self.core && self.core != Level::Off {
            self.write_line(None, record);
        }
    }

    fn write_line(&self, module: Option<&str>, record: &Record) {
        let mut line = if self.json { json_line(module, record) } else { text_line(module, record) };
        line.push('\n');
        let mut sink = self.sink.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let _ = match &mut *sink {
            Sink::Stderr => io::stderr().lock().write_all(line.as_bytes()),
            Sink::File(file) => file.write_all(line.as_bytes()),
        };
    }
}

/// A name as it is in a variable.
fn variable_name(provider: &str) -> String {
    provider.to_ascii_uppercase().replace('-', "_")
}

fn text_line(module: Option<&str>, record: &Record) -> String {
    let module = module.map(|module| format!("{module}: ")).unwrap_or_default();
    let mut line = format!("{} {} {module}{}", now(), record.level.label(), record.message);
    for (index, (name, value)) in record.fields.iter().enumerate() {
        line.push_str(if index == 0 { ": " } else { " " });
        line.push_str(name);
        line.push('=');
        match value {
            Value::String(text) if !text.is_empty() && !text.contains([' ', '"', '=', '\n']) => {
                line.push_str(text)
            }
            other => line.push_str(&other.to_string()),
        }
    }
    line
}

fn json_line(module: Option<&str>, record: &Record) -> String {
    let mut object = Map::new();
    object.insert("@level".to_owned(), record.level.name().into());
    object.insert("@message".to_owned(), record.message.clone().into());
    object.extend(module.map(|module| ("@module".to_owned(), module.into())));
    object.insert("@timestamp".to_owned(), now().into());
    object.extend(record.fields.iter().map(|(name, value)| (name.clone(), value.clone())));
    Value::Object(object).to_string()
}

fn now() -> String {
    timestamp(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

/// RFC 3339 with milliseconds. Days to a date: the calendar repeats every 400 years of 146,097 days, and a year
/// that begins in March has its leap day at the end.
fn timestamp(since: Duration) -> String {
    let (days, seconds) = (since.as_secs() / 86_400 + 719_468, since.as_secs() % 86_400);
    let (era, day) = (days / 146_097, days % 146_097);
    let year_of_era = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", since.subsec_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        let cases = [
            (r#"{"@level":"warn","@message":"hot","@timestamp":"x","n":1}"#, false, Level::Warn, "hot", 1),
            (r#"{"@message":"no level"}"#, false, Level::Debug, "no level", 0),
            (r#"{"@message":7}"#, false, Level::Debug, r#"{"@message":7}"#, 0),
            ("{\"@level\":", false, Level::Debug, "{\"@level\":", 0),
            ("[WARN]  careful", false, Level::Warn, "careful", 0),
            ("2026/01/01 [WARN] careful", false, Level::Debug, "2026/01/01 [WARN] careful", 0),
            ("goroutine 1 [running]:", true, Level::Error, "goroutine 1 [running]:", 0),
            ("", false, Level::Debug, "", 0),
        ];
        for (line, panicking, level, message, fields) in cases {
            let record = Record::parse(line, panicking);
            let got = (record.level, record.message.as_str(), record.fields.len());
            assert_eq!(got, (level, message, fields), "{line}");
        }
        assert!(starts_panic("panic: runtime error") && starts_panic("fatal error: all goroutines"));
        assert!(!starts_panic("no panic: here"));
    }

    #[test]
    fn levels_come_from_the_environment() {
        let logs = |pairs: &[(&str, &str)]| {
            Logs::from_env(pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())))
                .unwrap()
        };
        assert_eq!(logs(&[]).level("time"), Level::Off);
        assert_eq!(logs(&[("TF_LOG", "")]).level("time"), Level::Off);
        assert_eq!(logs(&[("TF_LOG", "debug")]).level("time"), Level::Debug);
        assert_eq!(logs(&[("TF_LOG", "nonsense")]).level("time"), Level::Trace);
        assert_eq!(logs(&[("TF_LOG", "TRACE"), ("TF_LOG_PROVIDER", "ERROR")]).level("time"), Level::Error);
        assert_eq!(logs(&[("TF_LOG_CORE", "TRACE")]).level("time"), Level::Off);
        let one = logs(&[("TF_LOG_PROVIDER_GOOGLE_BETA", "INFO"), ("TF_LOG", "off")]);
        assert_eq!((one.level("google-beta"), one.level("time")), (Level::Info, Level::Off));
        let json = logs(&[("TF_LOG", "JSON")]);
        assert!(json.json && json.level("time") == Level::Trace);
    }

    #[test]
    fn lines_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log").display().to_string();
        let pairs = [("TF_LOG", "INFO".to_owned()), ("TF_LOG_PATH", path.clone())];
        let logs = Logs::from_env(pairs.map(|(name, value)| (name.to_owned(), value))).unwrap();
        let write = |line: &str| logs.write("time", "terraform-provider-time", &Record::parse(line, false));
        write(r#"{"@level":"info","@message":"made","id":"a","text":"b c"}"#);
        write(r#"{"@level":"debug","@message":"quiet"}"#);
        let text = std::fs::read_to_string(&path).unwrap();
        let (_, rest) = text.split_once(' ').unwrap();
        assert_eq!(rest, "[INFO]  provider.terraform-provider-time: made: id=a text=\"b c\"\n");
        let missing = [("TF_LOG", "INFO"), ("TF_LOG_PATH", "/no/such/folder/log")];
        let missing = Logs::from_env(missing.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert!(missing.err().unwrap().to_string().contains("/no/such/folder/log"));
    }

    #[test]
    fn times_are_written() {
        let cases = [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400, "2000-02-29T00:00:00.000Z"),
            (1_735_689_599, "2024-12-31T23:59:59.000Z"),
            (4_107_542_400, "2100-03-01T00:00:00.000Z"),
        ];
        for (seconds, expect) in cases {
            assert_eq!(timestamp(Duration::from_secs(seconds)), expect);
        }
    }
}
