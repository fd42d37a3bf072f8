//! What becomes of a run that was cut short, for every way in which that can happen.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use addrs::{AbsProviderConfig, AbsResourceInstance, Provider};
use backend::{
    Backend, LocalBackend, LocalOptions, LockInfo, Recovered, StateStore, begin_journal, persist,
    persist_and_finish, recover, recover_if_idle,
};
use state::journal::{Journal, Moves, Outcome};
use state::{InstanceState, Object, ObjectStatus, State, StateFile};

fn open(dir: &Path) -> Box<dyn StateStore> {
    LocalBackend::new(dir, LocalOptions::default()).open("default").unwrap()
}

fn provider() -> AbsProviderConfig {
    AbsProviderConfig::root_default(Provider::builtin())
}

fn instance(attributes: &str) -> InstanceState {
    let object = Object {
        status: ObjectStatus::Ready,
        schema_version: 0,
        attributes: attributes.into(),
        attributes_flat: None,
        sensitive_paths: Vec::new(),
        private: [].into(),
        dependencies: state::DependencyList::default(),
        create_before_destroy: false,
        skip_destroy: false,
        identity: None,
    };
    InstanceState { current: Some(object.into()), ..InstanceState::default() }
}

fn addr(name: &str) -> AbsResourceInstance {
    AbsResourceInstance::parse(&format!("terraform_data.{name}")).unwrap()
}

fn with(names: &[&str]) -> State {
    let mut state = State::default();
    for name in names {
        *state.instance_mut(&addr(name), &provider()) = instance(&format!("{{\"id\":\"{name}\"}}"));
    }
    state
}

fn append(journal: &Journal, state: &State, name: &str, existed: bool) {
    let (addr, provider) = (addr(name), provider());
    let outcome = Outcome { addr: &addr, provider: &provider, instance: state.instance(&addr), existed };
    journal.append(&outcome).wait().unwrap();
}

fn names(file: &StateFile) -> Vec<String> {
    file.state.resources.keys().map(|addr| addr.resource.name.to_string()).collect()
}

fn stored(dir: &Path) -> StateFile {
    open(dir).read().unwrap().file.unwrap()
}

fn journal_path(dir: &Path) -> PathBuf {
    dir.join("terraform.tfstate.journal")
}

/// A directory with a state of `old` and `gone`, and the journal of a run that destroyed `gone` and made `new`.
fn cut_short() -> (tempfile::TempDir, StateFile) {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path());
    let before = persist(store.as_ref(), None, with(&["gone", "old"]), "1.11.4").unwrap().file;
    let journal =
        begin_journal(store.as_ref(), &store.read_for_run().unwrap().1, &Moves::new()).unwrap().unwrap();
    let after = with(&["new", "old"]);
    append(&journal, &after, "new", false);
    append(&journal, &after, "gone", true);
    (dir, before)
}

#[test]
fn outcomes_become_part_of_the_state_that_they_follow() {
    let (dir, before) = cut_short();
    let store = open(dir.path());
    let id = store.lock(&LockInfo::new("x", "1")).unwrap();
    assert_eq!(
        recover(store.as_ref(), "1.11.4").unwrap(),
        Recovered::Folded { instances: 2, merged: false, torn: None }
    );
    let file = store.read().unwrap().file.unwrap();
    assert_eq!(names(&file), ["new", "old"]);
    assert_eq!((file.serial, &file.lineage), (before.serial + 1, &before.lineage));
    assert!(!journal_path(dir.path()).exists());
    assert_eq!(recover(store.as_ref(), "1.11.4").unwrap(), Recovered::Nothing);
    store.unlock(&id).unwrap();
    let backup = StateFile::read(&fs::read(dir.path().join("terraform.tfstate.backup")).unwrap()).unwrap();
    assert_eq!(names(&backup), ["gone", "old"]);
}

#[test]
fn a_journal_cut_at_any_byte_does_no_harm() {
    let (dir, before) = cut_short();
    let whole = fs::read(journal_path(dir.path())).unwrap();
    let state = fs::read(dir.path().join("terraform.tfstate")).unwrap();
    for length in 0..=whole.len() {
        fs::write(dir.path().join("terraform.tfstate"), &state).unwrap();
        fs::write(journal_path(dir.path()), &whole[..length]).unwrap();
        recover(open(dir.path()).as_ref(), "1.11.4").unwrap();
        assert!(!journal_path(dir.path()).exists());
        let file = stored(dir.path());
        let names = names(&file);
        assert!(names == ["gone", "old"] || names == ["gone", "new", "old"] || names == ["new", "old"]);
        assert_eq!(file.lineage, before.lineage);
    }
}

