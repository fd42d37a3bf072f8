//! A configuration as the JSON form of a plan shows it.

use addrs::{Resource, ResourceMode};
use config::{Module, ModuleCall, ModuleTree, Output, Provisioner, Repetition, ResourceConfig, Variable};
use hcl::AbsTraversal;
use hcl::eval::EmptyScope;
use value::{Type, type_json};

use crate::expression_json::{expression_unless_empty, names_of, write_body, write_expression};
use crate::json_writer::{ObjectWriter, array, texts};
use crate::provider_keys::{ProviderKeys, key_in};
use crate::state_json::{Schemas, mode};
use crate::value_json::write_known;

/// What is needed all the way down.
struct Context<'a> {
    tree: &'a ModuleTree,
    schemas: &'a Schemas<'a>,
    keys: ProviderKeys,
}

/// The `configuration` of a plan in JSON.
pub fn configuration_json(tree: &ModuleTree, schemas: &Schemas<'_>) -> String {
    let mut out = String::new();
    write_configuration(tree, schemas, &mut out);
    out
}

pub(crate) fn write_configuration(tree: &ModuleTree, schemas: &Schemas<'_>, out: &mut String) {
    let context = Context { tree, schemas, keys: ProviderKeys::new(tree) };
    let mut object = ObjectWriter::begin(out);
    object.object_unless_empty("provider_config", |object| context.keys.write(tree, object));
    context.write_module(0, object.key("root_module"));
    object.end();
}

impl Context<'_> {
    fn write_module(&self, index: usize, out: &mut String) {
        let module = &self.tree.modules[index].module;
        let mut object = ObjectWriter::begin(out);
        object.object_unless_empty("outputs", |object| {
            module.outputs.iter().for_each(|(name, output)| write_output(output, object.key(name)));
        });
        // Ephemeral resources are never stored, and programs that read plans do not know them.
        let stored = module
            .resources
            .iter()
            .filter(|(addr, _)| !matches!(addr.mode, ResourceMode::Ephemeral | ResourceMode::Action));
        let resources: Vec<_> = stored.collect();
        if !resources.is_empty() {
            array(resources, object.key("resources"), |(addr, resource), out| {
                self.write_resource(index, module, addr, resource, out);
            });
        }
        let actions: Vec<_> =
            module.resources.iter().filter(|(addr, _)| addr.mode == ResourceMode::Action).collect();
        if !actions.is_empty() {
            array(actions, object.key("actions"), |(addr, action), out| {
                self.write_action(index, addr, action, out);
            });
        }
        object.object_unless_empty("module_calls", |object| {
            let calls = module.module_calls.iter();
            calls.for_each(|(name, call)| self.write_call(index, call, object.key(name)));
        });
        object.object_unless_empty("variables", |object| {
            let variables = module.variables.iter();
            variables.for_each(|(name, variable)| write_variable(variable, object.key(name)));
        });
        object.end();
    }

    fn write_provider(&self, index: usize, config: &ResourceConfig, object: &mut ObjectWriter<'_>) {
        let provider = config.provider_name();
        match self.keys.modules[index].get(&provider) {
            Some(key) => object.text("provider_config_key", key),
            None => object.text("provider_config_key", &key_in(&self.tree.address(index), &provider)),
        }
    }

    fn write_action(&self, index: usize, addr: &Resource, config: &ResourceConfig, out: &mut String) {
        let mut object = ObjectWriter::begin(out);
        object.display("address", addr);
        object.text("type", &addr.type_name);
        object.text("name", &addr.name);
        self.write_provider(index, config, &mut object);
        write_repetition(&config.repetition, &mut object);
        object.end();
    }

    fn write_resource(
        &self,
        index: usize,
        module: &Module,
        addr: &Resource,
        config: &ResourceConfig,
        out: &mut String,
    ) {
        let mut object = ObjectWriter::begin(out);
        object.display("address", addr);
        object.text("mode", mode(addr.mode));
        object.text("type", &addr.type_name);
        object.text("name", &addr.name);
        self.write_provider(index, config, &mut object);
        let provider = config.provider_name();
        if !config.provisioners.is_empty() {
            array(&config.provisioners, object.key("provisioners"), write_provisioner);
        }
        let schema = (self.schemas)(&module.provider_addr(&provider.local), addr.mode, &addr.type_name);
        object.object_unless_empty("expressions", |object| {
            write_body(&config.body, schema.as_ref().map(|schema| &schema.block), object);
        });
        object.raw("schema_version", &schema.map_or(0, |schema| schema.version).to_string());
        write_repetition(&config.repetition, &mut object);
        write_depends_on(&config.depends_on, &mut object);
        object.end();
    }

    fn write_call(&self, index: usize, call: &ModuleCall, out: &mut String) {
        let mut object = ObjectWriter::begin(out);
        let constant = |expr: &hcl::Expression| expr.eval(&EmptyScope).0;
        let child = self.tree.modules[index].children.get(&call.name).copied();
        let source = child.and_then(|child| self.tree.modules[child].source.as_deref());
        object.optional_text("source", source);
        object.object_unless_empty("expressions", |object| match child {
            Some(child) => {
                let (attributes, _) = call.body.just_attributes();
                // In the order of names, as the child's variables are.
                for name in self.tree.modules[child].module.variables.keys() {
                    if let Some(found) = attributes.iter().find(|attribute| attribute.name == *name) {
                        write_expression(&found.expr, object.key(name));
                    }
                }
            }
            None => write_body(&call.body, None, object),
        });
        write_repetition(&call.repetition, &mut object);
        if let Some(child) = child {
            let out = object.key("module");
            stacker::maybe_grow(64 << 10, 1 << 20, || self.write_module(child, out));
        }
        if let Some(version) = call.version.as_ref().map(constant) {
            object.optional_text("version_constraint", version.as_str());
        }
        write_depends_on(&call.depends_on, &mut object);
        object.end();
    }
}

