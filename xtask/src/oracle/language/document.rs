//! The documents under `spec/`: finding the cases in Markdown, and writing recorded answers back in place.
//! The format is described in `spec/README.md`.

use super::answer::Answer;
use base64::Engine as _;
use std::collections::BTreeMap;
use std::sync::Arc;

#[cfg(test)]
#[path = "document_tests.rs"]
mod tests;

/// The files that exist beside the console while it answers a case, by relative path.
pub(crate) type Environment = BTreeMap<String, Vec<u8>>;

/// A parsed document. It keeps its lines, so that writing it back changes recorded answers only.
#[derive(Debug)]
pub(crate) struct Document {
    lines: Vec<String>,
    /// The cases in reading order.
    pub(crate) cases: Vec<Case>,
}

/// Whose answer we are to give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Want {
    #[default]
    /// Terraform's, the plain case.
    Terraform,
    /// OpenTofu's, as `want: tofu` asks.
    Tofu,
    /// One of our own, as `want: own` asks.
    Own,
}

/// One expression and what is recorded about it.
#[derive(Debug)]
pub(crate) struct Case {
    /// Index of the `> ` line in the document.
    start: usize,
    /// Index after the last line that belongs to this case.
    end: usize,
    pub(crate) expression: String,
    pub(crate) environment: Arc<Environment>,
    pub(crate) terraform: Option<Answer>,
    /// OpenTofu's answer, only where it differs from Terraform's.
    pub(crate) tofu: Option<Answer>,
    pub(crate) own: Option<Answer>,
    pub(crate) want: Want,
    pub(crate) explained: bool,
}

impl Case {
    fn new(start: usize, expression: &str, environment: &Arc<Environment>) -> Self {
        Self {
            start,
            end: start + 1,
            expression: expression.to_owned(),
            environment: Arc::clone(environment),
            terraform: None,
            tofu: None,
            own: None,
            want: Want::Terraform,
            explained: false,
        }
    }

    fn add_line(&mut self, at: usize, line: &str) -> Result<(), &'static str> {
        self.end = at + 1;
        if let Some(rest) = line.strip_prefix("want: ") {
            self.want = match rest.trim() {
                "tofu" => Want::Tofu,
                "own" => Want::Own,
                _ => return Err("`want:` takes `tofu` or `own`"),
            };
            return Ok(());
        }
        if line.starts_with("explained: ") {
            self.explained = true;
            return Ok(());
        }
        let (answer, rest) = if let Some(rest) = line.strip_prefix("tofu") {
            (&mut self.tofu, rest)
        } else if let Some(rest) = line.strip_prefix("cairn") {
            (&mut self.own, rest)
        } else {
            (&mut self.terraform, line)
        };
        if answer.get_or_insert_default().add_line(rest) {
            Ok(())
        } else {
            Err("neither an expression nor an answer")
        }
    }

    /// The line number for messages, counted from one.
    pub(crate) fn line_number(&self) -> usize {
        self.start + 1
    }

    /// The answer that we are to give, if it has been recorded.
    pub(crate) fn wanted(&self) -> Option<&Answer> {
        match self.want {
            Want::Terraform => self.terraform.as_ref(),
            Want::Tofu => self.tofu.as_ref().or(self.terraform.as_ref()),
            Want::Own => self.own.as_ref(),
        }
    }
}

