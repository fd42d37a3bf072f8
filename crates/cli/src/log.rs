//! What Cairn itself logs, where `TF_LOG` or `TF_LOG_CORE` asks for it: which command runs, what is done to which
//! object, and what went wrong. Addresses and summaries are all that is in it, never values.

use std::sync::OnceLock;

use diag::{Diagnostics, Severity};
use engine::Event;
use plan::Action;
use plugin::{Level, Logs, Record};

use crate::ui::Ui;
use crate::view::ephemeral_word;

static LOGS: OnceLock<Logs> = OnceLock::new();

/// Finds out whether anything is logged, and where to.
pub(crate) fn begin(ui: Ui) {
    let logs = match Logs::of_this_process() {
        Ok(logs) => logs,
        Err(error) => {
            ui.err(&format!("Error opening log file: {error}\n", error = diag::reason(&error)));
            return;
        }
    };
    if logs.core() == Level::Off {
        return;
    }
    let _ = LOGS.set(logs);
    line(Level::Info, || format!("Cairn version: {}", env!("CARGO_PKG_VERSION")));
    for name in ["TF_LOG", "TF_LOG_CORE", "TF_LOG_PROVIDER"] {
        let value = std::env::var(name).unwrap_or_default();
        if !value.is_empty() && !Level::exists(&value) {
            line(Level::Warn, || {
                format!(
                    "{name}={value:?} is no level, so everything is logged; there are TRACE, DEBUG, INFO, WARN, ERROR and OFF"
                )
            });
        }
    }
}

/// Writes a line, where lines of that level are wanted.
pub(crate) fn line(level: Level, message: impl FnOnce() -> String) {
    let Some(logs) = LOGS.get().filter(|logs| level >= logs.core()) else { return };
    logs.write_core(&Record { level, message: message(), fields: Default::default() });
}

/// Writes what was told to the user.
pub(crate) fn diagnostics(diags: &Diagnostics) {
    if LOGS.get().is_none() {
        return;
    }
    for found in diags {
        let level = match found.severity {
            Severity::Error => Level::Error,
            Severity::Warning => Level::Warn,
        };
        line(level, || match &found.subject {
            Some(at) => format!("{} ({}:{})", found.summary, at.filename, at.start.line),
            None => found.summary.clone(),
        });
    }
}

/// Writes what happens.
pub(crate) fn event(event: &Event<'_>) {
    if LOGS.get().is_none() {
        return;
    }
    let (level, what) = match event {
        Event::RefreshStart { addr, .. } => (Level::Debug, format!("{addr}: read")),
        Event::RefreshDone { addr, .. } => (Level::Trace, format!("{addr}: was read")),
        Event::ImportStart { addr, .. } => (Level::Debug, format!("{addr}: import")),
        Event::ImportFound { addr } => (Level::Trace, format!("{addr}: was found")),
        Event::Imported { addr, .. } => (Level::Info, format!("{addr}: imported")),
        Event::ConfigGenerated { addr, .. } => (Level::Debug, format!("{addr}: configuration generated")),
        Event::ReadStart { addr } => (Level::Debug, format!("{addr}: read")),
        Event::ReadFailed { addr } => (Level::Debug, format!("{addr}: was not read")),
        Event::ReadDone { addr, .. } => (Level::Trace, format!("{addr}: was read")),
        Event::ListStart { addr, .. } => (Level::Debug, format!("{addr}: list")),
        Event::ListFound { addr, .. } => (Level::Trace, format!("{addr}: found something")),
        Event::ListDone { addr, total } => (Level::Debug, format!("{addr}: found {total}")),
        Event::EphemeralPutOff { addr } => {
            (Level::Debug, format!("{addr}: its configuration is known later"))
        }
        Event::EphemeralStart { addr, action } => {
            (Level::Debug, format!("{addr}: {}", ephemeral_word(*action)))
        }
        Event::EphemeralDone { addr, action } => {
            (Level::Trace, format!("{addr}: {} is done", ephemeral_word(*action)))
        }
        Event::EphemeralFailed { addr, action } => {
            (Level::Error, format!("{addr}: {} failed", ephemeral_word(*action)))
        }
        Event::ApplyStart { addr, deposed, action, .. } => {
            (Level::Info, format!("{addr}{}: {}", deposed_text(*deposed), words(*action)))
        }
        Event::ApplyDone { addr, deposed, action, .. } => {
            (Level::Debug, format!("{addr}{}: {} is done", deposed_text(*deposed), words(*action)))
        }
        Event::ApplyFailed { addr, deposed, action } => {
            (Level::Error, format!("{addr}{}: {} failed", deposed_text(*deposed), words(*action)))
        }
        Event::ProvisionStart { addr, provisioner } => (Level::Info, format!("{addr}: runs {provisioner}")),
        // What a provisioner prints may be anything.
        Event::ProvisionOutput { .. } => return,
        Event::ProvisionDone { addr, provisioner, failed } => {
            let level = if *failed { Level::Error } else { Level::Debug };
            (level, format!("{addr}: {provisioner} {}", if *failed { "failed" } else { "is done" }))
        }
        Event::ActionStart { invocation } => (Level::Info, format!("{}: begins", invocation.addr)),
        Event::ActionProgress { .. } => return,
        Event::ActionDone { invocation } => (Level::Debug, format!("{}: is done", invocation.addr)),
        Event::ActionFailed { invocation } => (Level::Error, format!("{}: failed", invocation.addr)),
    };
    line(level, || what);
}

fn words(action: Action) -> String {
    action.words().join(" then ")
}

fn deposed_text(deposed: Option<&str>) -> String {
    deposed.map(|key| format!(" (deposed object {key})")).unwrap_or_default()
}
