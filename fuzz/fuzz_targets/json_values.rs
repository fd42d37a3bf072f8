//! Values as JSON, typed and plain: any text is read safely, and what was read is written and read again the same.
#![no_main]

use cairn_fuzz::{Choices, Input, Tally, data_text, values};
use libfuzzer_sys::fuzz_target;
use value::json::JsonError;
use value::{Type, Value, json, type_json};

static TALLY: Tally = Tally::new();

fuzz_target!(|data: &[u8]| {
    let Some(input) = Input::of(data) else { return };
    let parsed = match input.kind {
        0 | 1 => typed(&input),
        2 => plain(&if input.is_text {
            input.rest.to_vec()
        } else {
            data_text::json_any(&mut Choices(input.rest)).into_bytes()
        }),
        _ => types(&input),
    };
    TALLY.count(parsed, parsed);
});

fn typed(input: &Input<'_>) -> bool {
    let mut choices = Choices(input.rest);
    let ty: Type = values::ty(&mut choices, 0).without_optional();
    let text = match (input.is_text, input.kind) {
        (true, _) => choices.0.to_vec(),
        (false, 0) => match json::encode(&values::value(&mut choices, &ty, false, 0), &ty) {
            Ok(text) => text.into_bytes(),
            Err(_) => return false,
        },
        _ => {
            let mut text = String::new();
            values::json(&mut choices, &ty, 0, &mut text);
            text.into_bytes()
        }
    };
    let Ok(value) = json::decode(&text, &ty) else {
        let written = !input.is_text && input.kind == 0;
        assert!(!written || values::has_open_collection(&ty), "what was written of {ty:?} cannot be read");
        return false;
    };
    if values::has_open_collection(&ty) {
        return true;
    }
    let written = match json::encode(&value, &ty) {
        Ok(written) => written,
        Err(error) => return infinite(&value, &error),
    };
    let again =
        json::decode(written.as_bytes(), &ty).unwrap_or_else(|error| panic!("{written} of {ty:?}: {error}"));
    assert!(json::encode(&again, &ty).ok().as_ref() == Some(&written), "{value:?} became {again:?}");
    true
}

/// Numbers beyond all measure are read as infinite, as Terraform does, and only those cannot be written.
fn infinite(value: &Value, error: &JsonError) -> bool {
    assert!(error.message.contains("infinity"), "{value:?} was read but cannot be written: {error}");
    true
}

fn plain(text: &[u8]) -> bool {
    let value = json::decode_implied(text);
    let ty = json::implied_type(text);
    let Ok(value) = value else { return false };
    assert!(ty.is_ok(), "{value:?} has no type");
    let written = match json::encode_simple(&value) {
        Ok(written) => written,
        Err(error) => return infinite(&value, &error),
    };
    let again = json::decode_implied(written.as_bytes()).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert!(json::encode_simple(&again).ok().as_ref() == Some(&written), "{value:?} became {again:?}");
    true
}

fn types(input: &Input<'_>) -> bool {
    let text = if input.is_text {
        input.rest.to_vec()
    } else {
        type_json::encode(&values::ty(&mut Choices(input.rest), 0)).into_bytes()
    };
    let Ok(ty) = type_json::decode(&text) else {
        assert!(input.is_text, "a type cannot be read: {}", String::from_utf8_lossy(&text));
        return false;
    };
    let written = type_json::encode(&ty);
    assert!(type_json::decode(written.as_bytes()).as_ref() == Ok(&ty), "{written}");
    assert!(!ty.friendly_name().is_empty() && !ty.constraint_name().is_empty());
    true
}
