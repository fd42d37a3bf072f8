//! Timestamps as `formatdate`, `timeadd` and `timecmp` take them: RFC 3339,
//! with the errors of Terraform, which come from how Go reads dates.

mod duration;
mod format;

pub use duration::parse_duration;
pub use format::format_date;

use std::fmt;

use value::quote::quote;

/// A point in time with the offset it was written with.
#[derive(Debug, Clone, Copy)]
pub struct Timestamp {
    /// Seconds since 1970 in UTC.
    seconds: i64,
    nanos: i32,
    /// Seconds east of UTC.
    offset: i32,
}

/// The fields a timestamp shows in its own offset.
#[derive(Debug, Clone, Copy)]
struct Fields {
    year: i64,
    month: u32,
    day: u32,
    /// Sunday is 0.
    weekday: usize,
    hour: u32,
    minute: u32,
    second: u32,
}

impl Timestamp {
    /// Reads an RFC 3339 timestamp; the error is a whole sentence.
    pub fn parse(text: &str) -> Result<Timestamp, String> {
        parse(text).map_err(|problem| format!("not a valid RFC3339 timestamp: {problem}"))
    }

    /// The timestamp of a moment given in seconds and nanoseconds since 1970.
    pub fn from_unix(seconds: i64, nanos: u32) -> Timestamp {
        Timestamp { seconds, nanos: nanos.min(999_999_999) as i32, offset: 0 }
    }

    /// The moment that many nanoseconds later, in the same offset.
    pub fn add_nanos(self, nanos: i64) -> Timestamp {
        let total = i64::from(self.nanos) + nanos % NANOS;
        let seconds = self.seconds.saturating_add(nanos / NANOS).saturating_add(total.div_euclid(NANOS));
        Timestamp { seconds, nanos: total.rem_euclid(NANOS) as i32, offset: self.offset }
    }

    /// Compares the moments, whatever their offsets.
    pub fn compare(self, other: Timestamp) -> std::cmp::Ordering {
        (self.seconds, self.nanos).cmp(&(other.seconds, other.nanos))
    }

    fn fields(self) -> Fields {
        let local = self.seconds.saturating_add(i64::from(self.offset));
        let (days, second) = (local.div_euclid(DAY), local.rem_euclid(DAY) as u32);
        let (year, month, day) = date_of(days);
        Fields {
            year,
            month,
            day,
            // The first of January 1970 was a Thursday.
            weekday: (days + 4).rem_euclid(7) as usize,
            hour: second / 3600,
            minute: second / 60 % 60,
            second: second % 60,
        }
    }

    /// The offset as `+hh:mm` with the given separator.
    fn offset_text(self, separator: &str) -> String {
        let minutes = self.offset.abs() / 60;
        let sign = if self.offset < 0 { '-' } else { '+' };
        format!("{sign}{:02}{separator}{:02}", minutes / 60, minutes % 60)
    }
}

/// RFC 3339 without fractions of a second, as Terraform shows timestamps.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.fields();
        let sign = if at.year < 0 { "-" } else { "" };
        write!(f, "{sign}{:04}-{:02}-{:02}", at.year.abs(), at.month, at.day)?;
        write!(f, "T{:02}:{:02}:{:02}", at.hour, at.minute, at.second)?;
        if self.offset == 0 { f.write_str("Z") } else { f.write_str(&self.offset_text(":")) }
    }
}

const NANOS: i64 = 1_000_000_000;
const DAY: i64 = 86_400;

/// Days since 1970 of a date of the Gregorian calendar. Years are counted
/// from March, so that a leap day is the last of its year.
fn days_of(year: i64, month: u32, day: u32) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = i64::from((153 * ((month + 9) % 12) + 2) / 5 + day - 1);
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

fn date_of(days: i64) -> (i64, u32, u32) {
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_index = (5 * day_of_year + 2) / 153;
    let day = (day_of_year - (153 * month_index + 2) / 5 + 1) as u32;
    let month = (if month_index < 10 { month_index + 3 } else { month_index - 9 }) as u32;
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    (year, month, day)
}

fn days_in(year: i64, month: u32) -> u32 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn parse(text: &str) -> Result<Timestamp, String> {
    let mut reader = Reader { rest: text.as_bytes() };
    let year = reader.year()?;
    reader.separator('-')?;
    let month = reader.number("month", true, 1..=12)?;
    reader.separator('-')?;
    let day = reader.number("day of month", true, 0..=99)?;
    if !reader.rest.starts_with(b"T") {
        return Err("missing required time introducer 'T'".to_owned());
    }
    reader.rest = &reader.rest[1..];
    // Go reads an hour of one digit; that is refused when all else is right.
    let hour_text = reader.rest;
    let hour = reader.number("hour", false, 0..=23)?;
    reader.separator(':')?;
    let minute = reader.number("minute", true, 0..=59)?;
    reader.separator(':')?;
    let second = reader.number("second", true, 0..=59)?;
    let fraction = reader.rest;
    let nanos = reader.fraction();
    let offset_text = reader.rest;
    let (offset_hour, offset_minute, offset) = reader.offset()?;
    if !reader.rest.is_empty() {
        return Err(cannot_use(reader.rest, "timestamp segment"));
    }
    if day < 1 || day > days_in(year, month) {
        return Err("day out of range".to_owned());
    }
    if hour_text.get(1) == Some(&b':') {
        return Err("hour must have exactly two digits".to_owned());
    }
    if fraction.starts_with(b",") {
        return Err(cannot_use(b",", "timestamp segment"));
    }
    if offset_hour >= 24 || offset_minute >= 60 {
        return Err(cannot_use(offset_text, "UTC offset"));
    }
    let of_day = i64::from(hour * 3600 + minute * 60 + second);
    let seconds = days_of(year, month, day) * DAY + of_day - i64::from(offset);
    Ok(Timestamp { seconds, nanos, offset })
}

