//! The line that a provider prints when it is ready: any text is safe to read, and an address comes of none that
//! names no network that we know.
#![no_main]

use cairn_fuzz::{Choices, Input, Tally, show};
use libfuzzer_sys::{Corpus, fuzz_target};
use plugin::{Address, Handshake};

static TALLY: Tally = Tally::new();

fn line(choices: &mut Choices<'_>) -> String {
    // What a field usually is, and what else a hostile program may say.
    let fields: [(&[&str], &[&str]); 6] = [
        (&["1"], &["2", "", "01"]),
        (&["5", "6"], &["4", "-5", "99999999999999999999"]),
        (&["unix", "tcp"], &["udp", ""]),
        (&["/tmp/plugin1", "127.0.0.1:1"], &["\u{0}", "", "[::1]:70000"]),
        (&["grpc"], &["netrpc", ""]),
        (&["", "AAAA"], &["certificate", "true"]),
    ];
    let count = 6 - usize::from(choices.rarely(8)) - usize::from(choices.rarely(200)) * 3;
    let field = |choices: &mut Choices<'_>, (usual, odd): (&[&'static str], &[&'static str])| {
        let kind = if choices.rarely(200) { odd } else { usual };
        choices.of(kind).to_owned()
    };
    let mut line: Vec<String> = fields[..count].iter().map(|kinds| field(choices, *kinds)).collect();
    if choices.rarely(100) && count == 6 {
        line[5] = choices.of(&["A", "=", "zZ9+", "é"]).repeat(choices.below(60));
    }
    line.join("|") + choices.of(&["\n", "\r\n", "", "\n", " "])
}

fuzz_target!(|data: &[u8]| -> Corpus {
    let Some(input) = Input::of(data) else { return Corpus::Reject };
    let text = match input.is_text {
        true => String::from_utf8_lossy(input.rest).into_owned(),
        false => line(&mut Choices(input.rest)),
    };
    show(text.as_bytes());
    let parsed = Handshake::parse(&text);
    match &parsed {
        Ok(handshake) => match &handshake.address {
            Address::Unix(path) => assert!(text.contains("unix") && !path.as_os_str().is_empty()),
            Address::Tcp(address) => assert!(text.contains("tcp") && !address.is_empty()),
        },
        Err(error) => assert!(error.to_string().len() < 2000, "a hostile line must not flood the screen"),
    }
    TALLY.count(parsed.is_ok(), parsed.is_ok());
    // Any text finds new ways to be wrong; it is tried, but not built upon.
    if input.is_text && parsed.is_err() { Corpus::Reject } else { input.verdict(parsed.is_ok()) }
});
