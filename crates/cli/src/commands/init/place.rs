//! Settling the place of the state: first time, unchanged, changed, taken back.

use std::path::Path;
use std::sync::Arc;

use config::Settings;
use diag::{Diagnostic, Diagnostics, SourceFile, SourceMap, Span};
use hcl::Body;
use ops::BackendRecord;

use super::migrate::{migrate, retire_usual_file};
use super::report::Report;
use super::selection;
use crate::backends::{self, Arguments, Declared};
use crate::flags::Parsed;

/// Settles the place of the state and remembers it.
pub(super) fn settle(
    settings: &Settings,
    parsed: &Parsed,
    report: &Report,
    diags: &mut Diagnostics,
    sources: &mut SourceMap,
) {
    let Some(mut wanted) = backends::declared(settings, parsed, diags) else { return };
    let given: Vec<&str> =
        parsed.given().filter(|(name, _)| *name == "backend-config").map(|(_, value)| value).collect();
    match &mut wanted {
        Some(wanted) => {
            // Nothing given is not the same as none: it takes back what was given before.
            for text in given.iter().filter(|text| !text.is_empty()) {
                add_argument(text, wanted, diags, sources);
            }
            wanted.check(diags);
        }
        None if !given.is_empty() => {
            let detail = "-backend-config was used without a \"backend\" block in the configuration, and has no effect. If other \
                          settings for local files are meant, add the block:\n\n    terraform {\n      backend \"local\" {}\n    }";
            diags.push(Diagnostic::warning("Missing backend configuration", detail));
        }
        None => {}
    }
    let Some(record) = backends::record(diags) else { return };
    if diags.has_errors() {
        return;
    }
    let reconfigure = parsed.bool("reconfigure", false);
    let is_same = match (&wanted, &record) {
        (None, None) => true,
        (Some(wanted), Some(record)) => same(wanted, record, given.is_empty() && !reconfigure),
        _ => false,
    };
    let old = record.as_ref().map(arguments_of);
    let from = old.as_ref().map(|(name, arguments)| (name.as_str(), arguments));
    let to = wanted.as_ref().map(|wanted| (wanted.type_name.as_str(), &wanted.arguments));
    if is_same {
        return selection::settle(from, parsed, report, diags);
    }
    let force = parsed.bool("force-copy", false);
    if record.is_some() && !reconfigure && !force && !parsed.bool("migrate-state", false) {
        let detail = "The place of the state is not the one that was settled on before.\n\nTo take the state along, run \"cairn init \
                      -migrate-state\".\nTo leave it where it is, run \"cairn init -reconfigure\".";
        diags.push(Diagnostic::error("Backend configuration changed", detail));
        return;
    }
    if !reconfigure {
        migrate(from, to, parsed, report, diags);
        if diags.has_errors() {
            return;
        }
    }
    selection::settle(to, parsed, report, diags);
    if diags.has_errors() {
        return;
    }
    backends::remember(wanted.as_ref(), diags);
    if diags.has_errors() {
        return;
    }
    if record.is_none() && !reconfigure && !wanted.as_ref().is_some_and(Declared::is_usual_file) {
        retire_usual_file(parsed, diags);
    }
    match (&wanted, &record) {
        (Some(wanted), _) => report.line(&format!(
            "\nSuccessfully configured the backend {:?}! It is used until its\nconfiguration changes.",
            wanted.type_name
        )),
        (None, Some(record)) => report.line(&format!(
            "\nSuccessfully unset the backend {:?}. The state is in local files now.",
            record.type_name
        )),
        (None, None) => {}
    }
}

/// Whether what is wanted is what was settled on. What the command line added is kept until it says something else, or
/// that all is to be settled anew.
fn same(wanted: &Declared, record: &BackendRecord, nothing_given: bool) -> bool {
    let (type_name, arguments) = arguments_of(record);
    wanted.type_name == type_name
        && wanted.hash == record.hash
        && (nothing_given || wanted.arguments == arguments)
}

fn arguments_of(record: &BackendRecord) -> (String, Arguments) {
    let text = |name: &String| (name.clone(), record.text(name).map(str::to_owned));
    (record.type_name.clone(), record.config.keys().map(text).collect())
}

/// Adds what the command line says: one argument, or those of a file.
fn add_argument(text: &str, wanted: &mut Declared, diags: &mut Diagnostics, sources: &mut SourceMap) {
    if let Some((name, value)) = text.split_once('=') {
        let at = SourceFile::new("-backend-config=...", "").range(Span { start: 0, end: 0 });
        if !wanted.give(name.trim(), Some(value.to_owned()), at) {
            let detail = format!(
                "The backend has no argument named {:?}, which was given on the command line.",
                name.trim()
            );
            diags.push(Diagnostic::error("Invalid backend configuration argument", detail));
        }
        return;
    }
    let bytes = match std::fs::read(Path::new(text)) {
        Ok(bytes) => bytes,
        Err(error) => {
            let detail = format!("The file {text} cannot be read: {error}.", error = diag::reason(&error));
            return diags.push(Diagnostic::error("Failed to read file", detail));
        }
    };
    let source = SourceFile::new(text, bytes);
    sources.insert(Arc::clone(&source));
    let (body, more) = if text.ends_with(".json") {
        hcl::data::parse_json(source)
    } else {
        let (tree, body, diags) = hcl::syntax::parse_config(source);
        (Body::native(tree, body), diags)
    };
    let failed = more.has_errors();
    diags.append(more);
    if failed {
        return;
    }
    let (attributes, more) = body.just_attributes();
    diags.extend(more.iter().cloned().map(|mut problem| {
        if problem.summary.starts_with("Unexpected \"") {
            problem.summary = "Unsupported block type".to_owned();
        }
        problem
    }));
    for attribute in &attributes {
        let value = backends::text(attribute, diags);
        if !wanted.give(&attribute.name, value, attribute.expr.range()) {
            let detail = format!("An argument named {:?} is not expected here.", attribute.name.as_str());
            diags.push(Diagnostic::error("Unsupported argument", detail).at(attribute.name_range()));
        }
    }
}
