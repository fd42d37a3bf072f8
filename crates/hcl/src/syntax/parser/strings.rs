//! Literal text: escapes, and quoted strings that may not hold templates.

use std::borrow::Cow;

use diag::Span;
use memchr::memchr3;

use super::super::chars::utf8_len;
use super::super::token::{Token, TokenKind};
use super::{Parse, Parser};

const ESCAPE: &str = "Invalid escape sequence";

/// Bytes as text; those that the scanner let pass although they are no characters are replaced.
fn to_text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => String::from_utf8_lossy(bytes),
    }
}

impl<'s> Parser<'s> {
    /// What a literal token stands for.
    pub(super) fn decode(&mut self, token: Token) -> Cow<'s, str> {
        let bytes = self.bytes(token);
        if token.plain
            && let Some(text) = self.piece(token.span())
        {
            return Cow::Borrowed(text);
        }
        let quoted = token.kind == TokenKind::QuotedLit;
        let mut out = Vec::new();
        let mut copied = 0;
        let mut at = 0;
        while let Some(next) = memchr3(b'\\', b'$', b'%', &bytes[at..]) {
            at += next;
            let step = match bytes[at] {
                b'\\' if quoted => {
                    out.extend_from_slice(&bytes[copied..at]);
                    let step = self.decode_escape(&bytes[at..], token.start + at as u32, &mut out);
                    copied = at + step;
                    step
                }
                sign @ (b'$' | b'%') if bytes[at..].starts_with(&[sign, sign, b'{']) => {
                    // Doubled to keep it from beginning a sequence: the first goes away.
                    out.extend_from_slice(&bytes[copied..at]);
                    copied = at + 1;
                    3
                }
                _ => 1,
            };
            at += step;
        }
        if copied == 0 {
            return to_text(bytes);
        }
        out.extend_from_slice(&bytes[copied..]);
        Cow::Owned(to_text(&out).into_owned())
    }

    /// Appends what the backslash sequence at the start of `rest` means; returns its length.
    fn decode_escape(&mut self, rest: &[u8], offset: u32, out: &mut Vec<u8>) -> usize {
        let simple = match rest.get(1) {
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'"') => b'"',
            Some(b'\\') => b'\\',
            Some(b'u') => return self.decode_unicode(rest, 4, offset, out),
            Some(b'U') => return self.decode_unicode(rest, 8, offset, out),
            _ => {
                let len = 1 + utf8_len(&rest[1..]);
                let symbol = to_text(&rest[1..len]);
                let detail = format!(
                    "A backslash followed by `{symbol}` means nothing. Known are \\n, \\r, \\t, \\\", \\\\, \
                     \\uNNNN and \\UNNNNNNNN; write \\\\ for a backslash itself."
                );
                self.error(ESCAPE, detail, Span::new(offset, offset + len as u32));
                out.extend_from_slice(&rest[1..len]);
                return len;
            }
        };
        out.push(simple);
        2
    }

    fn decode_unicode(&mut self, rest: &[u8], want: usize, offset: u32, out: &mut Vec<u8>) -> usize {
        let digits = rest[2..].iter().take(want).take_while(|b| b.is_ascii_hexdigit()).count();
        let len = 2 + digits;
        let span = Span::new(offset, offset + len as u32);
        let hex = to_text(&rest[2..len]);
        if digits < want {
            let detail =
                format!("After \\{} exactly {want} hexadecimal digits must follow.", rest[1] as char);
            self.error(ESCAPE, detail, span);
            out.extend_from_slice(&rest[..len]);
            return len;
        }
        match u32::from_str_radix(&hex, 16).ok().and_then(char::from_u32) {
            Some(char) => out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
            None => {
                let detail = format!("U+{hex} is not a character. Use the number of a Unicode character.");
                self.error(ESCAPE, detail, span);
                out.extend_from_slice(&rest[..len]);
            }
        }
        len
    }

    /// A quoted string without any template, such as a block label.
    pub(super) fn quoted_literal(&mut self) -> Parse<(Cow<'s, str>, Span)> {
        let open = self.bump();
        let mut text = Cow::Borrowed("");
        loop {
            let token = self.tok;
            let context = open.span().to(token.span());
            match token.kind {
                TokenKind::CQuote => {
                    self.bump();
                    return Ok((text, context));
                }
                TokenKind::QuotedLit => {
                    let more = self.decode(token);
                    text = if text.is_empty() { more } else { text + more };
                    self.bump();
                }
                TokenKind::TemplateInterp | TokenKind::TemplateControl => {
                    let sign = self.src[token.start as usize] as char;
                    let detail = format!(
                        "This string must be constant, so it cannot hold a template sequence. To mean \
                         `{sign}{{` itself, double the sign: `{sign}{sign}{{`."
                    );
                    self.error_in("Invalid string literal", detail, token.span(), context);
                    self.bump();
                    self.skip_sequence()?;
                    let close = self.bump();
                    // Not what was meant in any case, and no name that could be confused with one.
                    text += self.text(Token { end: close.end, ..token });
                }
                TokenKind::Eof => {
                    let detail = "The closing quote is missing before the end of the text.";
                    return self.lost_in("Unterminated string literal", detail, token.span(), context);
                }
                _ => {
                    let detail = "This cannot stand in a quoted string. Is the closing quote missing?";
                    return self.lost_in("Invalid string literal", detail, token.span(), context);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use diag::SourceFile;
    use value::Value;

    use super::super::super::ast::ExprKind;
    use super::super::parse_expression;

    fn check(source: &str, expect: Result<&str, &str>) {
        let (tree, id, diags) = parse_expression(SourceFile::new("t", source.as_bytes().to_vec()));
        let got = match tree.expr(id).kind {
            ExprKind::Literal(index) if diags.is_empty() => Ok(tree.literal(index)),
            _ => Err(diags.iter().map(|d| d.summary.clone()).collect::<Vec<_>>().join("; ")),
        };
        assert_eq!(got, expect.map(Value::string).as_ref().map_err(|e| e.to_string()), "{source}");
    }

    #[test]
    fn escapes() {
        check(r#""""#, Ok(""));
        check(r#""a b""#, Ok("a b"));
        check(r#""\n\r\t\"\\""#, Ok("\n\r\t\"\\"));
        check(r#""\u00e9\U0001F600x""#, Ok("\u{e9}\u{1F600}x"));
        check(r#""$${a} %%{b} $$ %% $ % $$$${c}""#, Ok("${a} %{b} $$ %% $ % $$${c}"));
        check(r#""\\${"#, Err("Missing expression"));
        check(r#""\q""#, Err(ESC));
        check(r#""\u12""#, Err(ESC));
        check(r#""\U0001""#, Err(ESC));
        check(r#""\ud800""#, Err(ESC));
        check(r#""\$""#, Err(ESC));
        check("\"\u{e9}\u{6f22}\"", Ok("\u{e9}\u{6f22}"));
    }

    const ESC: &str = "Invalid escape sequence";
}
