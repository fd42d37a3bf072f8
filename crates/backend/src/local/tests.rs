//! The local backend: its suite, and what only files can do.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};

use state::{State, StateFile};

use super::*;
use crate::{LockError, LockInfo, persist};

fn backend(dir: &Path) -> LocalBackend {
    LocalBackend::new(dir, LocalOptions::default())
}

fn state(serial: u64) -> StateFile {
    StateFile { serial, lineage: "l".to_owned(), ..StateFile::default() }
}

pub(super) fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn serial(path: &Path) -> u64 {
    StateFile::read(&fs::read(path).unwrap()).unwrap().serial
}

#[test]
fn it_conforms() {
    let dir = tempfile::tempdir().unwrap();
    crate::conformance::check(&backend(dir.path()));
}

#[test]
fn locking_alone_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let store = backend(dir.path()).open("default").unwrap();
    let id = store.lock(&LockInfo::new("plan", "1")).unwrap();
    assert_eq!(names(dir.path()), [".terraform.tfstate.lock.info", "terraform.tfstate"]);
    let mode = fs::metadata(dir.path().join(".terraform.tfstate.lock.info")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let snapshot = store.read().unwrap();
    assert!(snapshot.file.is_none() && snapshot.warning.is_none());
    store.unlock(&id).unwrap();
    assert!(names(dir.path()).is_empty());
    store.lock(&LockInfo::new("plan", "1")).unwrap();
    drop(store);
    assert!(names(dir.path()).is_empty());
}

#[test]
fn the_version_before_the_run_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let (path, backup) = (dir.path().join("terraform.tfstate"), dir.path().join("terraform.tfstate.backup"));
    let store = backend(dir.path()).open("default").unwrap();
    store.write(&state(1)).unwrap();
    assert!(!backup.exists());
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    store.write(&state(2)).unwrap();
    store.write(&state(3)).unwrap();
    assert_eq!((serial(&path), serial(&backup)), (3, 1));
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    let next = backend(dir.path()).open("default").unwrap();
    let before = next.read().unwrap().file;
    persist(next.as_ref(), before.as_ref(), State::default(), "1").unwrap();
    assert_eq!(serial(&backup), 1, "nothing changed, so nothing was written");
    next.write(&state(9)).unwrap();
    assert_eq!((serial(&path), serial(&backup)), (9, 3));
    assert_eq!(names(dir.path()), ["terraform.tfstate", "terraform.tfstate.backup"]);
}

#[test]
fn what_is_kept_for_good_is_never_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let options = LocalOptions { kept_at: Some(7), ..LocalOptions::default() };
    for number in 1..=3 {
        let store = LocalBackend::new(dir.path(), options.clone()).open("default").unwrap();
        store.write(&state(number)).unwrap();
    }
    assert_eq!(
        names(dir.path()),
        ["terraform.tfstate", "terraform.tfstate.7.backup", "terraform.tfstate.8.backup"]
    );
    assert_eq!(serial(&dir.path().join("terraform.tfstate.7.backup")), 1);
}

#[test]
fn flags_say_where() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let open = |options: LocalOptions| LocalBackend::new(dir.path(), options).open("default").unwrap();
    open(LocalOptions { path: Some("deep/x.tfstate".into()), ..Default::default() })
        .write(&state(1))
        .unwrap();
    assert_eq!(serial(&at("deep/x.tfstate")), 1);
    let options = LocalOptions {
        state: Some("deep/x.tfstate".into()),
        state_out: Some("out".into()),
        ..Default::default()
    };
    let store = open(options.clone());
    let id = store.lock(&LockInfo::new("x", "1")).unwrap();
    assert!(at(".out.lock.info").exists());
    assert_eq!(store.read().unwrap().file.unwrap().serial, 1);
    store.write(&state(2)).unwrap();
    store.unlock(&id).unwrap();
    assert_eq!((serial(&at("deep/x.tfstate")), serial(&at("out"))), (1, 2));
    assert!(!at("out.backup").exists());
    open(options.clone()).write(&state(3)).unwrap();
    assert_eq!(serial(&at("out.backup")), 2);
    open(LocalOptions { backup: Some("b".into()), ..options.clone() }).write(&state(4)).unwrap();
    assert_eq!((serial(&at("b")), serial(&at("out.backup"))), (3, 2));
    open(LocalOptions { backup: Some("-".into()), ..options }).write(&state(5)).unwrap();
    assert_eq!(names(dir.path()), ["b", "deep", "out", "out.backup"]);
}

