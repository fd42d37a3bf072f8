//! The pattern grammar of Go's `regexp/syntax` (its Perl mode), read into a
//! regex-syntax tree. Going through the tree rather than through rewritten
//! pattern text leaves no room for the two grammars to disagree.
//!
//! Open groups are kept on a stack of our own: patterns nest deeply.

use regex_syntax::hir::{Capture, Class, ClassUnicode, Hir, Look, Repetition};

use super::RegexError;
use super::class::{BAD_ESCAPE, bracket_class, char_escape, class_escape, consumed, fail, range_class};

pub(super) const TOO_LARGE: &str = "expression too large";
const TOO_DEEP: &str = "expression nests too deeply";
const BAD_NAME: &str = "invalid named capture";
const BAD_GROUP: &str = "invalid or unsupported Perl syntax";
const NESTED_REPEAT: &str = "invalid nested repetition operator";
const BAD_COUNT: &str = "invalid repeat count";
const NOTHING_TO_REPEAT: &str = "missing argument to repetition operator";
const MISSING_PAREN: &str = "missing closing )";
const UNEXPECTED_PAREN: &str = "unexpected )";

/// The largest count, and the largest product of nested counts.
const MAX_REPEAT: u32 = 1000;
const MAX_HEIGHT: u32 = 1000;

/// A parsed pattern and its group names, the whole match at index 0 included.
pub(super) struct Parsed {
    pub(super) hir: Hir,
    pub(super) names: Vec<Option<String>>,
}

pub(super) fn parse(pattern: &str) -> Result<Parsed, RegexError> {
    let mut parser = Parser {
        pattern,
        flags: Flags::default(),
        open: Vec::new(),
        here: Alternatives::default(),
        names: vec![None],
    };
    let mut rest = pattern;
    let mut last_repeat = None;
    while !rest.is_empty() {
        let start = rest;
        let repeated;
        (rest, repeated) = parser.item(start, last_repeat)?;
        last_repeat = repeated.then_some(start);
    }
    if !parser.open.is_empty() {
        return fail(MISSING_PAREN, pattern);
    }
    let node = parser.here.finish();
    Ok(Parsed { hir: node.hir, names: parser.names })
}

#[derive(Clone, Copy, Default)]
struct Flags {
    fold: bool,
    multi_line: bool,
    dot_newline: bool,
    ungreedy: bool,
}

struct Node {
    hir: Hir,
    /// The largest product of nested repeat counts inside.
    copies: u32,
    height: u32,
}

impl Node {
    fn leaf(hir: Hir) -> Node {
        Node { hir, copies: 1, height: 1 }
    }

    fn class(class: ClassUnicode) -> Node {
        Node::leaf(Hir::class(Class::Unicode(class)))
    }

    fn join(mut nodes: Vec<Node>, build: fn(Vec<Hir>) -> Hir) -> Node {
        if nodes.len() == 1 {
            return nodes.remove(0);
        }
        let copies = nodes.iter().map(|n| n.copies).max().unwrap_or(1);
        // Runs of characters become one node, so only other things add height.
        let inner = nodes.iter().map(|n| n.height).max().unwrap_or(0);
        let height = inner + u32::from(inner > 1);
        Node { hir: build(nodes.into_iter().map(|n| n.hir).collect()), copies, height: height.max(1) }
    }
}

/// The inside of a group as far as it was read.
#[derive(Default)]
struct Alternatives {
    done: Vec<Node>,
    current: Vec<Node>,
}

impl Alternatives {
    fn bar(&mut self) {
        self.done.push(Node::join(std::mem::take(&mut self.current), Hir::concat));
    }

    fn finish(mut self) -> Node {
        self.bar();
        Node::join(self.done, Hir::alternation)
    }
}

struct Group {
    outer: Alternatives,
    /// The capture's index; `None` for a plain group.
    index: Option<u32>,
    /// What to go back to when the group closes.
    flags: Flags,
}

struct Parser<'a> {
    pattern: &'a str,
    flags: Flags,
    open: Vec<Group>,
    here: Alternatives,
    names: Vec<Option<String>>,
}