fn cannot_use(text: &[u8], what: &str) -> String {
    if text.is_empty() {
        return format!("end of string before {what}");
    }
    format!("cannot use {} as {what}", quote(&String::from_utf8_lossy(text)))
}

/// What is left to read. Bytes, as Go cuts fields off without regard for
/// characters.
struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    fn year(&mut self) -> Result<i64, String> {
        let digits = self.rest.get(..4).filter(|four| four.iter().all(u8::is_ascii_digit));
        let Some(digits) = digits else { return Err(cannot_use(self.rest, "year")) };
        let year = digits.iter().fold(0, |year, d| year * 10 + i64::from(d - b'0'));
        self.rest = &self.rest[4..];
        Ok(year)
    }

    fn separator(&mut self, separator: char) -> Result<(), String> {
        match self.rest.first() {
            Some(&b) if b == separator as u8 => {
                self.rest = &self.rest[1..];
                Ok(())
            }
            None => Err(format!("end of string where \"{separator}\" is expected")),
            Some(_) => {
                let found = quote(&String::from_utf8_lossy(self.rest));
                Err(format!("found {found} where \"{separator}\" is expected"))
            }
        }
    }

    /// A number of two digits, or of one where `fixed` does not forbid it.
    fn number(
        &mut self,
        what: &'static str,
        fixed: bool,
        range: std::ops::RangeInclusive<u32>,
    ) -> Result<u32, String> {
        let digits = self.rest.iter().take(2).take_while(|b| b.is_ascii_digit()).count();
        if digits < if fixed { 2 } else { 1 } {
            return Err(bad_number(self.rest, what));
        }
        let (field, rest) = self.rest.split_at(digits);
        let value = field.iter().fold(0, |n, d| n * 10 + u32::from(d - b'0'));
        self.rest = rest;
        // Of a number out of range Go reports what follows it.
        if range.contains(&value) { Ok(value) } else { Err(bad_number(rest, what)) }
    }

    fn fraction(&mut self) -> i32 {
        let [b'.' | b',', rest @ ..] = self.rest else { return 0 };
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 {
            return 0;
        }
        self.rest = &rest[digits..];
        let shown = rest[..digits].iter().chain(std::iter::repeat(&b'0')).take(9);
        shown.fold(0, |n, d| n * 10 + i32::from(d - b'0'))
    }

    /// The hours, minutes and signed seconds of the offset.
    fn offset(&mut self) -> Result<(u32, u32, i32), String> {
        const WHAT: &str = "UTC offset";
        if let [b'Z', rest @ ..] = self.rest {
            self.rest = rest;
            return Ok((0, 0, 0));
        }
        let digit = |b: &u8| b.is_ascii_digit().then(|| u32::from(b - b'0'));
        let two = |pair: &[u8]| Some(digit(&pair[0])? * 10 + digit(&pair[1])?);
        let field = self.rest.get(..6).filter(|field| field[3] == b':');
        let Some(field) = field else { return Err(cannot_use(self.rest, WHAT)) };
        let (hour, minute) = (two(&field[1..3]), two(&field[4..6]));
        if hour.is_some_and(|h| h > 24) || hour.is_some() && minute.is_some_and(|m| m > 60) {
            return Err(cannot_use(&self.rest[6..], WHAT));
        }
        let sign = match field[0] {
            b'+' => 1,
            b'-' => -1,
            _ => return Err(cannot_use(self.rest, WHAT)),
        };
        let (Some(hour), Some(minute)) = (hour, minute) else { return Err(cannot_use(self.rest, WHAT)) };
        self.rest = &self.rest[6..];
        Ok((hour, minute, sign * (hour * 3600 + minute * 60) as i32))
    }
}

fn bad_number(text: &[u8], what: &str) -> String {
    match what {
        _ if text.is_empty() => cannot_use(text, what),
        "hour" if text.contains(&b':') => "hour must be between 0 and 23 inclusive".to_owned(),
        "hour" | "minute" if text.len() != 2 => format!("{what} must have exactly two digits"),
        _ => cannot_use(text, what),
    }
}

#[cfg(test)]
mod tests;