/// People name `/dev/null` for what they do not want, and some are root.
#[test]
fn devices_stay() {
    let dir = tempfile::tempdir().unwrap();
    for name in ["null", "nothing"] {
        std::os::unix::fs::symlink("/dev/null", dir.path().join(name)).unwrap();
    }
    let options = LocalOptions {
        state_out: Some("null".into()),
        backup: Some("nothing".into()),
        ..LocalOptions::default()
    };
    let store = LocalBackend::new(dir.path(), options.clone()).open("default").unwrap();
    let id = store.lock(&LockInfo::new("x", "1")).unwrap();
    store.write(&state(1)).unwrap();
    store.unlock(&id).unwrap();
    let options = LocalOptions { state_out: None, ..options };
    let store = LocalBackend::new(dir.path(), options).open("default").unwrap();
    store.write(&state(2)).unwrap();
    store.write(&state(3)).unwrap();
    for name in ["null", "nothing"] {
        assert!(fs::symlink_metadata(dir.path().join(name)).unwrap().is_symlink(), "{name}");
        assert_eq!(fs::metadata(dir.path().join(name)).unwrap().len(), 0, "{name}");
    }
    assert_eq!(names(dir.path()), ["nothing", "null", "terraform.tfstate"]);
}

/// Others may have the file open to wait for its lock.
#[test]
fn the_file_stays_the_same_one() {
    use std::os::unix::fs::MetadataExt;
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("terraform.tfstate");
    fs::write(&path, state(1).write()).unwrap();
    let inode = || fs::metadata(&path).unwrap().ino();
    let first = inode();
    let store = backend(dir.path()).open("default").unwrap();
    store.write(&state(2)).unwrap();
    let left = dir.path().join(".terraform.tfstate.0123456789abcdef0123456789abcdef.tmp");
    fs::write(&left, "left by a killed process").unwrap();
    let id = store.lock(&LockInfo::new("x", "1")).unwrap();
    assert!(!left.exists());
    store.write(&StateFile { lineage: "long".repeat(9999), ..state(3) }).unwrap();
    store.write(&state(4)).unwrap();
    assert_eq!((inode(), serial(&path)), (first, 4));
    store.unlock(&id).unwrap();
    assert_eq!(names(dir.path()), ["terraform.tfstate", "terraform.tfstate.backup"]);
}

#[test]
fn links_stay() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("real")).unwrap();
    let (link, real) = (dir.path().join("terraform.tfstate"), dir.path().join("real/state"));
    fs::write(&real, state(1).write()).unwrap();
    std::os::unix::fs::symlink("real/state", &link).unwrap();
    let store = backend(dir.path()).open("default").unwrap();
    let left = dir.path().join("real/.state.0123456789abcdef0123456789abcdef.tmp");
    fs::write(&left, "left by a killed process").unwrap();
    let id = store.lock(&LockInfo::new("x", "1")).unwrap();
    assert!(!left.exists());
    let journal = fs::canonicalize(&real).unwrap().with_extension("journal");
    assert_eq!(store.journal_path(), Some(journal), "others may have a link of their own");
    store.write(&state(2)).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(serial(&real), 2);
    let other = backend(dir.path()).open("default").unwrap();
    assert!(matches!(other.lock(&LockInfo::new("y", "1")), Err(LockError::Held { .. })));
    store.unlock(&id).unwrap();
    other.lock(&LockInfo::new("y", "1")).unwrap();
}

