//! From the model to version 4, in the order of keys and lines that Terraform writes.

use std::collections::HashMap;
use std::io::{self, Write};

use addrs::{AbsResource, InstanceKey, ModuleInstance, ResourceMode};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use value::{Path, PathStep};

use super::text::Writer;
use super::{ListIndex, StateFile};
use crate::{
    CheckResult, CheckStatus, DependencyList, InstanceState, ListWriter, Object, ObjectStatus, OutputState,
    ResourceState,
};

/// So much is held before it is written.
const BLOCK: usize = 256 * 1024;

/// What comes before each entry of a list of dependencies, where lines are indented.
const ENTRY_LINE: &str = "\n            ";

/// Writes a file of version 4.
pub(crate) fn write(file: &StateFile, indented: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(512 + expected_length(&file.state));
    write_to(file, indented, &mut out).expect("a vector takes everything");
    out
}

/// Writes a file of version 4, a part at a time. Says where its long lists stand.
pub(crate) fn write_to(file: &StateFile, indented: bool, sink: &mut dyn Write) -> io::Result<ListIndex> {
    let mut out = Writer::new(indented, BLOCK + BLOCK / 4);
    out.open(b'{');
    out.key("version");
    out.number(4);
    out.key("terraform_version");
    out.string(&file.terraform_version);
    out.key("serial");
    out.number(file.serial);
    out.key("lineage");
    out.string(&file.lineage);
    out.key("outputs");
    out.open(b'{');
    for (name, output) in &file.state.outputs {
        out.key(name);
        write_output(&mut out, output);
    }
    out.close(b'}');
    out.key("resources");
    out.open(b'[');
    let mut rest = Rest {
        writer: ListWriter::new(if indented { ENTRY_LINE } else { "" }),
        lists: Vec::new(),
        written: 0,
        index: ListIndex::default(),
        sink,
    };
    for (module, addr, resource) in sorted(&file.state.resources) {
        out.element();
        write_resource(&mut out, &module, addr, resource, &mut rest)?;
    }
    out.close(b']');
    out.key("check_results");
    match &file.state.checks {
        Some(checks) => write_checks(&mut out, checks),
        None => out.raw("null"),
    }
    out.close(b'}');
    out.bytes().push(b'\n');
    rest.write(out.bytes())?;
    Ok(rest.index)
}

/// What is needed to write text on.
struct Rest<'s> {
    writer: ListWriter,
    /// Lists, with where in the text they stand.
    lists: Vec<(usize, DependencyList)>,
    /// How long the file is so far, and where its long lists stand.
    written: u64,
    index: ListIndex,
    sink: &'s mut dyn Write,
}

impl Rest<'_> {
    /// Writes the text there is, if it is much.
    fn write_if_much(&mut self, out: &mut Writer) -> io::Result<()> {
        if out.bytes().len() >= BLOCK {
            // The last byte says whether a comma comes next.
            let all_but_last = out.bytes().len() - 1;
            self.write(&out.bytes()[..all_but_last])?;
            out.bytes().drain(..all_but_last);
        }
        Ok(())
    }

    /// Writes a text with the lists that stand in it.
    fn write(&mut self, text: &[u8]) -> io::Result<()> {
        let lengths = self.writer.write_between(text, &self.lists, self.sink)?;
        let mut lists_before = 0;
        for ((at, list), length) in self.lists.drain(..).zip(lengths) {
            self.index.add(self.written + (at + lists_before) as u64, length, list);
            lists_before += length;
        }
        self.written += (text.len() + lists_before) as u64;
        Ok(())
    }
}

/// About how long the text becomes, so that it need not be moved while it grows.
fn expected_length(state: &crate::State) -> usize {
    let instances = state.resources.values().flat_map(|resource| resource.instances.values());
    let objects = instances.flat_map(|instance| instance.current.iter().chain(instance.deposed.values()));
    objects.map(|object| 640 + object.attributes.len() + object.dependencies.len() * 48).sum()
}

