//! What the built-in provider offers.

use std::sync::OnceLock;

use schema::{Attribute, Block, Catalog, ProviderSchema, Schema, ServerCapabilities};
use smol_str::SmolStr;
use value::Type;

use crate::{data, functions, remote_state};

/// The schemas of the built-in provider.
pub fn schemas() -> &'static ProviderSchema {
    static SCHEMAS: OnceLock<ProviderSchema> = OnceLock::new();
    SCHEMAS.get_or_init(|| {
        let any = || Attribute::optional(Type::Dynamic);
        ProviderSchema {
            resources: one(
                data::TYPE,
                [
                    ("input", any()),
                    ("output", Attribute::computed(Type::Dynamic)),
                    ("triggers_replace", any()),
                    ("id", Attribute::computed(Type::String)),
                ],
            ),
            data_sources: one(
                remote_state::TYPE,
                [
                    (
                        "backend",
                        in_markdown(
                            Attribute::required(Type::String),
                            "The remote backend to use, e.g. `remote` or `http`.",
                        ),
                    ),
                    ("config", in_markdown(any(), "The configuration of the remote backend.")),
                    ("defaults", in_markdown(any(), "Outputs to use where the state has none of that name.")),
                    (
                        "outputs",
                        in_markdown(Attribute::computed(Type::Dynamic), "All outputs of the root module."),
                    ),
                    ("workspace", in_markdown(Attribute::optional(Type::String), "The workspace to read.")),
                ],
            ),
            functions: functions::signatures(),
            capabilities: ServerCapabilities { move_resource_state: true, ..ServerCapabilities::default() },
            ..ProviderSchema::default()
        }
    })
}

/// An attribute with words that are Markdown.
fn in_markdown(attribute: Attribute, words: &str) -> Attribute {
    Attribute { description_is_markdown: true, ..attribute.described(words) }
}

fn one<const N: usize>(
    type_name: &'static str,
    attributes: [(&'static str, Attribute); N],
) -> Catalog<Schema> {
    let attributes = attributes.map(|(name, attribute)| (SmolStr::new_static(name), attribute)).into();
    let schema = Schema { version: 0, block: Block { attributes, ..Block::default() } };
    Catalog::from_iter([(SmolStr::new_static(type_name), schema)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_types_are_those_of_the_models() {
        let managed = schemas().resources.get("terraform_data").unwrap().block.implied_type();
        let expect = "object({id=string,input=any,output=any,triggers_replace=any})";
        assert_eq!(format!("{managed:?}"), expect);
        let remote = schemas().data_sources.get("terraform_remote_state").unwrap();
        assert!(remote.block.attributes.values().all(|attribute| attribute.description_is_markdown));
        let data = schemas().data_sources.get("terraform_remote_state").unwrap().block.implied_type();
        let expect = "object({backend=string,config=any,defaults=any,outputs=any,workspace=string})";
        assert_eq!(format!("{data:?}"), expect);
    }
}
