//! `cairn fmt`

use crate::harness::{cairn, folder};

const UGLY: &[u8] = b"a=1\nbb   = 2\n";
const NICE: &[u8] = b"a  = 1\nbb = 2\n";

#[test]
fn rewrites_and_lists_what_changed() {
    let dir = folder(&[("main.tf", UGLY), ("ok.tf", NICE), ("sub/other.tf", UGLY), ("x.txt", UGLY)]);
    let run = cairn(dir.path(), &["fmt"], b"");
    assert_eq!((run.code, run.stdout.as_str()), (0, "main.tf\n"), "{}", run.stderr);
    assert_eq!(std::fs::read(dir.path().join("main.tf")).unwrap(), NICE);
    assert_eq!(std::fs::read(dir.path().join("sub/other.tf")).unwrap(), UGLY);
    let run = cairn(dir.path(), &["fmt", "--recursive"], b"");
    assert_eq!((run.code, run.stdout.as_str()), (0, "sub/other.tf\n"));
    assert_eq!(cairn(dir.path(), &["fmt", "-recursive", "-check"], b"").code, 0);
}

#[test]
fn check_writes_nothing() {
    let dir = folder(&[("main.tf", UGLY)]);
    let run = cairn(dir.path(), &["fmt", "-check", "-diff"], b"");
    assert_eq!(run.code, 3);
    assert_eq!(
        run.stdout,
        "main.tf\n--- old/main.tf\n+++ new/main.tf\n@@ -1,2 +1,2 @@\n-a=1\n-bb   = 2\n+a  = 1\n+bb = 2\n"
    );
    assert_eq!(std::fs::read(dir.path().join("main.tf")).unwrap(), UGLY);
}

#[test]
fn standard_input_to_standard_output() {
    let dir = folder(&[]);
    let run = cairn(dir.path(), &["fmt", "-"], b"a=1");
    assert_eq!((run.code, run.stdout.as_str()), (0, "a = 1\n"));
    assert_eq!(cairn(dir.path(), &["fmt", "-check", "-"], b"").code, 0);
    assert_eq!(cairn(dir.path(), &["fmt", "-check", "-"], b"a = 1").code, 0);
    let run = cairn(dir.path(), &["fmt", "-diff", "-"], b"a=1");
    let end = "\n\\ No newline at end of file\n";
    let head = "--- old/<stdin>\n+++ new/<stdin>\n@@ -1 +1 @@\n";
    assert_eq!(run.stdout, format!("{head}-a=1{end}+a = 1{end}"));
    let run = cairn(dir.path(), &["fmt", "-no-color", "-"], b"a = ");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("on <stdin> line 1"), "{}", run.stderr);
}

#[test]
fn one_broken_file_does_not_stop_the_others() {
    let dir = folder(&[("bad.tf", b"a = [\n"), ("main.tf", UGLY)]);
    let run = cairn(dir.path(), &["fmt"], b"");
    assert_eq!((run.code, run.stdout.as_str()), (2, "main.tf\n"));
    assert_eq!(std::fs::read(dir.path().join("bad.tf")).unwrap(), b"a = [\n");
}

#[test]
fn bom_and_crlf_are_accepted() {
    let dir = folder(&[]);
    let run = cairn(dir.path(), &["fmt", "-"], "\u{feff}a=1\r\nbb=2\r\n".as_bytes());
    assert_eq!((run.code, run.stdout.as_str()), (0, "a  = 1\r\nbb = 2\r\n"), "{}", run.stderr);
}
