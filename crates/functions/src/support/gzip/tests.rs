//! Expected bytes come from Terraform's `base64gzip` and Go's `compress/gzip`.

use flate2::Crc;

use super::*;

/// Short results as hexadecimal without the ten header bytes.
fn check(data: &[u8], expect: &str) {
    let packed = gzip(data);
    assert_eq!(packed[..10], HEADER);
    let hex: String = packed[10..].iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!(hex, expect);
    assert_eq!(gunzip(&packed, 1 << 30).as_deref(), Ok(data));
}

/// Long results by their length and check sum.
fn check_long(data: &[u8], length: usize, crc: u32) {
    let packed = gzip(data);
    let mut sum = Crc::new();
    sum.update(&packed);
    assert_eq!((packed.len(), sum.sum()), (length, crc));
    assert_eq!(gunzip(&packed, 1 << 30).as_deref(), Ok(data));
}

/// A repeatable stream of bytes.
fn noise(length: usize, mask: u32) -> Vec<u8> {
    let mut state = 1u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((state >> 16) & mask) as u8
    };
    (0..length).map(|_| next()).collect()
}

#[test]
fn short_inputs() {
    check(b"", "000000ffff010000ffff0000000000000000");
    check(b"a", "4a04000000ffff010000ffff43beb7e801000000");
    check(b"hello hello hello hello", "ca48cdc9c957c02001000000ffff010000ffffe3513d8d17000000");
}

#[test]
fn long_inputs() {
    check_long(&noise(1000, 0xff), 1_033, 0x58f2_ed9d);
    check_long(&noise(200_000, 0xff), 200_093, 0xa9d2_6c3b);
    check_long(&noise(200_000, 0x0f), 105_044, 0x898c_cd90);
    check_long(&[b'x'; 100_000], 141, 0x4f4a_abe0);
    check_long(&noise(40_000, 0x03).repeat(5), 58_447, 0xfcc4_bd90);
    check_long(&b"resource \"aws_instance\" \"web\" { count = 1 }\n".repeat(5000), 730, 0x2dd9_0b0c);
}

#[test]
fn damaged_data() {
    let packed = gzip(b"hello");
    let check = |data: &[u8], expect: &str| {
        assert_eq!(gunzip(data, 100).expect_err(expect).to_string(), expect);
    };
    check(b"", "failed to gunzip bytestream: EOF");
    check(b"hello", "failed to gunzip bytestream: unexpected EOF");
    check(b"hello, hello!", "failed to gunzip bytestream: gzip: invalid header");
    check(&packed[..14], "failed to read gunzip raw data: unexpected EOF");
    let mut flipped = packed.clone();
    let at = flipped.len() - 8;
    flipped[at] ^= 1;
    check(&flipped, "failed to read gunzip raw data: gzip: invalid checksum");
    check(&gzip(&[0; 101]), "the data unpacks to more than 100 bytes");
}
