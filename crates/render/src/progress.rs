//! The lines that tell people what is being done while it is.

use addrs::AbsResourceInstance;
use plan::{Action, Invocation};
use std::time::Duration;

use crate::ChangeCounts;
use crate::safe_text::printable;

/// Longer ids are shown without their middle.
const MAX_ID: usize = 80;

/// Something that is being done with an object.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The instance.
    pub addr: &'a AbsResourceInstance,
    /// Which of the objects that were replaced.
    pub deposed: Option<&'a str>,
    /// What is done.
    pub action: Action,
    /// What people know the object by: the name of an attribute and its value.
    pub id: Option<(&'a str, &'a str)>,
}

/// The words for an action: while it is done, while it takes long, when it is done.
fn words(action: Action) -> (&'static str, &'static str, &'static str) {
    match action {
        Action::Create => ("Creating", "creating", "Creation"),
        Action::Update => ("Modifying", "modifying", "Modifications"),
        Action::Delete => ("Destroying", "destroying", "Destruction"),
        Action::Read => ("Reading", "reading", "Read"),
        Action::Forget => ("Removing", "removing", "Removal"),
        Action::DeleteThenCreate | Action::CreateThenDelete | Action::ForgetThenCreate => {
            ("Replacing", "replacing", "Replacement")
        }
        Action::NoOp => ("Applying", "applying", "Apply"),
    }
}

/// A duration in whole seconds, as in `1m5s`.
pub(crate) fn seconds(duration: Duration) -> String {
    let all = duration.as_secs() + u64::from(duration.subsec_millis() >= 500);
    let (hours, minutes, seconds) = (all / 3600, all / 60 % 60, all % 60);
    match (hours, minutes) {
        (0, 0) => format!("{seconds}s"),
        (0, _) => format!("{minutes}m{seconds}s"),
        _ => format!("{hours}h{minutes}m{seconds}s"),
    }
}

fn short_id(id: &str) -> String {
    let id = printable(id);
    let length = id.chars().count();
    if length <= MAX_ID {
        return id.into_owned();
    }
    let half = (MAX_ID - 3) / 2;
    let start: String = id.chars().take(half).collect();
    let end: String = id.chars().skip(length - half).collect();
    format!("{start}...{end}")
}

impl Step<'_> {
    fn name(&self) -> String {
        match self.deposed {
            Some(key) => format!("{} (deposed object {key})", self.addr),
            None => self.addr.to_string(),
        }
    }

    /// The id, unless it is empty and says nothing.
    fn shown_id(&self) -> Option<String> {
        let (key, value) = self.id.filter(|(_, value)| !value.is_empty())?;
        Some(format!("{key}={}", short_id(value)))
    }

    fn id_text(&self) -> String {
        self.shown_id().map(|id| format!(" [{id}]")).unwrap_or_default()
    }

    /// It begins.
    pub fn started(&self) -> String {
        format!("{}: {}...{}", self.name(), words(self.action).0, self.id_text())
    }

    /// It takes a while.
    pub fn still(&self, elapsed: Duration) -> String {
        let id = self.shown_id().map(|id| format!("{id}, ")).unwrap_or_default();
        format!("{}: Still {}... [{id}{} elapsed]", self.name(), words(self.action).1, seconds(elapsed))
    }

    /// It is done.
    pub fn completed(&self, elapsed: Duration) -> String {
        // What is destroyed has no id any more.
        let id = if self.action == Action::Delete { String::new() } else { self.id_text() };
        format!("{}: {} complete after {}{id}", self.addr, words(self.action).2, seconds(elapsed))
    }

    /// The object is looked at.
    pub fn refreshing(&self) -> String {
        format!("{}: Refreshing state...{}", self.name(), self.id_text())
    }

    /// The object is looked for, to take it over.
    pub fn preparing_import(&self) -> String {
        format!("{}: Preparing import...{}", self.name(), self.id_text())
    }

    /// The object is taken over.
    pub fn importing(&self) -> String {
        format!("{}: Importing...{}", self.name(), self.id_text())
    }

    /// The object was taken over.
    pub fn imported(&self) -> String {
        format!("{}: Import complete{}", self.name(), self.id_text())
    }

    /// A provisioner begins.
    pub fn provisioning(&self, provisioner: &str) -> String {
        format!("{}: Provisioning with '{provisioner}'...", self.name())
    }

    /// A line that a provisioner prints.
    pub fn provisioner_output(&self, provisioner: &str, line: &str) -> String {
        format!("{} ({provisioner}): {}", self.name(), printable(line))
    }
}

/// What is done with an ephemeral resource.
#[derive(Clone, Copy, Debug)]
pub struct EphemeralStep<'a> {
    /// The instance.
    pub addr: &'a AbsResourceInstance,
    /// What is done: `open`, `renew` or `close`.
    pub action: &'static str,
}

impl EphemeralStep<'_> {
    /// The words for the action: while it is done, when it is done.
    fn words(&self) -> (&'static str, &'static str) {
        match self.action {
            "open" => ("Opening", "Opening"),
            "renew" => ("Renewing", "Renewal"),
            _ => ("Closing", "Closing"),
        }
    }

    /// It is not done, because what it needs is known later.
    pub fn put_off(&self) -> String {
        format!("{}: Configuration unknown, deferring...", self.addr)
    }

    /// It begins.
    pub fn started(&self) -> String {
        format!("{}: {}...", self.addr, self.words().0)
    }

    /// It is done.
    pub fn completed(&self, elapsed: Duration) -> String {
        format!("{}: {} complete after {}", self.addr, self.words().1, seconds(elapsed))
    }

    /// It could not be done.
    pub fn failed(&self, elapsed: Duration) -> String {
        format!("{}: {} errored after {}", self.addr, self.words().1, seconds(elapsed))
    }
}

