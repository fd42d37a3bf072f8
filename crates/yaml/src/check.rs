//! Characters that may not stand in a text at all.

use crate::Error;

/// Finds the first character that YAML does not allow.
pub(crate) fn check_text(text: &str) -> Result<(), Error> {
    let Some((byte, c)) = text.char_indices().find(|(_, c)| !is_allowed(*c)) else { return Ok(()) };
    let before = &text[..byte];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    Err(Error {
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
        byte,
        message: format!("control characters are not allowed: {c:?}"),
    })
}

fn is_allowed(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\u{85}' | ' '..='~' | '\u{a0}'..='\u{fffd}' | '\u{10000}'..)
}
