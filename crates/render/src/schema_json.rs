//! The schemas of providers as JSON: `providers schema -json`.

use std::collections::BTreeMap;

use addrs::Provider;
use schema::{
    Attribute, AttributeShape, Block, Catalog, FunctionParameter, FunctionSignature, IdentitySchema, Nesting,
    ProviderSchema, Schema,
};

use crate::json_writer::{ObjectWriter, array};

/// The version of the format.
const FORMAT_VERSION: &str = "1.0";

/// The schemas of some providers.
pub fn provider_schemas_json(schemas: &BTreeMap<Provider, &ProviderSchema>) -> String {
    let mut out = String::new();
    let mut whole = ObjectWriter::begin(&mut out);
    whole.text("format_version", FORMAT_VERSION);
    whole.object_unless_empty("provider_schemas", |providers| {
        for (addr, provider) in schemas {
            write_provider(addr, provider, providers.key(&addr.to_string()));
        }
    });
    whole.end();
    out
}

fn write_provider(addr: &Provider, provider: &ProviderSchema, out: &mut String) {
    let mut object = ObjectWriter::begin(out);
    // The provider that is part of the program takes no configuration at all.
    let config = (!addr.is_builtin()).then_some(&provider.config.block);
    write_versioned(provider.config.version, config, object.key("provider"));
    for (key, types) in [
        ("resource_schemas", &provider.resources),
        ("data_source_schemas", &provider.data_sources),
        ("ephemeral_resource_schemas", &provider.ephemeral_resources),
        ("list_resource_schemas", &provider.list_resources),
        ("action_schemas", &provider.actions),
        ("state_store_schemas", &provider.state_stores),
    ] {
        write_types(key, types, &mut object);
    }
    object.object_unless_empty("functions", |functions| {
        for (name, function) in provider.functions.iter() {
            write_function(function, functions.key(name));
        }
    });
    object.object_unless_empty("resource_identity_schemas", |identities| {
        for (name, identity) in provider.identities.iter() {
            write_identity(identity, identities.key(name));
        }
    });
    object.end();
}

fn write_types(key: &str, types: &Catalog<Schema>, object: &mut ObjectWriter<'_>) {
    object.object_unless_empty(key, |object| {
        for (name, schema) in types.iter() {
            write_versioned(schema.version, Some(&schema.block), object.key(name));
        }
    });
}

fn write_versioned(version: u64, block: Option<&Block>, out: &mut String) {
    let mut object = ObjectWriter::begin(out);
    object.raw("version", &version.to_string());
    if let Some(block) = block {
        write_block(block, object.key("block"));
    }
    object.end();
}

fn write_block(block: &Block, out: &mut String) {
    let mut object = ObjectWriter::begin(out);
    write_attributes(&block.attributes, &mut object);
    object.object_unless_empty("block_types", |types| {
        for (name, nested) in &block.blocks {
            let mut object = ObjectWriter::begin(types.key(name));
            object.text("nesting_mode", nesting(nested.nesting));
            write_block(&nested.block, object.key("block"));
            for (key, number) in [("min_items", nested.min_items), ("max_items", nested.max_items)] {
                if number > 0 {
                    object.raw(key, &number.to_string());
                }
            }
            object.end();
        }
    });
    write_words(&block.description, block.description_is_markdown, block.deprecation.as_deref(), &mut object);
    object.end();
}

fn write_attributes<'a>(
    attributes: impl IntoIterator<Item = (&'a smol_str::SmolStr, &'a Attribute)>,
    object: &mut ObjectWriter<'_>,
) {
    object.object_unless_empty("attributes", |written| {
        for (name, attribute) in attributes {
            write_attribute(attribute, written.key(name));
        }
    });
}

fn write_attribute(attribute: &Attribute, out: &mut String) {
    let mut object = ObjectWriter::begin(out);
    match &attribute.shape {
        AttributeShape::Plain(ty) => object.raw("type", &value::type_json::encode(ty)),
        AttributeShape::Nested(nested) => {
            let mut inner = ObjectWriter::begin(object.key("nested_type"));
            write_attributes(&nested.attributes, &mut inner);
            inner.text("nesting_mode", nesting(nested.nesting));
            inner.end();
        }
    }
    let deprecation = attribute.deprecation.as_deref();
    write_words(&attribute.description, attribute.description_is_markdown, deprecation, &mut object);
    for (key, value) in [
        ("required", attribute.required),
        ("optional", attribute.optional),
        ("computed", attribute.computed),
        ("sensitive", attribute.sensitive),
        ("write_only", attribute.write_only),
    ] {
        if value {
            object.bool(key, true);
        }
    }
    object.end();
}

fn write_words(
    description: &str,
    is_markdown: bool,
    deprecation: Option<&str>,
    object: &mut ObjectWriter<'_>,
) {
    if !description.is_empty() {
        object.text("description", description);
    }
    object.text("description_kind", if is_markdown { "markdown" } else { "plain" });
    if deprecation.is_some() {
        object.bool("deprecated", true);
    }
}

fn nesting(nesting: Nesting) -> &'static str {
    match nesting {
        Nesting::Single => "single",
        Nesting::Group => "group",
        Nesting::List => "list",
        Nesting::Set => "set",
        Nesting::Map => "map",
    }
}

fn write_function(function: &FunctionSignature, out: &mut String) {
    let mut object = ObjectWriter::begin(out);
    for (key, text) in [
        ("description", Some(function.description.as_str())),
        ("summary", Some(function.summary.as_str())),
        ("deprecation_message", function.deprecation.as_deref()),
    ] {
        object.optional_text(key, text.filter(|text| !text.is_empty()));
    }
    object.raw("return_type", &value::type_json::encode(&function.returns));
    if !function.parameters.is_empty() {
        array(&function.parameters, object.key("parameters"), write_parameter);
    }
    if let Some(variadic) = &function.variadic {
        write_parameter(variadic, object.key("variadic_parameter"));
    }
    object.end();
}

fn write_parameter(parameter: &FunctionParameter, out: &mut String) {
    let mut object = ObjectWriter::begin(out);
    object.text("name", &parameter.name);
    object.optional_text("description", Some(parameter.description.as_str()).filter(|text| !text.is_empty()));
    if parameter.allow_null {
        object.bool("is_nullable", true);
    }
    object.raw("type", &value::type_json::encode(&parameter.ty));
    object.end();
}

fn write_identity(identity: &IdentitySchema, out: &mut String) {
    let mut object = ObjectWriter::begin(out);
    object.raw("version", &identity.version.to_string());
    object.object_unless_empty("attributes", |attributes| {
        for (name, attribute) in &identity.attributes {
            let mut object = ObjectWriter::begin(attributes.key(name));
            object.raw("type", &value::type_json::encode(&attribute.ty));
            let words = Some(attribute.description.as_str()).filter(|text| !text.is_empty());
            object.optional_text("description", words);
            for (key, value) in [
                ("required_for_import", attribute.required_for_import),
                ("optional_for_import", attribute.optional_for_import),
            ] {
                if value {
                    object.bool(key, true);
                }
            }
            object.end();
        }
    });
    object.end();
}
