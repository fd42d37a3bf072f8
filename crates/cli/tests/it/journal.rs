//! What a run that was killed left beside the state, as later commands see it.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::harness::{Run, cairn, folder};

fn run(dir: &Path, line: &str) -> Run {
    cairn(dir, &line.split_whitespace().collect::<Vec<_>>(), b"")
}

const MAIN: &[u8] = b"resource \"terraform_data\" \"a\" {\n  count = 2\n  input = count.index\n  provisioner \"local-exec\" {\n    command = \
                      \"echo ${self.id} >> log; test ! -e wait || sleep 30\"\n  }\n}\noutput \"o\" {\n  value = 5\n}\n";

/// A folder where a run was killed after it had made everything.
fn killed() -> tempfile::TempDir {
    let dir = folder(&[("main.tf", MAIN), ("wait", b"")]);
    let mut child = start(dir.path());
    child.kill().expect("the system allows it");
    child.wait().expect("the system allows it");
    std::fs::remove_file(dir.path().join("wait")).expect("the system allows it");
    dir
}

/// A run that has made everything and does not end.
fn start(dir: &Path) -> std::process::Child {
    let child = Command::new(env!("CARGO_BIN_EXE_cairn"))
        .args(["apply", "-auto-approve"])
        .current_dir(dir)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("the system allows it");
    let start = Instant::now();
    let made = || std::fs::read_to_string(dir.join("log")).map_or(0, |text| text.lines().count());
    while made() < 2 && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(10));
    }
    child
}

#[test]
fn what_programs_read_stays_as_it_is() {
    for (line, begins, ends) in [
        ("state pull", "{\n  \"version\": 4,", "}\n"),
        ("state list", "terraform_data.a[0]\n", "terraform_data.a[1]\n"),
        ("output -json", "{}\n", "{}\n"),
        ("show -json", "{\"format_version\"", "}\n"),
    ] {
        let dir = killed();
        let found = run(dir.path(), line);
        assert_eq!(found.code, 0, "{line}: {}", found.stderr);
        assert!(found.stdout.starts_with(begins) && found.stdout.ends_with(ends), "{line}: {}", found.stdout);
        assert!(found.stderr.contains("Interrupted run recovered"), "{line}: {}", found.stderr);
        assert_eq!(run(dir.path(), line).stderr, "", "it is told once");
    }
}

#[test]
fn of_a_journal_that_was_cut_is_told() {
    let dir = killed();
    let path = dir.path().join("terraform.tfstate.journal");
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() - 20]).unwrap();
    let plan = run(dir.path(), "plan -no-color");
    assert_eq!(plan.code, 0, "{}", plan.stderr);
    let expect =
        "The journal is kept as\n./terraform.tfstate.journal.torn: its last line says which object it is";
    assert!(plan.stdout.contains(expect), "{}", plan.stdout);
    assert!(!path.exists() && dir.path().join("terraform.tfstate.journal.torn").exists());
    assert!(!run(dir.path(), "plan -no-color").stdout.contains("torn"));

    // What is no journal is not deleted, and nothing is done beside it.
    std::fs::write(&path, "a note\n").unwrap();
    let plan = run(dir.path(), "plan -no-color");
    assert!(plan.stderr.contains("It does not begin as a journal does."), "{}", plan.stderr);
    assert_eq!((plan.code, std::fs::read_to_string(&path).unwrap().as_str()), (1, "a note\n"));
}

#[test]
fn a_run_without_a_lock_leaves_the_journal_of_another_alone() {
    let dir = folder(&[("main.tf", MAIN), ("wait", b"")]);
    let mut child = start(dir.path());
    std::fs::remove_file(dir.path().join("wait")).unwrap();
    let second = run(dir.path(), "apply -auto-approve -lock=false -no-color");
    let expect = "\nError: Failed to begin a journal\n\nThe journal ./terraform.tfstate.journal cannot be written: another run is\n\
                  under way and keeps its own there. Nothing was changed.\n";
    assert_eq!((second.code, second.stderr.as_str()), (1, expect));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(std::fs::read_to_string(dir.path().join("log")).unwrap().lines().count(), 2);
    assert_eq!(run(dir.path(), "state list").stdout.lines().count(), 2);
}

#[test]
fn a_state_that_goes_elsewhere_takes_along_what_was_done() {
    let dir = killed();
    std::fs::write(
        dir.path().join("place.tf"),
        "terraform {\n  backend \"local\" {\n    path = \"new\"\n  }\n}\n",
    )
    .unwrap();
    let init = run(dir.path(), "init -no-color -force-copy");
    assert_eq!(init.code, 0, "{}", init.stderr);
    assert!(init.stdout.contains("Interrupted run recovered"), "{}", init.stdout);
    assert_eq!(run(dir.path(), "state list").stdout, "terraform_data.a[0]\nterraform_data.a[1]\n");
    assert!(dir.path().join("new").exists() && !dir.path().join("terraform.tfstate").exists());
}

#[test]
fn a_state_stays_where_it_is_while_a_run_is_under_way() {
    let dir = folder(&[("main.tf", MAIN), ("wait", b"")]);
    let mut child = start(dir.path());
    std::fs::write(
        dir.path().join("place.tf"),
        "terraform {\n  backend \"local\" {\n    path = \"new\"\n  }\n}\n",
    )
    .unwrap();
    let init = run(dir.path(), "init -no-color -force-copy");
    assert_eq!(init.code, 1);
    assert!(init.stderr.contains("Error acquiring the state lock"), "{}", init.stderr);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!dir.path().join("new").exists() && !dir.path().join(".terraform").exists());
}

#[test]
fn what_was_moved_aside_or_has_moved_is_known_once() {
    let aside = "resource \"terraform_data\" \"a\" {\n  count = 2\n  triggers_replace = 2\n  input = count.index\n  lifecycle {\n    \
                 create_before_destroy = true\n  }\n  provisioner \"local-exec\" {\n    command = \"echo x >> log; test ! -e wait || \
                 sleep 30\"\n  }\n}\n";
    let moved = "moved {\n  from = terraform_data.a\n  to = terraform_data.b\n}\nresource \"terraform_data\" \"b\" {\n  count = 2\n  \
                 input = \"new\"\n}\nresource \"terraform_data\" \"c\" {\n  count = 2\n  depends_on = [terraform_data.b]\n  \
                 provisioner \"local-exec\" {\n    command = \"echo x >> log; test ! -e wait || sleep 30\"\n  }\n}\n";
    for (main, expect) in [
        (aside, "terraform_data.a[0]\nterraform_data.a[1]\n"),
        (moved, "terraform_data.b[0]\nterraform_data.b[1]\nterraform_data.c[0]\nterraform_data.c[1]\n"),
    ] {
        let dir = folder(&[("main.tf", MAIN)]);
        assert_eq!(run(dir.path(), "apply -auto-approve").code, 0);
        std::fs::remove_file(dir.path().join("log")).unwrap();
        std::fs::write(dir.path().join("main.tf"), main).unwrap();
        std::fs::write(dir.path().join("wait"), "").unwrap();
        let mut child = start(dir.path());
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(run(dir.path(), "state list").stdout, expect);
        let state = std::fs::read_to_string(dir.path().join("terraform.tfstate")).unwrap();
        let mut ids: Vec<&str> = state.lines().filter(|line| line.contains("\"id\": ")).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 4, "{state}");
    }
}
