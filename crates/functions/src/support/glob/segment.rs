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
                    let class;
                    (class, length) = read_class(rest).ok_or(BadPattern)?;
                    class
                }
                '\\' => {
                    let escaped = rest[1..].chars().next().ok_or(BadPattern)?;
                    length = 1 + escaped.len_utf8();
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

/// Reads the class at the start of `text` and tells its length, brackets
/// included; `None` if it is empty, open, or has a dash or bracket where a
/// character must be.
pub(super) fn read_class(text: &str) -> Option<(Token, usize)> {
    let body = text.strip_prefix('[')?;
    let mut rest = body.strip_prefix('^').unwrap_or(body);
    let negated = rest.len() < body.len();
    let mut ranges = Vec::new();
    loop {
        if let (Some(after), false) = (rest.strip_prefix(']'), ranges.is_empty()) {
            return Some((Token::Class { negated, ranges }, text.len() - after.len()));
        }
        let low = class_char(&mut rest)?;
        let high = match rest.strip_prefix('-') {
            Some(after) => {
                rest = after;
                class_char(&mut rest)?
            }
            None => low,
        };
        ranges.push((low, high));
    }
}

fn class_char(rest: &mut &str) -> Option<char> {
    let mut chars = rest.chars();
    let char = match chars.next()? {
        '-' | ']' => return None,
        '\\' => chars.next()?,
        char => char,
    };
    *rest = chars.as_str();
    Some(char)
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
        check("[!a-c]x", "bx", true);
        check("[!a-c]x", "!x", true);
        check("[^a-c]x", "dx", true);
        check("[a\\-]", "-", true);
        check("[\\]]", "]", true);
        check("[c-a]", "b", false);
        check("[é-ü]", "ö", true);
        check("\\*", "*", true);
        check("\\*", "a", false);
        check("a}", "a}", true);
    }

    #[test]
    fn bad_classes() {
        for pattern in ["[", "[]", "[^]", "[a", "[a\\]", "[]a]", "[-a]", "[a-]", "[a-c-e]", "a\\"] {
            assert_eq!(Segment::parse(pattern), Err(BadPattern), "{pattern}");
        }
    }
}
