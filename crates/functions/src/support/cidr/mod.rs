//! IP network prefixes: the arithmetic of the `cidr…` functions, with their
//! exact complaints and, where they answer at all, their odd answers to odd
//! questions (host and network numbers are checked by their low 64 bits only).

mod address;

use std::fmt;

use dashu_int::ops::UnsignedAbs;
use dashu_int::{IBig, UBig};

use self::address::Address;

/// A network prefix such as `10.0.0.0/8`, host bits cleared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prefix {
    address: Address,
    length: u32,
}

/// A complaint about one of the new lengths given to [`subnets`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LengthError {
    /// Which of the lengths, the first being 0.
    pub index: usize,
    /// What is wrong with it.
    pub message: String,
}

impl Prefix {
    /// Reads a prefix. Octets may have leading zeros and are decimal anyway.
    pub fn parse(text: &str) -> Result<Prefix, String> {
        read_prefix(text).ok_or_else(|| format!("invalid CIDR expression: invalid CIDR address: {text}"))
    }

    /// The address of a host; negative numbers count from the end.
    pub fn host(&self, number: &IBig) -> Result<String, String> {
        let refuse = |number: &IBig| {
            let length = self.length;
            format!("prefix of {length} does not accommodate a host numbered {number}")
        };
        let largest = (IBig::ONE << (self.address.bits - self.length) as usize) - IBig::ONE;
        let (number, checked) = if *number < IBig::ZERO {
            let from_end = -number.clone() - IBig::ONE;
            (&largest - &from_end, from_end)
        } else {
            (number.clone(), IBig::from(low_word(number) as i64))
        };
        if checked > largest {
            return Err(refuse(&number));
        }
        // A mapped IPv4 address is taken for one of 32 bits, though it has 128.
        let width = if self.address.is_v4() { 32 } else { 128 };
        self.insert(&number, width).map(|address| address.to_string()).ok_or_else(|| refuse(&number))
    }

    /// The network mask as an address.
    pub fn netmask(&self) -> Result<String, String> {
        if !self.address.is_v4() {
            return Err(format!("IPv6 addresses cannot have a netmask: {self}"));
        }
        let bits = self.address.bits;
        Ok(Address { value: mask(self.length, bits), bits }.to_string())
    }

    /// The subnet of the given number among those `new_bits` longer.
    pub fn subnet(&self, new_bits: i64, number: &IBig) -> Result<Prefix, String> {
        let length = i64::from(self.length).saturating_add(new_bits);
        if length > i64::from(self.address.bits) {
            let old = self.length;
            return Err(format!("insufficient address space to extend prefix of {old} by {new_bits}"));
        }
        let largest = match new_bits {
            0..64 => (1u64 << new_bits) - 1,
            _ => u64::MAX,
        };
        let refuse =
            || format!("prefix extension of {new_bits} does not accommodate a subnet numbered {number}");
        let length = u32::try_from(length).map_err(|_| refuse())?;
        if low_word(number) > largest {
            return Err(refuse());
        }
        let address = self.insert(number, length).ok_or_else(refuse)?;
        Ok(Prefix { address, length })
    }

    /// Whether the prefix contains an address, or another prefix whole. The
    /// texts are as the caller was given them.
    pub fn contains(&self, own_text: &str, text: &str) -> Result<bool, String> {
        let (first, last) = match Address::parse(text) {
            Some(address) => (address, address),
            None => match read_prefix(text) {
                Some(inner) => (inner.address, inner.last()),
                None => return Err(format!("invalid IP address or prefix: {text}")),
            },
        };
        if first.is_v4() != self.address.is_v4() {
            return Err(format!("address family mismatch: {own_text} vs. {text}"));
        }
        Ok(self.holds(first) && self.holds(last))
    }

    fn holds(&self, address: Address) -> bool {
        let own = self.unmapped();
        let address = address.unmapped();
        own.address.bits == address.bits
            && address.value & mask(own.length, own.address.bits) == own.address.value
    }

