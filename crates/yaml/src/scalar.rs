//! The type of a scalar, from its text, its tag and how it is quoted.

use smol_str::SmolStr;
use value::Value;
use value::num::Num;

use crate::Data;
use crate::timestamp::as_rfc3339;
use crate::token::Style;

/// Where the tags of YAML itself live.
pub(crate) const TAG_PREFIX: &str = "tag:yaml.org,2002:";

/// What the text says, or why it cannot be what the tag demands. Of tags, those for collections and
/// those of others have no meaning here.
pub(crate) fn resolve(text: &str, style: Style, tag: Option<&str>) -> Result<Data, String> {
    let data = match tag {
        None => untagged(text, style)?,
        Some(tag) => tagged(text, style, tag)?,
    };
    // A block is always text, but it is read like a plain scalar first.
    if tag.is_none() && style == Style::Block {
        return Ok(match as_text(&data) {
            Some(text) => Data::String(text),
            None => Data::Null,
        });
    }
    Ok(data)
}

/// A scalar in the place of a name; nothing for null.
pub(crate) fn as_text(data: &Data) -> Option<SmolStr> {
    match data {
        Data::String(text) => Some(text.clone()),
        Data::Bool(true) => Some(SmolStr::new_static("true")),
        Data::Bool(false) => Some(SmolStr::new_static("false")),
        Data::Number(number) => Some(number.to_text().into()),
        Data::Null | Data::Sequence(_) | Data::Mapping(_) => None,
    }
}

fn untagged(text: &str, style: Style) -> Result<Data, String> {
    if style == Style::Quoted {
        return Ok(string(text));
    }
    if matches!(text, ".nan" | ".NaN" | ".NAN") {
        return Err("floating point NaN is not supported".to_owned());
    }
    if let Some(data) = word(text).or_else(|| timestamp(text)) {
        return Ok(data);
    }
    if looks_like_number(text) {
        let number = Num::parse(text).or_else(|| prefixed(text));
        return number.map(Data::Number).ok_or_else(|| format!("cannot parse {text:?} as {TAG_PREFIX}int"));
    }
    // After a leading point every form of number counts, even `.1p3`.
    let number = if text.starts_with('.') { Num::parse(text) } else { None };
    Ok(number.map_or_else(|| string(text), Data::Number))
}

/// Most tags only say what to try beyond what the text suggests by itself.
fn tagged(text: &str, style: Style, tag: &str) -> Result<Data, String> {
    let kind = tag.strip_prefix(TAG_PREFIX).unwrap_or_default();
    match kind {
        "str" => return Ok(string(text)),
        "binary" if is_base64(text) => return Ok(string(text)),
        "binary" => return Err(format!("cannot parse {text:?} as {tag}: not valid base64")),
        "bool" | "int" | "float" | "null" | "timestamp" => {}
        _ => return Err(format!("unsupported tag {tag:?}")),
    }
    let suggestive = |c: char| c.is_ascii_digit() || "+-.yYnNtTfFoO~".contains(c);
    if text.is_empty() || text.starts_with(suggestive) {
        if style == Style::Quoted {
            return Ok(string(text));
        }
        if let Some(data) = word(text) {
            return Ok(data);
        }
        if text.starts_with('.')
            && let Some(number) = Num::parse(text)
        {
            return Ok(Data::Number(number));
        }
        if kind == "timestamp"
            && let Some(data) = timestamp(text)
        {
            return Ok(data);
        }
        if looks_like_number(text)
            && let Some(number) = tagged_number(text)
        {
            return Ok(Data::Number(number));
        }
    }
    let data = match kind {
        "int" | "float" => tagged_number(text).map(Data::Number),
        "timestamp" => timestamp(text),
        "null" => Some(Data::Null),
        _ => word(text).filter(|data| matches!(data, Data::Bool(_))),
    };
    data.ok_or_else(|| format!("cannot parse {text:?} as {tag}"))
}

/// Text, in the normal form that every string of the language has; names have it too.
pub(crate) fn string(text: &str) -> Data {
    let value = Value::string(text);
    Data::String(value.as_smol_str().cloned().unwrap_or_default())
}

fn timestamp(text: &str) -> Option<Data> {
    as_rfc3339(text).map(|text| Data::String(text.into()))
}

fn word(text: &str) -> Option<Data> {
    Some(match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => Data::Bool(true),
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            Data::Bool(false)
        }
        "" | "~" | "null" | "Null" | "NULL" => Data::Null,
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Data::Number(Num::POS_INF),
        "-.inf" | "-.Inf" | "-.INF" => Data::Number(Num::NEG_INF),
        _ => return None,
    })
}

/// Whole numbers in three bases and decimal fractions.
fn looks_like_number(text: &str) -> bool {
    let all = |digits: &str, good: fn(&u8) -> bool| !digits.is_empty() && digits.as_bytes().iter().all(good);
    if let Some(digits) = text.strip_prefix("0o") {
        return all(digits, |digit| (b'0'..=b'7').contains(digit));
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return all(digits, u8::is_ascii_hexdigit);
    }
    let text = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (mantissa, exponent) = text.split_once(['e', 'E']).map_or((text, None), |(m, e)| (m, Some(e)));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let exponent_fits = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !exponent.is_empty() && digits(exponent)
    });
    digits(whole) && digits(fraction) && !(whole.is_empty() && fraction.is_empty()) && exponent_fits
}

fn tagged_number(text: &str) -> Option<Num> {
    let plain = text.replace('_', "");
    Num::parse(&plain).or_else(|| prefixed(&plain))
}

/// A whole number with a prefix for its base, in 64 bits.
fn prefixed(text: &str) -> Option<Num> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let lower = digits.to_ascii_lowercase();
    let (base, digits) = match lower.get(..2)? {
        "0x" => (16, &lower[2..]),
        "0o" => (8, &lower[2..]),
        "0b" => (2, &lower[2..]),
        _ => return None,
    };
    let good = !digits.is_empty() && digits.chars().all(|digit| digit.is_digit(base));
    let magnitude = good.then(|| u64::from_str_radix(digits, base).ok()).flatten()?;
    if negative {
        return Some(Num::from_i64(0i64.checked_sub_unsigned(magnitude)?));
    }
    Some(Num::from_u64(magnitude))
}

fn is_base64(text: &str) -> bool {
    let bytes: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n')).collect();
    let padding = bytes.iter().rev().take_while(|byte| **byte == b'=').count();
    let digits = &bytes[..bytes.len() - padding];
    bytes.len().is_multiple_of(4)
        && padding <= 2
        && digits.iter().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/'))
}
