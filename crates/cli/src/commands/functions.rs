//! `cairn functions`

use functions::{Function, Param};

use crate::app::Command;
use crate::flags::{self, switch};
use crate::ui::Ui;

pub(crate) const COMMAND: Command = Command {
    name: "functions",
    about: "Look up the built-in functions",
    help: "Usage: cairn [global options] functions [options] [name or words...]\n\n  The reference of the built-in functions. \
           With a function's name, shows its signature,\n  documentation and examples; with other words, lists the functions \
           whose name or documentation\n  contains all of them; with nothing, lists all.\n\nOptions:\n\n  -json    Print \
           the functions as a JSON object.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let parsed = match flags::parse(args, &[switch("json")]) {
        Ok(parsed) => parsed,
        Err(error) => {
            flags::refuse_in_line(ui, &error, Some(&COMMAND));
            return 1;
        }
    };
    let found = search(&parsed.positionals);
    if found.is_empty() {
        let given = parsed.positionals.join(" ");
        let hint = hcl::did_you_mean(&given, functions::all().iter().map(|function| function.name));
        ui.err(&format!("No function matches {given:?}.{hint}\n"));
        return 1;
    }
    if parsed.bool("json", false) {
        ui.out(&format!(
            "{:#}\n",
            signatures(found.into_iter().map(|function| (function.name.to_owned(), function)))
        ));
    } else if let ([function], false) = (found.as_slice(), parsed.positionals.is_empty()) {
        ui.out(&page(function));
    } else {
        let width = found.iter().map(|function| function.name.len()).max().unwrap_or(0);
        for function in found {
            ui.out(&format!("{:width$}  {}\n", function.name, first_sentence(function.doc)));
        }
    }
    0
}

/// Functions by their names, for programs.
pub(crate) fn signatures(found: impl Iterator<Item = (String, &'static Function)>) -> serde_json::Value {
    let signatures: serde_json::Map<_, _> = found.map(|(name, function)| (name, to_json(function))).collect();
    serde_json::json!({ "format_version": "1.0", "function_signatures": signatures })
}

/// The function of that very name, or else all that contain every word.
fn search(words: &[String]) -> Vec<&'static Function> {
    if let [name] = words
        && let Some(function) = functions::lookup(name)
    {
        return vec![function];
    }
    let words: Vec<String> = words.iter().map(|word| word.to_lowercase()).collect();
    let matches = |function: &&&'static Function| {
        let doc = function.doc.to_lowercase();
        words.iter().all(|word| function.name.contains(word.as_str()) || doc.contains(word.as_str()))
    };
    functions::all().iter().filter(matches).copied().collect()
}

fn first_sentence(doc: &str) -> &str {
    doc.find(". ").map_or(doc, |end| &doc[..=end])
}

fn type_name(param: &Param) -> String {
    format!("{:?}", param.ty.ty())
}

fn signature(function: &Function) -> String {
    let mut params: Vec<String> =
        function.params.iter().map(|param| format!("{} {}", param.name, type_name(param))).collect();
    params.extend(function.variadic.iter().map(|param| format!("{} {}...", param.name, type_name(param))));
    format!("{}({}) {:?}", function.name, params.join(", "), function.returns)
}

fn page(function: &Function) -> String {
    let mut text = format!("{}\n\n{}\n", signature(function), function.doc);
    if !function.examples.is_empty() {
        text.push_str("\nExamples:\n");
    }
    for example in function.examples {
        text.push_str(&format!("\n  > {}\n", example.call));
        for line in example.result.lines() {
            text.push_str(&format!("  {line}\n"));
        }
    }
    text
}

fn param_json(param: &Param) -> serde_json::Value {
    let ty = value::type_json::encode(param.ty.ty());
    let mut json = serde_json::json!({
        "name": param.name,
        "type": serde_json::from_str::<serde_json::Value>(&ty).unwrap_or_default(),
    });
    if param.allow_null {
        json["is_nullable"] = true.into();
    }
    json
}

fn to_json(function: &Function) -> serde_json::Value {
    let returns = value::type_json::encode(&function.declared_return_type());
    let mut json = serde_json::json!({
        "description": function.doc,
        "return_type": serde_json::from_str::<serde_json::Value>(&returns).unwrap_or_default(),
    });
    if !function.params.is_empty() {
        json["parameters"] = function.params.iter().map(param_json).collect();
    }
    if let Some(param) = &function.variadic {
        json["variadic_parameter"] = param_json(param);
    }
    json
}
