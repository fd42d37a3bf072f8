//! Turns taken with the real terraform on one state: it excludes us, we exclude it, and each goes on with what the
//! other wrote. Without a terraform on the PATH nothing is tested, and that is said.

#![allow(clippy::unwrap_used, clippy::print_stderr)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use backend::{
    Backend, LocalBackend, LocalOptions, LockError, LockInfo, Recovered, StateStore, acquire, begin_journal,
    persist, recover,
};
use state::journal::{Moves, Outcome};

fn terraform(dir: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("terraform");
    command.args(arguments).current_dir(dir).stdin(Stdio::null());
    command.env("TF_CLI_CONFIG_FILE", "/dev/null").env("CHECKPOINT_DISABLE", "1");
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A directory with a configuration that is ready for use; nothing without a terraform.
fn ready(config: &str) -> Option<tempfile::TempDir> {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("main.tf"), config).unwrap();
    match terraform(dir.path(), &["init", "-no-color"]).output() {
        Ok(output) if output.status.success() => Some(dir),
        result => {
            eprintln!("SKIPPED: there is no terraform that works: {:?}", result.map(|output| output.status));
            None
        }
    }
}

fn run(dir: &Path, arguments: &[&str]) -> Output {
    terraform(dir, arguments).output().unwrap()
}

fn open(dir: &Path) -> Box<dyn StateStore> {
    LocalBackend::new(dir, LocalOptions::default()).open("default").unwrap()
}

const APPLY: &[&str] = &["apply", "-auto-approve", "-no-color"];

#[test]
fn a_running_terraform_is_waited_for() {
    let config = r#"
        resource "terraform_data" "slow" {
          provisioner "local-exec" { command = "sleep 3" }
        }
    "#;
    let Some(dir) = ready(config) else { return };
    let mut apply = terraform(dir.path(), APPLY).spawn().unwrap();
    let info = dir.path().join(".terraform.tfstate.lock.info");
    let start = Instant::now();
    while !info.exists() && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let store = open(dir.path());
    match store.lock(&LockInfo::new("OperationTypePlan", "1.11.4")) {
        Err(LockError::Held { info: Some(info) }) => {
            assert_eq!(info.operation, "OperationTypeApply");
            assert_eq!(info.who, LockInfo::new("", "").who);
            let message = LockError::Held { info: Some(info) }.to_string();
            assert!(message.contains(" for OperationTypeApply since 20"), "{message}");
        }
        other => panic!("{other:?}"),
    }
    assert!(matches!(store.force_unlock("x"), Err(LockError::Alive { info: Some(_) })));
    let wait = Duration::from_secs(60);
    let id = acquire(store.as_ref(), &LockInfo::new("x", "1.11.4"), wait, || false).unwrap();
    assert!(apply.wait().unwrap().success());
    assert_eq!(store.read().unwrap().file.unwrap().state.resources.len(), 1);
    store.unlock(&id).unwrap();
}

#[test]
fn terraform_waits_for_us() {
    let Some(dir) = ready(r#"resource "terraform_data" "a" {}"#) else { return };
    let store = open(dir.path());
    let info = LockInfo::new("OperationTypeApply", "1.11.4");
    let id = store.lock(&info).unwrap();
    let held = |dir: &Path| {
        let output = run(dir, APPLY);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains("Error acquiring the state lock") && text.contains(&info.id), "{text}");
    };
    held(dir.path());
    // Over the change of files, too.
    for serial in 1..3 {
        let before = store.read().unwrap().file;
        let state = state::State { checks: (serial == 1).then(Vec::new), ..Default::default() };
        assert!(persist(store.as_ref(), before.as_ref(), state, "1.11.4").unwrap().written);
        held(dir.path());
    }
    store.unlock(&id).unwrap();
    assert!(run(dir.path(), APPLY).status.success());
    assert!(open(dir.path()).read().unwrap().file.unwrap().serial > 2);
}

/// One that waits for the lock sees and keeps what was written while it waited.
#[test]
fn a_waiting_terraform_goes_on_with_what_we_wrote() {
    let Some(dir) = ready(r#"resource "terraform_data" "a" {}"#) else { return };
    for existing in [false, true] {
        let store = open(dir.path());
        let id = store.lock(&LockInfo::new("OperationTypeApply", "1.11.4")).unwrap();
        let wait = ["apply", "-auto-approve", "-no-color", "-lock-timeout=30s"];
        let mut waiting = terraform(dir.path(), &wait).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(2500));
        let before = store.read().unwrap().file;
        assert_eq!(before.is_some(), existing);
        // Without the instance, so that terraform makes it anew.
        let state = state::State { checks: existing.then(Vec::new), ..Default::default() };
        let written = persist(store.as_ref(), before.as_ref(), state, "1.11.4").unwrap().file;
        store.unlock(&id).unwrap();
        assert!(waiting.wait().unwrap().success());
        let after = open(dir.path()).read().unwrap().file.unwrap();
        assert_eq!(after.lineage, written.lineage);
        assert!(after.serial > written.serial);
        assert_eq!(after.state.resources.len(), 1);
    }
}

