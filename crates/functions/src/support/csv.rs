//! Reading CSV as Go's `encoding/csv` does with its default settings. What
//! the header means is the business of `csvdecode`.

use std::fmt;

/// Reads the records of a text one by one, skipping empty lines.
#[derive(Debug)]
pub struct Records<'a> {
    rest: &'a str,
    /// The number of the line last read.
    line: usize,
    /// The fields of the first record, which all others must have as well.
    width: Option<usize>,
    failed: bool,
}

/// A problem and the line it is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CsvError {
    /// The line, the first being 1.
    pub line: usize,
    /// The fixed words.
    pub message: &'static str,
}

impl fmt::Display for CsvError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CSV parse error on line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for CsvError {}

const BARE_QUOTE: &str = "bare \" in non-quoted-field";
const BAD_QUOTE: &str = "extraneous or missing \" in quoted-field";
const FIELD_COUNT: &str = "wrong number of fields";

/// A line without its end, and whether it had one.
#[derive(Clone, Copy)]
struct Line<'a> {
    text: &'a str,
    ended: bool,
}

impl<'a> Records<'a> {
    /// A reader at the start of `text`.
    pub fn new(text: &'a str) -> Self {
        Records { rest: text, line: 0, width: None, failed: false }
    }

    fn next_line(&mut self) -> Option<Line<'a>> {
        self.line += 1;
        if self.rest.is_empty() {
            return None;
        }
        let (text, ended) = match self.rest.split_once('\n') {
            Some((text, rest)) => {
                self.rest = rest;
                (text, true)
            }
            None => (std::mem::take(&mut self.rest), false),
        };
        let line = Line { text: text.strip_suffix('\r').unwrap_or(text), ended };
        // A carriage return alone at the end is no line.
        (ended || !line.text.is_empty()).then_some(line)
    }

    fn read(&mut self) -> Option<Result<Vec<String>, CsvError>> {
        let mut line = self.next_line()?;
        while line.text.is_empty() {
            line = self.next_line()?;
        }
        let start = self.line;
        let mut fields = Vec::new();
        loop {
            let more = if line.text.starts_with('"') {
                self.quoted_field(&mut line, &mut fields)
            } else {
                self.plain_field(&mut line, &mut fields)
            };
            match more {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => return Some(Err(error)),
            }
        }
        let width = *self.width.get_or_insert(fields.len());
        if fields.len() != width {
            return Some(Err(CsvError { line: start, message: FIELD_COUNT }));
        }
        Some(Ok(fields))
    }

    /// Reads a field without quotes; tells whether another follows.
    fn plain_field(&self, line: &mut Line<'a>, fields: &mut Vec<String>) -> Result<bool, CsvError> {
        let (field, rest) = match line.text.split_once(',') {
            Some((field, rest)) => (field, Some(rest)),
            None => (line.text, None),
        };
        if field.contains('"') {
            return Err(CsvError { line: self.line, message: BARE_QUOTE });
        }
        fields.push(field.to_owned());
        line.text = rest.unwrap_or_default();
        Ok(rest.is_some())
    }

    /// Reads a field in quotes, which may go on over several lines.
    fn quoted_field(&mut self, line: &mut Line<'a>, fields: &mut Vec<String>) -> Result<bool, CsvError> {
        let mut field = String::new();
        line.text = &line.text[1..];
        loop {
            let Some((before, after)) = line.text.split_once('"') else {
                field.push_str(line.text);
                if line.ended {
                    field.push('\n');
                }
                let open_at = self.line;
                let Some(next) = self.next_line() else {
                    return Err(CsvError { line: open_at, message: BAD_QUOTE });
                };
                *line = next;
                continue;
            };
            field.push_str(before);
            match after.as_bytes().first() {
                Some(b'"') => {
                    field.push('"');
                    line.text = &after[1..];
                }
                Some(b',') => {
                    line.text = &after[1..];
                    fields.push(field);
                    return Ok(true);
                }
                None => {
                    fields.push(field);
                    return Ok(false);
                }
                Some(_) => return Err(CsvError { line: self.line, message: BAD_QUOTE }),
            }
        }
    }
}

impl Iterator for Records<'_> {
    type Item = Result<Vec<String>, CsvError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let record = self.read();
        self.failed = !matches!(record, Some(Ok(_)));
        record
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expect: Result<&[&[&str]], &str>) {
        let found: Result<Vec<Vec<String>>, CsvError> = Records::new(text).collect();
        let owned = |fields: &&[&str]| fields.iter().map(|f| (*f).to_owned()).collect();
        let expect: Result<Vec<Vec<String>>, &str> = expect.map(|rows| rows.iter().map(owned).collect());
        assert_eq!(found.map_err(|e| e.to_string()), expect.map_err(str::to_owned), "{text:?}");
    }

    #[test]
    fn records() {
        check("", Ok(&[]));
        check("a,b\n1,2", Ok(&[&["a", "b"], &["1", "2"]]));
        check("a,b\r\n1,2\r\n", Ok(&[&["a", "b"], &["1", "2"]]));
        check("\n\na\n\n1\n", Ok(&[&["a"], &["1"]]));
        check("a\n\r", Ok(&[&["a"]]));
        check("a,\n 1, 2 ", Ok(&[&["a", ""], &[" 1", " 2 "]]));
        check("a,b\r1,2\n", Ok(&[&["a", "b\r1", "2"]]));
        check("\u{feff}a", Ok(&[&["\u{feff}a"]]));
        check("x\r\r\n", Ok(&[&["x\r"]]));
        check("\"1\"\"2\",\"\"", Ok(&[&["1\"2", ""]]));
        check("\"x\r\ny\n\nz\"\n", Ok(&[&["x\ny\n\nz"]]));
    }

    #[test]
    fn problems() {
        check("a,b\n1", Err("CSV parse error on line 2: wrong number of fields"));
        check("a,b\n1,2\n\n3,4,5", Err("CSV parse error on line 4: wrong number of fields"));
        check("a\nx\"y", Err("CSV parse error on line 2: bare \" in non-quoted-field"));
        check("\"a", Err("CSV parse error on line 1: extraneous or missing \" in quoted-field"));
        check("a\n\"x\"y", Err("CSV parse error on line 2: extraneous or missing \" in quoted-field"));
        check("a\n\"x\n\ny\"z", Err("CSV parse error on line 4: extraneous or missing \" in quoted-field"));
        check(
            "a\n\"x\"\n\n\n\"y",
            Err("CSV parse error on line 5: extraneous or missing \" in quoted-field"),
        );
    }
}
