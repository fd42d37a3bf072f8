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
                        Attribute::required(Type::String)
                            .described("The remote backend to use, e.g. `remote` or `http`."),
                    ),
                    ("config", any().described("The configuration of the remote backend.")),
                    ("defaults", any().described("Outputs to use where the state has none of that name.")),
                    (
                        "outputs",
                        Attribute::computed(Type::Dynamic).described("All outputs of the root module."),
                    ),
                    ("workspace", Attribute::optional(Type::String).described("The workspace to read.")),
                ],
            ),
            functions: functions::signatures(),
            capabilities: ServerCapabilities { move_resource_state: true, ..ServerCapabilities::default() },
            ..ProviderSchema::default()
        }
    })
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
        let data = schemas().data_sources.get("terraform_remote_state").unwrap().block.implied_type();
        let expect = "object({backend=string,config=any,defaults=any,outputs=any,workspace=string})";
        assert_eq!(format!("{data:?}"), expect);
    }
}
