//! A place in a text that moves forward, with line and column.

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) byte: usize,
    /// Counted in characters.
    pub(crate) index: usize,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// Reads a text. The end looks like a byte zero, which a text that was checked does not hold.
pub(crate) struct Cursor<'t> {
    pub(crate) text: &'t str,
    pub(crate) mark: Mark,
}

impl<'t> Cursor<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, mark: Mark::default() }
    }

    /// The byte so many bytes ahead.
    pub(crate) fn peek(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.mark.byte + ahead).copied().unwrap_or(0)
    }

    fn rest(&self) -> &'t [u8] {
        &self.text.as_bytes()[self.mark.byte..]
    }

    pub(crate) fn at_end(&self) -> bool {
        self.mark.byte >= self.text.len()
    }

    /// How many bytes the line break so many bytes ahead takes; zero if there is none.
    fn break_len(&self, ahead: usize) -> usize {
        match self.rest().get(ahead..).unwrap_or_default() {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            [0xc2, 0x85, ..] => 2,
            [0xe2, 0x80, 0xa8 | 0xa9, ..] => 3,
            _ => 0,
        }
    }

    pub(crate) fn is_break(&self, ahead: usize) -> bool {
        self.break_len(ahead) > 0
    }

    pub(crate) fn is_blank(&self, ahead: usize) -> bool {
        matches!(self.peek(ahead), b' ' | b'\t')
    }

    /// A line break or the end.
    pub(crate) fn is_line_end(&self) -> bool {
        self.at_end() || self.is_break(0)
    }

    /// A space, a tab, a line break or the end.
    pub(crate) fn is_space(&self, ahead: usize) -> bool {
        self.is_blank(ahead) || self.is_break(ahead) || self.mark.byte + ahead >= self.text.len()
    }

    /// A letter, digit, underscore or dash.
    pub(crate) fn is_word(&self) -> bool {
        let byte = self.peek(0);
        byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
    }

    /// `---` or `...` at the start of a line.
    pub(crate) fn at_document_marker(&self, marker: &str) -> bool {
        self.mark.column == 0 && self.rest().starts_with(marker.as_bytes()) && self.is_space(marker.len())
    }

    /// Takes one character that is not a line break.
    pub(crate) fn skip(&mut self) {
        let mut len = 1;
        while self.text.as_bytes().get(self.mark.byte + len).is_some_and(|byte| byte & 0xc0 == 0x80) {
            len += 1;
        }
        self.mark.byte = (self.mark.byte + len).min(self.text.len());
        self.mark.index += 1;
        self.mark.column += 1;
    }

    pub(crate) fn skip_blanks(&mut self) {
        while self.is_blank(0) {
            self.skip();
        }
    }

    pub(crate) fn skip_comment(&mut self) {
        if self.peek(0) == b'#' {
            while !self.is_line_end() {
                self.skip();
            }
        }
    }

    /// Takes one character into a text.
    pub(crate) fn take(&mut self, into: &mut String) {
        let start = self.mark.byte;
        self.skip();
        into.push_str(&self.text[start..self.mark.byte]);
    }

    /// Takes a line break, if there is one.
    pub(crate) fn skip_line(&mut self) {
        let len = self.break_len(0);
        if len > 0 {
            self.mark.index += if self.rest().starts_with(b"\r\n") { 2 } else { 1 };
            self.mark.byte += len;
            self.mark.line += 1;
            self.mark.column = 0;
        }
    }

    /// Takes a line break into a text, where most look alike.
    pub(crate) fn take_line(&mut self, into: &mut String) {
        let start = self.mark.byte;
        self.skip_line();
        match &self.text[start..self.mark.byte] {
            "" => {}
            separator @ ("\u{2028}" | "\u{2029}") => into.push_str(separator),
            _ => into.push('\n'),
        }
    }
}
