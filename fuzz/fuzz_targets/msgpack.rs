//! Values as MessagePack: any bytes are read safely, and what was read is written and read again the same.
#![no_main]

use cairn_fuzz::{Choices, Input, Tally, values};
use libfuzzer_sys::fuzz_target;
use value::{Type, msgpack};

static TALLY: Tally = Tally::new();

fuzz_target!(|data: &[u8]| {
    let Some(input) = Input::of(data) else { return };
    let mut choices = Choices(input.rest);
    let ty: Type = values::ty(&mut choices, 0).without_optional();
    let bytes = match (input.is_text, input.kind) {
        (true, _) => choices.0.to_vec(),
        (false, 0..=1) => {
            let value = values::value(&mut choices, &ty, true, 0);
            match msgpack::encode(&value, &ty) {
                Ok(bytes) => bytes,
                // Values of open types in collections need not have one type.
                Err(_) => return TALLY.count(false, false),
            }
        }
        _ => {
            let mut bytes = Vec::new();
            values::msgpack(&mut choices, &ty, 0, &mut bytes);
            bytes
        }
    };
    let Ok(value) = msgpack::decode(&bytes, &ty) else {
        let written = !input.is_text && input.kind <= 1;
        assert!(
            !written || values::has_open_collection(&ty),
            "what was written of {ty:?} cannot be read: {bytes:02x?}"
        );
        return TALLY.count(false, false);
    };
    if values::has_open_collection(&ty) {
        return TALLY.count(true, false);
    }
    let written = match msgpack::encode(&value, &ty) {
        Ok(written) => written,
        Err(error) => panic!("{value:?} of type {ty:?} was read but cannot be written: {error}"),
    };
    let again = msgpack::decode(&written, &ty).unwrap_or_else(|error| panic!("{value:?} of {ty:?}: {error}"));
    let rewritten = msgpack::encode(&again, &ty).ok();
    assert!(rewritten.as_ref() == Some(&written), "{value:?} became {again:?}");
    TALLY.count(true, true);
});
