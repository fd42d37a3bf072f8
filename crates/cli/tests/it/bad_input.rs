//! Hostile and broken input: a clear error, the command's own exit code, no panic, bounded memory.

use std::time::{Duration, Instant};

use crate::harness::{Run, cairn, cairn_within, folder};

/// Virtual memory allowed to hostile input, in KiB: the allocator reserves more than it uses.
const MEMORY: u64 = 4 << 20;

fn no_panic(run: &Run) {
    assert!(
        !run.stderr.contains("panicked") && run.code != 101 && run.code >= 0,
        "{}: {}",
        run.code,
        run.stderr
    );
}

fn check(args: &[&str], files: &[(&str, &[u8])], stdin: &[u8], code: i32, says: &[&str]) {
    let dir = folder(files);
    let start = Instant::now();
    let run = cairn_within(MEMORY, dir.path(), args, stdin);
    no_panic(&run);
    assert_eq!(run.code, code, "{args:?}: {}", run.stderr);
    for words in says {
        assert!(run.stderr.contains(words), "{args:?}: {words:?} is not in {}", run.stderr);
    }
    assert!(start.elapsed() < Duration::from_secs(60), "{args:?} took {:?}", start.elapsed());
}

#[test]
fn wrong_utf8() {
    check(
        &["fmt", "-no-color", "main.tf"],
        &[("main.tf", b"a = 1\nb = \"\xff\"\n")],
        b"",
        2,
        &["main.tf line 2", "UTF-8"],
    );
    check(
        &["validate", "-no-color"],
        &[("main.tf", b"locals {\n  a = \"\xff\"\n}\n")],
        b"",
        1,
        &["main.tf line 2", "UTF-8"],
    );
    check(&["console", "-no-color"], &[], b"\"\xff\"\n", 1, &["UTF-8"]);
}

#[test]
fn a_directory_in_place_of_a_file() {
    let dir = folder(&[("main.tf/inner.txt", b"")]);
    let run = cairn(dir.path(), &["validate"], b"");
    no_panic(&run);
    let run = cairn(dir.path(), &["fmt", "-check"], b"");
    assert_eq!(run.code, 0, "a folder is not a file to format: {}", run.stderr);
    check(&["console", "-no-color", "-var-file=d.tfvars"], &[("d.tfvars/x", b"")], b"1\n", 1, &["d.tfvars"]);
}

#[test]
fn an_unreadable_file() {
    let dir = folder(&[]);
    // Permissions do not stop the super-user; a link to nothing stops everyone.
    std::os::unix::fs::symlink("/nonexistent/target", dir.path().join("main.tf")).unwrap();
    let run = cairn(dir.path(), &["validate", "-no-color"], b"");
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("main.tf"), "{}", run.stderr);
    let run = cairn(dir.path(), &["fmt", "-no-color"], b"");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("main.tf"), "{}", run.stderr);
}

#[test]
fn an_unknown_ending() {
    check(&["fmt", "-no-color", "notes.txt"], &[("notes.txt", b"x")], b"", 2, &["notes.txt", ".tfvars"]);
    check(&["fmt", "-no-color", "nothing.tf"], &[], b"", 2, &["nothing.tf"]);
}

#[test]
fn a_million_nested_brackets() {
    for bracket in ["[", "(", "{a=", "-", "!", "\"${", "f(", "a[", "x ? y : ", "[for x in "] {
        let text = format!("locals {{\n  a = {}\n}}\n", bracket.repeat(1_000_000));
        check(&["fmt", "-no-color", "-"], &[], text.as_bytes(), 2, &["<stdin>"]);
    }
    check(&["fmt", "-no-color", "-"], &[], "a {\n".repeat(1_000_000).as_bytes(), 2, &["<stdin>"]);
    check(&["console", "-no-color"], &[], "(".repeat(1_000_000).as_bytes(), 1, &["<console-input>"]);
    check(
        &["validate", "-no-color"],
        &[("a.tf.json", "[".repeat(1_000_000).as_bytes())],
        b"",
        1,
        &["a.tf.json"],
    );
    check(
        &["validate", "-no-color"],
        &[("a.tf.json", "{\"a\":".repeat(1_000_000).as_bytes())],
        b"",
        1,
        &["a.tf.json"],
    );
    check(
        &["validate", "-no-color"],
        &[("a.tf.yaml", "[".repeat(1_000_000).as_bytes())],
        b"",
        1,
        &["a.tf.yaml"],
    );
    let decode = |function: &str, text: &str| {
        format!("{function}(join(\"\", [for i in range(1000) : \"{}\"]))\n", text.repeat(1000))
    };
    check(&["console", "-no-color"], &[], decode("jsondecode", "[").as_bytes(), 1, &["jsondecode"]);
    check(&["console", "-no-color"], &[], decode("yamldecode", "[").as_bytes(), 1, &["yamldecode"]);
}

#[test]
fn a_string_doubled_until_it_is_too_long() {
    let mut text = String::from("locals {\n  a0 = \"0123456789abcdef\"\n");
    for step in 1..=30 {
        text.push_str(&format!("  a{step} = \"${{local.a{0}}}${{local.a{0}}}\"\n", step - 1));
    }
    text.push_str("}\n");
    check(
        &["console", "-no-color"],
        &[("main.tf", text.as_bytes())],
        b"length(local.a30)\n",
        0,
        &["String too long", "main.tf line"],
    );
    let text = text.split("  a21 ").next().unwrap_or_default().to_owned() + "}\n";
    for expr in [
        "join(local.a20, [for i in range(1024) : \"x\"])",
        "format(\"%1000000000d\", 1)",
        "format(\"%s\", indent(1000000000, \"a\\nb\"))",
        "replace(join(\"\", [for i in range(1024) : \"aaaaaaaaaaaaaaaa\"]), \"a\", join(\"\", [for i in range(1024) : \"bbbbbbbbbbbbbbbbbbbbbbbb\"]))",
    ] {
        check(
            &["console", "-no-color"],
            &[("main.tf", text.as_bytes())],
            expr.as_bytes(),
            1,
            &["<console-input>"],
        );
    }
}

#[test]
fn recursive_templates() {
    check(
        &["console", "-no-color"],
        &[("self.tftpl", b"${templatefile(\"self.tftpl\", {})}")],
        b"templatefile(\"self.tftpl\", {})\n",
        1,
        &["self.tftpl"],
    );
}

#[test]
fn local_values_that_need_each_other() {
    check(
        &["console", "-no-color"],
        &[("main.tf", b"locals {\n  a = local.b\n  b = local.a\n}\n")],
        b"1\n",
        1,
        &["local.a", "local.b"],
    );
}

#[test]
fn control_characters_are_not_obeyed() {
    let dir = folder(&[("main.tf", b"a = \x1b[31m1\n")]);
    let run = cairn(dir.path(), &["fmt", "-no-color"], b"");
    assert_eq!(run.code, 2);
    assert!(!run.stderr.contains('\x1b'), "{:?}", run.stderr);
}
