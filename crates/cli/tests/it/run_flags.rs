//! Flags and settings of runs, and in which order they speak.

use std::path::Path;

use crate::harness::{Run, cairn, cairn_env, folder};

const MAIN: &[u8] = b"variable \"v\" {\n  default = 1\n}\nresource \"terraform_data\" \"a\" {\n  input = var.v\n}\ncheck \"c\" {\n  assert {\n    \
                     condition     = var.v == 2\n    error_message = \"not two\"\n  }\n}\n";

fn run(dir: &Path, line: &str) -> Run {
    cairn(dir, &line.split_whitespace().collect::<Vec<_>>(), b"")
}

/// The places of texts, all of which must be there once.
fn in_order(text: &str, parts: &[&str]) {
    let places: Vec<usize> = parts
        .iter()
        .map(|part| {
            assert_eq!(text.matches(part).count(), 1, "{part} in {text}");
            text.find(part).unwrap_or_default()
        })
        .collect();
    assert!(places.is_sorted(), "{parts:?} in {text}");
}

#[test]
fn what_to_do_next_comes_last() {
    let dir = folder(&[("main.tf", MAIN)]);
    let plan = run(dir.path(), "plan -no-color -state=other.tfstate");
    let check = "Warning: Check block assertion failed";
    let parts = ["Warning: Deprecated flag: -state", "Plan: 1 to add", check, "───\n\nNote: "];
    in_order(&plan.stdout, &parts);
    let saved = run(dir.path(), "plan -no-color -out=p");
    in_order(&saved.stdout, &["Plan: 1 to add", check, "Saved the plan to: p", "cairn apply \"p\""]);
    for args in [&["plan", "-no-color"][..], &["plan", "-no-color", "-out=p"]] {
        let quiet = cairn_env(&[("TF_IN_AUTOMATION", "1")], dir.path(), args, b"");
        assert_eq!(quiet.code, 0);
        assert!(quiet.stdout.ends_with("\nnot two\n"), "{}", quiet.stdout);
    }
}

#[test]
fn plans_that_cannot_be_saved_are_not_shown() {
    let dir = folder(&[("main.tf", MAIN)]);
    let plan = run(dir.path(), "plan -no-color -out=no/such/folder");
    assert_eq!(plan.code, 1);
    assert!(plan.stderr.starts_with("\nError: Failed to write plan file\n"), "{}", plan.stderr);
    assert!(!plan.stdout.contains("Plan: "), "{}", plan.stdout);
    let plan = run(dir.path(), "plan -no-color -out=");
    assert_eq!((plan.code, plan.stderr.as_str()), (0, ""));
}

#[test]
fn wrong_flags_of_runs() {
    let dir = folder(&[("main.tf", MAIN)]);
    for (line, expect) in [
        ("plan -lock-timeout=x", "Failed to parse command-line flags"),
        ("destroy -destroy", "Invalid mode option"),
        ("destroy -refresh-only -auto-approve", "Invalid mode option"),
    ] {
        let found = run(dir.path(), &format!("{line} -no-color"));
        assert_eq!(found.code, 1, "{line}");
        assert!(found.stderr.starts_with(&format!("\nError: {expect}\n")), "{line}: {}", found.stderr);
    }
    let json = run(dir.path(), "plan -json -nope");
    assert_eq!((json.code, json.stderr.as_str(), json.stdout.lines().count()), (1, "", 2), "{}", json.stdout);
    assert!(
        json.stdout.contains("\"@message\":\"Error: Failed to parse command-line flags\""),
        "{}",
        json.stdout
    );
}

#[test]
fn a_state_that_goes_elsewhere_is_always_written() {
    let dir = folder(&[("main.tf", MAIN)]);
    let made = run(dir.path(), "apply -auto-approve -no-color -state-out=first.tfstate");
    assert!(made.stdout.ends_with("\n\nState path: first.tfstate\n"), "{}", made.stdout);
    let same =
        run(dir.path(), "apply -auto-approve -no-color -state=first.tfstate -state-out=second.tfstate");
    assert!(
        same.stdout.contains("Resources: 0 added") && !same.stdout.contains("State path"),
        "{}",
        same.stdout
    );
    let read = |name: &str| std::fs::read(dir.path().join(name)).unwrap();
    assert_eq!(read("first.tfstate"), read("second.tfstate"));
    run(dir.path(), "taint -state=first.tfstate -state-out=third.tfstate terraform_data.a");
    assert!(String::from_utf8(read("third.tfstate")).unwrap().contains("tainted"));
    assert!(!String::from_utf8(read("first.tfstate")).unwrap().contains("tainted"));
}

#[test]
fn a_folder_without_anything_has_nothing_to_refresh() {
    let dir = folder(&[]);
    let refresh = run(dir.path(), "refresh -no-color");
    assert_eq!((refresh.code, refresh.stderr.as_str()), (0, ""));
    assert!(refresh.stdout.starts_with("\nWarning: Empty or non-existent state\n"), "{}", refresh.stdout);
}

