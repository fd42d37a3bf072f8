//! Schemas of the protocol as ours. Only the names are read at once, the rest of a type when it is asked for.

use std::collections::BTreeMap;
use std::sync::Arc;

use bytes::Bytes;
use prost::Message;
use schema::{
    Attribute, AttributeShape, Block, Catalog, FunctionParameter, FunctionSignature, IdentityAttribute,
    IdentitySchema, Lazy, NestedBlock, NestedObject, Nesting, ProviderSchema, Schema, ServerCapabilities,
};
use smol_str::SmolStr;
use value::{Type, type_json};

use crate::message::{self, StringKind, function, get_provider_schema, resource_identity_schema};
use crate::v6::schema::nested_block::NestingMode;
use crate::{Version, v5, v6};

/// What a provider offers, from its two answers. The error says in words what is wrong with them.
pub fn provider_schema(
    version: Version,
    answer: get_provider_schema::Response,
    identities: BTreeMap<String, Bytes>,
) -> Result<ProviderSchema, String> {
    let schema: fn(&[u8]) -> Result<Schema, String> = match version {
        Version::V5 => schema5,
        Version::V6 => schema6,
    };
    let action: fn(&[u8]) -> Result<Schema, String> = match version {
        Version::V5 => |bytes| schema5(&inner(bytes)?),
        Version::V6 => |bytes| schema6(&inner(bytes)?),
    };
    let Some(own) = answer.provider else {
        return Err("the schema of its own configuration is missing".to_owned());
    };
    let capabilities = answer.server_capabilities.unwrap_or_default();
    Ok(ProviderSchema {
        config: Arc::new(schema(&own).map_err(|why| format!("its own configuration: {why}"))?),
        meta: match answer.provider_meta {
            Some(bytes) => Some(Arc::new(schema(&bytes).map_err(|why| format!("its meta schema: {why}"))?)),
            None => None,
        },
        resources: catalog(answer.resource_schemas, schema),
        data_sources: catalog(answer.data_source_schemas, schema),
        ephemeral_resources: catalog(answer.ephemeral_resource_schemas, schema),
        list_resources: catalog(answer.list_resource_schemas, schema),
        actions: catalog(answer.action_schemas, action),
        state_stores: catalog(answer.state_store_schemas, schema),
        identities: catalog(identities, identity),
        functions: functions(answer.functions),
        capabilities: ServerCapabilities {
            plan_destroy: capabilities.plan_destroy,
            schema_optional: capabilities.get_provider_schema_optional,
            move_resource_state: capabilities.move_resource_state,
            generate_resource_config: capabilities.generate_resource_config,
        },
    })
}

/// Functions as ours.
pub fn functions(encoded: BTreeMap<String, Bytes>) -> Catalog<FunctionSignature> {
    catalog(encoded, signature)
}

fn catalog<T>(encoded: BTreeMap<String, Bytes>, decode: fn(&[u8]) -> Result<T, String>) -> Catalog<T> {
    encoded.into_iter().map(|(name, bytes)| (SmolStr::from(name), Lazy::encoded(bytes, decode))).collect()
}

fn parse<M: Message + Default>(bytes: &[u8]) -> Result<M, String> {
    M::decode(bytes).map_err(|error| format!("it cannot be decoded: {error}"))
}

/// The schema inside of the message that an action has.
fn inner(bytes: &[u8]) -> Result<Bytes, String> {
    parse::<message::ActionSchema>(bytes).map(|action| action.schema)
}

fn schema5(bytes: &[u8]) -> Result<Schema, String> {
    let schema: v5::Schema = parse(bytes)?;
    finish(v6::Schema { version: schema.version, block: schema.block.map(v6::schema::Block::from) })
}

fn schema6(bytes: &[u8]) -> Result<Schema, String> {
    finish(parse(bytes)?)
}

fn finish(encoded: v6::Schema) -> Result<Schema, String> {
    let version = u64::try_from(encoded.version).map_err(|_| "its version is negative".to_owned())?;
    let schema = Schema { version, block: block(encoded.block.unwrap_or_default())? };
    match schema.block.defect() {
        Some(defect) => Err(defect),
        None => Ok(schema),
    }
}

impl From<v5::schema::Block> for v6::schema::Block {
    fn from(block: v5::schema::Block) -> Self {
        Self {
            version: block.version,
            attributes: block.attributes.into_iter().map(Into::into).collect(),
            block_types: block.block_types.into_iter().map(Into::into).collect(),
            description: block.description,
            description_kind: block.description_kind,
            deprecated: block.deprecated,
            deprecation_message: block.deprecation_message,
        }
    }
}

impl From<v5::schema::Attribute> for v6::schema::Attribute {
    fn from(attribute: v5::schema::Attribute) -> Self {
        Self {
            name: attribute.name,
            r#type: attribute.r#type,
            nested_type: None,
            description: attribute.description,
            required: attribute.required,
            optional: attribute.optional,
            computed: attribute.computed,
            sensitive: attribute.sensitive,
            description_kind: attribute.description_kind,
            deprecated: attribute.deprecated,
            write_only: attribute.write_only,
            deprecation_message: attribute.deprecation_message,
        }
    }
}

impl From<v5::schema::NestedBlock> for v6::schema::NestedBlock {
    fn from(nested: v5::schema::NestedBlock) -> Self {
        Self {
            type_name: nested.type_name,
            block: nested.block.map(Into::into),
            nesting: nested.nesting,
            min_items: nested.min_items,
            max_items: nested.max_items,
        }
    }
}

