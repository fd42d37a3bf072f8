//! Where the lines of a run go: text for people, JSON for programs, or both. Any thread may write them.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use diag::Diagnostic;

use crate::flags::Parsed;
use crate::ui::Ui;

/// Where the lines of a run go.
pub(crate) struct Lines {
    ui: Ui,
    /// Whether people are shown anything.
    text: bool,
    json: Json,
    concise: bool,
}

/// Where lines of JSON go.
enum Json {
    Nowhere,
    Stdout,
    File(Mutex<File>),
}

impl Lines {
    /// As the flags say.
    pub(crate) fn new(ui: Ui, parsed: &Parsed) -> Result<Self, Box<Diagnostic>> {
        let to_stdout = parsed.bool("json", false);
        let json = match (to_stdout, parsed.last("json-into")) {
            (true, Some(_)) => {
                let detail = "-json and -json-into exclude each other: the lines go to one place.";
                return Err(Box::new(Diagnostic::error("Invalid combination of arguments", detail)));
            }
            (true, None) => Json::Stdout,
            (false, Some(path)) => {
                let opened =
                    OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path);
                match opened {
                    Ok(file) => Json::File(Mutex::new(file)),
                    Err(error) => {
                        let detail = format!(
                            "The file {path} cannot be written: {error}.",
                            error = diag::reason(&error)
                        );
                        return Err(Box::new(Diagnostic::error("Invalid argument", detail)));
                    }
                }
            }
            (false, None) => Json::Nowhere,
        };
        Ok(Self { ui, text: !to_stdout, json, concise: parsed.bool("concise", false) })
    }

    /// Whether people are shown anything.
    pub(crate) fn is_text(&self) -> bool {
        self.text
    }

    /// Whether programs are shown anything.
    pub(crate) fn is_json(&self) -> bool {
        !matches!(self.json, Json::Nowhere)
    }

    /// Writes a line of JSON.
    pub(crate) fn json(&self, line: impl FnOnce(SystemTime) -> String) {
        if !self.is_json() {
            return;
        }
        let line = format!("{}\n", line(SystemTime::now()));
        match &self.json {
            Json::Stdout => self.ui.out_bytes(line.as_bytes()),
            Json::File(file) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                // Nobody is left to tell when the file cannot be written any more.
                let _ = file.write_all(line.as_bytes());
            }
            Json::Nowhere => {}
        }
    }

    /// Shows a line of progress.
    pub(crate) fn line(&self, text: &str) {
        if !self.text || self.concise {
            return;
        }
        if self.ui.no_color {
            self.ui.out(&format!("{text}\n"));
        } else {
            self.ui.out(&format!("\u{1b}[0m\u{1b}[1m{text}\u{1b}[0m\n"));
        }
    }
}
