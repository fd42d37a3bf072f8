//! A JSON reader whose verdicts and messages are those of Go's token reader, because users see them.

use smol_str::SmolStr;

use crate::nesting::{MAX_NESTING, deep};

/// A JSON document as written: numbers as text, repeated keys kept.
#[derive(Debug, PartialEq)]
pub enum Json<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as it is written.
    Number(&'a str),
    /// Text, without its escapes.
    String(SmolStr),
    /// A list.
    Array(Vec<Json<'a>>),
    /// An object, in the order in which it is written.
    Object(Vec<(SmolStr, Json<'a>)>),
}

/// Reads one document. Closing brackets after it are let pass, as Go does; anything else is not.
pub(crate) fn parse(bytes: &[u8]) -> Result<Json<'_>, String> {
    let mut reader = Reader { bytes, at: 0, depth: 0 };
    let document = reader.value(" looking for beginning of value")?;
    match reader.peek() {
        None | Some(b']' | b'}') => Ok(document),
        Some(_) => Err("extraneous data after JSON object".to_owned()),
    }
}

/// Reads a text that is one document and nothing else.
pub(crate) fn parse_whole(text: &str) -> Option<Json<'_>> {
    let mut reader = Reader { bytes: text.as_bytes(), at: 0, depth: 0 };
    let document = reader.value("").ok()?;
    reader.peek().is_none().then_some(document)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    depth: usize,
}

const END: &str = "EOF";
const END_INSIDE: &str = "unexpected EOF";

impl<'a> Reader<'a> {
    /// The next byte that is not white space, not taken yet.
    fn peek(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.bytes.get(self.at) {
            self.at += 1;
        }
        self.bytes.get(self.at).copied()
    }

    fn expect_some(&mut self) -> Result<u8, String> {
        self.peek().ok_or_else(|| END.to_owned())
    }

    fn value(&mut self, context: &str) -> Result<Json<'a>, String> {
        match self.expect_some()? {
            b'{' => self.nested(Self::object),
            b'[' => self.nested(Self::array),
            b'"' => self.string().map(Json::String),
            b't' => self.literal("true", Json::Bool(true)),
            b'f' => self.literal("false", Json::Bool(false)),
            b'n' => self.literal("null", Json::Null),
            b'-' | b'0'..=b'9' => self.number(),
            byte => Err(invalid(byte, context)),
        }
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Json<'a>, String>) -> Result<Json<'a>, String> {
        if self.depth == MAX_NESTING {
            return Err("exceeded max depth".to_owned());
        }
        self.at += 1;
        self.depth += 1;
        let result = deep(|| read(self));
        self.depth -= 1;
        result
    }

    fn array(&mut self) -> Result<Json<'a>, String> {
        let mut items = Vec::new();
        if self.expect_some()? == b']' {
            self.at += 1;
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value(" looking for beginning of value")?);
            match self.expect_some()? {
                b',' => self.at += 1,
                b']' => {
                    self.at += 1;
                    return Ok(Json::Array(items));
                }
                byte => return Err(invalid(byte, " after array element")),
            }
        }
    }

    fn object(&mut self) -> Result<Json<'a>, String> {
        let mut entries = Vec::new();
        let mut context = "";
        loop {
            match self.expect_some()? {
                b'"' => {}
                b'}' if entries.is_empty() => {
                    self.at += 1;
                    return Ok(Json::Object(entries));
                }
                byte => return Err(invalid(byte, context)),
            }
            let key = self.string()?;
            match self.expect_some()? {
                b':' => self.at += 1,
                byte => return Err(invalid(byte, " after object key")),
            }
            entries.push((key, self.value(" looking for beginning of value")?));
            match self.expect_some()? {
                b',' => self.at += 1,
                b'}' => {
                    self.at += 1;
                    return Ok(Json::Object(entries));
                }
                byte => return Err(invalid(byte, " after object key:value pair")),
            }
            context = " looking for beginning of object key string";
        }
    }

    fn literal(&mut self, word: &str, value: Json<'a>) -> Result<Json<'a>, String> {
        for expected in word.bytes() {
            match self.bytes.get(self.at) {
                Some(byte) if *byte == expected => self.at += 1,
                Some(byte) => {
                    let expected = expected as char;
                    return Err(invalid(*byte, &format!(" in literal {word} (expecting '{expected}')")));
                }
                None => return Err(END_INSIDE.to_owned()),
            }
        }
        Ok(value)
    }

    fn number(&mut self) -> Result<Json<'a>, String> {
        let start = self.at;
        if self.bytes[self.at] == b'-' {
            self.at += 1;
        }
        // A leading zero stands alone.
        if self.bytes.get(self.at) == Some(&b'0') {
            self.at += 1;
        } else {
            self.digits(" in numeric literal")?;
        }
        if self.bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            self.digits(" after decimal point in numeric literal")?;
        }
        if let Some(b'e' | b'E') = self.bytes.get(self.at) {
            self.at += 1;
            if let Some(b'+' | b'-') = self.bytes.get(self.at) {
                self.at += 1;
            }
            self.digits(" in exponent of numeric literal")?;
        }
        let text = std::str::from_utf8(&self.bytes[start..self.at]).expect("only ASCII was let through");
        Ok(Json::Number(text))
    }

    fn digits(&mut self, context: &str) -> Result<(), String> {
        match self.bytes.get(self.at) {
            Some(b'0'..=b'9') => {}
            Some(byte) => return Err(invalid(*byte, context)),
            None => return Err(END_INSIDE.to_owned()),
        }
        while let Some(b'0'..=b'9') = self.bytes.get(self.at) {
            self.at += 1;
        }
        Ok(())
    }

    fn string(&mut self) -> Result<SmolStr, String> {
        self.at += 1;
        let start = self.at;
        loop {
            self.at += super::write::plain_length(&self.bytes[self.at..]);
            let Some(byte) = self.bytes.get(self.at) else { break };
            match byte {
                b'"' => {
                    let text = String::from_utf8_lossy(&self.bytes[start..self.at]);
                    self.at += 1;
                    return Ok(SmolStr::new(text));
                }
                b'\\' => return self.escaped_string(start),
                0..0x20 => return Err(invalid(*byte, " in string literal")),
                _ => self.at += 1,
            }
        }
        Err(END_INSIDE.to_owned())
    }

    /// The rest of a string in which an escape was met.
    fn escaped_string(&mut self, start: usize) -> Result<SmolStr, String> {
        let mut out = self.bytes[start..self.at].to_vec();
        while let Some(&byte) = self.bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'"' => return Ok(SmolStr::new(String::from_utf8_lossy(&out))),
                b'\\' => self.escape(&mut out)?,
                0..0x20 => return Err(invalid(byte, " in string literal")),
                _ => out.push(byte),
            }
        }
        Err(END_INSIDE.to_owned())
    }

    fn escape(&mut self, out: &mut Vec<u8>) -> Result<(), String> {
        let Some(&byte) = self.bytes.get(self.at) else { return Err(END_INSIDE.to_owned()) };
        self.at += 1;
        match byte {
            b'"' | b'\\' | b'/' => out.push(byte),
            b'b' => out.push(0x08),
            b'f' => out.push(0x0c),
            b'n' => out.push(b'\n'),
            b'r' => out.push(b'\r'),
            b't' => out.push(b'\t'),
            b'u' => {
                let first = self.hex4()?;
                let c = self.with_low_surrogate(first)?;
                let mut buffer = [0; 4];
                out.extend_from_slice(c.encode_utf8(&mut buffer).as_bytes());
            }
            _ => return Err(invalid(byte, " in string escape code")),
        }
        Ok(())
    }

    /// Half of a surrogate pair without the other half becomes the replacement character.
    fn with_low_surrogate(&mut self, first: u32) -> Result<char, String> {
        if (0xd800..0xdc00).contains(&first) && self.bytes[self.at..].starts_with(b"\\u") {
            let back = self.at;
            self.at += 2;
            let second = self.hex4()?;
            if (0xdc00..0xe000).contains(&second) {
                let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = back;
        }
        Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex4(&mut self) -> Result<u32, String> {
        let mut code = 0;
        for _ in 0..4 {
            let Some(&byte) = self.bytes.get(self.at) else { return Err(END_INSIDE.to_owned()) };
            let Some(digit) = (byte as char).to_digit(16) else {
                return Err(invalid(byte, " in \\u hexadecimal character escape"));
            };
            code = code * 16 + digit;
            self.at += 1;
        }
        Ok(code)
    }
}

/// Go shows the offending byte, not the character it may be part of.
fn invalid(byte: u8, context: &str) -> String {
    let shown = match byte {
        b'\'' => "\\'".to_owned(),
        b'"' => "\"".to_owned(),
        _ => {
            let quoted = crate::quote::quote((byte as char).encode_utf8(&mut [0; 4]));
            quoted[1..quoted.len() - 1].to_owned()
        }
    };
    format!("invalid character '{shown}'{context}")
}
