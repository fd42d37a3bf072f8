//! Dates and times, which become text in the form of RFC 3339.

/// The text in the form of RFC 3339, if it is a date or a time as YAML writes them. The time follows
/// the date after `T`, `t` or a space; after a space it has no zone.
pub(crate) fn as_rfc3339(text: &str) -> Option<String> {
    let mut scan = Scan(text.as_bytes());
    let year = scan.digits(4, 4)?;
    scan.byte(b'-')?;
    let month = scan.digits(1, 2)?;
    scan.byte(b'-')?;
    let day = scan.digits(1, 2)?;
    if !(1..=12).contains(&month) || day < 1 || day > days_in(year, month) {
        return None;
    }
    let date = format!("{year:04}-{month:02}-{day:02}");
    let Some((separator, rest)) = scan.0.split_first() else { return Some(format!("{date}T00:00:00Z")) };
    scan.0 = rest;
    let with_zone = match separator {
        b'T' | b't' => true,
        b' ' => false,
        _ => return None,
    };
    let hour = scan.digits(1, 2).filter(|hour| *hour < 24)?;
    scan.byte(b':')?;
    let minute = scan.digits(1, 2).filter(|minute| *minute < 60)?;
    scan.byte(b':')?;
    let second = scan.digits(1, 2).filter(|second| *second < 60)?;
    scan.fraction();
    let zone = if with_zone { scan.zone()? } else { 0 };
    if !scan.0.is_empty() {
        return None;
    }
    let zone = match zone {
        0 => "Z".to_owned(),
        _ => {
            let sign = if zone < 0 { '-' } else { '+' };
            format!("{sign}{:02}:{:02}", zone.abs() / 60, zone.abs() % 60)
        }
    };
    Some(format!("{date}T{hour:02}:{minute:02}:{second:02}{zone}"))
}

fn days_in(year: u32, month: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// What is left to read.
struct Scan<'a>(&'a [u8]);

impl Scan<'_> {
    fn digits(&mut self, least: usize, most: usize) -> Option<u32> {
        let count = self.0.iter().take(most).take_while(|byte| byte.is_ascii_digit()).count();
        if count < least {
            return None;
        }
        let (digits, rest) = self.0.split_at(count);
        self.0 = rest;
        Some(digits.iter().fold(0, |number, digit| number * 10 + u32::from(digit - b'0')))
    }

    fn byte(&mut self, wanted: u8) -> Option<()> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        (*first == wanted).then_some(())
    }

    /// Parts of a second are read and left out.
    fn fraction(&mut self) {
        if let [b'.' | b',', rest @ ..] = self.0 {
            let count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if count > 0 {
                self.0 = &rest[count..];
            }
        }
    }

    /// Minutes east of Greenwich.
    fn zone(&mut self) -> Option<i32> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        let sign = match first {
            b'Z' => return Some(0),
            b'+' => 1,
            b'-' => -1,
            _ => return None,
        };
        let hours = self.digits(2, 2).filter(|hours| *hours <= 24)?;
        self.byte(b':')?;
        let minutes = self.digits(2, 2).filter(|minutes| *minutes <= 60)?;
        Some(sign * (hours * 60 + minutes) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_times() {
        let check =
            |text: &str, expect: Option<&str>| assert_eq!(as_rfc3339(text).as_deref(), expect, "{text}");
        check("2024-01-02", Some("2024-01-02T00:00:00Z"));
        check("2024-1-2", Some("2024-01-02T00:00:00Z"));
        check("2024-02-29", Some("2024-02-29T00:00:00Z"));
        check("2023-02-29", None);
        check("2024-13-01", None);
        check("2024-01-02T03:04:05Z", Some("2024-01-02T03:04:05Z"));
        check("2024-01-02t3:4:5.6789Z", Some("2024-01-02T03:04:05Z"));
        check("2024-01-02T03:04:05.678+02:00", Some("2024-01-02T03:04:05+02:00"));
        check("2024-01-02T03:04:05-00:00", Some("2024-01-02T03:04:05Z"));
        check("2024-01-02 03:04:05,5", Some("2024-01-02T03:04:05Z"));
        check("2024-01-02 03:04:05Z", None);
        check("2024-01-02T03:04:05", None);
        check("2024-01-02T24:00:00Z", None);
        check("12024-01-02", None);
        check("2024-01-02x", None);
        check("2024-01", None);
    }
}
