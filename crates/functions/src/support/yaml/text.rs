//! What characters of a string mean for how YAML can write it.

/// Whether a character ends a line.
pub(super) fn is_break(c: char) -> bool {
    matches!(c, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

pub(super) fn has_breaks(text: &str) -> bool {
    text.contains(is_break)
}

/// Whether a character can be written as it is; those beyond the first plane cannot.
fn is_printable(c: char) -> bool {
    matches!(c, '\n' | ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}') && c != '\u{feff}'
}

pub(super) fn must_escape(c: char) -> bool {
    !is_printable(c) || is_break(c) || c == '"' || c == '\\'
}

/// Whether a text can be a literal block: nothing to escape, no space that a reader would not see.
pub(super) fn fits_block(text: &str) -> bool {
    let mut before = 'x';
    for c in text.chars() {
        if !is_printable(c) || (is_break(c) && before == ' ') {
            return false;
        }
        before = c;
    }
    before != ' '
}

/// A character as it stands inside of double quotes.
pub(super) fn escape(c: char) -> String {
    let short = match c {
        '\0' => '0',
        '\x07' => 'a',
        '\x08' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\x0b' => 'v',
        '\x0c' => 'f',
        '\r' => 'r',
        '\x1b' => 'e',
        '"' => '"',
        '\\' => '\\',
        '\u{85}' => 'N',
        '\u{a0}' => '_',
        '\u{2028}' => 'L',
        '\u{2029}' => 'P',
        _ => {
            return match u32::from(c) {
                code @ ..=0xff => format!("\\x{code:02X}"),
                code @ ..=0xffff => format!("\\u{code:04X}"),
                code => format!("\\U{code:08X}"),
            };
        }
    };
    format!("\\{short}")
}