#[test]
fn the_console_can_look_ahead() {
    let dir = folder(&[("main.tf", MAIN)]);
    let check = |args: &[&str], input: &str, expect: &str| {
        let args: Vec<&str> = ["console"].into_iter().chain(args.iter().copied()).collect();
        let found = cairn(dir.path(), &args, input.as_bytes());
        // What the plan warns of comes first.
        let last = found.stdout.split_inclusive('\n').next_back();
        assert_eq!((last, found.code), (Some(expect), 0), "{args:?} {input}: {}", found.stderr);
    };
    check(&[], "terraform_data.a.input", "(known after apply)\n");
    check(&["-plan", "-var", "v=2"], "terraform_data.a.input", "\"2\"\n");
    check(&["-plan", "-var", "v=2"], "terraform_data.a.id", "(known after apply)\n");
    check(&["-input=false", "-var", "v=2"], "var.v", "\"2\"\n");
    let refused = run(dir.path(), "console one two");
    assert_eq!((refused.code, refused.stdout.as_str()), (1, ""));
}

#[test]
fn an_instance_that_is_not_written_is_not_imported() {
    let dir = folder(&[("main.tf", MAIN)]);
    let import = run(dir.path(), "import -no-color terraform_data.a[0] x");
    assert_eq!(import.code, 1);
    let expect = "\nError: Configuration for import target does not exist\n\n";
    assert!(import.stderr.starts_with(expect), "{}", import.stderr);
    assert!(!import.stderr.contains("import-command"), "{}", import.stderr);
}

#[test]
fn formatted_text_goes_where_nothing_else_takes_it() {
    let dir = folder(&[("a.tf", b"a=1\n"), ("b.tf", b"b = 2\n")]);
    assert_eq!(run(dir.path(), "fmt -write=false -list=false").stdout, "a = 1\nb = 2\n");
    assert_eq!(run(dir.path(), "fmt -write=false -list=false -check").stdout, "");
    let missing = run(dir.path(), "fmt -no-color nope.tf");
    assert!(missing.stderr.starts_with("\nError: No file or directory at nope.tf\n"), "{}", missing.stderr);
}

#[test]
fn global_options_that_are_none() {
    let dir = folder(&[]);
    for (line, code) in [("-nope", 127), ("-nope plan", 1), ("-chdir= plan", 1)] {
        assert_eq!(run(dir.path(), line).code, code, "{line}");
    }
    let env = [("TF_WORKSPACE", "a b")];
    let list = cairn_env(&env, dir.path(), &["workspace", "list", "-no-color"], b"");
    assert_eq!(list.code, 1);
    assert!(
        list.stderr.starts_with("\nError: Invalid workspace name set using TF_WORKSPACE\n"),
        "{}",
        list.stderr
    );
}

#[test]
fn folders_of_tests_that_are_not_there() {
    let dir = folder(&[("main.tf", MAIN)]);
    for line in ["validate -test-directory=no", "providers -test-directory=no", "get -test-directory=no"] {
        let found = run(dir.path(), &format!("{line} -no-color"));
        assert_eq!(found.code, 0, "{line}: {}", found.stderr);
        assert!(
            found.stdout.contains("Warning: Test directory does not exist\n"),
            "{line}: {}",
            found.stdout
        );
    }
    assert!(!run(dir.path(), "validate -test-directory=tests").stdout.contains("Warning"));
}

#[test]
fn what_is_moved_and_removed_is_named() {
    let dir =
        folder(&[("main.tf", b"resource \"terraform_data\" \"a\" {\n  for_each = toset([\"k\"])\n}\n")]);
    run(dir.path(), "apply -auto-approve");
    let told = r#" "terraform_data.a[\"k\"]" to "terraform_data.a[\"z\"]""#;
    for (line, expect) in [
        ("state mv -dry-run terraform_data.a[\"k\"] terraform_data.a[\"z\"]", format!("Would move{told}\n")),
        (
            "state mv terraform_data.a[\"k\"] terraform_data.a[\"z\"]",
            format!("Move{told}\nSuccessfully moved 1 object(s).\n"),
        ),
        ("state rm -dry-run terraform_data.nope", "Would have removed nothing.\n".to_owned()),
    ] {
        let found = run(dir.path(), line);
        assert_eq!((found.stdout, found.code), (expect, 0), "{line}: {}", found.stderr);
    }
    assert_eq!(run(dir.path(), "state rm terraform_data.nope").code, 1);
}

#[test]
fn addresses_are_those_of_the_language() {
    let main = "resource \"terraform_data\" \"b\" {\n  for_each = toset([\"\u{e9}\", \"$${q}\"])\n}\n";
    let dir = folder(&[("main.tf", main.as_bytes())]);
    let dir = dir.path();
    assert_eq!(run(dir, "apply -auto-approve").code, 0);
    for key in ["[\"${q}\"]", "[\"%{q}\"]", "[-1]"] {
        let addr = format!("terraform_data.b{key}");
        for (line, expect) in [
            (format!("plan -no-color -target={addr}"), format!("Error: Invalid target {addr:?}")),
            (
                format!("plan -no-color -replace={addr}"),
                format!("Error: Invalid force-replace address {addr:?}"),
            ),
            (format!("state show {addr}"), format!("Error parsing instance address: {addr}")),
        ] {
            let run = run(dir, &line);
            assert_eq!(run.code, 1, "{line}");
            assert!(run.stderr.contains(&expect), "{line}: {}", run.stderr);
        }
    }
    let shown = run(dir, "state show -no-color terraform_data.b[\"e\\u0301\"]");
    assert!(
        shown.stdout.starts_with("# terraform_data.b[\"\u{e9}\"]:\n"),
        "{}{}",
        shown.stdout,
        shown.stderr
    );
}
