//! What `init` tells: lines for people, or lines of JSON.

use std::cell::Cell;
use std::io::IsTerminal as _;
use std::time::{Duration, Instant, SystemTime};

use diag::{Diagnostics, SourceMap};
use render::ui_json;

use crate::ask;
use crate::commands::version::terraform_level;
use crate::ui::Ui;

/// Who is told.
pub(super) struct Report {
    ui: Ui,
    json: bool,
    /// Whether there was nothing to prepare.
    is_empty: Cell<bool>,
    /// When progress was told last.
    progress: Cell<Instant>,
}

const EMPTY: &str = "Cairn initialized in an empty directory!\n\nThe directory has no configuration files. You may begin working with Cairn\nby making some.";

const DONE: &str = "Cairn has been successfully initialized!";

const NEXT: &str = "You may now begin working with Cairn. Run \"cairn plan\" to see\nwhat would be changed.\n\nAfter a change of modules or of \
                    the backend, run this command again. If you\nforget, other commands will remind you.";

impl Report {
    pub(super) fn new(ui: Ui, json: bool) -> Self {
        if json {
            ui.out_bytes(ui_json::version(SystemTime::now(), &terraform_level()).as_bytes());
            ui.out_bytes(b"\n");
        }
        Report { ui, json, is_empty: Cell::new(false), progress: Cell::new(Instant::now()) }
    }

    /// Tells what comes next; programs know it by its code.
    pub(super) fn say(&self, code: &str, text: &str) {
        if !self.json {
            return self.ui.out(&format!("{text}\n"));
        }
        let line = serde_json::json!({
            "@level": "info",
            "@message": text,
            "@module": "terraform.ui",
            "@timestamp": ui_json::timestamp(SystemTime::now()),
            "message_code": code,
            "type": "init_output",
        });
        self.ui.out_bytes(format!("{line}\n").as_bytes());
    }

    /// Tells a detail.
    pub(super) fn line(&self, text: &str) {
        if self.json {
            let line = ui_json::log(SystemTime::now(), text);
            return self.ui.out_bytes(format!("{line}\n").as_bytes());
        }
        self.ui.out(&format!("{text}\n"));
    }

    /// Tells a detail that people and programs are told in other words.
    pub(super) fn detail(&self, people: &str, programs: &str) {
        self.line(if self.json { programs } else { people });
    }

    /// Tells somebody who sits there how far it is, now and then.
    pub(super) fn progress(&self, text: &str) {
        let is_time = self.progress.get().elapsed() > Duration::from_secs(2);
        if self.json || !is_time || !std::io::stdout().is_terminal() {
            return;
        }
        self.progress.set(Instant::now());
        self.ui.out(&format!("{text}\n"));
    }

    /// Who is told.
    pub(super) fn ui(&self) -> Ui {
        self.ui
    }

    /// Asks for a yes; nothing where nobody can be asked.
    pub(super) fn ask(&self, question: &str, input: bool) -> Option<bool> {
        if self.json || !input {
            return None;
        }
        self.answer(question).map(|answer| answer == "yes")
    }

    /// Asks for a line; nothing where none comes.
    pub(super) fn answer(&self, question: &str) -> Option<String> {
        self.ui.out(&format!("{question}\n\n  Enter a value: "));
        ask::line()
    }

    pub(super) fn empty(&self) {
        self.is_empty.set(true);
        self.say("output_init_empty_message", EMPTY);
    }

    pub(super) fn diagnostics(&self, diags: &Diagnostics, sources: &SourceMap) {
        if !self.json {
            return self.ui.diagnostics(diags, sources);
        }
        for diagnostic in diags {
            let line = ui_json::diagnostic(SystemTime::now(), diagnostic, sources);
            self.ui.out_bytes(format!("{line}\n").as_bytes());
        }
    }

    /// Tells that all went well.
    pub(super) fn done(&self) {
        if self.is_empty.get() {
            return;
        }
        if !self.json {
            self.ui.out("\n");
            self.ui.success(&format!("{DONE}\n"));
            let automated = crate::commands::plan::is_automated();
            if !automated {
                self.ui.out(&format!("\n{NEXT}\n"));
            }
            return;
        }
        self.say("output_init_success_message", DONE);
        self.say("output_init_success_cli_message", NEXT);
    }
}
