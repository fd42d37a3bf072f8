//! Paths into values, as the protocol has them. A step into a set cannot be told, so such a path ends at the set.

use value::{Path, PathStep, Value};

use crate::message::AttributePath;
use crate::message::attribute_path::{Step, step::Selector};

/// A path of the protocol as ours. It ends at the first step without a selector, which means nothing.
pub fn from_path(path: AttributePath) -> Path {
    let steps = path.steps.into_iter().map_while(|step| {
        Some(match step.selector? {
            Selector::AttributeName(name) => PathStep::Attr(name.into()),
            Selector::ElementKeyString(key) => PathStep::Index(Value::string(key)),
            Selector::ElementKeyInt(key) => PathStep::Index(Value::int(key)),
        })
    });
    Path(steps.collect())
}

/// One of our paths for the protocol, as far as it can be told.
pub fn to_path(path: &Path) -> AttributePath {
    let steps = path.0.iter().map_while(|step| {
        let selector = match step {
            PathStep::Attr(name) => Selector::AttributeName(name.to_string()),
            PathStep::Index(key) => match (key.as_str(), key.as_num().and_then(|number| number.to_i64())) {
                (Some(key), _) => Selector::ElementKeyString(key.to_owned()),
                (_, Some(key)) => Selector::ElementKeyInt(key),
                _ => return None,
            },
        };
        Some(Step { selector: Some(selector) })
    });
    AttributePath { steps: steps.collect() }
}
