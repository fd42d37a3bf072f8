//! Scalars: plain, in quotes, and as blocks of lines.

use crate::cursor::Mark;
use crate::scan::{Scan, Scanner};
use crate::token::{Style, Token};

/// Blanks and line breaks between two pieces of a scalar.
#[derive(Default)]
struct Gap {
    blanks: String,
    first_break: String,
    more_breaks: String,
    /// Whether a line ended, so that blanks are indentation.
    line_ended: bool,
}

impl Gap {
    /// What the gap means: a single line break is a space, of several one is left out.
    fn fold_into(&mut self, text: &mut String) {
        if !self.line_ended {
            text.push_str(&self.blanks);
        } else if self.first_break.starts_with('\n') {
            text.push_str(if self.more_breaks.is_empty() { " " } else { &self.more_breaks });
        } else {
            text.push_str(&self.first_break);
            text.push_str(&self.more_breaks);
        }
        *self = Gap::default();
    }
}

impl Scanner<'_> {
    /// Takes blanks and line breaks; a tab in the indentation is an error where one is given.
    fn gap(&mut self, gap: &mut Gap, indent: Option<isize>) -> Scan<()> {
        let cursor = &mut self.cursor;
        loop {
            if cursor.is_blank(0) {
                let in_indent = indent.is_some_and(|indent| (cursor.mark.column as isize) < indent);
                if gap.line_ended && in_indent && cursor.peek(0) == b'\t' {
                    return self.error("found a tab character that violates indentation");
                }
                if gap.line_ended {
                    cursor.skip();
                } else {
                    cursor.take(&mut gap.blanks);
                }
            } else if cursor.is_break(0) {
                if gap.line_ended {
                    cursor.take_line(&mut gap.more_breaks);
                } else {
                    gap.blanks.clear();
                    cursor.take_line(&mut gap.first_break);
                    gap.line_ended = true;
                }
            } else {
                return Ok(());
            }
        }
    }

    pub(crate) fn plain(&mut self) -> Scan<Token> {
        let start = self.cursor.mark;
        let mut end = start.byte;
        let indent = self.indent + 1;
        let mut text = String::new();
        let mut gap = Gap::default();
        loop {
            let cursor = &self.cursor;
            if cursor.at_document_marker("---") || cursor.at_document_marker("...") || cursor.peek(0) == b'#'
            {
                break;
            }
            while !self.cursor.is_space(0) && !self.ends_plain() {
                gap.fold_into(&mut text);
                self.cursor.take(&mut text);
                end = self.cursor.mark.byte;
            }
            if !(self.cursor.is_blank(0) || self.cursor.is_break(0)) {
                break;
            }
            self.gap(&mut gap, Some(indent))?;
            if !self.in_flow() && (self.cursor.mark.column as isize) < indent {
                break;
            }
        }
        if gap.line_ended {
            self.key_allowed = true;
        }
        Ok(self.scalar(text, Style::Plain, start, end))
    }

    /// An indicator that a plain scalar cannot hold.
    fn ends_plain(&self) -> bool {
        match self.cursor.peek(0) {
            b':' => self.cursor.is_space(1),
            b',' | b'?' | b'[' | b']' | b'{' | b'}' => self.in_flow(),
            _ => false,
        }
    }

    pub(crate) fn quoted(&mut self, single: bool) -> Scan<Token> {
        let start = self.cursor.mark;
        let quote = self.cursor.peek(0);
        self.cursor.skip();
        let mut text = String::new();
        loop {
            if self.cursor.at_document_marker("---") || self.cursor.at_document_marker("...") {
                return self.error("found unexpected document indicator");
            }
            if self.cursor.at_end() {
                return Err(
                    self.error_at(start, "found unexpected end of stream: the closing quote is missing")
                );
            }
            let mut gap = Gap::default();
            while !self.cursor.is_space(0) {
                let byte = self.cursor.peek(0);
                if single && byte == b'\'' && self.cursor.peek(1) == b'\'' {
                    self.cursor.skip();
                    self.cursor.take(&mut text);
                } else if byte == quote {
                    break;
                } else if !single && byte == b'\\' && self.cursor.is_break(1) {
                    self.cursor.skip();
                    self.cursor.skip_line();
                    gap.line_ended = true;
                    break;
                } else if !single && byte == b'\\' {
                    self.escape(start, &mut text)?;
                } else {
                    self.cursor.take(&mut text);
                }
            }
            if self.cursor.peek(0) == quote {
                break;
            }
            self.gap(&mut gap, None)?;
            gap.fold_into(&mut text);
        }
        self.cursor.skip();
        Ok(self.scalar(text, Style::Quoted, start, self.cursor.mark.byte))
    }

    /// A backslash and what follows.
    fn escape(&mut self, start: Mark, text: &mut String) -> Scan<()> {
        let digits = match self.cursor.peek(1) {
            b'x' => 2,
            b'u' => 4,
            b'U' => 8,
            letter => {
                let Some(c) = simple_escape(letter) else {
                    return self.error("found unknown escape character");
                };
                text.push(c);
                self.cursor.skip();
                self.cursor.skip();
                return Ok(());
            }
        };
        let mut code: u32 = 0;
        for at in 0..digits {
            let Some(digit) = char::from(self.cursor.peek(2 + at)).to_digit(16) else {
                return self.error("did not find expected hexdecimal number");
            };
            code = code << 4 | digit;
        }
        let Some(c) = char::from_u32(code) else {
            return Err(self.error_at(start, "found invalid Unicode character escape code"));
        };
        text.push(c);
        (0..digits + 2).for_each(|_| self.cursor.skip());
        Ok(())
    }

    pub(crate) fn block_scalar(&mut self) -> Scan<Token> {
        let start = self.cursor.mark;
        let literal = self.cursor.peek(0) == b'|';
        self.cursor.skip();
        let (keep, increment) = self.block_header()?;
        self.cursor.skip_blanks();
        self.cursor.skip_comment();
        if !self.cursor.is_line_end() {
            return self.error("did not find expected comment or line break");
        }
        self.cursor.skip_line();

        let mut indent = increment.map(|increment| self.indent.max(0) as usize + increment);
        let mut end = self.cursor.mark.byte;
        let (mut text, mut last_break, mut more_breaks) = (String::new(), String::new(), String::new());
        let mut after_blank = false;
        self.block_breaks(&mut indent, &mut more_breaks, &mut end)?;
        while Some(self.cursor.mark.column) == indent && !self.cursor.at_end() {
            let blank = self.cursor.is_blank(0);
            // Lines that begin with blanks keep the line breaks around them.
            if !literal && !after_blank && !blank && last_break.starts_with('\n') {
                if more_breaks.is_empty() {
                    text.push(' ');
                }
            } else {
                text.push_str(&last_break);
            }
            last_break.clear();
            text.push_str(&more_breaks);
            more_breaks.clear();
            after_blank = blank;
            while !self.cursor.is_line_end() {
                self.cursor.take(&mut text);
            }
            end = self.cursor.mark.byte;
            self.cursor.take_line(&mut last_break);
            self.block_breaks(&mut indent, &mut more_breaks, &mut end)?;
        }
        if keep != Some(false) {
            text.push_str(&last_break);
        }
        if keep == Some(true) {
            text.push_str(&more_breaks);
        }
        Ok(self.scalar(text, Style::Block, start, end))
    }

    /// Whether the line breaks at the end are kept or dropped, and the indentation, in either order.
    fn block_header(&mut self) -> Scan<(Option<bool>, Option<usize>)> {
        let (mut keep, mut increment) = (None, None);
        for _ in 0..2 {
            match self.cursor.peek(0) {
                sign @ (b'+' | b'-') if keep.is_none() => keep = Some(sign == b'+'),
                b'0' if increment.is_none() => {
                    return self.error("found an indentation indicator equal to 0");
                }
                digit @ b'1'..=b'9' if increment.is_none() => increment = Some(usize::from(digit - b'0')),
                _ => break,
            }
            self.cursor.skip();
        }
        Ok((keep, increment))
    }

    /// Takes indentation and empty lines. An indentation that is not known yet is that of the first line
    /// that holds something, or of an emptier line further right.
    fn block_breaks(&mut self, indent: &mut Option<usize>, breaks: &mut String, end: &mut usize) -> Scan<()> {
        let mut widest = 0;
        loop {
            let within = |column: usize| indent.is_none_or(|indent| column < indent);
            while within(self.cursor.mark.column) && self.cursor.peek(0) == b' ' {
                self.cursor.skip();
            }
            widest = widest.max(self.cursor.mark.column);
            if within(self.cursor.mark.column) && self.cursor.peek(0) == b'\t' {
                return self.error("found a tab character where an indentation space is expected");
            }
            if !self.cursor.is_break(0) {
                break;
            }
            self.cursor.take_line(breaks);
            *end = self.cursor.mark.byte;
        }
        indent.get_or_insert(widest.max((self.indent + 1).max(1) as usize));
        Ok(())
    }
}

fn simple_escape(letter: u8) -> Option<char> {
    Some(match letter {
        b'0' => '\0',
        b'a' => '\x07',
        b'b' => '\x08',
        b't' | b'\t' => '\t',
        b'n' => '\n',
        b'v' => '\x0b',
        b'f' => '\x0c',
        b'r' => '\r',
        b'e' => '\x1b',
        b' ' => ' ',
        b'"' => '"',
        b'\'' => '\'',
        b'\\' => '\\',
        b'N' => '\u{85}',
        b'_' => '\u{a0}',
        b'L' => '\u{2028}',
        b'P' => '\u{2029}',
        _ => return None,
    })
}
