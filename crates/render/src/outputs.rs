//! Outputs of the root module: what `apply` tells at its end and the forms of the `output` command.

use std::collections::BTreeMap;

use smol_str::SmolStr;
use state::OutputState;
use value::{Type, Value};

use crate::json_writer::ObjectWriter;
use crate::value_json::write_known;
use crate::{Style, value_text};

/// All outputs, a line or more each.
pub fn outputs_text(outputs: &BTreeMap<SmolStr, OutputState>, style: Style) -> String {
    let one = |(name, output): (&SmolStr, &OutputState)| {
        let hidden = output.sensitive && !style.secrets;
        let shown = if hidden { "<sensitive>".to_owned() } else { value_text(&output.value) };
        format!("{name} = {shown}\n")
    };
    outputs.iter().map(one).collect()
}

/// All outputs as JSON with their types, secrets included.
pub fn outputs_json(outputs: &BTreeMap<SmolStr, OutputState>) -> String {
    let mut out = String::new();
    let mut object = ObjectWriter::begin(&mut out);
    for (name, state) in outputs {
        let mut output = ObjectWriter::begin(object.key(name));
        output.bool("sensitive", state.sensitive);
        output.optional_text("deprecated", state.deprecated.as_deref());
        output.raw("type", &value::type_json::encode(&state.value.ty()));
        write_known(&state.value, output.key("value"));
        output.end();
    }
    object.end();
    indented(&out)
}

/// One output as JSON.
pub fn output_json(output: &OutputState) -> String {
    let mut out = String::new();
    write_known(&output.value, &mut out);
    out
}

/// One output as plain text, for `-raw`; otherwise what is wrong with it, in a sentence.
pub fn output_raw(name: &str, output: &OutputState) -> Result<String, String> {
    let (value, _) = output.value.unmark_deep();
    let hint = "Use the -json option for values of other types.";
    if value.is_null() {
        return Err(format!("The value of output {name:?} is null, which is no text. {hint}"));
    }
    let text = value::convert::convert(&value, &Type::String).ok().filter(Value::is_known);
    let text = text.as_ref().and_then(|text| text.as_str());
    text.map(str::to_owned).ok_or_else(|| {
        let what = value.ty().friendly_name();
        format!(
            "The -raw option only takes strings, numbers and booleans, but output {name:?} is {what}. {hint}"
        )
    })
}

/// Compact JSON with a line for each part, indented by two spaces.
pub(crate) fn indented(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let mut depth = 0_usize;
    let mut chars = json.chars().peekable();
    let new_line = |depth: usize, out: &mut String| {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", depth));
    };
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                out.push(c);
                while let Some(c) = chars.next() {
                    out.push(c);
                    match c {
                        '\\' => out.extend(chars.next()),
                        '"' => break,
                        _ => {}
                    }
                }
            }
            '{' | '[' => {
                out.push(c);
                match chars.next_if(|next| matches!(next, '}' | ']')) {
                    Some(close) => out.push(close),
                    None => {
                        depth += 1;
                        new_line(depth, &mut out);
                    }
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                new_line(depth, &mut out);
                out.push(c);
            }
            ',' => {
                out.push(c);
                new_line(depth, &mut out);
            }
            ':' => out.push_str(": "),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(value: Value, sensitive: bool) -> OutputState {
        OutputState { value, sensitive, deprecated: None }
    }

    #[test]
    fn forms() {
        let list = Value::tuple(vec![Value::int(1), Value::string("a:{\"")]);
        let outputs = BTreeMap::from([
            ("k".into(), output(list, false)),
            ("s".into(), output(Value::string("x"), true)),
            ("z".into(), output(Value::tuple(vec![]), false)),
        ]);
        assert_eq!(
            outputs_text(&outputs, Style::PLAIN),
            "k = [\n  1,\n  \"a:{\\\"\",\n]\ns = <sensitive>\nz = []\n"
        );
        let expect = "{\n  \"k\": {\n    \"sensitive\": false,\n    \"type\": [\n      \"tuple\",\n      [\n        \"number\",\n        \"string\"\n      ]\n    ],\n    \"value\": [\n      1,\n      \"a:{\\\"\"\n    ]\n  },\n  \"s\": {\n    \"sensitive\": true,\n    \"type\": \"string\",\n    \"value\": \"x\"\n  },\n  \"z\": {\n    \"sensitive\": false,\n    \"type\": [\n      \"tuple\",\n      []\n    ],\n    \"value\": []\n  }\n}";
        assert_eq!(outputs_json(&outputs), expect);
        assert_eq!(outputs_json(&BTreeMap::new()), "{}");
    }

    #[test]
    fn raw() {
        let raw = |value| output_raw("o", &output(value, true));
        assert_eq!(raw(Value::string("a\nb")).as_deref(), Ok("a\nb"));
        assert_eq!(raw(Value::int(5)).as_deref(), Ok("5"));
        assert_eq!(raw(Value::bool(true)).as_deref(), Ok("true"));
        assert!(raw(Value::null(Type::String)).is_err());
        assert!(raw(Value::tuple(vec![])).is_err());
        assert!(raw(Value::unknown(Type::String)).is_err());
    }
}
