//! YAML: as data, as configuration, and through `yamldecode` and `yamlencode`.
#![no_main]

use cairn_fuzz::{Choices, Input, Tally, data_text};
use diag::SourceFile;
use functions::{Env, Function};
use hcl::BodySchema;
use libfuzzer_sys::fuzz_target;
use value::{MAX_NESTING, Value};
use yaml::Options;

static TALLY: Tally = Tally::new();

fuzz_target!(|data: &[u8]| {
    let Some(input) = Input::of(data) else { return };
    let text = if input.is_text {
        String::from_utf8_lossy(input.rest).into_owned()
    } else {
        data_text::yaml(&mut Choices(input.rest))
    };
    for names_as_written in [false, true] {
        let options = Options { max_depth: MAX_NESTING, names_as_written };
        match yaml::read(&text, options) {
            Ok(document) => {
                for node in document.nodes() {
                    assert!(node.bytes.start <= node.bytes.end && node.bytes.end <= text.len(), "{node:?}");
                }
            }
            Err(error) => assert!(error.byte <= text.len(), "{error:?}"),
        }
    }
    let (body, _) = hcl::data::parse_yaml(SourceFile::new("x.tf.yaml", text.clone().into_bytes()));
    let schema = BodySchema::of(&["a0", "b1"], &[("resource", &["type", "name"]), ("k0", &[])]);
    let _ = (body.content(&schema), body.just_attributes());
    let decoded = call("yamldecode", Value::string(text));
    let mut worked = false;
    if let Some(value) = &decoded
        && let Some(written) = call("yamlencode", value.clone())
    {
        // Infinity is written as Terraform writes it, in words that mean a string.
        if written.as_str().is_some_and(|text| text.contains("Inf")) {
            return TALLY.count(true, false);
        }
        let again = call("yamldecode", written.clone());
        let rewritten = again.and_then(|again| call("yamlencode", again));
        assert!(rewritten.as_ref().is_some_and(|rewritten| rewritten.raw_eq(&written)), "{written:?} became {rewritten:?}");
        worked = true;
    }
    TALLY.count(decoded.is_some(), worked);
});

fn call(name: &str, argument: Value) -> Option<Value> {
    let function: &Function = functions::lookup(name)?;
    function.call(&Env::nothing(), vec![argument]).ok()
}