/// Terraform compares modules as text, and data resources come before managed ones.
fn sorted(
    resources: &std::collections::BTreeMap<AbsResource, ResourceState>,
) -> Vec<(std::rc::Rc<str>, &AbsResource, &ResourceState)> {
    let mut modules: HashMap<&ModuleInstance, std::rc::Rc<str>, foldhash::fast::RandomState> =
        HashMap::default();
    let mut found: Vec<_> = resources
        .iter()
        .map(|(addr, resource)| {
            let module = modules.entry(&addr.module).or_insert_with(|| addr.module.to_string().into());
            (module.clone(), addr, resource)
        })
        .collect();
    found.sort_by(|(module_a, a, _), (module_b, b, _)| {
        let rank = |addr: &AbsResource| addr.resource.mode.keyword() == "resource";
        let texts = |addr: &AbsResource| (addr.resource.type_name.clone(), addr.resource.name.clone());
        module_a.cmp(module_b).then_with(|| rank(a).cmp(&rank(b))).then_with(|| texts(a).cmp(&texts(b)))
    });
    found
}

fn write_output(out: &mut Writer, output: &OutputState) {
    out.open(b'{');
    out.key("value");
    // Outputs that are unknown are never stored, and marks are taken off before.
    out.raw(&value::json::encode_simple(&output.value).unwrap_or_else(|_| "null".to_owned()));
    out.key("type");
    out.raw(&value::type_json::encode(&output.value.ty()));
    if output.sensitive {
        out.key("sensitive");
        out.yes();
    }
    if let Some(deprecated) = output.deprecated.as_deref().filter(|text| !text.is_empty()) {
        out.key("deprecated");
        out.string(deprecated);
    }
    out.close(b'}');
}

/// Writes what comes before the instances of a resource.
pub(crate) fn write_resource_head(out: &mut Writer, module: &str, addr: &AbsResource) {
    if !module.is_empty() {
        out.key("module");
        out.string(module);
    }
    out.key("mode");
    out.string(if addr.resource.mode == ResourceMode::Data { "data" } else { "managed" });
    out.key("type");
    out.string(&addr.resource.type_name);
    out.key("name");
    out.string(&addr.resource.name);
}

fn write_resource(
    out: &mut Writer,
    module: &str,
    addr: &AbsResource,
    resource: &ResourceState,
    rest: &mut Rest<'_>,
) -> io::Result<()> {
    out.open(b'{');
    write_resource_head(out, module, addr);
    if resource.instances.values().all(|instance| instance.provider.is_none()) {
        out.key("provider");
        out.string(&resource.provider.to_string());
    }
    out.key("instances");
    out.open(b'[');
    for (key, instance) in &resource.instances {
        write_instance(out, key.as_ref(), instance, &mut |out, list| {
            rest.lists.push((out.bytes().len(), list.clone()));
        });
        rest.write_if_much(out)?;
    }
    out.close(b']');
    out.close(b'}');
    Ok(())
}

/// Writes the objects of an instance as elements of `instances`; who calls says how the entries of lists of
/// dependencies are written.
pub(crate) fn write_instance(
    out: &mut Writer,
    key: Option<&InstanceKey>,
    instance: &InstanceState,
    write_entries: &mut impl FnMut(&mut Writer, &DependencyList),
) {
    let provider = instance.provider.as_ref().map(ToString::to_string);
    let current = instance.current.iter().map(|object| (None, object));
    let deposed = instance.deposed.iter().map(|(key, object)| (Some(key.as_str()), object));
    for (deposed, object) in current.chain(deposed) {
        out.element();
        write_object(out, key, deposed, provider.as_deref(), object, write_entries);
    }
}

