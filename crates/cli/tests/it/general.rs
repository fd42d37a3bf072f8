//! Global options, help, exit codes, `version` and `functions`.

use crate::harness::{cairn, folder};

#[test]
fn exit_codes_and_help() {
    let dir = folder(&[]);
    let check = |args: &[&str], code: i32| {
        let run = cairn(dir.path(), args, b"");
        assert_eq!(run.code, code, "{args:?}: {}{}", run.stdout, run.stderr);
        run
    };
    assert!(check(&[], 127).stdout.starts_with("Usage: cairn"));
    assert!(check(&["-help"], 0).stdout.starts_with("Usage: cairn"));
    assert!(check(&["frobnicate"], 1).stderr.contains("no command named \"frobnicate\""));
    assert!(check(&["versoin"], 1).stderr.contains("Did you mean \"version\"?"));
    assert!(check(&["-chdir=nope", "version"], 1).stderr.contains("nope"));
    for command in ["version", "console", "fmt", "validate", "functions"] {
        let run = check(&[command, "-help"], 0);
        assert!(run.stdout.starts_with("Usage: cairn [global options] "), "{command}: {}", run.stdout);
        assert!(check(&[command, "-nonsense"], 1).stderr.contains("-nonsense"));
    }
}

#[test]
fn chdir_moves_first() {
    let dir = folder(&[("sub/main.tf", b"locals {\n  a = 5\n}\n")]);
    let run = cairn(dir.path(), &["-chdir=sub", "console"], b"local.a\n");
    assert_eq!((run.code, run.stdout.as_str()), (0, "5\n"));
}

#[test]
fn version_in_json() {
    let dir = folder(&[]);
    let run = cairn(dir.path(), &["version", "-json"], b"");
    let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(json["terraform_version"], "1.11.4");
    assert!(json["platform"].as_str().unwrap().contains('_'));
}

#[test]
fn functions_can_be_looked_up() {
    let dir = folder(&[]);
    let run = cairn(dir.path(), &["functions", "cidrsubnet"], b"");
    assert_eq!(run.code, 0);
    assert!(run.stdout.starts_with("cidrsubnet("), "{}", run.stdout);
    assert!(cairn(dir.path(), &["functions"], b"").stdout.lines().count() > 120);
    assert_eq!(cairn(dir.path(), &["functions", "no such thing"], b"").code, 1);
    let json: serde_json::Value =
        serde_json::from_str(&cairn(dir.path(), &["functions", "-json"], b"").stdout).unwrap();
    assert_eq!(json["function_signatures"]["abs"]["return_type"], "number");
}
