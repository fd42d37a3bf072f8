//! `pow` and `log` on `f64`, giving the same bits as the language's own tools on amd64.
//!
//! The platform's libm differs from them in the last digit, and that digit is visible.
//! Methods and constants are those of Go's math package (Copyright 2009 The Go Authors,
//! BSD-3-Clause), which has `log` from FreeBSD's msun and `exp` from SLEEF (public domain).

/// Splits a finite, non-zero value into an integer and a power of two.
pub(super) fn decompose(v: f64) -> (u64, i64) {
    let bits = v.to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i64;
    let fraction = bits & ((1 << 52) - 1);
    if exponent == 0 { (fraction, -1074) } else { (fraction | 1 << 52, exponent - 1075) }
}

/// `2^n`, for an `n` that gives a finite `f64`.
pub(super) fn pow2(n: i64) -> f64 {
    if n < -1022 {
        f64::from_bits(1u64 << (n + 1074).clamp(0, 51))
    } else {
        f64::from_bits(((n.min(1023) + 1023) as u64) << 52)
    }
}

/// Fraction in `[0.5, 1)` and exponent of a finite, non-zero value.
fn frexp(v: f64) -> (f64, i64) {
    let (mant, exp) = decompose(v);
    let bits = i64::from(64 - mant.leading_zeros());
    ((mant as f64 * pow2(-bits)).copysign(v), exp + bits)
}

/// `v * 2^exp`, rounded once.
fn ldexp(v: f64, exp: i64) -> f64 {
    if v == 0.0 || !v.is_finite() {
        return v;
    }
    let (fraction, own) = frexp(v);
    let exp = exp.saturating_add(own);
    match exp {
        1025.. => f64::INFINITY.copysign(v),
        // Powers of two are exact, so only the last product rounds.
        1.. => fraction * 2.0 * pow2(exp - 1),
        -1074.. => fraction * pow2(exp),
        _ => 0f64.copysign(v),
    }
}

/// Natural logarithm.
pub(super) fn log(x: f64) -> f64 {
    const LN2_HI: f64 = 6.931_471_803_691_238e-1;
    const LN2_LO: f64 = 1.908_214_929_270_587_7e-10;
    const L: [f64; 7] = [
        6.666_666_666_666_735e-1,
        3.999_999_999_940_942e-1,
        2.857_142_874_366_239e-1,
        2.222_219_843_214_978_4e-1,
        1.818_357_216_161_805e-1,
        1.531_383_769_920_937_3e-1,
        1.479_819_860_511_658_6e-1,
    ];
    if x == 0.0 {
        return f64::NEG_INFINITY;
    }
    if x < 0.0 {
        return f64::NAN;
    }
    if !x.is_finite() {
        return x;
    }
    // Taken from the bits even for subnormals, whose logarithm is therefore off: so is the original's.
    let bits = x.to_bits();
    let mut k = (bits >> 52) as f64 - 1022.0;
    let mut f = f64::from_bits(bits & ((1 << 52) - 1) | 0.5f64.to_bits());
    if f <= std::f64::consts::FRAC_1_SQRT_2 {
        k -= 1.0;
        f *= 2.0;
    }
    f -= 1.0;
    let s = f / (2.0 + f);
    let s2 = s * s;
    let s4 = s2 * s2;
    let odd = s2 * (L[0] + s4 * (L[2] + s4 * (L[4] + s4 * L[6])));
    let even = s4 * (L[1] + s4 * (L[3] + s4 * L[5]));
    let half_square = 0.5 * f * f;
    k * LN2_HI - ((half_square - (s * (half_square + (odd + even)) + k * LN2_LO)) - f)
}

/// `e^x` for the small finite arguments that [`pow`] has.
fn exp(x: f64) -> f64 {
    use std::f64::consts::LOG2_E;
    const LN2_UPPER: f64 = 0.693_147_180_559_662_956_511_601_805_686_950_683_593_75;
    const LN2_LOWER: f64 = 2.823_529_056_303_157_7e-13;
    const TAYLOR: [f64; 7] = [
        1.984_126_984_126_984e-4,
        1.388_888_888_888_889e-3,
        8.333_333_333_333_333e-3,
        4.166_666_666_666_666_4e-2,
        1.666_666_666_666_666_6e-1,
        0.5,
        1.0,
    ];
    if x > 7.09782712893384e+02 {
        return f64::INFINITY;
    }
    let exponent = (LOG2_E * x).round_ties_even();
    let reduced = (-exponent).mul_add(LN2_UPPER, x);
    let reduced = (-exponent).mul_add(LN2_LOWER, reduced) * 0.0625;
    let series = TAYLOR.iter().fold(2.480_158_730_158_73e-5, |sum: f64, c| sum.mul_add(reduced, *c));
    // e^r - 1, then squared four times in that form to undo the division by 16.
    let mut v = reduced * series;
    for _ in 0..3 {
        v *= v + 2.0;
    }
    let v = v.mul_add(v + 2.0, 1.0);
    ldexp(v, exponent as i64)
}

fn is_odd(y: f64) -> bool {
    y.abs() < 9_007_199_254_740_992.0 && y.trunc() == y && (y as i64) & 1 == 1
}

/// `x^y` with the special values of IEEE 754.
pub(super) fn pow(x: f64, y: f64) -> f64 {
    if y == 0.0 || x == 1.0 {
        return 1.0;
    }
    if y == 1.0 || x.is_nan() {
        return x;
    }
    if x == 0.0 {
        let magnitude = if y < 0.0 { f64::INFINITY } else { 0.0 };
        return if is_odd(y) { magnitude.copysign(x) } else { magnitude };
    }
    let vanishes = (x.abs() < 1.0) == (y > 0.0);
    if y.is_infinite() || y.abs() >= 9.223_372_036_854_776e18 && x.is_finite() {
        // A huge y is an even integer.
        return if x == -1.0 {
            1.0
        } else if vanishes {
            0.0
        } else {
            f64::INFINITY
        };
    }
    if x.is_infinite() {
        let magnitude = if y < 0.0 { 0.0 } else { f64::INFINITY };
        return if is_odd(y) { magnitude.copysign(x) } else { magnitude };
    }
    if y == 0.5 {
        return x.sqrt();
    }
    if y == -0.5 {
        return 1.0 / x.sqrt();
    }
    if y.fract() != 0.0 && x < 0.0 {
        return f64::NAN;
    }
    finite_pow(x, y)
}

/// The fraction of `y` by logarithm, its whole part by squaring, powers of two kept apart.
fn finite_pow(x: f64, y: f64) -> f64 {
    let (mut whole, mut fraction) = (y.abs().trunc(), y.abs().fract());
    let mut result = 1.0;
    let mut result_exp = 0i64;
    if fraction != 0.0 {
        if fraction > 0.5 {
            fraction -= 1.0;
            whole += 1.0;
        }
        result = exp(fraction * log(x));
    }
    let (mut base, mut base_exp) = frexp(x);
    let mut left = whole as i64;
    while left != 0 {
        if base_exp.abs() > 1 << 12 {
            // Enough to overflow or underflow below, whatever is left.
            result_exp += base_exp;
            break;
        }
        if left & 1 == 1 {
            result *= base;
            result_exp += base_exp;
        }
        base *= base;
        base_exp <<= 1;
        if base < 0.5 {
            base += base;
            base_exp -= 1;
        }
        left >>= 1;
    }
    if y < 0.0 {
        result = 1.0 / result;
        result_exp = -result_exp;
    }
    ldexp(result, result_exp)
}
