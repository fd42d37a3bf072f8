//! The tests that pass with terraform, one name per line in `spec/acceptance/`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::events::Word;

/// Writes down what passed.
pub(super) fn write(file: &Path, results: &BTreeMap<String, Word>) -> Result<(), String> {
    let passed = results.iter().filter(|(_, word)| **word == Word::Pass);
    let text: String = passed.map(|(name, _)| format!("{name}\n")).collect();
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}

/// The tests of the file that did not pass; of a part of the suite, only those that were run count.
pub(super) fn lost(
    file: &Path,
    results: &BTreeMap<String, Word>,
    partial: bool,
) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let names = text.lines().filter(|name| !name.is_empty());
    Ok(names.filter(|name| !passed(name, results, partial)).map(str::to_owned).collect())
}

/// Whether a test passed; where it was not reached, the test that it belongs to tells.
fn passed(name: &str, results: &BTreeMap<String, Word>, partial: bool) -> bool {
    let mut at = name;
    loop {
        if let Some(word) = results.get(at) {
            return *word == Word::Pass;
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
            assert_eq!(passed(name, &results, partial), expect, "{name}");
        };
        check("a/b.TestX/one", false, true);
        check("a/b.TestX/two", false, false);
        check("a/b.TestY/deep/er", false, false);
        check("a/b.TestZ", false, false);
        check("a/b.TestZ", true, true);
    }
}
