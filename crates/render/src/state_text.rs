//! State for people: `show` without a plan, and `state show`.

use addrs::{AbsResourceInstance, ModuleInstance, ModuleStep, ResourceMode};
use schema::Schema;
use state::{Object, ObjectStatus, ResourceState, State};

use crate::Style;
use crate::diff::block::BlockDiff;
use crate::diff::{EmptyText, Hint, Replace, Writer, diff};
use crate::order;
use crate::state_json::{RenderError, Schemas, object_value};

/// The state as `show` prints it.
pub fn state_text(state: &State, schemas: &Schemas<'_>, style: Style) -> Result<String, RenderError> {
    if state.is_empty() {
        return Ok("The state file is empty. No resources are represented.\n".to_owned());
    }
    let is_there = |resource: &ResourceState| resource.instances.values().any(|one| !one.is_empty());
    // Modules come with those that they call, not by how deep they are, and in the order of their texts.
    let there = state.resources.iter().filter(|(_, resource)| is_there(resource));
    let mut resources: Vec<(Vec<String>, _, _)> =
        there.map(|(addr, resource)| (texts(&addr.module), addr, resource)).collect();
    resources.sort_by(|a, b| a.0.cmp(&b.0).then_with(|| order::resources(&a.1.resource, &b.1.resource)));
    let mut out = String::new();
    // Modules that were shown, from the root to the one that is shown now.
    let mut shown: Vec<&[String]> = Vec::new();
    for (module, addr, resource) in &resources {
        let mut is_first = false;
        if shown.last().is_none_or(|last| last != module) {
            shown.retain(|shown| module.starts_with(shown));
            // Terraform parts a module from those above it alone.
            if !shown.is_empty() {
                out.push('\n');
            } else {
                is_first = true;
            }
            shown.push(module);
        }
        let ty = &addr.resource;
        let schema = schemas(&resource.provider.provider, ty.mode, &ty.type_name);
        for (key, instance) in &resource.instances {
            let addr = addr.instance(key.clone());
            let current = instance.current.iter().map(|object| (None, object));
            let deposed = instance.deposed.iter().map(|(key, object)| (Some(key.as_str()), object));
            for (deposed, object) in current.chain(deposed) {
                if !std::mem::take(&mut is_first) {
                    out.push('\n');
                }
                write_object(&addr, deposed, object, schema.as_deref(), style, &mut out)?;
            }
        }
    }
    if !state.outputs.is_empty() {
        out.push_str("\n\nOutputs:\n\n");
        for (name, output) in &state.outputs {
            out.push_str(name);
            out.push_str(" = ");
            let hidden = output.sensitive && !style.secrets;
            let value = if hidden { output.value.clone().sensitive() } else { output.value.clone() };
            let ty = value.ty();
            // Which Terraform sees as those of a provider of old.
            let hint = Hint::Type(&ty, EmptyText::Null);
            let same = diff(Some(&value), Some(&value), hint, &Replace::default());
            Writer::new(&mut out, style.boxed).value(&same, 0, false);
            out.push('\n');
        }
    }
    Ok(out)
}

/// The calls from the root to a module as they are written.
fn texts(module: &ModuleInstance) -> Vec<String> {
    let text = |step: &ModuleStep| {
        let key = step.key.as_ref().map(ToString::to_string);
        format!("{}{}", step.name, key.unwrap_or_default())
    };
    module.steps().iter().map(text).collect()
}

/// One object as `state show` prints it.
pub fn object_text(
    addr: &AbsResourceInstance,
    object: &Object,
    schema: Option<&Schema>,
    style: Style,
) -> Result<String, RenderError> {
    let mut out = String::new();
    write_object(addr, None, object, schema, style, &mut out)?;
    Ok(out)
}

fn write_object(
    addr: &AbsResourceInstance,
    deposed: Option<&str>,
    object: &Object,
    schema: Option<&Schema>,
    style: Style,
    out: &mut String,
) -> Result<(), RenderError> {
    let resource = &addr.resource.resource;
    out.push_str(&format!("# {addr}:"));
    match deposed {
        Some(key) => out.push_str(&format!(" (deposed object {key})")),
        None if object.status == ObjectStatus::Tainted => out.push_str(" (tainted)"),
        None => {}
    }
    let keyword = if resource.mode == ResourceMode::Data { "data" } else { "resource" };
    out.push_str(&format!("\n{keyword} \"{}\" \"{}\" {{", resource.type_name, resource.name));
    let value = match object_value(object, schema, addr)? {
        Some(value) => value,
        // Without a schema what is stored is all there is to go by.
        None => value::json::decode_implied(object.attributes.as_bytes()).map_err(|error| {
            RenderError::Attributes { addr: addr.to_string(), message: error.to_string() }
        })?,
    };
    let value = if style.secrets { value.unmark_deep().0 } else { value };
    let block = schema.map(|schema| &schema.block);
    let same = BlockDiff::new(Some(&value), Some(&value), block, &Replace::default());
    if !same.is_empty() {
        out.push('\n');
        Writer::new(out, style.boxed).body(&same, 4, true, false);
    }
    out.push_str("}\n");
    Ok(())
}
