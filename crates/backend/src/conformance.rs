//! What every backend must do, as one test that each of them calls.

use state::{State, StateFile};

use crate::{Backend, LockError, LockInfo, Persisted, StateStore, StoreError, persist};

/// Panics where a backend without workspaces but the first one, and without state, behaves differently.
pub fn check(backend: &dyn Backend) {
    workspaces(backend);
    stores(backend);
    locks(backend);
    growth(backend);
}

fn open(backend: &dyn Backend, name: &str) -> Box<dyn StateStore> {
    backend.open(name).expect("a workspace opens")
}

fn workspaces(backend: &dyn Backend) {
    let list = || backend.workspaces().expect("workspaces are listed");
    assert_eq!(list(), ["default"]);
    backend.create_workspace("b").expect("a workspace is made");
    backend.create_workspace("a").expect("another workspace is made");
    assert_eq!(list(), ["default", "a", "b"]);
    assert!(matches!(backend.create_workspace("a"), Err(StoreError::WorkspaceExists(_))));
    assert!(matches!(backend.create_workspace("default"), Err(StoreError::WorkspaceExists(_))));
    for name in ["", "..", "a/b", "a b"] {
        assert!(matches!(backend.create_workspace(name), Err(StoreError::WorkspaceName(_))), "{name:?}");
        assert!(matches!(backend.open(name).err(), Some(StoreError::WorkspaceName(_))), "{name:?}");
    }
    backend.delete_workspace("b").expect("a workspace is deleted");
    assert!(matches!(backend.delete_workspace("b"), Err(StoreError::NoWorkspace(_))));
    assert!(matches!(backend.delete_workspace("default"), Err(StoreError::DefaultWorkspace)));
    assert_eq!(list(), ["default", "a"]);
    backend.delete_workspace("a").expect("the other workspace is deleted");
}

fn stores(backend: &dyn Backend) {
    backend.create_workspace("stores").expect("a workspace is made");
    let store = open(backend, "stores");
    assert!(store.read().expect("nothing is read").file.is_none());
    let file = |serial| StateFile { serial, lineage: "l".to_owned(), ..StateFile::default() };
    store.write(&file(3)).expect("a state is written");
    let (read, binding) = store.read_for_run().expect("the state is read");
    assert_eq!((binding.lineage.as_str(), binding.serial), ("l", 3));
    assert_eq!(read.file.map(|file| (file.serial, file.lineage)), Some((3, "l".to_owned())));
    store.write(&file(4)).expect("the state is written again");
    let other = open(backend, "stores");
    let again = other.read().expect("another store reads it");
    assert_eq!(again.file.map(|file| file.serial), Some(4));
    let rebound = other.read_for_run().expect("another store reads it to continue it").1;
    assert_ne!(binding.hash, rebound.hash);
    assert!(open(backend, "default").read().expect("the first workspace is read").file.is_none());
    store.write_bytes(b"{\"version\":4,\"serial\":").expect("bytes are written");
    let half = store.read().expect_err("half a state is an error").to_string();
    assert!(half.contains("ends in the middle"), "{half}");
    backend.delete_workspace("stores").expect("a workspace with state is deleted");
    backend.create_workspace("stores").expect("and made again");
    assert!(open(backend, "stores").read().expect("nothing is read").file.is_none());
    backend.delete_workspace("stores").expect("and deleted");
}

fn locks(backend: &dyn Backend) {
    let (ours, theirs) = (open(backend, "default"), open(backend, "default"));
    let info = LockInfo::new("OperationTypeTest", "1.2.3");
    let id = ours.lock(&info).expect("a lock is taken");
    assert_eq!(id, info.id);
    for store in [&theirs, &ours] {
        match store.lock(&LockInfo::new("other", "1")) {
            Err(LockError::Held { info: Some(holder) }) => {
                assert_eq!((&holder.id, &holder.operation, &holder.who), (&id, &info.operation, &info.who));
                assert!(!holder.path.is_empty());
            }
            other => panic!("a lock was taken twice: {other:?}"),
        }
    }
    assert!(ours.unlock("wrong").is_err());
    // The lock stays over any number of writes, and reading does not need it.
    for serial in 1..4 {
        ours.write(&StateFile { serial, ..StateFile::default() }).expect("a state is written under the lock");
        assert!(matches!(theirs.lock(&LockInfo::new("other", "1")), Err(LockError::Held { .. })));
        assert_eq!(theirs.read().expect("it is read").file.map(|file| file.serial), Some(serial));
        assert_eq!(ours.read().expect("it is read").file.map(|file| file.serial), Some(serial));
        assert!(matches!(theirs.lock(&LockInfo::new("other", "1")), Err(LockError::Held { .. })));
    }
    ours.unlock(&id).expect("the lock is released");
    assert!(matches!(ours.unlock(&id), Err(LockError::NotHeld)));
    assert!(matches!(theirs.force_unlock(&id), Err(LockError::NotHeld)));
    let next = theirs.lock(&LockInfo::new("next", "1")).expect("the other takes the lock");
    theirs.unlock(&next).expect("and releases it");
}

fn growth(backend: &dyn Backend) {
    backend.create_workspace("growth").expect("a workspace is made");
    let store = open(backend, "growth");
    let grow = |state: State| {
        let before = store.read().expect("the state is read").file;
        persist(store.as_ref(), before.as_ref(), state, "1.0.0").expect("the state is stored")
    };
    let Persisted { file: first, written } = grow(State::default());
    assert!(
        written && first.serial == 1 && first.lineage.len() == 36,
        "a first state is stored even if empty"
    );
    let same = grow(State::default());
    assert!(!same.written && same.file.serial == 1 && same.file.lineage == first.lineage);
    let changed = grow(State { checks: Some(Vec::new()), ..State::default() });
    assert!(changed.written && changed.file.serial == 2 && changed.file.lineage == first.lineage);
    let read = store.read().expect("the state is read").file.expect("there is one");
    assert_eq!((read.serial, &read.lineage), (2, &first.lineage));
    backend.delete_workspace("growth").expect("the workspace is deleted");
}
