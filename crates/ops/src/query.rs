//! Asking the lists of a configuration.

use std::cell::RefCell;
use std::collections::BTreeMap;

use addrs::AbsResourceInstance;
use diag::{Diagnostic, Diagnostics};
use engine::{Event, Events, QueryOptions};

use crate::generated::{HEADER, write_new};
use crate::project::Project;
use crate::providers::ProviderSet;
use crate::provisioners::LocalProvisioners;
use crate::run::{RunOptions, Watch, runtime, setup};

/// Asks all lists. What is found is told as it comes, and configuration for it is written into a file.
pub fn query(
    project: &Project,
    providers: &ProviderSet,
    file: Option<&str>,
    timestamp: String,
    options: &RunOptions,
    watch: &Watch<'_>,
) -> Diagnostics {
    let mut diags = Diagnostics::new();
    let Some(runtime) = runtime(&mut diags) else { return diags };
    let texts = Texts { told: watch.events, found: RefCell::default() };
    let provisioners = LocalProvisioners { interrupts: watch.interrupts };
    let setup = setup(project, providers, &provisioners, &texts, options);
    let work = engine::query(&setup, QueryOptions { generate: file.is_some(), timestamp });
    match runtime.block_on(watch.interrupts.watch(work, |count| watch.tell(count, providers))) {
        Some(found) => diags.append(found),
        None => diags.push(Diagnostic::error("operation canceled", "")),
    }
    let found = texts.found.borrow();
    if let (Some(file), false) = (file, found.is_empty()) {
        let blocks = found.values().flatten().map(String::as_str);
        let text: String = std::iter::once(HEADER).chain(blocks).collect();
        diags.extend(write_new(file, &text).err().map(|diagnostic| *diagnostic));
    }
    diags
}

/// Collects configuration for what is found, by list, and passes on everything that is told.
struct Texts<'a> {
    told: &'a dyn Events,
    found: RefCell<BTreeMap<AbsResourceInstance, Vec<String>>>,
}

impl Events for Texts<'_> {
    fn tell(&self, event: Event<'_>) {
        if let Event::ListFound { addr, found } = event
            && let Some((resource, import)) = found.generated
        {
            let text = format!("\n# __generated__ by Terraform\n{resource}\n\n{import}\n");
            self.found.borrow_mut().entry(addr.clone()).or_default().push(text);
        }
        self.told.tell(event);
    }

    fn is_stopping(&self) -> bool {
        self.told.is_stopping()
    }
}
