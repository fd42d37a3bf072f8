//! The formatter: what parses is formatted, the result parses, and formatting settles.
//!
//! Terraform's own formatter is not always done after one pass (blank space after a last line without an
//! end, comments it moves, one `"${` that wraps nothing else taken off at a time), and we agree with it; so the
//! passes after the third may only take off wrappings, until one changes nothing more.
#![no_main]

use cairn_fuzz::{Choices, Input, Tally, native::Native, show};
use diag::SourceFile;
use hcl::format::format_source;
use libfuzzer_sys::{Corpus, fuzz_target};

static TALLY: Tally = Tally::new();

fuzz_target!(|data: &[u8]| -> Corpus {
    let Some(input) = Input::of(data) else { return Corpus::Keep };
    let text = if input.is_text {
        input.rest.to_vec()
    } else {
        Native::new(&mut Choices(input.rest)).config().into_bytes()
    };
    show(&text);
    let Ok(first) = format_source(SourceFile::new("x.tf", text)) else {
        TALLY.count(false, false);
        return input.verdict(false);
    };
    let second = again(&first);
    let settled = second == first;
    if !settled {
        let mut before = again(&second);
        let mut after = again(&before);
        while after != before {
            let taken_off = wrappings(&after) < wrappings(&before);
            assert!(taken_off, "formatting does not settle:\n{}", String::from_utf8_lossy(&after));
            (before, after) = (after.clone(), again(&after));
        }
    }
    TALLY.count(true, settled);
    input.verdict(true)
});

fn wrappings(text: &[u8]) -> usize {
    text.windows(3).filter(|part| part == b"\"${").count()
}

fn again(text: &[u8]) -> Vec<u8> {
    match format_source(SourceFile::new("x.tf", text.to_vec())) {
        Ok(text) => text,
        Err(diags) => panic!("formatted text does not parse: {diags:?}\n{}", String::from_utf8_lossy(text)),
    }
}
