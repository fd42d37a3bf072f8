//! Numbers exactly as the configuration language has them: binary floats whose precision
//! belongs to the value (512 bits for literals and parsed text, 64 for integers made by
//! functions, 53 for values born as `f64`), rounded to nearest even, plus the infinities.
//!
//! Integers that fit `i64` never touch the heap; everything else shares one allocation.

mod arith;
mod cmp;
mod float;
mod gomath;
mod int;
mod parse;
mod round;
mod text;

#[cfg(test)]
mod tests;

use dashu_int::UBig;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

/// Precision of numbers read from text and of number literals.
pub const PREC_TEXT: u32 = 512;
/// Precision of integers made by functions, for example `length`.
pub const PREC_INT: u32 = 64;
/// Precision of numbers that were an `f64` first.
pub const PREC_F64: u32 = 53;

/// A finite number keeps its binary exponent within plus or minus this; about 10^1262611.
///
/// The formats we mirror allow 2^31, but writing such a number out needs hours and gigabytes.
pub const MAX_EXPONENT: i64 = 1 << 22;

/// A number of the configuration language.
///
/// `==` and `Hash` follow the language's equality: whole numbers compare by value, others by
/// their shortest decimal text, so `0.1` read from text equals the `f64` nearest to it.
/// `cmp` and `<` compare by exact value, and `<=` is "less or equal to" in those two senses,
/// which is how the language defines it too.
#[derive(Clone)]
pub struct Num(Repr);

/// Every whole number in `i64` range is `Int`, so the other variants never equal it.
#[derive(Clone)]
enum Repr {
    Int { prec: u32, v: i64 },
    NegZero { prec: u32 },
    Inf { neg: bool, prec: u32 },
    Big(Arc<Big>),
}

/// `(-1)^neg * mant * 2^exp`, with `mant` odd so that equal values have equal parts.
struct Big {
    mant: UBig,
    exp: i64,
    prec: u32,
    neg: bool,
}

/// The magnitude of a number, whatever its representation.
enum Magnitude<'a> {
    Zero,
    Inf,
    /// `mantissa * 2^exponent`, not zero; the mantissa may be even.
    Finite(Cow<'a, UBig>, i64),
}

/// Why an operation has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NumError {
    /// `+Inf + -Inf`.
    #[error("can't compute sum of opposing infinities")]
    OpposingInfinities,
    /// `Inf - Inf`.
    #[error("can't subtract infinity from itself")]
    InfinityMinusInfinity,
    /// `0 * Inf`.
    #[error("can't multiply zero by infinity")]
    ZeroTimesInfinity,
    /// `0 / 0` or `Inf / Inf`.
    #[error("can't divide zero by zero or infinity by infinity")]
    UndefinedQuotient,
    /// `%` with an infinite operand.
    #[error("can't use modulo with zero and infinity")]
    UndefinedRemainder,
    /// The result of a function is not a number, for example `log(-1, 2)`.
    #[error("the result is not a number")]
    NotANumber,
    /// A finite number is too large for the `f64` that a function computes with.
    #[error("value must be between {:.6} and {:.6} inclusive", f64::MIN, f64::MAX)]
    NotFloat64,
    /// A function wants an integer of 64 bits.
    #[error("value must be a whole number, between {} and {}", i64::MIN, i64::MAX)]
    NotInt64,
    /// The result is outside [`MAX_EXPONENT`].
    #[error("the result is too large or too small to represent")]
    OutOfRange,
}

impl Num {
    /// Zero, as functions start from it.
    pub const ZERO: Num = Num::int(PREC_F64, 0);
    /// One, as functions make it.
    pub const ONE: Num = Num::int(PREC_INT, 1);
    /// Positive infinity.
    pub const POS_INF: Num = Num(Repr::Inf { neg: false, prec: 0 });
    /// Negative infinity.
    pub const NEG_INF: Num = Num(Repr::Inf { neg: true, prec: 0 });

    /// Zero, as functions start from it.
    pub const fn zero() -> Num {
        Num::ZERO
    }

    /// One, as functions make it.
    pub const fn one() -> Num {
        Num::ONE
    }

    /// An integer as functions make it (64 bits of precision).
    pub const fn from_i64(v: i64) -> Num {
        Num::int(PREC_INT, v)
    }

    /// An integer as functions make it (64 bits of precision).
    pub fn from_u64(v: u64) -> Num {
        match i64::try_from(v) {
            Ok(v) => Num::from_i64(v),
            Err(_) => round::finish(false, UBig::from(v), 0, false, PREC_INT)
                .expect("64 bits are within the exponent range"),
        }
    }

    const fn int(prec: u32, v: i64) -> Num {
        Num(Repr::Int { prec, v })
    }

    const fn zero_signed(neg: bool, prec: u32) -> Num {
        if neg { Num(Repr::NegZero { prec }) } else { Num::int(prec, 0) }
    }

    const fn inf(neg: bool, prec: u32) -> Num {
        Num(Repr::Inf { neg, prec })
    }

    /// How many bits this value's mantissa may have.
    pub fn prec(&self) -> u32 {
        match &self.0 {
            Repr::Int { prec, .. } | Repr::NegZero { prec } | Repr::Inf { prec, .. } => *prec,
            Repr::Big(big) => big.prec,
        }
    }

    /// Is it one of the infinities?
    pub fn is_inf(&self) -> bool {
        matches!(self.0, Repr::Inf { .. })
    }

    /// Is it zero of either sign?
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Int { v: 0, .. } | Repr::NegZero { .. })
    }

    /// Is the sign negative? True for negative zero.
    pub fn is_neg(&self) -> bool {
        match &self.0 {
            Repr::Int { v, .. } => *v < 0,
            Repr::NegZero { .. } => true,
            Repr::Inf { neg, .. } => *neg,
            Repr::Big(big) => big.neg,
        }
    }

    /// Is it a whole number? Infinities are not.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Int { .. } | Repr::NegZero { .. } => true,
            Repr::Inf { .. } => false,
            Repr::Big(big) => big.exp >= 0,
        }
    }

    /// Minus one, zero or one; the sign of zero does not count.
    fn sign(&self) -> i8 {
        match (self.is_zero(), self.is_neg()) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }

    fn magnitude(&self) -> Magnitude<'_> {
        match &self.0 {
            Repr::Int { v: 0, .. } | Repr::NegZero { .. } => Magnitude::Zero,
            Repr::Int { v, .. } => Magnitude::Finite(Cow::Owned(UBig::from(v.unsigned_abs())), 0),
            Repr::Inf { .. } => Magnitude::Inf,
            Repr::Big(big) => Magnitude::Finite(Cow::Borrowed(&big.mant), big.exp),
        }
    }
}

impl fmt::Debug for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.to_text(), self.prec())
    }
}
