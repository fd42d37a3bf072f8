//! Texts that the parser would take but that are not YAML as Terraform reads it.

use crate::Error;

/// The first character that may not stand in YAML, or a version of YAML that is not ours.
pub(crate) fn check_text(text: &str) -> Result<(), Error> {
    if let Some((byte, c)) = text.char_indices().find(|(_, c)| !is_allowed(*c)) {
        return Err(error_at(text, byte, format!("control characters are not allowed: {c:?}")));
    }
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if let Some(rest) = line.strip_prefix("%YAML")
            && let Some(version) = rest.split_whitespace().next()
            && version != "1.1"
        {
            let message = format!("found incompatible YAML document: version {version} is not supported");
            return Err(error_at(text, start, message));
        }
        if !(line.starts_with(['%', '#']) || line.trim().is_empty()) {
            break;
        }
        start += line.len();
    }
    Ok(())
}

fn is_allowed(c: char) -> bool {
    match c {
        '\t' | '\n' | '\r' | '\u{85}' => true,
        ' '..='~' => true,
        '\u{a0}'..='\u{fffd}' | '\u{10000}'.. => true,
        _ => false,
    }
}

/// Whether a node that begins at a byte is the first on its line and has a tab before it, which
/// cannot be compared with the indentation of other lines.
pub(crate) fn is_indented_by_tab(text: &str, byte: usize) -> bool {
    let before = text.get(..byte).unwrap_or_default();
    let line = before.rsplit(['\n', '\r']).next().unwrap_or_default();
    line.contains('\t') && line.trim_matches([' ', '\t']).is_empty()
}

pub(crate) fn error_at(text: &str, byte: usize, message: impl Into<String>) -> Error {
    let before = text.get(..byte).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    Error {
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
        byte,
        message: message.into(),
    }
}
