//! One part of a pattern between slashes.

use super::BadPattern;

/// What a part of the pattern matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Segment {
    /// `**`: any number of directories.
    Any,
    /// A single name.
    Name(String),
    /// Names by a pattern.
    Wild(Vec<Token>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Char(char),
    /// `?`
    One,
    /// `*`
    Many,
    Class {
        negated: bool,
        ranges: Vec<(char, char)>,
    },
}

impl Segment {
    pub(super) fn parse(text: &str) -> Result<Segment, BadPattern> {
        if text == "**" {
            return Ok(Segment::Any);
        }
        let mut tokens = Vec::new();
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let mut length = c.len_utf8();
            tokens.push(match c {
                '*' => Token::Many,
                '?' => Token::One,
                '[' => {
                    length = class_length(rest).ok_or(BadPattern)?;
                    class(&rest[1..length - 1])
                }
                '\\' => {
                    // At the end a backslash stands for itself.
                    let escaped = rest[1..].chars().next().unwrap_or('\\');
                    length = (1 + escaped.len_utf8()).min(rest.len());
                    Token::Char(escaped)
                }
                c => Token::Char(c),
            });
            rest = &rest[length..];
        }
        let name = |token: &Token| match token {
            Token::Char(c) => Some(*c),
            _ => None,
        };
        Ok(match tokens.iter().map(name).collect::<Option<String>>() {
            Some(name) => Segment::Name(name),
            None => Segment::Wild(tokens),
        })
    }

    pub(super) fn matches(&self, name: &str) -> bool {
        match self {
            Segment::Any => true,
            Segment::Name(own) => own == name,
            Segment::Wild(tokens) => wild_match(tokens, &name.chars().collect::<Vec<_>>()),
        }
    }
}

/// Goes back to the last star when stuck; earlier ones need no second try.
fn wild_match(tokens: &[Token], name: &[char]) -> bool {
    let (mut at, mut token) = (0, 0);
    let mut star = None;
    loop {
        match (tokens.get(token), name.get(at)) {
            (Some(Token::Many), _) => {
                star = Some((token + 1, at));
                token += 1;
            }
            (Some(wanted), Some(&c)) if wanted.matches(c) => {
                token += 1;
                at += 1;
            }
            (None, None) => return true,
            _ => match star {
                Some((after, from)) if from < name.len() => {
                    star = Some((after, from + 1));
                    (token, at) = (after, from + 1);
                }
                _ => return false,
            },
        }
    }
}

impl Token {
    fn matches(&self, c: char) -> bool {
        match self {
            Token::Char(own) => *own == c,
            Token::One => true,
            Token::Many => false,
            Token::Class { negated, ranges } => {
                ranges.iter().any(|&(low, high)| (low..=high).contains(&c)) != *negated
            }
        }
    }
}

/// The length of the class at the start of `text`, brackets included; `None`
/// if it is empty or open.
pub(super) fn class_length(text: &str) -> Option<usize> {
    let body = text.strip_prefix('[')?;
    let inner = body.strip_prefix(['!', '^']).unwrap_or(body);
    let mut chars = inner.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            ']' if at == 0 => return None,
            ']' => return Some(text.len() - inner.len() + at + 1),
            '\\' => {
                chars.next();
            }
            _ => {}
        }
    }
    None
}

/// Reads the inside of a class.
fn class(inside: &str) -> Token {
    let negated = inside.starts_with(['!', '^']);
    let mut chars = inside[usize::from(negated)..].chars();
    let mut ranges: Vec<(char, char)> = Vec::new();
    let mut low = None;
    while let Some(c) = chars.next() {
        if let ('-', Some(from), false) = (c, low, chars.as_str().is_empty()) {
            let to = chars.next().map(|c| if c == '\\' { chars.next().unwrap_or(c) } else { c });
            ranges.extend(to.map(|to| (from, to)));
            low = None;
            continue;
        }
        let c = if c == '\\' { chars.next().unwrap_or(c) } else { c };
        ranges.push((c, c));
        low = Some(c);
    }
    Token::Class { negated, ranges }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matching() {
        let check = |pattern: &str, name: &str, expect: bool| {
            let segment = Segment::parse(pattern).expect(pattern);
            assert_eq!(segment.matches(name), expect, "{pattern} {name}");
        };
        check("*", "", true);
        check("*.txt", "a.txt", true);
        check("*.txt", "a.txtx", false);
        check("a**b", "axxb", true);
        check("*a*b*c", "xaxbxbxc", true);
        check("?.md", "é.md", true);
        check("?", "ab", false);
        check("[a-c]x", "bx", true);
        check("[!a-c]x", "bx", false);
        check("[^a-c]x", "dx", true);
        check("[a-]", "-", true);
        check("[\\]]", "]", true);
        check("[a-c-e]", "-", true);
        check("[a-c-e]", "d", false);
        check("[é-ü]", "ö", true);
        check("\\*", "*", true);
        check("\\*", "a", false);
        check("a\\", "a\\", true);
        check("a}", "a}", true);
    }

    #[test]
    fn bad_classes() {
        for pattern in ["[", "[]", "[^]", "[a", "[a\\]", "x[!]y"] {
            assert_eq!(Segment::parse(pattern), Err(BadPattern), "{pattern}");
        }
    }
}
