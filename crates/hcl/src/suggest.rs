//! Finding the name that was probably meant.

/// ` Did you mean "x"?`, or nothing when no known name is near the given one.
pub fn did_you_mean<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(given, known).map_or_else(String::new, |name| format!(" Did you mean {name:?}?"))
}

/// The first known name that is less than three edits away.
pub fn nearest<'a>(given: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known.into_iter().find(|name| strsim::levenshtein(given, name) < 3)
}
