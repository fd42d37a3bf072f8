//! Files, expressions, templates and references in native syntax: every text gives a tree and diagnostics,
//! all positions lie in the text, and the lossless reading gives the text back.
#![no_main]

use cairn_fuzz::{Choices, Input, Tally, native::Native, show};
use diag::{Diagnostics, SourceFile};
use hcl::lossless::Document;
use hcl::syntax;
use hcl::syntax::dump::{dump_body, dump_expr};
use libfuzzer_sys::{Corpus, fuzz_target};

static TALLY: Tally = Tally::new();

fuzz_target!(|data: &[u8]| -> Corpus {
    let Some(input) = Input::of(data) else { return Corpus::Keep };
    let text = if input.is_text {
        input.rest.to_vec()
    } else {
        let mut choices = Choices(input.rest);
        let derive = Native::new(&mut choices);
        match input.kind {
            0 => derive.config(),
            1 => derive.expression(),
            2 => derive.template_file(),
            _ => derive.reference(),
        }
        .into_bytes()
    };
    show(&text);
    let source = SourceFile::new("x.tf", text);
    let (diags, dump) = match input.kind {
        0 => {
            let (tree, body, diags) = syntax::parse_config(source.clone());
            assert!(
                Document::new(source.bytes()).to_bytes() == source.bytes(),
                "the lossless reading loses text"
            );
            (diags, dump_body(&tree, body, true))
        }
        kind => {
            let parse = match kind {
                1 => syntax::parse_expression,
                2 => syntax::parse_template,
                _ => syntax::parse_traversal,
            };
            let (tree, expr, diags) = parse(source.clone());
            let calls = hcl::references::function_calls(&tree, expr).len();
            let names = hcl::references::references(&tree, expr).len();
            assert!(calls + names <= source.bytes().len() + 1, "more references than text");
            (diags, dump_expr(&tree, expr, true))
        }
    };
    assert!(!dump.is_empty() || input.kind == 0);
    check(&diags, source.bytes().len());
    let parsed = !diags.has_errors();
    TALLY.count(parsed, parsed);
    input.verdict(parsed)
});

fn check(diags: &Diagnostics, length: usize) {
    for diagnostic in diags.iter() {
        assert!(!diagnostic.summary.is_empty());
        for range in diagnostic.subject.iter().chain(&diagnostic.context) {
            assert!(
                range.start.byte <= range.end.byte && range.end.byte as usize <= length + 1,
                "{diagnostic:?}"
            );
        }
    }
}
