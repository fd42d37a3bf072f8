//! Arithmetic: each operation has a path for small integers and a general one.

use super::round::finish;
use super::{Big, Magnitude, Num, NumError, PREC_TEXT, Repr};
use dashu_int::UBig;
use dashu_int::ops::{BitTest, DivRem};
use std::sync::Arc;

impl Num {
    /// The sum, at the larger of both precisions.
    #[inline]
    pub fn add(&self, other: &Num) -> Result<Num, NumError> {
        if let (Repr::Int { prec: p, v: a }, Repr::Int { prec: q, v: b }) = (&self.0, &other.0)
            && let Some(v) = a.checked_add(*b)
            && fits(v, *p.max(q))
        {
            return Ok(Num::int(*p.max(q), v));
        }
        add_signed(self, other, other.is_neg(), self.prec().max(other.prec()))
            .ok_or(NumError::OpposingInfinities)?
    }

    /// The difference, at the larger of both precisions.
    #[inline]
    pub fn sub(&self, other: &Num) -> Result<Num, NumError> {
        if let (Repr::Int { prec: p, v: a }, Repr::Int { prec: q, v: b }) = (&self.0, &other.0)
            && let Some(v) = a.checked_sub(*b)
            && fits(v, *p.max(q))
        {
            return Ok(Num::int(*p.max(q), v));
        }
        add_signed(self, other, !other.is_neg(), self.prec().max(other.prec()))
            .ok_or(NumError::InfinityMinusInfinity)?
    }

    /// The product, at the larger of both precisions or as many bits (up to 512) as it needs.
    #[inline]
    pub fn mul(&self, other: &Num) -> Result<Num, NumError> {
        if let (Repr::Int { prec: p, v: a }, Repr::Int { prec: q, v: b }) = (&self.0, &other.0)
            && let Some(v) = a.checked_mul(*b)
            && fits(v, *p.max(q))
        {
            // Zero times a negative number is negative zero.
            return Ok(if v == 0 && (a ^ b) < 0 {
                Num::zero_signed(true, *p.max(q))
            } else {
                Num::int(*p.max(q), v)
            });
        }
        let prec = self.prec().max(other.prec());
        let product = mul_at(self, other, PREC_TEXT)?;
        let needed = match product.magnitude() {
            Magnitude::Finite(mant, _) => mant.bit_len() - mant.trailing_zeros().unwrap_or(0),
            Magnitude::Zero | Magnitude::Inf => 0,
        };
        Ok(product.relabel(prec.max(needed as u32)))
    }

    /// The quotient, at the larger of both precisions. Something by zero is an infinity.
    pub fn div(&self, other: &Num) -> Result<Num, NumError> {
        let prec = self.prec().max(other.prec());
        if let (Repr::Int { v: a, .. }, Repr::Int { v: b, .. }) = (&self.0, &other.0)
            && *a != 0
            && let (Some(v), Some(0)) = (a.checked_div(*b), a.checked_rem(*b))
            && fits(v, prec)
        {
            return Ok(Num::int(prec, v));
        }
        let neg = self.is_neg() != other.is_neg();
        match (self.magnitude(), other.magnitude()) {
            (Magnitude::Zero, Magnitude::Zero) | (Magnitude::Inf, Magnitude::Inf) => {
                Err(NumError::UndefinedQuotient)
            }
            (Magnitude::Zero, _) | (_, Magnitude::Inf) => Ok(Num::zero_signed(neg, prec)),
            (Magnitude::Inf, _) | (_, Magnitude::Zero) => Ok(Num::inf(neg, prec)),
            (Magnitude::Finite(a, ea), Magnitude::Finite(b, eb)) => {
                let (mant, exp, sticky) = quotient(&a, &b, prec);
                finish(neg, mant, exp + ea - eb, sticky, prec)
            }
        }
    }

