//! The format strings of `format` and `formatlist`: splitting them into text
//! and verbs, and padding what a verb produced. Numbers and values are
//! rendered elsewhere.

use super::grapheme::{grapheme_count, grapheme_prefix};
use value::quote::{quote, quote_char};

/// Widths and precisions beyond this would only fill memory.
const MAX_SIZE: usize = 1_000_000;

/// A part of a format string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Text to copy.
    Text(&'a str),
    /// A value to format.
    Verb(Verb<'a>),
}

/// A verb such as `%-5.2[1]f`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verb<'a> {
    /// The verb as written.
    pub raw: &'a str,
    /// Where it starts in the format string, in bytes.
    pub offset: usize,
    /// The number of its argument, the first being 1.
    pub argument: usize,
    /// The letter that says how to format.
    pub mode: char,
    /// The least width.
    pub width: Option<usize>,
    /// The digits after the point, or the most characters of a string.
    pub precision: Option<usize>,
    /// `#`
    pub sharp: bool,
    /// `0`
    pub zero: bool,
    /// `-`
    pub minus: bool,
    /// `+`
    pub plus: bool,
    /// A space.
    pub space: bool,
}

/// Reads a format string piece by piece. An error ends it, but what stands
/// before it is formatted (and complained about) first.
pub struct Pieces<'a> {
    format: &'a str,
    at: usize,
    next_argument: usize,
    highest_argument: usize,
    failed: bool,
}

impl<'a> Pieces<'a> {
    /// A reader at the start of `format`.
    pub fn new(format: &'a str) -> Self {
        Pieces { format, at: 0, next_argument: 1, highest_argument: 0, failed: false }
    }

    /// Once all pieces are read: the complaint about arguments that no verb
    /// used, if there are any among the `count` given. It belongs to the
    /// argument after the highest one used.
    pub fn check_argument_count(&self, count: usize) -> Result<(), String> {
        match self.highest_argument {
            used if used >= count => Ok(()),
            0 => Err("too many arguments; no verbs in format string".to_owned()),
            used => Err(format!("too many arguments; only {used} used by format string")),
        }
    }

    /// The highest argument number the verbs read so far ask for.
    pub fn highest_argument(&self) -> usize {
        self.highest_argument
    }

    fn read(&mut self) -> Result<Piece<'a>, String> {
        let rest = &self.format[self.at..];
        let text_length = rest.find('%').unwrap_or(rest.len());
        if text_length > 0 {
            self.at += text_length;
            return Ok(Piece::Text(&rest[..text_length]));
        }
        if rest.starts_with("%%") {
            self.at += 2;
            return Ok(Piece::Text(&rest[..1]));
        }
        self.read_verb().map(Piece::Verb)
    }

    fn read_verb(&mut self) -> Result<Verb<'a>, String> {
        let offset = self.at;
        self.at += 1;
        let mut verb = Verb {
            raw: "",
            offset,
            argument: self.next_argument,
            mode: ' ',
            width: None,
            precision: None,
            sharp: false,
            zero: false,
            minus: false,
            plus: false,
            space: false,
        };
        while let Some(flag) = self.flag(&mut verb) {
            *flag = true;
            self.at += 1;
        }
        // The flags took all leading zeros.
        if self.peek().is_some_and(|b| b.is_ascii_digit()) {
            verb.width = Some(self.digits());
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            verb.precision = Some(self.digits());
        }
        if self.peek() == Some(b'[') {
            self.at += 1;
            if !matches!(self.peek(), Some(b'1'..=b'9')) {
                return Err(self.unexpected());
            }
            verb.argument = self.digits();
            if self.peek() != Some(b']') {
                return Err(self.unexpected());
            }
            self.at += 1;
        }
        let Some(mode) = self.peek().filter(u8::is_ascii_alphabetic) else { return Err(self.unexpected()) };
        self.at += 1;
        verb.mode = mode as char;
        verb.raw = &self.format[offset..self.at];
        self.highest_argument = self.highest_argument.max(verb.argument);
        self.next_argument = verb.argument.saturating_add(1);
        if verb.width.max(verb.precision).is_some_and(|size| size > MAX_SIZE) {
            return Err(verb.unsupported_value("the width or precision is too large"));
        }
        Ok(verb)
    }

    fn peek(&self) -> Option<u8> {
        self.format.as_bytes().get(self.at).copied()
    }

    fn flag<'v>(&self, verb: &'v mut Verb<'a>) -> Option<&'v mut bool> {
        match self.peek()? {
            b'#' => Some(&mut verb.sharp),
            b'0' => Some(&mut verb.zero),
            b'-' => Some(&mut verb.minus),
            b'+' => Some(&mut verb.plus),
            b' ' => Some(&mut verb.space),
            _ => None,
        }
    }

    fn digits(&mut self) -> usize {
        let mut value = 0usize;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            value = value.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
            self.at += 1;
        }
        value
    }

    fn unexpected(&self) -> String {
        match self.format[self.at..].chars().next() {
            Some(c) => format!("unrecognized format character {} at offset {}", quote_char(c), self.at),
            None => format!("invalid format string starting at offset {}", self.at),
        }
    }
}