fn block(encoded: v6::schema::Block) -> Result<Block, String> {
    let mut blocks = BTreeMap::new();
    for nested in encoded.block_types {
        let name = SmolStr::from(nested.type_name.as_str());
        let within = |why: String| format!("block {name:?}: {why}");
        let count = |count: i64| u64::try_from(count).map_err(|_| within("a negative count".to_owned()));
        let nesting = match NestingMode::try_from(nested.nesting) {
            Ok(NestingMode::Single) => Nesting::Single,
            Ok(NestingMode::Group) => Nesting::Group,
            Ok(NestingMode::List) => Nesting::List,
            Ok(NestingMode::Set) => Nesting::Set,
            Ok(NestingMode::Map) => Nesting::Map,
            Ok(NestingMode::Invalid) | Err(_) => {
                return Err(within("a nesting that does not exist".to_owned()));
            }
        };
        let nested = NestedBlock {
            nesting,
            min_items: count(nested.min_items)?,
            max_items: count(nested.max_items)?,
            block: block(nested.block.unwrap_or_default()).map_err(within)?,
        };
        blocks.insert(name, nested);
    }
    Ok(Block {
        attributes: attributes(encoded.attributes)?,
        blocks,
        description_is_markdown: is_markdown(encoded.description_kind),
        description: encoded.description,
        deprecation: encoded.deprecated.then_some(encoded.deprecation_message),
        ..Block::default()
    })
}

fn attributes(encoded: Vec<v6::schema::Attribute>) -> Result<BTreeMap<SmolStr, Attribute>, String> {
    let mut attributes = BTreeMap::new();
    for encoded in encoded {
        let name = SmolStr::from(encoded.name.as_str());
        let attribute = attribute(encoded).map_err(|why| format!("attribute {name:?}: {why}"))?;
        attributes.insert(name, attribute);
    }
    Ok(attributes)
}

fn attribute(encoded: v6::schema::Attribute) -> Result<Attribute, String> {
    let shape = match encoded.nested_type {
        Some(_) if !encoded.r#type.is_empty() => {
            return Err("it has both a type and a nested type".to_owned());
        }
        Some(nested) => AttributeShape::Nested(object(nested)?),
        None => AttributeShape::Plain(ty(&encoded.r#type)?),
    };
    Ok(Attribute {
        shape,
        required: encoded.required,
        optional: encoded.optional,
        computed: encoded.computed,
        sensitive: encoded.sensitive,
        write_only: encoded.write_only,
        description: encoded.description,
        description_is_markdown: is_markdown(encoded.description_kind),
        deprecation: encoded.deprecated.then_some(encoded.deprecation_message),
    })
}

fn object(encoded: v6::schema::Object) -> Result<NestedObject, String> {
    use v6::schema::object::NestingMode;
    let nesting = match encoded.nesting() {
        NestingMode::Single => Nesting::Single,
        NestingMode::List => Nesting::List,
        NestingMode::Set => Nesting::Set,
        NestingMode::Map => Nesting::Map,
        NestingMode::Invalid => return Err("a nesting that does not exist".to_owned()),
    };
    Ok(NestedObject { nesting, attributes: attributes(encoded.attributes)? })
}

fn ty(encoded: &[u8]) -> Result<Type, String> {
    type_json::decode(encoded).map_err(|error| format!("its type is invalid: {error}"))
}

fn is_markdown(kind: i32) -> bool {
    kind == i32::from(StringKind::Markdown)
}

fn identity(bytes: &[u8]) -> Result<IdentitySchema, String> {
    let encoded: message::ResourceIdentitySchema = parse(bytes)?;
    let mut attributes = BTreeMap::new();
    for encoded in encoded.identity_attributes {
        let resource_identity_schema::IdentityAttribute { name, r#type, description, .. } = encoded;
        let ty = ty(&r#type).map_err(|why| format!("attribute {name:?}: {why}"))?;
        let attribute = IdentityAttribute {
            ty,
            required_for_import: encoded.required_for_import,
            optional_for_import: encoded.optional_for_import,
            description,
        };
        attributes.insert(SmolStr::from(name), attribute);
    }
    let version = u64::try_from(encoded.version).map_err(|_| "its version is negative".to_owned())?;
    Ok(IdentitySchema { version, attributes })
}

fn signature(bytes: &[u8]) -> Result<FunctionSignature, String> {
    let encoded: message::Function = parse(bytes)?;
    let parameter = |encoded: function::Parameter| {
        let ty = ty(&encoded.r#type).map_err(|why| format!("parameter {:?}: {why}", encoded.name))?;
        Ok::<_, String>(FunctionParameter {
            name: encoded.name.into(),
            ty,
            allow_null: encoded.allow_null_value,
            allow_unknown: encoded.allow_unknown_values,
            description: encoded.description,
            description_is_markdown: is_markdown(encoded.description_kind),
        })
    };
    let Some(returns) = encoded.r#return else { return Err("its result has no type".to_owned()) };
    Ok(FunctionSignature {
        parameters: encoded.parameters.into_iter().map(parameter).collect::<Result<_, _>>()?,
        variadic: encoded.variadic_parameter.map(parameter).transpose()?,
        returns: ty(&returns.r#type).map_err(|why| format!("its result: {why}"))?,
        summary: encoded.summary,
        description: encoded.description,
        description_is_markdown: is_markdown(encoded.description_kind),
        deprecation: Some(encoded.deprecation_message).filter(|message| !message.is_empty()),
    })
}