impl<'a> Parser<'a> {
    /// Reads one item; tells what follows it and whether it was a repetition.
    /// `last_repeat` is where the item before started if that was one.
    fn item(&mut self, s: &'a str, last_repeat: Option<&'a str>) -> Result<(&'a str, bool), RegexError> {
        let c = s.chars().next().expect("the caller stops at the end");
        let after = &s[c.len_utf8()..];
        match c {
            '(' if after.starts_with('?') => return Ok((self.extended_group(s)?, false)),
            '(' => self.open_capture(None),
            '|' => self.here.bar(),
            ')' => self.close()?,
            '^' if self.flags.multi_line => self.look(Look::StartLF),
            '^' => self.look(Look::Start),
            '$' if self.flags.multi_line => self.look(Look::EndLF),
            '$' => self.look(Look::End),
            '.' => self.push(Node::class(self.dot())),
            '[' => {
                let (class, rest) = bracket_class(s, self.flags.fold)?;
                self.push(Node::class(class));
                return Ok((rest, false));
            }
            '*' => return Ok((self.repeat(0, None, s, after, last_repeat, false)?, true)),
            '+' => return Ok((self.repeat(1, None, s, after, last_repeat, false)?, true)),
            '?' => return Ok((self.repeat(0, Some(1), s, after, last_repeat, false)?, true)),
            '{' => {
                if let Some((min, max, rest)) = counts(s) {
                    let too_big = |n: Option<u32>| n.is_some_and(|n| n > MAX_REPEAT);
                    if too_big(Some(min)) || too_big(max) || max.is_some_and(|max| min > max) {
                        return fail(BAD_COUNT, consumed(s, rest));
                    }
                    return Ok((self.repeat(min, max, s, rest, last_repeat, true)?, true));
                }
                // A brace that starts no count stands for itself.
                self.literal('{' as u32);
            }
            '\\' => return Ok((self.escape(s)?, false)),
            c => self.literal(c as u32),
        }
        Ok((after, false))
    }

    fn push(&mut self, node: Node) {
        self.here.current.push(node);
    }

    fn look(&mut self, look: Look) {
        self.push(Node::leaf(Hir::look(look)));
    }

    fn literal(&mut self, c: u32) {
        self.push(Node::class(range_class(c, c, self.flags.fold)));
    }

    fn dot(&self) -> ClassUnicode {
        let mut class = ClassUnicode::empty();
        if !self.flags.dot_newline {
            class = range_class('\n' as u32, '\n' as u32, false);
        }
        class.negate();
        class
    }

