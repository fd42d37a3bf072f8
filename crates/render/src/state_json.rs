//! State as the JSON of `show -json`.

use std::io::{self, Write};
use std::sync::Arc;

use addrs::{AbsResourceInstance, Provider, ResourceMode};
use schema::Schema;
use state::{DependencyList, ListWriter, Object, ObjectStatus, OutputState, State};
use value::{Marks, Type, Value};

use crate::checks_json::{write_checks, write_key};
use crate::json_writer::ObjectWriter;
use crate::module_tree::ModuleItems;
use crate::order;
use crate::secrets::mark_secrets;
use crate::value_json::{write_known, write_sensitive};

/// Finds the schema of a resource type; nothing where its provider is not there.
pub type Schemas<'a> = dyn Fn(&Provider, ResourceMode, &str) -> Option<Arc<Schema>> + 'a;

/// Why something cannot be shown.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum RenderError {
    /// The stored attributes are of another version of the schema.
    #[error(
        "The state of {addr} is of version {found} of its schema, but the provider has version {wanted}. \
         Run a plan or a refresh with this version of the provider first: that brings the state up to date."
    )]
    SchemaVersion {
        /// The object.
        addr: String,
        /// What is stored.
        found: u64,
        /// What the provider has.
        wanted: u64,
    },
    /// The stored attributes do not fit the schema.
    #[error("The state of {addr} does not fit the schema of its provider: {message}.")]
    Attributes {
        /// The object.
        addr: String,
        /// What is wrong.
        message: String,
    },
}

/// The word for a mode in JSON.
pub(crate) fn mode(mode: ResourceMode) -> &'static str {
    match mode {
        ResourceMode::Managed => "managed",
        ResourceMode::Data => "data",
        ResourceMode::Ephemeral => "ephemeral",
        ResourceMode::List => "list",
        ResourceMode::Action => "action",
    }
}

/// The state as one line of JSON, as `show -json` prints it.
pub fn state_json(
    state: &State,
    schemas: &Schemas<'_>,
    terraform_version: &str,
) -> Result<StateJson, RenderError> {
    let mut lists = Lists::Apart(Vec::new());
    let mut text = String::with_capacity(expected_length(state));
    write_state_with(state, schemas, terraform_version, &mut lists, &mut text)?;
    let Lists::Apart(lists) = lists else { return Ok(StateJson { text, lists: Vec::new() }) };
    Ok(StateJson { text, lists })
}

/// A state as JSON, without its lists of dependencies, which in a long chain are nearly all of it.
#[derive(Debug)]
pub struct StateJson {
    text: String,
    /// The lists, with where their entries belong.
    lists: Vec<(usize, DependencyList)>,
}

impl StateJson {
    /// Writes all of it.
    pub fn write_to(&self, sink: &mut dyn Write) -> io::Result<()> {
        ListWriter::new("").write_between(self.text.as_bytes(), &self.lists, sink).map(drop)
    }
}

/// Where lists of dependencies go.
enum Lists {
    /// Into the text.
    Here(ListWriter),
    /// Beside it, with where they belong.
    Apart(Vec<(usize, DependencyList)>),
}

impl Lists {
    fn write(&mut self, list: &DependencyList, out: &mut String) {
        match self {
            Self::Here(writer) => {
                let mut entries = Vec::new();
                writer.write(list, &mut entries);
                out.push_str(std::str::from_utf8(&entries).expect("addresses are texts"));
            }
            Self::Apart(lists) => lists.push((out.len(), list.clone())),
        }
    }
}

/// About how long the text becomes, so that it need not be moved while it grows.
fn expected_length(state: &State) -> usize {
    let instances = state.resources.values().flat_map(|resource| resource.instances.values());
    let objects = instances.flat_map(|instance| instance.current.iter().chain(instance.deposed.values()));
    1024 + objects.map(|object| 384 + object.attributes.len()).sum::<usize>()
}

/// Writes a state into a larger text.
pub(crate) fn write_state(
    state: &State,
    schemas: &Schemas<'_>,
    terraform_version: &str,
    out: &mut String,
) -> Result<(), RenderError> {
    write_state_with(state, schemas, terraform_version, &mut Lists::Here(ListWriter::new("")), out)
}

fn write_state_with(
    state: &State,
    schemas: &Schemas<'_>,
    terraform_version: &str,
    lists: &mut Lists,
    out: &mut String,
) -> Result<(), RenderError> {
    let mut object = ObjectWriter::begin(out);
    object.text("format_version", "1.0");
    if state.is_empty() {
        object.end();
        return Ok(());
    }
    // A state need not say what wrote it.
    if !terraform_version.is_empty() {
        object.text("terraform_version", terraform_version);
    }
    write_values(state, schemas, lists, object.key("values"))?;
    if let Some(checks) = state.checks.as_deref().filter(|checks| !checks.is_empty()) {
        write_checks(checks, object.key("checks"));
    }
    object.end();
    Ok(())
}

