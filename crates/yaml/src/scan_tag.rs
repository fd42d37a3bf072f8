//! Directives, anchors, aliases and tags.

use crate::cursor::Mark;
use crate::scan::{Scan, Scanner};
use crate::token::{Token, TokenKind};

impl Scanner<'_> {
    fn token(&self, kind: TokenKind, start: Mark, text: String, more: String) -> Token {
        Token { text, more, ..Token::new(kind, start, self.cursor.mark.byte) }
    }

    fn word(&mut self) -> String {
        let mut word = String::new();
        while self.cursor.is_word() {
            self.cursor.take(&mut word);
        }
        word
    }

    pub(crate) fn directive(&mut self) -> Scan<Token> {
        let start = self.cursor.mark;
        self.cursor.skip();
        let name = self.word();
        if name.is_empty() {
            return self.error("could not find expected directive name");
        }
        if !self.cursor.is_space(0) {
            return self.error("found unexpected non-alphabetical character");
        }
        self.cursor.skip_blanks();
        let token = match name.as_str() {
            "YAML" => {
                let major = self.version_number()?;
                if self.cursor.peek(0) != b'.' {
                    return self.error("did not find expected digit or '.' character");
                }
                self.cursor.skip();
                let kind = TokenKind::Version { major, minor: self.version_number()? };
                self.token(kind, start, String::new(), String::new())
            }
            "TAG" => {
                let (handle, prefix) = self.tag_directive()?;
                self.token(TokenKind::TagDirective, start, handle, prefix)
            }
            _ => return Err(self.error_at(start, "found unknown directive name")),
        };
        self.cursor.skip_blanks();
        self.cursor.skip_comment();
        if !self.cursor.is_line_end() {
            return self.error("did not find expected comment or line break");
        }
        self.cursor.skip_line();
        Ok(token)
    }

    fn version_number(&mut self) -> Scan<u8> {
        let mut digits = String::new();
        while self.cursor.peek(0).is_ascii_digit() {
            self.cursor.take(&mut digits);
        }
        match digits.len() {
            0 => self.error("did not find expected version number"),
            1 | 2 => Ok(digits.parse().unwrap_or_default()),
            _ => self.error("found extremely long version number"),
        }
    }

    fn tag_directive(&mut self) -> Scan<(String, String)> {
        let handle = self.tag_handle()?;
        if handle != "!" && !(handle.len() > 1 && handle.ends_with('!')) {
            return self.error("did not find expected '!'");
        }
        if !self.cursor.is_blank(0) {
            return self.error("did not find expected whitespace");
        }
        self.cursor.skip_blanks();
        let prefix = self.tag_uri(String::new())?;
        if prefix.is_empty() {
            return self.error("did not find expected tag URI");
        }
        if !self.cursor.is_space(0) {
            return self.error("did not find expected whitespace or line break");
        }
        Ok((handle, prefix))
    }

    pub(crate) fn anchor(&mut self, kind: TokenKind) -> Scan<Token> {
        let start = self.cursor.mark;
        self.cursor.skip();
        let name = self.word();
        let ends = self.cursor.is_space(0)
            || matches!(self.cursor.peek(0), b'?' | b':' | b',' | b']' | b'}' | b'%' | b'@' | b'`');
        if name.is_empty() || !ends {
            return self.error("did not find expected alphabetic or numeric character");
        }
        Ok(self.token(kind, start, name, String::new()))
    }

    /// `!<uri>`, `!handle!suffix`, `!suffix` or a lone `!`.
    pub(crate) fn tag(&mut self) -> Scan<Token> {
        let start = self.cursor.mark;
        let (handle, suffix) = if self.cursor.peek(1) == b'<' {
            self.cursor.skip();
            self.cursor.skip();
            let uri = self.tag_uri(String::new())?;
            if uri.is_empty() {
                return self.error("did not find expected tag URI");
            }
            if self.cursor.peek(0) != b'>' {
                return self.error("did not find the expected '>'");
            }
            self.cursor.skip();
            (String::new(), uri)
        } else {
            let handle = self.tag_handle()?;
            if handle.len() > 1 && handle.ends_with('!') {
                let suffix = self.tag_uri(String::new())?;
                if suffix.is_empty() {
                    return self.error("did not find expected tag URI");
                }
                (handle, suffix)
            } else {
                match self.tag_uri(handle[1..].to_owned())? {
                    suffix if suffix.is_empty() => (String::new(), "!".to_owned()),
                    suffix => ("!".to_owned(), suffix),
                }
            }
        };
        if !self.cursor.is_space(0) {
            return self.error("did not find expected whitespace or line break");
        }
        Ok(self.token(TokenKind::Tag, start, handle, suffix))
    }

    /// A `!`, letters, and another `!` if there is one.
    fn tag_handle(&mut self) -> Scan<String> {
        let mut handle = String::new();
        if self.cursor.peek(0) != b'!' {
            return self.error("did not find expected '!'");
        }
        self.cursor.take(&mut handle);
        handle.push_str(&self.word());
        if self.cursor.peek(0) == b'!' {
            self.cursor.take(&mut handle);
        }
        Ok(handle)
    }

    /// The characters of a URI, after what was read of it already.
    fn tag_uri(&mut self, mut uri: String) -> Scan<String> {
        loop {
            if self.cursor.peek(0) == b'%' {
                self.uri_escapes(&mut uri)?;
            } else if self.cursor.is_word() || b";/?:@&=+$,.!~*'()[]".contains(&self.cursor.peek(0)) {
                self.cursor.take(&mut uri);
            } else {
                return Ok(uri);
            }
        }
    }

    /// Bytes as `%XX`, which together are UTF-8.
    fn uri_escapes(&mut self, uri: &mut String) -> Scan<()> {
        let mut bytes = Vec::new();
        while self.cursor.peek(0) == b'%' {
            let digit = |ahead: usize| char::from(self.cursor.peek(ahead)).to_digit(16);
            let (Some(high), Some(low)) = (digit(1), digit(2)) else {
                return self.error("did not find URI escaped octet");
            };
            bytes.push((high * 16 + low) as u8);
            (0..3).for_each(|_| self.cursor.skip());
        }
        match std::str::from_utf8(&bytes) {
            Ok(text) => {
                uri.push_str(text);
                Ok(())
            }
            Err(_) => self.error("found an incorrect UTF-8 octet"),
        }
    }
}
