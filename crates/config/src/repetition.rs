//! How many instances a block stands for: `count`, `for_each`, `lifecycle.enabled`.

use hcl::{Attribute, Expression};

use crate::decode::{Decode, replace};

/// The arguments that say how many instances there are; at most one of them is right.
#[derive(Clone, Debug, Default)]
pub struct Repetition {
    /// That many instances, numbered from 0.
    pub count: Option<Expression>,
    /// One instance per element, named by its key.
    pub for_each: Option<Expression>,
    /// One instance or none.
    pub enabled: Option<Expression>,
}

impl Repetition {
    /// Reads them; `enabled` comes from the `lifecycle` block. `what` are instances of.
    pub(crate) fn decode(decode: &mut Decode<'_>, enabled: Option<&Attribute>, what: &str) -> Repetition {
        let attribute = |name: &str| decode.content.attribute(name).cloned();
        let mut given: Vec<Attribute> =
            ["count", "for_each"].iter().filter_map(|name| attribute(name)).collect();
        given.extend(enabled.cloned());
        given.sort_by_key(|attribute| attribute.name.clone());
        let names: Vec<String> =
            given.iter().map(|attribute| format!("{:?}", attribute.name.as_str())).collect();
        if let [first @ .., last] = names.as_slice()
            && !first.is_empty()
        {
            let names = format!("{} and {last}", first.join(", "));
            let detail = format!("Only one of the arguments {names} may say how many {what} there are.");
            let at = given.last().map(Attribute::name_range);
            decode.diags.push(
                diag::Diagnostic::error(format!("Invalid combination of {names}"), detail).at_maybe(at),
            );
        }
        Repetition {
            count: decode.expr("count"),
            for_each: decode.expr("for_each"),
            enabled: enabled.map(|attribute| attribute.expr.clone()),
        }
    }

    /// Its expressions.
    pub fn expressions(&self) -> impl Iterator<Item = &Expression> {
        self.count.iter().chain(&self.for_each).chain(&self.enabled)
    }

    pub(crate) fn override_with(&mut self, over: Repetition) {
        replace(&mut self.count, over.count);
        replace(&mut self.for_each, over.for_each);
        replace(&mut self.enabled, over.enabled);
    }
}
