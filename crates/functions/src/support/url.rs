//! The escaping of URL queries, as Go's `net/url` does it.

use value::quote::quote_bytes;

/// Escapes text for use in a query: a space becomes a plus sign.
pub fn query_escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => out.push(byte as char),
            b' ' => out.push('+'),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// Undoes [`query_escape`]. The bytes need not be UTF-8.
pub fn query_unescape(text: &str) -> Result<Vec<u8>, String> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        match first {
            b'+' => out.push(b' '),
            b'%' => {
                let Some(byte) = hex_byte(after) else {
                    let escape = [b"%", &after[..after.len().min(2)]].concat();
                    return Err(format!("invalid URL escape {}", quote_bytes(&escape)));
                };
                out.push(byte);
                rest = &after[2..];
            }
            byte => out.push(*byte),
        }
    }
    Ok(out)
}

fn hex_byte(digits: &[u8]) -> Option<u8> {
    let digit = |at: usize| char::from(*digits.get(at)?).to_digit(16);
    Some((digit(0)? * 16 + digit(1)?) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaping() {
        let escaped = query_escape("a b+c/?&=é~-_.*!'()%");
        assert_eq!(escaped, "a+b%2Bc%2F%3F%26%3D%C3%A9~-_.%2A%21%27%28%29%25");
        assert_eq!(query_unescape(&escaped).as_deref(), Ok("a b+c/?&=é~-_.*!'()%".as_bytes()));
        assert_eq!(query_unescape("%ff%Fe").as_deref(), Ok(&[0xff, 0xfe][..]));
    }

    #[test]
    fn broken_escapes() {
        let check = |text: &str, shown: &str| {
            assert_eq!(query_unescape(text), Err(format!("invalid URL escape {shown}")));
        };
        check("%zz", r#""%zz""#);
        check("a%", r#""%""#);
        check("a%2", r#""%2""#);
        check("%é1", r#""%é""#);
        check("%日", r#""%\xe6\x97""#);
    }
}
