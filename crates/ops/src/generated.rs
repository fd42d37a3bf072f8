//! Configuration that planning writes for imported objects, and the file that it goes to.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};

use addrs::AbsResourceInstance;
use diag::Diagnostic;
use engine::{Event, Events};
use plan::Plan;
use value::quote::quote;

/// Refuses a file for generated configuration that is there already.
pub fn check_generated_path(path: &str) -> Result<(), Box<Diagnostic>> {
    match std::fs::symlink_metadata(path) {
        Ok(_) => Err(Box::new(already_there(path))),
        Err(_) => Ok(()),
    }
}

fn already_there(path: &str) -> Diagnostic {
    let detail = format!(
        "Configuration is generated only into a new file, and {path} is there already. Name another one with \
         -generate-config-out, or move away what is in it and delete it."
    );
    Diagnostic::error("Target generated file already exists", detail)
}

/// Collects generated configuration, and passes on everything that is told.
pub(crate) struct Generated<'a> {
    told: &'a dyn Events,
    texts: RefCell<BTreeMap<AbsResourceInstance, String>>,
}

impl<'a> Generated<'a> {
    pub(crate) fn new(told: &'a dyn Events) -> Self {
        Self { told, texts: RefCell::default() }
    }

    /// Writes what was collected, if anything was, by address; gives what to say of it.
    pub(crate) fn write(
        &self,
        path: &str,
        plan: Option<&Plan>,
    ) -> Result<Option<Diagnostic>, Box<Diagnostic>> {
        let texts = self.texts.borrow();
        if texts.is_empty() {
            return Ok(None);
        }
        write_new(path, &file_text(&texts, plan))?;
        let detail = "Configuration for imported objects is a first proposal, and how it is written may change in a later \
                      version. Read it before you keep it.";
        Ok(Some(Diagnostic::warning("Config generation is experimental", detail)))
    }
}

/// Writes generated configuration into a new file.
pub(crate) fn write_new(path: &str, text: &str) -> Result<(), Box<Diagnostic>> {
    let write = || {
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()
    };
    write().map_err(|error| {
        Box::new(match error.kind() {
            ErrorKind::AlreadyExists => already_there(path),
            _ => {
                let detail = format!(
                    "The file {path} for generated configuration cannot be written: {error}.",
                    error = diag::reason(&error)
                );
                Diagnostic::error("Failed to create target generated file", detail)
            }
        })
    })
}

impl Events for Generated<'_> {
    fn tell(&self, event: Event<'_>) {
        if let Event::ConfigGenerated { addr, text } = event {
            self.texts.borrow_mut().insert(addr.clone(), text.to_owned());
        }
        self.told.tell(event);
    }

    fn is_stopping(&self) -> bool {
        self.told.is_stopping()
    }
}

/// How such a file begins; who reads them knows these words.
pub(crate) const HEADER: &str = "# __generated__ by Terraform\n# Please review these resources and move them into your main configuration files.\n";

fn file_text(texts: &BTreeMap<AbsResourceInstance, String>, plan: Option<&Plan>) -> String {
    let mut out = String::from(HEADER);
    for (addr, text) in texts {
        let change = plan.and_then(|plan| plan.changes.iter().find(|change| change.addr == *addr));
        let id = change.and_then(|change| change.importing.as_ref()?.id.as_ref());
        let from = id.map(|id| format!(" from {}", quote(id))).unwrap_or_default();
        out.push_str(&format!("\n# __generated__ by Terraform{from}\n{text}\n"));
    }
    out
}