#[test]
fn what_a_dead_holder_left_is_no_obstacle() {
    let dir = tempfile::tempdir().unwrap();
    let info = LockInfo::new("OperationTypeApply", "1");
    fs::write(dir.path().join(".terraform.tfstate.lock.info"), info.to_json()).unwrap();
    fs::write(dir.path().join("terraform.tfstate"), "").unwrap();
    let store = backend(dir.path()).open("default").unwrap();
    assert!(matches!(store.force_unlock("x"), Err(LockError::OtherId { .. })));
    let unique = uuid::Uuid::new_v4().simple().to_string();
    let left = ["terraform.tfstate", "terraform.tfstate.backup", "terraform.tfstate.7.backup"]
        .map(|name| dir.path().join(format!(".{name}.{unique}.tmp")));
    left.iter().for_each(|path| fs::write(path, "half").unwrap());
    let others = dir.path().join(".terraform.tfstate.mine.tmp");
    fs::write(&others, "").unwrap();
    // As if it were of another user.
    let theirs = dir.path().join(".terraform.tfstate.lock.info");
    fs::set_permissions(theirs, fs::Permissions::from_mode(0o400)).unwrap();
    let id = store.lock(&LockInfo::new("x", "1")).unwrap();
    assert!(left.iter().all(|path| !path.exists()) && others.exists());
    fs::remove_file(others).unwrap();
    assert!(store.read().unwrap().warning.unwrap().contains("killed in its first run"));
    let other = backend(dir.path()).open("default").unwrap();
    assert!(matches!(other.force_unlock(&id), Err(LockError::Alive { info: Some(_) })));
    store.unlock(&id).unwrap();
    fs::write(dir.path().join(".terraform.tfstate.lock.info"), info.to_json()).unwrap();
    other.force_unlock(&info.id).unwrap();
    assert_eq!(names(dir.path()), ["terraform.tfstate"]);
}

#[test]
fn a_state_that_was_lost_is_an_error() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("terraform.tfstate");
    let check = |content: &str, expect: &str| {
        fs::write(&path, content).unwrap();
        let message = backend(dir.path()).open("default").unwrap().read().unwrap_err().to_string();
        let message = message.replace(&format!("{}/", dir.path().display()), "");
        assert_eq!(message, expect);
    };
    let half = "The state terraform.tfstate cannot be used: The state ends in the middle, in line 1: it was not \
                written to its end.";
    let alone = "It was left as it is, and there is neither a journal nor a backup beside it. Put a copy of the state that is \
                 whole in its place; if nothing was ever made with it, move terraform.tfstate away.";
    check("{\"version\":4,", &format!("{half} {alone}"));
    fs::write(dir.path().join("terraform.tfstate.backup"), state(1).write()).unwrap();
    let advice = "Look at terraform.tfstate.backup: if it is the version to go on from, copy it to \
                  terraform.tfstate.";
    check("{\"version\":4,", &format!("{half} {advice}"));
    check(
        "",
        &format!(
            "The state terraform.tfstate is empty, but terraform.tfstate.backup beside it is not, so its content \
             was lost. {advice}"
        ),
    );
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let store = backend(dir.path()).open("default").unwrap();
    let message = store.read().unwrap_err().to_string();
    assert!(message.contains("is a directory. A directory stands where the file should be."), "{message}");
    assert!(store.lock(&LockInfo::new("x", "1")).is_err());
    assert!(store.write(&state(1)).is_err());
    assert_eq!(names(dir.path()), ["terraform.tfstate", "terraform.tfstate.backup"]);
}

/// Runs one of the tests below, which only do something as a child, in a process of its own.
fn child(test: &str, dir: &Path, before: &str) -> Command {
    let mut command = Command::new("sh");
    let script = format!("{before} exec \"$0\" --exact local::tests::{test} --nocapture");
    command.arg("-c").arg(script).arg(std::env::current_exe().unwrap());
    command.env("CAIRN_TEST_DIR", dir).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn child_dir() -> Option<PathBuf> {
    std::env::var_os("CAIRN_TEST_DIR").map(PathBuf::from)
}

#[test]
fn a_full_disk_leaves_the_old_state() {
    let dir = tempfile::tempdir().unwrap();
    backend(dir.path()).open("default").unwrap().write(&state(1)).unwrap();
    // No file larger than one block can be written, as if the disk were full.
    let output = child("child_writes_too_much", dir.path(), "trap '' XFSZ; ulimit -f 1;").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}");
    assert!(
        text.contains("The state as it was is untouched; make room and run the command again."),
        "{text}"
    );
    assert_eq!(serial(&dir.path().join("terraform.tfstate")), 1);
    assert_eq!(names(dir.path()), ["terraform.tfstate", "terraform.tfstate.backup"]);
}

