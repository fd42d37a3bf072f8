//! Values and changes in few words, for tables.

use plan::ResourceChange;
use value::{Kind, Value};

/// A value: `?` where it is not known, `secret(…)` where it is sensitive, attributes that are null left out.
pub(crate) fn show(value: &Value) -> String {
    let (plain, marks) = value.clone().unmark();
    let text = show_plain(&plain);
    let text = if marks.is_sensitive() { format!("secret({text})") } else { text };
    if marks.is_ephemeral() { format!("ephemeral({text})") } else { text }
}

fn show_plain(value: &Value) -> String {
    let list = |items: &[Value]| items.iter().map(show).collect::<Vec<_>>().join(", ");
    let entries = |entries: &[(value::SmolStr, Value)]| {
        let there = entries.iter().filter(|(_, item)| !item.is_null() || !item.marks().is_empty());
        there.map(|(name, item)| format!("{name}: {}", show(item))).collect::<Vec<_>>().join(", ")
    };
    match value.kind() {
        Kind::Unknown => "?".to_owned(),
        Kind::Null => "null".to_owned(),
        Kind::Bool(value) => value.to_string(),
        Kind::Number(value) => value.to_string(),
        Kind::String(value) => value.to_string(),
        Kind::List(items) | Kind::Tuple(items) | Kind::Set(items) => format!("[{}]", list(items)),
        Kind::Map(found) | Kind::Object(found) => format!("{{{}}}", entries(found)),
    }
}

/// A change: `delete+create test_thing.a (replace_because_cannot_update: name)`.
pub(crate) fn change_text(change: &ResourceChange) -> String {
    let mut text = format!("{} {}", change.action.words().join("+"), change.addr);
    if change.deposed.is_some() {
        text.push_str(" deposed");
    }
    if change.is_moved() {
        text.push_str(&format!(" from {}", change.prev_addr()));
    }
    if change.importing.is_some() {
        text.push_str(" imported");
    }
    let paths: Vec<String> = change.required_replace.iter().map(|path| path.to_string()).collect();
    match (&change.reason, paths.as_slice()) {
        (None, []) => {}
        (Some(reason), []) => text.push_str(&format!(" ({})", reason.word())),
        (Some(reason), paths) => text.push_str(&format!(" ({}: {})", reason.word(), paths.join(" "))),
        (None, paths) => text.push_str(&format!(" (: {})", paths.join(" "))),
    }
    text
}
