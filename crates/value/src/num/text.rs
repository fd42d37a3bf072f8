//! Writing numbers: the shortest decimal that reads back as the same value at the value's own
//! precision, and the fixed-precision forms behind `format`.
//!
//! Only as many leading digits are computed as the form needs, so the time is bounded by the
//! exponent range. The rule by which a digit ends the shortest form, and the layouts, are those of
//! Go's math/big (Copyright 2015 The Go Authors, BSD-3-Clause).

use super::PREC_TEXT;
use super::{Magnitude, Num, Repr};
use dashu_int::UBig;
use dashu_int::ops::{BitTest, DivRem};
use std::fmt;

impl Num {
    /// The number as the language writes it: no exponent, shortest; `+Inf` and `-Inf`.
    pub fn to_text(&self) -> String {
        match self.0 {
            Repr::Int { prec, v } if 64 - v.unsigned_abs().leading_zeros() <= prec => v.to_string(),
            _ => self.format_float('f', None),
        }
    }

    /// What a whole number of more than 64 bits is when it was written and read again, where that is not the same: only as
    /// many digits are written as its precision needs.
    pub fn as_written(&self) -> Option<Num> {
        if !matches!(self.0, Repr::Big(_)) || !self.is_integer() || self.prec() >= PREC_TEXT {
            return None;
        }
        Num::parse(&self.to_text()).filter(|read| read != self)
    }

    /// Ten significant digits: what set members of the language are hashed by.
    pub fn to_set_hash_text(&self) -> String {
        self.to_g_text(10)
    }

    /// Significant digits with an exponent where that is shorter; a negative precision is the shortest.
    pub fn to_g_text(&self, prec: i32) -> String {
        self.format_float('g', usize::try_from(prec).ok())
    }

    /// One of the forms `e E f F g G`, with a number of digits (after the point; for `g` in all) or
    /// the shortest that reads back. Other verbs give `%` and the verb.
    ///
    /// More than a million digits are not given; the language refuses to be asked for them.
    pub fn format_float(&self, verb: char, precision: Option<usize>) -> String {
        let precision = precision.map(|n| n.min(1_000_000));
        let mut out = String::new();
        if self.is_neg() {
            out.push('-');
        }
        let (mant, exp) = match self.magnitude() {
            Magnitude::Inf => return if self.is_neg() { "-Inf".into() } else { "+Inf".into() },
            Magnitude::Zero => (None, 0),
            Magnitude::Finite(mant, exp) => (Some(mant), exp),
        };
        let digits = match (&mant, precision) {
            (None, _) => Digits::default(),
            (Some(mant), None) => shortest(mant, exp, self.prec()),
            (Some(mant), Some(n)) => fixed(mant, exp, verb, n),
        };
        let (len, point) = (digits.text.len(), digits.point);
        match verb {
            'e' | 'E' => write_e(&mut out, &digits, verb, precision.unwrap_or(len.saturating_sub(1))),
            'f' | 'F' => write_f(&mut out, &digits, precision.unwrap_or(after(len, point))),
            'g' | 'G' => {
                let wanted = precision.map_or(len, |n| n.max(1));
                // Shortest forms switch to an exponent at 21 digits elsewhere, but at 6 in the language.
                let threshold = match precision {
                    None => 6,
                    Some(_) if wanted > len && len as i64 >= point => len,
                    Some(_) => wanted,
                };
                if point - 1 < -4 || point > threshold as i64 {
                    let verb = if verb == 'g' { 'e' } else { 'E' };
                    write_e(&mut out, &digits, verb, wanted.min(len).saturating_sub(1));
                } else {
                    let kept = if wanted as i64 > point { len } else { wanted };
                    write_f(&mut out, &digits, after(kept, point));
                }
            }
            _ => out = format!("%{verb}"),
        }
        out
    }
}

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Repr::Int { prec, v } if 64 - v.unsigned_abs().leading_zeros() <= prec => {
                fmt::Display::fmt(&v, f)
            }
            _ => f.write_str(&self.to_text()),
        }
    }
}

/// `0.text * 10^point`, without trailing zeros; `more` digits follow that are not all zero.
#[derive(Default)]
struct Digits {
    text: Vec<u8>,
    point: i64,
    more: bool,
}

/// How many of `len` digits are behind the point.
fn after(len: usize, point: i64) -> usize {
    usize::try_from(len as i64 - point).unwrap_or(0)
}

/// Decimal digits that `bits` bits make, rounded down; off by one for the largest exponents.
fn digits_of(bits: i64) -> i64 {
    (bits * 30103).div_euclid(100_000)
}

/// A power of ten that brings the wanted leading digits before the point.
struct Scale {
    ten: i64,
    /// Five to the same power without its sign; the twos are shifts.
    five: UBig,
}

impl Scale {
    /// For values below `2^top` whose last bit is at `exp` or above, `want` digits at least.
    fn new(top: i64, exp: i64, want: usize) -> Scale {
        // A fraction of n bits ends after n digits.
        let ten = (want as i64 + 2 - digits_of(top) - 1).min((-exp).max(0));
        Scale { ten, five: UBig::from(5u8).pow(ten.unsigned_abs() as usize) }
    }

