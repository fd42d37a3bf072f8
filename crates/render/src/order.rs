//! The order in which Terraform lists things: root before modules, data sources before managed resources.

use std::cmp::Ordering;

use addrs::{AbsResource, AbsResourceInstance, ModuleInstance, Resource, ResourceMode};

fn rank(mode: ResourceMode) -> u8 {
    match mode {
        ResourceMode::Data => 0,
        ResourceMode::Managed => 1,
        ResourceMode::Ephemeral => 2,
        ResourceMode::List => 3,
        ResourceMode::Action => 4,
    }
}

/// Orders resources of one module.
pub(crate) fn resources(a: &Resource, b: &Resource) -> Ordering {
    rank(a.mode)
        .cmp(&rank(b.mode))
        .then_with(|| a.type_name.cmp(&b.type_name))
        .then_with(|| a.name.cmp(&b.name))
}

/// Orders instances of modules.
pub(crate) fn modules(a: &ModuleInstance, b: &ModuleInstance) -> Ordering {
    a.steps().len().cmp(&b.steps().len()).then_with(|| a.steps().cmp(b.steps()))
}

/// Orders resources of all modules.
pub(crate) fn abs_resources(a: &AbsResource, b: &AbsResource) -> Ordering {
    modules(&a.module, &b.module).then_with(|| resources(&a.resource, &b.resource))
}

/// Orders instances of all modules.
pub(crate) fn instances(a: &AbsResourceInstance, b: &AbsResourceInstance) -> Ordering {
    modules(&a.module, &b.module)
        .then_with(|| resources(&a.resource.resource, &b.resource.resource))
        .then_with(|| a.resource.key.cmp(&b.resource.key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terraforms_order() {
        let expected = [
            "data.z.b",
            "a.b[2]",
            "a.b[10]",
            "a.b[\"x\"]",
            "module.a.t.n",
            "module.z.t.n",
            "module.a.module.a[0].t.n",
        ];
        let mut addrs: Vec<_> =
            expected.iter().map(|text| AbsResourceInstance::parse(text).unwrap()).collect();
        addrs.reverse();
        addrs.sort_by(instances);
        assert_eq!(addrs.iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
    }
}
