//! Pre- and postconditions, validations, assertions: evaluated, reported, and remembered for the state.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use config::{Condition, Variable};
use diag::{Diagnostic, Diagnostics, SourceRange};
use hcl::eval::Cause;
use lang::LangScope;
use state::{CheckObject, CheckResult, CheckStatus};
use value::{Type, convert};

/// What kind of block a condition stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Resource,
    Output,
    Check,
    Variable,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Resource => "resource",
            Kind::Output => "output",
            Kind::Check => "check",
            Kind::Variable => "var",
        }
    }
}

/// Which condition of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Precondition,
    Postcondition,
    OutputPrecondition,
    Assertion,
}

impl Role {
    fn failed(self) -> &'static str {
        match self {
            Role::Precondition => "Resource precondition failed",
            Role::Postcondition => "Resource postcondition failed",
            Role::OutputPrecondition => "Module output value precondition failed",
            Role::Assertion => "Check block assertion failed",
        }
    }
}

/// The instances of a block; nothing until the block was visited.
type Objects = Option<BTreeMap<String, Found>>;

/// What was found out about the conditions of one instance.
#[derive(Debug, Default)]
struct Found {
    /// The worst so far.
    status: Option<CheckStatus>,
    failures: Vec<String>,
    /// How many conditions were not looked at yet.
    open: usize,
}

impl Found {
    /// The worst of all; what was not looked at is unknown.
    fn status(&self) -> CheckStatus {
        let least = if self.open > 0 { CheckStatus::Unknown } else { CheckStatus::Pass };
        self.status.map_or(least, |status| status.max(least))
    }
}

/// What was found out about all conditions.
#[derive(Debug, Default)]
pub(crate) struct Checks {
    found: RefCell<BTreeMap<(Kind, String), Objects>>,
}

impl Checks {
    /// A block with conditions, before its instances are known.
    pub(crate) fn declare(&self, kind: Kind, config_addr: String) {
        self.found.borrow_mut().entry((kind, config_addr)).or_default();
    }

    /// A block whose instances in one instance of its module are known, even if there are none. Each has so many
    /// conditions; what was found of one before stays, such as data of a check that could not be read.
    pub(crate) fn visited(
        &self,
        kind: Kind,
        config_addr: &str,
        addrs: impl Iterator<Item = String>,
        conditions: usize,
    ) {
        if let Some(objects) = self.found.borrow_mut().get_mut(&(kind, config_addr.to_owned())) {
            let objects = objects.get_or_insert_default();
            for addr in addrs {
                objects.entry(addr).or_insert_with(|| Found { open: conditions, ..Found::default() });
            }
        }
    }

    /// Forgets what was found out, but for some variables: other blocks are as if they had not been looked at.
    pub(crate) fn forget(&self, kept: &BTreeSet<String>) {
        for ((kind, config_addr), objects) in self.found.borrow_mut().iter_mut() {
            if *kind != Kind::Variable || !kept.contains(config_addr) {
                *objects = None;
            }
        }
    }

    /// What was found out about one condition of an instance.
    pub(crate) fn record(
        &self,
        kind: Kind,
        config_addr: &str,
        addr: &str,
        status: CheckStatus,
        failure: Option<String>,
    ) {
        let mut found = self.found.borrow_mut();
        let objects = found.entry((kind, config_addr.to_owned())).or_default().get_or_insert_default();
        let object = objects.entry(addr.to_owned()).or_default();
        object.status = object.status.max(Some(status));
        object.open = object.open.saturating_sub(1);
        object.failures.extend(failure);
    }

    /// Whether it is already known that a condition of an instance does not hold.
    pub(crate) fn has_failed(&self, kind: Kind, config_addr: &str, addr: &str) -> bool {
        let found = self.found.borrow();
        let objects = found.get(&(kind, config_addr.to_owned())).and_then(Option::as_ref);
        objects
            .and_then(|objects| objects.get(addr))
            .is_some_and(|object| object.status() >= CheckStatus::Fail)
    }

    /// What a plan found of blocks that were not visited while it was performed: their instances are known, and nothing
    /// else. Where there are none, there is nothing to know.
    pub(crate) fn add_unvisited(&self, planned: &[CheckResult]) {
        let mut found = self.found.borrow_mut();
        for ((kind, config_addr), objects) in found.iter_mut().filter(|(_, objects)| objects.is_none()) {
            let of_plan = planned.iter().find(|result| {
                let is_known = !result.objects.is_empty() || result.status == CheckStatus::Pass;
                result.config_addr == *config_addr && result.kind == kind.word() && is_known
            });
            *objects = of_plan.map(|result| {
                let open = || Found { open: 1, ..Found::default() };
                result.objects.iter().map(|object| (object.addr.clone(), open())).collect()
            });
        }
    }

