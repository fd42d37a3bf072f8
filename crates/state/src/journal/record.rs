//! One outcome as a record, and back.

use addrs::{AbsProviderConfig, AbsResourceInstance};

use super::frame;
use crate::InstanceState;
use crate::file::text::Writer;
use crate::file::{v4, v4_read, v4_write};
use crate::told_lists::ListTeller;

/// What became of an instance.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<'a> {
    /// Which.
    pub addr: &'a AbsResourceInstance,
    /// The configuration of the provider that did it.
    pub provider: &'a AbsProviderConfig,
    /// The instance with all its objects, as it is now; nothing if it has none any more.
    pub instance: Option<&'a InstanceState>,
    /// Whether the state that the journal continues had the instance.
    pub existed: bool,
}

/// What became of an instance, read from a journal.
#[derive(Clone, Debug)]
pub(super) struct Recorded {
    pub(super) addr: AbsResourceInstance,
    /// The instance and its provider; nothing if it is gone.
    pub(super) instance: Option<(AbsProviderConfig, InstanceState)>,
    pub(super) existed: bool,
}

impl Outcome<'_> {
    /// Appends the outcome as a record.
    pub(super) fn push(&self, lists: &mut ListTeller, out: &mut Vec<u8>) {
        let there = self.instance.filter(|found| !found.is_empty());
        let Some(instance) = there else {
            let kind = if self.existed { frame::REMOVED } else { frame::PASSED };
            return frame::push(out, kind, self.addr.to_string().as_bytes());
        };
        let attributes = instance.current.as_ref().map_or(0, |object| object.attributes.len());
        let mut json = Writer::new(false, 512 + attributes);
        json.open(b'{');
        let module = if self.addr.module.is_root() { String::new() } else { self.addr.module.to_string() };
        v4_write::write_resource_head(&mut json, &module, &self.addr.resource());
        json.key("provider");
        json.string(&self.provider.to_string());
        json.key("instances");
        json.open(b'[');
        v4_write::write_instance(&mut json, self.addr.key(), instance, &mut |out, list| {
            lists.write(list, out)
        });
        json.close(b']');
        json.close(b'}');
        let kind = if self.existed { frame::CHANGED } else { frame::NEW };
        frame::push(out, kind, &json.finish());
    }
}

/// Reads an outcome; nothing if it is not understood.
pub(super) fn read<'a>(reader: &mut v4_read::Reader<'a>, kind: u8, payload: &'a [u8]) -> Option<Recorded> {
    let existed = matches!(kind, frame::CHANGED | frame::REMOVED);
    match kind {
        frame::REMOVED | frame::PASSED => {
            let addr = AbsResourceInstance::parse(std::str::from_utf8(payload).ok()?).ok()?;
            Some(Recorded { addr, instance: None, existed })
        }
        frame::CHANGED | frame::NEW => {
            let resource: v4::Resource<'a> = serde_json::from_slice(payload).ok()?;
            let (addr, mut resource) = reader.resource(resource).ok()?;
            let (key, instance) = resource.instances.pop_first()?;
            Some(Recorded {
                addr: addr.instance(key),
                instance: Some((resource.provider, instance)),
                existed,
            })
        }
        _ => None,
    }
}
