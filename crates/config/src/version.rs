//! Versions and the constraints on them: `>= 1.2, < 2.0`, `~> 1.5.0`.

use std::cmp::Ordering;
use std::fmt;

use diag::{Diagnostic, Diagnostics, SourceRange};
use hcl::Expression;
use hcl::eval::EmptyScope;
use value::{Type, Value, convert};

/// A version: numbers, and the words of a prerelease.
#[derive(Clone, Debug)]
pub struct Version {
    numbers: [u64; 3],
    /// Numbers after the third, which no release has: a constraint may name them all the same.
    beyond: Vec<u64>,
    /// How many of the numbers were written.
    written: usize,
    prerelease: Vec<String>,
}

/// One condition of a constraint.
#[derive(Clone, Debug)]
pub struct VersionTerm {
    /// How versions are compared.
    pub operator: VersionOperator,
    /// With which one.
    pub version: Version,
}

/// How a condition compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VersionOperator {
    /// `=`, or nothing.
    Equal,
    /// `!=`
    NotEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `~>`
    Pessimistic,
}

/// The longer spellings first, so that `>=` is not taken for `>`.
const OPERATORS: &[(&str, VersionOperator)] = &[
    ("~>", VersionOperator::Pessimistic),
    (">=", VersionOperator::GreaterEqual),
    ("<=", VersionOperator::LessEqual),
    ("!=", VersionOperator::NotEqual),
    (">", VersionOperator::Greater),
    ("<", VersionOperator::Less),
    ("=", VersionOperator::Equal),
];

/// A constraint on versions, as written and where.
#[derive(Clone, Debug)]
pub struct VersionConstraint {
    terms: Vec<VersionTerm>,
    text: String,
    /// Where it stands.
    pub range: SourceRange,
}

impl Version {
    /// Reads a version; nothing when it is none.
    pub fn parse(text: &str) -> Option<Version> {
        Self::parse_any(text).filter(|version| version.beyond.is_empty())
    }

    /// Reads a version of any number of numbers.
    fn parse_any(text: &str) -> Option<Version> {
        let text = text.strip_prefix('v').unwrap_or(text);
        // What follows a plus sign tells builds of one version apart and does not count.
        let text = text.split('+').next().unwrap_or(text);
        let (core, prerelease) = match text.split_once('-') {
            Some((core, prerelease)) => (core, prerelease.split('.').map(str::to_owned).collect()),
            None => (text, Vec::new()),
        };
        let is_word = |word: &String| {
            !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        if !prerelease.iter().all(is_word) {
            return None;
        }
        let number = |part: &str| {
            let is_plain = part.bytes().all(|byte| byte.is_ascii_digit());
            if is_plain { part.parse::<u64>().ok() } else { None }
        };
        let written = core.split('.').map(number).collect::<Option<Vec<u64>>>()?;
        let mut numbers = [0; 3];
        numbers.iter_mut().zip(&written).for_each(|(number, written)| *number = *written);
        let beyond = written.get(3..).unwrap_or_default().to_vec();
        Some(Version { numbers, beyond, written: written.len(), prerelease })
    }

    /// Major, minor and patch.
    pub fn numbers(&self) -> [u64; 3] {
        self.numbers
    }

    /// How many of the numbers were written.
    pub fn written(&self) -> usize {
        self.written
    }

    /// Whether it is one of those before a release.
    pub fn is_prerelease(&self) -> bool {
        !self.prerelease.is_empty()
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.numbers;
        write!(f, "{major}.{minor}.{patch}")?;
        if self.is_prerelease() { write!(f, "-{}", self.prerelease.join(".")) } else { Ok(()) }
    }
}

/// `1.2` and `1.2.0` are the same version.
impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Version {}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        let release =
            self.numbers.cmp(&other.numbers).then_with(|| compare_beyond(&self.beyond, &other.beyond));
        release.then_with(|| match (self.is_prerelease(), other.is_prerelease()) {
            (false, false) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (true, true) => compare_words(&self.prerelease, &other.prerelease),
        })
    }
}

/// Numbers that are not written are zeros.
fn compare_beyond(a: &[u64], b: &[u64]) -> Ordering {
    let padded = |numbers: &[u64]| {
        let mut numbers = numbers.to_vec();
        numbers.resize(a.len().max(b.len()), 0);
        numbers
    };
    padded(a).cmp(&padded(b))
}

