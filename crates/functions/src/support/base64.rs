//! Base64 with the standard alphabet as Go's decoder takes it: padding is
//! required, line ends may stand anywhere, unused bits need not be zero.

/// Where decoding failed, in bytes from the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CorruptInput(pub usize);

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Encodes bytes.
pub fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word = chunk.iter().fold(0, |word, &b| word << 8 | u32::from(b)) << (8 * (3 - chunk.len()));
        for at in 0..4 {
            let index = word >> (18 - 6 * at) & 63;
            out.push(if at > chunk.len() { '=' } else { ALPHABET[index as usize] as char });
        }
    }
    out
}

/// Decodes text.
pub fn decode(text: &str) -> Result<Vec<u8>, CorruptInput> {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len() / 4 * 3);
    let (mut word, mut count) = (0u32, 0);
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        at += 1;
        if let Some(value) = value(byte) {
            word = word << 6 | value;
            count += 1;
            if count == 4 {
                out.extend_from_slice(&word.to_be_bytes()[1..]);
                (word, count) = (0, 0);
            }
        } else if byte == b'=' && count >= 2 {
            let end = padding_end(bytes, at, count)?;
            if end < bytes.len() {
                return Err(CorruptInput(end));
            }
            word <<= 6 * (4 - count);
            out.extend_from_slice(&word.to_be_bytes()[1..count]);
            return Ok(out);
        } else if !is_line_end(byte) {
            return Err(CorruptInput(at - 1));
        }
    }
    if count > 0 { Err(CorruptInput(at - count)) } else { Ok(out) }
}

/// Reads what must follow the first padding character.
fn padding_end(bytes: &[u8], mut at: usize, count: usize) -> Result<usize, CorruptInput> {
    let skip = |mut at: usize| {
        while bytes.get(at).copied().is_some_and(is_line_end) {
            at += 1;
        }
        at
    };
    if count == 2 {
        at = skip(at);
        match bytes.get(at) {
            None => return Err(CorruptInput(bytes.len())),
            Some(b'=') => at += 1,
            Some(_) => return Err(CorruptInput(at - 1)),
        }
    }
    Ok(skip(at))
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

fn value(byte: u8) -> Option<u32> {
    Some(u32::from(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let check = |bytes: &[u8], text: &str| {
            assert_eq!(encode(bytes), text);
            assert_eq!(decode(text).as_deref(), Ok(bytes));
        };
        check(b"", "");
        check(b"a", "YQ==");
        check(b"ab", "YWI=");
        check(b"abc", "YWJj");
        check(b"\xff\xfe\xfd\xfc", "//79/A==");
    }

    #[test]
    fn lenient() {
        for text in ["YQ==\n", "Y\nQ\r=\n=", "YR=="] {
            assert_eq!(decode(text).as_deref(), Ok(&b"a"[..]), "{text:?}");
        }
    }

    #[test]
    fn corrupt() {
        let check = |text: &str, at: usize| assert_eq!(decode(text), Err(CorruptInput(at)), "{text:?}");
        check("YQ", 0);
        check("YQ=", 3);
        check("Y", 0);
        check("YQ== ", 4);
        check("YQ==YQ==", 4);
        check("a-_b", 1);
        check("!!", 0);
        check("====", 0);
        check("YWI", 0);
        check("YWJj!", 4);
        check("YQ=\n=x", 5);
        check("YQ=\nx", 3);
        check("YWJjY\n", 5);
        check("YWJjYQ\n=", 8);
        check("Y===", 1);
        check("YWJjYW\n\nI", 6);
        check("YWI==", 4);
        check("=", 0);
        check("YQ=x", 2);
        check("\nY", 1);
    }
}
