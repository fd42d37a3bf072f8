//! Regular expressions as Go's `regexp` package reads and runs them (RE2
//! syntax, leftmost-first), on the regex-automata engine. This file holds the
//! searching and replacing; the pattern grammar is in `parse`.

mod class;
mod names;
mod parse;

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::rc::Rc;
use std::sync::LazyLock;

use regex_automata::{Input, meta};

/// Heap the compiled automaton may take: enough for `\pL{1000}` twice over.
const SIZE_LIMIT: usize = 64 << 20;

/// Stack that must be free for compiling, and that is made where it is not:
/// the compiler recurses once per nesting level, and the grammar allows a
/// thousand of them.
const STACK_NEEDED: usize = 4 << 20;
const STACK_MADE: usize = 16 << 20;

/// A compiled pattern.
#[derive(Debug, Clone)]
pub struct Regex {
    inner: meta::Regex,
    /// One entry per capture group, the whole match at index 0 included.
    names: Vec<Option<String>>,
}

/// Why a pattern was refused: Go's error code and the offending part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegexError {
    /// The fixed words, such as `missing closing )`.
    pub code: &'static str,
    /// The part of the pattern they speak of.
    pub expr: String,
}

impl RegexError {
    /// The wording `regex` and `regexall` use after "invalid regexp pattern: ".
    pub fn pattern_detail(&self) -> String {
        format!("{} in {}", self.code, self.expr)
    }
}

/// Go's own wording, which `replace` shows unchanged.
impl fmt::Display for RegexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error parsing regexp: {}: `{}`", self.code, self.expr)
    }
}

impl std::error::Error for RegexError {}

/// The spans of one match: the whole match first, then each group, `None`
/// where a group took no part.
pub type Captures = Vec<Option<Range<usize>>>;

/// So many compiled patterns are kept; then all go, because which of them are used again is not known.
const KEPT: usize = 64;

/// Longer patterns are not kept: what they compile to may be large.
const KEPT_LENGTH: usize = 256;

thread_local! {
    static COMPILED: RefCell<HashMap<String, Rc<Regex>>> = RefCell::default();
}

impl Regex {
    /// Compiles a pattern, unless it was compiled before: the same expression is evaluated for many instances, and
    /// compiling costs a thousand times as much as a match.
    pub fn compiled(pattern: &str) -> Result<Rc<Regex>, RegexError> {
        if let Some(known) = COMPILED.with_borrow(|known| known.get(pattern).cloned()) {
            return Ok(known);
        }
        let regex = Rc::new(Regex::new(pattern)?);
        if pattern.len() <= KEPT_LENGTH {
            COMPILED.with_borrow_mut(|known| {
                if known.len() == KEPT {
                    known.clear();
                }
                known.insert(pattern.to_owned(), regex.clone());
            });
        }
        Ok(regex)
    }

    /// Compiles a pattern in Go's syntax.
    pub fn new(pattern: &str) -> Result<Regex, RegexError> {
        let parse::Parsed { hir, names } = parse::parse(pattern)?;
        let config = meta::Config::new().nfa_size_limit(Some(SIZE_LIMIT));
        let compile = || meta::Builder::new().configure(config).build_from_hir(&hir).ok();
        match stacker::maybe_grow(STACK_NEEDED, STACK_MADE, compile) {
            Some(inner) => Ok(Regex { inner, names }),
            None => Err(RegexError { code: parse::TOO_LARGE, expr: pattern.to_owned() }),
        }
    }

    /// The name of each capture group in order, the whole match not counted.
    /// Two groups may share a name.
    pub fn group_names(&self) -> &[Option<String>] {
        &self.names[1..]
    }

    /// Whether the pattern matches anywhere in `text`.
    pub fn is_match(&self, text: &str) -> bool {
        self.inner.is_match(text)
    }

    /// The leftmost match and its groups.
    pub fn captures(&self, text: &str) -> Option<Captures> {
        self.captures_at(text, 0)
    }