#[test]
fn the_first_run_of_all_can_be_cut_short() {
    let dir = tempfile::tempdir().unwrap();
    let store = open(dir.path());
    store.lock(&LockInfo::new("x", "1")).unwrap();
    let journal =
        begin_journal(store.as_ref(), &store.read_for_run().unwrap().1, &Moves::new()).unwrap().unwrap();
    append(&journal, &with(&["new"]), "new", false);
    drop(journal);
    // A command that only reads leaves a run alone that is still going on.
    assert_eq!(recover_if_idle(open(dir.path()).as_ref(), "1").unwrap(), Recovered::Nothing);
    assert!(open(dir.path()).read().unwrap().file.is_none());
    std::mem::drop(store);
    fs::write(dir.path().join("terraform.tfstate"), "").unwrap();
    let message = open(dir.path()).read().unwrap_err().to_string();
    assert!(message.contains("run a command that locks the state"), "{message}");
    assert!(matches!(recover_if_idle(open(dir.path()).as_ref(), "1"), Ok(Recovered::Folded { .. })));
    assert_eq!(names(&stored(dir.path())), ["new"]);
}

#[test]
fn a_run_killed_after_its_last_write_has_nothing_to_recover() {
    let (dir, _) = cut_short();
    let left = fs::read(journal_path(dir.path())).unwrap();
    recover(open(dir.path()).as_ref(), "1.11.4").unwrap();
    let serial = stored(dir.path()).serial;
    // Once more the same journal, as if deleting it had not been reached: all is there, nothing is written.
    fs::write(journal_path(dir.path()), left).unwrap();
    assert_eq!(recover(open(dir.path()).as_ref(), "1.11.4").unwrap(), Recovered::Already);
    assert_eq!(stored(dir.path()).serial, serial);

    // A run that ended as it should notes in its journal which state it is part of.
    let store = open(dir.path());
    let (snapshot, binding) = store.read_for_run().unwrap();
    let journal = begin_journal(store.as_ref(), &binding, &Moves::new()).unwrap().unwrap();
    append(&journal, &with(&["newer"]), "newer", false);
    let kept = dir.path().join("kept");
    fs::hard_link(journal_path(dir.path()), &kept).unwrap();
    let after = with(&["newer", "new", "old"]);
    persist_and_finish(store.as_ref(), snapshot.file.as_ref(), after, "1", Some(journal), false).unwrap();
    assert!(!journal_path(dir.path()).exists());
    fs::rename(kept, journal_path(dir.path())).unwrap();
    assert_eq!(recover(store.as_ref(), "1.11.4").unwrap(), Recovered::Already);
    assert!(!journal_path(dir.path()).exists());
}

#[test]
fn of_a_record_that_is_not_whole_is_told() {
    for cut in [1, 30] {
        let (dir, _) = cut_short();
        let path = journal_path(dir.path());
        let whole = fs::read(&path).unwrap();
        fs::write(&path, &whole[..whole.len() - cut]).unwrap();
        let kept = PathBuf::from(format!("{}.torn", path.display()));
        match recover(open(dir.path()).as_ref(), "1.11.4").unwrap() {
            Recovered::Folded { instances: found, torn: Some(torn), .. } => {
                assert_eq!((found, torn), (1, kept.clone()));
            }
            other => panic!("{other:?}"),
        }
        assert!(!path.exists());
        assert_eq!(fs::read(&kept).unwrap(), whole[..whole.len() - cut]);
        // What was put aside before stays.
        fs::write(&path, &whole[..whole.len() - cut]).unwrap();
        recover(open(dir.path()).as_ref(), "1.11.4").unwrap();
        assert!(PathBuf::from(format!("{}.torn.1", path.display())).exists() && kept.exists());
    }
    let (dir, _) = cut_short();
    let path = journal_path(dir.path());
    fs::write(&path, "hello\n").unwrap();
    let message = recover(open(dir.path()).as_ref(), "1").unwrap_err().to_string();
    assert!(message.contains("It does not begin as a journal does."), "{message}");
    assert!(path.exists());
}

