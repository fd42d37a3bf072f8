//! JSON text to data.
//!
//! The first mistake ends the reading: JSON is mostly written by programs, and what follows a mistake
//! would only be misread. Nesting is kept on a list of open brackets instead of on the stack.

use std::sync::Arc;

use diag::{Diagnostic, Diagnostics, SourceFile, Span};
use value::num::Num;

use super::text::unescape;
use super::tree::{DataTree, MAX_DEPTH, NodeId, NodeKind, Property, Spelling};
use crate::body::Body;
use crate::suggest::did_you_mean;

const START: &str = "A JSON value must start with a brace, a bracket, a number, a string, or a keyword.";
const COMMENT: &str = "JSON has no comments; a property named \"//\" can hold one.";

/// Reads a file of JSON as a body. After a mistake the body is empty.
pub fn parse_json(source: Arc<SourceFile>) -> (Body, Diagnostics) {
    let tree = DataTree::new(source.clone(), Spelling::Json);
    if source.bytes().len() >= u32::MAX as usize {
        let detail = format!("{} is 4 GiB or larger. Split it into several files.", source.name());
        return tree.into_body(Err(Box::new(Diagnostic::error("Source file too large", detail))));
    }
    let mut parser = Parser {
        src: source.bytes(),
        at: 0,
        token: Token { kind: TokenKind::Eof, span: Span::default() },
        tree,
        open: Vec::new(),
        items: Vec::new(),
        properties: Vec::new(),
    };
    let root = parser.document();
    parser.tree.into_body(root)
}

type Parse<T> = Result<T, Box<Diagnostic>>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TokenKind {
    OBrace,
    CBrace,
    OBracket,
    CBracket,
    Comma,
    Colon,
    Equals,
    String,
    Number,
    Keyword,
    Invalid,
    Eof,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    kind: TokenKind,
    span: Span,
}

/// A bracket that is not closed yet, and where its content begins in the list of pending content.
enum Open {
    Array { start: Span, mark: usize },
    Object { start: Span, mark: usize, name: NodeId },
}

struct Parser<'s> {
    src: &'s [u8],
    at: usize,
    /// The token ahead.
    token: Token,
    tree: DataTree,
    open: Vec<Open>,
    items: Vec<NodeId>,
    properties: Vec<Property>,
}