    /// All matches in order. As in Go, an empty match right after another
    /// match is dropped.
    pub fn captures_all(&self, text: &str) -> Vec<Captures> {
        let mut all = Vec::new();
        let mut pos = 0;
        let mut previous_end = None;
        while pos <= text.len() {
            let Some(caps) = self.captures_at(text, pos) else { break };
            let Range { start, end } = whole(&caps);
            let mut accept = true;
            if end == pos {
                accept = Some(start) != previous_end;
                pos += char_width(text, pos).max(1);
            } else {
                pos = end;
            }
            previous_end = Some(end);
            if accept {
                all.push(caps);
            }
        }
        all
    }

    /// Replaces every match by `template`, in which `$1`, `$name` and
    /// `${name}` stand for groups and `$$` for a dollar sign.
    pub fn replace_all(&self, text: &str, template: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut last_end = 0;
        let mut pos = 0;
        while pos <= text.len() {
            let Some(caps) = self.captures_at(text, pos) else { break };
            let Range { start, end } = whole(&caps);
            out.push_str(&text[last_end..start]);
            // No replacement for an empty match right after another match.
            if end > last_end || start == 0 {
                self.expand(template, text, &caps, &mut out);
            }
            last_end = end;
            // Always move on by at least one character.
            pos = end.max(pos + char_width(text, pos).max(1));
        }
        out.push_str(&text[last_end..]);
        out
    }

    fn captures_at(&self, text: &str, pos: usize) -> Option<Captures> {
        let mut found = self.inner.create_captures();
        self.inner.search_captures(&Input::new(text).range(pos..), &mut found);
        if !found.is_match() {
            return None;
        }
        Some((0..self.names.len()).map(|i| found.get_group(i).map(|span| span.range())).collect())
    }

    fn expand(&self, template: &str, text: &str, caps: &Captures, out: &mut String) {
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('$') {
            out.push_str(before);
            if let Some(tail) = after.strip_prefix('$') {
                out.push('$');
                rest = tail;
                continue;
            }
            let Some((name, tail)) = template_name(after) else {
                // A dollar sign that starts no reference stands for itself.
                out.push('$');
                rest = after;
                continue;
            };
            rest = tail;
            if let Some(range) = self.group_range(name, caps) {
                out.push_str(&text[range]);
            }
        }
        out.push_str(rest);
    }

    fn group_range(&self, name: &str, caps: &Captures) -> Option<Range<usize>> {
        match group_number(name) {
            Some(number) => caps.get(number)?.clone(),
            None => {
                let mut groups = self.names.iter().zip(caps);
                // Among groups of one name the first that took part counts.
                groups.find_map(|(n, range)| (n.as_deref() == Some(name)).then(|| range.clone()).flatten())
            }
        }
    }
}

fn whole(caps: &Captures) -> Range<usize> {
    caps[0].clone().expect("group 0 takes part in every match")
}

fn char_width(text: &str, pos: usize) -> usize {
    text[pos..].chars().next().map_or(0, char::len_utf8)
}

/// Splits a group reference off the text after a `$`.
fn template_name(after: &str) -> Option<(&str, &str)> {
    let (braced, body) = match after.strip_prefix('{') {
        Some(body) => (true, body),
        None => (false, after),
    };
    let len = NAME.find(body)?.end();
    let (name, tail) = body.split_at(len);
    if braced { Some((name, tail.strip_prefix('}')?)) } else { Some((name, tail)) }
}

/// Letters, digits and underscores: the longest such run is the name.
static NAME: LazyLock<meta::Regex> =
    LazyLock::new(|| meta::Regex::new(r"^[\p{L}\p{Nd}_]+").expect("the pattern is a constant"));

/// A name made of digits only, without a leading zero, is a group number.
fn group_number(name: &str) -> Option<usize> {
    let digits = name.bytes().all(|b| b.is_ascii_digit()) && name.len() <= 9;
    let canonical = name == "0" || !name.starts_with('0');
    if digits && canonical { name.parse().ok() } else { None }
}

#[cfg(test)]
mod tests;
