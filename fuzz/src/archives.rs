//! Archives that are nearly right, written byte by byte: what libraries write is never wrong enough.

use crate::Choices;

/// Names of entries; the first ones are those of every package.
const NAMES: &[&str] = &[
    "a",
    "b",
    "./c",
    "d/e",
    "d/f/g",
    "terraform-provider-x_v1.0.0",
    "main.tf",
    "h",
    "../x",
    "/x",
    "a/../../x",
    "a\\b",
    "",
    ".",
    "d/",
    "a",
    "é",
];

const CONTENTS: &[&str] = &["", "text", "more text than the others have", "\u{0}\u{1}"];

/// Mostly one of the first `usual`, at times any of them.
fn mostly<T: Copy>(choices: &mut Choices<'_>, things: &[T], usual: usize) -> T {
    if choices.rarely(80) { choices.of(things) } else { choices.of(&things[..usual]) }
}

/// Changes some bytes, rarely.
fn damage(choices: &mut Choices<'_>, bytes: &mut Vec<u8>) {
    if choices.rarely(20) {
        for _ in 0..=choices.below(3) {
            let at = (choices.below(256) * 256 + choices.below(256)) % bytes.len().max(1);
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= choices.byte();
            }
        }
    }
    if choices.rarely(80) {
        bytes.truncate(choices.below(256));
    }
}

/// A tar archive.
pub fn tar(choices: &mut Choices<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for number in 0..choices.below(4) {
        let mut header = [0_u8; 512];
        let kind = mostly(choices, b"000005g12xLKS7", 7);
        let name = match kind {
            // Where all is as it should be, no name is there twice.
            b'5' => "folder".to_owned(),
            _ => format!("{}{}", mostly(choices, NAMES, 8), number),
        };
        header[..name.len()].copy_from_slice(name.as_bytes());
        header[100..107].copy_from_slice(mostly(choices, &[b"0000644", b"0000755", b"0004777"], 2));
        let settings =
            ["12 size=2\n", "20 path=../../pwned\n", "22 linkpath=/tmp/xyz\n", "13 path=a\u{0}b\n"];
        let content = match kind {
            b'5' => "",
            b'x' | b'g' => choices.of(&settings),
            b'L' | b'K' => choices.of(NAMES),
            _ => choices.of(CONTENTS),
        };
        let size =
            if choices.rarely(40) { "77777777777".to_owned() } else { format!("{:011o}", content.len()) };
        header[124..135].copy_from_slice(size.as_bytes());
        header[156] = kind;
        let link = choices.of(&["", "../x", "a"]);
        header[157..157 + link.len()].copy_from_slice(link.as_bytes());
        header[257..265].copy_from_slice(b"ustar\x0000");
        header[148..156].copy_from_slice(b"        ");
        let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
        header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        bytes.extend_from_slice(&header);
        bytes.extend_from_slice(content.as_bytes());
        bytes.resize(bytes.len().next_multiple_of(512), 0);
    }
    bytes.resize(bytes.len() + 1024, 0);
    damage(choices, &mut bytes);
    bytes
}

/// Bytes as gzip has them, in blocks that are not compressed.
pub fn gzip(choices: &mut Choices<'_>, content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];
    bytes.extend(stored(content));
    bytes.extend(crc32(content).to_le_bytes());
    bytes.extend((content.len() as u32).to_le_bytes());
    damage(choices, &mut bytes);
    bytes
}

/// Bytes as deflate has them, in one block that is not compressed.
fn stored(content: &[u8]) -> Vec<u8> {
    let length = content.len() as u16;
    let mut bytes = vec![1];
    bytes.extend(length.to_le_bytes());
    bytes.extend((!length).to_le_bytes());
    bytes.extend(content);
    bytes
}

/// A zip archive.
pub fn zip(choices: &mut Choices<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut directory = Vec::new();
    let count = choices.below(4) as u16;
    for number in 0..count {
        let name = format!("{}{}", mostly(choices, NAMES, 8), number);
        let content = choices.of(CONTENTS).as_bytes();
        let (method, packed) = match choices.below(3) {
            0 => (0_u16, content.to_vec()),
            1 => (8, stored(content)),
            // A block of the fixed code with nothing in it, whatever the sizes say.
            _ if choices.rarely(12) => (mostly(choices, &[8, 0, 12, 93, 99], 1), vec![3, 0]),
            _ => (8, stored(content)),
        };
        let size = mostly(choices, &[content.len() as u32, 0, u32::MAX, 3], 1);
        let checksum = mostly(choices, &[crc32(content), 0], 1);
        let flags = mostly(choices, &[0_u16, 0x800, 8, 1], 2);
        let mode = mostly(choices, &[0o100_644_u32, 0o100_755, 0, 0o120_777, 0o040_755, 0o010_644], 3);
        let offset = bytes.len() as u32;
        // What both headers say: version, flags, method, time, date, checksum, sizes, lengths.
        let mut both = Vec::new();
        both.extend(20_u16.to_le_bytes());
        both.extend(flags.to_le_bytes());
        both.extend(method.to_le_bytes());
        both.extend([0, 0, 0x21, 0]);
        both.extend(checksum.to_le_bytes());
        both.extend((packed.len() as u32).to_le_bytes());
        both.extend(size.to_le_bytes());
        both.extend((name.len() as u16).to_le_bytes());
        both.extend(0_u16.to_le_bytes());
        bytes.extend(b"PK\x03\x04");
        bytes.extend(&both);
        bytes.extend(name.as_bytes());
        bytes.extend(packed);
        directory.extend(b"PK\x01\x02");
        directory.extend([20, 3]);
        directory.extend(&both);
        // No comment, the first disk, no attributes but those of Unix.
        directory.extend([0; 6]);
        directory.extend((mode << 16).to_le_bytes());
        directory.extend(mostly(choices, &[offset, 0, u32::MAX], 1).to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let start = bytes.len() as u32;
    bytes.extend(&directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    let listed = mostly(choices, &[count, u16::MAX, 0], 1);
    bytes.extend(listed.to_le_bytes());
    bytes.extend(listed.to_le_bytes());
    bytes.extend((directory.len() as u32).to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0, 0]);
    damage(choices, &mut bytes);
    bytes
}

/// The checksum that gzip and zip have.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, byte: &u8| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg()))
    };
    !bytes.iter().fold(u32::MAX, step)
}
