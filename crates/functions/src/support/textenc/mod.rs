//! Text in other encodings than UTF-8, by their IANA names, for
//! `textencodebase64` and `textdecodebase64`.

mod charmaps;

use encoding_rs::{DecoderResult, EncoderResult};

use self::charmaps::{CHARMAPS, Charmap};

/// An encoding found by its name.
#[derive(Clone, Copy)]
pub struct TextEncoding {
    name: &'static str,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Utf8,
    /// With a byte order mark, big-endian in its absence.
    Utf16,
    Utf16Be,
    Utf16Le,
    Charmap(&'static Charmap),
    /// A multi-byte encoding of East Asia.
    MultiByte(&'static encoding_rs::Encoding),
}

/// Names in lower case, the canonical name, and the encoding.
const OTHERS: &[(&str, &str, Kind)] = &[
    ("utf-8 csutf8", "UTF-8", Kind::Utf8),
    ("utf-16 csutf16", "UTF-16", Kind::Utf16),
    ("utf-16be csutf16be", "UTF-16BE", Kind::Utf16Be),
    ("utf-16le csutf16le", "UTF-16LE", Kind::Utf16Le),
    ("big5 csbig5", "Big5", Kind::MultiByte(encoding_rs::BIG5)),
    ("cseuckr euc-kr", "EUC-KR", Kind::MultiByte(encoding_rs::EUC_KR)),
    (
        "cseucpkdfmtjapanese euc-jp extended_unix_code_packed_format_for_japanese",
        "Extended_UNIX_Code_Packed_Format_for_Japanese",
        Kind::MultiByte(encoding_rs::EUC_JP),
    ),
    ("csgb18030 gb18030", "GB18030", Kind::MultiByte(encoding_rs::GB18030)),
    ("cp936 csgbk gbk ms936 windows-936", "GBK", Kind::MultiByte(encoding_rs::GBK)),
    ("csiso2022jp iso-2022-jp", "ISO-2022-JP", Kind::MultiByte(encoding_rs::ISO_2022_JP)),
    ("csshiftjis ms_kanji shift_jis", "Shift_JIS", Kind::MultiByte(encoding_rs::SHIFT_JIS)),
];

impl TextEncoding {
    /// Finds an encoding by a registered name, in any case.
    pub fn by_name(name: &str) -> Option<TextEncoding> {
        let wanted = name.trim().to_lowercase();
        let named = |names: &str| names.split(' ').any(|name| name == wanted);
        if let Some(&(_, name, kind)) = OTHERS.iter().find(|(names, ..)| named(names)) {
            return Some(TextEncoding { name, kind });
        }
        let charmap = CHARMAPS.iter().find(|charmap| named(charmap.aliases))?;
        Some(TextEncoding { name: charmap.name, kind: Kind::Charmap(charmap) })
    }

    /// The canonical name, as messages show it.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Encodes text, or says what it cannot represent.
    pub fn encode(&self, text: &str) -> Result<Vec<u8>, String> {
        let bytes = match self.kind {
            Kind::Utf8 => Some(text.as_bytes().to_vec()),
            Kind::Utf16 => {
                let units = std::iter::once(0xfeff).chain(text.encode_utf16());
                Some(units.flat_map(u16::to_be_bytes).collect())
            }
            Kind::Utf16Be => Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
            Kind::Utf16Le => Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
            Kind::Charmap(charmap) => charmap.encode(text),
            Kind::MultiByte(encoding) => encode_multi_byte(encoding, text),
        };
        bytes.ok_or_else(|| {
            let name = self.name;
            format!("the given string contains characters that cannot be represented in {name}")
        })
    }

    /// Decodes bytes, or says that they mean nothing in this encoding.
    pub fn decode(&self, bytes: &[u8]) -> Result<String, String> {
        let text = match self.kind {
            Kind::Utf8 => std::str::from_utf8(bytes).ok().map(str::to_owned),
            Kind::Utf16 => match bytes {
                [0xff, 0xfe, rest @ ..] => decode_utf16(rest, u16::from_le_bytes),
                [0xfe, 0xff, rest @ ..] | rest => decode_utf16(rest, u16::from_be_bytes),
            },
            Kind::Utf16Be => decode_utf16(bytes, u16::from_be_bytes),
            Kind::Utf16Le => decode_utf16(bytes, u16::from_le_bytes),
            Kind::Charmap(charmap) => Some(charmap.decode(bytes)),
            Kind::MultiByte(encoding) => decode_multi_byte(encoding, bytes),
        };
        // The replacement character counts as undefined wherever it comes from.
        text.filter(|text| !text.contains(char::REPLACEMENT_CHARACTER)).ok_or_else(|| {
            let name = self.name;
            format!("the given string contains symbols that are not defined for {name}")
        })
    }
}

impl Charmap {
    fn characters(&self) -> Vec<char> {
        let table: Vec<char> = self.table.chars().collect();
        if table.len() == 256 {
            return table;
        }
        ('\0'..='\x7f').chain(table).collect()
    }

    fn encode(&self, text: &str) -> Option<Vec<u8>> {
        let characters = self.characters();
        let byte = |c: char| {
            let defined = c != char::REPLACEMENT_CHARACTER;
            let at = characters.iter().position(|&known| known == c).filter(|_| defined)?;
            u8::try_from(at).ok()
        };
        text.chars().map(byte).collect()
    }

    fn decode(&self, bytes: &[u8]) -> String {
        let characters = self.characters();
        bytes.iter().map(|&b| characters[usize::from(b)]).collect()
    }
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (pairs, []) = bytes.as_chunks::<2>() else { return None };
    char::decode_utf16(pairs.iter().map(|&pair| unit(pair))).collect::<Result<_, _>>().ok()
}

/// Characters encoding_rs writes as others that look alike.
const JAPANESE_LOOKALIKES: [char; 4] = ['\u{80}', '¥', '‾', '−'];

fn encode_multi_byte(encoding: &'static encoding_rs::Encoding, text: &str) -> Option<Vec<u8>> {
    let japanese = [encoding_rs::SHIFT_JIS, encoding_rs::EUC_JP, encoding_rs::ISO_2022_JP];
    if japanese.contains(&encoding) && text.contains(JAPANESE_LOOKALIKES) {
        return None;
    }
    let mut encoder = encoding.new_encoder();
    let mut out = Vec::with_capacity(text.len() + 16);
    let mut rest = text;
    loop {
        let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut out, true);
        rest = &rest[read..];
        match result {
            EncoderResult::InputEmpty => return Some(out),
            EncoderResult::OutputFull => out.reserve(rest.len() * 2 + 16),
            EncoderResult::Unmappable(_) => return None,
        }
    }
}

fn decode_multi_byte(encoding: &'static encoding_rs::Encoding, bytes: &[u8]) -> Option<String> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut out = String::with_capacity(bytes.len() + 16);
    let mut rest = bytes;
    loop {
        let (result, read) = decoder.decode_to_string_without_replacement(rest, &mut out, true);
        rest = &rest[read..];
        match result {
            // Bytes without a character of their own come out as private ones.
            DecoderResult::InputEmpty => return Some(out).filter(|out| !out.contains(is_private)),
            DecoderResult::OutputFull => out.reserve(rest.len() * 3 + 16),
            DecoderResult::Malformed(..) => return None,
        }
    }
}

fn is_private(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}')
}

#[cfg(test)]
mod tests;