impl<'a> Iterator for Pieces<'a> {
    type Item = Result<Piece<'a>, String>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed || self.at >= self.format.len() {
            return None;
        }
        let piece = self.read();
        self.failed = piece.is_err();
        Some(piece)
    }
}

impl Verb<'_> {
    /// The complaint that the verb's argument is missing among `count` given.
    pub fn missing_argument(&self, count: usize) -> String {
        let Verb { raw, offset, argument, .. } = self;
        let raw = quote(raw);
        format!("not enough arguments for {raw} at {offset}: need index {argument} but have {count} total")
    }

    /// The complaint that there is no such verb.
    pub fn unsupported_verb(&self) -> String {
        let (mode, raw) = (quote_char(self.mode), quote(self.raw));
        format!("unsupported format verb {mode} in {raw} at offset {}", self.offset)
    }

    /// The complaint that the verb cannot format its argument.
    pub fn unsupported_value(&self, why: &str) -> String {
        format!("unsupported value for {} at {}: {why}", quote(self.raw), self.offset)
    }

    /// Cuts a string to the precision, in grapheme clusters. Zero cuts nothing.
    pub fn cut<'t>(&self, text: &'t str) -> &'t str {
        match self.precision {
            Some(precision) if precision > 0 => grapheme_prefix(text, precision),
            _ => text,
        }
    }

    /// Pads text to the width, in grapheme clusters.
    pub fn pad(&self, text: &str) -> String {
        let filler = if self.zero { "0" } else { " " };
        let padding = filler.repeat(self.width.unwrap_or(0).saturating_sub(grapheme_count(text)));
        if self.minus { format!("{text}{padding}") } else { format!("{padding}{text}") }
    }

    /// Lays out an integer given by its digits in the base of the verb (lower
    /// case): sign, prefix, precision and width.
    pub fn pad_integer(&self, negative: bool, digits: &str) -> String {
        if digits == "0" && self.precision == Some(0) {
            return String::new();
        }
        let sign = self.sign(negative);
        let (prefix, digits) = match self.mode {
            'b' if self.sharp => ("0b", digits.to_owned()),
            'o' if self.sharp => ("0", digits.to_owned()),
            'x' if self.sharp => ("0x", digits.to_owned()),
            'X' => (if self.sharp { "0X" } else { "" }, digits.to_ascii_uppercase()),
            _ => ("", digits.to_owned()),
        };
        let mut zeros = self.precision.unwrap_or(0).saturating_sub(digits.len());
        let length = sign.len() + prefix.len() + zeros + digits.len();
        let padding = self.width.unwrap_or(0).saturating_sub(length);
        let (mut left, mut right) = (0, 0);
        if self.minus {
            right = padding;
        } else if self.zero && self.precision.is_none() {
            zeros += padding;
        } else {
            left = padding;
        }
        // Not with the width of a format string, which panics beyond 65535.
        let (left, right) = (" ".repeat(left), " ".repeat(right));
        format!("{left}{sign}{prefix}{}{digits}{right}", "0".repeat(zeros))
    }

    /// Lays out a number with a point or exponent, given as plain text: sign
    /// and width. A zero flag wins over a minus flag here.
    pub fn pad_float(&self, text: &str) -> String {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let infinite = digits.ends_with("Inf");
        // An infinity is written with its sign already.
        let (sign, digits) = match digits.strip_prefix('+') {
            Some(digits) => (if self.space { " " } else { "+" }, digits),
            None => (self.sign(negative), digits),
        };
        let padding = self.width.unwrap_or(0).saturating_sub(sign.len() + digits.len());
        if self.zero && !infinite {
            format!("{sign}{}{digits}", "0".repeat(padding))
        } else if self.minus {
            format!("{sign}{digits}{}", " ".repeat(padding))
        } else {
            format!("{}{sign}{digits}", " ".repeat(padding))
        }
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (_, true, _) => "+",
            (_, _, true) => " ",
            _ => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(format: &str, expect: Result<&[&str], &str>) {
        let show = |piece: Piece<'_>| match piece {
            Piece::Text(text) => text.to_owned(),
            Piece::Verb(verb) => format!("{}:{}", verb.argument, verb.raw),
        };
        let found: Result<Vec<_>, String> = Pieces::new(format).map(|piece| piece.map(show)).collect();
        let expect = expect.map(|pieces| pieces.iter().map(|p| (*p).to_owned()).collect());
        assert_eq!(found, expect.map_err(str::to_owned), "{format}");
    }

    fn verb(format: &str) -> Verb<'_> {
        match Pieces::new(format).next() {
            Some(Ok(Piece::Verb(verb))) => verb,
            other => panic!("{format}: {other:?}"),
        }
    }

    #[test]
    fn pieces() {
        check("", Ok(&[]));
        check("a%%é", Ok(&["a", "%", "é"]));
        check("%s, %d!", Ok(&["1:%s", ", ", "2:%d", "!"]));
        check("%[2]s %s %[1]s", Ok(&["2:%[2]s", " ", "3:%s", " ", "1:%[1]s"]));
        check("%-+# 010.3[1]f", Ok(&["1:%-+# 010.3[1]f"]));
        check("%.s", Ok(&["1:%.s"]));
    }

    #[test]
    fn malformed() {
        check("%", Err("invalid format string starting at offset 1"));
        check("é%5.3", Err("invalid format string starting at offset 6"));
        check("%[1]", Err("invalid format string starting at offset 4"));
        check("%[0]s", Err("unrecognized format character '0' at offset 2"));
        check("%[]s", Err("unrecognized format character ']' at offset 2"));
        check("%[1s", Err("unrecognized format character 's' at offset 3"));
        check("%[1]5d", Err("unrecognized format character '5' at offset 4"));
        check("%*d", Err("unrecognized format character '*' at offset 1"));
        check("%5%", Err("unrecognized format character '%' at offset 2"));
        check("%é", Err("unrecognized format character 'é' at offset 1"));
        check("%'s", Err(r"unrecognized format character '\'' at offset 1"));
        check("%\n", Err(r"unrecognized format character '\n' at offset 1"));
    }

    #[test]
    fn argument_counts() {
        let count = |format, given| {
            let mut pieces = Pieces::new(format);
            assert!(pieces.by_ref().all(|piece| piece.is_ok()));
            pieces.check_argument_count(given)
        };
        assert_eq!(count("%s", 1), Ok(()));
        assert_eq!(count("%s", 2), Err("too many arguments; only 1 used by format string".to_owned()));
        assert_eq!(count("abc", 1), Err("too many arguments; no verbs in format string".to_owned()));
    }

    #[test]
    fn complaints() {
        assert_eq!(
            verb("%[3]s").missing_argument(1),
            r#"not enough arguments for "%[3]s" at 0: need index 3 but have 1 total"#
        );
        assert_eq!(verb("%z").unsupported_verb(), r#"unsupported format verb 'z' in "%z" at offset 0"#);
        assert_eq!(
            verb("%d").unsupported_value("a number is required"),
            r#"unsupported value for "%d" at 0: a number is required"#
        );
    }

    #[test]
    fn strings() {
        let check = |format: &str, text: &str, expect: &str| {
            let verb = verb(format);
            assert_eq!(verb.pad(verb.cut(text)), expect, "{format}");
        };
        check("%-10s", "héllo", "héllo     ");
        check("%10.2s", "héllo", "        hé");
        check("%05s", "a", "0000a");
        check("%-010s", "a", "a000000000");
        check("%.0s", "abc", "abc");
        check("%.1s", "क्ष", "क्");
        check("%3s", "👨‍👩‍👧‍👦", "  👨‍👩‍👧‍👦");
    }

    #[test]
    fn integers() {
        let check = |format: &str, negative: bool, digits: &str, expect: &str| {
            assert_eq!(verb(format).pad_integer(negative, digits), expect, "{format}");
        };
        check("% 5d", false, "1", "    1");
        check("%+5d", false, "2", "   +2");
        check("%05d", true, "3", "-0003");
        check("%-05d", false, "6", "6    ");
        check("%5.3d", false, "5", "  005");
        check("%05.3d", false, "5", "  005");
        check("%.0d", false, "0", "");
        check("%#o", false, "12", "012");
        check("%#b", false, "1010", "0b1010");
        check("%#X", false, "a", "0XA");
        check("%X", true, "ff", "-FF");
        check("%#5x", false, "a", "  0xa");
    }

    #[test]
    fn floats() {
        let check = |format: &str, text: &str, expect: &str| {
            assert_eq!(verb(format).pad_float(text), expect, "{format}");
        };
        check("%08.2f", "4.12", "00004.12");
        check("%-08.2f", "1.00", "00001.00");
        check("%-8.2f", "3.00", "3.00    ");
        check("%+08.1f", "5.2", "+00005.2");
        check("% 8.2f", "3.14", "    3.14");
        check("%+e", "-3e+00", "-3e+00");
        check("%08f", "+Inf", "    +Inf");
    }
}
