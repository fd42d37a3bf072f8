//! The one diagnostic type and the list that collects it.

use crate::SourceRange;

/// How bad a problem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The operation cannot succeed.
    Error,
    /// The operation goes on; the user should look.
    Warning,
}

/// One value that took part in a failed expression, ready to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionValue {
    /// The reference as written, for example `var.name[0]`.
    pub traversal: String,
    /// What to say of it, for example `is "x"`; never a secret.
    pub statement: String,
}

/// The function call during which a problem arose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionCall {
    /// The name as the user wrote it.
    pub called_as: String,
    /// What the function takes and gives.
    pub signature: Signature,
}

/// What a function takes and gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// Its own name, without those of the provider that has it.
    pub name: String,
    /// What it takes, by place.
    pub parameters: Vec<Parameter>,
    /// What each further argument is; without it there are none.
    pub variadic: Option<Parameter>,
    /// The type of what it gives, as JSON.
    pub returns: String,
}

/// What a function takes in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its type, as JSON.
    pub ty: String,
}

impl Signature {
    /// The names of its parameters, the last with `...` when it takes any number.
    pub fn parameter_names(&self) -> String {
        let names = self.parameters.iter().map(|parameter| parameter.name.clone());
        let last = self.variadic.iter().map(|parameter| format!("{}...", parameter.name));
        names.chain(last).collect::<Vec<_>>().join(", ")
    }
}

/// Of which kind a problem is, where that matters for showing it beside others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Nothing special.
    #[default]
    Other,
    /// Something that a configuration asserts does not hold; what each assertion says counts.
    Assertion,
    /// The same of a check block, or of data that it reads: told again when a plan is applied.
    Check,
    /// Something that the author of a module asks not to use any more.
    Deprecation {
        /// Whether the module is part of the same package as its user.
        local: bool,
    },
}

/// A problem with everything needed to show it to a person or a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// A few fixed words; machines match on them.
    pub summary: String,
    /// What happened, why, and what to do; full sentences.
    pub detail: String,
    /// The exact piece of source at fault.
    pub subject: Option<SourceRange>,
    /// A wider piece of source worth showing around the subject.
    pub context: Option<SourceRange>,
    /// The object concerned, for example `aws_instance.web[0]`.
    pub address: Option<String>,
    /// Values of the references in the failed expression.
    pub values: Vec<ExpressionValue>,
    /// The function call at fault, if one is.
    pub function_call: Option<FunctionCall>,
    /// Of which kind it is.
    pub kind: Kind,
}

impl Diagnostic {
    /// An error with summary and detail.
    pub fn error(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::new(Severity::Error, summary, detail)
    }

    /// A warning with summary and detail.
    pub fn warning(summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::new(Severity::Warning, summary, detail)
    }

    fn new(severity: Severity, summary: impl Into<String>, detail: impl Into<String>) -> Self {
        Self {
            severity,
            summary: summary.into(),
            detail: detail.into(),
            subject: None,
            context: None,
            address: None,
            values: Vec::new(),
            function_call: None,
            kind: Kind::Other,
        }
    }

    /// Points at the source at fault.
    #[must_use]
    pub fn at(mut self, subject: SourceRange) -> Self {
        self.subject = Some(subject);
        self
    }

    /// Points at the source at fault when it is known.
    #[must_use]
    pub fn at_maybe(mut self, subject: Option<SourceRange>) -> Self {
        self.subject = subject;
        self
    }

    /// Says of which kind it is.
    #[must_use]
    pub fn of_kind(mut self, kind: Kind) -> Self {
        self.kind = kind;
        self
    }

    /// Adds the wider source to show.
    #[must_use]
    pub fn within(mut self, context: SourceRange) -> Self {
        self.context = Some(context);
        self
    }
}

/// Problems in the order they were found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    items: Vec<Diagnostic>,
}

impl Diagnostics {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one problem.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.items.push(diagnostic);
    }

    /// Adds all problems of another list.
    pub fn append(&mut self, other: Diagnostics) {
        self.items.extend(other.items);
    }

    /// Adds the problems that came with a result. The result, unless one of them is an error.
    pub fn keep<T>(&mut self, (result, problems): (T, Diagnostics)) -> Option<T> {
        let failed = problems.has_errors();
        self.append(problems);
        (!failed).then_some(result)
    }

    /// Whether any of them is an error.
    pub fn has_errors(&self) -> bool {
        self.items.iter().any(|d| d.severity == Severity::Error)
    }

    /// Whether there is none at all.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Takes back all but the first of them.
    pub fn truncate(&mut self, len: usize) {
        self.items.truncate(len);
    }

    /// The problems in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.items.iter()
    }

    /// The problems in order, to change in place.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Diagnostic> {
        self.items.iter_mut()
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { items: vec![diagnostic] }
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.iter()
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(iter: I) -> Self {
        Self { items: iter.into_iter().collect() }
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, iter: I) {
        self.items.extend(iter);
    }
}
