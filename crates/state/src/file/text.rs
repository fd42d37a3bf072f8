//! JSON as text: taken in without its spaces, given out indented, without a tree in between.

use value::json::plain_length;

/// Appends JSON without the spaces between its parts.
pub(crate) fn compact(json: &str, out: &mut String) {
    let bytes = json.as_bytes();
    let (mut at, mut kept) = (0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = string_end(bytes, at),
            b' ' | b'\n' | b'\r' | b'\t' => {
                out.push_str(&json[kept..at]);
                while at < bytes.len() && bytes[at].is_ascii_whitespace() {
                    at += 1;
                }
                kept = at;
            }
            _ => at += 1,
        }
    }
    out.push_str(&json[kept..]);
}

/// Where the string that starts here ends; the end of the text if it does not.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(rest) = bytes.get(at..) {
        at += plain_length(rest);
        match bytes.get(at) {
            Some(b'"') => return at + 1,
            Some(b'\\') => at += 2,
            Some(_) => at += 1,
            None => break,
        }
    }
    bytes.len()
}

/// Writes JSON in Go's layout, part by part.
pub(crate) struct Writer {
    out: Vec<u8>,
    depth: usize,
    indented: bool,
}

impl Writer {
    /// Writes indented by two spaces, or without any spaces.
    pub(crate) fn new(indented: bool, capacity: usize) -> Self {
        Self { out: Vec::with_capacity(capacity), depth: 0, indented }
    }

    /// What was written.
    pub(crate) fn finish(self) -> Vec<u8> {
        self.out
    }

    /// The bytes so far, to append what is no JSON.
    pub(crate) fn bytes(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    /// Starts an object or array.
    pub(crate) fn open(&mut self, bracket: u8) {
        self.out.push(bracket);
        self.depth += 1;
    }

    /// Ends an object or array; one without elements stays on its line.
    pub(crate) fn close(&mut self, bracket: u8) {
        self.depth = self.depth.saturating_sub(1);
        if !matches!(self.out.last(), Some(b'{' | b'[')) {
            self.new_line();
        }
        self.out.push(bracket);
    }

    /// Ends an array whose elements come from elsewhere, of which there is at least one.
    pub(crate) fn close_filled(&mut self, bracket: u8) {
        self.depth = self.depth.saturating_sub(1);
        self.new_line();
        self.out.push(bracket);
    }

    /// Goes to the next element of an array.
    pub(crate) fn element(&mut self) {
        // No complete element ends with an opening bracket, so one means that nothing came before.
        if !matches!(self.out.last(), Some(b'{' | b'[')) {
            self.out.push(b',');
        }
        self.new_line();
    }

    /// Goes to the next attribute of an object.
    pub(crate) fn key(&mut self, key: &str) {
        self.element();
        self.string(key);
        self.colon();
    }

    fn colon(&mut self) {
        self.out.extend_from_slice(if self.indented { b": " } else { b":" });
    }

    fn new_line(&mut self) {
        if self.indented {
            const SPACES: &[u8; 64] = &[b' '; 64];
            self.out.push(b'\n');
            let mut missing = self.depth * 2;
            while missing > 0 {
                let part = missing.min(SPACES.len());
                self.out.extend_from_slice(&SPACES[..part]);
                missing -= part;
            }
        }
    }

    /// JSON that is written already and has no parts.
    pub(crate) fn verbatim(&mut self, json: &str) {
        self.out.extend_from_slice(json.as_bytes());
    }

    /// A string.
    pub(crate) fn string(&mut self, text: &str) {
        self.quote();
        self.part(text);
        self.quote();
    }

    /// Starts or ends a string of several parts.
    pub(crate) fn quote(&mut self) {
        self.out.push(b'"');
    }

    /// A part of a string.
    pub(crate) fn part(&mut self, text: &str) {
        let bytes = text.as_bytes();
        let (mut at, mut kept) = (0, 0);
        loop {
            at += plain_length(&bytes[at..]);
            let Some(&byte) = bytes.get(at) else { break };
            self.out.extend_from_slice(&bytes[kept..at]);
            kept = at + 1;
            match byte {
                b'"' => self.out.extend_from_slice(b"\\\""),
                b'\\' => self.out.extend_from_slice(b"\\\\"),
                b'\n' => self.out.extend_from_slice(b"\\n"),
                b'\r' => self.out.extend_from_slice(b"\\r"),
                b'\t' => self.out.extend_from_slice(b"\\t"),
                0x08 => self.out.extend_from_slice(b"\\b"),
                0x0c => self.out.extend_from_slice(b"\\f"),
                _ => kept = self.escape(bytes, at),
            }
            at = kept;
        }
        self.out.extend_from_slice(&bytes[kept..]);
    }

    /// Writes the byte with its number, or the separator of lines that starts here; says what is next.
    fn escape(&mut self, bytes: &[u8], at: usize) -> usize {
        let byte = bytes[at];
        if byte == 0xe2 {
            return match bytes.get(at + 1..at + 3) {
                Some([0x80, last @ (0xa8 | 0xa9)]) => {
                    self.out.extend_from_slice(if *last == 0xa8 { b"\\u2028" } else { b"\\u2029" });
                    at + 3
                }
                _ => {
                    self.out.push(byte);
                    at + 1
                }
            };
        }
        const HEX: &[u8; 16] = b"0123456789abcdef";
        self.out.extend_from_slice(b"\\u00");
        self.out.push(HEX[usize::from(byte >> 4)]);
        self.out.push(HEX[usize::from(byte & 15)]);
        at + 1
    }

    /// A whole number.
    pub(crate) fn number(&mut self, number: impl std::fmt::Display) {
        use std::io::Write;
        write!(self.out, "{number}").expect("a vector takes everything");
    }

    /// `true`.
    pub(crate) fn yes(&mut self) {
        self.out.extend_from_slice(b"true");
    }

    /// JSON that is there already, laid out like the rest.
    pub(crate) fn raw(&mut self, json: &str) {
        let bytes = json.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            match bytes[at] {
                b' ' | b'\n' | b'\r' | b'\t' => at += 1,
                b'"' => at = self.raw_string(bytes, at),
                b':' => {
                    self.colon();
                    at += 1;
                }
                b',' => {
                    self.out.push(b',');
                    self.new_line();
                    at += 1;
                }
                bracket @ (b'{' | b'[') => {
                    self.open(bracket);
                    at += 1;
                    while at < bytes.len() && bytes[at].is_ascii_whitespace() {
                        at += 1;
                    }
                    if !matches!(bytes.get(at), Some(b'}' | b']')) {
                        self.new_line();
                    }
                }
                bracket @ (b'}' | b']') => {
                    self.close(bracket);
                    at += 1;
                }
                byte => {
                    self.out.push(byte);
                    at += 1;
                }
            }
        }
    }

