//! What was found out about conditions, as plans and state show it in JSON.

use addrs::{AbsResourceInstance, InstanceKey};
use state::{CheckResult, CheckStatus};

use crate::json_writer::{ObjectWriter, array};

fn status(status: CheckStatus) -> &'static str {
    match status {
        CheckStatus::Pass => "pass",
        CheckStatus::Unknown => "unknown",
        CheckStatus::Fail => "fail",
        CheckStatus::Error => "error",
    }
}

/// Writes the results in the order of their addresses.
pub(crate) fn write_checks(checks: &[CheckResult], out: &mut String) {
    let mut sorted: Vec<_> = checks.iter().collect();
    sorted.sort_by(|a, b| a.config_addr.cmp(&b.config_addr));
    array(sorted, out, |check, out| {
        let mut object = ObjectWriter::begin(out);
        write_block_address(check, object.key("address"));
        object.text("status", status(check.status));
        if !check.objects.is_empty() {
            let mut objects: Vec<_> = check.objects.iter().collect();
            objects.sort_by(|a, b| a.addr.cmp(&b.addr));
            array(objects, object.key("instances"), |instance, out| {
                let mut object = ObjectWriter::begin(out);
                write_object_address(check, &instance.addr, object.key("address"));
                object.text("status", status(instance.status));
                if !instance.failures.is_empty() {
                    array(&instance.failures, object.key("problems"), |message, out| {
                        let mut object = ObjectWriter::begin(out);
                        object.text("message", message);
                        object.end();
                    });
                }
                object.end();
            });
        }
        object.end();
    });
}

fn write_block_address(check: &CheckResult, out: &mut String) {
    let mut object = ObjectWriter::begin(out);
    let text = check.config_addr.as_str();
    match AbsResourceInstance::parse(text) {
        Ok(addr) if check.kind == "resource" => {
            let resource = &addr.resource.resource;
            object.text("kind", "resource");
            object.text("mode", crate::state_json::mode(resource.mode));
            if !addr.module.is_root() {
                object.display("module", &addr.module);
            }
            object.text("name", &resource.name);
            object.text("to_display", text);
            object.text("type", &resource.type_name);
        }
        _ => {
            let (module, name) = split(text);
            // The state file has a shorter word for this one.
            object.text("kind", if check.kind == "output" { "output_value" } else { &check.kind });
            if !module.is_empty() {
                object.text("module", module);
            }
            object.text("name", name);
            object.text("to_display", text);
        }
    }
    object.end();
}

fn write_object_address(check: &CheckResult, text: &str, out: &mut String) {
    let mut object = ObjectWriter::begin(out);
    match AbsResourceInstance::parse(text) {
        Ok(addr) if check.kind == "resource" => {
            addr.key().into_iter().for_each(|key| write_key(key, object.key("instance_key")));
            if !addr.module.is_root() {
                object.display("module", &addr.module);
            }
        }
        _ => {
            let (module, _) = split(text);
            if !module.is_empty() {
                object.text("module", module);
            }
        }
    }
    object.text("to_display", text);
    object.end();
}

/// Writes the key of an instance: a number or a text.
pub(crate) fn write_key(key: &InstanceKey, out: &mut String) {
    match key {
        InstanceKey::Int(index) => out.push_str(&index.to_string()),
        InstanceKey::String(key) => value::json::write_string(key, out),
    }
}

/// The module and the name in `module.m[0].output.x`.
fn split(text: &str) -> (&str, &str) {
    let (rest, name) = text.rsplit_once('.').unwrap_or(("", text));
    (rest.rsplit_once('.').map_or("", |(module, _)| module), name)
}
