//! Upper, lower and title case as Go's `strings` package has them: one code
//! point to one code point (Rust maps "ß" to "SS"), by the tables of Unicode 15.

/// `text` in upper case.
pub fn to_upper(text: &str) -> String {
    text.chars().map(upper_char).collect()
}

/// `text` in lower case.
pub fn to_lower(text: &str) -> String {
    text.chars().map(lower_char).collect()
}

/// `text` with the first letter of every word in title case. What ends a word
/// is Go's rule: an ASCII character other than a letter, a digit and the
/// underscore, or a space of any script.
pub fn to_title(text: &str) -> String {
    let mut at_start = true;
    let map = |c| {
        let starts = std::mem::replace(&mut at_start, is_separator(c));
        if starts { title_char(c) } else { c }
    };
    text.chars().map(map).collect()
}

fn is_separator(c: char) -> bool {
    if c.is_ascii() { !c.is_ascii_alphanumeric() && c != '_' } else { c.is_whitespace() }
}

fn upper_char(c: char) -> char {
    match c {
        // Greek letters with iota subscript have a capital of one code point
        // by the simple mapping only.
        '\u{1f80}'..='\u{1f87}' | '\u{1f90}'..='\u{1f97}' | '\u{1fa0}'..='\u{1fa7}' => offset(c, 8),
        '\u{1fb3}' | '\u{1fc3}' | '\u{1ff3}' => offset(c, 9),
        _ => single(c, c.to_uppercase()),
    }
}

fn lower_char(c: char) -> char {
    match c {
        'İ' => 'i',
        _ => single(c, c.to_lowercase()),
    }
}

fn title_char(c: char) -> char {
    match c {
        'Ǆ'..='ǆ' => 'ǅ',
        'Ǉ'..='ǉ' => 'ǈ',
        'Ǌ'..='ǌ' => 'ǋ',
        'Ǳ'..='ǳ' => 'ǲ',
        // Georgian writes no word with a capital in front.
        '\u{10d0}'..='\u{10ff}' => c,
        _ => upper_char(c),
    }
}

fn offset(c: char, by: u32) -> char {
    char::from_u32(c as u32 + by).unwrap_or(c)
}

/// The mapping if it is to one code point and was already there in Unicode 15.
fn single(c: char, mut mapped: impl Iterator<Item = char>) -> char {
    match (mapped.next(), mapped.next()) {
        (Some(one), None) if !is_newer_pair(c) => one,
        _ => c,
    }
}

/// Letters that got their other case after Unicode 15.
fn is_newer_pair(c: char) -> bool {
    matches!(
        c,
        '\u{19b}' | '\u{264}' | '\u{1c89}' | '\u{1c8a}' | '\u{a7cb}'..='\u{a7cf}' | '\u{a7d2}'..='\u{a7d5}'
            | '\u{a7da}'..='\u{a7dc}' | '\u{10d50}'..='\u{10d65}' | '\u{10d70}'..='\u{10d85}'
            | '\u{16ea0}'..='\u{16eb8}' | '\u{16ebb}'..='\u{16ed3}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn upper() {
        let check = |text: &str, expect: &str| assert_eq!(to_upper(text), expect);
        check("hello é", "HELLO É");
        check("ßŉᾳ", "ßŉᾼ");
        check("ﬁ ǆ ა", "ﬁ Ǆ Ა");
        check("\u{19b}\u{1c8a}\u{10d70}", "\u{19b}\u{1c8a}\u{10d70}");
    }

    #[test]
    fn lower() {
        let check = |text: &str, expect: &str| assert_eq!(to_lower(text), expect);
        check("HELLO É", "hello é");
        check("İΣ ΑΣ", "iσ ασ");
        check("ẞ\u{1c89}", "ß\u{1c89}");
    }

    #[test]
    fn title() {
        let check = |text: &str, expect: &str| assert_eq!(to_title(text), expect);
        check("hello world", "Hello World");
        check("o'neil a_b a-b a.b 1a", "O'Neil A_b A-B A.B 1a");
        check("a\u{a0}b\u{2003}c·d—e", "A\u{a0}B\u{2003}C·d—e");
        check("ǆ ა ßx éa", "ǅ ა ßx Éa");
    }

    /// The sums over all code points were taken from Go's `unicode` package.
    #[test]
    fn every_code_point() {
        let sum = |map: fn(char) -> char| {
            let weigh = |(i, c)| (i as u64 + 1) * (map(c) as u64);
            ('\0'..=char::MAX).enumerate().map(weigh).fold(0u64, u64::wrapping_add)
        };
        assert_eq!(sum(upper_char), 459687883101687568);
        assert_eq!(sum(lower_char), 459688017340546254);
        assert_eq!(sum(title_char), 459687882502887610);
    }
}