    /// The leading digits of `mant * 2^exp`.
    fn leading(&self, mant: &UBig, exp: i64) -> Digits {
        let exp = exp + self.ten;
        let (up, down) = (exp.max(0) as usize, (-exp).max(0) as usize);
        let (whole, more) = if self.ten >= 0 {
            cut((mant * &self.five) << up, down)
        } else {
            let (whole, rest) = (mant << up).div_rem(&self.five << down);
            (whole, !rest.is_zero())
        };
        let mut text = whole.to_string().into_bytes();
        let point = text.len() as i64 - self.ten;
        if !more {
            trim(&mut text);
        }
        Digits { text, point, more }
    }
}

fn cut(value: UBig, bits: usize) -> (UBig, bool) {
    let more = value.trailing_zeros().is_some_and(|zeros| zeros < bits);
    (value >> bits, more)
}

fn trim(text: &mut Vec<u8>) {
    let kept = text.iter().rposition(|c| *c != b'0').map_or(0, |at| at + 1);
    text.truncate(kept);
}

/// Rounds to what a verb with an explicit precision shows.
fn fixed(mant: &UBig, exp: i64, verb: char, precision: usize) -> Digits {
    let wanted = match verb {
        'e' | 'E' => 1 + precision as i64,
        'g' | 'G' => precision.max(1) as i64,
        // One more than estimated, because the estimate may be one short.
        _ => digits_of(mant.bit_len() as i64 + exp) + 2 + precision as i64,
    };
    let scale = Scale::new(mant.bit_len() as i64 + exp, exp, wanted.max(0) as usize + 1);
    let mut digits = scale.leading(mant, exp);
    let wanted = if matches!(verb, 'f' | 'F') { digits.point + precision as i64 } else { wanted };
    if let Ok(wanted) = usize::try_from(wanted) {
        digits.round(wanted);
    }
    digits
}

/// The fewest digits that read back as the value at `prec` bits.
///
/// Whatever lies between half a unit below and half a unit above reads back; the digits of the
/// value are followed until they leave those of one bound.
fn shortest(mant: &UBig, exp: i64, prec: u32) -> Digits {
    let want = digits_of(i64::from(prec)) as usize + 6;
    // One bit more than the precision: its lowest bit is half a unit.
    let shift = i64::from(prec) + 1 - mant.bit_len() as i64;
    let (up, down) = (shift.max(0) as usize, (-shift).max(0) as usize);
    let wide = (mant << up) >> down;
    let exp = exp - shift;
    let even = !wide.bit(1);
    let scale = Scale::new(wide.bit_len() as i64 + exp, exp, want);
    let mut digits = scale.leading(&wide, exp);
    let lower = scale.leading(&(&wide - 1u8), exp);
    let upper = scale.leading(&(&wide + 1u8), exp);
    let at = |d: &Digits, i: usize| d.text.get(i).copied().unwrap_or(b'0');
    for i in 0..digits.text.len() {
        let (low, this, high) = (at(&lower, i), at(&digits, i), at(&upper, i));
        let last_of_lower = !lower.more && i + 1 == lower.text.len();
        let down = low != this || (even && last_of_lower);
        let more_of_upper = upper.more || i + 1 < upper.text.len();
        let up = this != high && (even || this + 1 < high || more_of_upper);
        match (down, up) {
            (true, true) => digits.round(i + 1),
            (true, false) => digits.round_down(i + 1),
            (false, true) => digits.round_up(i + 1),
            (false, false) => continue,
        }
        break;
    }
    digits
}

impl Digits {
    /// Keeps `n` digits, nearest, ties to even.
    fn round(&mut self, n: usize) {
        let Some(&next) = self.text.get(n) else { return };
        let tie = next == b'5' && n + 1 == self.text.len() && !self.more;
        let up = if tie { n > 0 && self.text[n - 1] % 2 == 1 } else { next >= b'5' };
        if up { self.round_up(n) } else { self.round_down(n) }
    }

    fn round_up(&mut self, n: usize) {
        if n >= self.text.len() {
            return;
        }
        self.more = false;
        self.text.truncate(n);
        while self.text.last() == Some(&b'9') {
            self.text.pop();
        }
        match self.text.last_mut() {
            Some(digit) => *digit += 1,
            None => {
                self.text.push(b'1');
                self.point += 1;
            }
        }
    }

    fn round_down(&mut self, n: usize) {
        if n >= self.text.len() {
            return;
        }
        self.more = false;
        self.text.truncate(n);
        trim(&mut self.text);
        if self.text.is_empty() {
            self.point = 0;
        }
    }

    fn at(&self, i: i64) -> char {
        let digit = usize::try_from(i).ok().and_then(|i| self.text.get(i));
        digit.map_or('0', |c| char::from(*c))
    }

    fn push_to(&self, out: &mut String, from: i64, count: usize) {
        out.extend((from..).take(count).map(|i| self.at(i)));
    }
}

/// `d.ddde±dd`, with `n` digits after the point.
fn write_e(out: &mut String, digits: &Digits, letter: char, n: usize) {
    digits.push_to(out, 0, 1);
    if n > 0 {
        out.push('.');
        digits.push_to(out, 1, n);
    }
    let exponent = if digits.text.is_empty() { 0 } else { digits.point - 1 };
    let sign = if exponent < 0 { '-' } else { '+' };
    out.push_str(&format!("{letter}{sign}{:02}", exponent.abs()));
}

/// `ddd.ddd`, with `n` digits after the point.
fn write_f(out: &mut String, digits: &Digits, n: usize) {
    match usize::try_from(digits.point) {
        Ok(count @ 1..) => digits.push_to(out, 0, count),
        _ => out.push('0'),
    }
    if n > 0 {
        out.push('.');
        digits.push_to(out, digits.point, n);
    }
}
