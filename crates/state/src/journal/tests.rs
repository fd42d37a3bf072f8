//! Journals from their first record to the state that they become part of.

use std::path::PathBuf;

use addrs::{AbsProviderConfig, AbsResourceInstance, Provider};

use super::*;
use crate::{State, StateFile};

fn state(instances: &[(&str, &str)]) -> State {
    let mut state = State::default();
    for (addr, attributes) in instances {
        let addr = AbsResourceInstance::parse(addr).unwrap();
        let text = format!(
            r#"{{"version":4,"resources":[{{"mode":"managed","type":"t","name":"n","provider":"provider[\"a/b/c\"]",
            "instances":[{{"attributes":{attributes},"private":"AAA=","dependencies":["a.b"]}}]}}]}}"#
        );
        let mut one = StateFile::read(text.as_bytes()).unwrap().state;
        let (_, resource) = one.resources.pop_first().unwrap();
        *state.instance_mut(&addr, &resource.provider) = resource.instances.into_values().next().unwrap();
    }
    state
}

fn provider() -> AbsProviderConfig {
    AbsProviderConfig::root_default(Provider::parse("a/b/c").unwrap())
}

fn binding() -> Binding {
    Binding { lineage: "l".to_owned(), serial: 3, hash: 7 }
}

/// Writes a journal of how the instances became what they are in a state, and leaves it.
fn journal(path: &PathBuf, before: &State, after: &State, addrs: &[&str]) {
    let journal = Journal::begin(path, &binding(), &Moves::new()).unwrap();
    for text in addrs {
        let addr = AbsResourceInstance::parse(text).unwrap();
        let outcome = Outcome {
            addr: &addr,
            provider: &provider(),
            instance: after.instance(&addr),
            existed: before.instance(&addr).is_some(),
        };
        drop(journal.append(&outcome));
    }
}

const ALL: [&str; 4] = ["t.changed", "module.m[\"a\"].t.new[\"k\\\"\"]", "t.gone[0]", "t.passed"];

fn before() -> State {
    state(&[("t.changed", "{\"a\":1}"), ("t.gone[0]", "{}"), ("t.same", "{}")])
}

fn after() -> State {
    state(&[("t.changed", "{\"a\":2}"), (ALL[1], "{\"x\":\"<\"}"), ("t.same", "{}")])
}

#[test]
fn outcomes_become_part_of_the_state() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("j");
    journal(&path, &before(), &after(), &ALL);
    let bytes = std::fs::read(&path).unwrap();
    let contents = JournalContents::read(&bytes).unwrap().unwrap();
    assert_eq!((contents.len(), &contents.binding), (4, &binding()));
    let mut folded = before();
    contents.clone().fold(&mut folded);
    let text = |state: State| String::from_utf8(StateFile { state, ..Default::default() }.write()).unwrap();
    assert_eq!(text(folded.clone()), text(after()));
    // Once more changes nothing.
    contents.fold(&mut folded);
    assert!(folded.same_as(&after()));
    // Any beginning of the file is a journal of some of the outcomes.
    let mut most = 0;
    for length in 0..=bytes.len() {
        let part = JournalContents::read(&bytes[..length]).unwrap().map_or(0, |contents| contents.len());
        assert!(part >= most && part <= 4);
        most = part;
    }
    assert_eq!(most, 4);
    use std::os::unix::fs::PermissionsExt;
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn only_what_nothing_speaks_against_is_merged() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("j");
    journal(&path, &before(), &after(), &ALL);
    let contents = JournalContents::read(&std::fs::read(&path).unwrap()).unwrap().unwrap();
    let check = |there: &State, expect: &[&str]| {
        let mut merged = there.clone();
        match contents.clone().merge(&mut merged) {
            Ok(()) => {
                assert!(expect.is_empty());
                for addr in ALL {
                    let addr = AbsResourceInstance::parse(addr).unwrap();
                    assert_eq!(merged.instance(&addr).is_some(), after().instance(&addr).is_some());
                }
            }
            Err(conflicts) => {
                let conflicts: Vec<String> = conflicts.iter().map(ToString::to_string).collect();
                assert_eq!(conflicts, expect);
                assert!(merged.same_as(there));
            }
        }
    };
    check(&after(), &[]);
    check(&state(&[("t.changed", "{\"a\":2}"), ("t.other", "{}")]), &[]);
    let run = "by the run that was cut short";
    check(
        &before(),
        &[
            &format!("t.changed was made or changed {run}, but is different in the state"),
            &format!("t.gone[0] was destroyed {run}, but is in the state"),
        ],
    );
    check(&State::default(), &[&format!("t.changed was changed {run}, but is not in the state any more")]);
    let other = state(&[("t.changed", "{\"a\":2}"), (ALL[1], "{}"), ("t.passed", "{}")]);
    check(
        &other,
        &[
            &format!("t.passed was destroyed {run}, but is in the state"),
            &format!("{} was made or changed {run}, but is different in the state", ALL[1]),
        ],
    );
}

