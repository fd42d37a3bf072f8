//! YAML: as data, as configuration, and through `yamldecode` and `yamlencode`.
#![no_main]

use cairn_fuzz::{Choices, Input, Tally, data_text, show};
use diag::SourceFile;
use functions::{Env, Function};
use hcl::BodySchema;
use libfuzzer_sys::{Corpus, fuzz_target};
use value::{MAX_NESTING, Value};
use yaml::Options;

static TALLY: Tally = Tally::new();

fuzz_target!(|data: &[u8]| -> Corpus {
    let Some(input) = Input::of(data) else { return Corpus::Keep };
    let text = if input.is_text {
        String::from_utf8_lossy(input.rest).into_owned()
    } else {
        data_text::yaml(&mut Choices(input.rest))
    };
    show(text.as_bytes());
    // A number written out in a million digits takes as long as a thousand other inputs: tried, but not built upon.
    let verdict = if has_large_exponent(&text) { Corpus::Reject } else { Corpus::Keep };
    match input.kind {
        0 => {
            let parsed = data_alone(&text, false);
            TALLY.count(parsed, parsed);
        }
        1 => {
            let parsed = data_alone(&text, true);
            TALLY.count(parsed, configuration(text));
        }
        _ => {
            let decoded = call("yamldecode", Value::string(text));
            TALLY.count(decoded.is_some(), decoded.is_some_and(round_trip));
        }
    }
    verdict
});

/// Whether an `e` or `p` is followed by five digits or more.
fn has_large_exponent(text: &str) -> bool {
    text.split(['e', 'E', 'p', 'P']).skip(1).any(|rest| {
        let digits = rest.trim_start_matches(['+', '-', '_']).trim_start_matches('0');
        digits.bytes().take_while(u8::is_ascii_digit).count() >= 5
    })
}

/// Reads as plain data and checks that all positions lie in the text.
fn data_alone(text: &str, names_as_written: bool) -> bool {
    match yaml::read(text, Options { max_depth: MAX_NESTING, names_as_written }) {
        Ok(document) => {
            for node in document.nodes() {
                assert!(node.bytes.start <= node.bytes.end && node.bytes.end <= text.len(), "{node:?}");
            }
            true
        }
        Err(error) => {
            assert!(error.byte <= text.len(), "{error:?}");
            false
        }
    }
}

fn configuration(text: String) -> bool {
    let (body, diags) = hcl::data::parse_yaml(SourceFile::new("x.tf.yaml", text.into_bytes()));
    let schema = BodySchema::of(&["a0", "a1"], &[("resource0", &["type", "name"]), ("resource1", &[])]);
    let _ = (body.content(&schema), body.just_attributes());
    !diags.has_errors()
}

/// What is written is read again the same.
fn round_trip(value: Value) -> bool {
    let Some(written) = call("yamlencode", value) else { return false };
    // Infinity is written as Terraform writes it, in words that mean a string. What would be read twice more
    // at length is left out.
    if written
        .as_str()
        .is_some_and(|text| text.contains("Inf") || text.len() > 20_000 || has_joined_escape(text))
    {
        return false;
    }
    let rewritten = call("yamldecode", written.clone()).and_then(|again| call("yamlencode", again));
    assert!(
        rewritten.as_ref().is_some_and(|rewritten| rewritten.raw_eq(&written)),
        "{written:?} became {rewritten:?}"
    );
    true
}

/// Whether the last letter of an escape was joined with an accent after it, because the text as a whole is brought
/// into normal form: Terraform writes such text too, and cannot read it either.
fn has_joined_escape(text: &str) -> bool {
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            continue;
        }
        let digits = match chars.next() {
            Some('x') => 2,
            Some('u') => 4,
            Some('U') => 8,
            Some(c) if c.is_ascii() => 0,
            _ => return true,
        };
        if chars.by_ref().take(digits).any(|c| !c.is_ascii_hexdigit()) {
            return true;
        }
    }
    false
}

fn call(name: &str, argument: Value) -> Option<Value> {
    let function: &Function = functions::lookup(name)?;
    function.call(&Env::nothing(), vec![argument]).ok()
}
