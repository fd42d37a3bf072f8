//! To and from integers, small and big, and integers in other bases.

use super::round::finish;
use super::{MAX_EXPONENT, Magnitude, Num, PREC_INT, PREC_TEXT, Repr};
use dashu_int::ops::BitTest;
use dashu_int::{IBig, Sign, UBig, Word};

impl Num {
    /// The integer, if it is exactly that.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Int { v, .. } => Some(v),
            Repr::NegZero { .. } => Some(0),
            Repr::Inf { .. } | Repr::Big(_) => None,
        }
    }

    /// The unsigned integer, if it is exactly that.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Repr::Int { v, .. } => u64::try_from(*v).ok(),
            Repr::NegZero { .. } => Some(0),
            Repr::Inf { .. } => None,
            Repr::Big(big) => {
                let fits = !big.neg && big.exp >= 0 && big.mant.bit_len() as i64 + big.exp <= 64;
                if fits { u64::try_from(&big.mant).ok().map(|mant| mant << big.exp) } else { None }
            }
        }
    }

    /// The integer without the fraction, held within the range of `i64`.
    pub fn to_i64_truncated(&self) -> i64 {
        let limit = if self.is_neg() { i64::MIN } else { i64::MAX };
        match self.to_bigint_truncated() {
            Some(whole) => i64::try_from(&whole).unwrap_or(limit),
            None => limit,
        }
    }

    /// The integer, if it is exactly that.
    pub fn to_bigint(&self) -> Option<IBig> {
        if self.is_integer() { self.to_bigint_truncated() } else { None }
    }

    /// The integer without the fraction; `None` for the infinities.
    pub fn to_bigint_truncated(&self) -> Option<IBig> {
        let magnitude = match self.magnitude() {
            Magnitude::Inf => return None,
            Magnitude::Zero => UBig::ZERO,
            Magnitude::Finite(mant, exp) if exp >= 0 => &*mant << exp as usize,
            Magnitude::Finite(mant, exp) => &*mant >> exp.unsigned_abs() as usize,
        };
        let sign = if self.is_neg() { Sign::Negative } else { Sign::Positive };
        Some(IBig::from_parts(sign, magnitude))
    }

    /// The integer with 512 bits of precision, or more if it needs them.
    ///
    /// `None` only if it is too large (see [`MAX_EXPONENT`]).
    pub fn from_bigint(v: IBig) -> Option<Num> {
        from_parts(v, PREC_TEXT)
    }

    /// Reads an integer in a base from 2 to 62: digits, then lower case, then upper case letters
    /// (the cases mean the same up to base 36), with an optional sign.
    pub fn parse_int(text: &str, base: u32) -> Option<Num> {
        let (neg, digits) = match text.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            rest => (false, rest),
        };
        if digits.is_empty() || !(2..=62).contains(&base) {
            return None;
        }
        let digits = digits
            .iter()
            .map(|&c| digit(c, base).filter(|&d| d < base).map(Word::from))
            .collect::<Option<Vec<_>>>()?;
        let leading = digits.iter().take_while(|&&d| d == 0).count();
        let digits = &digits[leading..];
        // Each digit has at least one bit: this could not be kept, so no work is spent on it.
        if digits.len() as i64 > MAX_EXPONENT {
            return None;
        }
        let sign = if neg { Sign::Negative } else { Sign::Positive };
        from_parts(IBig::from_parts(sign, from_digits(digits, base as Word)), PREC_INT)
    }
}

fn from_parts(v: IBig, prec: u32) -> Option<Num> {
    let (sign, magnitude) = v.into_parts();
    if magnitude.is_zero() {
        return Some(Num::int(prec, 0));
    }
    if magnitude.bit_len() as i64 > MAX_EXPONENT {
        return None;
    }
    let prec = prec.max(magnitude.bit_len() as u32);
    finish(sign == Sign::Negative, magnitude, 0, false, prec).ok()
}

fn digit(c: u8, base: u32) -> Option<u32> {
    Some(u32::from(match c {
        b'0'..=b'9' => c - b'0',
        b'a'..=b'z' => c - b'a' + 10,
        b'A'..=b'Z' if base <= 36 => c - b'A' + 10,
        b'A'..=b'Z' => c - b'A' + 36,
        _ => return None,
    }))
}

/// Halves the digits, because digit by digit is quadratic.
fn from_digits(digits: &[Word], base: Word) -> UBig {
    if digits.len() <= 256 {
        return UBig::from_digits(base, digits).unwrap_or(UBig::ZERO);
    }
    let (high, low) = digits.split_at(digits.len() / 2);
    from_digits(high, base) * UBig::from(base).pow(low.len()) + from_digits(low, base)
}
