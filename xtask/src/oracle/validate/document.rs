//! The documents under `spec/validate/`: one configuration per heading and what `validate` says of it.

use std::collections::BTreeMap;

/// One configuration with its answers.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Case {
    /// The heading.
    pub(crate) title: String,
    /// The files by path.
    pub(crate) files: BTreeMap<String, String>,
    /// The recorded answer; empty when there is none.
    pub(crate) terraform: Vec<String>,
    /// Our own answer where it differs on purpose.
    pub(crate) own: Option<Vec<String>>,
    /// Whether a line says why it differs.
    pub(crate) explained: bool,
    /// The lines of the answer that were written by hand.
    by_hand: Vec<String>,
    /// The lines between the fences of the answer, in the text of the document.
    answer_lines: Option<(usize, usize)>,
}

/// A document: its lines, and the cases found in them.
#[derive(Debug)]
pub(crate) struct Document {
    lines: Vec<String>,
    pub(crate) cases: Vec<Case>,
}

impl Document {
    /// Reads a document.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut cases: Vec<Case> = Vec::new();
        let mut at = 0;
        while at < lines.len() {
            let line = lines[at].as_str();
            at += 1;
            if let Some(title) = line.strip_prefix("## ") {
                cases.push(Case { title: title.to_owned(), ..Case::default() });
                continue;
            }
            let Some(kind) = line.strip_prefix("```") else { continue };
            let start = at;
            while lines.get(at).is_some_and(|line| line != "```") {
                at += 1;
            }
            if at == lines.len() {
                return Err(format!("line {start}: the block is not closed"));
            }
            let block = &lines[start..at];
            let case =
                cases.last_mut().ok_or_else(|| format!("line {start}: a block before the first heading"))?;
            let content = || block.iter().map(|line| format!("{line}\n")).collect::<String>();
            match kind.split_once(' ') {
                None if kind == "hcl" => drop(case.files.insert("main.tf".to_owned(), content())),
                Some(("file", name)) => drop(case.files.insert(name.to_owned(), content())),
                None if kind == "answer" => case.read_answer(block, start),
                _ => return Err(format!("line {start}: there is no kind of block {kind:?}")),
            }
            at += 1;
        }
        Ok(Self { lines, cases })
    }

    /// The text with the answers of the cases written in.
    pub(crate) fn to_text(&self) -> String {
        let mut lines = self.lines.clone();
        for case in self.cases.iter().rev() {
            if let Some((start, end)) = case.answer_lines {
                lines.splice(start..end, case.answer_text());
            }
        }
        lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

impl Case {
    /// What we want to answer.
    pub(crate) fn wanted(&self) -> &[String] {
        self.own.as_ref().unwrap_or(&self.terraform)
    }

    fn read_answer(&mut self, block: &[String], start: usize) {
        self.answer_lines = Some((start, start + block.len()));
        for line in block {
            if let Some(own) = line.strip_prefix("cairn") {
                self.own.get_or_insert_default().push(own.trim_start().to_owned());
                self.by_hand.push(line.clone());
            } else if line.starts_with("explained: ") {
                self.explained = true;
                self.by_hand.push(line.clone());
            } else {
                self.terraform.push(line.clone());
            }
        }
        self.terraform.sort();
        if let Some(own) = &mut self.own {
            own.sort();
        }
    }

    fn answer_text(&self) -> Vec<String> {
        self.terraform.iter().chain(&self.by_hand).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes() {
        let text = "# T\n\n## One\n\nWords.\n\n```hcl\nlocals {}\n```\n\n```file a/b.tf\nx\n```\n\n```answer\n```\n\n## Two\n\n```answer\n! main.tf:1 Oops\ncairn valid\nexplained: why\n```\n";
        let mut document = Document::parse(text).unwrap();
        assert_eq!(document.cases.len(), 2);
        assert_eq!(document.cases[0].files["a/b.tf"], "x\n");
        assert_eq!(document.cases[1].wanted(), ["valid"]);
        assert!(document.cases[1].explained);
        document.cases[0].terraform = vec!["valid".to_owned()];
        assert_eq!(document.to_text(), text.replacen("```answer\n```", "```answer\nvalid\n```", 1));
        assert!(Document::parse("## A\n```hcl\n").is_err());
    }
}