fn write_provisioner(provisioner: &Provisioner, out: &mut String) {
    let mut object = ObjectWriter::begin(out);
    object.text("type", &provisioner.type_name);
    object.object_unless_empty("expressions", |object| write_body(&provisioner.body, None, object));
    object.end();
}

fn write_output(output: &Output, out: &mut String) {
    let mut object = ObjectWriter::begin(out);
    if output.sensitive == Some(true) {
        object.bool("sensitive", true);
    }
    match &output.value {
        Some(expr) => write_expression(expr, object.key("expression")),
        None => object.raw("expression", "{}"),
    }
    write_depends_on(&output.depends_on, &mut object);
    object.optional_text("deprecated", output.deprecated.as_deref());
    object.optional_text("description", output.description.as_deref().filter(|text| !text.is_empty()));
    object.end();
}

fn write_variable(variable: &Variable, out: &mut String) {
    let mut object = ObjectWriter::begin(out);
    if variable.ty != Type::Dynamic {
        object.raw("type", &type_json::encode(&variable.ty));
    }
    match &variable.default {
        Some(default) => write_known(default, object.key("default")),
        None => object.bool("required", true),
    }
    object.optional_text("description", variable.description.as_deref().filter(|text| !text.is_empty()));
    if variable.sensitive == Some(true) {
        object.bool("sensitive", true);
    }
    if variable.ephemeral == Some(true) {
        object.bool("ephemeral", true);
    }
    object.optional_text("deprecated", variable.deprecated.as_deref());
    object.end();
}

/// How many instances there are. Of both only the count is written: an override file can add the other one.
fn write_repetition(repetition: &Repetition, object: &mut ObjectWriter<'_>) {
    match &repetition.count {
        Some(count) => expression_unless_empty(object, "count_expression", Some(count)),
        None => expression_unless_empty(object, "for_each_expression", repetition.for_each.as_ref()),
    }
}

fn write_depends_on(depends_on: &[AbsTraversal], object: &mut ObjectWriter<'_>) {
    if !depends_on.is_empty() {
        let names = depends_on.iter().filter_map(|traversal| names_of(traversal).into_iter().next());
        texts(names, object.key("depends_on"));
    }
}
