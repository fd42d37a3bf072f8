//! `provisioner` and `connection` blocks.

use diag::{Diagnostic, Diagnostics, SourceRange};
use hcl::{AbsTraversal, Body, BodyBlock, BodySchema};
use smol_str::SmolStr;

use crate::decode::{Decode, keyword};

/// What is run when a resource is created or destroyed.
#[derive(Clone, Debug)]
pub struct Provisioner {
    /// Which kind.
    pub type_name: SmolStr,
    /// Whether it runs at destruction instead of creation.
    pub on_destroy: bool,
    /// Whether its failure is no failure of the resource.
    pub continue_on_failure: bool,
    /// How to reach the machine, over what the resource says.
    pub connection: Option<Box<Connection>>,
    /// What is for the kind of provisioner.
    pub body: Body,
    /// Where it is declared.
    pub range: SourceRange,
}

/// How to reach a machine.
#[derive(Clone, Debug)]
pub struct Connection {
    /// What it says.
    pub body: Body,
    /// Where it is declared.
    pub range: SourceRange,
}

/// Kinds that were there once.
const REMOVED: &[&str] = &["chef", "habitat", "puppet", "salt-masterless"];

impl Connection {
    pub(crate) fn decode(block: &BodyBlock) -> Connection {
        Connection { body: block.body.clone(), range: block.range() }
    }
}

impl Provisioner {
    pub(crate) fn decode(block: &BodyBlock) -> (Option<Provisioner>, Diagnostics) {
        let schema =
            BodySchema::of(&["when", "on_failure"], &[("connection", &[]), ("lifecycle", &[]), ("_", &[])]);
        let mut decode = Decode::part(block, &schema);
        let type_name = block.label(0).clone();
        if REMOVED.contains(&type_name.as_str()) {
            let detail = format!("The {type_name:?} provisioner was deprecated and does not exist any more.");
            decode.error(
                format!("The {type_name:?} provisioner has been removed"),
                detail,
                block.label_range(0),
            );
            return (None, decode.diags);
        }
        let on_destroy = choice(&mut decode, "when", ["create", "destroy"]);
        let body = decode.rest_with_escape("This provisioner");
        if on_destroy {
            refuse_others(&decode.rest, &mut decode.diags);
        }
        let continue_on_failure = choice(&mut decode, "on_failure", ["fail", "continue"]);
        let connection = decode.only_block("connection", "This provisioner");
        if let Some(connection) = connection.as_ref().filter(|_| on_destroy) {
            refuse_others(&connection.body, &mut decode.diags);
        }
        decode.refuse_reserved(&["lifecycle"], "provisioner");
        let provisioner = Provisioner {
            type_name,
            on_destroy,
            continue_on_failure,
            connection: connection.as_ref().map(|block| Box::new(Connection::decode(block))),
            body,
            range: block.range(),
        };
        (Some(provisioner), decode.diags)
    }
}

/// Whether an argument is the second of two words; the first is the same as nothing.
fn choice(decode: &mut Decode<'_>, name: &str, words: [&str; 2]) -> bool {
    let Some(attribute) = decode.content.attribute(name).cloned() else { return false };
    let word = keyword(&attribute, &mut decode.diags);
    match words.iter().position(|known| Some(*known) == word.as_deref()) {
        Some(index) => index == 1,
        None => {
            let detail = format!(
                "The {name:?} argument requires one of these keywords: {} or {}.",
                words[0], words[1]
            );
            decode.error(format!("Invalid {name:?} keyword"), detail, attribute.expr.range());
            false
        }
    }
}

/// At destruction other things may be gone already, so only the object itself can be looked at.
pub(crate) fn refuse_others(body: &Body, diags: &mut Diagnostics) {
    for attribute in body.items().attributes {
        for traversal in attribute.expr.references() {
            if !is_about_itself(&traversal) {
                let detail = "Provisioners that run at destruction, and their connections, may only refer to the object \
                              itself: by \"self\", \"count.index\" or \"each.key\". Anything else may be destroyed \
                              before, and would make cycles.";
                diags.push(
                    Diagnostic::error("Invalid reference from destroy provisioner", detail)
                        .at(attribute.expr.range()),
                );
            }
        }
    }
}

fn is_about_itself(traversal: &AbsTraversal) -> bool {
    let names = traversal.names();
    match traversal.root.as_str() {
        "self" | "path" | "terraform" | "tofu" => true,
        "count" => names.as_deref() == Some(&["count", "index"]),
        "each" => names.as_deref() == Some(&["each", "key"]),
        _ => false,
    }
}
