//! What is shown while objects are read and changed.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::time::Instant;

use engine::{Event, Events};
use ops::Interrupts;
use plan::Action;
use render::printable;
use value::Value;

use crate::ui::Ui;

/// How many objects were changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) added: usize,
    pub(crate) changed: usize,
    pub(crate) removed: usize,
}

/// Shows what happens as lines of text.
pub(crate) struct Progress<'a> {
    ui: Ui,
    interrupts: &'a Interrupts,
    counts: Cell<Counts>,
    started: RefCell<HashMap<String, Instant>>,
    /// Whether nothing is shown, because another form of output was asked for.
    silent: bool,
}

impl<'a> Progress<'a> {
    pub(crate) fn new(ui: Ui, interrupts: &'a Interrupts, silent: bool) -> Self {
        Self { ui, interrupts, counts: Cell::default(), started: RefCell::default(), silent }
    }

    /// What was changed so far.
    pub(crate) fn counts(&self) -> Counts {
        self.counts.get()
    }

    fn line(&self, text: &str) {
        if !self.silent {
            self.ui.out(&format!("{}\n", self.bold(text)));
        }
    }

    fn bold(&self, text: &str) -> String {
        if self.ui.no_color { text.to_owned() } else { format!("\u{1b}[0m\u{1b}[1m{text}\u{1b}[0m") }
    }
}

/// ` [id=…]` of an object that has one.
fn id_of(object: &Value) -> String {
    match object.entry("id").and_then(Value::as_str) {
        Some(id) => format!(" [id={}]", printable(id)),
        None => String::new(),
    }
}

fn subject(addr: &impl std::fmt::Display, deposed: Option<&str>) -> String {
    match deposed {
        Some(key) => format!("{addr} (deposed object {key})"),
        None => addr.to_string(),
    }
}

impl Events for Progress<'_> {
    fn tell(&self, event: Event<'_>) {
        match event {
            Event::RefreshStart { addr, object } => {
                self.line(&format!("{addr}: Refreshing state...{}", id_of(object)));
            }
            Event::RefreshDone { .. } => {}
            Event::ReadStart { addr } => {
                self.started.borrow_mut().insert(addr.to_string(), Instant::now());
                self.line(&format!("{addr}: Reading..."));
            }
            Event::ReadDone { addr, object } => {
                let seconds = self.seconds(&addr.to_string());
                self.line(&format!("{addr}: Read complete after {seconds}s{}", id_of(object)));
            }
            Event::ApplyStart { addr, deposed, action, prior } => {
                let subject = subject(addr, deposed);
                let doing = match action {
                    Action::Update => "Modifying",
                    Action::Delete => "Destroying",
                    _ => "Creating",
                };
                self.started.borrow_mut().insert(subject.clone(), Instant::now());
                let id = if prior.is_null() { String::new() } else { id_of(prior) };
                self.line(&format!("{subject}: {doing}...{id}"));
            }
            Event::ApplyDone { addr, deposed, action, object } => {
                let subject = subject(addr, deposed);
                let mut counts = self.counts.get();
                let (done, id) = match action {
                    Action::Update => {
                        counts.changed += 1;
                        ("Modifications", id_of(object))
                    }
                    Action::Delete => {
                        counts.removed += 1;
                        ("Destruction", String::new())
                    }
                    _ => {
                        counts.added += 1;
                        ("Creation", id_of(object))
                    }
                };
                self.counts.set(counts);
                let seconds = self.seconds(&subject);
                self.line(&format!("{subject}: {done} complete after {seconds}s{id}"));
            }
            Event::ApplyFailed { .. } | Event::ProvisionDone { .. } => {}
            Event::ProvisionStart { addr, provisioner } => {
                self.line(&format!("{addr}: Provisioning with '{provisioner}'..."));
            }
            Event::ProvisionOutput { addr, provisioner, line } => {
                self.line(&format!("{addr} ({provisioner}): {}", printable(line)));
            }
        }
    }

    fn is_stopping(&self) -> bool {
        self.interrupts.is_stopping()
    }
}

impl Progress<'_> {
    fn seconds(&self, subject: &str) -> u64 {
        self.started.borrow_mut().remove(subject).map_or(0, |start| start.elapsed().as_secs())
    }
}
