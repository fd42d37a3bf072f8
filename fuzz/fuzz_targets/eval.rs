//! Evaluation with values and functions of every kind: it ends, gives the same twice, and can be shown.
#![no_main]

use std::sync::Arc;
use std::time::Instant;

use cairn_fuzz::{Choices, Input, SLOW, Tally, native::Native, sample, show};
use diag::{Diagnostics, SourceFile, SourceMap};
use hcl::{Expression, syntax};
use libfuzzer_sys::{Corpus, fuzz_target};
use render::Style;

static TALLY: Tally = Tally::new();

fuzz_target!(|data: &[u8]| -> Corpus {
    let Some(input) = Input::of(data) else { return Corpus::Keep };
    let template = input.kind == 2;
    let text = if input.is_text {
        input.rest.to_vec()
    } else if template {
        Native::new(&mut Choices(input.rest)).template_file().into_bytes()
    } else {
        Native::new(&mut Choices(input.rest)).expression().into_bytes()
    };
    show(&text);
    let source = SourceFile::new("x.tf", text);
    let parse = if template { syntax::parse_template } else { syntax::parse_expression };
    let (tree, expr, diags) = parse(source.clone());
    let expr = Expression::Native(tree, expr);
    if diags.has_errors() || sample::is_slow(expr.function_calls().iter().map(|(name, _)| &**name)) {
        TALLY.count(!diags.has_errors(), false);
        return input.verdict(!diags.has_errors());
    }
    let start = Instant::now();
    let scope = sample::scope();
    let (value, diags) = scope.eval(&expr);
    // One more thing each time: all of them at once would be twice the time.
    match input.kind {
        0 => assert!(!render::value_text(&value).is_empty()),
        1 => draw(&diags, source),
        // Whatever came out can be turned into text or is refused.
        2 => {
            drop((value::json::encode_simple(&value), value::convert::convert(&value, &value::Type::String)))
        }
        _ => {
            let (again, _) = scope.eval(&expr);
            assert!(again.raw_eq(&value), "{value:?} and then {again:?}");
        }
    }
    TALLY.count(true, !diags.has_errors());
    if start.elapsed() > SLOW { Corpus::Reject } else { Corpus::Keep }
});

fn draw(diags: &Diagnostics, source: Arc<SourceFile>) {
    let mut sources = SourceMap::new();
    sources.insert(source);
    let drawn: String =
        diags.iter().map(|problem| render::render_diagnostic(problem, &sources, Style::BOXED)).collect();
    assert!(drawn.is_empty() == diags.is_empty());
}
