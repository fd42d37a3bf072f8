//! Variables that nothing gives are asked for.

use crate::harness::{cairn, cairn_env, folder};

const MAIN: &[u8] = b"variable \"b\" {\n  description = \"What to say.\\nIn a line.\"\n}\nvariable \"a\" {\n  type = list(string)\n}\nvariable \
                     \"s\" {\n  sensitive = true\n  ephemeral = true\n}\nvariable \"d\" {\n  default = 1\n}\noutput \"o\" {\n  value = \
                     \"${var.b} ${join(\",\", var.a)}\"\n}\n";

const QUESTIONS: &str = "var.a\n  Enter a value: \nvar.b\n  What to say.\n  In a line.\n\n  Enter a value: \nvar.s (ephemeral)\n  Enter a \
                         value: \n";

#[test]
fn answers_are_values() {
    let dir = folder(&[("main.tf", MAIN)]);
    let plan = cairn(dir.path(), &["plan", "-no-color"], b"[\"x\", \"y\"]\nhello world\r\nsecret\n");
    assert_eq!((plan.code, plan.stderr.as_str()), (0, ""));
    let expect = format!("{QUESTIONS}\nChanges to Outputs:\n  + o = \"hello world x,y\"\n");
    assert!(plan.stdout.starts_with(&expect), "{}", plan.stdout);
    // The approval is the next line.
    let apply = cairn(dir.path(), &["apply", "-no-color", "-var", "a=[\"z\"]"], b"hi\nsecret\nyes\n");
    assert_eq!((apply.code, apply.stderr.as_str()), (0, ""), "{}", apply.stdout);
    assert!(apply.stdout.ends_with("\nOutputs:\n\no = \"hi z\"\n"), "{}", apply.stdout);
}

#[test]
fn who_gets_no_answer_says_so() {
    let dir = folder(&[("main.tf", MAIN)]);
    let missing = |stderr: &str| stderr.matches("Error: No value for required variable").count();
    let plan = cairn(dir.path(), &["plan", "-no-color"], b"[\"x\"]\n");
    assert_eq!((plan.code, missing(&plan.stderr)), (1, 2), "{}", plan.stderr);
    for (env, args) in [
        (&[][..], &["plan", "-input=false"][..]),
        (&[("TF_INPUT", "0")], &["plan"]),
        (&[("TF_INPUT", "false")], &["plan"]),
    ] {
        let plan = cairn_env(env, dir.path(), args, b"1\n2\n3\n");
        assert_eq!((plan.code, missing(&plan.stderr), plan.stdout.as_str()), (1, 3, ""), "{env:?} {args:?}");
    }
    let json = cairn(dir.path(), &["plan", "-json"], b"1\n2\n3\n");
    assert_eq!((json.code, missing(&json.stdout)), (1, 3), "{}", json.stdout);
    assert!(!json.stdout.contains("Enter a value"), "{}", json.stdout);
    let wrong = cairn(dir.path(), &["plan", "-no-color", "-var", "b=1", "-var", "s=1"], b"[\n");
    assert!(wrong.stderr.contains("on <value for var.a> line 1"), "{}", wrong.stderr);
}

#[test]
fn approval_is_asked_for_in_any_case() {
    let dir = folder(&[("main.tf", b"resource \"terraform_data\" \"a\" {}\n")]);
    let is_there = || cairn(dir.path(), &["state", "list"], b"").stdout == "terraform_data.a\n";
    for (env, args) in [
        (&[][..], &["apply", "-no-color", "-input=false"][..]),
        (&[("TF_INPUT", "0")], &["apply", "-no-color"]),
        (&[], &["apply", "-no-color"]),
    ] {
        // A line that is cut off is no answer.
        for input in [&b""[..], b"yes"] {
            let refused = cairn_env(env, dir.path(), args, input);
            assert!(refused.stdout.ends_with("\n  Enter a value: "), "{args:?}: {}", refused.stdout);
            assert!(refused.stderr.contains("Error: error asking for approval: EOF"), "{}", refused.stderr);
            assert_eq!((refused.code, is_there()), (1, false), "{env:?} {args:?}");
        }
        assert_eq!((cairn_env(env, dir.path(), args, b"yes\n").code, is_there()), (0, true));
        assert_eq!((cairn(dir.path(), &["destroy"], b"yes\n").code, is_there()), (0, false));
    }
}

#[test]
fn an_answer_has_an_end() {
    let dir = folder(&[("main.tf", MAIN)]);
    let plan = cairn(dir.path(), &["plan", "-no-color", "-var", "b=1", "-var", "s=1"], b"[]");
    assert!(plan.stderr.contains("Error: No value for required variable"), "{}", plan.stderr);
    let replace = ["state", "replace-provider", "terraform.io/builtin/terraform", "a/b"];
    let dir = folder(&[("main.tf", b"resource \"terraform_data\" \"a\" {}\n")]);
    assert_eq!(cairn(dir.path(), &["apply", "-auto-approve"], b"").code, 0);
    let refused = cairn(dir.path(), &replace, b"yes");
    assert!(refused.stderr.contains("Error asking for approval: EOF"), "{}", refused.stderr);
    assert_eq!(cairn(dir.path(), &replace, b"yes\n").code, 0);
}
