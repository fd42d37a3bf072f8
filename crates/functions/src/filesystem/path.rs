//! Paths as text, by Go's rules for systems whose separator is `/`: nothing here looks at the disk.

pub(super) use crate::support::glob::clean;

/// Two paths put together and cleaned; empty ones do not count.
pub(super) fn join(first: &str, second: &str) -> String {
    match (first, second) {
        ("", "") => String::new(),
        ("", only) | (only, "") => clean(only),
        (first, second) => clean(&format!("{first}/{second}")),
    }
}

/// The last part.
pub(super) fn base(path: &str) -> &str {
    if path.is_empty() {
        return ".";
    }
    match path.trim_end_matches('/') {
        "" => "/",
        trimmed => trimmed.rsplit('/').next().unwrap_or(trimmed),
    }
}

/// All but the last part, cleaned.
pub(super) fn dir(path: &str) -> String {
    clean(path.rfind('/').map_or("", |at| &path[..=at]))
}

/// A clean path as seen from another clean path; nothing if that cannot be told from the text.
pub(super) fn relative(from: &str, to: &str) -> Option<String> {
    let parts = |path: &'_ str| -> Vec<String> {
        path.split('/').filter(|part| !part.is_empty() && *part != ".").map(str::to_owned).collect()
    };
    if from.starts_with('/') != to.starts_with('/') {
        return None;
    }
    let (from, to) = (parts(from), parts(to));
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    if from[common..].iter().any(|part| part == "..") {
        return None;
    }
    let up = from[common..].iter().map(|_| "..");
    let steps: Vec<&str> = up.chain(to[common..].iter().map(String::as_str)).collect();
    Some(if steps.is_empty() { ".".to_owned() } else { steps.join("/") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts() {
        let check = |path: &str, dir_expected: &str, base_expected: &str| {
            assert_eq!((dir(path).as_str(), base(path)), (dir_expected, base_expected), "{path}");
        };
        check("a/b.txt", "a", "b.txt");
        check("/a/b//", "/a/b", "b");
        check("/a", "/", "a");
        check("//", "/", "/");
        check("", ".", ".");
        check("a", ".", "a");
        check("a/.", "a", ".");
        check("./a/./b", "a", "b");
    }

    #[test]
    fn putting_together() {
        assert_eq!(join("a", "../b"), "b");
        assert_eq!(join("", "b/"), "b");
        assert_eq!(join("a", "/b"), "a/b");
        assert_eq!(join("", ""), "");
        let check = |from: &str, to: &str, expect: Option<&str>| {
            assert_eq!(relative(from, to).as_deref(), expect, "{from} to {to}");
        };
        check("a", "a/b/c", Some("b/c"));
        check("a/b", "a/c", Some("../c"));
        check(".", "a", Some("a"));
        check("/a", "/a", Some("."));
        check("a", "/a", None);
        check("..", "a", None);
        check("../x", "../y", Some("../y"));
    }
}
