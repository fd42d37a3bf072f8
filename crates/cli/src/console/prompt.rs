//! The interactive prompt: history, completion of names, input over several lines.

use std::path::PathBuf;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Editor, Helper};

use super::{Next, Session, input};

/// Runs the prompt until the user leaves.
pub(crate) fn run(session: &Session<'_>) -> u8 {
    let mut editor = match Editor::<Names, FileHistory>::new() {
        Ok(editor) => editor,
        Err(error) => {
            session.ui.err(&format!("The terminal cannot be used for a prompt: {error}.\n"));
            return 1;
        }
    };
    editor.set_helper(Some(Names { known: session.completions() }));
    let history = history_file();
    if let Some(path) = &history {
        // The first run has no history yet.
        let _ = editor.load_history(path);
    }
    loop {
        match editor.readline("> ") {
            Ok(line) => {
                let _ = editor.add_history_entry(&line);
                if session.handle(&input::without_continuations(format!("{line}\n").as_bytes())) == Next::Exit
                {
                    break;
                }
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => break,
            Err(error) => {
                session.ui.err(&format!("The prompt failed: {error}.\n"));
                return 1;
            }
        }
    }
    if let Some(path) = &history {
        save_history(&mut editor, path);
    }
    0
}

/// History is a convenience: when it cannot be kept, nothing is lost.
fn save_history(editor: &mut Editor<Names, FileHistory>, path: &PathBuf) {
    if let Some(dir) = path.parent() {
        let _ = std::fs::create_dir_all(dir);
    }
    let _ = editor.save_history(path);
}

fn history_file() -> Option<PathBuf> {
    let dir = std::env::var_os("XDG_STATE_HOME")
        .map(PathBuf::from)
        .filter(|dir| dir.is_absolute())
        .or_else(|| Some(std::env::home_dir()?.join(".local/state")))?;
    Some(dir.join("cairn").join("console_history"))
}

/// Completes names and decides when input is whole.
struct Names {
    known: Vec<String>,
}

/// Where the word before the cursor begins.
fn word_start(line: &str, at: usize) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':');
    line[..at].char_indices().rev().take_while(|(_, c)| is_part(*c)).last().map_or(at, |(start, _)| start)
}

impl Completer for Names {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let start = word_start(line, at);
        let word = &line[start..at];
        let matches = self.known.iter().filter(|name| !word.is_empty() && name.starts_with(word));
        Ok((start, matches.cloned().collect()))
    }
}

impl Validator for Names {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let text = format!("{}\n", context.input());
        Ok(if input::is_incomplete(text.as_bytes()) {
            ValidationResult::Incomplete
        } else {
            ValidationResult::Valid(None)
        })
    }
}

impl Hinter for Names {
    type Hint = String;
}

impl Highlighter for Names {}

impl Helper for Names {}
