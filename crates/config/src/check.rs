//! `check` blocks.

use addrs::ResourceMode;
use diag::{Diagnostic, Diagnostics, SourceRange};
use hcl::{BodyBlock, BodySchema};
use smol_str::SmolStr;

use crate::condition::Condition;
use crate::decode::Decode;
use crate::resource::ResourceConfig;

/// Assertions about the whole, whose failure is a warning.
#[derive(Clone, Debug)]
pub struct Check {
    /// Its name.
    pub name: SmolStr,
    /// The data resource that only the assertions can see.
    pub data: Option<ResourceConfig>,
    /// What must hold.
    pub asserts: Vec<Condition>,
    /// Where it is declared.
    pub range: SourceRange,
}

impl Check {
    pub(crate) fn decode(block: &BodyBlock) -> (Check, Diagnostics) {
        let schema = BodySchema::of(&[], &[("data", &["type", "name"]), ("assert", &[])]);
        let mut decode = Decode::whole(block, &schema);
        decode.check_label(0, "Invalid check block name");
        let mut check =
            Check { name: block.label(0).clone(), data: None, asserts: Vec::new(), range: block.range() };
        for inner in decode.content.blocks.clone() {
            if inner.type_name == "assert" {
                let (condition, more) = Condition::decode(&inner);
                if !more.has_errors() {
                    check.asserts.push(condition);
                }
                decode.diags.append(more);
                continue;
            }
            if check.data.is_some() {
                let detail = "A check block can have only one data resource.";
                decode.error("Multiple data resource blocks", detail, inner.range());
                continue;
            }
            let (mut data, mut more) = ResourceConfig::decode(ResourceMode::Data, &inner, false);
            refuse_meta_arguments(&inner, &mut more);
            data.check = Some(check.name.clone());
            // What is wrong in itself is not the one that there can be.
            check.data = Some(data).filter(|_| !more.has_errors());
            decode.diags.append(more);
        }
        if check.asserts.is_empty() {
            let detail = "A check block asserts something: it has at least one \"assert\" block.";
            decode.error("Zero assert blocks", detail, block.range());
        }
        (check, decode.diags)
    }
}

/// The data resource of a check stands for one object and nothing else.
fn refuse_meta_arguments(block: &BodyBlock, diags: &mut Diagnostics) {
    let (content, _, _) =
        block.body.partial_content(&BodySchema::of(&["count", "for_each"], &[("lifecycle", &[])]));
    for attribute in &content.attributes {
        let name = attribute.name.as_str();
        let detail = format!("The data resource of a check block cannot have {name:?}.");
        diags.push(
            Diagnostic::error(format!("Invalid {name:?} attribute"), detail).at(attribute.name_range()),
        );
    }
    for block in &content.blocks {
        let detail = "The data resource of a check block cannot have a lifecycle.";
        diags.push(Diagnostic::error("Invalid lifecycle block", detail).at(block.range()));
    }
}
