//! Whether two states hold the same, whatever the order in which they were written down.

use std::collections::BTreeMap;
use std::sync::Arc;

use addrs::{AbsResource, ResourceMode};

use crate::file::text::Writer;
use crate::{CheckResult, InstanceState, Object, ResourceState, State};

impl State {
    /// Whether the other holds the same. Cheap where the two share their objects.
    pub fn same_as(&self, other: &State) -> bool {
        let outputs = self.outputs.len() == other.outputs.len()
            && self.outputs.iter().zip(&other.outputs).all(|((name, output), (other_name, other))| {
                name == other_name
                    && output.sensitive == other.sensitive
                    && output.deprecated == other.deprecated
                    && output.value == other.value
            });
        outputs
            && (self.resources.is_same(&other.resources) || same_resources(&self.resources, &other.resources))
            && same_checks(self.checks.as_deref(), other.checks.as_deref())
    }

    /// Whether the other holds the same objects of managed resources.
    pub fn same_managed_resources(&self, other: &State) -> bool {
        fn managed(state: &State) -> impl Iterator<Item = (&AbsResource, &ResourceState)> {
            let managed =
                state.resources.iter().filter(|(addr, _)| addr.resource.mode == ResourceMode::Managed);
            // One without instances holds no objects.
            managed.filter(|(_, resource)| !resource.instances.is_empty())
        }
        self.resources.is_same(&other.resources)
            || managed(self).count() == managed(other).count()
                && managed(self)
                    .zip(managed(other))
                    .all(|((a_addr, a), (b_addr, b))| a_addr == b_addr && same_resource(a, b))
    }
}

fn same_resources(
    a: &BTreeMap<AbsResource, ResourceState>,
    b: &BTreeMap<AbsResource, ResourceState>,
) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|((a_addr, a), (b_addr, b))| a_addr == b_addr && same_resource(a, b))
}

fn same_resource(a: &ResourceState, b: &ResourceState) -> bool {
    a.provider == b.provider
        && a.instances.len() == b.instances.len()
        && a.instances
            .iter()
            .zip(&b.instances)
            .all(|((key_a, a), (key_b, b))| key_a == key_b && same_instance(a, b))
}

/// Whether two instances are stored alike.
pub(crate) fn same_instance(a: &InstanceState, b: &InstanceState) -> bool {
    let current = match (&a.current, &b.current) {
        (Some(a), Some(b)) => same_object(a, b),
        (None, None) => true,
        _ => false,
    };
    current
        && a.provider == b.provider
        && a.deposed.len() == b.deposed.len()
        && a.deposed
            .iter()
            .zip(&b.deposed)
            .all(|((key_a, a), (key_b, b))| key_a == key_b && same_object(a, b))
}

fn same_object(a: &Arc<Object>, b: &Arc<Object>) -> bool {
    if Arc::ptr_eq(a, b) {
        return true;
    }
    // Terraform writes paths in any order.
    let paths = a.sensitive_paths.len() == b.sensitive_paths.len()
        && a.sensitive_paths.iter().all(|path| b.sensitive_paths.contains(path));
    paths
        && a.status == b.status
        && a.schema_version == b.schema_version
        && same_json(&a.attributes, &b.attributes)
        && a.attributes_flat == b.attributes_flat
        && a.private == b.private
        && a.dependencies == b.dependencies
        && a.create_before_destroy == b.create_before_destroy
        && a.skip_destroy == b.skip_destroy
        && a.identity == b.identity
}

/// Whether two texts are the same JSON once they are written: `<` may be escaped in one and not in the other.
fn same_json(a: &str, b: &str) -> bool {
    let written = |json: &str| {
        let mut out = Writer::new(false, json.len());
        out.raw(json);
        out.finish()
    };
    a == b || written(a) == written(b)
}

fn same_checks(a: Option<&[CheckResult]>, b: Option<&[CheckResult]>) -> bool {
    // Terraform writes these in any order, too.
    let sorted = |checks: Option<&[CheckResult]>| {
        let mut checks: Vec<CheckResult> = checks?.to_vec();
        checks.sort_by(|a, b| (&a.kind, &a.config_addr).cmp(&(&b.kind, &b.config_addr)));
        checks.iter_mut().for_each(|check| check.objects.sort_by(|a, b| a.addr.cmp(&b.addr)));
        Some(checks)
    };
    sorted(a) == sorted(b)
}

#[cfg(test)]
mod tests {
    use crate::StateFile;

    #[test]
    fn order_does_not_count_and_content_does() {
        let instance = |attributes: &str, paths: &str| {
            let text = format!(
                r#"{{"version":4,"resources":[{{"mode":"managed","type":"t","name":"n","provider":"provider[\"a/b/c\"]",
                "instances":[{{"attributes":{attributes},"sensitive_attributes":{paths}}}]}}],
                "check_results":[{{"object_kind":"check","config_addr":"check.a","status":"pass"}}]}}"#
            );
            StateFile::read(text.as_bytes()).unwrap().state
        };
        let path = |name: &str| format!(r#"[{{"type":"get_attr","value":"{name}"}}]"#);
        let (ab, ba) = (format!("[{},{}]", path("a"), path("b")), format!("[{},{}]", path("b"), path("a")));
        assert!(instance("{ }", &ab).same_as(&instance("{}", &ba)));
        assert!(!instance("{}", &ab).same_as(&instance("{}", &format!("[{}]", path("a")))));
        assert!(!instance("{}", "[]").same_as(&instance("{\"a\":1}", "[]")));
        let mut without = instance("{}", "[]");
        without.checks = None;
        assert!(!without.same_as(&instance("{}", "[]")));
    }
}
