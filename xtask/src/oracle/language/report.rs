//! What a comparison prints: the differences, a table per family, and functions with too few cases.

use super::answer::Answer;
use super::document::Case;
use std::collections::BTreeMap;
use std::path::Path;

/// Fewer cases than this for one function is worth a warning.
const CASES_PER_FUNCTION: usize = 6;

/// The built-in functions, as listed in section 14 of the language facts.
const FUNCTIONS: &str = "abs ceil floor log max min parseint pow signum sum \
    chomp endswith format formatlist indent join lower upper title regex regexall replace split startswith \
    strcontains strrev substr templatestring trim trimprefix trimsuffix trimspace \
    alltrue anytrue chunklist coalesce coalescelist compact concat contains distinct element flatten index keys \
    length lookup matchkeys merge one range reverse setintersection setproduct setsubtract setunion slice sort \
    transpose values zipmap list map \
    base64decode base64encode base64gzip base64gunzip csvdecode jsondecode jsonencode textdecodebase64 \
    textencodebase64 urlencode urldecode yamldecode yamlencode \
    abspath basename dirname pathexpand file fileexists fileset filebase64 templatefile \
    base64sha256 base64sha512 bcrypt filebase64sha256 filebase64sha512 filemd5 filesha1 filesha256 filesha512 md5 \
    rsadecrypt sha1 sha256 sha512 uuid uuidv5 \
    formatdate plantimestamp timeadd timecmp timestamp \
    cidrcontains cidrhost cidrnetmask cidrsubnet cidrsubnets \
    can try tobool tolist tomap tonumber toset tostring type sensitive nonsensitive issensitive ephemeralasnull";

/// How one case came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The oracles agree with each other and with us.
    Agree,
    /// The oracles differ or we depart from them, for a written reason, and we answer as wanted.
    Explained,
    /// We do not answer as wanted, or the document is incomplete.
    Differ,
}

/// Counts by family.
#[derive(Default)]
pub(crate) struct Tally(BTreeMap<String, [usize; 3]>);

impl Tally {
    /// Counts one case of the document at `path` (relative to the repository).
    pub(crate) fn add(&mut self, path: &Path, verdict: Verdict) {
        let family = path.parent().unwrap_or(path);
        let family = family.strip_prefix("spec").unwrap_or(family).display().to_string();
        self.0.entry(family).or_default()[verdict as usize] += 1;
    }

    /// Prints the table and the last line. True if nothing differs and little needs an explanation.
    pub(crate) fn finish(&self) -> bool {
        println!("{:<28} {:>6} {:>6} {:>9} {:>6}", "family", "cases", "agree", "explained", "differ");
        let mut sum = [0; 3];
        for (family, counts) in &self.0 {
            let [agree, explained, differ] = *counts;
            let cases = agree + explained + differ;
            println!("{family:<28} {cases:>6} {agree:>6} {explained:>9} {differ:>6}");
            sum = [sum[0] + agree, sum[1] + explained, sum[2] + differ];
        }
        let [agree, explained, differ] = sum;
        let too_many = explained * 50 > agree + explained + differ;
        if too_many {
            println!("More than 2% of the cases need an explanation: that is no longer the same language.");
        }
        println!("{agree} agree, {explained} explained, {differ} differ");
        differ == 0 && !too_many
    }
}

/// Prints one difference.
pub(crate) fn print_difference(path: &Path, case: &Case, wanted: &Answer, got: &Answer) {
    println!("{}:{}: {}", path.display(), case.line_number(), case.expression);
    for (label, answer) in [("wanted", wanted), ("   got", got)] {
        for line in answer.to_lines("") {
            println!("  {label} {line}");
        }
    }
}

/// Warns about built-in functions that appear in too few expressions.
pub(crate) fn warn_thin_functions<'a>(expressions: impl Iterator<Item = &'a str>) {
    let counts = count_functions(expressions);
    let thin: Vec<String> = counts
        .iter()
        .filter(|(_, count)| **count < CASES_PER_FUNCTION)
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    if !thin.is_empty() {
        println!("warning: fewer than {CASES_PER_FUNCTION} cases: {}", thin.join(", "));
    }
}

/// In how many expressions each built-in function is called.
fn count_functions<'a>(expressions: impl Iterator<Item = &'a str>) -> BTreeMap<&'static str, usize> {
    let mut counts: BTreeMap<&str, usize> = FUNCTIONS.split_whitespace().map(|name| (name, 0)).collect();
    for expression in expressions {
        let mut called: Vec<&str> = called_functions(expression);
        called.sort_unstable();
        called.dedup();
        for name in called {
            if let Some(count) = counts.get_mut(name) {
                *count += 1;
            }
        }
    }
    counts
}

fn called_functions(expression: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    expression
        .match_indices('(')
        .map(|(at, _)| &expression[..at])
        .map(|before| &before[before.trim_end_matches(is_word).len()..])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_each_function_once_per_expression() {
        let counts =
            count_functions(["max(1, max(2, abs(3)))", "core::abs(1)", "(1)", "nothing(2)"].into_iter());
        assert_eq!((counts["max"], counts["abs"], counts["min"]), (1, 2, 0));
        assert!(!counts.contains_key("nothing"));
    }

    #[test]
    fn families_come_from_directories() {
        let mut tally = Tally::default();
        tally.add(Path::new("spec/functions/numeric/abs.md"), Verdict::Agree);
        tally.add(Path::new("spec/functions/numeric/max.md"), Verdict::Differ);
        assert_eq!(tally.0["functions/numeric"], [1, 0, 1]);
        assert!(!tally.finish());
    }
}