/// What terraform wrote, we write again with another serial; terraform finds nothing to do.
#[test]
fn turns_are_taken() {
    let config = r#"
        variable "secret" {
          default   = "<&>"
          sensitive = true
        }
        resource "terraform_data" "one" { input = { a = "<b>&\u2028", s = var.secret, l = [1, null, {}] } }
        resource "terraform_data" "counted" {
          count = 12
          input = count.index
          lifecycle { create_before_destroy = true }
        }
        resource "terraform_data" "each" {
          for_each         = { "b c" = 1, "a.\"q\"" = 2 }
          triggers_replace = [terraform_data.counted[each.value].id, terraform_data.one.output]
        }
        check "c" {
          assert {
            condition     = terraform_data.one.id == "no"
            error_message = "It is not so."
          }
        }
        output "all" { value = { set = toset(["b"]), map = tomap({ a = 1.5 }), s = nonsensitive(var.secret) } }
    "#;
    let Some(dir) = ready(config) else { return };
    let path = dir.path().join("terraform.tfstate");
    assert!(run(dir.path(), APPLY).status.success());
    for _ in 0..2 {
        let store = open(dir.path());
        let id = store.lock(&LockInfo::new("x", "1.11.4")).unwrap();
        let bytes = fs::read(&path).unwrap();
        let mut file = store.read().unwrap().file.unwrap();
        assert!(file.write() == bytes, "what is read is written as it was");
        file.serial += 1;
        store.write(&file).unwrap();
        store.unlock(&id).unwrap();
        let plan = run(dir.path(), &["plan", "-detailed-exitcode", "-no-color"]);
        assert_eq!(plan.status.code(), Some(0), "{}", String::from_utf8_lossy(&plan.stdout));
        // A change by terraform is the next version of the same state.
        let name = format!("terraform_data.counted[{}]", file.serial % 12);
        assert!(run(dir.path(), &["taint", &name]).status.success());
        assert!(run(dir.path(), APPLY).status.success());
        let next = open(dir.path()).read().unwrap().file.unwrap();
        assert_eq!(next.lineage, file.lineage);
        assert!(next.serial > file.serial && !next.state.same_as(&file.state));
    }
    assert!(run(dir.path(), &["destroy", "-auto-approve"]).status.success());
    assert!(open(dir.path()).read().unwrap().file.unwrap().state.is_empty());
}

/// After a run that was cut short and recovered, terraform finds nothing to do: one can stop using us any time.
#[test]
fn what_was_recovered_is_complete() {
    let config = r#"
        resource "terraform_data" "first" { input = "a" }
        resource "terraform_data" "second" {
          count = 3
          input = terraform_data.first.output
        }
    "#;
    let Some(dir) = ready(config) else { return };
    assert!(run(dir.path(), APPLY).status.success());
    let store = open(dir.path());
    let whole = store.read().unwrap().file.unwrap();
    let first = |addr: &addrs::AbsResource| addr.resource.name == "first";
    let mut part = whole.clone();
    part.state.resources.retain(|addr, _| first(addr));
    store.write(&part).unwrap();
    let journal =
        begin_journal(store.as_ref(), &store.read_for_run().unwrap().1, &Moves::new()).unwrap().unwrap();
    for (addr, resource) in whole.state.resources.iter().filter(|(addr, _)| !first(addr)) {
        for (key, instance) in &resource.instances {
            let addr = addr.instance(key.clone());
            let provider = &resource.provider;
            let outcome = Outcome { addr: &addr, provider, instance: Some(instance), existed: false };
            journal.append(&outcome).wait().unwrap();
        }
    }
    drop(journal);
    assert_eq!(
        recover(store.as_ref(), "1.11.4").unwrap(),
        Recovered::Folded { instances: 3, merged: false, torn: None }
    );
    let recovered = store.read().unwrap().file.unwrap();
    assert!(recovered.state.same_as(&whole.state));
    let plan = run(dir.path(), &["plan", "-detailed-exitcode", "-no-color"]);
    assert_eq!(plan.status.code(), Some(0), "{}", String::from_utf8_lossy(&plan.stdout));
}