#[test]
#[allow(clippy::print_stdout)]
fn child_writes_too_much() {
    let Some(dir) = child_dir() else { return };
    let store = backend(&dir).open("default").unwrap();
    let id = store.lock(&LockInfo::new("x", "1")).unwrap();
    let large = StateFile { lineage: "l".repeat(100_000), ..state(2) };
    println!("{}", store.write(&large).unwrap_err());
    assert_eq!(store.read().unwrap().file.unwrap().serial, 1);
    store.unlock(&id).unwrap();
}

#[test]
#[allow(clippy::print_stderr)]
fn a_state_that_may_not_be_read_or_written_says_so() {
    let dir = tempfile::tempdir().unwrap();
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
    backend(dir.path()).open("default").unwrap().write(&state(1)).unwrap();
    if !nix::unistd::getuid().is_root() {
        fs::set_permissions(dir.path().join("terraform.tfstate"), fs::Permissions::from_mode(0o000)).unwrap();
        fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o555)).unwrap();
    }
    // Nothing is forbidden to root, so the child becomes somebody else.
    let mut output = child("child_is_refused", dir.path(), "").output().unwrap();
    if nix::unistd::getuid().is_root() {
        let become_other = "exec setpriv --reuid=65534 --regid=65534 --clear-groups sh -c '";
        let script =
            format!("{become_other}exec \"$0\" --exact local::tests::child_is_refused --nocapture' \"$0\"");
        let mut command = Command::new("sh");
        command.arg("-c").arg(script).arg(std::env::current_exe().unwrap()).env("CAIRN_TEST_DIR", dir.path());
        output = command.output().unwrap();
        if output.status.code() == Some(126) || output.status.code() == Some(127) {
            eprintln!("SKIPPED: no other user can run this test");
            return;
        }
    }
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    fs::set_permissions(dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let text = text.replace(&format!("{}/", dir.path().display()), "");
    let hint = "permission denied. Check the permissions of the file and of its directory.";
    for what in [
        "The state cannot be read:",
        "The lock of the state cannot be taken:",
        "The state cannot be written:",
    ] {
        let expect = format!("{what} terraform.tfstate: {hint}");
        assert!(text.contains(&expect), "{expect}\n{text}");
    }
    assert_eq!(names(dir.path()), ["terraform.tfstate"]);
}

#[test]
#[allow(clippy::print_stdout)]
fn child_is_refused() {
    let Some(dir) = child_dir() else { return };
    if nix::unistd::getuid().is_root() {
        return;
    }
    let options = LocalOptions { backup: Some("-".into()), ..LocalOptions::default() };
    let store = LocalBackend::new(dir, options).open("default").unwrap();
    println!("{}", store.read().unwrap_err());
    println!("{}", store.lock(&LockInfo::new("x", "1")).unwrap_err());
    println!("{}", store.write(&state(2)).unwrap_err());
}

#[test]
fn a_killed_holder_is_no_obstacle() {
    let dir = tempfile::tempdir().unwrap();
    let mut holder = child("child_locks_and_waits", dir.path(), "").spawn().unwrap();
    let path = dir.path().join("terraform.tfstate");
    while fs::metadata(&path).map_or(0, |metadata| metadata.len()) == 0 {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let store = backend(dir.path()).open("default").unwrap();
    match store.lock(&LockInfo::new("x", "1")) {
        Err(LockError::Held { info: Some(info) }) => assert_eq!(info.operation, "child"),
        other => panic!("{other:?}"),
    }
    holder.kill().unwrap();
    holder.wait().unwrap();
    store.lock(&LockInfo::new("x", "1")).unwrap();
    assert_eq!(store.read().unwrap().file.unwrap().serial, 7);
}

#[test]
fn child_locks_and_waits() {
    let Some(dir) = child_dir() else { return };
    let store = backend(&dir).open("default").unwrap();
    store.lock(&LockInfo::new("child", "1")).unwrap();
    store.write(&state(7)).unwrap();
    std::thread::sleep(std::time::Duration::from_secs(60));
}
