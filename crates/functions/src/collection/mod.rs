//! Functions of lists, sets, maps, tuples and objects.

mod choose;
mod entries;
mod filter;
mod legacy;
mod pick;
mod search;
mod seen;
mod sequence;
mod sets;

pub(crate) use choose::{COALESCE, COALESCELIST, ONE};
pub(crate) use entries::{KEYS, MERGE, TRANSPOSE, VALUES, ZIPMAP};
pub(crate) use filter::{COMPACT, DISTINCT, FLATTEN, MATCHKEYS, SORT};
pub(crate) use legacy::{LIST, MAP};
pub(crate) use pick::{ELEMENT, LOOKUP, SLICE};
pub(crate) use search::{ALLTRUE, ANYTRUE, CONTAINS, INDEX, LENGTH};
pub(crate) use sequence::{CHUNKLIST, CONCAT, RANGE, REVERSE};
pub(crate) use sets::{SETINTERSECTION, SETPRODUCT, SETSUBTRACT, SETUNION};

use value::{Type, Value};

use crate::FunctionError;

/// The most values that one call may put into its result. Values share what they hold, so a few
/// lines of doubling could otherwise take all memory.
const MAX_VALUES: usize = 10_000_000;

/// Refuses a result of too many values.
pub(crate) fn limited(values: usize) -> Result<(), FunctionError> {
    if values > MAX_VALUES {
        return Err(FunctionError::new(format!(
            "the result would have {values} values; at most {MAX_VALUES} are supported"
        )));
    }
    Ok(())
}

/// The items of a known list, set or tuple, and none of anything else.
fn items(value: &Value) -> &[Value] {
    value.as_items().unwrap_or_default()
}

/// The element type of a list, set or map type.
fn element_of(ty: &Type) -> Type {
    ty.element().cloned().unwrap_or(Type::Dynamic)
}

/// The type of the first argument.
fn first_type(args: &[Value]) -> Result<Type, FunctionError> {
    Ok(args[0].ty())
}
