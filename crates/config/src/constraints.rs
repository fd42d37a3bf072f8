//! What is asked of the version of a provider by everybody who needs it, in the one spelling of the lock file.

use std::cmp::Ordering;
use std::fmt;

use crate::version::{Version, VersionOperator, VersionTerm};

/// Conditions on a version, in the order of the lock file, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constraints {
    terms: Vec<Condition>,
}

#[derive(Clone, Debug)]
struct Condition(VersionTerm);

impl Constraints {
    /// Reads conditions between commas; nothing when they are none.
    pub fn parse(text: &str) -> Option<Self> {
        let mut constraints = Self::default();
        for part in text.split(',') {
            constraints.add(&VersionTerm::parse(part).filter(VersionTerm::is_of_providers)?);
        }
        Some(constraints)
    }

    /// One more condition.
    pub fn add(&mut self, term: &VersionTerm) {
        let condition = Condition(term.clone());
        if let Err(at) = self.terms.binary_search(&condition) {
            self.terms.insert(at, condition);
        }
    }

    /// All conditions of others too.
    pub fn add_all(&mut self, others: &Constraints) {
        others.terms.iter().for_each(|term| self.add(&term.0));
    }

    /// Whether nothing is asked.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Whether a version will do. One before a release will only where it is named exactly.
    pub fn allows(&self, version: &Version) -> bool {
        let is_named =
            |term: &Condition| term.0.operator == VersionOperator::Equal && term.0.version == *version;
        (!version.is_prerelease() || self.terms.iter().any(is_named))
            && self.terms.iter().all(|term| term.allows(version))
    }
}

impl Condition {
    fn allows(&self, version: &Version) -> bool {
        let wanted = &self.0.version;
        match self.0.operator {
            VersionOperator::Equal => version == wanted,
            VersionOperator::NotEqual => version != wanted,
            VersionOperator::Greater => version > wanted,
            VersionOperator::GreaterEqual => version >= wanted,
            VersionOperator::Less => version < wanted,
            VersionOperator::LessEqual => version <= wanted,
            VersionOperator::Pessimistic => {
                let fixed = self.fixed();
                version >= wanted && version.numbers()[..fixed] == wanted.numbers()[..fixed]
            }
        }
    }

    /// How many numbers `~>` lets nobody change.
    fn fixed(&self) -> usize {
        self.0.version.written().saturating_sub(1).max(1)
    }

    /// The place among conditions on one version.
    fn rank(&self) -> u8 {
        match self.0.operator {
            VersionOperator::Greater => 0,
            VersionOperator::GreaterEqual => 1,
            VersionOperator::Equal => 2,
            VersionOperator::Pessimistic if self.fixed() == 2 => 3,
            VersionOperator::Pessimistic => 4,
            VersionOperator::LessEqual => 5,
            VersionOperator::Less => 6,
            VersionOperator::NotEqual => 7,
        }
    }
}

impl Ord for Condition {
    fn cmp(&self, other: &Self) -> Ordering {
        let (a, b) = (&self.0.version, &other.0.version);
        a.numbers().cmp(&b.numbers()).then(self.rank().cmp(&other.rank())).then_with(|| a.cmp(b))
    }
}

impl PartialOrd for Condition {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Condition {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Condition {}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let version = &self.0.version;
        let operator = match self.0.operator {
            VersionOperator::Equal => "",
            VersionOperator::NotEqual => "!= ",
            VersionOperator::Greater => "> ",
            VersionOperator::GreaterEqual => ">= ",
            VersionOperator::Less => "< ",
            VersionOperator::LessEqual => "<= ",
            VersionOperator::Pessimistic => "~> ",
        };
        let [major, minor, _] = version.numbers();
        if self.0.operator == VersionOperator::Pessimistic && self.fixed() == 1 && !version.is_prerelease() {
            return write!(f, "{operator}{major}.{minor}");
        }
        write!(f, "{operator}{version}")
    }
}

impl fmt::Display for Constraints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, term) in self.terms.iter().enumerate() {
            write!(f, "{}{term}", if at == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_spelling() {
        let check =
            |text: &str, expect: &str| assert_eq!(Constraints::parse(text).expect(text).to_string(), expect);
        check("= 1.0.0, >= 1.0.0, <= 1.0.0, != 1.0.1, > 0.9", "> 0.9.0, >= 1.0.0, 1.0.0, <= 1.0.0, != 1.0.1");
        check("~> 1", "~> 1.0");
        check(">= 1.0, >= 1, >=1.0.0", ">= 1.0.0");
        check(
            "= 1.2.0, >= 1.2.0, <= 1.2.0, != 1.2.0, > 1.2.0, < 1.2.0, ~> 1.2.0, ~> 1.2",
            "> 1.2.0, >= 1.2.0, 1.2.0, ~> 1.2.0, ~> 1.2, <= 1.2.0, < 1.2.0, != 1.2.0",
        );
        check("2.0.0-beta1, < 2", "2.0.0-beta1, < 2.0.0");
        check(
            ">= 1.0.0-beta, <=1.0.0-alpha.2, <= 1.0.0-alpha.10",
            ">= 1.0.0-beta, <= 1.0.0-alpha.2, <= 1.0.0-alpha.10",
        );
        check("~> 1.2.0-beta", "~> 1.2.0-beta");
        assert!(Constraints::parse("1.2.3.4").is_none());
    }

    #[test]
    fn what_they_allow() {
        let check = |text: &str, version: &str, expect: bool| {
            let version = Version::parse(version).expect(version);
            assert_eq!(Constraints::parse(text).expect(text).allows(&version), expect, "{text} {version}");
        };
        check("~> 1", "1.9.0", true);
        check("~> 1", "2.0.0", false);
        check("~> 1.2.0", "1.2.9", true);
        check("~> 1.2.0", "1.3.0", false);
        check(">= 1.0.0-beta", "1.0.0-beta", false);
        check(">= 1.0.0", "2.0.0-beta1", false);
        check("2.0.0-beta1, >= 1.0", "2.0.0-beta1", true);
        check("2.0.0-beta1, < 2", "2.0.0-beta1", true);
        check("~> 1.2.0-beta", "1.2.0", true);
        assert!(Constraints::default().allows(&Version::parse("1.0.0").unwrap()));
        assert!(!Constraints::default().allows(&Version::parse("1.0.0-x").unwrap()));
    }
}