    /// A prefix within the mapped IPv4 addresses as one of IPv4.
    fn unmapped(&self) -> Prefix {
        let address = self.address.unmapped();
        let shortened = self.address.bits - address.bits;
        Prefix { address, length: self.length.saturating_sub(shortened) }
    }

    fn last(&self) -> Address {
        let bits = self.address.bits;
        Address { value: self.address.value | (full(bits) & !mask(self.length, bits)), bits }
    }

    /// Sets the bits of `number` so that it ends at bit `end` from the front.
    fn insert(&self, number: &IBig, end: u32) -> Option<Address> {
        let bits = self.address.bits;
        let merged = IBig::from(self.address.value) | (number << (bits - end) as usize);
        // Of a negative number, its magnitude is taken in the end.
        let value = u128::try_from(merged.unsigned_abs()).ok().filter(|&value| value <= full(bits))?;
        Some(Address { value, bits })
    }

    /// The first prefix of the given length after this one, if there is any.
    fn next(&self, length: u32) -> Option<Prefix> {
        let bits = self.address.bits;
        let last = Prefix { address: self.last().masked(length), length }.last();
        let first = last.value.checked_add(1).filter(|&value| value <= full(bits))?;
        Some(Prefix { address: Address { value: first, bits }.masked(length), length })
    }
}

/// Consecutive subnets of `base`, each longer by the number of bits given.
pub fn subnets(base: &Prefix, new_bits: &[i64]) -> Result<Vec<Prefix>, LengthError> {
    let mut found: Vec<Prefix> = Vec::with_capacity(new_bits.len());
    for (index, &extra) in new_bits.iter().enumerate() {
        let next = next_subnet(base, found.last(), extra);
        found.push(next.map_err(|message| LengthError { index, message })?);
    }
    Ok(found)
}

fn next_subnet(base: &Prefix, previous: Option<&Prefix>, extra: i64) -> Result<Prefix, String> {
    if extra < 1 {
        return Err("must extend prefix by at least one bit".to_owned());
    }
    if extra > 32 {
        return Err("may not extend prefix by more than 32 bits".to_owned());
    }
    let length = base.length + extra as u32;
    if length > base.address.bits {
        let family = if base.address.bits == 32 { "IPv4" } else { "IPv6" };
        return Err(format!(
            "would extend prefix to {length} bits, which is too long for an {family} address"
        ));
    }
    let no_space = |after: &dyn fmt::Display| {
        format!(
            "not enough remaining address space for a subnet with a prefix of {length} bits after {after}"
        )
    };
    if base.address.unmapped() != base.address {
        return Err(no_space(&"<nil>"));
    }
    // The search starts at what lies before the base, which for the first of
    // all addresses is the end of the space, where there is nothing next.
    let bits = base.address.bits;
    let before = Address { value: base.address.value.wrapping_sub(1) & full(bits), bits }.masked(length);
    let current = previous.copied().unwrap_or(Prefix { address: before, length });
    match current.next(length) {
        Some(next) if base.holds(next.address) => Ok(next),
        _ => Err(no_space(&current)),
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.unmapped();
        write!(f, "{}/{}", shown.address, shown.length)
    }
}

fn read_prefix(text: &str) -> Option<Prefix> {
    let (address, length) = text.split_once('/')?;
    let address = Address::parse(address)?;
    let length = address::decimal(length).filter(|&length| length <= address.bits)?;
    Some(Prefix { address: address.masked(length), length })
}

/// The low 64 bits of the magnitude.
fn low_word(number: &IBig) -> u64 {
    let low = number.clone().unsigned_abs() & UBig::from(u64::MAX);
    u64::try_from(low).unwrap_or(u64::MAX)
}

/// All ones, of that many bits.
fn full(bits: u32) -> u128 {
    if bits == 32 { u128::from(u32::MAX) } else { u128::MAX }
}

/// The mask that keeps the first `length` of `bits` bits.
fn mask(length: u32, bits: u32) -> u128 {
    let host = bits - length;
    full(bits) & u128::MAX.checked_shl(host).unwrap_or(0)
}

#[cfg(test)]
mod tests;
