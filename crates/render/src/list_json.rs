//! The lines of a query: for people, and for programs that follow it.

use std::time::SystemTime;

use addrs::AbsResourceInstance;
use value::Value;

use crate::json_writer::ObjectWriter;
use crate::safe_text::printable;
use crate::ui_json::info;
use crate::value_json::write_known;

/// Something that a list found.
#[derive(Clone, Copy, Debug)]
pub struct ListedItem<'a> {
    /// The list.
    pub addr: &'a AbsResourceInstance,
    /// What people call it.
    pub display_name: &'a str,
    /// What tells it from others.
    pub identity: &'a Value,
    /// The version of the schema that this is of.
    pub identity_version: u64,
    /// The whole object, where it was asked for.
    pub object: Option<&'a Value>,
    /// Configuration for it: a resource, and the import that takes it over.
    pub generated: Option<(&'a str, &'a str)>,
}

fn resource_type(addr: &AbsResourceInstance) -> &str {
    &addr.resource.resource.type_name
}

/// A list is asked for. Secrets of its configuration are left out.
pub fn list_start(at: SystemTime, addr: &AbsResourceInstance, config: &Value) -> String {
    info(at, &format!("{addr}: Starting query..."), "list_start", |object| {
        let mut list = ObjectWriter::begin(object.key("list_start"));
        list.display("address", addr);
        list.text("resource_type", resource_type(addr));
        let mut input = ObjectWriter::begin(list.key("input_config"));
        for (name, value) in config.as_entries().unwrap_or_default() {
            if !value.deep_marks().is_sensitive() {
                write_known(value, input.key(name));
            }
        }
        input.end();
        list.end();
    })
}

/// Something was found.
pub fn list_resource_found(at: SystemTime, item: &ListedItem<'_>) -> String {
    info(at, &format!("{}: Result found", item.addr), "list_resource_found", |object| {
        let mut found = ObjectWriter::begin(object.key("list_resource_found"));
        found.display("address", item.addr);
        found.text("display_name", item.display_name);
        write_known(item.identity, found.key("identity"));
        found.raw("identity_version", &item.identity_version.to_string());
        found.text("resource_type", resource_type(item.addr));
        if let Some(object) = item.object {
            write_known(object, found.key("resource_object"));
        }
        if let Some((resource, import)) = item.generated {
            found.text("config", resource);
            found.text("import_config", import);
        }
        found.end();
    })
}

/// A list is at its end.
pub fn list_complete(at: SystemTime, addr: &AbsResourceInstance, total: usize) -> String {
    info(at, &format!("{addr}: List complete"), "list_complete", |object| {
        let mut list = ObjectWriter::begin(object.key("list_complete"));
        list.display("address", addr);
        list.text("resource_type", resource_type(addr));
        list.raw("total", &total.to_string());
        list.end();
    })
}

impl ListedItem<'_> {
    /// One line for people: the list, what tells the object apart, and what it is called.
    pub fn text(&self) -> String {
        let parts = self.identity.as_entries().unwrap_or_default().iter();
        let parts: Vec<String> = parts
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| {
                let text = value.as_str().map_or_else(|| crate::value_text(value), str::to_owned);
                format!("{name}={}", printable(&text))
            })
            .collect();
        format!("{}   {}   {}", self.addr, parts.join(","), printable(self.display_name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use addrs::{InstanceKey, ModuleInstance, Resource, ResourceInstance, ResourceMode};

    #[test]
    fn lines() {
        let resource =
            Resource { mode: ResourceMode::List, type_name: "concept_pet".into(), name: "pets".into() };
        let key = Some(InstanceKey::String("a".into()));
        let addr = AbsResourceInstance {
            module: ModuleInstance::root(),
            resource: ResourceInstance { resource, key },
        };
        let identity = Value::object([("id", Value::string("easy")), ("legs", Value::int(6))]);
        let object = Value::object([("name", Value::string("x"))]);
        let item = ListedItem {
            addr: &addr,
            display_name: "An easy\u{7} pet",
            identity: &identity,
            identity_version: 1,
            object: Some(&object),
            generated: Some(("resource", "import")),
        };
        assert_eq!(item.text(), "list.concept_pet.pets[\"a\"]   id=easy,legs=6   An easy\\u{07} pet");
        let check = |line: String, expect: &str| assert!(line.ends_with(expect), "{line}\n{expect}");
        let at = SystemTime::UNIX_EPOCH;
        check(
            list_resource_found(at, &item),
            r#""list_resource_found":{"address":"list.concept_pet.pets[\"a\"]","display_name":"An easy\u0007 pet","identity":{"id":"easy","legs":6},"identity_version":1,"resource_type":"concept_pet","resource_object":{"name":"x"},"config":"resource","import_config":"import"},"type":"list_resource_found"}"#,
        );
        check(
            list_complete(at, &addr, 5),
            r#""list_complete":{"address":"list.concept_pet.pets[\"a\"]","resource_type":"concept_pet","total":5},"type":"list_complete"}"#,
        );
        let config = Value::object([("a", Value::int(1)), ("b", Value::string("secret").sensitive())]);
        check(
            list_start(at, &addr, &config),
            r#""list_start":{"address":"list.concept_pet.pets[\"a\"]","resource_type":"concept_pet","input_config":{"a":1}},"type":"list_start"}"#,
        );
    }
}