    /// Everything, for plan and state.
    pub(crate) fn results(&self) -> Vec<CheckResult> {
        let found = self.found.borrow();
        let mut results: Vec<CheckResult> = found
            .iter()
            .map(|((kind, config_addr), objects)| CheckResult {
                kind: kind.word().into(),
                config_addr: config_addr.clone(),
                status: overall(objects),
                objects: objects.iter().flatten().map(object).collect(),
            })
            .collect();
        results.sort_by(|a, b| (&a.config_addr, &a.kind).cmp(&(&b.config_addr, &b.kind)));
        results
    }
}

fn object((addr, found): (&String, &Found)) -> CheckObject {
    // In the order of their texts, whatever order they were found in.
    let mut failures = found.failures.clone();
    failures.sort();
    CheckObject { addr: addr.clone(), status: found.status(), failures }
}

/// The worst of the instances; a block that was never looked at is unknown.
fn overall(objects: &Objects) -> CheckStatus {
    match objects {
        Some(objects) => objects.values().map(Found::status).max().unwrap_or(CheckStatus::Pass),
        None => CheckStatus::Unknown,
    }
}

/// Evaluates one condition. What does not hold is a warning where `as_warning` says so.
pub(crate) fn check(
    condition: &Condition,
    role: Role,
    scope: &LangScope<'_>,
    as_warning: bool,
    diags: &mut Diagnostics,
) -> (CheckStatus, Option<String>) {
    let Some(expr) = &condition.condition else { return (CheckStatus::Error, None) };
    // A condition that cannot be evaluated is a mistake wherever it stands.
    let (value, more) = expr.eval(scope);
    let failed = more.has_errors();
    diags.append(more);
    let mut found = Diagnostics::new();
    let message = message(condition, true, scope, &mut found);
    found.extend(message.unsuitable.clone());
    let hidden = message.hidden.map(|why| unsuitable_message(why, condition));
    // What a check says counts each time; but not that its message is a secret, as Terraform has it.
    let of_check = if role == Role::Assertion { diag::Kind::Check } else { diag::Kind::Other };
    let of_message = if message.hidden == Some(SENSITIVE) { diag::Kind::Other } else { of_check };
    // Also where the condition holds: one day it will not.
    let (found, deprecations): (Diagnostics, Diagnostics) =
        found.into_iter().partition(|problem| !matches!(problem.kind, diag::Kind::Deprecation { .. }));
    diags.append(deprecations);
    let as_told =
        |problem: Diagnostic| Diagnostic { severity: diag::Severity::Warning, kind: of_message, ..problem };
    diags.extend(hidden.clone().map(as_told));
    // So is a message, even where it is not needed.
    let message_failed = found.has_errors();
    diags.append(found);
    if failed || message_failed {
        return (CheckStatus::Error, None);
    }
    if !value.is_known() {
        if role == Role::Assertion {
            let detail =
                "The condition could not be evaluated at this time; it is checked when this plan is applied.";
            let warning = Diagnostic::warning("Check block assertion known after apply", detail);
            diags.push(expr.problem(warning, Cause::Values, scope).of_kind(of_check));
        }
        return (CheckStatus::Unknown, None);
    }
    let bad = |detail: String| {
        expr.problem(Diagnostic::error("Invalid condition result", detail), Cause::Values, scope)
    };
    let value = match convert::convert(&value, &Type::Bool) {
        Ok(value) => value.unmark().0,
        Err(error) => {
            diags.push(bad(format!("Invalid condition result value: {error}.")));
            return (CheckStatus::Error, None);
        }
    };
    if value.is_null() {
        diags.push(bad("Condition expression must return either true or false, not null.".to_owned()));
        return (CheckStatus::Error, None);
    }
    if value.as_bool() == Some(true) {
        return (CheckStatus::Pass, None);
    }
    let failed = |text: String| {
        let mut diagnostic = expr.problem(Diagnostic::error(role.failed(), text), Cause::Values, scope);
        if as_warning || role == Role::Assertion {
            diagnostic.severity = diag::Severity::Warning;
        }
        diagnostic.of_kind(if role == Role::Assertion { diag::Kind::Check } else { diag::Kind::Assertion })
    };
    let Some(text) = message.text.filter(|_| hidden.is_none()) else {
        let why = if message.unknown { "is not known yet" } else { "refers to secret values" };
        diags.push(failed(format!("This check failed, but its message {why} and cannot be shown.")));
        return (CheckStatus::Fail, None);
    };
    diags.push(failed(text.clone()));
    (CheckStatus::Fail, Some(text))
}

/// What is said about a message that must not be shown.
fn unsuitable_message(why: &str, condition: &Condition) -> Diagnostic {
    let detail = format!(
        "The message of this condition refers to {why} values, so it is not shown. Take them out of it, or use \
         nonsensitive() or ephemeralasnull() where they are no secrets."
    );
    let diagnostic = Diagnostic::error(format!("Error message refers to {why} values"), detail);
    diagnostic.at_maybe(condition.error_message.as_ref().map(hcl::Expression::range))
}

/// Why a message that tells a secret must not be shown.
const SENSITIVE: &str = "sensitive";

