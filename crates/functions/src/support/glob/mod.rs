//! The patterns of `fileset` and the search for files that match them: `*`,
//! `?`, `[…]`, `{…,…}` and `**` as in the doublestar library. Where Terraform
//! (an old version of it) and OpenTofu (a new one) differ, what either accepts
//! is accepted.

mod segment;

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use self::segment::Segment;

/// A pattern that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadPattern;

impl fmt::Display for BadPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("syntax error in pattern")
    }
}

impl std::error::Error for BadPattern {}

/// Alternatives multiply; no honest pattern comes near this many.
const MAX_ALTERNATIVES: usize = 10_000;

/// All paths that match `pattern`, in order. The whole path is a pattern, the
/// directory in front included, and is cleaned first. Hidden files count, and
/// links are followed. Paths that are not UTF-8 cannot match.
pub fn glob(pattern: &str) -> Result<Vec<String>, BadPattern> {
    let mut found = BTreeSet::new();
    for plain in expand_braces(&clean(pattern))? {
        let (root, relative) = match plain.strip_prefix('/') {
            Some(relative) => ("/", relative),
            None => ("", plain.as_str()),
        };
        let parts = relative.split('/').filter(|part| !part.is_empty());
        let mut segments = parts.map(Segment::parse).collect::<Result<Vec<_>, _>>()?;
        // One `**` after another adds nothing.
        segments.dedup_by(|a, b| *a == Segment::Any && *b == Segment::Any);
        let mut search = Search { ancestors: Vec::new(), found: &mut found };
        search.descend(root, &segments);
    }
    Ok(found.into_iter().collect())
}

/// The shortest path equal to `path` by its text alone: no doubled slashes, no
/// `.`, and no `..` that a name before it takes away.
pub fn clean(path: &str) -> String {
    let rooted = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if rooted => {}
            _ => parts.push(part),
        }
    }
    match (rooted, parts.is_empty()) {
        (true, _) => format!("/{}", parts.join("/")),
        (false, true) => ".".to_owned(),
        (false, false) => parts.join("/"),
    }
}

/// Replaces alternatives by the patterns they stand for.
fn expand_braces(pattern: &str) -> Result<Vec<String>, BadPattern> {
    let mut done = Vec::new();
    let mut pending = vec![pattern.to_owned()];
    while let Some(pattern) = pending.pop() {
        if done.len() + pending.len() > MAX_ALTERNATIVES {
            return Err(BadPattern);
        }
        let Some((open, close, commas)) = first_braces(&pattern)? else {
            done.push(pattern);
            continue;
        };
        let (before, after) = (&pattern[..open], &pattern[close + 1..]);
        let starts = std::iter::once(open).chain(commas.iter().copied());
        let ends = commas.iter().copied().chain([close]);
        for (start, end) in starts.zip(ends) {
            pending.push(format!("{before}{}{after}", &pattern[start + 1..end]));
        }
    }
    Ok(done)
}

/// Finds the first braces: where they open and close, and their own commas.
fn first_braces(pattern: &str) -> Result<Option<(usize, usize, Vec<usize>)>, BadPattern> {
    let mut open = None;
    let mut depth = 0;
    let mut commas = Vec::new();
    let bytes = pattern.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 1,
            // Braces in a class stand for themselves.
            b'[' => at += segment::read_class(&pattern[at..]).ok_or(BadPattern)?.1 - 1,
            b'{' => {
                depth += 1;
                open.get_or_insert(at);
            }
            b',' if depth == 1 => commas.push(at),
            b'}' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    return Ok(open.map(|open| (open, at, commas)));
                }
            }
            _ => {}
        }
        at += 1;
    }
    if open.is_some() { Err(BadPattern) } else { Ok(None) }
}

struct Search<'a> {
    /// The real paths of the directories a `**` is in, so as not to follow a
    /// link back to one of them.
    ancestors: Vec<PathBuf>,
    found: &'a mut BTreeSet<String>,
}

impl Search<'_> {
    /// Looks in `dir` (empty for the current one) for what the segments match.
    fn descend(&mut self, dir: &str, segments: &[Segment]) {
        let Some((first, rest)) = segments.split_first() else { return };
        match first {
            Segment::Name(name) => {
                let path = join(dir, name);
                if rest.is_empty() {
                    if Path::new(&path).exists() {
                        self.found.insert(path);
                    }
                } else {
                    self.descend(&path, rest);
                }
            }
            Segment::Wild(_) => {
                for name in names_in(dir).filter(|name| first.matches(name)) {
                    let path = join(dir, &name);
                    if rest.is_empty() {
                        self.found.insert(path);
                    } else if Path::new(&path).is_dir() {
                        self.descend(&path, rest);
                    }
                }
            }
            Segment::Any => self.any_depth(dir, rest),
        }
    }

    fn any_depth(&mut self, dir: &str, rest: &[Segment]) {
        let Ok(real) = real_dir(dir).canonicalize() else { return };
        if self.ancestors.contains(&real) {
            return;
        }
        self.ancestors.push(real);
        self.descend(dir, rest);
        for name in names_in(dir) {
            let path = join(dir, &name);
            match Path::new(&path).metadata() {
                Ok(metadata) if metadata.is_dir() => self.any_depth(&path, rest),
                Ok(_) if rest.is_empty() => {
                    self.found.insert(path);
                }
                // A link to nowhere is passed over.
                _ => {}
            }
        }
        self.ancestors.pop();
    }
}

fn join(dir: &str, name: &str) -> String {
    match dir {
        "" | "/" => format!("{dir}{name}"),
        _ => format!("{dir}/{name}"),
    }
}

fn real_dir(dir: &str) -> &Path {
    Path::new(if dir.is_empty() { "." } else { dir })
}

/// The names in a directory; none where it cannot be read.
fn names_in(dir: &str) -> impl Iterator<Item = String> {
    let entries = std::fs::read_dir(real_dir(dir)).into_iter().flatten();
    entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok())
}

#[cfg(test)]
mod tests;
