//! Reading decimal text, bit for bit as the language's own reader does (which is not always the
//! nearest value: powers of five above 5^248 are themselves rounded first).

use super::arith::quotient;
use super::round::{finish, round};
use super::{Num, PREC_TEXT};
use dashu_int::UBig;
use dashu_int::ops::BitTest;

/// Precision of the power of five, and of the squares that it is built from.
const PREC_POWER: u32 = PREC_TEXT + 64;
const PREC_SQUARE: u32 = PREC_POWER + 64;

/// The largest power of five that fits 64 bits.
const WORD_POWER: u32 = 27;

/// What the text says, before it becomes binary.
struct Decimal<'a> {
    neg: bool,
    /// Digits around the point, which has been found but not removed.
    digits: &'a [u8],
    /// How many of the digits are after the point.
    fraction: i64,
    exponent: i64,
    /// `p` instead of `e`: the exponent is of two.
    binary: bool,
}

impl Num {
    /// Reads a number from text: optional sign, decimal digits with an optional point, optional
    /// exponent (`e` of ten, `p` of two), or `inf`/`Inf`. Nothing around it, no separators.
    ///
    /// `None` also for values that have no representation (see [`super::MAX_EXPONENT`]).
    pub fn parse(text: &str) -> Option<Num> {
        if let Some(v) = small(text.as_bytes()) {
            return Some(Num::int(PREC_TEXT, v));
        }
        match text {
            "inf" | "Inf" | "+inf" | "+Inf" => Some(Num::inf(false, PREC_TEXT)),
            "-inf" | "-Inf" => Some(Num::inf(true, PREC_TEXT)),
            _ => scan(text.as_bytes())?.to_num(),
        }
    }

    /// Reads a number literal of the language, whose form the lexer has checked: [`Num::parse`] with
    /// short integers inlined into the caller.
    #[inline]
    pub fn parse_literal(text: &str) -> Option<Num> {
        match small(text.as_bytes()) {
            Some(v) => Some(Num::int(PREC_TEXT, v)),
            None => Num::parse(text),
        }
    }
}

/// One to eighteen digits and nothing else.
#[inline]
fn small(text: &[u8]) -> Option<i64> {
    if text.is_empty() || text.len() > 18 {
        return None;
    }
    text.iter().try_fold(0i64, |v, c| c.is_ascii_digit().then(|| v * 10 + i64::from(c - b'0')))
}

fn scan(text: &[u8]) -> Option<Decimal<'_>> {
    let (neg, rest) = sign(text);
    let end = rest.iter().position(|c| !c.is_ascii_digit() && *c != b'.').unwrap_or(rest.len());
    let (digits, rest) = rest.split_at(end);
    let mut points = digits.iter().enumerate().filter(|(_, c)| **c == b'.').map(|(at, _)| at);
    let point = points.next();
    if points.next().is_some() || digits.len() == usize::from(point.is_some()) {
        return None;
    }
    let fraction = point.map_or(0, |at| digits.len() - at - 1) as i64;
    let (exponent, binary) = match rest {
        [] => (0, false),
        [letter @ (b'e' | b'E' | b'p' | b'P'), rest @ ..] => {
            let (neg, rest) = sign(rest);
            (exponent(neg, rest)?, matches!(letter, b'p' | b'P'))
        }
        _ => return None,
    };
    Some(Decimal { neg, digits, fraction, exponent, binary })
}

fn sign(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    }
}

fn exponent(neg: bool, digits: &[u8]) -> Option<i64> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0i64, |v, c| {
        let digit = i64::from(c.is_ascii_digit().then(|| c - b'0')?);
        v.checked_mul(10)?.checked_add(if neg { -digit } else { digit })
    })
}

impl Decimal<'_> {
    fn to_num(&self) -> Option<Num> {
        let mant = self.mantissa()?;
        if mant.is_zero() {
            return Some(Num::zero_signed(self.neg, PREC_TEXT));
        }
        let exp2 = self.exponent.checked_sub(self.fraction)?;
        let top = exp2.checked_add(mant.bit_len() as i64)?;
        i32::try_from(top).ok()?;
        let exp5 = if self.binary { -self.fraction } else { exp2 };
        let (mant, exp, sticky) = if exp5 == 0 {
            (mant, exp2, false)
        } else {
            let (power, exp) = pow5(exp5.unsigned_abs());
            if power.bit_len() as i64 + exp > i64::from(i32::MAX) {
                return Some(match exp5 < 0 {
                    true => Num::zero_signed(self.neg, PREC_TEXT),
                    false => Num::inf(self.neg, PREC_TEXT),
                });
            }
            if exp5 < 0 {
                let (mant, shift, sticky) = quotient(&mant, &power, PREC_TEXT);
                (mant, exp2 + shift - exp, sticky)
            } else {
                (mant * power, exp2 + exp, false)
            }
        };
        finish(self.neg, mant, exp, sticky, PREC_TEXT).ok()
    }

    /// All digits as one integer.
    fn mantissa(&self) -> Option<UBig> {
        let digits = || self.digits.iter().filter(|c| **c != b'.');
        if self.digits.len() <= 19 {
            return Some(UBig::from(digits().fold(0u64, |v, c| v * 10 + u64::from(c - b'0'))));
        }
        let text: String = digits().map(|&c| char::from(c)).collect();
        UBig::from_str_radix(&text, 10).ok()
    }
}

/// `5^n` as mantissa and exponent, exact up to 5^248 and rounded on the way above.
fn pow5(n: u64) -> (UBig, i64) {
    if n <= u64::from(WORD_POWER) {
        return (UBig::from(5u64.pow(n as u32)), 0);
    }
    let mut n = n - u64::from(WORD_POWER);
    let mut power = (UBig::from(5u64.pow(WORD_POWER)), 0);
    let mut square = (UBig::from(5u8), 0);
    loop {
        if n & 1 == 1 {
            power = round(power.0 * &square.0, power.1 + square.1, false, PREC_POWER);
        }
        n >>= 1;
        if n == 0 {
            return power;
        }
        square = round(square.0.sqr(), square.1 * 2, false, PREC_SQUARE);
    }
}
