//! What an index is good for, and when it is not believed.

use std::fs::{self, File, FileTimes, OpenOptions};
use std::os::unix::fs::{FileExt, PermissionsExt};
use std::path::PathBuf;

use state::{State, StateFile};

use super::tests::names;
use crate::{Backend, LocalBackend, LocalOptions, LockInfo, StateStore, persist};

/// A chain that is long enough for an index.
fn chain(serial: u64) -> StateFile {
    state(serial, |at| (0..at).collect())
}

/// A state in which each object depends on some of those before.
fn state(serial: u64, needs: impl Fn(usize) -> Vec<usize>) -> StateFile {
    let object = |at: usize| {
        let needs = needs(at).into_iter();
        let list = needs.map(|before| format!("\"a.name_of_block_{before:04}\"")).collect::<Vec<_>>();
        format!(
            r#"{{"mode":"managed","type":"a","name":"name_of_block_{at:04}","provider":"provider[\"r.io/a/b\"]",
            "instances":[{{"attributes":{{"secret":"{at}"}},"dependencies":[{}]}}]}}"#,
            list.join(",")
        )
    };
    let objects = (0..480).map(object).collect::<Vec<_>>().join(",");
    let text = format!(r#"{{"version":4,"serial":{serial},"lineage":"l","resources":[{objects}]}}"#);
    StateFile::read(text.as_bytes()).expect("it is a state")
}

struct Folder {
    dir: tempfile::TempDir,
}

impl Folder {
    /// With a chain in its state.
    fn new() -> Self {
        let folder = Self { dir: tempfile::tempdir().unwrap() };
        folder.store().write(&chain(7)).unwrap();
        folder
    }

    fn store(&self) -> Box<dyn StateStore> {
        LocalBackend::new(self.dir.path(), LocalOptions::default()).open("default").unwrap()
    }

    fn state(&self) -> PathBuf {
        self.dir.path().join("terraform.tfstate")
    }

    fn index(&self) -> PathBuf {
        self.dir.path().join(".terraform.tfstate.index")
    }

    /// What is read is what stands in the file, however it is read.
    #[track_caller]
    fn check(&self, is_known: bool) {
        let store = self.store();
        assert_eq!(store.read_known().is_some(), is_known);
        let expect = StateFile::read(&fs::read(self.state()).unwrap()).unwrap().write();
        let (snapshot, binding) = store.read_for_run().unwrap();
        assert!(snapshot.file.unwrap().write() == expect);
        assert!(store.read().unwrap().file.unwrap().write() == expect);
        assert_eq!(binding.hash, crate::store::hash(&fs::read(self.state()).unwrap()));
    }

    fn change(&self, from: &str, to: &str) {
        assert_eq!(from.len(), to.len());
        let text = String::from_utf8(fs::read(self.state()).unwrap()).unwrap();
        let at = text.find(from).expect("it is there");
        let file = OpenOptions::new().write(true).open(self.state()).unwrap();
        file.write_all_at(to.as_bytes(), at as u64).unwrap();
    }
}

#[test]
fn long_lists_are_not_read_again() {
    let folder = Folder::new();
    folder.check(true);
    assert_eq!(fs::metadata(folder.index()).unwrap().permissions().mode() & 0o777, 0o600);
    let index = fs::read_to_string(folder.index()).unwrap();
    assert!(!index.contains("secret") && index.len() < 64 * 1024, "{}", index.len());
    // Also for who holds the lock, and through another name.
    let store = folder.store();
    store.lock(&LockInfo::new("apply", "1")).unwrap();
    assert!(store.read_known().is_some());
    store.write(&chain(8)).unwrap();
    assert_eq!(store.read_known().unwrap().0.serial, 8);
    drop(store);
    folder.check(true);
    let link = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(folder.state(), link.path().join("terraform.tfstate")).unwrap();
    let linked = LocalBackend::new(link.path(), LocalOptions::default()).open("default").unwrap();
    assert_eq!(linked.read_known().unwrap().0.serial, 8);
    linked.write(&chain(9)).unwrap();
    folder.check(true);
    assert_eq!(fs::read_dir(link.path()).unwrap().count(), 2, "the link and a backup");
}

#[test]
fn files_without_long_lists_have_no_index() {
    let folder = Folder::new();
    let store = folder.store();
    persist(store.as_ref(), store.read().unwrap().file.as_ref(), State::default(), "1").unwrap();
    assert!(!folder.index().exists());
    folder.check(false);
    // Nor has what others made.
    store.write_bytes(&chain(12).write()).unwrap();
    assert!(!folder.index().exists());
    folder.check(false);
    // Nor where lists have much in common, but not with the one before: putting them together takes longer than reading.
    store.write(&state(13, |at| (0..at).filter(|before| (at * 7 + before * 11) % 13 > 4).collect())).unwrap();
    assert!(fs::metadata(folder.state()).unwrap().len() > 2 * state::ListIndex::LEAST_LENGTH);
    assert!(!folder.index().exists());
    folder.check(false);
}

#[test]
fn who_changes_the_file_is_seen() {
    for (from, to) in [
        // In a list, in the rest, in what identifies the state.
        ("\"a.name_of_block_0007\",\n", "\"a.name_of_block_0006\",\n"),
        ("\"secret\": \"300\"", "\"secret\": \"301\""),
        ("\"serial\": 7", "\"serial\": 8"),
    ] {
        let folder = Folder::new();
        let before = fs::metadata(folder.state()).unwrap();
        // Times have a grain.
        std::thread::sleep(std::time::Duration::from_millis(20));
        folder.change(from, to);
        // Whoever sets the time back does not undo that it was set.
        let times = FileTimes::new().set_modified(before.modified().unwrap());
        File::options().write(true).open(folder.state()).unwrap().set_times(times).unwrap();
        assert_eq!(fs::metadata(folder.state()).unwrap().modified().unwrap(), before.modified().unwrap());
        folder.check(false);
    }
    // Another file of the same name, and one that ends early.
    let folder = Folder::new();
    let text = fs::read(folder.state()).unwrap();
    fs::remove_file(folder.state()).unwrap();
    fs::write(folder.state(), &text).unwrap();
    folder.check(false);
    let folder = Folder::new();
    File::options().write(true).open(folder.state()).unwrap().set_len(2_000_000).unwrap();
    assert!(folder.store().read_known().is_none());
    assert!(folder.store().read().is_err());
}

#[test]
fn an_index_that_is_not_whole_is_left_alone() {
    let folder = Folder::new();
    let whole = fs::read(folder.index()).unwrap();
    let keep = |bytes: &[u8]| fs::write(folder.index(), bytes).unwrap();
    for at in (0..whole.len()).step_by(whole.len() / 50) {
        keep(&whole[..at]);
        assert!(folder.store().read_known().is_none(), "cut at {at}");
        let mut changed = whole.clone();
        changed[at] ^= 4;
        keep(&changed);
        let known = folder.store().read_known();
        assert!(known.is_none_or(|(file, _)| file.write() == chain(7).write()), "changed at {at}");
    }
    keep(&[]);
    folder.check(false);
    keep(&whole);
    folder.check(true);
}

#[test]
fn an_index_that_cannot_be_kept_does_not_matter() {
    let folder = Folder::new();
    fs::remove_file(folder.index()).unwrap();
    fs::create_dir(folder.index()).unwrap();
    fs::write(folder.index().join("x"), "").unwrap();
    folder.store().write(&chain(8)).unwrap();
    folder.check(false);
    let left: Vec<_> = names(folder.dir.path()).into_iter().filter(|name| name.ends_with(".tmp")).collect();
    assert!(left.is_empty(), "{left:?}");
}