    /// The remainder with the sign of `self`; `self` unchanged if `other` is zero.
    ///
    /// It is what `self - trunc(self / other) * other` gives when each step rounds to the
    /// precision of `self` (the quotient to that of `/`), so it may be inexact for huge quotients.
    pub fn rem(&self, other: &Num) -> Result<Num, NumError> {
        if let (Repr::Int { prec, v: a }, Repr::Int { v: b, .. }) = (&self.0, &other.0)
            && *prec >= 64
            && let Some(v) = a.checked_rem(*b)
        {
            return Ok(Num::int(*prec, v));
        }
        if other.is_zero() {
            return Ok(self.clone());
        }
        if self.is_inf() || other.is_inf() {
            return Err(NumError::UndefinedRemainder);
        }
        let prec = self.prec();
        let whole = self.div(other)?.trunc_at(prec, 0)?;
        let taken = mul_at(other, &whole, prec)?;
        add_signed(self, &taken, !taken.is_neg(), prec).ok_or(NumError::UndefinedRemainder)?
    }

    /// The number with the other sign; zero becomes negative zero.
    pub fn neg(&self) -> Num {
        match &self.0 {
            Repr::Int { prec, v: 0 } => Num::zero_signed(true, *prec),
            Repr::Int { prec, v } => match v.checked_neg() {
                Some(v) => Num::int(*prec, v),
                None => Num(Repr::Big(Arc::new(Big { mant: UBig::ONE, exp: 63, prec: *prec, neg: false }))),
            },
            Repr::NegZero { prec } => Num::int(*prec, 0),
            Repr::Inf { neg, prec } => Num::inf(!neg, *prec),
            // Through `finish` because 2^63 negated fits i64.
            Repr::Big(big) => finish(!big.neg, big.mant.clone(), big.exp, false, big.prec)
                .expect("the magnitude was in range before"),
        }
    }

    /// The number without its sign.
    pub fn abs(&self) -> Num {
        if self.is_neg() { self.neg() } else { self.clone() }
    }

    /// The greatest whole number not above this one.
    pub fn floor(&self) -> Num {
        self.toward(true)
    }

    /// The smallest whole number not below this one.
    pub fn ceil(&self) -> Num {
        self.toward(false)
    }

    fn toward(&self, down: bool) -> Num {
        if self.is_integer() && !self.is_zero() {
            return self.clone();
        }
        let step = u8::from(self.is_neg() == down);
        self.trunc_at(self.prec(), step).expect("rounding to a whole number stays in range")
    }

    /// Minus one, zero or one. As in the language, only integers of 64 bits are accepted.
    pub fn signum(&self) -> Result<Num, NumError> {
        Ok(Num::from_i64(self.to_i64().ok_or(NumError::NotInt64)?.signum()))
    }

    /// Cuts the fraction off, adds `step` to the magnitude and rounds to `prec`. Zero loses its sign.
    fn trunc_at(&self, prec: u32, step: u8) -> Result<Num, NumError> {
        match self.magnitude() {
            Magnitude::Inf => Ok(self.clone()),
            Magnitude::Zero => Ok(Num::int(prec, 0)),
            Magnitude::Finite(mant, exp) if exp >= 0 => {
                finish(self.is_neg(), mant.into_owned(), exp, false, prec)
            }
            Magnitude::Finite(mant, exp) => {
                let whole = &*mant >> exp.unsigned_abs() as usize;
                let whole = whole + step;
                if whole.is_zero() {
                    return Ok(Num::int(prec, 0));
                }
                finish(self.is_neg(), whole, 0, false, prec)
            }
        }
    }

    /// The same value with another precision tag that its mantissa fits.
    fn relabel(self, prec: u32) -> Num {
        match self.0 {
            Repr::Int { v, .. } => Num::int(prec, v),
            Repr::NegZero { .. } => Num::zero_signed(true, prec),
            Repr::Inf { neg, .. } => Num::inf(neg, prec),
            Repr::Big(mut big) => {
                match Arc::get_mut(&mut big) {
                    Some(own) => own.prec = prec,
                    None => {
                        big = Arc::new(Big { mant: big.mant.clone(), exp: big.exp, prec, neg: big.neg });
                    }
                }
                Num(Repr::Big(big))
            }
        }
    }
}