    fn escape(&mut self, s: &'a str) -> Result<&'a str, RegexError> {
        let look = match s.as_bytes().get(1) {
            Some(b'A') => Some(Look::Start),
            Some(b'z') => Some(Look::End),
            Some(b'b') => Some(Look::WordAscii),
            Some(b'B') => Some(Look::WordAsciiNegate),
            Some(b'C') => return fail(BAD_ESCAPE, &s[..2]),
            Some(b'Q') => {
                let (quoted, rest) = s[2..].split_once(r"\E").unwrap_or((&s[2..], ""));
                quoted.chars().for_each(|c| self.literal(c as u32));
                return Ok(rest);
            }
            _ => None,
        };
        if let Some(look) = look {
            self.look(look);
            return Ok(&s[2..]);
        }
        if let Some((class, rest)) = class_escape(s, self.flags.fold)? {
            self.push(Node::class(class));
            return Ok(rest);
        }
        let (c, rest) = char_escape(s)?;
        self.literal(c);
        Ok(rest)
    }

    fn open_capture(&mut self, name: Option<String>) {
        let index = self.names.len() as u32;
        self.names.push(name);
        self.open_group(Some(index));
    }

    fn open_group(&mut self, index: Option<u32>) {
        let outer = std::mem::take(&mut self.here);
        self.open.push(Group { outer, index, flags: self.flags });
    }

    fn close(&mut self) -> Result<(), RegexError> {
        let Some(Group { outer, index, flags }) = self.open.pop() else {
            return fail(UNEXPECTED_PAREN, self.pattern);
        };
        let mut node = std::mem::replace(&mut self.here, outer).finish();
        self.flags = flags;
        if let Some(index) = index {
            node.hir = Hir::capture(Capture { index, name: None, sub: Box::new(node.hir) });
            node.height += 1;
        }
        self.push_tall(node)
    }

    fn push_tall(&mut self, node: Node) -> Result<(), RegexError> {
        if node.height > MAX_HEIGHT {
            return fail(TOO_DEEP, self.pattern);
        }
        self.push(node);
        Ok(())
    }

    /// Reads what starts with `(?`: a named capture, flags, a plain group.
    fn extended_group(&mut self, s: &'a str) -> Result<&'a str, RegexError> {
        let body = &s[2..];
        let named = match body.strip_prefix("P<") {
            Some(named) if !named.is_empty() => Some(named),
            _ => body.strip_prefix('<').filter(|named| !named.is_empty()),
        };
        if let Some(named) = named {
            let Some((name, rest)) = named.split_once('>') else { return fail(BAD_NAME, s) };
            if name.is_empty() || !name.bytes().all(|b| b == b'_' || b.is_ascii_alphanumeric()) {
                return fail(BAD_NAME, consumed(s, rest));
            }
            self.open_capture(Some(name.to_owned()));
            return Ok(rest);
        }

        let mut flags = self.flags;
        let (mut on, mut saw_flag) = (true, false);
        let mut rest = body;
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            match c {
                'i' => flags.fold = on,
                'm' => flags.multi_line = on,
                's' => flags.dot_newline = on,
                'U' => flags.ungreedy = on,
                '-' if on => {
                    (on, saw_flag) = (false, false);
                    continue;
                }
                // A minus sign wants at least one flag after it.
                ':' | ')' if on || saw_flag => {
                    if c == ':' {
                        self.open_group(None);
                    }
                    self.flags = flags;
                    return Ok(rest);
                }
                _ => break,
            }
            saw_flag = true;
        }
        fail(BAD_GROUP, consumed(s, rest))
    }

    /// Repeats the last node. `s` starts at the operator, `after` behind it.
    fn repeat(
        &mut self,
        min: u32,
        max: Option<u32>,
        s: &'a str,
        after: &'a str,
        last_repeat: Option<&'a str>,
        counted: bool,
    ) -> Result<&'a str, RegexError> {
        let lazy = after.strip_prefix('?');
        let rest = lazy.unwrap_or(after);
        if let Some(last) = last_repeat {
            return fail(NESTED_REPEAT, consumed(last, rest));
        }
        let Some(mut node) = self.here.current.pop() else {
            return fail(NOTHING_TO_REPEAT, consumed(s, rest));
        };
        if counted {
            match max.unwrap_or(min) {
                0 if max.is_some() => node.copies = 1,
                n => node.copies *= n.max(1),
            }
            let checked = min >= 2 || max.is_some_and(|max| max >= 2);
            if checked && node.copies > MAX_REPEAT {
                return fail(BAD_COUNT, consumed(s, rest));
            }
        }
        let greedy = lazy.is_some() == self.flags.ungreedy;
        node.hir = Hir::repetition(Repetition { min, max, greedy, sub: Box::new(node.hir) });
        node.height += 1;
        self.push_tall(node)?;
        Ok(rest)
    }
}

/// Reads `{n}`, `{n,}` or `{n,m}`. Numbers too big to keep come back as the
/// largest one.
fn counts(s: &str) -> Option<(u32, Option<u32>, &str)> {
    let (min, rest) = count(s.strip_prefix('{')?)?;
    let (max, rest) = match rest.strip_prefix(',') {
        None => (Some(min), rest),
        Some(rest) if rest.starts_with('}') => (None, rest),
        Some(rest) => count(rest).map(|(max, rest)| (Some(max), rest))?,
    };
    Some((min, max, rest.strip_prefix('}')?))
}

fn count(s: &str) -> Option<(u32, &str)> {
    let (digits, rest) = s.split_at(s.bytes().take_while(u8::is_ascii_digit).count());
    // A leading zero makes the brace a plain character.
    if digits.is_empty() || (digits.len() > 1 && digits.starts_with('0')) {
        return None;
    }
    Some((digits.parse().unwrap_or(u32::MAX), rest))
}
