//! How long a value is when written out: parts that are shared count every time they appear, so a
//! few lines of configuration can make a value that is small in memory and endless on paper.

use value::{Kind, MAX_STRING_BYTES, Value};

use crate::FunctionError;
use crate::string::check_size;

/// Stack that must be free at each level, and that is made where it is not.
const STACK_NEEDED: usize = 64 << 10;
const STACK_MADE: usize = 1 << 20;

/// Refuses values whose written form is certainly longer than a string may be.
pub(super) fn check_written_size(value: &Value) -> Result<(), FunctionError> {
    let mut left = MAX_STRING_BYTES;
    check_size(count(value, &mut left).map(|()| MAX_STRING_BYTES - left))
}

/// Takes the least number of bytes that the value needs; nothing if there are not so many left.
fn count(value: &Value, left: &mut usize) -> Option<()> {
    let own = value.as_str().map_or(1, |text| text.len() + 2);
    *left = left.checked_sub(own)?;
    match value.kind() {
        Kind::List(items) | Kind::Set(items) | Kind::Tuple(items) => {
            stacker::maybe_grow(STACK_NEEDED, STACK_MADE, || {
                items.iter().try_for_each(|item| count(item, left))
            })
        }
        Kind::Map(entries) | Kind::Object(entries) => stacker::maybe_grow(STACK_NEEDED, STACK_MADE, || {
            entries.iter().try_for_each(|(key, item)| {
                *left = left.checked_sub(key.len() + 2)?;
                count(item, left)
            })
        }),
        _ => Some(()),
    }
}