fn write_object(
    out: &mut Writer,
    key: Option<&InstanceKey>,
    deposed: Option<&str>,
    provider: Option<&str>,
    object: &Object,
    write_entries: &mut impl FnMut(&mut Writer, &DependencyList),
) {
    out.open(b'{');
    match key {
        Some(InstanceKey::Int(index)) => {
            out.key("index_key");
            out.number(index);
        }
        Some(InstanceKey::String(text)) => {
            out.key("index_key");
            out.string(text);
        }
        None => {}
    }
    if object.status == ObjectStatus::Tainted {
        out.key("status");
        out.string("tainted");
    }
    for (name, text) in [("deposed", deposed), ("provider", provider)] {
        if let Some(text) = text {
            out.key(name);
            out.string(text);
        }
    }
    out.key("schema_version");
    out.number(object.schema_version);
    match &object.attributes_flat {
        Some(flat) => {
            out.key("attributes_flat");
            out.open(b'{');
            for (name, text) in flat.iter() {
                out.key(name);
                out.string(text);
            }
            out.close(b'}');
        }
        None => {
            out.key("attributes");
            out.raw(if object.attributes.is_empty() { "{}" } else { &object.attributes });
        }
    }
    out.key("sensitive_attributes");
    write_paths(out, &object.sensitive_paths);
    if let Some((identity, version)) = &object.identity {
        out.key("identity_schema_version");
        out.number(version);
        out.key("identity");
        out.raw(identity);
    }
    if !object.private.is_empty() {
        out.key("private");
        out.string(&STANDARD.encode(&object.private));
    }
    if !object.dependencies.is_empty() {
        out.key("dependencies");
        out.open(b'[');
        write_entries(out, &object.dependencies);
        out.close_filled(b']');
    }
    for (name, yes) in
        [("create_before_destroy", object.create_before_destroy), ("skip_destroy", object.skip_destroy)]
    {
        if yes {
            out.key(name);
            out.yes();
        }
    }
    out.close(b'}');
}

fn write_paths(out: &mut Writer, paths: &[Path]) {
    out.open(b'[');
    for path in paths {
        out.element();
        out.open(b'[');
        for step in &path.0 {
            out.element();
            out.open(b'{');
            out.key("type");
            match step {
                PathStep::Attr(name) => {
                    out.string("get_attr");
                    out.key("value");
                    out.string(name);
                }
                PathStep::Index(key) => {
                    out.string("index");
                    out.key("value");
                    out.open(b'{');
                    out.key("value");
                    out.raw(&value::json::encode_simple(key).unwrap_or_else(|_| "null".to_owned()));
                    out.key("type");
                    out.raw(&value::type_json::encode(&key.ty()));
                    out.close(b'}');
                }
            }
            out.close(b'}');
        }
        out.close(b']');
    }
    out.close(b']');
}

fn write_checks(out: &mut Writer, checks: &[CheckResult]) {
    out.open(b'[');
    for check in checks {
        out.element();
        out.open(b'{');
        out.key("object_kind");
        out.string(&check.kind);
        out.key("config_addr");
        out.string(&check.config_addr);
        out.key("status");
        out.string(status(check.status));
        out.key("objects");
        if check.objects.is_empty() {
            out.raw("null");
        } else {
            out.open(b'[');
            for object in &check.objects {
                out.element();
                out.open(b'{');
                out.key("object_addr");
                out.string(&object.addr);
                out.key("status");
                out.string(status(object.status));
                if !object.failures.is_empty() {
                    out.key("failure_messages");
                    out.open(b'[');
                    for message in &object.failures {
                        out.element();
                        out.string(message);
                    }
                    out.close(b']');
                }
                out.close(b'}');
            }
            out.close(b']');
        }
        out.close(b'}');
    }
    out.close(b']');
}

fn status(status: CheckStatus) -> &'static str {
    match status {
        CheckStatus::Pass => "pass",
        CheckStatus::Unknown => "unknown",
        CheckStatus::Fail => "fail",
        CheckStatus::Error => "error",
    }
}