impl Parser<'_> {
    fn document(&mut self) -> Parse<NodeId> {
        self.bump();
        let root = self.root()?;
        if self.token.kind == TokenKind::Eof {
            return Ok(root);
        }
        let detail = format!("Extra characters appear after the JSON value.{}", self.hint());
        self.fail("Extraneous data after value", detail, self.token.span)
    }

    fn root(&mut self) -> Parse<NodeId> {
        loop {
            // A value is due. When a bracket is opened, the value that is due next is inside of it.
            let Some(mut value) = self.value()? else { continue };
            loop {
                match self.open.last() {
                    None => return Ok(value),
                    Some(Open::Array { .. }) => self.items.push(value),
                    Some(Open::Object { name, .. }) => self.properties.push(Property { name: *name, value }),
                }
                match self.after_value()? {
                    Some(closed) => value = closed,
                    None => break,
                }
            }
        }
    }

    /// A whole value; nothing when only the bracket that opens one was taken.
    fn value(&mut self) -> Parse<Option<NodeId>> {
        let Token { kind, span } = self.token;
        let node = match kind {
            TokenKind::OBrace | TokenKind::OBracket => return self.open_bracket(),
            TokenKind::String => self.string()?,
            TokenKind::Number => self.number()?,
            TokenKind::Keyword => self.keyword()?,
            TokenKind::CBrace => return self.fail("Missing JSON value", START, span),
            TokenKind::CBracket => return self.fail("Missing array element value", START, span),
            TokenKind::Eof => return self.fail("Missing value", "The JSON data ends prematurely.", span),
            _ => {
                let detail = format!("{START}{}", self.hint());
                return self.fail("Invalid start of value", detail, span);
            }
        };
        self.bump();
        Ok(Some(node))
    }

    fn open_bracket(&mut self) -> Parse<Option<NodeId>> {
        let Token { kind, span: start } = self.token;
        if self.open.len() >= MAX_DEPTH {
            let detail = format!("Brackets are nested more than {MAX_DEPTH} levels deep.");
            return self.fail("Nesting too deep", detail, start);
        }
        self.bump();
        if kind == TokenKind::OBracket {
            if self.token.kind == TokenKind::CBracket {
                let node = self.tree.push_array(&[], start.to(self.token.span));
                self.bump();
                return Ok(Some(node));
            }
            self.open.push(Open::Array { start, mark: self.items.len() });
            return Ok(None);
        }
        if self.token.kind == TokenKind::CBrace {
            let node = self.tree.push_object(&[], start.to(self.token.span));
            self.bump();
            return Ok(Some(node));
        }
        let name = self.name()?;
        self.open.push(Open::Object { start, mark: self.properties.len(), name });
        Ok(None)
    }

    /// A property's name and the colon.
    fn name(&mut self) -> Parse<NodeId> {
        let Token { kind, span } = self.token;
        let is_name = match kind {
            TokenKind::OBrace | TokenKind::OBracket => false,
            TokenKind::String => true,
            _ => {
                // A value that is wrong in itself is reported as such.
                self.value()?;
                false
            }
        };
        if !is_name {
            return self.fail(
                "Invalid object property name",
                "The name of a property must be a string.",
                span,
            );
        }
        let name = self.string()?;
        self.bump();
        let Token { kind, span } = self.token;
        match kind {
            TokenKind::Colon => {
                self.bump();
                Ok(name)
            }
            TokenKind::CBrace | TokenKind::Comma => self.fail(
                "Missing object value",
                "A property must have a value, introduced by a colon. To write a list, use brackets instead of braces.",
                span,
            ),
            TokenKind::Equals => self.fail(
                "Missing property value colon",
                "In JSON a colon stands between a name and its value, not an equals sign.",
                span,
            ),
            _ => {
                let detail = format!("A colon must stand between a property's name and its value.{}", self.hint());
                self.fail("Missing property value colon", detail, span)
            }
        }
    }

    /// What follows a value inside of a bracket: the node that it completes, or nothing if another
    /// value is due.
    fn after_value(&mut self) -> Parse<Option<NodeId>> {
        let (in_object, start) = match self.open.last() {
            Some(Open::Object { start, .. }) => (true, *start),
            Some(Open::Array { start, .. }) => (false, *start),
            None => return Ok(None),
        };
        let Token { kind, span } = self.token;
        let close = if in_object { TokenKind::CBrace } else { TokenKind::CBracket };
        match kind {
            TokenKind::Comma => {
                self.bump();
                if self.token.kind == close {
                    let (what, last) = if in_object { ("object", "property") } else { ("array", "value") };
                    let detail = format!("JSON does not permit a comma after the last {last}.");
                    return self.fail(&format!("Trailing comma in {what}"), detail, span);
                }
                if in_object {
                    let next = self.name()?;
                    if let Some(Open::Object { name, .. }) = self.open.last_mut() {
                        *name = next;
                    }
                }
                Ok(None)
            }
            kind if kind == close => {
                self.bump();
                Ok(self.close(span))
            }
            TokenKind::Eof => {
                let detail = if in_object {
                    "No closing brace was found for this JSON object."
                } else {
                    "No closing bracket was found for this JSON array."
                };
                self.fail("Unclosed object", detail, start)
            }
            TokenKind::CBracket => self.fail(
                "Mismatched braces",
                "A JSON object must be closed with a brace, not a bracket.",
                span,
            ),
            TokenKind::CBrace => self.fail(
                "Mismatched brackets",
                "A JSON array must be closed with a bracket, not a brace.",
                span,
            ),
            TokenKind::Colon if !in_object => {
                let detail = "The values of an array have no names. To give names to values, use braces instead of brackets.";
                self.fail("Invalid array value", detail, span)
            }
            _ => {
                let what = if in_object { "properties of an object" } else { "values of an array" };
                let detail = format!("A comma must stand between the {what}.{}", self.hint());
                // The misspelling is HCL's, and what programs look for.
                self.fail("Missing attribute seperator comma", detail, span)
            }
        }
    }

    /// Makes a node of the innermost bracket and its content.
    fn close(&mut self, end: Span) -> Option<NodeId> {
        Some(match self.open.pop()? {
            Open::Array { start, mark } => {
                let node = self.tree.push_array(&self.items[mark..], start.to(end));
                self.items.truncate(mark);
                node
            }
            Open::Object { start, mark, .. } => {
                let node = self.tree.push_object(&self.properties[mark..], start.to(end));
                self.properties.truncate(mark);
                node
            }
        })
    }

    /// The string that is the token ahead.
    fn string(&mut self) -> Parse<NodeId> {
        let span = self.token.span;
        let raw = &self.src[span.start as usize + 1..span.end as usize];
        // A quote that ends the token closes the string unless it is escaped.
        let escaped = raw.iter().rev().skip(1).take_while(|byte| **byte == b'\\').count() % 2 == 1;
        let Some(raw) = raw.strip_suffix(b"\"").filter(|_| !escaped) else {
            let at = Span::new(span.end, span.end);
            let detail = "The double quote that closes this string is missing. A line end inside of a string is written \\n.";
            return self
                .fail("Invalid JSON string", detail, at)
                .map_err(|error| within(error, &self.tree, span));
        };
        match unescape(raw, |_, _| {}) {
            Ok(text) => Ok(self.tree.push_string(text, span)),
            Err(bad) => {
                let at = span.start + 1 + bad.at as u32;
                let error = self.fail("Invalid JSON string", bad.reason, Span::new(at, at + 1));
                error.map_err(|error| within(error, &self.tree, span))
            }
        }
    }

    /// The number that is the token ahead.
    fn number(&mut self) -> Parse<NodeId> {
        let span = self.token.span;
        let text = self.text(span);
        if !is_number(text.as_bytes()) {
            let detail = format!("{text:?} is not a number as JSON writes it: -1, 0.5, 2e10.");
            return self.fail("Invalid JSON number", detail, span);
        }
        match Num::parse(text) {
            Some(number) => Ok(self.tree.push_number(number, span)),
            None => self.fail(
                "Invalid JSON number",
                "The number is too large or too close to zero to represent.",
                span,
            ),
        }
    }

    /// The word that is the token ahead.
    fn keyword(&mut self) -> Parse<NodeId> {
        let span = self.token.span;
        let kind = match self.text(span) {
            "true" => NodeKind::Bool(true),
            "false" => NodeKind::Bool(false),
            "null" => NodeKind::Null,
            word @ ("undefined" | "NaN" | "Infinity") => {
                let detail = format!("The JavaScript word {word:?} cannot be used in JSON.");
                return self.fail("Invalid JSON keyword", detail, span);
            }
            word => {
                let hint = did_you_mean(word, ["false", "true", "null"]);
                let detail =
                    format!("{word:?} is not a valid JSON keyword; text must stand in double quotes.{hint}");
                return self.fail("Invalid JSON keyword", detail, span);
            }
        };
        Ok(self.tree.push(kind, span))
    }

    /// The text of a token made of ASCII characters.
    fn text(&self, span: Span) -> &str {
        std::str::from_utf8(&self.src[span.start as usize..span.end as usize]).unwrap_or_default()
    }

    /// What the token ahead suggests about a mistake.
    fn hint(&self) -> String {
        let ahead = &self.src[self.token.span.start as usize..];
        match ahead {
            [b'\'', ..] => " Strings stand in double quotes, not in single quotes.".to_owned(),
            [b'/', b'/' | b'*', ..] | [b'#', ..] => format!(" {COMMENT}"),
            [0xef, 0xbb, 0xbf, ..] => {
                " The file begins with a byte order mark. Save it as UTF-8 without one.".to_owned()
            }
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => " The file is not UTF-8. Save it as UTF-8.".to_owned(),
            _ => String::new(),
        }
    }

    #[cold]
    fn fail<T>(&self, summary: &str, detail: impl Into<String>, at: Span) -> Parse<T> {
        Err(Box::new(self.tree.error(summary, detail, at)))
    }

    fn bump(&mut self) {
        let rest = &self.src[self.at..];
        let spaces = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')).count();
        let (start, rest) = (self.at + spaces, &rest[spaces..]);
        let run = |within: fn(&u8) -> bool| rest.iter().take_while(|byte| within(byte)).count();
        let (kind, len) = match rest.first() {
            None => (TokenKind::Eof, 0),
            Some(b'{') => (TokenKind::OBrace, 1),
            Some(b'}') => (TokenKind::CBrace, 1),
            Some(b'[') => (TokenKind::OBracket, 1),
            Some(b']') => (TokenKind::CBracket, 1),
            Some(b',') => (TokenKind::Comma, 1),
            Some(b':') => (TokenKind::Colon, 1),
            Some(b'=') => (TokenKind::Equals, 1),
            Some(b'"') => (TokenKind::String, string_len(rest)),
            Some(b'-' | b'+' | b'.' | b'0'..=b'9') => (
                TokenKind::Number,
                run(|byte| matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')),
            ),
            Some(byte) if byte.is_ascii_alphabetic() => {
                (TokenKind::Keyword, run(|byte| byte.is_ascii_alphabetic() || *byte == b'_'))
            }
            Some(_) => (TokenKind::Invalid, 1),
        };
        self.at = start + len;
        self.token = Token { kind, span: Span::new(start as u32, self.at as u32) };
    }
}

fn within(mut error: Box<Diagnostic>, tree: &DataTree, span: Span) -> Box<Diagnostic> {
    error.context = Some(tree.range(span));
    error
}

/// The length of the string at the start, up to its closing quote or to where it must have ended.
fn string_len(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' if text.get(at + 1).is_some_and(|next| *next >= 0x20) => at += 2,
            0..0x20 => return at,
            _ => at += 1,
        }
    }
    text.len()
}

/// `-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?`
fn is_number(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"-").unwrap_or(text);
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let whole = digits(text);
    if whole == 0 || (whole > 1 && text[0] == b'0') {
        return false;
    }
    let mut rest = &text[whole..];
    if let [b'.', fraction @ ..] = rest {
        let count = digits(fraction);
        if count == 0 {
            return false;
        }
        rest = &fraction[count..];
    }
    match rest {
        [] => true,
        [b'e' | b'E', b'+' | b'-', exponent @ ..] | [b'e' | b'E', exponent @ ..] => {
            !exponent.is_empty() && digits(exponent) == exponent.len()
        }
        _ => false,
    }
}
