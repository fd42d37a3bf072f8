//! What a registry answers: lists of versions, lists of checksums and signatures. Any bytes are safe to read, and no
//! signature fits by chance.
#![no_main]

use cairn_fuzz::{Choices, Input, Tally, show};
use install::{listed_checksums, listed_versions, verify_signature};
use libfuzzer_sys::{Corpus, fuzz_target};

static TALLY: Tally = Tally::new();

const KEY: &str = include_str!("../../crates/install/tests/fixtures/registry/key.asc");
const LIST: &[u8] = include_bytes!("../../crates/install/tests/fixtures/registry/SHA256SUMS");
const SIGNATURE: &[u8] = include_bytes!("../../crates/install/tests/fixtures/registry/SHA256SUMS.sig");

/// A list of versions as registries answer it.
fn versions(choices: &mut Choices<'_>) -> String {
    let entry = |choices: &mut Choices<'_>| {
        let version =
            choices.of(&["1.0.0", "0.1.2-rc.3+b", "1", "", "99999999999999999999.1.1", "\\u0000", "v1.0.0"]);
        let protocols = choices.of(&["[\"5.0\"]", "[\"4.0\", \"6.0\"]", "[]", "null", "[\"x\"]"]);
        let platforms = choices.of(&["[]", "[{\"os\": \"linux\", \"arch\": \"amd64\"}]", "{}", "null"]);
        if choices.rarely(100) {
            return choices.of(&["{}", "null", "1", "{\"version\": 1}", "{\"version\": null}"]).to_owned();
        }
        format!("{{\"version\": \"{version}\", \"protocols\": {protocols}, \"platforms\": {platforms}}}")
    };
    let entries: Vec<String> = (0..choices.below(4)).map(|_| entry(choices)).collect();
    let more = choices.of(&["", ", \"warnings\": null", ", \"id\": \"a/b\", \"warnings\": [\"x\"]"]);
    let end = if choices.rarely(100) { choices.of(&["", "}", ", \"versions\": []}", "} x"]) } else { "}" };
    format!("{{\"versions\": [{}]{more}{end}", entries.join(", "))
}

/// A list of checksums as `sha256sum` writes it.
fn checksums(choices: &mut Choices<'_>) -> Vec<u8> {
    let mut text = Vec::new();
    for _ in 0..=choices.below(3) {
        let checksum = choices.of(&["a", "0", "F", "9"]).repeat(if choices.rarely(8) { 63 } else { 64 });
        let between = choices.of(&["  ", " *", "\t", " ", ""]);
        let name = choices.of(&["x_1.0.0_linux_amd64.zip", "../x", "é", "", "a b"]);
        text.extend(format!("{checksum}{between}{name}").into_bytes());
        text.extend(choices.of(&[b"\n".as_slice(), b"\r\n", b"", b"\xff\n"]));
    }
    text
}

/// Bytes of a file with some of them changed; nothing where none is.
fn changed(choices: &mut Choices<'_>, original: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = original.to_vec();
    for _ in 0..if choices.rarely(16) { 3 } else { 1 } {
        let at = (choices.below(256) * 256 + choices.below(256)) % bytes.len();
        bytes[at] ^= choices.byte();
    }
    if choices.rarely(100) {
        bytes.truncate(choices.below(256));
    }
    (bytes != original).then_some(bytes)
}

/// What became of an answer: whether it could be read, and whether it was of use.
fn signed(result: Result<String, String>) -> (bool, bool) {
    match result {
        Ok(_) => (true, true),
        Err(why) => (!why.contains("cannot be read"), false),
    }
}

fuzz_target!(|data: &[u8]| -> Corpus {
    let Some(input) = Input::of(data) else { return Corpus::Reject };
    let mut choices = Choices(input.rest);
    let keys = [KEY.to_owned()];
    let (parsed, worked) = match (input.kind, input.is_text) {
        (0, is_text) => {
            let answer = if is_text { input.rest.to_vec() } else { versions(&mut choices).into_bytes() };
            show(&answer);
            let listed = listed_versions(&answer);
            (listed.is_ok(), listed.is_ok_and(|listed| !listed.is_empty()))
        }
        (1, is_text) => {
            let answer = if is_text { input.rest.to_vec() } else { checksums(&mut choices) };
            show(&answer);
            let listed = listed_checksums(&answer);
            assert!(listed.values().all(|checksum| checksum.len() == 64));
            (!listed.is_empty(), listed.keys().any(|name| !name.is_empty()))
        }
        (2, false) => match changed(&mut choices, SIGNATURE) {
            Some(signature) => {
                let result = verify_signature(LIST, &signature, &keys);
                // Some bytes of a signature are not signed; that its list is another one never goes unseen.
                assert!(verify_signature(b"another list", &signature, &keys).is_err());
                signed(result)
            }
            None => signed(verify_signature(LIST, SIGNATURE, &keys)),
        },
        (3, false) => {
            let key = changed(&mut choices, KEY.as_bytes()).unwrap_or_else(|| KEY.as_bytes().to_vec());
            let key = String::from_utf8_lossy(&key).into_owned();
            show(key.as_bytes());
            signed(verify_signature(LIST, SIGNATURE, &[key]))
        }
        (_, true) => {
            let text = String::from_utf8_lossy(input.rest).into_owned();
            assert!(verify_signature(LIST, SIGNATURE, &[text]).is_err());
            signed(verify_signature(LIST, input.rest, &keys))
        }
        _ => (false, false),
    };
    TALLY.count(parsed, worked);
    // What cannot be read finds ever new ways to be wrong; it is tried, but signatures and text like that are not
    // built upon.
    let is_of_use = parsed || !input.is_text && input.kind < 2;
    if is_of_use { input.verdict(parsed) } else { Corpus::Reject }
});
