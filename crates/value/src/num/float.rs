//! To and from `f64`, and the functions that the language computes in `f64`.

use super::round::finish;
use super::{Magnitude, Num, NumError, PREC_F64, gomath};
use dashu_int::UBig;
use dashu_int::ops::BitTest;

const FRACTION_BITS: i64 = 52;
/// Exponent of the last bit of the smallest subnormal.
const LOWEST: i64 = -1074;

impl Num {
    /// The number with 53 bits of precision; `None` for NaN.
    pub fn from_f64(v: f64) -> Option<Num> {
        let neg = v.is_sign_negative();
        if v.is_nan() {
            return None;
        }
        if v.is_infinite() {
            return Some(Num::inf(neg, PREC_F64));
        }
        if v == 0.0 {
            return Some(Num::zero_signed(neg, PREC_F64));
        }
        let (mant, exp) = gomath::decompose(v);
        finish(neg, UBig::from(mant), exp, false, PREC_F64).ok()
    }

    /// The nearest `f64`, ties to even; infinite if too large.
    pub fn to_f64(&self) -> f64 {
        let magnitude = match self.magnitude() {
            Magnitude::Zero => 0.0,
            Magnitude::Inf => f64::INFINITY,
            Magnitude::Finite(mant, exp) => {
                let top = mant.bit_len() as i64 + exp;
                let unit = (top - FRACTION_BITS - 1).max(LOWEST);
                if top > 1024 {
                    f64::INFINITY
                } else if top < LOWEST {
                    0.0
                } else {
                    nearest_units(&mant, exp - unit) as f64 * gomath::pow2(unit)
                }
            }
        };
        if self.is_neg() { -magnitude } else { magnitude }
    }

    /// The `f64` of exactly this value.
    pub fn to_f64_exact(&self) -> Option<f64> {
        let v = self.to_f64();
        // Numeric order, not language equality, which would take 0.1 for the f64 near it.
        let same = Num::from_f64(v).is_some_and(|back| back.cmp(self).is_eq());
        same.then_some(v)
    }

    /// `self` to the power of `power`, computed in `f64`.
    pub fn pow(&self, power: &Num) -> Result<Num, NumError> {
        Num::from_f64(gomath::pow(self.float_arg()?, power.float_arg()?)).ok_or(NumError::NotANumber)
    }

    /// The logarithm in the given base, computed in `f64`.
    pub fn log(&self, base: &Num) -> Result<Num, NumError> {
        let quotient = gomath::log(self.float_arg()?) / gomath::log(base.float_arg()?);
        Num::from_f64(quotient).ok_or(NumError::NotANumber)
    }

    /// The nearest `f64`, but a finite number must not become infinite.
    fn float_arg(&self) -> Result<f64, NumError> {
        let v = self.to_f64();
        if v.is_infinite() && !self.is_inf() { Err(NumError::NotFloat64) } else { Ok(v) }
    }
}

/// `mant * 2^exp` as a whole number of at most 54 bits, ties to even.
fn nearest_units(mant: &UBig, exp: i64) -> u64 {
    let cut = match usize::try_from(-exp) {
        Ok(cut @ 1..) => cut,
        _ => return u64::try_from(mant << exp as usize).unwrap_or(u64::MAX),
    };
    let units = u64::try_from(mant >> cut).unwrap_or(u64::MAX);
    let half = mant.bit(cut - 1);
    let below = mant.trailing_zeros().is_some_and(|zeros| zeros < cut - 1);
    units + u64::from(half && (below || units % 2 == 1))
}
