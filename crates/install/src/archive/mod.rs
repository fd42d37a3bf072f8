//! Unpacking what others made: nothing leaves the folder, nothing is a link, and there is an end to it.

mod zip;

pub(crate) use self::zip::unpack_zip;

use std::path::{Component, Path, PathBuf};

/// The most that an archive may unpack to; the largest providers are below one gibibyte.
pub(crate) const MAX_UNPACKED: u64 = 8 << 30;

/// More files than this are in no package.
pub(crate) const MAX_ENTRIES: usize = 200_000;

/// The path below a folder that an entry's name means; the error says why it means none.
pub(crate) fn safe_path(name: &str) -> Result<PathBuf, String> {
    if name.contains('\\') || name.contains('\0') || name.contains(':') && cfg!(windows) {
        return Err(format!("the name {name:?} has characters that no file of a package has"));
    }
    let mut path = PathBuf::new();
    for component in Path::new(name).components() {
        match component {
            Component::Normal(part) => path.push(part),
            Component::CurDir => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                return Err(format!("the name {name:?} leads out of the folder"));
            }
        }
    }
    if path.as_os_str().is_empty() { Err(format!("{name:?} is not the name of a file")) } else { Ok(path) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_stay_inside() {
        let check = |name: &str, expect: Option<&str>| {
            assert_eq!(safe_path(name).ok(), expect.map(PathBuf::from), "{name:?}");
        };
        check("a/b", Some("a/b"));
        check("./a//b/", Some("a/b"));
        check("../a", None);
        check("a/../../b", None);
        check("a/../b", None);
        check("/etc/passwd", None);
        check("a\\..\\b", None);
        check("a\0b", None);
        check("", None);
        check(".", None);
    }
}
