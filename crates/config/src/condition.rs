//! Conditions that configuration checks itself by: `validation`, `precondition`, `postcondition`, `assert`.

use diag::{Diagnostic, Diagnostics, SourceRange};
use hcl::{BodyBlock, BodySchema, Expression};

use crate::decode::Decode;

/// A condition and what to say when it does not hold.
#[derive(Clone, Debug)]
pub struct Condition {
    /// Must be true.
    pub condition: Option<Expression>,
    /// What to say otherwise.
    pub error_message: Option<Expression>,
    /// Where it is declared.
    pub range: SourceRange,
}

impl Condition {
    pub(crate) fn decode(block: &BodyBlock) -> (Condition, Diagnostics) {
        let schema =
            BodySchema::of(&["condition", "error_message"], &[]).requiring(&["condition", "error_message"]);
        let mut decode = Decode::whole(block, &schema);
        let condition = decode.expr("condition");
        if let Some(expr) =
            condition.as_ref().filter(|expr| expr.references().is_empty() && !expr.is_invalid())
        {
            let detail = "The condition refers to nothing else in the configuration, so its result is always the same \
                          and it checks nothing.";
            decode.error(format!("Invalid {} expression", block.type_name), detail, expr.range());
        }
        let error_message = decode.expr("error_message");
        (Condition { condition, error_message, range: block.range() }, decode.diags)
    }

    /// Its expressions.
    pub fn expressions(&self) -> impl Iterator<Item = &Expression> {
        self.condition.iter().chain(&self.error_message)
    }
}

/// Override files cannot hold conditions.
pub(crate) fn refuse_override(block: &BodyBlock) -> Diagnostic {
    let name = block.type_name.as_str();
    let detail = format!("Override files cannot override {name:?} blocks.");
    Diagnostic::error(format!("Can't override {name} blocks"), detail).at(block.range())
}
