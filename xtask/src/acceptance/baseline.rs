//! The tests that must pass, one name per line in `spec/acceptance/`: those that pass with terraform, and for
//! higher levels those that such a level adds.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use super::events::Word;

/// The lists of a suite.
pub(super) struct Baseline {
    folder: PathBuf,
    suite: &'static str,
    /// The level that is reported, where it is not the usual one.
    level: Option<(u32, u32)>,
}

impl Baseline {
    pub(super) fn new(folder: PathBuf, suite: &'static str, level: Option<&str>) -> Result<Self, String> {
        let parse =
            |text: &str| number(text).ok_or_else(|| format!("{text:?} is not a version such as 1.14.0"));
        Ok(Self { folder, suite, level: level.map(parse).transpose()? })
    }

    /// The files whose level is wanted.
    fn files(&self, wanted: impl Fn((u32, u32)) -> bool) -> Result<Vec<PathBuf>, String> {
        let mut found = Vec::new();
        let entries =
            fs::read_dir(&self.folder).map_err(|error| format!("{}: {error}", self.folder.display()))?;
        for entry in entries.filter_map(Result::ok) {
            let name = entry.file_name();
            let Some(stem) = name.to_str().and_then(|name| name.strip_suffix(".txt")) else { continue };
            let level = match stem.strip_prefix(self.suite) {
                Some("") => Some((0, 0)),
                Some(rest) => rest.strip_prefix('-').and_then(number),
                None => None,
            };
            found.extend(level.filter(|level| wanted(*level)).map(|_| entry.path()));
        }
        Ok(found)
    }

    /// The tests that the levels up to this one name; `own` says whether it counts itself.
    fn names(&self, own: bool) -> Result<BTreeSet<String>, String> {
        let at = self.level.unwrap_or_default();
        let mut names = BTreeSet::new();
        for file in self.files(|level| level < at || own && level == at)? {
            let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            names.extend(text.lines().filter(|name| !name.is_empty()).map(str::to_owned));
        }
        Ok(names)
    }

    /// Writes down what passed: all of it, or what the level adds.
    pub(super) fn record(&self, results: &BTreeMap<String, Word>) -> Result<(), String> {
        let (file, known) = match self.level {
            None => (self.folder.join(self.suite).with_extension("txt"), BTreeSet::new()),
            Some((major, minor)) => {
                (self.folder.join(format!("{}-{major}.{minor}.txt", self.suite)), self.names(false)?)
            }
        };
        let passed = results.iter().filter(|(name, word)| **word == Word::Pass && !known.contains(*name));
        let text: String = passed.map(|(name, _)| format!("{name}\n")).collect();
        fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))
    }

    /// The tests that should have passed and did not; of a part of the suite, only those that were run count.
    pub(super) fn lost(
        &self,
        results: &BTreeMap<String, Word>,
        partial: bool,
    ) -> Result<Vec<String>, String> {
        // Some tests are only for lower levels.
        let may_skip = self.level.is_some();
        let lost = |name: &String| !passed(name, results, partial, may_skip);
        Ok(self.names(true)?.into_iter().filter(lost).collect())
    }
}

/// The first two numbers of a version.
fn number(version: &str) -> Option<(u32, u32)> {
    let mut parts = version.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// Whether a test passed; where it was not reached, the test that it belongs to tells.
fn passed(name: &str, results: &BTreeMap<String, Word>, partial: bool, may_skip: bool) -> bool {
    let mut at = name;
    loop {
        if let Some(word) = results.get(at) {
            return *word == Word::Pass || may_skip && *word == Word::Skip;
        }
        // Folders of packages have slashes too: only what is behind the dot names a test.
        match at.rsplit_once('/') {
            Some((parent, _)) if parent.contains(".Test") => at = parent,
            _ => return partial,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost() {
        let results: BTreeMap<String, Word> = [
            ("a/b.TestX/one".to_owned(), Word::Pass),
            ("a/b.TestX/two".to_owned(), Word::Skip),
            ("a/b.TestY".to_owned(), Word::Fail),
        ]
        .into();
        let check = |name: &str, partial: bool, expect: bool| {
            assert_eq!(passed(name, &results, partial, false), expect, "{name}");
        };
        check("a/b.TestX/one", false, true);
        check("a/b.TestX/two", false, false);
        check("a/b.TestY/deep/er", false, false);
        check("a/b.TestZ", false, false);
        check("a/b.TestZ", true, true);
        assert!(passed("a/b.TestX/two", &results, false, true));
    }

    #[test]
    fn levels_add_tests() {
        let dir = std::env::temp_dir().join(format!("cairn-baseline-{}", std::process::id()));
        fs::create_dir_all(&dir).expect("a temporary folder can be made");
        for (name, text) in
            [("s.txt", "a\n"), ("s-1.12.txt", "b\n"), ("s-1.14.txt", "c\n"), ("st.txt", "d\n")]
        {
            fs::write(dir.join(name), text).expect("the folder can be written to");
        }
        let names = |level: Option<&str>| {
            let baseline = Baseline::new(dir.clone(), "s", level).expect("the level is a version");
            baseline.names(true).expect("the files can be read").into_iter().collect::<Vec<_>>().concat()
        };
        let found = [names(None), names(Some("1.12.2")), names(Some("1.13")), names(Some("1.14.0"))];
        fs::remove_dir_all(&dir).expect("the folder can be removed");
        assert_eq!(found, ["a", "ab", "ab", "abc"]);
        assert!(Baseline::new(dir, "s", Some("x")).is_err());
    }
}
