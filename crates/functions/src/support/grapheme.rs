//! Characters as readers see them: grapheme clusters by the rules of Unicode
//! 15.0, which the reference implementations count by.

use unicode_segmentation::UnicodeSegmentation;

/// The grapheme clusters of `text` in order.
pub fn graphemes(text: &str) -> impl Iterator<Item = &str> {
    text.graphemes(true).flat_map(split_conjuncts)
}

/// The number of grapheme clusters in `text`.
pub fn grapheme_count(text: &str) -> usize {
    if text.is_ascii() && !text.contains('\r') {
        // Only a carriage return joins another ASCII character.
        return text.len();
    }
    graphemes(text).count()
}

/// The first `count` grapheme clusters of `text`.
pub fn grapheme_prefix(text: &str, count: usize) -> &str {
    let length: usize = graphemes(text).take(count).map(str::len).sum();
    &text[..length]
}

/// Later Unicode versions keep an Indic conjunct in one cluster; 15.0 starts a
/// new one at each of its consonants.
fn split_conjuncts(cluster: &str) -> impl Iterator<Item = &str> {
    let mut rest = cluster;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (head, tail) = rest.split_at(first_conjunct(rest).unwrap_or(rest.len()));
        rest = tail;
        Some(head)
    })
}

/// Where in a cluster the first consonant joined to a conjunct stands: at a
/// character that joins the one before it only in this wider context. The
/// same holds for an emoji after a joiner, which stays.
fn first_conjunct(cluster: &str) -> Option<usize> {
    let pairs = cluster.char_indices().zip(cluster.char_indices().skip(1));
    for ((start, previous), (at, c)) in pairs {
        let pair = &cluster[start..at + c.len_utf8()];
        if c.is_ascii() || joined(pair) || previous == JOINER && is_emoji(c) {
            continue;
        }
        return Some(at);
    }
    None
}

const JOINER: char = '\u{200d}';

fn joined(text: &str) -> bool {
    text.graphemes(true).count() == 1
}

/// Whether a joiner can attach the character to an emoji.
fn is_emoji(c: char) -> bool {
    joined(&String::from_iter(['\u{1f476}', JOINER, c]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clusters() {
        let check = |text: &str, expect: &[&str]| {
            assert_eq!(graphemes(text).collect::<Vec<_>>(), expect);
            assert_eq!(grapheme_count(text), expect.len());
        };
        check("", &[]);
        check("ab", &["a", "b"]);
        check("a\r\nb\n\r", &["a", "\r\n", "b", "\n", "\r"]);
        check("e\u{301}a", &["e\u{301}", "a"]);
        check("क्ष", &["क्", "ष"]);
        check("क्षि", &["क्", "षि"]);
        check("क्\u{200d}ष", &["क्\u{200d}", "ष"]);
        check("👨‍👩‍👧‍👦a", &["👨‍👩‍👧‍👦", "a"]);
        check("🇩🇪🇫🇷🇮", &["🇩🇪", "🇫🇷", "🇮"]);
        check("각ᄀ", &["각", "ᄀ"]);
        check("\u{600}क", &["\u{600}क"]);
    }

    #[test]
    fn prefixes() {
        assert_eq!(grapheme_prefix("क्षa", 1), "क्");
        assert_eq!(grapheme_prefix("ab", 5), "ab");
        assert_eq!(grapheme_prefix("ab", 0), "");
    }
}
