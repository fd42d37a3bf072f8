//! Configuration for an object: everything that a schema lets one write, with the values that the object has.
//!
//! The provider's own attributes are left out, and so is what should not be used any more. Secrets are null, with a
//! comment that says why.

use std::collections::BTreeMap;

use addrs::Resource;
use config::ProviderName;
use diag::SourceFile;
use hcl::format::format_source;
use hcl::lossless::{key_text, quoted_text, value_text};
use schema::{Attribute, AttributeShape, Block, NestedBlock, NestedObject, Nesting};
use smol_str::SmolStr;
use value::{Type, Value, json};

const SECRET: &str = "# sensitive";

/// The block of a resource whose configuration gives `object`, laid out as by `fmt`, without a line end.
pub(crate) fn resource_text(
    resource: &Resource,
    provider: Option<&ProviderName>,
    block: &Block,
    object: &Value,
) -> String {
    let (object, _) = object.unmark_deep();
    let mut out = String::new();
    let labels = (quoted_text(&resource.type_name), quoted_text(&resource.name));
    line(&mut out, format_args!("resource {} {} {{", labels.0, labels.1));
    if let Some(provider) = provider {
        line(&mut out, format_args!("provider = {provider}"));
    }
    // Such an id is an older way of naming the object, not something to choose.
    let is_old_id =
        |name: &str, attribute: &Attribute| name == "id" && attribute.optional && attribute.computed;
    write_attributes(&block.attributes, &object, &is_old_id, &mut out);
    write_blocks(block, &object, &mut out);
    out.push('}');
    laid_out(out)
}

/// The import that takes an object over for a resource, laid out in the same way.
pub(crate) fn import_text(resource: &Resource, provider: Option<&ProviderName>, identity: &Value) -> String {
    let mut out = String::from("import {\n");
    line(&mut out, format_args!("to = {resource}"));
    if let Some(provider) = provider {
        line(&mut out, format_args!("provider = {provider}"));
    }
    out.push_str("identity = {\n");
    for (name, value) in identity.as_entries().unwrap_or_default() {
        if !is_absent(value) {
            line(&mut out, format_args!("{} = {}", key_text(name), value_text(value)));
        }
    }
    out.push_str("}\n}");
    laid_out(out)
}

fn laid_out(text: String) -> String {
    match format_source(SourceFile::new("", text.clone().into_bytes())) {
        Ok(bytes) => String::from_utf8(bytes).unwrap_or(text),
        // Its layout would be too large; it means the same without one.
        Err(_) => text,
    }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    use std::fmt::Write;
    // Writing to a string does not fail.
    let _ = writeln!(out, "{text}");
}

fn part(object: &Value, name: &str) -> Value {
    object.entry(name).cloned().unwrap_or_else(|| Value::null(Type::Dynamic))
}

fn is_absent(value: &Value) -> bool {
    value.is_null() || !value.is_known()
}

fn write_attributes(
    attributes: &BTreeMap<SmolStr, Attribute>,
    object: &Value,
    skip: &dyn Fn(&str, &Attribute) -> bool,
    out: &mut String,
) {
    for (name, attribute) in attributes {
        let writable = attribute.required || attribute.optional;
        if !writable || attribute.deprecation.is_some() || skip(name, attribute) {
            continue;
        }
        let value = part(object, name);
        match &attribute.shape {
            AttributeShape::Plain(_) if attribute.sensitive => {
                line(out, format_args!("{name} = null {SECRET}"));
            }
            AttributeShape::Plain(_) => line(out, format_args!("{name} = {}", plain_text(attribute, &value))),
            AttributeShape::Nested(nested) if attribute.sensitive => {
                let empty = match nested.nesting {
                    Nesting::List | Nesting::Set => "[]",
                    Nesting::Single | Nesting::Group | Nesting::Map => "{}",
                };
                line(out, format_args!("{name} = {empty} {SECRET}"));
            }
            AttributeShape::Nested(_) if is_absent(&value) => line(out, format_args!("{name} = null")),
            AttributeShape::Nested(nested) => write_nested(name, nested, &value, out),
        }
    }
}

/// The expression of an attribute of one type.
fn plain_text(attribute: &Attribute, value: &Value) -> String {
    match value.as_str() {
        // Older providers give an empty string where nothing was said.
        Some("") if attribute.optional => "null".to_owned(),
        Some(text) => match json_inside(text) {
            Some(inner) => format!("jsonencode({})", value_text(&inner)),
            None => value_text(value),
        },
        None => value_text(value),
    }
}

/// What a text says, if it is JSON of more than a single string, number or truth value.
fn json_inside(text: &str) -> Option<Value> {
    let value = json::decode_implied(text.as_bytes()).ok()?;
    (!value.ty().is_primitive()).then_some(value)
}

fn write_nested(name: &str, nested: &NestedObject, value: &Value, out: &mut String) {
    let write_object = |object: &Value, out: &mut String| {
        let keep_all = |_: &str, _: &Attribute| false;
        stacker::maybe_grow(64 << 10, 1 << 20, || {
            write_attributes(&nested.attributes, object, &keep_all, out);
        });
    };
    match nested.nesting {
        Nesting::Single | Nesting::Group => {
            line(out, format_args!("{name} = {{"));
            write_object(value, out);
            out.push_str("}\n");
        }
        Nesting::List | Nesting::Set => {
            line(out, format_args!("{name} = ["));
            for item in value.as_items().unwrap_or_default() {
                out.push_str("{\n");
                write_object(item, out);
                out.push_str("},\n");
            }
            out.push_str("]\n");
        }
        Nesting::Map => {
            line(out, format_args!("{name} = {{"));
            for (key, item) in value.as_entries().unwrap_or_default() {
                line(out, format_args!("{} = {{", key_text(key)));
                write_object(item, out);
                out.push_str("}\n");
            }
            out.push_str("}\n");
        }
    }
}

fn write_blocks(block: &Block, object: &Value, out: &mut String) {
    for (name, nested) in block.blocks.iter().filter(|(_, nested)| nested.block.deprecation.is_none()) {
        let value = part(object, name);
        if is_absent(&value) {
            continue;
        }
        match nested.nesting {
            Nesting::Single | Nesting::Group => write_block(name, nested, &value, out),
            // In a set a secret makes the whole a secret, as nothing tells its elements apart.
            Nesting::Set if has_secret(nested, &value) => line(out, format_args!("{name} {{}} {SECRET}")),
            Nesting::List | Nesting::Set => {
                let items = value.as_items().unwrap_or_default();
                items.iter().for_each(|item| write_block(name, nested, item, out));
            }
            Nesting::Map => {
                for (key, item) in value.as_entries().unwrap_or_default() {
                    write_block(&format!("{name} {}", quoted_text(key)), nested, item, out);
                }
            }
        }
    }
}

fn has_secret(nested: &NestedBlock, set: &Value) -> bool {
    let items = set.as_items().unwrap_or_default();
    items.iter().any(|item| !nested.block.sensitive_paths(item).is_empty())
}

fn write_block(header: &str, nested: &NestedBlock, object: &Value, out: &mut String) {
    line(out, format_args!("{header} {{"));
    stacker::maybe_grow(64 << 10, 1 << 20, || {
        write_attributes(&nested.block.attributes, object, &|_, _| false, out);
        write_blocks(&nested.block, object, out);
    });
    out.push_str("}\n");
}
