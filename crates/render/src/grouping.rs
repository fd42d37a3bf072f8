//! Which diagnostics people are shown: those that say the same as others only once.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use diag::{Diagnostic, Diagnostics, Kind, Severity};

/// Of which deprecated parts of modules people are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deprecations {
    /// Of all.
    #[default]
    All,
    /// Of those of modules that are in the same package, which the reader can change.
    Local,
    /// Of none.
    None,
}

/// How diagnostics are chosen and grouped.
#[derive(Clone, Copy, Debug)]
pub struct Grouping {
    /// Warnings with the same summary are shown once.
    pub warnings: bool,
    /// Errors with the same summary are shown once.
    pub errors: bool,
    /// Of which deprecations people are told.
    pub deprecations: Deprecations,
}

impl Default for Grouping {
    fn default() -> Self {
        Self { warnings: true, errors: false, deprecations: Deprecations::All }
    }
}

/// A diagnostic that is shown, and how many others it stands for.
#[derive(Clone, Debug)]
pub struct Grouped {
    /// The one that is shown.
    pub diagnostic: Diagnostic,
    /// How many more there are like it.
    pub more: usize,
}

impl Grouped {
    /// The diagnostic, which also says how many more there are like it.
    pub fn told(mut self) -> Diagnostic {
        let what = match self.diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let more = match self.more {
            0 => return self.diagnostic,
            1 => format!("(and one more similar {what} elsewhere)"),
            more => format!("(and {more} more similar {what}s elsewhere)"),
        };
        let detail = &mut self.diagnostic.detail;
        *detail = if detail.is_empty() { more } else { format!("{detail}\n\n{more}") };
        self.diagnostic
    }
}

/// Diagnostics in the order that people are shown them: warnings first, so that errors are the last they see, then by
/// where they are. What has no place is about the whole and comes first.
pub fn in_order(diags: &Diagnostics) -> Vec<&Diagnostic> {
    let mut ordered: Vec<&Diagnostic> = diags.iter().collect();
    ordered.sort_by_key(|diagnostic| {
        let place = diagnostic.subject.as_ref();
        let place = place.map(|range| (range.filename.clone(), range.start.byte, range.end.byte));
        (Reverse(diagnostic.severity), place)
    });
    ordered
}

/// What people are shown of diagnostics, in order. One without a place stands for itself: nothing would tell it from another.
pub fn group(diags: &Diagnostics, how: Grouping) -> Vec<Grouped> {
    let mut shown: Vec<Grouped> = Vec::new();
    let mut firsts: HashMap<(Severity, &str), usize> = HashMap::new();
    let mut places = HashSet::new();
    for diagnostic in in_order(diags) {
        if let Kind::Deprecation { local } = diagnostic.kind {
            let is_told = match how.deprecations {
                Deprecations::All => true,
                Deprecations::Local => local,
                Deprecations::None => false,
            };
            if !is_told || !places.insert((&diagnostic.summary, &diagnostic.subject)) {
                continue;
            }
        }
        let grouped = match diagnostic.severity {
            Severity::Error => how.errors,
            Severity::Warning => how.warnings,
        };
        if grouped && diagnostic.kind == Kind::Other && diagnostic.subject.is_some() {
            let key = (diagnostic.severity, diagnostic.summary.as_str());
            if let Some(first) = firsts.get(&key) {
                shown[*first].more += 1;
                continue;
            }
            firsts.insert(key, shown.len());
        }
        shown.push(Grouped { diagnostic: diagnostic.clone(), more: 0 });
    }
    shown
}

#[cfg(test)]
mod tests {
    use diag::{Pos, SourceRange};

    use super::*;

    fn at(line: u32) -> SourceRange {
        let pos = Pos { line, column: 1, byte: line };
        SourceRange { filename: "main.tf".into(), start: pos, end: pos }
    }

    fn details(diags: &Diagnostics, how: Grouping) -> Vec<String> {
        group(diags, how).into_iter().map(|grouped| grouped.told().detail).collect()
    }

    #[test]
    fn the_same_summary_is_shown_once() {
        let one = |line| Diagnostic::warning("Old", "Do not.").at(at(line));
        let other = Diagnostic::error("Old", "No.").at(at(3));
        let nowhere = Diagnostic::warning("Old", "Nowhere.");
        let check = Diagnostic::warning("Old", "A check.").at(at(9)).of_kind(Kind::Assertion);
        let diags: Diagnostics =
            [one(1), other.clone(), one(2), nowhere, check.clone(), check, other].into_iter().collect();
        let all = ["Nowhere.", "Do not.", "Do not.", "A check.", "A check.", "No.", "No."];
        let none = Grouping { warnings: false, ..Grouping::default() };
        assert_eq!(details(&diags, none), all);
        let usual = details(&diags, Grouping::default());
        let two = "Do not.\n\n(and one more similar warning elsewhere)";
        assert_eq!(usual, ["Nowhere.", two, "A check.", "A check.", "No.", "No."]);
        let errors = details(&diags, Grouping { errors: true, ..Grouping::default() });
        let no = "No.\n\n(and one more similar error elsewhere)";
        assert_eq!(errors, ["Nowhere.", two, "A check.", "A check.", no]);
        let three: Diagnostics = (1..=3).map(one).collect();
        assert_eq!(
            details(&three, Grouping::default()),
            ["Do not.\n\n(and 2 more similar warnings elsewhere)"]
        );
    }

    #[test]
    fn people_see_errors_last_and_each_by_its_place() {
        let diags: Diagnostics = [
            Diagnostic::error("", "e2").at(at(2)),
            Diagnostic::warning("", "w9").at(at(9)),
            Diagnostic::error("", "e"),
            Diagnostic::warning("", "w1").at(at(1)),
        ]
        .into_iter()
        .collect();
        let told: Vec<_> =
            in_order(&diags).into_iter().map(|diagnostic| diagnostic.detail.as_str()).collect();
        assert_eq!(told, ["w1", "w9", "e", "e2"]);
    }

    #[test]
    fn deprecations_are_told_once_in_a_place() {
        let one =
            |line, local| Diagnostic::warning("Old", "").at(at(line)).of_kind(Kind::Deprecation { local });
        let diags: Diagnostics =
            [one(1, true), one(1, true), one(2, true), one(3, false)].into_iter().collect();
        let count = |deprecations| group(&diags, Grouping { deprecations, ..Grouping::default() }).len();
        assert_eq!([Deprecations::All, Deprecations::Local, Deprecations::None].map(count), [3, 2, 0]);
    }
}
