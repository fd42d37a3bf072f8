//! The documents under `spec/engine/` and `spec/providers/`: one case per heading, a sequence of files written and commands run,
//! in the order in which they stand in the text, with what the oracles said of each command.

use sha2::{Digest, Sha256};

/// Something that happens in the folder of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Event {
    /// A file is written.
    Write { path: String, content: String },
    /// A command is run; the number counts the commands of the case, from one.
    Run(usize),
}

/// One command with what was said of it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Step {
    /// The command as it stands behind `$ `.
    pub(crate) command: String,
    /// Terraform's summary; empty when nothing is recorded.
    pub(crate) terraform: Vec<String>,
    /// OpenTofu's summary where it differs.
    pub(crate) tofu: Option<Vec<String>>,
    /// Our own summary where it differs on purpose.
    pub(crate) own: Option<Vec<String>>,
    /// The lines behind the command, in the text of the document.
    lines: (usize, usize),
}

/// One case.
#[derive(Debug, Default)]
pub(crate) struct Case {
    /// The heading.
    pub(crate) title: String,
    /// What the case is about, for the table of coverage.
    pub(crate) topics: Vec<String>,
    /// Files and commands in order.
    pub(crate) events: Vec<Event>,
    /// The commands.
    pub(crate) steps: Vec<Step>,
    /// The only oracle that is asked, where the other does not know the feature.
    pub(crate) only: Option<String>,
    /// Whether OpenTofu's answer is wanted where the two differ.
    pub(crate) want_tofu: bool,
    /// Why the answer is not simply Terraform's.
    pub(crate) explained: Option<String>,
    /// Parts of the answer that are not compared (`STEP.PART` or `PART`).
    pub(crate) ignore: Vec<String>,
    /// The Terraform level that we report, where it is not our own.
    pub(crate) level: Option<String>,
}

/// A document: its lines, and the cases found in them.
#[derive(Debug)]
pub(crate) struct Document {
    lines: Vec<String>,
    pub(crate) cases: Vec<Case>,
}

