//! First inputs: expressions and files from the documents under spec/, and pieces of configuration files.
//!
//! With them go rows of choices, from which targets derive texts that parse: a corpus of text alone would stay
//! one, and most mutated text does not parse.
//!
//! The first byte tells a target what the rest is: `0`, `4`, `8` and `<` mean text of kind 0, 1, 2 and 3.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::oracle::fmt::corpus::Corpus;
use crate::oracle::language::tools::locate;

/// At most so many texts of a kind are seeds, spread over all, with half as many rows of choices for each of the four kinds.
const MOST: usize = 200;

/// Texts by what they are.
#[derive(Default)]
pub(super) struct Seeds {
    expressions: BTreeSet<String>,
    configs: BTreeSet<String>,
    json: BTreeSet<String>,
    yaml: BTreeSet<String>,
}

impl Seeds {
    /// Collects everything.
    pub(super) fn load(root: &Path) -> Result<Self, String> {
        let mut seeds = Self::default();
        seeds.documents(&root.join("spec")).map_err(|error| format!("spec: {error}"))?;
        match locate("CAIRN_GO", "go", None) {
            Some(go) => {
                for corpus in Corpus::load_all(root, &go, "")? {
                    for file in &corpus.files {
                        seeds.config(&file.text);
                    }
                }
            }
            None => println!("go is not on PATH: seeds come from spec/ alone"),
        }
        Ok(seeds)
    }

    /// Reads every document below a folder.
    fn documents(&mut self, dir: &Path) -> std::io::Result<()> {
        for entry in fs::read_dir(dir)? {
            let path = entry?.path();
            if path.is_dir() {
                self.documents(&path)?;
            } else if path.extension().is_some_and(|extension| extension == "md") {
                self.document(&fs::read_to_string(&path)?);
            }
        }
        Ok(())
    }

    fn document(&mut self, text: &str) {
        let mut fence: Option<(&str, String)> = None;
        for line in text.lines() {
            match (&mut fence, line.strip_prefix("```")) {
                (None, Some(kind)) => fence = Some((kind, String::new())),
                (Some((kind, content)), Some("")) => {
                    match *kind {
                        "hcl" => self.config(content),
                        kind if kind.starts_with("file ") && kind.ends_with(".json") => {
                            self.json.insert(std::mem::take(content));
                        }
                        kind if kind.starts_with("file ")
                            && (kind.ends_with(".yaml") || kind.ends_with(".yml")) =>
                        {
                            self.yaml.insert(std::mem::take(content));
                        }
                        _ => {}
                    }
                    fence = None;
                }
                (Some(("console", _)), _) => {
                    if let Some(expression) = line.strip_prefix("> ") {
                        self.expressions.insert(expression.to_owned());
                    }
                }
                (Some((_, content)), _) => {
                    content.push_str(line);
                    content.push('\n');
                }
                (None, None) => {}
            }
        }
    }

    /// A file as pieces between empty lines at the outermost level, since only short texts are of use.
    fn config(&mut self, text: &str) {
        for piece in text.split("\n\n") {
            let depth = piece.matches(['{', '[', '(']).count() as isize
                - piece.matches(['}', ']', ')']).count() as isize;
            if depth == 0 && !piece.trim().is_empty() {
                self.configs.insert(format!("{piece}\n"));
            }
        }
    }

    /// Writes the seeds of a target that are no longer than `max_len`, and gives their number.
    pub(super) fn write(&self, target: &str, max_len: usize, dir: &Path) -> Result<usize, String> {
        fs::create_dir_all(dir).map_err(|error| format!("{}: {error}", dir.display()))?;
        let with = |first: char, texts: &BTreeSet<String>| -> Vec<String> {
            let texts: Vec<&String> = texts.iter().filter(|text| text.len() < max_len).collect();
            let step = texts.len().div_ceil(MOST).max(1);
            texts.iter().step_by(step).map(|text| format!("{first}{text}")).collect()
        };
        let inputs = match target {
            "parser" => [with('0', &self.configs), with('4', &self.expressions)].concat(),
            "fmt" => with('0', &self.configs),
            "eval" => with('4', &self.expressions),
            "json_syntax" => with('0', &self.json),
            "json_values" => with('8', &self.json),
            "yaml" => [with('0', &self.yaml), with('0', &self.json)].concat(),
            _ => Vec::new(),
        };
        for (index, input) in inputs.iter().enumerate() {
            let path = dir.join(format!("seed-{index:05}"));
            fs::write(&path, input).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        let mut state = 1u64;
        for index in 0..MOST * 2 {
            let mut bytes: Vec<u8> =
                (0..(index % 100 + 20).min(max_len.max(1))).map(|_| next_byte(&mut state)).collect();
            // Kind by kind, and never one of the four that mean text.
            bytes[0] = ((index % 4) << 2) as u8 | 1;
            let path = dir.join(format!("choices-{index:05}"));
            fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(inputs.len() + MOST * 2)
    }
}

/// A row of bytes that is the same in every run.
fn next_byte(state: &mut u64) -> u8 {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*state >> 56) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_give_expressions_and_files() {
        let mut seeds = Seeds::default();
        seeds.document(
            "```hcl\nvariable \"a\" {\n}\n\nlocals {\n```\n```console\n> 1 + 2\n= 3\n> \"x\"\n```\n```file x.tf.json\n{}\n```\n",
        );
        assert_eq!(seeds.expressions, BTreeSet::from(["\"x\"".to_owned(), "1 + 2".to_owned()]));
        // A piece that does not close what it opens is left out.
        assert_eq!(seeds.configs, BTreeSet::from(["variable \"a\" {\n}\n".to_owned()]));
        assert_eq!(seeds.json, BTreeSet::from(["{}\n".to_owned()]));
    }
}