fn compare_words(a: &[String], b: &[String]) -> Ordering {
    for (a, b) in a.iter().zip(b) {
        let order = match (a.parse::<u64>(), b.parse::<u64>()) {
            (Ok(a), Ok(b)) => a.cmp(&b),
            (Ok(_), Err(_)) => Ordering::Less,
            (Err(_), Ok(_)) => Ordering::Greater,
            (Err(_), Err(_)) => a.cmp(b),
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    a.len().cmp(&b.len())
}

impl VersionTerm {
    /// Reads a condition; nothing when it is none.
    pub fn parse(text: &str) -> Option<VersionTerm> {
        let text = text.trim();
        let found =
            OPERATORS.iter().find_map(|(spelling, operator)| Some((text.strip_prefix(spelling)?, *operator)));
        let (rest, operator) = found.unwrap_or((text, VersionOperator::Equal));
        Some(VersionTerm { operator, version: Version::parse_any(rest.trim())? })
    }

    /// Whether it names a version that a provider can have, of at most three numbers.
    pub(crate) fn is_of_providers(&self) -> bool {
        self.version.beyond.is_empty()
    }

    fn allows(&self, version: &Version) -> bool {
        let wanted = &self.version;
        // A prerelease is meant only by those who name one of the same release.
        let comparable = match (version.is_prerelease(), wanted.is_prerelease()) {
            (false, false) | (false, true) => true,
            (true, true) => version.numbers == wanted.numbers,
            (true, false) => false,
        };
        match self.operator {
            VersionOperator::Equal => version == wanted,
            VersionOperator::NotEqual => version != wanted,
            VersionOperator::Greater => comparable && version > wanted,
            VersionOperator::GreaterEqual => comparable && version >= wanted,
            VersionOperator::Less => comparable && version < wanted,
            VersionOperator::LessEqual => comparable && version <= wanted,
            VersionOperator::Pessimistic => {
                // All written numbers but the last must be the same, and a version has no more than it is written with.
                let fixed = wanted.written.saturating_sub(1);
                let has_all = wanted.beyond.len() <= version.beyond.len();
                let is_same = || version.numbers.iter().zip(&wanted.numbers).take(fixed).all(|(a, b)| a == b);
                comparable && has_all && version >= wanted && is_same()
            }
        }
    }
}

impl VersionConstraint {
    /// Reads a constraint; nothing when it is none.
    pub fn parse(text: &str, range: SourceRange) -> Option<VersionConstraint> {
        let terms = text.split(',').map(VersionTerm::parse).collect::<Option<Vec<VersionTerm>>>()?;
        Some(VersionConstraint { terms, text: text.to_owned(), range })
    }

    /// As written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The conditions.
    pub fn terms(&self) -> &[VersionTerm] {
        &self.terms
    }

    /// Whether a version satisfies all conditions.
    pub fn allows(&self, version: &Version) -> bool {
        self.terms.iter().all(|term| term.allows(version))
    }

    /// The same if it names only versions that a provider can have, of at most three numbers.
    pub(crate) fn of_providers(self) -> Option<VersionConstraint> {
        self.terms.iter().all(VersionTerm::is_of_providers).then_some(self)
    }

    /// Whether any condition names a prerelease.
    pub fn names_prerelease(&self) -> bool {
        self.terms.iter().any(|term| term.version.is_prerelease())
    }

    /// Reads the constraint on a provider that a constant string is.
    pub(crate) fn decode_of_providers(
        expr: &Expression,
        diags: &mut Diagnostics,
    ) -> Option<VersionConstraint> {
        let constraint = Self::decode(expr, diags)?;
        let text = constraint.text.clone();
        let fitting = constraint.of_providers();
        if fitting.is_none() {
            diags.push(bad_constraint(&text, expr));
        }
        fitting
    }

    /// Reads the constraint that a constant string is.
    pub(crate) fn decode(expr: &Expression, diags: &mut Diagnostics) -> Option<VersionConstraint> {
        let (value, more) = expr.eval(&EmptyScope);
        let failed = more.has_errors();
        diags.append(more);
        if failed {
            return None;
        }
        let text = convert::convert(&value, &Type::String).unwrap_or_else(|_| Value::dynamic());
        let Some(text) = text.as_str() else {
            // Null is as good as nothing.
            // So is what cannot be read, which was reported.
            if !value.is_null() && value.is_known() {
                let detail = format!("A string value is required, not {}.", value.ty().friendly_name());
                diags.push(Diagnostic::error(BAD_CONSTRAINT, detail).at(expr.range()));
            }
            return None;
        };
        let constraint = VersionConstraint::parse(text, expr.range());
        if constraint.is_none() {
            diags.push(bad_constraint(text, expr));
        }
        constraint
    }
}

const BAD_CONSTRAINT: &str = "Invalid version constraint";

fn bad_constraint(text: &str, expr: &Expression) -> Diagnostic {
    let detail = format!("{text:?} does not use correct version constraint syntax.");
    Diagnostic::error(BAD_CONSTRAINT, detail).at(expr.range())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constraint(text: &str) -> Option<VersionConstraint> {
        let range = diag::SourceFile::new("t", &b""[..]).range(diag::Span::default());
        VersionConstraint::parse(text, range)
    }

    #[test]
    fn what_constraints_allow() {
        let check = |text: &str, version: &str, expect: bool| {
            let version = Version::parse(version).expect(version);
            assert_eq!(constraint(text).expect(text).allows(&version), expect, "{text} {version}");
        };
        check("1.2.3", "1.2.3", true);
        check("= 1.2", "1.2.0", true);
        check("!= 1.2", "1.2.0", false);
        check(">= 1.2, < 2", "1.11.4", true);
        check(">= 1.2, < 2", "2.0.0", false);
        check("~> 1.5", "1.11.4", true);
        check("~> 1.5", "2.0.0", false);
        check("~> 1.5.0", "1.5.9", true);
        check("~> 1.5.0", "1.6.0", false);
        check("~> 1", "7.0.0", true);
        check(">= 1.0", "1.1.0-beta1", false);
        check(">= 1.1.0-alpha", "1.1.0-beta1", true);
        check("> 1.1.0-beta1", "1.1.0", true);
        check("<= 1.1.0-10", "1.1.0-9", true);
        check(">= 1.2.3.0", "1.2.3", true);
        check("< 1.2.3.1", "1.2.3", true);
        check("> 1.2.3.0.0", "1.2.3", false);
        check("1.2.3.1", "1.2.3", false);
        check("~> 1.2.3.0", "1.2.3", false);
    }

    #[test]
    fn what_is_no_constraint() {
        for text in
            ["", "x", "1.2.3.x", ">= ", "=> 1", "1.-2", ">= 1,", "~>> 1", "1..2", "99999999999999999999"]
        {
            assert!(constraint(text).is_none(), "{text}");
        }
    }
}