/// What a condition says where it does not hold.
#[derive(Default)]
struct Message {
    /// Nothing where there is none that can be made, or not yet.
    text: Option<String>,
    /// It is made of what is not known.
    unknown: bool,
    /// What to say where it is no text.
    unsuitable: Option<Diagnostic>,
    /// Why it must not be shown.
    hidden: Option<&'static str>,
}

/// The message of a condition. Validations may have none.
fn message(
    condition: &Condition,
    is_needed: bool,
    scope: &LangScope<'_>,
    diags: &mut Diagnostics,
) -> Message {
    let Some(expr) = &condition.error_message else { return Message::default() };
    let Some(value) = diags.keep(expr.eval(scope)) else {
        return Message { unknown: true, ..Message::default() };
    };
    let marks = value.deep_marks();
    let hidden = match (marks.is_sensitive(), marks.is_ephemeral()) {
        (true, _) => Some(SENSITIVE),
        (false, true) => Some("ephemeral"),
        (false, false) => None,
    };
    let unsuitable = |reason: &str| {
        let detail = format!("Unsuitable value for error message: {reason}.");
        let problem = Diagnostic::error("Invalid error message", detail);
        Message { unsuitable: Some(expr.problem(problem, Cause::Values, scope)), ..Message::default() }
    };
    match convert::convert(&value, &Type::String) {
        Ok(value) if value.is_null() && is_needed => unsuitable("it must not be null"),
        Ok(value) => {
            let (value, _) = value.unmark_deep();
            let text = value.as_str().map(|text| text.trim().to_owned());
            Message { text, unknown: !value.is_known(), unsuitable: None, hidden }
        }
        Err(error) => unsuitable(&error.to_string()),
    }
}

/// What is kept of a message that cannot be.
const HIDDEN_MESSAGE: &str = "The error message included a sensitive value, so it will not be displayed.";

/// What is kept where there is no message, because it is no text.
const NO_MESSAGE: &str = "Failed to evaluate condition error message.";

/// Checks the value of a variable by one of its validations. `at` is where the value was given.
pub(crate) fn validate_variable(
    variable: &Variable,
    validation: &Condition,
    scope: &LangScope<'_>,
    at: &SourceRange,
    diags: &mut Diagnostics,
) -> (CheckStatus, Option<String>) {
    const BAD_RESULT: &str = "Invalid variable validation result";
    let Some(expr) = &validation.condition else { return (CheckStatus::Error, None) };
    let (value, more) = expr.eval(scope);
    let failed = more.has_errors();
    diags.append(more);
    let message = message(validation, false, scope, diags);
    if failed || !value.is_known() {
        return (CheckStatus::Unknown, None);
    }
    let result = match convert::convert(&value, &Type::Bool) {
        Ok(result) => result.unmark().0,
        Err(error) => {
            let detail = format!("Invalid validation condition result value: {error}.");
            diags.push(expr.problem(Diagnostic::error(BAD_RESULT, detail), Cause::Values, scope));
            return (CheckStatus::Error, None);
        }
    };
    if result.is_null() {
        let detail = "Validation condition expression must return either true or false, not null.";
        diags.push(expr.problem(Diagnostic::error(BAD_RESULT, detail), Cause::Values, scope));
        return (CheckStatus::Error, None);
    }
    if result.as_bool() != Some(false) {
        return (CheckStatus::Pass, None);
    }
    if let Some(expr) = validation.error_message.as_ref().filter(|_| message.unknown) {
        let detail = "Unsuitable value for error message: it must be known where the value is not valid.";
        let problem = Diagnostic::error("Invalid error message", detail);
        diags.push(expr.problem(problem, Cause::Unknown, scope));
        return (CheckStatus::Error, None);
    }
    let has_message = message.unsuitable.is_none();
    diags.extend(message.unsuitable);
    // That a message about a secret variable tells the secret is no surprise.
    let unsuitable = message.hidden.filter(|why| *why != SENSITIVE || variable.sensitive != Some(true));
    diags.extend(unsuitable.map(|why| unsuitable_message(why, validation)));
    let shown = message.text.clone().filter(|_| message.hidden.is_none()).unwrap_or_else(|| {
        format!(
            "The value of var.{} is not valid; there is no message about it that can be shown.",
            variable.name
        )
    });
    let rule = &validation.range;
    let detail = format!(
        "{shown}\n\nThis was checked by the validation rule at {}:{},{}-{}.",
        rule.filename, rule.start.line, rule.start.column, rule.end.column
    );
    let invalid = Diagnostic::error("Invalid value for variable", detail).at(at.clone());
    diags.push(expr.explain(invalid, Cause::Values, scope));
    // The plan keeps the message, and never anything ephemeral or a secret that is not the variable's own.
    let kept = match (has_message, unsuitable) {
        (false, _) => Some(NO_MESSAGE.to_owned()),
        (true, Some(_)) => Some(HIDDEN_MESSAGE.to_owned()),
        (true, None) => message.text,
    };
    (CheckStatus::Fail, kept)
}
