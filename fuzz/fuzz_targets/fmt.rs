//! The formatter: what parses is formatted, the result parses, and formatting settles.
//!
//! Terraform's own formatter is not always done after one pass (blank space after a last line without an
//! end, comments it moves), and we agree with it; so the third pass must change nothing more.
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
        let third = again(&second);
        assert!(again(&third) == third, "formatting does not settle:\n{}", String::from_utf8_lossy(&third));
    }
    TALLY.count(true, settled);
    input.verdict(true)
});

fn again(text: &[u8]) -> Vec<u8> {
    match format_source(SourceFile::new("x.tf", text.to_vec())) {
        Ok(text) => text,
        Err(diags) => panic!("formatted text does not parse: {diags:?}\n{}", String::from_utf8_lossy(text)),
    }
}
