//! Gzip, byte for byte as Go's `compress/gzip` writes it at its default level
//! when given the data at once, flushed and closed. The bytes end up in plans
//! and states, so an equally good but different encoding would show as a change.

mod block;
mod deflate;
mod huffman;

use std::fmt;
use std::io::{self, Read};

use flate2::Crc;
use flate2::bufread::MultiGzDecoder;

/// Magic number, deflate method, no flags, no time, no hint, unknown system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];

/// Why data could not be unpacked. The texts are those of `base64gunzip`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GunzipError {
    /// It does not start as gzip data does.
    Header(&'static str),
    /// It is damaged further on.
    Body(&'static str),
    /// It unpacks to more than the caller allows.
    TooLarge(u64),
}

impl fmt::Display for GunzipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GunzipError::Header(why) => write!(f, "failed to gunzip bytestream: {why}"),
            GunzipError::Body(why) => write!(f, "failed to read gunzip raw data: {why}"),
            GunzipError::TooLarge(limit) => write!(f, "the data unpacks to more than {limit} bytes"),
        }
    }
}

impl std::error::Error for GunzipError {}

/// Packs `data`.
pub fn gzip(data: &[u8]) -> Vec<u8> {
    let mut out = HEADER.to_vec();
    deflate::deflate(data, &mut out);
    let mut crc = Crc::new();
    crc.update(data);
    out.extend(crc.sum().to_le_bytes());
    // The trailer keeps the size modulo 2³².
    out.extend((data.len() as u32).to_le_bytes());
    out
}

/// Unpacks `data`, refusing to make more than `limit` bytes of it.
pub fn gunzip(data: &[u8], limit: u64) -> Result<Vec<u8>, GunzipError> {
    if data.is_empty() {
        return Err(GunzipError::Header("EOF"));
    }
    if data.len() < HEADER.len() {
        return Err(GunzipError::Header("unexpected EOF"));
    }
    if data[..3] != HEADER[..3] {
        return Err(GunzipError::Header("gzip: invalid header"));
    }
    let mut out = Vec::new();
    let mut reader = MultiGzDecoder::new(data).take(limit.saturating_add(1));
    match reader.read_to_end(&mut out) {
        Ok(_) if out.len() as u64 > limit => Err(GunzipError::TooLarge(limit)),
        Ok(_) => Ok(out),
        Err(error) => Err(GunzipError::Body(match error.kind() {
            io::ErrorKind::UnexpectedEof => "unexpected EOF",
            io::ErrorKind::InvalidInput if error.to_string().contains("checksum") => "gzip: invalid checksum",
            io::ErrorKind::InvalidInput if error.to_string().contains("header") => "gzip: invalid header",
            _ => "flate: corrupt input",
        })),
    }
}

#[cfg(test)]
mod tests;
