//! IP addresses, read more loosely than the standard library does.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr};

use super::mask;

/// An address of 32 or 128 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) value: u128,
    pub(super) bits: u32,
}

/// `::ffff:0:0`, under which IPv6 holds the IPv4 addresses.
const MAPPED: u128 = 0xffff << 32;

impl Address {
    pub(super) fn parse(text: &str) -> Option<Address> {
        match read_v4(text) {
            Some(value) => Some(Address { value: u128::from(value), bits: 32 }),
            None => read_v6(text).map(|value| Address { value, bits: 128 }),
        }
    }

    /// Whether it is an IPv4 address, be it one mapped into IPv6.
    pub(super) fn is_v4(self) -> bool {
        self.unmapped().bits == 32
    }

    pub(super) fn unmapped(self) -> Address {
        if self.bits == 128 && self.value >> 32 == MAPPED >> 32 {
            return Address { value: self.value & u128::from(u32::MAX), bits: 32 };
        }
        self
    }

    pub(super) fn masked(self, length: u32) -> Address {
        Address { value: self.value & mask(length, self.bits), bits: self.bits }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.unmapped();
        match u32::try_from(shown.value) {
            Ok(value) if shown.bits == 32 => Ipv4Addr::from(value).fmt(f),
            _ => Ipv6Addr::from(shown.value).fmt(f),
        }
    }
}

/// A decimal number with any number of leading zeros.
pub(super) fn decimal(text: &str) -> Option<u32> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    text.parse().ok()
}

fn read_v4(text: &str) -> Option<u32> {
    let mut value = 0;
    let mut octets = 0;
    for octet in text.split('.') {
        let octet = decimal(octet).filter(|&octet| octet <= 255)?;
        octets += 1;
        if octets > 4 {
            return None;
        }
        value = value << 8 | octet;
    }
    (octets == 4).then_some(value)
}

fn read_v6(text: &str) -> Option<u128> {
    let (front, back) = match text.split_once("::") {
        Some((front, back)) => (groups(front, false)?, Some(groups(back, true)?)),
        None => (groups(text, true)?, None),
    };
    let back_groups = back.as_deref().unwrap_or_default();
    let written = front.len() + back_groups.len();
    // The ellipsis stands for at least one group, and without it none is missing.
    let missing = 8usize.checked_sub(written).filter(|&n| (n > 0) == back.is_some())?;
    let gap = std::iter::repeat_n(&0u16, missing);
    let value = front.iter().chain(gap).chain(back_groups).fold(0, |v, &group| v << 16 | u128::from(group));
    Some(value)
}

/// Reads groups separated by colons; at the end of an address the last may be
/// an IPv4 address.
fn groups(text: &str, at_end: bool) -> Option<Vec<u16>> {
    let mut groups = Vec::new();
    if text.is_empty() {
        return Some(groups);
    }
    let mut parts = text.split(':').peekable();
    while let Some(part) = parts.next() {
        if at_end && part.contains('.') && parts.peek().is_none() {
            let value = read_v4(part)?;
            groups.extend([(value >> 16) as u16, value as u16]);
        } else {
            groups.push(hexadecimal(part)?);
        }
        if groups.len() > 8 {
            return None;
        }
    }
    Some(groups)
}

fn hexadecimal(text: &str) -> Option<u16> {
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    u16::from_str_radix(text, 16).ok()
}