/// May `v` be kept as it is at this precision? Errs on the side of "no".
#[inline]
fn fits(v: i64, prec: u32) -> bool {
    prec >= 64 || 64 - v.unsigned_abs().leading_zeros() <= prec
}

/// The product rounded to `prec`.
fn mul_at(a: &Num, b: &Num, prec: u32) -> Result<Num, NumError> {
    let neg = a.is_neg() != b.is_neg();
    match (a.magnitude(), b.magnitude()) {
        (Magnitude::Zero, Magnitude::Inf) | (Magnitude::Inf, Magnitude::Zero) => {
            Err(NumError::ZeroTimesInfinity)
        }
        (Magnitude::Zero, _) | (_, Magnitude::Zero) => Ok(Num::zero_signed(neg, prec)),
        (Magnitude::Inf, _) | (_, Magnitude::Inf) => Ok(Num::inf(neg, prec)),
        (Magnitude::Finite(x, ex), Magnitude::Finite(y, ey)) => finish(neg, &*x * &*y, ex + ey, false, prec),
    }
}

/// `a` plus the magnitude of `b` under the sign `b_neg`; `None` for opposing infinities.
fn add_signed(a: &Num, b: &Num, b_neg: bool, prec: u32) -> Option<Result<Num, NumError>> {
    let a_neg = a.is_neg();
    Some(match (a.magnitude(), b.magnitude()) {
        (Magnitude::Inf, Magnitude::Inf) if a_neg != b_neg => return None,
        (Magnitude::Inf, _) => Ok(Num::inf(a_neg, prec)),
        (_, Magnitude::Inf) => Ok(Num::inf(b_neg, prec)),
        (Magnitude::Zero, Magnitude::Zero) => Ok(Num::zero_signed(a_neg && b_neg, prec)),
        (Magnitude::Finite(x, ex), Magnitude::Zero) => finish(a_neg, x.into_owned(), ex, false, prec),
        (Magnitude::Zero, Magnitude::Finite(y, ey)) => finish(b_neg, y.into_owned(), ey, false, prec),
        (Magnitude::Finite(x, ex), Magnitude::Finite(y, ey)) => {
            add_finite((a_neg, &x, ex), (b_neg, &y, ey), prec)
        }
    })
}

fn add_finite(a: (bool, &UBig, i64), b: (bool, &UBig, i64), prec: u32) -> Result<Num, NumError> {
    let top = |(_, mant, exp): (bool, &UBig, i64)| mant.bit_len() as i64 + exp;
    let (hi, lo) = if top(a) >= top(b) { (a, b) } else { (b, a) };
    // The smaller operand may lie so far below that it only decides ties: no need to align then.
    let floor = hi.2.min(top(hi) - i64::from(prec) - 3);
    if top(lo) < floor {
        let mant = hi.1 << (hi.2 - floor) as usize;
        let mant = if hi.0 == lo.0 { mant } else { mant - 1u8 };
        return finish(hi.0, mant, floor, true, prec);
    }
    let exp = hi.2.min(lo.2);
    let x = hi.1 << (hi.2 - exp) as usize;
    let y = lo.1 << (lo.2 - exp) as usize;
    if hi.0 == lo.0 {
        return finish(hi.0, x + y, exp, false, prec);
    }
    match x.cmp(&y) {
        std::cmp::Ordering::Equal => Ok(Num::int(prec, 0)),
        std::cmp::Ordering::Greater => finish(hi.0, x - y, exp, false, prec),
        std::cmp::Ordering::Less => finish(lo.0, y - x, exp, false, prec),
    }
}

/// `a / b` with at least two bits more than `prec`: mantissa, exponent, "something was cut off".
pub(super) fn quotient(a: &UBig, b: &UBig, prec: u32) -> (UBig, i64, bool) {
    let shift = (prec as usize + 3 + b.bit_len()).saturating_sub(a.bit_len());
    let (mant, rest) = (a << shift).div_rem(b);
    (mant, -(shift as i64), !rest.is_zero())
}