    /// A string that is escaped already, as far as JSON demands; says what is next.
    fn raw_string(&mut self, bytes: &[u8], start: usize) -> usize {
        let (mut at, mut kept) = (start + 1, start);
        while let Some(rest) = bytes.get(at..) {
            at += plain_length(rest);
            let Some(&byte) = bytes.get(at) else { break };
            match byte {
                b'"' => {
                    self.out.extend_from_slice(&bytes[kept..=at]);
                    return at + 1;
                }
                b'\\' => at += 2,
                _ => {
                    self.out.extend_from_slice(&bytes[kept..at]);
                    kept = self.escape(bytes, at);
                    at = kept;
                }
            }
        }
        self.out.extend_from_slice(&bytes[kept.min(bytes.len())..]);
        bytes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_go_and_come() {
        let check = |json: &str, expect_compact: &str, expect: &str| {
            let mut out = String::new();
            compact(json, &mut out);
            assert_eq!(out, expect_compact);
            for text in [json, expect_compact] {
                let mut writer = Writer::new(true, 0);
                writer.raw(text);
                assert_eq!(String::from_utf8(writer.finish()).unwrap(), expect);
            }
        };
        check("{ }", "{}", "{}");
        check(" [ ]\n", "[]", "[]");
        check(
            "{\"a b\" : [ 1 , \"\\\" x\" ]}",
            "{\"a b\":[1,\"\\\" x\"]}",
            "{\n  \"a b\": [\n    1,\n    \"\\\" x\"\n  ]\n}",
        );
        check("\"<\\u003c\u{2028}€\"", "\"<\\u003c\u{2028}€\"", "\"\\u003c\\u003c\\u2028€\"");
        check("[[],{}]", "[[],{}]", "[\n  [],\n  {}\n]");
        check("null", "null", "null");
    }

    #[test]
    fn strings_are_escaped_as_go_does() {
        let check = |text: &str, expect: &str| {
            let mut writer = Writer::new(true, 0);
            writer.string(text);
            assert_eq!(String::from_utf8(writer.finish()).unwrap(), expect);
        };
        check("", "\"\"");
        check("a\"\\\n\r\t\u{8}\u{c}\u{1}", "\"a\\\"\\\\\\n\\r\\t\\b\\f\\u0001\"");
        check("<>&\u{2028}\u{2029}€\u{7f}", "\"\\u003c\\u003e\\u0026\\u2028\\u2029€\u{7f}\"");
    }

    #[test]
    fn broken_json_does_no_harm() {
        for text in ["\"", "\"\\", "}", "]]", "{\"a", "\"\u{20ac}", "\"a\\"] {
            let mut writer = Writer::new(true, 0);
            writer.raw(text);
            compact(text, &mut String::new());
        }
    }
}
