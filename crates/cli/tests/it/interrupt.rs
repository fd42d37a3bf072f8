//! Ctrl-C and its like: the first ends a run well, the second at once. What was done is known afterwards.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::harness::{Run, cairn, folder};

const ASKED: &str = "\nInterrupt received.\nWaiting for what is running to end; then the state is written. Interrupt again \
                     to leave at once.\n\nStopping operation...\n";
const LEFT: &str = "\nTwo interrupts received. Leaving at once. What was done is in the journal beside the state, and the \
                    next command takes it over from there.\n";

/// A state that another configuration left.
const OTHER: &str = r#"{"version":4,"terraform_version":"1.11.4","serial":1,"lineage":"l","outputs":{"o":{"value":"x","type":"string"}},"resources":[],"check_results":null}"#;

/// The other state is behind a pipe, so that reading it takes as long as the test wants.
const WAITS: &str = "data \"terraform_remote_state\" \"w\" {\n  backend = \"local\"\n  config = {\n    path = \
                     \"pipe\"\n  }\n";

fn text(dir: &Path, name: &str) -> String {
    std::fs::read_to_string(dir.join(name)).unwrap_or_default()
}

fn start(dir: &Path, line: &str) -> Child {
    let file = |name: &str| std::fs::File::create(dir.join(name)).expect("the system allows it");
    Command::new(env!("CARGO_BIN_EXE_cairn"))
        .args(line.split_whitespace())
        .arg("-no-color")
        .current_dir(dir)
        .stdin(Stdio::null())
        .stdout(file("out"))
        .stderr(file("err"))
        .spawn()
        .expect("the system allows it")
}

fn signal(child: &Child, name: &str) {
    let sent =
        Command::new("kill").args([name, &child.id().to_string()]).status().expect("the system allows it");
    assert!(sent.success());
}

