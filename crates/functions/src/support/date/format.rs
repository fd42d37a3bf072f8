//! The format language of `formatdate`.

use super::Timestamp;
use value::quote::quote;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// Writes a timestamp by a format: runs of a letter are verbs, quoted text
/// stands for itself, and so does all else.
pub fn format_date(format: &str, time: Timestamp) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = format;
    while let Some(first) = rest.chars().next() {
        let token;
        (token, rest) = rest.split_at(token_length(rest, first));
        if first == '\'' {
            out.push_str(&literal(token)?);
        } else if first.is_ascii_alphabetic() {
            out.push_str(&verb(first, token, time)?);
        } else {
            out.push_str(token);
        }
    }
    Ok(out)
}

fn token_length(text: &str, first: char) -> usize {
    if first == '\'' {
        return quoted_length(text);
    }
    let ends = |c: char| {
        if first.is_ascii_alphabetic() { c != first } else { c == '\'' || c.is_ascii_alphabetic() }
    };
    text.find(ends).unwrap_or(text.len())
}

/// The length of the quoted text at the start, up to the end if it is open.
fn quoted_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    if bytes.get(1) == Some(&b'\'') {
        return 2;
    }
    let mut at = 1;
    while at < bytes.len() {
        if bytes[at] != b'\'' {
            at += 1;
        } else if bytes.get(at + 1) == Some(&b'\'') {
            at += 2;
        } else {
            return at + 1;
        }
    }
    bytes.len()
}

fn literal(token: &str) -> Result<String, String> {
    if token == "''" {
        return Ok("'".to_owned());
    }
    let inner = token.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    match inner {
        // A quote may also stand alone at the end, where the format ends in a
        // doubled quote without a closing one.
        Some(inner) => Ok(inner.replace("''", "'")),
        _ => Err("unterminated literal '".to_owned()),
    }
}

fn verb(letter: char, token: &str, time: Timestamp) -> Result<String, String> {
    let at = time.fields();
    let half_day_hour = (at.hour + 11) % 12 + 1;
    let afternoon = at.hour >= 12;
    let number = |n: u32| if token.len() == 2 { format!("{n:02}") } else { n.to_string() };
    let (valid, text, rule) = match letter {
        'Y' => {
            let text =
                if token.len() == 2 { format!("{:02}", at.year % 100) } else { format!("{:04}", at.year) };
            (matches!(token.len(), 2 | 4), text, "year must either be \"YY\" or \"YYYY\"")
        }
        'M' => {
            let name = MONTHS[at.month as usize - 1];
            let text = match token.len() {
                4 => name.to_owned(),
                3 => name[..3].to_owned(),
                _ => number(at.month),
            };
            (token.len() <= 4, text, "month must be \"M\", \"MM\", \"MMM\", or \"MMMM\"")
        }
        'D' => (token.len() <= 2, number(at.day), "day of month must either be \"D\" or \"DD\""),
        'E' => {
            let name = DAYS[at.weekday];
            let text = if token.len() == 3 { &name[..3] } else { name };
            let rule = "day of week must either be \"EEE\" or \"EEEE\"";
            (matches!(token.len(), 3 | 4), text.to_owned(), rule)
        }
        'h' => (token.len() <= 2, number(at.hour), "24-hour must either be \"h\" or \"hh\""),
        'H' => (token.len() <= 2, number(half_day_hour), "12-hour must either be \"H\" or \"HH\""),
        'A' => (token.len() == 2, (if afternoon { "PM" } else { "AM" }).to_owned(), "must be \"AA\""),
        'a' => (token.len() == 2, (if afternoon { "pm" } else { "am" }).to_owned(), "must be \"aa\""),
        'm' => (token.len() <= 2, number(at.minute), "minute must either be \"m\" or \"mm\""),
        's' => (token.len() <= 2, number(at.second), "second must either be \"s\" or \"ss\""),
        'Z' => {
            let text = match token.len() {
                1 if time.offset == 0 => "Z".to_owned(),
                3 if time.offset == 0 => "UTC".to_owned(),
                3 | 4 => time.offset_text(""),
                _ => time.offset_text(":"),
            };
            (matches!(token.len(), 1 | 3..=5), text, "timezone must be Z, ZZZZ, or ZZZZZ")
        }
        _ => return Err(format!("invalid date format verb {}", quote(token))),
    };
    if valid { Ok(text) } else { Err(format!("invalid date format verb {}: {rule}", quote(token))) }
}
