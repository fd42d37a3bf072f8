//! Answers taken from `terraform console`.

use super::*;

fn encode(name: &str, text: &str) -> Result<Vec<u8>, String> {
    TextEncoding::by_name(name).expect(name).encode(text)
}

#[test]
fn names() {
    for name in ["UTF-8", "utf-16le", " Latin1 ", "cp437", "IBM037", "windows-874", "GBK", "437"] {
        assert!(TextEncoding::by_name(name).is_some(), "{name}");
    }
    for name in ["", "utf8", "ASCII", "UTF-32", "UTF-7", "nope", "csWindows31J", "x-mac-cyrillic"] {
        assert!(TextEncoding::by_name(name).is_none(), "{name}");
    }
    assert_eq!(TextEncoding::by_name("latin1").map(|e| e.name()), Some("ISO_8859-1:1987"));
}

#[test]
fn encoding() {
    let check = |name: &str, text: &str, expect: &[u8]| {
        assert_eq!(encode(name, text).as_deref(), Ok(expect), "{name}");
        assert_eq!(TextEncoding::by_name(name).expect(name).decode(expect).as_deref(), Ok(text), "{name}");
    };
    check("UTF-8", "é", b"\xc3\xa9");
    check("UTF-16", "é", b"\xfe\xff\x00\xe9");
    check("UTF-16BE", "é", b"\x00\xe9");
    check("UTF-16LE", "é", b"\xe9\x00");
    check("UTF-16LE", "😀", b"\x3d\xd8\x00\xde");
    check("windows-1252", "é€", b"\xe9\x80");
    check("IBM437", "é", b"\x82");
    check("IBM037", "A1", b"\xc1\xf1");
    check("ISO-8859-1", "é\u{81}", b"\xe9\x81");
    check("ISO-8859-15", "€", b"\xa4");
    check("windows-874", "€", b"\x80");
    check("Shift_JIS", "日", b"\x93\xfa");
    check("EUC-JP", "日", b"\xc6\xfc");
    check("ISO-2022-JP", "日", b"\x1b$BF|\x1b(B");
    check("GB18030", "日", b"\xc8\xd5");
    check("GBK", "日", b"\xc8\xd5");
    check("Big5", "日", b"\xa4\xe9");
    check("EUC-KR", "日", b"\xec\xed");
}

#[test]
fn refusals() {
    let check = |name: &str, text: &str, shown: &str| {
        let message = format!("the given string contains characters that cannot be represented in {shown}");
        assert_eq!(encode(name, text), Err(message));
    };
    check("US-ASCII", "é", "US-ASCII");
    check("latin1", "日", "ISO_8859-1:1987");
    check("KOI8-R", "日", "KOI8-R");
    check("Shift_JIS", "¥", "Shift_JIS");

    let check = |name: &str, bytes: &[u8]| {
        let message = format!("the given string contains symbols that are not defined for {name}");
        assert_eq!(TextEncoding::by_name(name).expect(name).decode(bytes), Err(message));
    };
    check("UTF-8", b"\xff");
    check("UTF-8", "\u{fffd}".as_bytes());
    check("UTF-16LE", b"\xe9");
    check("UTF-16LE", b"\x00\xd8");
    check("windows-1252", b"\x80\x81");
    check("US-ASCII", b"\x80");
}
