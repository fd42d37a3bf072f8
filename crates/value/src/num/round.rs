//! Rounding a magnitude to a precision and choosing the representation for it.

use super::{Big, MAX_EXPONENT, Num, NumError, Repr};
use dashu_int::UBig;
use dashu_int::ops::BitTest;
use std::sync::Arc;

/// Past these exponents the language itself gives up: infinity above, zero below.
const LANGUAGE_MAX: i64 = i32::MAX as i64;
const LANGUAGE_MIN: i64 = i32::MIN as i64;

/// Rounds `mant * 2^exp` to `prec` bits, ties to even, and makes the mantissa odd.
///
/// `sticky` says that something below the last bit was cut off; the caller then gives
/// at least two bits more than `prec`. The mantissa is not zero.
pub(super) fn round(mut mant: UBig, mut exp: i64, sticky: bool, prec: u32) -> (UBig, i64) {
    let bits = mant.bit_len();
    let prec = prec as usize;
    if bits > prec {
        let cut = bits - prec;
        let half = mant.bit(cut - 1);
        let below = sticky || mant.trailing_zeros().is_some_and(|zeros| zeros < cut - 1);
        mant >>= cut;
        exp += cut as i64;
        if half && (below || mant.bit(0)) {
            mant += 1u8;
        }
    }
    let zeros = mant.trailing_zeros().unwrap_or(0);
    if zeros > 0 {
        mant >>= zeros;
        exp += zeros as i64;
    }
    (mant, exp)
}

/// Rounds a magnitude (see [`round`]) and makes a number of it.
pub(super) fn finish(neg: bool, mant: UBig, exp: i64, sticky: bool, prec: u32) -> Result<Num, NumError> {
    let (mant, exp) = round(mant, exp, sticky, prec);
    let top = mant.bit_len() as i64 + exp;
    if exp >= 0
        && top <= 64
        && let Ok(small) = u64::try_from(&mant)
        && let Some(v) = signed(neg, small << exp)
    {
        return Ok(Num::int(prec, v));
    }
    if top > LANGUAGE_MAX {
        return Ok(Num::inf(neg, prec));
    }
    if top < LANGUAGE_MIN {
        return Ok(Num::zero_signed(neg, prec));
    }
    if top.abs() > MAX_EXPONENT {
        return Err(NumError::OutOfRange);
    }
    Ok(Num(Repr::Big(Arc::new(Big { mant, exp, prec, neg }))))
}

fn signed(neg: bool, magnitude: u64) -> Option<i64> {
    if neg { 0i64.checked_sub_unsigned(magnitude) } else { i64::try_from(magnitude).ok() }
}