/// One object of the state with its address, its provider and its schema.
struct Shown<'a> {
    addr: AbsResourceInstance,
    provider: &'a Provider,
    object: &'a Object,
    deposed: Option<&'a str>,
    schema: Option<Arc<Schema>>,
}

fn write_values(
    state: &State,
    schemas: &Schemas<'_>,
    lists: &mut Lists,
    out: &mut String,
) -> Result<(), RenderError> {
    let mut object = ObjectWriter::begin(out);
    if !state.outputs.is_empty() {
        let mut outputs = ObjectWriter::begin(object.key("outputs"));
        state.outputs.iter().for_each(|(name, output)| write_output(output, outputs.key(name)));
        outputs.end();
    }
    let mut resources: Vec<_> = state.resources.iter().collect();
    resources.sort_by(|a, b| order::abs_resources(a.0, b.0));
    let mut items = ModuleItems::new();
    for (addr, resource) in resources {
        let ty = &addr.resource;
        let schema = schemas(&resource.provider.provider, ty.mode, &ty.type_name);
        if resource.instances.is_empty() {
            items.add_module(&addr.module);
        }
        for (key, instance) in &resource.instances {
            let current = instance.current.iter().map(|object| (None, object));
            let deposed = instance.deposed.iter().map(|(key, object)| (Some(key.as_str()), object));
            for (deposed, object) in current.chain(deposed) {
                items.push(
                    &addr.module,
                    Shown {
                        addr: addr.instance(key.clone()),
                        provider: &resource.provider.provider,
                        object,
                        deposed,
                        schema: schema.clone(),
                    },
                );
            }
        }
    }
    let mut result = Ok(());
    items.write(object.key("root_module"), &mut |shown, out| {
        if let Err(error) = write_object(shown, lists, out)
            && result.is_ok()
        {
            result = Err(error);
        }
    });
    object.end();
    result
}

fn write_output(output: &OutputState, out: &mut String) {
    let mut object = ObjectWriter::begin(out);
    object.bool("sensitive", output.sensitive);
    object.optional_text("deprecated", output.deprecated.as_deref());
    write_known(&output.value, object.key("value"));
    object.raw("type", &value::type_json::encode(&output.value.ty()));
    object.end();
}

/// Writes what names an instance.
pub(crate) fn write_names(addr: &AbsResourceInstance, object: &mut ObjectWriter<'_>) {
    let resource = &addr.resource.resource;
    object.text("mode", mode(resource.mode));
    object.text("type", &resource.type_name);
    object.text("name", &resource.name);
    addr.key().into_iter().for_each(|key| write_key(key, object.key("index")));
}

fn write_object(shown: &Shown<'_>, lists: &mut Lists, out: &mut String) -> Result<(), RenderError> {
    let mut object = ObjectWriter::begin(out);
    object.display("address", &shown.addr);
    write_names(&shown.addr, &mut object);
    object.display("provider_name", shown.provider);
    // Of what stands aside both models do not tell it.
    let version = if shown.deposed.is_some() { 0 } else { shown.object.schema_version };
    object.raw("schema_version", &version.to_string());
    match object_value(shown.object, shown.schema.as_deref(), &shown.addr)? {
        Some(value) if value.is_null() => object.bool("sensitive_values", false),
        Some(value) => {
            write_known(&value, object.key("values"));
            write_sensitive(&value, object.key("sensitive_values"));
        }
        // Without a schema what is stored is shown as it is.
        None => {
            object.raw("values", &shown.object.attributes);
            object.raw("sensitive_values", "{}");
        }
    }
    if !shown.object.dependencies.is_empty() {
        let out = object.key("depends_on");
        out.push('[');
        lists.write(&shown.object.dependencies, out);
        out.push(']');
    }
    if shown.object.status == ObjectStatus::Tainted {
        object.bool("tainted", true);
    }
    object.optional_text("deposed_key", shown.deposed);
    if let Some((identity, version)) = &shown.object.identity {
        object.raw("identity_schema_version", &version.to_string());
        object.raw("identity", identity);
    }
    object.end();
    Ok(())
}

/// The value of a stored object with secrets marked; nothing where there is no schema to read it by.
pub fn object_value(
    object: &Object,
    schema: Option<&Schema>,
    addr: &AbsResourceInstance,
) -> Result<Option<Value>, RenderError> {
    let Some(schema) = schema else { return Ok(None) };
    if schema.version != object.schema_version {
        return Err(RenderError::SchemaVersion {
            addr: addr.to_string(),
            found: object.schema_version,
            wanted: schema.version,
        });
    }
    let ty: &Type = schema.block.implied_type();
    let value = value::json::decode(object.attributes.as_bytes(), ty)
        .map_err(|error| RenderError::Attributes { addr: addr.to_string(), message: error.to_string() })?;
    let value = if object.sensitive_paths.is_empty() {
        value
    } else {
        let places: Vec<_> =
            object.sensitive_paths.iter().map(|path| (path.clone(), Marks::sensitive())).collect();
        value.mark_with_paths(&places)
    };
    Ok(Some(mark_secrets(&value, &schema.block)))
}
