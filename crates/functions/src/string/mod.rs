//! Functions on text.

mod affix;
mod case;
mod format;
mod parts;
mod regex;
mod replace;
mod template;
#[cfg(test)]
mod tests;
mod trim;
mod verbs;

pub(crate) use affix::{ENDSWITH, STARTSWITH, STRCONTAINS};
pub(crate) use case::{LOWER, TITLE, UPPER};
pub(crate) use format::{FORMAT, FORMATLIST};
pub(crate) use parts::{INDENT, JOIN, SPLIT, STRREV, SUBSTR};
pub(crate) use regex::{REGEX, REGEXALL};
pub(crate) use replace::REPLACE;
pub(crate) use template::{TEMPLATESTRING, template_variables};
pub(crate) use trim::{CHOMP, TRIM, TRIMPREFIX, TRIMSPACE, TRIMSUFFIX};

use value::{MAX_STRING_BYTES, Value};

use crate::{FunctionError, Param, ParamType};

pub(crate) const STR: Param = Param::new("str", ParamType::String);

/// The text of an argument; parameters of type string guarantee one.
pub(crate) fn text(value: &Value) -> Result<&str, FunctionError> {
    value.as_str().ok_or_else(|| FunctionError::new("a string is required"))
}

/// Refuses to make a string beyond the limit, before any memory is taken for it. A size that does
/// not fit a number at all is `None`.
pub(crate) fn check_size(bytes: Option<usize>) -> Result<(), FunctionError> {
    match bytes {
        Some(bytes) if bytes <= MAX_STRING_BYTES => Ok(()),
        _ => Err(FunctionError::new(format!(
            "the result would be longer than the {MAX_STRING_BYTES} bytes that a string may have"
        ))),
    }
}