#[test]
fn what_another_program_wrote_is_never_lost() {
    // It made something else.
    let (dir, before) = cut_short();
    let store = open(dir.path());
    persist(store.as_ref(), Some(&before), with(&["old", "other"]), "1.11.4").unwrap();
    assert_eq!(
        recover(store.as_ref(), "1.11.4").unwrap(),
        Recovered::Folded { instances: 2, merged: true, torn: None }
    );
    assert_eq!(names(&stored(dir.path())), ["new", "old", "other"]);

    // It made the same, and still has what was destroyed.
    let (dir, before) = cut_short();
    let store = open(dir.path());
    let mut theirs = with(&["gone", "old", "other"]);
    *theirs.instance_mut(&addr("new"), &provider()) = instance("{\"id\":\"theirs\"}");
    persist(store.as_ref(), Some(&before), theirs, "1.11.4").unwrap();
    let bytes = fs::read(dir.path().join("terraform.tfstate")).unwrap();
    let message = recover(store.as_ref(), "1.11.4").unwrap_err().to_string();
    let place = format!("{}/", dir.path().display());
    assert_eq!(
        message.replace(&place, ""),
        "A run was cut short, and before its journal terraform.tfstate.journal became part of the state \
         terraform.tfstate, another program wrote that state. They contradict each other:\n  \
         - terraform_data.gone was destroyed by the run that was cut short, but is in the state\n  \
         - terraform_data.new was made or changed by the run that was cut short, but is different in the state\n\
         Look at the real objects and decide for each. Then bring the state in order: \"import\" what exists and \
         is missing, \"state rm\" what is gone, with terraform or after moving the journal away. The journal is \
         text, with one instance in each line. When the state is right, delete terraform.tfstate.journal."
    );
    assert_eq!(fs::read(dir.path().join("terraform.tfstate")).unwrap(), bytes);
    assert!(journal_path(dir.path()).exists());
}

#[test]
fn a_journal_without_its_state_says_what_to_do() {
    let check = |content: Option<&str>, expect: &str| {
        let (dir, _) = cut_short();
        let path = dir.path().join("terraform.tfstate");
        match content {
            Some(content) => fs::write(&path, content).unwrap(),
            None => fs::remove_file(&path).unwrap(),
        }
        let message = recover(open(dir.path()).as_ref(), "1").unwrap_err().to_string();
        assert!(message.contains(expect), "{message}");
        assert!(journal_path(dir.path()).exists());
    };
    check(None, "but there is no state any more. Bring it back");
    check(Some(""), "but there is no state any more. Bring it back");
    check(Some("{\"version\":4,"), "restore the state with the serial 1, for instance from a backup");
    check(Some("{\"version\":4,\"lineage\":\"other\"}"), "their lineages differ");
    let (dir, _) = cut_short();
    let mut bytes = fs::read(journal_path(dir.path())).unwrap();
    bytes[20] ^= 1;
    fs::write(journal_path(dir.path()), bytes).unwrap();
    let message = recover(open(dir.path()).as_ref(), "1").unwrap_err().to_string();
    assert!(message.contains("The record at byte 0 is damaged."), "{message}");
}

#[test]
fn what_was_safe_before_a_kill_is_known_afterwards() {
    for _ in 0..3 {
        let dir = tempfile::tempdir().unwrap();
        let mut run = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "child_appends_until_it_is_killed", "--nocapture"])
            .env("CAIRN_TEST_DIR", dir.path())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let told = dir.path().join("told");
        let start = Instant::now();
        let count = || fs::read_to_string(&told).map_or(0, |text| text.lines().count());
        while count() < 20 && start.elapsed() < Duration::from_secs(30) {
            std::thread::sleep(Duration::from_millis(5));
        }
        run.kill().unwrap();
        run.wait().unwrap();
        let text = fs::read_to_string(&told).unwrap();
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        assert!(matches!(recover_if_idle(open(dir.path()).as_ref(), "1"), Ok(Recovered::Folded { .. })));
        let state = stored(dir.path()).state;
        for name in whole.lines() {
            assert!(state.instance(&addr(name)).is_some(), "{name}");
        }
    }
}

/// Only does something as a child of the test above.
#[test]
fn child_appends_until_it_is_killed() {
    let Some(dir) = std::env::var_os("CAIRN_TEST_DIR").map(PathBuf::from) else { return };
    let store = open(&dir);
    store.lock(&LockInfo::new("child", "1")).unwrap();
    let journal =
        begin_journal(store.as_ref(), &store.read_for_run().unwrap().1, &Moves::new()).unwrap().unwrap();
    let mut told = fs::File::create(dir.join("told")).unwrap();
    for number in 0..1_000_000 {
        let name = format!("n{number}");
        append(&journal, &with(&[&name]), &name, false);
        use std::io::Write;
        writeln!(told, "{name}").unwrap();
    }
}