#[test]
fn what_has_moved_is_known_once() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("j");
    let addr = |text: &str| AbsResourceInstance::parse(text).unwrap();
    let pairs = [
        ("t.to", "t.from"),
        ("module.m[0].t.only", "module.m.t.only"),
        ("t.went", "t.goes"),
        // One may go where another was.
        ("t.c", "t.b"),
        ("t.b", "t.a"),
        // Of these, only the first was told of.
        ("u.known", "t.known"),
        ("u.unknown", "t.unknown"),
    ]
    .map(|(to, from)| (addr(to), addr(from)));
    let moves: Moves<'_> = pairs.iter().map(|(to, from)| (to, from)).collect();
    let before = [
        ("t.from", "{\"a\":1}"),
        ("module.m.t.only", "{}"),
        ("t.goes", "{}"),
        ("t.a", "{\"a\":1}"),
        ("t.b", "{\"b\":1}"),
        ("t.known", "{}"),
        ("t.unknown", "{}"),
    ];
    let before = state(&before);
    let after = [
        ("t.to", "{\"a\":2}"),
        ("module.m[0].t.only", "{}"),
        ("t.b", "{\"a\":2}"),
        ("t.c", "{\"b\":1}"),
        ("u.known", "{\"u\":1}"),
        ("t.unknown", "{}"),
    ];
    let after = state(&after);
    let journal = Journal::begin(&path, &binding(), &moves).unwrap();
    for text in ["t.to", "t.went", "t.b", "u.known"] {
        let addr = addr(text);
        let instance = after.instance(&addr);
        drop(journal.append(&Outcome { addr: &addr, provider: &provider(), instance, existed: true }));
    }
    drop(journal);
    let contents = JournalContents::read(&std::fs::read(&path).unwrap()).unwrap().unwrap();
    let mut folded = before.clone();
    contents.clone().fold(&mut folded);
    let text = |state: State| String::from_utf8(StateFile { state, ..Default::default() }.write()).unwrap();
    assert_eq!(text(folded), text(after.clone()));

    // Where another program wrote the state, what it still has under the old address contradicts.
    let conflicts = contents.clone().merge(&mut before.clone()).unwrap_err();
    let moved = |to: &str, from: &str| Conflict::Moved { from: addr(from), to: addr(to) };
    let expect = [
        Conflict::Different(addr("t.b")),
        moved("t.to", "t.from"),
        moved("t.went", "t.goes"),
        moved("u.known", "t.known"),
    ];
    assert_eq!(conflicts, expect);
    assert_eq!(contents.merge(&mut after.clone()), Ok(()));
}

