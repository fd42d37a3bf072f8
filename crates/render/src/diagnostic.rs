//! Diagnostics for people: the box with snippet and values, and the plain form without colour.

use anstyle::{AnsiColor, Style as Ansi};
use diag::{Diagnostic, Severity, SourceMap};

use crate::safe_text::printable;
use crate::snippet::{Snippet, snippet};
use crate::wrap::wrap;

/// How to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// With a box and colours; plain text otherwise.
    pub boxed: bool,
    /// Columns of the terminal, 78 when there is none.
    pub width: usize,
    /// Secrets of plans, states and outputs are shown in clear, because somebody asked for it.
    pub secrets: bool,
}

impl Style {
    /// No box and no colour, as `-no-color` asks for.
    pub const PLAIN: Style = Style { boxed: false, width: 78, secrets: false };
    /// Box and colour for output of unknown width.
    pub const BOXED: Style = Style { boxed: true, width: 78, secrets: false };
}

const BOLD: Ansi = Ansi::new().bold();
const UNDERLINE: Ansi = Ansi::new().underline();
const DIM: Ansi = AnsiColor::BrightBlack.on_default();

/// Draws one diagnostic.
pub fn render_diagnostic(diagnostic: &Diagnostic, sources: &SourceMap, style: Style) -> String {
    let body = body_text(diagnostic, sources, style);
    if !style.boxed {
        return format!("\n{body}");
    }
    let colour = match diagnostic.severity {
        Severity::Error => AnsiColor::Red.on_default(),
        Severity::Warning => AnsiColor::Yellow.on_default(),
    };
    let mut out = format!("{colour}╷{colour:#}\n");
    for line in body.trim_end_matches('\n').split('\n') {
        if line.is_empty() {
            out.push_str(&format!("{colour}│{colour:#}\n"));
        } else {
            out.push_str(&format!("{colour}│{colour:#} {line}\n"));
        }
    }
    out.push_str(&format!("{colour}╵{colour:#}\n"));
    out
}

fn body_text(diagnostic: &Diagnostic, sources: &SourceMap, style: Style) -> String {
    let (word, colour) = match diagnostic.severity {
        Severity::Error => ("Error", AnsiColor::Red.on_default().bold()),
        Severity::Warning => ("Warning", AnsiColor::Yellow.on_default().bold()),
    };
    let summary = printable(&diagnostic.summary);
    let mut out = if style.boxed {
        format!("{colour}{word}: {colour:#}{BOLD}{summary}{BOLD:#}\n\n")
    } else {
        format!("{word}: {summary}\n\n")
    };
    if let Some(address) = &diagnostic.address {
        out.push_str(&format!("  with {},\n", printable(address)));
    }
    place(diagnostic, sources, style, &mut out);
    let width = if style.boxed { style.width.saturating_sub(3) } else { style.width.saturating_sub(1) };
    if !diagnostic.detail.is_empty() {
        out.push_str(&wrap(&printable(&diagnostic.detail), width.max(20)));
        out.push('\n');
    }
    out
}

fn place(diagnostic: &Diagnostic, sources: &SourceMap, style: Style, out: &mut String) {
    let Some(subject) = &diagnostic.subject else {
        if diagnostic.address.is_some() {
            out.push('\n');
        }
        return;
    };
    let filename = printable(&subject.filename);
    let line = subject.start.line;
    match snippet(diagnostic, sources) {
        Some(snippet) => {
            let context = snippet
                .context
                .as_ref()
                .map_or_else(String::new, |context| format!(", in {}", printable(context)));
            out.push_str(&format!("  on {filename} line {line}{context}:\n"));
            code(&snippet, style, out);
            values(diagnostic, style, out);
        }
        None => {
            out.push_str(&format!("  on {filename} line {line}:\n  (source code not available)\n"));
        }
    }
    out.push('\n');
}

fn code(snippet: &Snippet, style: Style, out: &mut String) {
    let mut offset = 0;
    for (at, line) in snippet.code.split('\n').enumerate() {
        let shown = line.trim_end_matches('\r');
        let number = snippet.start_line as usize + at;
        out.push_str(&format!("{number:4}: "));
        let within = |byte: usize| byte.saturating_sub(offset).min(shown.len());
        let (start, end) = (within(snippet.highlight_start), within(snippet.highlight_end));
        let marked =
            style.boxed && start < end && shown.is_char_boundary(start) && shown.is_char_boundary(end);
        if marked {
            let (before, rest) = shown.split_at(start);
            let (at, after) = rest.split_at(end - start);
            out.push_str(&printable(before));
            out.push_str(&format!("{UNDERLINE}{}{UNDERLINE:#}", printable(at)));
            out.push_str(&printable(after));
        } else {
            out.push_str(&printable(shown));
        }
        out.push('\n');
        offset += line.len() + 1;
    }
}

fn values(diagnostic: &Diagnostic, style: Style, out: &mut String) {
    if diagnostic.values.is_empty() && diagnostic.function_call.is_none() {
        return;
    }
    let (dim, dim_end) =
        if style.boxed { (format!("{DIM}"), format!("{DIM:#}")) } else { Default::default() };
    out.push_str(&format!("    {dim}├────────────────{dim_end}\n"));
    if let Some(call) = &diagnostic.function_call {
        let (bold, bold_end) =
            if style.boxed { (format!("{BOLD}"), format!("{BOLD:#}")) } else { Default::default() };
        let name = printable(&call.called_as);
        out.push_str(&format!(
            "    {dim}│{dim_end} while calling {bold}{name}{bold_end}({})\n",
            printable(&call.signature.parameter_names())
        ));
    }
    for value in &diagnostic.values {
        let (bold, bold_end) =
            if style.boxed { (format!("{BOLD}"), format!("{BOLD:#}")) } else { Default::default() };
        let (name, statement) = (printable(&value.traversal), printable(&value.statement));
        out.push_str(&format!("    {dim}│{dim_end} {bold}{name}{bold_end} {statement}\n"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diag::{ExpressionValue, SourceFile, Span};

    fn sample() -> (Diagnostic, SourceMap) {
        let file = SourceFile::new("main.tf", b"locals {\n  a = upper(var.x)\n}\n".to_vec());
        let mut sources = SourceMap::new();
        let mut diagnostic = Diagnostic::error("Invalid function argument", "It must be text.")
            .at(file.range(Span::new(21, 26)));
        diagnostic
            .values
            .push(ExpressionValue { traversal: "var.x".to_owned(), statement: "is true".to_owned() });
        sources.insert(file);
        (diagnostic, sources)
    }

    #[test]
    fn plain_form() {
        let (diagnostic, sources) = sample();
        assert_eq!(
            render_diagnostic(&diagnostic, &sources, Style::PLAIN),
            "\nError: Invalid function argument\n\n  on main.tf line 2, in locals:\n   2:   a = upper(var.x)\n    \
             ├────────────────\n    │ var.x is true\n\nIt must be text.\n"
        );
    }

    #[test]
    fn boxed_form_draws_a_box() {
        let (diagnostic, sources) = sample();
        let text =
            anstream::adapter::strip_str(&render_diagnostic(&diagnostic, &sources, Style::BOXED)).to_string();
        assert!(
            text.starts_with("╷\n│ Error: Invalid function argument\n│\n│   on main.tf line 2, in locals:\n")
        );
        assert!(text.ends_with("│ It must be text.\n╵\n"));
    }
}
