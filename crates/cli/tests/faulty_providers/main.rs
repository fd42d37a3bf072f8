//! Providers that fail, as the user of the whole program sees it: what went wrong names the provider and the resource,
//! and what was done before is in the state. The provider is this same program, started as a process with the
//! variable `FAKE_MODE`; objects say by their names what is wrong with them.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "tests, in a program with a main of its own"
)]

#[path = "../../../plugin/tests/protocol/fake.rs"]
mod fake;
#[path = "../it/harness.rs"]
#[allow(dead_code, reason = "the other tests use the rest of it")]
mod harness;
#[path = "../../../plugin/tests/protocol/serve.rs"]
mod serve;

use std::os::unix::fs::PermissionsExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use harness::{Run, cairn_env, folder};

type Test = (&'static str, fn());

const TESTS: &[Test] = &[
    ("one_that_dies", one_that_dies),
    ("one_that_answers_nonsense", one_that_answers_nonsense),
    ("one_that_leaves_something_unknown", one_that_leaves_something_unknown),
    ("one_that_changes_its_plan", one_that_changes_its_plan),
    ("one_that_hangs_is_given_up", one_that_hangs_is_given_up),
    ("a_time_limit_of_one_resource", a_time_limit_of_one_resource),
    ("one_that_speaks_another_protocol", one_that_speaks_another_protocol),
    ("one_that_prints_garbage", one_that_prints_garbage),
    ("one_that_is_asked_again", one_that_is_asked_again),
    ("a_creation_is_never_asked_for_twice", a_creation_is_never_asked_for_twice),
    ("after_a_failure_nothing_new_begins", after_a_failure_nothing_new_begins),
];

fn main() -> ExitCode {
    if let Ok(mode) = std::env::var("FAKE_MODE") {
        return serve::run(&mode);
    }
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let mut failed = 0;
    for (name, test) in TESTS {
        if !wanted.is_empty() && !wanted.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let passed = catch_unwind(AssertUnwindSafe(test)).is_ok();
        eprintln!("test {name} ... {}", if passed { "ok" } else { "FAILED" });
        failed += u32::from(!passed);
    }
    eprintln!("{failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

const SOURCE: &str = "registry.terraform.io/hashicorp/fake";

/// A folder with a configuration, whose provider is a script.
struct Project(tempfile::TempDir);

impl Project {
    /// A good object, and a bad one after it.
    fn with(vice: &str) -> Self {
        Self::of(&format!(
            "resource \"fake_thing\" \"good\" {{\n  name = \"good\"\n}}\n\
             resource \"fake_thing\" \"bad\" {{\n  name = \"{vice}\"\n  depends_on = [fake_thing.good]\n}}\n"
        ))
    }

    fn of(config: &str) -> Self {
        let own = std::env::current_exe().unwrap();
        Self::served_by(config, &format!("FAKE_MODE=by-name exec '{}'", own.display()))
    }

    fn served_by(config: &str, script: &str) -> Self {
        let script = format!("#!/bin/sh\n{script}\n");
        let dir =
            folder(&[("main.tf", config.as_bytes()), ("bin/terraform-provider-fake", script.as_bytes())]);
        let bin = dir.path().join("bin");
        let program = bin.join("terraform-provider-fake");
        std::fs::set_permissions(program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let settings = format!(
            "provider_installation {{\n  dev_overrides {{\n    \"hashicorp/fake\" = \"{}\"\n  }}\n  direct {{}}\n}}\n",
            bin.display()
        );
        std::fs::write(dir.path().join("settings.tfrc"), settings).unwrap();
        Self(dir)
    }

    fn run(&self, args: &[&str]) -> Run {
        let settings = self.0.path().join("settings.tfrc");
        cairn_env(&[("TF_CLI_CONFIG_FILE", settings.to_str().unwrap())], self.0.path(), args, b"")
    }

    fn apply(&self, more: &[&str]) -> Run {
        self.run(&[&["apply", "-auto-approve", "-no-color"], more].concat())
    }

    /// Applies, and what comes out names the provider, the resource, and some words; what was done is in the state.
    fn fails(&self, more: &[&str], words: &str) {
        let run = self.apply(more);
        let said = run.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(run.code, 1, "{}\n{}", run.stdout, run.stderr);
        for expect in [words, SOURCE, "fake_thing.bad"] {
            assert!(said.contains(expect), "{expect}:\n{}", run.stderr);
        }
        assert_eq!(self.remembered(), ["fake_thing.good"]);
    }

    fn remembered(&self) -> Vec<String> {
        let run = self.run(&["state", "list"]);
        run.stdout.lines().map(str::to_owned).collect()
    }
}

fn one_that_dies() {
    Project::with("apply-dies").fails(&[], "Plugin did not respond");
    Project::with("apply-dies").fails(&["-attempts=3"], "It crashed, which is a bug in the provider");
}

fn one_that_answers_nonsense() {
    Project::with("apply-nonsense").fails(&[], "Invalid response from provider");
}

fn one_that_leaves_something_unknown() {
    let project = Project::with("apply-unknown");
    let run = project.apply(&[]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("Provider returned invalid result object after apply"), "{}", run.stderr);
    assert!(run.stderr.contains(SOURCE) && run.stderr.contains("fake_thing.bad"), "{}", run.stderr);
    // It was made, so it is remembered, as one that is not fit for use.
    assert_eq!(project.remembered(), ["fake_thing.bad", "fake_thing.good"]);
}

fn one_that_changes_its_plan() {
    Project::with("plan-changes").fails(&[], "Provider produced inconsistent final plan");
}

fn one_that_hangs_is_given_up() {
    let begun = Instant::now();
    Project::with("apply-hangs").fails(&["-call-timeout=1s", "-attempts=3"], "Provider call timed out");
    assert!(begun.elapsed() < Duration::from_secs(60));
}

fn a_time_limit_of_one_resource() {
    let project = Project::with("apply-hangs");
    project.fails(&["-call-timeout=30m", "-call-timeout=fake_thing.bad=300ms"], "within 300ms");
}

/// What does not even start is told before anything is done.
fn does_not_start(script: &str, words: &str) {
    let project = Project::served_by("resource \"fake_thing\" \"a\" {\n  name = \"a\"\n}\n", script);
    let run = project.apply(&["-attempts=3"]);
    let said = run.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(run.code, 1);
    assert!(said.contains(words) && said.contains(SOURCE), "{}", run.stderr);
    assert!(!project.0.path().join("terraform.tfstate").exists());
}

fn one_that_speaks_another_protocol() {
    does_not_start(
        "echo '1|7|unix|/nowhere|grpc|'; sleep 60",
        "it speaks version \"7\" of the provider protocol",
    );
}

fn one_that_prints_garbage() {
    does_not_start("echo 'Hello, I am a program'; sleep 60", "Hello, I am a program");
}

fn one_that_is_asked_again() {
    let project = Project::with("plan-503");
    let run = project.run(&["plan", "-json"]);
    assert_eq!(run.code, 1, "once is the default");
    let run = project.run(&["plan", "-json", "-attempts=3"]);
    assert_eq!(run.code, 0, "{}", run.stdout);
    let warning = run.stdout.lines().find(|line| line.contains("Provider was asked again")).unwrap();
    assert!(
        warning.contains("\"address\":\"fake_thing.bad\"") && warning.contains("asked 3 times"),
        "{warning}"
    );

    let project = Project::with("apply-429");
    let run = project.apply(&["-attempts=3"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let said = [run.stdout, run.stderr].concat();
    assert!(said.contains("Provider was asked again") && said.contains("with fake_thing.bad"), "{said}");
    assert_eq!(project.remembered(), ["fake_thing.bad", "fake_thing.good"]);
}

fn a_creation_is_never_asked_for_twice() {
    let project = Project::with("apply-500");
    let run = project.apply(&["-patient"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("HTTP 500") && !run.stderr.contains("asked again"), "{}", run.stderr);
    assert_eq!(project.remembered(), ["fake_thing.good"]);
}

fn after_a_failure_nothing_new_begins() {
    let config = "resource \"fake_thing\" \"bad\" {\n  name = \"apply-500\"\n}\n\
                  resource \"fake_thing\" \"other\" {\n  name = \"other\"\n}\n\
                  resource \"fake_thing\" \"third\" {\n  name = \"third\"\n  depends_on = [fake_thing.other]\n}\n";
    let project = Project::of(config);
    let run = project.apply(&["-parallelism=1", "-continue-on-error=false"]);
    assert_eq!(run.code, 1);
    let said = [run.stdout, run.stderr].concat();
    assert!(said.contains("Changes were left out after a failure"), "{said}");
    assert_eq!(project.remembered(), Vec::<String>::new());
    let project = Project::of(config);
    assert_eq!(project.apply(&["-parallelism=1"]).code, 1);
    assert_eq!(project.remembered(), ["fake_thing.other", "fake_thing.third"]);
}
