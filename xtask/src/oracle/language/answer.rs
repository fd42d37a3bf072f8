//! What a console answers to one expression: value text, type text, error summaries.

use super::super::process::Output;

/// One answer. Either `value` is there or `errors` is not empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    /// The lines that the console printed.
    pub(crate) value: Option<Vec<String>>,
    /// The lines that it printed for `type(EXPRESSION)`, where that works.
    pub(crate) types: Option<Vec<String>>,
    /// The summaries of all errors.
    pub(crate) errors: Vec<String>,
}

impl Answer {
    /// Reads the answer out of a finished console.
    pub(crate) fn from_output(output: &Output) -> Self {
        let mut errors = error_summaries(&output.stderr);
        if output.timed_out {
            errors = vec!["(no answer within the time limit)".to_owned()];
        } else if errors.is_empty() && output.code != Some(0) {
            let first = output.stderr.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
            errors = vec![match output.code {
                Some(code) => format!("(exit code {code}: {first})"),
                None => format!("(ended by a signal: {first})"),
            }];
        }
        if !errors.is_empty() {
            return Self { errors, ..Self::default() };
        }
        Self { value: Some(output_lines(&output.stdout)), ..Self::default() }
    }

    /// Whether `got` is this answer. Errors form a multiset; the type counts only where one is recorded.
    pub(crate) fn accepts(&self, got: &Self) -> bool {
        self.value == got.value
            && sorted(&self.errors) == sorted(&got.errors)
            && (self.types.is_none() || self.types == got.types)
    }

    /// The lines that record this answer in a document, with `prefix` naming the program if needed.
    pub(crate) fn to_lines(&self, prefix: &str) -> Vec<String> {
        let parts = [
            ('=', self.value.as_deref().unwrap_or_default()),
            (':', self.types.as_deref().unwrap_or_default()),
            ('!', &self.errors),
        ];
        let mut lines = Vec::new();
        for (sign, texts) in parts {
            for text in texts {
                // No space after the sign of an empty line: editors strip it.
                let gap = if text.is_empty() { "" } else { " " };
                lines.push(format!("{prefix}{sign}{gap}{text}"));
            }
        }
        lines
    }

    /// Adds one recorded line, given without its prefix. False if it is no answer line.
    pub(crate) fn add_line(&mut self, line: &str) -> bool {
        let mut chars = line.chars();
        let sign = chars.next();
        let text = match chars.as_str() {
            "" => "",
            rest => match rest.strip_prefix(' ') {
                Some(text) => text,
                None => return false,
            },
        };
        match sign {
            Some('=') => self.value.get_or_insert_default().push(text.to_owned()),
            Some(':') => self.types.get_or_insert_default().push(text.to_owned()),
            Some('!') => self.errors.push(text.to_owned()),
            _ => return false,
        }
        true
    }
}

/// Splits console output into lines, without the final line break. There is always at least one line.
pub(crate) fn output_lines(text: &str) -> Vec<String> {
    text.strip_suffix('\n').unwrap_or(text).split('\n').map(str::to_owned).collect()
}

fn error_summaries(stderr: &str) -> Vec<String> {
    let without_box = stderr.split('\n').map(|line| line.strip_prefix("│ ").unwrap_or(line));
    without_box
        .filter_map(|line| line.strip_prefix("Error: "))
        .map(|text| text.trim_end().to_owned())
        .collect()
}

fn sorted(errors: &[String]) -> Vec<&String> {
    let mut errors: Vec<&String> = errors.iter().collect();
    errors.sort();
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(stdout: &str, stderr: &str, code: i32) -> Output {
        Output { stdout: stdout.to_owned(), stderr: stderr.to_owned(), code: Some(code), timed_out: false }
    }

    fn check(stdout: &str, stderr: &str, code: i32, lines: &[&str]) {
        let answer = Answer::from_output(&output(stdout, stderr, code));
        assert_eq!(answer.to_lines(""), lines);
        let mut again = Answer::default();
        for line in lines {
            assert!(again.add_line(line), "{line:?}");
        }
        assert_eq!(again, answer);
    }

    #[test]
    fn values_and_errors() {
        check("12.5\n", "", 0, &["= 12.5"]);
        check("", "", 0, &["="]);
        check("<<EOT\na\n\nb  \nEOT\n", "", 0, &["= <<EOT", "= a", "=", "= b  ", "= EOT"]);
        check("1\n", "\nWarning: Old\n\ntext\n", 0, &["= 1"]);
        check("", "\nError: Bad\n\n  on x\n\nError: Worse\n", 1, &["! Bad", "! Worse"]);
        check("", "╷\n│ Error: Bad\n│ \n╵\n", 1, &["! Bad"]);
        check("", "panic: oh\n", 2, &["! (exit code 2: panic: oh)"]);
    }

    #[test]
    fn errors_are_a_multiset_and_types_optional() {
        let of = |lines: &[&str]| {
            let mut answer = Answer::default();
            assert!(lines.iter().all(|line| answer.add_line(line)));
            answer
        };
        assert!(of(&["! A", "! B"]).accepts(&of(&["! B", "! A"])));
        assert!(!of(&["! A", "! A"]).accepts(&of(&["! A"])));
        assert!(of(&["= 1"]).accepts(&of(&["= 1", ": number"])));
        assert!(!of(&["= 1", ": number"]).accepts(&of(&["= 1"])));
        assert!(!Answer::default().add_line("plain text"));
        assert!(!Answer::default().add_line("=1"));
    }
}
