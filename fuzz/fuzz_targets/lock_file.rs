//! The dependency lock file: any text is safe to read, and what was read is written so that it is read the same.
#![no_main]

use cairn_fuzz::{Choices, Input, Tally, show};
use diag::SourceFile;
use install::{LOCK_FILE_NAME, LockFile};
use libfuzzer_sys::{Corpus, fuzz_target};

static TALLY: Tally = Tally::new();

/// Mostly one of the usual things, at times an odd one.
fn mostly<'a>(choices: &mut Choices<'_>, usual: &[&'a str], odd: &[&'a str]) -> &'a str {
    if choices.rarely(250) { choices.of(odd) } else { choices.of(usual) }
}

fn text(choices: &mut Choices<'_>) -> String {
    let mut text = mostly(choices, &["", "# A comment.\n"], &["\u{feff}", "/* \n */"]).to_owned();
    for number in 0..choices.below(4) {
        let address = mostly(
            choices,
            &["registry.terraform.io/a/b", "example.com:1/a/b", "xn--bcher-kva.example/a/b"],
            &[
                "a/b",
                "A/b/c",
                "x/../y",
                "x/-/y",
                "terraform.io/builtin/terraform",
                "é.example/a/b",
                "",
                "${x}",
            ],
        );
        text.push_str(&format!("provider \"{address}{number}\" {{\n"));
        let version = mostly(
            choices,
            &["1.2.3", "1.2.3-rc.1", "0.0.0"],
            &[
                "1.2.3-a.b.1+build.2",
                "1.2",
                "x",
                "99999999999999999999.0.0",
                "",
                "01.2.3",
                "1.2.3-",
                "${1}.2.3",
            ],
        );
        text.push_str(&format!("  version = \"{version}\"\n"));
        if choices.rarely(2) {
            // Only what is written as `init` writes it is read.
            let constraints = mostly(
                choices,
                &["~> 1.0", ">= 1.0.0", "1.0.0", "!= 1.0.0", "<= 2.0.0-rc.1", ">= 1.0.0, < 2.0.0"],
                &["~> 1", ">= 0.1", "< 2.0.0, >= 1.0.0", "x", "~>", "", ",", "1.0.0, ,", "1.0.0 < 2"],
            );
            text.push_str(&format!("  constraints = \"{constraints}\"\n"));
        }
        if choices.rarely(2) {
            text.push_str("  hashes = [");
            for _ in 0..=choices.below(4) {
                let hash = mostly(
                    choices,
                    &["h1:x=", "zh:00", "a:\\n\\t\\\"", "h1:$${y}", "h1:\\u00e9\\u0000", "h1:$", "z:%%{y}"],
                    &["x", "${y}", "${\"h1:a\"}", "h1:$$${y}", "h1:\\\\$$$${", ":", "h1:"],
                );
                text.push_str(&format!("\n    \"{hash}\","));
            }
            text.push_str("\n  ]\n");
        }
        text.push_str(mostly(
            choices,
            &["}\n", "}\n\n", "} # x\n"],
            &["", "x = 1\n}\n", "version = \"1\"\n}\n", "}"],
        ));
    }
    if choices.rarely(250) {
        text.push_str(choices.of(&["module \"a\" {\n}\n", "a = 1\n", "provider {\n}\n", "\u{0}"]));
    }
    text
}

fuzz_target!(|data: &[u8]| -> Corpus {
    let Some(input) = Input::of(data) else { return Corpus::Reject };
    let text = if input.is_text { input.rest.to_vec() } else { text(&mut Choices(input.rest)).into_bytes() };
    show(&text);
    let (file, diags) = LockFile::parse(SourceFile::new(LOCK_FILE_NAME, text));
    let is_good = !diags.has_errors();
    if is_good {
        let written = file.text();
        let (again, diags) = LockFile::parse(SourceFile::new(LOCK_FILE_NAME, written.clone().into_bytes()));
        assert!(!diags.has_errors() && again == file, "{written}");
        assert_eq!(again.text(), written);
    }
    TALLY.count(is_good, is_good && !file.providers.is_empty());
    // What is wrong from the start is what the target `parser` is for: it is tried, but not built upon.
    let is_of_use = is_good || !input.is_text && !file.providers.is_empty();
    if is_of_use { input.verdict(is_good) } else { Corpus::Reject }
});
