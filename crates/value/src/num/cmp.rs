//! Equality, order and hashing.

use super::{Magnitude, Num, Repr};
use dashu_int::ops::BitTest;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

impl PartialEq for Num {
    fn eq(&self, other: &Num) -> bool {
        match (&self.0, &other.0) {
            (Repr::Int { v: a, .. }, Repr::Int { v: b, .. }) => a == b,
            (Repr::Big(a), Repr::Big(b)) => {
                let same = a.neg == b.neg && a.exp == b.exp && a.mant == b.mant;
                // At one precision a text is one value, except that a power of two may share
                // the text of its lower neighbour: the unit below it is half as large.
                let distinct = a.prec == b.prec && !a.mant.is_one() && !b.mant.is_one();
                if a.exp >= 0 || b.exp >= 0 || distinct || (same && a.prec == b.prec) {
                    return same;
                }
                // The same value at two precisions may be two texts, and the other way round.
                a.neg == b.neg && close(self, other) && self.to_text() == other.to_text()
            }
            (Repr::Inf { neg: a, .. }, Repr::Inf { neg: b, .. }) => a == b,
            _ => self.is_zero() && other.is_zero(),
        }
    }
}

/// Could these fractions have the same text? Cheap, to avoid writing most of them out.
fn close(a: &Num, b: &Num) -> bool {
    let (x, y) = (a.to_f64(), b.to_f64());
    // Subnormal and vanishing magnitudes are too coarse to tell.
    (x - y).abs() <= x.abs() * 1e-12 || x.abs() < 1e-300 || !x.is_finite()
}

impl Eq for Num {}

impl Hash for Num {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match &self.0 {
            Repr::Int { v, .. } => v.hash(state),
            Repr::NegZero { .. } => 0i64.hash(state),
            Repr::Inf { neg, .. } => neg.hash(state),
            Repr::Big(big) if big.exp >= 0 => (big.neg, big.exp, &big.mant).hash(state),
            Repr::Big(_) => self.to_text().hash(state),
        }
    }
}

impl Ord for Num {
    fn cmp(&self, other: &Num) -> Ordering {
        if let (Repr::Int { v: a, .. }, Repr::Int { v: b, .. }) = (&self.0, &other.0) {
            return a.cmp(b);
        }
        let (a, b) = (self.sign(), other.sign());
        if a != b {
            return a.cmp(&b);
        }
        let order = cmp_magnitude(self.magnitude(), other.magnitude());
        if a < 0 { order.reverse() } else { order }
    }
}

impl PartialOrd for Num {
    fn partial_cmp(&self, other: &Num) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    fn le(&self, other: &Num) -> bool {
        self.cmp(other).is_le() || self == other
    }

    fn ge(&self, other: &Num) -> bool {
        self.cmp(other).is_ge() || self == other
    }
}

fn cmp_magnitude(a: Magnitude<'_>, b: Magnitude<'_>) -> Ordering {
    match (a, b) {
        (Magnitude::Zero, Magnitude::Zero) | (Magnitude::Inf, Magnitude::Inf) => Ordering::Equal,
        (Magnitude::Zero, _) | (_, Magnitude::Inf) => Ordering::Less,
        (_, Magnitude::Zero) | (Magnitude::Inf, _) => Ordering::Greater,
        (Magnitude::Finite(x, ex), Magnitude::Finite(y, ey)) => {
            let (top_x, top_y) = (x.bit_len() as i64 + ex, y.bit_len() as i64 + ey);
            // With equal tops the exponents differ by at most the mantissas' lengths.
            top_x.cmp(&top_y).then_with(|| {
                if ex >= ey {
                    (&*x << (ex - ey) as usize).cmp(&*y)
                } else {
                    (*x).cmp(&(&*y << (ey - ex) as usize))
                }
            })
        }
    }
}
