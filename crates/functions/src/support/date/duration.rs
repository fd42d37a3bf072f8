//! Go's notation of durations, such as `1h30m` or `-1.5s`.

/// Reads a duration as nanoseconds; the error is Go's.
pub fn parse_duration(text: &str) -> Result<i64, String> {
    let invalid = || format!("time: invalid duration {}", quote(text));
    let (negative, mut rest) = match text.as_bytes() {
        [b'-', ..] => (true, &text[1..]),
        [b'+', ..] => (false, &text[1..]),
        _ => (false, text),
    };
    if rest == "0" {
        return Ok(0);
    }
    if rest.is_empty() {
        return Err(invalid());
    }
    let mut total = 0u64;
    while !rest.is_empty() {
        let (whole, after_whole) = split_digits(rest);
        let (fraction, after) = match after_whole.strip_prefix('.') {
            Some(after_point) => split_digits(after_point),
            None => ("", after_whole),
        };
        if whole.is_empty() && fraction.is_empty() {
            return Err(invalid());
        }
        let count = if whole.is_empty() { 0 } else { whole.parse().map_err(|_| invalid())? };
        let end = after.find(|c: char| c == '.' || c.is_ascii_digit()).unwrap_or(after.len());
        let (unit_name, after_unit) = after.split_at(end);
        rest = after_unit;
        if count > LIMIT {
            return Err(invalid());
        }
        if unit_name.is_empty() {
            return Err(format!("time: missing unit in duration {}", quote(text)));
        }
        let Some(unit) = unit(unit_name) else {
            return Err(format!("time: unknown unit {} in duration {}", quote(unit_name), quote(text)));
        };
        if count > LIMIT / unit {
            return Err(invalid());
        }
        let nanos = count * unit + fraction_of(fraction, unit);
        // Go adds without a check of its own; only the sum is looked at.
        total = total.wrapping_add(nanos);
        if nanos > LIMIT || total > LIMIT {
            return Err(invalid());
        }
    }
    if negative {
        return Ok((total as i64).wrapping_neg());
    }
    i64::try_from(total).map_err(|_| invalid())
}

/// The magnitude of the least duration.
const LIMIT: u64 = 1 << 63;

fn unit(name: &str) -> Option<u64> {
    Some(match name {
        "ns" => 1,
        "us" | "\u{b5}s" | "\u{3bc}s" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return None,
    })
}

fn split_digits(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
}

/// The fraction of a unit in nanoseconds, by floating point as Go has it.
fn fraction_of(digits: &str, unit: u64) -> u64 {
    let (mut value, mut scale) = (0u64, 1f64);
    for digit in digits.bytes().map(|b| u64::from(b - b'0')) {
        // Digits that no longer fit are dropped.
        if value > (LIMIT - 1) / 10 || value * 10 + digit > LIMIT {
            break;
        }
        value = value * 10 + digit;
        scale *= 10.0;
    }
    (value as f64 * (unit as f64 / scale)) as u64
}

/// The quoting of Go's `time` package, which escapes byte by byte.
fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            ' '..='\x7f' => out.push(c),
            _ => {
                let mut bytes = [0; 4];
                let escaped = c.encode_utf8(&mut bytes).bytes().map(|b| format!("\\x{b:02x}"));
                out.extend(escaped);
            }
        }
    }
    out.push('"');
    out
}
