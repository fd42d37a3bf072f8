//! `cairn console`, piped.

use crate::harness::{cairn, folder};

fn check(input: &str, code: i32, stdout: &str) {
    let dir = folder(&[]);
    let run = cairn(dir.path(), &["console", "-no-color"], input.as_bytes());
    assert_eq!((run.code, run.stdout.as_str()), (code, stdout), "{input}\n{}", run.stderr);
}

#[test]
fn evaluates_line_by_line() {
    check("1 + 1\nupper(\"a\")\n", 0, "2\n\"A\"\n");
    check("1 + 1", 0, "2\n");
    check("", 0, "");
    check("exit\n5\n", 0, "");
}

#[test]
fn goes_on_over_several_lines() {
    check("[\n  1,\n  2\n]\n3\n", 0, "[\n  1,\n  2,\n]\n3\n");
    check("<<EOT\nhello\nEOT\n", 0, "<<EOT\nhello\n\nEOT\n");
    check("1 + \\\n2\n", 0, "3\n");
}

#[test]
fn stops_at_the_first_error() {
    check("1\nnope()\n2\n", 1, "1\n");
}

#[test]
fn shows_the_values_in_play() {
    let dir = folder(&[(
        "main.tf",
        b"locals {\n  names = [\"a\"]\n}\nvariable \"secret\" {\n  default   = \"hidden\"\n  sensitive = true\n}\n",
    )]);
    let run = cairn(dir.path(), &["console", "-no-color"], b"local.names[5] + var.secret\n");
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("Error: Invalid index"), "{}", run.stderr);
    assert!(run.stderr.contains("local.names is tuple with 1 element"), "{}", run.stderr);
    assert!(!run.stderr.contains("hidden"), "a secret was shown: {}", run.stderr);
}

#[test]
fn secrets_stay_hidden_in_errors() {
    let dir =
        folder(&[("main.tf", b"variable \"secret\" {\n  default   = \"hunter2(\"\n  sensitive = true\n}\n")]);
    for call in
        ["parseint(var.secret, 10)", "regex(var.secret, \"x\")", "tonumber(var.secret)", "file(var.secret)"]
    {
        let run = cairn(dir.path(), &["console", "-no-color"], call.as_bytes());
        assert_eq!(run.code, 1, "{call}");
        assert!(!run.stderr.contains("hunter2"), "{call}: {}", run.stderr);
    }
}

#[test]
fn what_is_remembered_has_values() {
    let dir = folder(&[
        (
            "main.tf",
            b"resource \"terraform_data\" \"a\" {\n  input = \"x\"\n}\nresource \"terraform_data\" \"n\" {\n  count = 2\n  input = \
              count.index\n}\nlocals {\n  l = \"${terraform_data.a.output}!\"\n}\nmodule \"m\" {\n  source = \"./m\"\n  x = \
              terraform_data.a.output\n}\n",
        ),
        ("m/main.tf", b"variable \"x\" {}\noutput \"y\" {\n  value = \"m${var.x}\"\n}\n"),
    ]);
    let check = |expr: &str, expect: &str| {
        let run = cairn(dir.path(), &["console"], format!("{expr}\n").as_bytes());
        assert_eq!((run.code, run.stdout.trim_end()), (0, expect), "{expr}: {}", run.stderr);
    };
    check("terraform_data.a.output", "(known after apply)");
    assert_eq!(cairn(dir.path(), &["apply", "-auto-approve"], b"").code, 0);
    check("terraform_data.a.output", "\"x\"");
    check("terraform_data.n[1].output", "1");
    check("local.l", "\"x!\"");
    check("module.m.y", "\"mx\"");
}
