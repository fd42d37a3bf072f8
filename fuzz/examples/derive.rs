//! Prints the text that an input of the fuzzer stands for: `cargo run --example derive -- TARGET FILE`.

use cairn_fuzz::{Choices, Input, data_text, native::Native};

fn main() {
    let mut args = std::env::args().skip(1);
    let (Some(target), Some(file)) = (args.next(), args.next()) else {
        eprintln!("usage: derive TARGET FILE");
        return;
    };
    let bytes = std::fs::read(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let Some(input) = Input::of(&bytes) else { return };
    if input.is_text {
        return println!("{}", String::from_utf8_lossy(input.rest));
    }
    let mut choices = Choices(input.rest);
    let text = match (target.as_str(), input.kind) {
        ("json_syntax", 3) => data_text::json_any(&mut choices),
        ("json_syntax", _) => data_text::json_config(&mut choices),
        ("yaml", _) => data_text::yaml(&mut choices),
        ("fmt", _) | ("parser", 0) => Native::new(&mut choices).config(),
        (_, 2) => Native::new(&mut choices).template_file(),
        _ => Native::new(&mut choices).expression(),
    };
    println!("kind {}\n{text}", input.kind);
}
