//! Keeping secrets out of error messages.

use value::{Kind, Value};

use crate::{CallError, FunctionError};

/// A piece of a secret this long in a message is no coincidence.
const TELLING_LENGTH: usize = 4;
/// Longer secrets are searched for only by their beginning.
const SEARCHED_CHARS: usize = 4096;

/// The error with every message replaced that repeats a secret argument or a piece of one.
pub(crate) fn hide(error: CallError, args: &[Value]) -> CallError {
    let mut secrets = Vec::new();
    for arg in args {
        collect(arg, false, &mut secrets);
    }
    if secrets.is_empty() {
        return error;
    }
    let guarded = |mut error: FunctionError| {
        if secrets.iter().any(|secret| tells(&error.message, secret)) {
            error.message = "the reason is not shown, because it would reveal a sensitive value".to_owned();
        }
        error
    };
    match error {
        CallError::Conversion(errors) => CallError::Conversion(errors.into_iter().map(guarded).collect()),
        CallError::Failed(error) => CallError::Failed(guarded(error)),
        other => other,
    }
}

/// The texts in a value that are marked, themselves or by what they are part of.
fn collect(value: &Value, marked: bool, secrets: &mut Vec<String>) {
    let marked = marked || value.marks().is_sensitive() || value.marks().is_ephemeral();
    if !marked && !value.has_marks() {
        return;
    }
    match value.kind() {
        Kind::String(text) if marked => secrets.push(text.chars().take(SEARCHED_CHARS).collect()),
        Kind::Number(number) if marked => secrets.push(number.to_text()),
        Kind::List(items) | Kind::Set(items) | Kind::Tuple(items) => {
            items.iter().for_each(|item| collect(item, marked, secrets));
        }
        Kind::Map(entries) | Kind::Object(entries) => {
            entries.iter().for_each(|(_, item)| collect(item, marked, secrets));
        }
        _ => {}
    }
}

fn tells(message: &str, secret: &str) -> bool {
    let starts: Vec<usize> = secret.char_indices().map(|(at, _)| at).chain([secret.len()]).collect();
    if starts.len() <= TELLING_LENGTH {
        // A letter or two occur in any message; only as a quotation do they tell something.
        return message.contains(&format!("{secret:?}"));
    }
    starts
        .windows(TELLING_LENGTH + 1)
        .any(|window| message.contains(&secret[window[0]..window[TELLING_LENGTH]]))
}

#[cfg(test)]
mod tests {
    use crate::testing::{check_error, s, sensitive};

    #[test]
    fn secrets_stay_out_of_messages() {
        let hidden = "pattern: the reason is not shown, because it would reveal a sensitive value";
        check_error("regex", [sensitive(s("hunter2(")), s("x")], hidden);
    }
}