fn until(what: impl Fn() -> bool) {
    let start = Instant::now();
    while !what() {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing happens");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The end of a run: exit code, standard output and error.
fn end(dir: &Path, mut child: Child) -> Run {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the system allows it") {
            return Run {
                code: status.code().unwrap_or(-1),
                stdout: text(dir, "out"),
                stderr: text(dir, "err"),
            };
        }
        if start.elapsed() > Duration::from_secs(60) {
            child.kill().expect("the system allows it");
            panic!("it does not end: {}{}", text(dir, "out"), text(dir, "err"));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn pipe(dir: &Path) {
    assert!(Command::new("mkfifo").arg(dir.join("pipe")).status().expect("the system allows it").success());
}

/// Waits until the pipe is read, does something, and lets the reader go on.
fn feed(dir: &Path, meanwhile: impl FnOnce()) {
    let mut pipe =
        std::fs::OpenOptions::new().write(true).open(dir.join("pipe")).expect("the system allows it");
    meanwhile();
    // Work looks for signals when it has gone on for a while.
    std::thread::sleep(Duration::from_millis(100));
    pipe.write_all(OTHER.as_bytes()).expect("the system allows it");
}

fn known(dir: &Path) -> String {
    cairn(dir, &["state", "list"], b"").stdout
}

#[test]
fn during_plan() {
    let main = format!(
        "{WAITS}}}\nresource \"terraform_data\" \"a\" {{\n  input = data.terraform_remote_state.w.outputs.o\n}}\n"
    );
    for (signals, stderr) in [
        (&["-INT"][..], "\nError: execution halted\n\n".to_owned()),
        (&["-TERM"], "\nError: execution halted\n\n".to_owned()),
        (&["-INT", "-TERM"], format!("{LEFT}\nError: operation canceled\n\n")),
    ] {
        let dir = folder(&[("main.tf", main.as_bytes())]);
        pipe(dir.path());
        let child = start(dir.path(), "plan -out=plan");
        feed(dir.path(), || signals.iter().for_each(|name| signal(&child, name)));
        let run = end(dir.path(), child);
        assert_eq!((run.code, run.stderr), (1, stderr), "{signals:?}");
        let start =
            "data.terraform_remote_state.w: Reading...\ndata.terraform_remote_state.w: Read complete after ";
        assert!(run.stdout.starts_with(start) && run.stdout.ends_with(ASKED), "{signals:?}: {}", run.stdout);
        assert!(!dir.path().join("plan").exists());
    }
}

#[test]
fn during_apply() {
    let main = format!(
        "resource \"terraform_data\" \"a\" {{\n  input = 1\n}}\n{WAITS}  depends_on = [terraform_data.a]\n}}\nresource \
         \"terraform_data\" \"c\" {{\n  input = data.terraform_remote_state.w.outputs.o\n}}\n"
    );
    for (signals, stderr, recovered) in [
        (&["-INT"][..], "\nError: execution halted\n\n".to_owned(), false),
        (&["-INT", "-TERM"], format!("{LEFT}\nError: operation canceled\n\n"), true),
    ] {
        let dir = folder(&[("main.tf", main.as_bytes())]);
        pipe(dir.path());
        let child = start(dir.path(), "apply -auto-approve");
        feed(dir.path(), || signals.iter().for_each(|name| signal(&child, name)));
        let run = end(dir.path(), child);
        assert_eq!((run.code, run.stderr), (1, stderr), "{signals:?}");
        assert!(run.stdout.contains("terraform_data.a: Creation complete after "), "{}", run.stdout);
        assert!(run.stdout.contains(ASKED), "{}", run.stdout);
        // What was done is known, what was not begun is not; and the next run goes on from there.
        let next = cairn(dir.path(), &["state", "list"], b"");
        assert!(next.stdout.lines().any(|line| line == "terraform_data.a"), "{signals:?}: {}", next.stdout);
        assert!(!next.stdout.contains("terraform_data.c"), "{signals:?}: {}", next.stdout);
        assert_eq!(
            next.stderr.contains("Interrupted run recovered"),
            recovered,
            "{signals:?}: {}",
            next.stderr
        );
        let child = start(dir.path(), "apply -auto-approve");
        feed(dir.path(), || {});
        let run = end(dir.path(), child);
        assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
        assert!(
            run.stdout.contains("Apply complete! Resources: 1 added, 0 changed, 0 destroyed."),
            "{}",
            run.stdout
        );
    }
}

/// Commands that run are ended with the first interrupt, as Terraform does; what they belong to is made again.
#[test]
fn during_a_command() {
    let main = b"resource \"terraform_data\" \"a\" {\n  input = 1\n}\nresource \"terraform_data\" \"b\" {\n  input = \
                 terraform_data.a.id\n  provisioner \"local-exec\" {\n    command = \"echo begun; sleep 600\"\n  }\n}\nresource \
                 \"terraform_data\" \"c\" {\n  input = terraform_data.b.id\n}\n";
    let dir = folder(&[("main.tf", main)]);
    let child = start(dir.path(), "apply -auto-approve");
    until(|| text(dir.path(), "out").contains("(local-exec): begun"));
    signal(&child, "-INT");
    let run = end(dir.path(), child);
    assert_eq!(run.code, 1);
    assert!(run.stdout.ends_with(ASKED), "{}", run.stdout);
    let expect = "\nError: local-exec provisioner error\n\n  with terraform_data.b,\n  on main.tf line 6, in resource \
                  \"terraform_data\" \"b\":\n   6:   provisioner \"local-exec\" {\n\nError running command 'echo begun; sleep \
                  600': signal: killed. Output: begun\n\n";
    assert_eq!(run.stderr, expect);
    assert_eq!(known(dir.path()), "terraform_data.a\nterraform_data.b\n");
    let plan = cairn(dir.path(), &["plan", "-no-color"], b"").stdout;
    assert!(plan.contains("terraform_data.b is tainted, so must be replaced"), "{plan}");
    assert!(plan.contains("Plan: 2 to add, 0 to change, 1 to destroy."), "{plan}");
}

/// The lock is given back whatever happens.
#[test]
fn the_lock_is_given_back() {
    let main = format!(
        "{WAITS}}}\nresource \"terraform_data\" \"a\" {{\n  input = data.terraform_remote_state.w.outputs.o\n}}\n"
    );
    for signals in [&["-INT"][..], &["-INT", "-TERM"]] {
        let dir = folder(&[("main.tf", main.as_bytes())]);
        pipe(dir.path());
        let child = start(dir.path(), "apply -auto-approve");
        feed(dir.path(), || signals.iter().for_each(|name| signal(&child, name)));
        assert_eq!(end(dir.path(), child).code, 1);
        assert!(!dir.path().join(".terraform.tfstate.lock.info").exists(), "{signals:?}");
    }
}

/// Who is asked for approval can leave, and nothing stays locked.
#[test]
fn while_it_asks() {
    for name in ["-INT", "-TERM"] {
        let dir = folder(&[("main.tf", b"resource \"terraform_data\" \"a\" {}\n")]);
        let mut child = Command::new(env!("CARGO_BIN_EXE_cairn"))
            .args(["apply", "-no-color"])
            .current_dir(dir.path())
            .stdin(Stdio::piped())
            .stdout(std::fs::File::create(dir.path().join("out")).unwrap())
            .stderr(std::fs::File::create(dir.path().join("err")).unwrap())
            .spawn()
            .unwrap();
        until(|| text(dir.path(), "out").contains("Enter a value: "));
        signal(&child, name);
        // Standard input stays open: nobody answers.
        let input = child.stdin.take();
        let child = std::cell::RefCell::new(child);
        let code = std::cell::Cell::new(None);
        until(|| {
            code.set(child.borrow_mut().try_wait().unwrap().and_then(|status| status.code()));
            code.get().is_some()
        });
        drop(input);
        let expect = "\nError: error asking for approval: interrupted\n\nAn interrupt came before an answer. Nothing was changed.\n";
        assert_eq!((code.get(), text(dir.path(), "err").as_str()), (Some(1), expect), "{name}");
        assert!(!dir.path().join("terraform.tfstate").exists());
    }
}

/// Who waits for the lock of another run can leave, and the other goes on.
#[test]
fn while_it_waits_for_the_lock() {
    let main = b"resource \"terraform_data\" \"a\" {\n  provisioner \"local-exec\" {\n    command = \"touch began; sleep 30\"\n  }\n}\n";
    let dir = folder(&[("main.tf", main)]);
    let mut holder = start(dir.path(), "apply -auto-approve");
    until(|| dir.path().join("began").exists());
    for name in ["-INT", "-TERM"] {
        let child = start(dir.path(), "plan -lock-timeout=60s");
        until(|| text(dir.path(), "out").contains("Acquiring state lock."));
        signal(&child, name);
        let found = end(dir.path(), child);
        let expect =
            "\nError: Error acquiring the state lock\n\nWaiting for the lock of the state was interrupted.\n";
        assert!(
            found.code == 1 && found.stderr.starts_with(expect),
            "{name} {}: {}",
            found.code,
            found.stderr
        );
    }
    assert!(dir.path().join(".terraform.tfstate.lock.info").exists());
    holder.kill().unwrap();
    holder.wait().unwrap();
}
