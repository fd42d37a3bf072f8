//! Diagnostics for programs: the JSON object that `-json` outputs share.

use diag::{Diagnostic, Severity, SourceMap};
use serde::Serialize;

use crate::snippet::snippet;

/// A diagnostic in its JSON shape.
#[derive(Clone, Debug, Serialize)]
pub struct DiagnosticJson {
    severity: &'static str,
    summary: String,
    detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<RangeJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    snippet: Option<SnippetJson>,
}

#[derive(Clone, Debug, Serialize)]
struct RangeJson {
    filename: String,
    start: PosJson,
    end: PosJson,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct PosJson {
    line: u32,
    column: u32,
    byte: u32,
}

#[derive(Clone, Debug, Serialize)]
struct SnippetJson {
    context: Option<String>,
    code: String,
    start_line: u32,
    highlight_start_offset: usize,
    highlight_end_offset: usize,
    values: Vec<ValueJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    function_call: Option<FunctionCallJson>,
}

#[derive(Clone, Debug, Serialize)]
struct ValueJson {
    traversal: String,
    statement: String,
}

#[derive(Clone, Debug, Serialize)]
struct FunctionCallJson {
    name: String,
    signature: String,
}

impl From<diag::Pos> for PosJson {
    fn from(pos: diag::Pos) -> Self {
        Self { line: pos.line, column: pos.column, byte: pos.byte }
    }
}

/// The JSON shape of a diagnostic.
pub fn diagnostic_json(diagnostic: &Diagnostic, sources: &SourceMap) -> DiagnosticJson {
    let range = diagnostic.subject.as_ref().map(|range| RangeJson {
        filename: range.filename.to_string(),
        start: range.start.into(),
        end: range.end.into(),
    });
    let snippet = snippet(diagnostic, sources).map(|snippet| SnippetJson {
        context: snippet.context,
        code: snippet.code,
        start_line: snippet.start_line,
        highlight_start_offset: snippet.highlight_start,
        highlight_end_offset: snippet.highlight_end,
        values: diagnostic
            .values
            .iter()
            .map(|value| ValueJson { traversal: value.traversal.clone(), statement: value.statement.clone() })
            .collect(),
        function_call: diagnostic
            .function_call
            .as_ref()
            .map(|call| FunctionCallJson { name: call.called_as.clone(), signature: call.signature.clone() }),
    });
    DiagnosticJson {
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        summary: diagnostic.summary.clone(),
        detail: diagnostic.detail.clone(),
        address: diagnostic.address.clone(),
        range,
        snippet,
    }
}
