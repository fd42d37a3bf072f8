//! Which bytes and characters make names and text.

use unicode_ident::{is_xid_continue, is_xid_start};

const IDENT_CONTINUE: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte == b'_' as usize || byte == b'-' as usize;
        byte += 1;
    }
    table
};

/// Whether an ASCII byte continues a name.
#[inline]
pub(crate) fn is_ident_continue(byte: u8) -> bool {
    IDENT_CONTINUE[byte as usize]
}

const PLAIN_TEXT: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = !matches!(byte as u8, b'"' | b'\\' | b'$' | b'%' | b'\n' | b'\r');
        byte += 1;
    }
    table
};

/// Whether a byte of a template is nothing but text.
#[inline]
pub(crate) fn is_plain_text(byte: u8) -> bool {
    PLAIN_TEXT[byte as usize]
}

/// Length of the name at the start of the bytes, 0 if there is none.
pub(crate) fn ident_len(bytes: &[u8]) -> usize {
    let mut len = 0;
    while let Some(char) = first_char(&bytes[len..]) {
        let ok = if len == 0 {
            char == '_' || is_xid_start(char) || is_old_id_start(char)
        } else {
            char == '-' || is_xid_continue(char) || is_old_id_start(char)
        };
        if !ok {
            break;
        }
        len += char.len_utf8();
    }
    len
}

/// Whether the text is exactly one name.
pub fn is_valid_identifier(text: &str) -> bool {
    !text.is_empty() && ident_len(text.as_bytes()) == text.len()
}

/// Characters that begin a name by ID_Start, which HCL uses, but not by XID_Start.
fn is_old_id_start(char: char) -> bool {
    matches!(
        char,
        '\u{37a}' | '\u{e33}' | '\u{eb3}' | '\u{309b}' | '\u{309c}' | '\u{fc5e}'
            ..='\u{fc63}'
                | '\u{fdfa}'
                | '\u{fdfb}'
                | '\u{fe70}'
                | '\u{fe72}'
                | '\u{fe74}'
                | '\u{fe76}'
                | '\u{fe78}'
                | '\u{fe7a}'
                | '\u{fe7c}'
                | '\u{fe7e}'
                | '\u{ff9e}'
                | '\u{ff9f}'
    )
}

fn first_char(bytes: &[u8]) -> Option<char> {
    let len = utf8_len(bytes);
    std::str::from_utf8(bytes.get(..len)?).ok()?.chars().next()
}

/// Length of the character at the start by its lead byte and continuation bytes alone, 0 if broken or
/// at the end. Overlong forms and surrogates pass, as they do in HCL's scanner.
#[inline]
pub(crate) fn utf8_len(bytes: &[u8]) -> usize {
    let len = match bytes.first() {
        None => return 0,
        Some(0x00..=0x7f) => return 1,
        Some(0xc0..=0xdf) => 2,
        Some(0xe0..=0xef) => 3,
        Some(0xf0..=0xf7) => 4,
        Some(_) => return 0,
    };
    match bytes.get(1..len) {
        Some(tail) if tail.iter().all(|b| b & 0xc0 == 0x80) => len,
        _ => 0,
    }
}