impl Document {
    /// Parses a document. The error names the line.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        // Not `lines()`: a carriage return inside an answer is part of the answer.
        let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let mut environments = Environments::default();
        let mut cases = Vec::new();
        let mut at = 0;
        while at < lines.len() {
            let Some((fence, info)) = opening_fence(&lines[at]) else {
                if let Some(level) = heading_level(&lines[at]) {
                    environments.enter_heading(level);
                }
                at += 1;
                continue;
            };
            let closing = (at + 1..lines.len())
                .find(|&index| lines[index].trim_end() == fence)
                .ok_or_else(|| format!("line {}: this block is never closed", at + 1))?;
            let body = &lines[at + 1..closing];
            let words: Vec<&str> = info.split_whitespace().collect();
            match words.as_slice() {
                ["hcl"] => environments.start(block_bytes(body)),
                ["file", name] => environments.add(at, name, block_bytes(body))?,
                ["file", name, "base64"] => environments.add(at, name, block_base64(at, body)?)?,
                ["console"] => cases.extend(parse_cases(&lines, at + 1, closing, &environments.current())?),
                _ => {}
            }
            at = closing + 1;
        }
        Ok(Self { lines, cases })
    }

    /// Replaces the oracles' answers of the case at `index`.
    pub(crate) fn record(&mut self, index: usize, terraform: Answer, tofu: Answer) {
        let case = &mut self.cases[index];
        let mut body = terraform.to_lines("");
        let differs = terraform != tofu;
        if differs {
            body.extend(tofu.to_lines("tofu"));
        }
        body.extend(
            self.lines[case.start + 1..case.end].iter().filter(|line| !is_oracle_line(line)).cloned(),
        );
        case.terraform = Some(terraform);
        case.tofu = differs.then_some(tofu);

        let (old, new) = (case.end - case.start - 1, body.len());
        self.lines.splice(case.start + 1..case.end, body);
        case.end = case.start + 1 + new;
        for later in &mut self.cases[index + 1..] {
            later.start = later.start + new - old;
            later.end = later.end + new - old;
        }
    }

    /// The document's text, with whatever has been recorded since it was parsed.
    pub(crate) fn to_text(&self) -> String {
        self.lines.join("\n")
    }
}

/// The environments of the open sections, outermost first, each with the level of its heading.
#[derive(Default)]
struct Environments {
    heading: usize,
    open: Vec<(usize, Arc<Environment>)>,
}

impl Environments {
    fn enter_heading(&mut self, level: usize) {
        self.heading = level;
        self.open.retain(|(opened_at, _)| *opened_at < level);
    }

    fn current(&self) -> Arc<Environment> {
        self.open.last().map(|(_, environment)| Arc::clone(environment)).unwrap_or_default()
    }

    fn set(&mut self, environment: Environment) {
        self.open.retain(|(opened_at, _)| *opened_at < self.heading);
        self.open.push((self.heading, Arc::new(environment)));
    }

    /// A `hcl` block starts afresh: the files of earlier blocks are gone.
    fn start(&mut self, main: Vec<u8>) {
        self.set(Environment::from([("main.tf".to_owned(), main)]));
    }

    /// A `file` block adds to what is there.
    fn add(&mut self, at: usize, name: &str, content: Vec<u8>) -> Result<(), String> {
        if name.starts_with('/') || name.split('/').any(|part| matches!(part, "" | "." | "..")) {
            return Err(format!("line {}: {name:?} is no plain relative path", at + 1));
        }
        let mut environment = Environment::clone(&self.current());
        environment.insert(name.to_owned(), content);
        self.set(environment);
        Ok(())
    }
}

/// Parses the lines `start..end`, the inside of one `console` block.
fn parse_cases(
    lines: &[String],
    start: usize,
    end: usize,
    environment: &Arc<Environment>,
) -> Result<Vec<Case>, String> {
    let mut cases: Vec<Case> = Vec::new();
    for (at, line) in lines.iter().enumerate().take(end).skip(start) {
        if let Some(expression) = line.strip_prefix("> ") {
            cases.push(Case::new(at, expression, environment));
        } else if !line.trim().is_empty() && !line.starts_with('#') {
            let case = cases.last_mut().ok_or("an answer without an expression");
            case.and_then(|case| case.add_line(at, line))
                .map_err(|problem| format!("line {}: {problem}", at + 1))?;
        }
    }
    Ok(cases)
}

/// Whether `record` replaces this line; everything else in a case was written by a person.
fn is_oracle_line(line: &str) -> bool {
    let rest = line.strip_prefix("tofu").unwrap_or(line);
    Answer::default().add_line(rest)
}

/// The fence and the info string of a line that opens a block.
fn opening_fence(line: &str) -> Option<(&str, &str)> {
    let length = line.bytes().take_while(|&byte| byte == b'`').count();
    (length >= 3).then(|| (&line[..length], line[length..].trim()))
}

fn heading_level(line: &str) -> Option<usize> {
    let level = line.bytes().take_while(|&byte| byte == b'#').count();
    (level > 0 && line[level..].starts_with(' ')).then_some(level)
}

fn block_bytes(body: &[String]) -> Vec<u8> {
    body.iter().flat_map(|line| [line.as_bytes(), b"\n"]).flatten().copied().collect()
}

fn block_base64(at: usize, body: &[String]) -> Result<Vec<u8>, String> {
    base64::engine::general_purpose::STANDARD
        .decode(body.concat())
        .map_err(|error| format!("line {}: {error}", at + 1))
}
