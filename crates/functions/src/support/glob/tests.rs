//! Answers taken from `terraform console` and `tofu console` on the same tree.

use super::*;

/// Makes a tree of files under a directory of its own.
fn tree() -> PathBuf {
    let root = std::env::temp_dir().join(format!("cairn-glob-{}", std::process::id()));
    for file in
        ["a/1.txt", "a/b/2.txt", "a/b/c/3.txt", ".hid/h.txt", "d/é.md", "x[y]/z.txt", "top.txt", ".dot"]
    {
        let path = root.join(file);
        std::fs::create_dir_all(path.parent().expect("it has one")).expect("a writable place");
        std::fs::write(path, "").expect("a writable place");
    }
    #[cfg(unix)]
    {
        let link = |target: &str, name: &str| {
            if root.join(name).symlink_metadata().is_err() {
                std::os::unix::fs::symlink(target, root.join(name)).expect("links are supported");
            }
        };
        link("../a", "d/link");
        link("..", "d/loop");
        link("/nonexistent", "a/broken");
    }
    root
}

#[cfg(unix)]
#[test]
fn searching() {
    let root = tree();
    let root = root.to_str().expect("a plain path");
    let check = |pattern: &str, expect: &[&str]| {
        let found = glob(&format!("{root}/{pattern}")).expect(pattern);
        let files = found.iter().filter(|path| Path::new(path).is_file());
        let names: Vec<_> = files.map(|path| path[root.len() + 1..].to_owned()).collect();
        assert_eq!(names, expect, "{pattern}");
    };
    check("*", &[".dot", "top.txt"]);
    check("a/**", &["a/1.txt", "a/b/2.txt", "a/b/c/3.txt"]);
    check("a/b/*.txt", &["a/b/2.txt"]);
    check("{a,d}/*.{txt,md}", &["a/1.txt", "d/é.md"]);
    check("{a/b,d}/*", &["a/b/2.txt", "d/é.md"]);
    check("{{a,b},d}/*.txt", &["a/1.txt"]);
    check("to{p,}.txt", &["top.txt"]);
    check("top.txt", &["top.txt"]);
    check("nope.txt", &[]);
    check("nope/*", &[]);
    check("?op.txt", &["top.txt"]);
    check("[^a-s]op.txt", &["top.txt"]);
    check("d/[é].md", &["d/é.md"]);
    check("a**/*.txt", &["a/1.txt"]);
    check("**.txt", &["top.txt"]);
    check("a/**/c/*", &["a/b/c/3.txt"]);
    check("a/**/**/*.txt", &["a/1.txt", "a/b/2.txt", "a/b/c/3.txt"]);
    check("d/link/*.txt", &["d/link/1.txt"]);
    check("d/**/3.txt", &["d/link/b/c/3.txt", "d/loop/a/b/c/3.txt"]);
    check("d/../top.txt", &["top.txt"]);
    check("x[y]/*", &[]);
    check("x\\[y]/*", &["x[y]/z.txt"]);
    check(".*", &[".dot"]);
    check("a}", &[]);
    check("", &[]);
    std::fs::remove_dir_all(root).expect("it is ours");
}

#[test]
fn bad_patterns() {
    for pattern in ["[", "[]", "{a", "a/{b,[}"] {
        assert_eq!(glob(pattern), Err(BadPattern), "{pattern}");
    }
    assert_eq!(glob(&"{a,b}".repeat(20)), Err(BadPattern));
}

#[test]
fn cleaning() {
    let check = |path: &str, expect: &str| assert_eq!(clean(path), expect);
    check("", ".");
    check("a//b/./c/", "a/b/c");
    check("a/../../b", "../b");
    check("/../a", "/a");
    check("a/..", ".");
    check("/", "/");
}