/// An action that is being done.
#[derive(Clone, Copy, Debug)]
pub struct ActionStep<'a>(
    /// Which, and why.
    pub &'a Invocation,
);

impl ActionStep<'_> {
    /// The action, and what it is done for.
    fn name(&self) -> String {
        match self.0.lifecycle() {
            Some(trigger) => format!("{} (triggered by {})", self.0.addr, trigger.resource),
            None => format!("{} (triggered by CLI)", self.0.addr),
        }
    }

    /// It begins.
    pub fn started(&self) -> String {
        format!("Action started: {}", self.name())
    }

    /// It says how far it is.
    pub fn progress(&self, message: &str) -> String {
        format!("Action {}: {}", self.name(), printable(message))
    }

    /// It is done.
    pub fn completed(&self) -> String {
        format!("Action complete: {}", self.name())
    }

    /// It could not be done.
    pub fn failed(&self) -> String {
        format!("Action errored: {}", self.name())
    }
}

/// What was done, in one line.
pub fn apply_complete(counts: &ChangeCounts, destroy: bool) -> String {
    if destroy {
        return format!("Destroy complete! Resources: {} destroyed.", counts.remove);
    }
    let actions =
        if counts.actions > 0 { format!(" Actions: {} invoked.", counts.actions) } else { String::new() };
    let import = if counts.import > 0 { format!("{} imported, ", counts.import) } else { String::new() };
    format!(
        "Apply complete! Resources: {import}{} added, {} changed, {} destroyed.{actions}",
        counts.add, counts.change, counts.remove
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let addr = AbsResourceInstance::parse("terraform_data.a[\"x\"]").unwrap();
        let step = |action, id| Step { addr: &addr, deposed: None, action, id };
        let id = Some(("id", "abc"));
        let check = |ours: String, expect: &str| assert_eq!(ours, format!("terraform_data.a[\"x\"]{expect}"));
        check(step(Action::Create, None).started(), ": Creating...");
        check(step(Action::Update, id).started(), ": Modifying... [id=abc]");
        check(
            step(Action::Create, None).still(Duration::from_secs(70)),
            ": Still creating... [1m10s elapsed]",
        );
        check(
            step(Action::Delete, id).still(Duration::from_secs(10)),
            ": Still destroying... [id=abc, 10s elapsed]",
        );
        check(step(Action::Create, id).completed(Duration::ZERO), ": Creation complete after 0s [id=abc]");
        check(
            step(Action::Delete, id).completed(Duration::from_millis(1600)),
            ": Destruction complete after 2s",
        );
        check(step(Action::Read, None).completed(Duration::from_secs(3600)), ": Read complete after 1h0m0s");
        check(step(Action::NoOp, id).refreshing(), ": Refreshing state... [id=abc]");
        check(step(Action::NoOp, id).provisioning("local-exec"), ": Provisioning with 'local-exec'...");
        check(step(Action::NoOp, id).provisioner_output("local-exec", "x"), " (local-exec): x");
        let long = "y".repeat(100);
        let text = step(Action::NoOp, Some(("id", &long))).imported();
        check(text, &format!(": Import complete [id={0}...{0}]", "y".repeat(38)));
        let deposed = Step { deposed: Some("abcd1234"), ..step(Action::Delete, None) };
        check(deposed.started(), " (deposed object abcd1234): Destroying...");
    }

    #[test]
    fn ephemeral_lines() {
        let addr = AbsResourceInstance::parse("ephemeral.test_secret.a").unwrap();
        let step = |action| EphemeralStep { addr: &addr, action };
        for (action, started, completed) in [
            ("open", "Opening...", "Opening complete after 0s"),
            ("renew", "Renewing...", "Renewal complete after 0s"),
            ("close", "Closing...", "Closing complete after 0s"),
        ] {
            assert_eq!(
                step(action).put_off(),
                "ephemeral.test_secret.a: Configuration unknown, deferring..."
            );
            assert_eq!(step(action).started(), format!("ephemeral.test_secret.a: {started}"));
            assert_eq!(
                step(action).completed(Duration::ZERO),
                format!("ephemeral.test_secret.a: {completed}")
            );
        }
    }

    #[test]
    fn sums() {
        let counts = ChangeCounts { import: 1, add: 2, change: 3, remove: 4, ..ChangeCounts::default() };
        let expect = "Apply complete! Resources: 1 imported, 2 added, 3 changed, 4 destroyed.";
        assert_eq!(apply_complete(&counts, false), expect);
        assert_eq!(apply_complete(&counts, true), "Destroy complete! Resources: 4 destroyed.");
        let expect = "Plan: 1 to import, 2 to add, 3 to change, 4 to destroy.";
        assert_eq!(counts.plan_line(), expect);
        let counts = ChangeCounts { add: 1, actions: 2, ..ChangeCounts::default() };
        let expect = "Plan: 1 to add, 0 to change, 0 to destroy. Actions: 2 to invoke.";
        assert_eq!(counts.plan_line(), expect);
        let expect = "Apply complete! Resources: 1 added, 0 changed, 0 destroyed. Actions: 2 invoked.";
        assert_eq!(apply_complete(&counts, false), expect);
    }
}