impl Document {
    /// Reads a document; `topic` is what its cases are about besides what they say themselves.
    pub(crate) fn parse(text: &str, topic: &str) -> Result<Self, String> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut cases: Vec<Case> = Vec::new();
        // Files before the first heading are there in every case.
        let mut shared: Vec<Event> = Vec::new();
        let mut at = 0;
        while at < lines.len() {
            let line = lines[at].as_str();
            at += 1;
            if let Some(title) = line.strip_prefix("## ") {
                let topics = vec![topic.to_owned()];
                let events = shared.clone();
                cases.push(Case { title: title.to_owned(), topics, events, ..Case::default() });
                continue;
            }
            let Some(kind) = line.strip_prefix("```") else {
                if let Some(case) = cases.last_mut() {
                    case.setting(line);
                }
                continue;
            };
            let start = at;
            while lines.get(at).is_some_and(|line| line != "```") {
                at += 1;
            }
            if at == lines.len() {
                return Err(format!("line {start}: the block is not closed"));
            }
            match cases.last_mut() {
                Some(case) => case.block(kind, &lines, start, at)?,
                None => {
                    let mut before = Case::default();
                    before.block(kind, &lines, start, at)?;
                    if !before.steps.is_empty() {
                        return Err(format!("line {start}: a command before the first heading"));
                    }
                    shared.append(&mut before.events);
                }
            }
            at += 1;
        }
        Ok(Self { lines, cases })
    }

    /// The text with the summaries of the cases written in.
    pub(crate) fn to_text(&self) -> String {
        let mut lines = self.lines.clone();
        for step in self.cases.iter().rev().flat_map(|case| case.steps.iter().rev()) {
            lines.splice(step.lines.0..step.lines.1, step.text());
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

impl Case {
    /// A digest of what the case does: answers recorded under another one are out of date.
    pub(crate) fn digest(&self) -> String {
        let mut text = String::new();
        for event in &self.events {
            match event {
                Event::Write { path, content } => text.push_str(&format!("{path}\n{content}\n")),
                Event::Run(step) => text.push_str(&format!("$ {}\n", self.steps[step - 1].command)),
            }
        }
        Sha256::digest(text.as_bytes()).iter().take(4).map(|byte| format!("{byte:02x}")).collect()
    }

    /// Adds a file that is written at this point.
    pub(crate) fn add_file(&mut self, path: String, content: String) {
        self.events.push(Event::Write { path, content });
    }

    /// Adds a command that is run at this point.
    pub(crate) fn add_command(&mut self, command: &str) {
        self.steps.push(Step { command: command.to_owned(), ..Step::default() });
        self.events.push(Event::Run(self.steps.len()));
    }

    /// The case as it would stand in a document, without answers.
    pub(crate) fn to_markdown(&self) -> String {
        let mut text = format!("## {}\n", self.title);
        for event in &self.events {
            match event {
                Event::Write { path, content } => text.push_str(&format!("\n```file {path}\n{content}```\n")),
                Event::Run(step) => {
                    text.push_str(&format!("\n```run\n$ {}\n```\n", self.steps[step - 1].command));
                }
            }
        }
        text
    }

    fn setting(&mut self, line: &str) {
        let Some((key, value)) = line.split_once(": ") else { return };
        match key {
            "topics" => self.topics.extend(value.split(", ").map(str::to_owned)),
            "only" => self.only = Some(value.to_owned()),
            "level" => self.level = Some(value.to_owned()),
            "want" => self.want_tofu = value == "tofu",
            "explained" => self.explained = Some(value.to_owned()),
            "ignore" => self.ignore = value.split(", ").map(str::to_owned).collect(),
            _ => {}
        }
    }

    fn block(&mut self, kind: &str, lines: &[String], start: usize, end: usize) -> Result<(), String> {
        let block = &lines[start..end];
        let content = || block.iter().map(|line| format!("{line}\n")).collect::<String>();
        match kind.split_once(' ') {
            None if kind == "hcl" => {
                self.events.push(Event::Write { path: "main.tf".to_owned(), content: content() });
            }
            Some(("file", name)) => {
                self.events.push(Event::Write { path: name.to_owned(), content: content() });
            }
            None if kind == "run" => self.commands(block, start)?,
            _ => return Err(format!("line {start}: there is no kind of block {kind:?}")),
        }
        Ok(())
    }

    fn commands(&mut self, block: &[String], start: usize) -> Result<(), String> {
        for (offset, line) in block.iter().enumerate() {
            let number = start + offset;
            if let Some(command) = line.strip_prefix("$ ") {
                let step =
                    Step { command: command.to_owned(), lines: (number + 1, number + 1), ..Step::default() };
                self.steps.push(step);
                self.events.push(Event::Run(self.steps.len()));
                continue;
            }
            let step = self.steps.last_mut().ok_or_else(|| format!("line {}: no command yet", number + 1))?;
            step.lines.1 = number + 1;
            if let Some(tofu) = line.strip_prefix("tofu: ") {
                step.tofu.get_or_insert_default().push(tofu.to_owned());
            } else if let Some(own) = line.strip_prefix("cairn: ") {
                step.own.get_or_insert_default().push(own.to_owned());
            } else {
                step.terraform.push(line.clone());
            }
        }
        Ok(())
    }
}

impl Step {
    fn text(&self) -> Vec<String> {
        let prefixed = |prefix: &str, lines: &Option<Vec<String>>| -> Vec<String> {
            lines.iter().flatten().map(|line| format!("{prefix}{line}")).collect()
        };
        let mut text = self.terraform.clone();
        text.extend(prefixed("tofu: ", &self.tofu));
        text.extend(prefixed("cairn: ", &self.own));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes() {
        let text = "# T\n\n## One\n\ntopics: count, moved\n\n```hcl\nlocals {}\n```\n\n```run\n$ apply\n$ plan\nok\ntofu: exit 1\n```\n\n```file a/b.tf\nx\n```\n\n```run\n$ plan -destroy\n```\n";
        let mut document = Document::parse(text, "t").unwrap();
        assert_eq!(document.to_text(), text);
        let case = &mut document.cases[0];
        assert_eq!(case.topics, ["t", "count", "moved"]);
        assert_eq!(case.events.len(), 5);
        assert_eq!(case.steps[1].terraform, ["ok"]);
        assert_eq!(case.steps[1].tofu.as_deref().unwrap(), ["exit 1"]);
        case.steps[0].terraform = vec!["ok".to_owned()];
        assert_eq!(document.to_text(), text.replacen("$ apply\n", "$ apply\nok\n", 1));
        let shared = Document::parse("```file p.tf\nx\n```\n## A\n## B\nlevel: 1.14.0\n", "t").unwrap();
        assert_eq!(shared.cases[0].events, shared.cases[1].events);
        assert_eq!(shared.cases[0].events.len(), 1);
        assert_eq!(shared.cases[1].level.as_deref(), Some("1.14.0"));
        assert!(Document::parse("```run\n$ plan\n```\n", "t").is_err());
        assert!(Document::parse("## A\n```hcl\n", "t").is_err());
        assert!(Document::parse("## A\n```run\nok\n```\n", "t").is_err());
    }
}
