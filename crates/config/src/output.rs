//! `output` blocks.

use diag::{Diagnostic, Diagnostics, SourceRange};
use hcl::{AbsTraversal, BodyBlock, BodySchema, Expression};
use smol_str::SmolStr;

use crate::condition::{Condition, refuse_override};
use crate::decode::{Decode, replace};

/// An output value.
#[derive(Clone, Debug)]
pub struct Output {
    /// Its name.
    pub name: SmolStr,
    /// Its value; nothing only where that was reported.
    pub value: Option<Expression>,
    /// For people.
    pub description: Option<String>,
    /// Whether its value is a secret; nothing where it is not said.
    pub sensitive: Option<bool>,
    /// Whether its value must not be stored; nothing where it is not said.
    pub ephemeral: Option<bool>,
    /// What to tell those who still use it.
    pub deprecated: Option<String>,
    /// What must be there before it.
    pub depends_on: Vec<AbsTraversal>,
    /// The `precondition` blocks.
    pub preconditions: Vec<Condition>,
    /// Where it is declared.
    pub range: SourceRange,
}

impl Output {
    pub(crate) fn decode(block: &BodyBlock, is_override: bool) -> (Output, Diagnostics) {
        let mut schema = BodySchema::of(
            &["description", "value", "depends_on", "sensitive", "ephemeral", "deprecated"],
            &[("precondition", &[]), ("postcondition", &[])],
        );
        if !is_override {
            schema = schema.requiring(&["value"]);
        }
        let mut decode = Decode::whole(block, &schema);
        decode.check_label(0, "Invalid output name");
        let mut output = Output {
            name: block.label(0).clone(),
            value: decode.expr("value"),
            description: decode.text("description"),
            sensitive: decode.bool("sensitive"),
            ephemeral: decode.bool("ephemeral"),
            deprecated: decode.text("deprecated"),
            depends_on: decode.references("depends_on"),
            preconditions: Vec::new(),
            range: block.range(),
        };
        let blocks = decode.content.blocks.clone();
        for block in &blocks {
            if block.type_name == "postcondition" {
                let detail = "An output value has no postconditions: what holds for its value can be said in a \
                              precondition.";
                decode.error("Postconditions are not allowed", detail, block.range());
                continue;
            }
            if is_override {
                decode.diags.push(refuse_override(block));
                continue;
            }
            let (condition, more) = Condition::decode(block);
            decode.diags.append(more);
            output.preconditions.push(condition);
        }
        (output, decode.diags)
    }

    /// Takes over what an override file says.
    pub(crate) fn override_with(&mut self, over: Output, diags: &mut Diagnostics) {
        replace(&mut self.value, over.value);
        replace(&mut self.description, over.description);
        replace(&mut self.sensitive, over.sensitive);
        replace(&mut self.ephemeral, over.ephemeral);
        replace(&mut self.deprecated, over.deprecated);
        diags.extend(refuse_depends_on(&over.depends_on));
    }
}

/// What must be there first cannot be overridden: half of it would be forgotten.
pub(crate) fn refuse_depends_on(given: &[AbsTraversal]) -> Option<Diagnostic> {
    let first = given.first()?;
    Some(
        Diagnostic::error("Unsupported override", "The depends_on argument may not be overridden.")
            .at(first.range()),
    )
}
