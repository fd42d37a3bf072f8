//! A journal of what a run does, and what a run that is killed at any moment leaves: every object is known once.

use std::collections::BTreeMap;
use std::path::Path;

use engine::Recorder;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use plan::Plan;
use state::State;
use state::journal::{Binding, Journal, JournalContents, Outcome};

/// More outcomes than these are not looked at one by one.
const MOST: usize = 40;

/// Keeps outcomes in a journal.
pub(crate) struct Kept {
    dir: tempfile::TempDir,
    journal: Journal,
}

impl Kept {
    pub(crate) fn new(plan: &Plan) -> Self {
        let dir = tempfile::tempdir().expect("a temporary folder can be made");
        let journal = Journal::begin(dir.path().join("journal"), &Binding::default(), &plan.moves());
        Self { journal: journal.expect("a thread can be started"), dir }
    }

    /// Looks at what becomes of a state at each moment of the run.
    pub(crate) fn check(self, before: &State) {
        let Self { dir, journal } = self;
        drop(journal);
        let bytes = std::fs::read(dir.path().join(Path::new("journal"))).unwrap_or_default();
        let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        let mut ends: Vec<usize> = ends.collect();
        if ends.len() > MOST {
            ends.drain(..ends.len() - 1);
        }
        for end in ends {
            let contents = JournalContents::read(&bytes[..end]).expect("it is a journal");
            let mut state = before.clone();
            contents
                .filter(|contents| !contents.is_empty())
                .into_iter()
                .for_each(|found| found.fold(&mut state));
            let twice = known_twice(&state);
            assert!(twice.is_empty(), "{twice:?}\n{}", String::from_utf8_lossy(&bytes[..end]));
        }
    }
}

/// The objects that a state has more than once, with where they are.
fn known_twice(state: &State) -> Vec<(String, Vec<String>)> {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (addr, resource) in state.resources.iter() {
        for (key, instance) in &resource.instances {
            for object in instance.current.iter().chain(instance.deposed.values()) {
                let found: serde_json::Value = serde_json::from_str(&object.attributes).unwrap_or_default();
                let Some(id) = found["id"].as_str() else { continue };
                let id = format!("{} {id}", addr.resource.type_name);
                places.entry(id).or_default().push(addr.instance(key.clone()).to_string());
            }
        }
    }
    places.retain(|_, places| places.len() > 1);
    places.into_iter().collect()
}

impl Recorder for Kept {
    fn record(&self, outcome: &Outcome<'_>) -> LocalBoxFuture<'static, Result<(), String>> {
        drop(self.journal.append(outcome));
        futures_util::future::ready(Ok(())).boxed_local()
    }
}
