//! Global options, help, exit codes, `version` and `functions`.

use crate::harness::{cairn, cairn_env, folder};

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

#[test]
fn what_is_done_is_logged() {
    let main = "variable \"secret\" {\n  sensitive = true\n}\nresource \"terraform_data\" \"a\" {\n  input = var.secret\n}\n";
    let dir = folder(&[("main.tf", main.as_bytes())]);
    let apply = |env: &[(&str, &str)]| {
        let args = ["apply", "-auto-approve", "-no-color", "-replace=terraform_data.a", "-var=secret=hush"];
        let run = cairn_env(env, dir.path(), &args, b"");
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(!run.stderr.contains("hush"), "{}", run.stderr);
        run.stderr
    };
    assert_eq!(apply(&[]), "");
    assert_eq!(apply(&[("TF_LOG", "off")]), "");
    assert_eq!(apply(&[("TF_LOG_PROVIDER", "trace")]), "");
    let info = apply(&[("TF_LOG", "info")]);
    for line in ["[INFO]  command: apply\n", "[INFO]  terraform_data.a: create\n", "[INFO]  exit code: 0\n"] {
        assert!(info.contains(line), "{info}");
    }
    assert!(!info.contains("[DEBUG]"), "{info}");
    assert!(apply(&[("TF_LOG_CORE", "debug")]).contains("[DEBUG] terraform_data.a: read\n"));
    assert_eq!(apply(&[("TF_LOG", "trace"), ("TF_LOG_CORE", "error")]), "");
    let json = apply(&[("TF_LOG", "json")]);
    for line in json.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(line["@level"].is_string() && line["@message"].is_string() && line["@timestamp"].is_string());
    }
    let file = dir.path().join("log");
    let path = file.display().to_string();
    assert_eq!(apply(&[("TF_LOG", "nonsense"), ("TF_LOG_PATH", &path)]), "");
    let logged = std::fs::read_to_string(&file).unwrap();
    assert!(logged.contains("[WARN]  TF_LOG=\"nonsense\" is no level"), "{logged}");
    let unwritable = apply(&[("TF_LOG", "info"), ("TF_LOG_PATH", "/no/such/folder/log")]);
    assert!(unwritable.starts_with("Error opening log file: "), "{unwritable}");
}

#[test]
fn global_options_stand_in_front_and_once() {
    let dir = folder(&[("sub/main.tf", b"")]);
    let check = |line: &str, code: i32, stdout: &str, stderr: &str| {
        let args: Vec<&str> = line.split_whitespace().collect();
        let run = cairn(dir.path(), &args, b"");
        assert_eq!(run.code, code, "{line}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.starts_with(stdout), "{line}: {}", run.stdout);
        assert!(run.stderr.starts_with(stderr), "{line}: {}", run.stderr);
    };
    check("-chdir=sub version", 0, "Cairn v", "");
    check("-chdir=sub -chdir=sub version", 1, "Invalid flags before the subcommand", "");
    check("-chdir=sub -chdir=none version", 1, "", "Error handling -chdir option: ");
    check("--chdir=sub version", 1, "Invalid flags before the subcommand", "");
    check("-json version", 1, "Invalid flags before the subcommand", "");
    check("-x", 127, "Usage: cairn", "");
    check("-help foo", 1, "", "Cairn has no command named \"foo\".");
    check("-help state list", 0, "Usage: cairn [global options] state list", "");
    check("plan -version", 0, "Cairn v", "");
    check("env list", 0, "Warning: the \"cairn env\" family of commands is deprecated.\n", "");
    check("env show", 1, "Warning: the \"cairn env\" family of commands is deprecated.\n", "");
}
