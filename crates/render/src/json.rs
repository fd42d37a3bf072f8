//! Diagnostics for programs: the JSON object that `-json` outputs share.

use diag::{Diagnostic, Parameter, Severity, Signature, SourceMap};
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
    called_as: String,
    signature: SignatureJson,
}

#[derive(Clone, Debug, Serialize)]
struct SignatureJson {
    name: String,
    params: Vec<ParameterJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    variadic_param: Option<ParameterJson>,
    return_type: serde_json::Value,
}

#[derive(Clone, Debug, Serialize)]
struct ParameterJson {
    name: String,
    #[serde(rename = "type")]
    ty: serde_json::Value,
}

/// What a function takes and gives.
fn signature_json(signature: &Signature) -> SignatureJson {
    let type_json = |ty: &str| serde_json::from_str(ty).unwrap_or_default();
    let parameter =
        |parameter: &Parameter| ParameterJson { name: parameter.name.clone(), ty: type_json(&parameter.ty) };
    SignatureJson {
        name: signature.name.clone(),
        params: signature.parameters.iter().map(parameter).collect(),
        variadic_param: signature.variadic.as_ref().map(parameter),
        return_type: type_json(&signature.returns),
    }
}

impl From<diag::Pos> for PosJson {
    fn from(pos: diag::Pos) -> Self {
        Self { line: pos.line, column: pos.column, byte: pos.byte }
    }
}

/// The end of a range. Where nothing stands there is still a place to point at, so that no range is empty.
fn end_of(range: &diag::SourceRange) -> PosJson {
    let mut end = PosJson::from(range.end);
    if range.start.byte == range.end.byte {
        end.column += 1;
        end.byte += 1;
    }
    end
}

/// The JSON shape of a diagnostic.
pub fn diagnostic_json(diagnostic: &Diagnostic, sources: &SourceMap) -> DiagnosticJson {
    let range = diagnostic.subject.as_ref().map(|range| RangeJson {
        filename: range.filename.to_string(),
        start: range.start.into(),
        end: end_of(range),
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
        function_call: diagnostic.function_call.as_ref().map(|call| FunctionCallJson {
            called_as: call.called_as.clone(),
            signature: signature_json(&call.signature),
        }),
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
