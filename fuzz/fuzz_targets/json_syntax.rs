//! Configuration as JSON: taken apart by a schema, walked without evaluation, and evaluated.
#![no_main]

use cairn_fuzz::{Choices, Input, Tally, data_text, sample, show};
use diag::SourceFile;
use hcl::{Body, BodySchema, Expression};
use libfuzzer_sys::fuzz_target;

static TALLY: Tally = Tally::new();

fuzz_target!(|data: &[u8]| {
    let Some(input) = Input::of(data) else { return };
    let text = match (input.is_text, input.kind) {
        (true, _) => input.rest.to_vec(),
        (false, 3) => data_text::json_any(&mut Choices(input.rest)).into_bytes(),
        (false, _) => data_text::json_config(&mut Choices(input.rest)).into_bytes(),
    };
    show(&text);
    let (body, diags) = hcl::data::parse_json(SourceFile::new("x.tf.json", text));
    let mut worked = false;
    if !diags.has_errors() {
        worked = walk(&body, 0);
    }
    TALLY.count(!diags.has_errors(), worked);
});

fn walk(body: &Body, depth: usize) -> bool {
    let schema = BodySchema::of(
        &["a", "x", "type", "default"],
        &[("resource", &["type", "name"]), ("variable", &["name"]), ("locals", &[]), ("b", &[])],
    );
    let (content, _, _) = body.partial_content(&schema);
    let (_, diags) = body.content(&schema);
    let mut worked = !diags.has_errors();
    for attribute in &content.attributes {
        worked |= look(&attribute.expr);
    }
    if depth == 0 {
        for attribute in body.just_attributes().0 {
            worked |= look(&attribute.expr);
        }
    }
    if depth < 3 {
        for block in &content.blocks {
            block.range();
            worked |= walk(&block.body, depth + 1);
        }
    }
    worked
}

fn look(expr: &Expression) -> bool {
    expr.range();
    if sample::is_slow(expr.function_calls().iter().map(|(name, _)| &**name)) {
        return false;
    }
    let _ = (expr.references(), expr.as_keyword(), expr.as_call(), expr.as_key());
    let _ = (expr.as_traversal(), expr.as_list(), expr.as_pairs());
    let (_, diags) = sample::scope().eval(expr);
    !diags.has_errors()
}