#[test]
fn what_a_sealed_journal_made_may_be_gone() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("j");
    journal(&path, &before(), &after(), &ALL[1..2]);
    let mut bytes = std::fs::read(&path).unwrap();
    let merged = |bytes: &[u8]| JournalContents::read(bytes).unwrap().unwrap().merge(&mut State::default());
    assert_eq!(merged(&bytes), Ok(()));
    frame::push(&mut bytes, frame::SEAL, contents::hex(1).as_bytes());
    assert_eq!(merged(&bytes), Err(vec![Conflict::Made(AbsResourceInstance::parse(ALL[1]).unwrap())]));
}

#[test]
fn a_journal_ends_with_its_run() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("j");
    let open = Journal::begin(&path, &binding(), &Moves::new()).unwrap();
    open.seal(1).unwrap();
    assert!(!path.exists(), "without outcomes there is no file");
    let (addr, after) = (AbsResourceInstance::parse("t.changed").unwrap(), after());
    let outcome =
        Outcome { addr: &addr, provider: &provider(), instance: after.instance(&addr), existed: true };
    open.append(&outcome).wait().unwrap();
    open.seal(2).unwrap();
    let contents = JournalContents::read(&std::fs::read(&path).unwrap()).unwrap().unwrap();
    assert!(contents.is_part_of(2) && !contents.is_part_of(1));
    let second = Journal::begin(&path, &binding(), &Moves::new()).unwrap();
    let refused = second.append(&outcome).wait().unwrap_err().to_string();
    let expect = format!(
        "The journal {} cannot be written: another run is under way and keeps its own there.",
        path.display()
    );
    assert_eq!(refused, expect);
    assert!(second.append(&outcome).wait().is_err());
    assert!(second.prepare().is_err());
    second.finish().unwrap();
    assert!(path.exists(), "what another run has there stays");
    open.finish().unwrap();
    assert!(!path.exists());
}

#[test]
fn a_journal_is_prepared() {
    use std::os::unix::fs::MetadataExt;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("j");
    let journal = Journal::begin(&path, &binding(), &Moves::new()).unwrap();
    journal.prepare().unwrap();
    let bytes = std::fs::read(&path).unwrap();
    assert!(JournalContents::read(&bytes).unwrap().unwrap().is_empty());
    let blocks = || std::fs::metadata(&path).unwrap().blocks();
    let kept = blocks();
    journal.seal(1).unwrap();
    assert!(kept == 0 || blocks() <= kept, "what is kept is given back");
    journal.finish().unwrap();
    assert!(!path.exists());
}

#[test]
fn who_waits_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let journal = Journal::begin(dir.path().join("j"), &binding(), &Moves::new()).unwrap();
    let (addr, after) = (AbsResourceInstance::parse("t.changed").unwrap(), after());
    let outcome =
        Outcome { addr: &addr, provider: &provider(), instance: after.instance(&addr), existed: true };
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let waiting: Vec<Durable> = (0..1000).map(|_| journal.append(&outcome)).collect();
        for durable in waiting {
            durable.await.unwrap();
        }
    });
    journal.finish().unwrap();
}

#[test]
fn what_is_no_journal_is_refused() {
    assert!(JournalContents::read(b"").unwrap().is_none());
    assert!(JournalContents::read(b"H 113 6a7").unwrap().is_none());
    assert!(JournalContents::read(&[0; 64]).unwrap().is_none());
    assert_eq!(JournalContents::read(b"hello\n").unwrap_err(), JournalError::Other);
    let damaged = b"H 3 00000000 {}x\nN 3 00000000 {}x\n";
    assert_eq!(JournalContents::read(damaged).unwrap_err(), JournalError::Damaged { at: 0 });
    let mut bytes = Vec::new();
    frame::push(&mut bytes, frame::HEADER, br#"{"journal":4,"lineage":"","serial":1,"xxh3":""}"#);
    assert_eq!(JournalContents::read(&bytes).unwrap_err(), JournalError::Version);
    bytes.clear();
    contents::push_header(&mut bytes, &binding(), &Moves::new());
    frame::push(&mut bytes, b'X', b"");
    assert_eq!(JournalContents::read(&bytes).unwrap_err(), JournalError::Version);
}
