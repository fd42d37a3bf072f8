//! Provisioners: what runs after an object is made and before it is destroyed.

use addrs::{AbsResourceInstance, InstanceKey};
use config::Provisioner;
use diag::{Diagnostic, Diagnostics};
use lang::PreparedBlock;
use value::Value;

use super::Applier;
use super::create::left_out;
use crate::setup::Event;
use crate::walk::{ResourceVisit, Walk};
use crate::world::{ModuleWorld, Repetition};

impl Applier<'_> {
    /// Runs what belongs to the creation of an object; false when it failed.
    pub(super) async fn provision(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        repetition: &Repetition,
        addr: &AbsResourceInstance,
        object: &Value,
        diags: &mut Diagnostics,
    ) -> bool {
        let list = visit.config.provisioners.iter().filter(|provisioner| !provisioner.on_destroy);
        for provisioner in list {
            if !run(walk, &visit.module, repetition, addr, object, provisioner, diags).await {
                return false;
            }
        }
        true
    }

    /// Runs what belongs to the destruction of an object; false when it failed.
    pub(super) async fn provision_destroy(
        &self,
        walk: &Walk<'_>,
        addr: &AbsResourceInstance,
        object: &Value,
        diags: &mut Diagnostics,
    ) -> bool {
        let root = walk.world.root();
        for provisioner in destroy_provisioners(walk, addr) {
            // They may refer to nothing but the object itself, so any module will do.
            let repetition = match &addr.resource.key {
                Some(InstanceKey::Int(index)) => Repetition::Count(*index),
                Some(InstanceKey::String(key)) => {
                    Repetition::Each(Value::string(key.as_str()), Value::dynamic())
                }
                None => Repetition::None,
            };
            if !run(walk, &root, &repetition, addr, object, provisioner, diags).await {
                return false;
            }
        }
        true
    }
}

/// The provisioners for the destruction of an object: of its block, or of the `removed` block that stands for it.
fn destroy_provisioners<'w>(walk: &'w Walk<'_>, addr: &AbsResourceInstance) -> Vec<&'w Provisioner> {
    let tree = walk.setup.tree;
    let mut module = Some(0);
    for step in addr.module.steps() {
        module = module.and_then(|at| tree.modules[at].children.get(&step.name).copied());
    }
    let config = module.and_then(|at| tree.modules[at].module.resources.get(&addr.resource.resource));
    if let Some(config) = config {
        return config.provisioners.iter().filter(|provisioner| provisioner.on_destroy).collect();
    }
    let removed = tree
        .modules
        .iter()
        .enumerate()
        .flat_map(|(at, module)| module.module.removed.iter().map(move |removed| (at, removed)));
    let mut found = Vec::new();
    for (at, removed) in removed {
        let mut path = tree.path(at);
        path.extend(removed.from.modules.iter().map(|(name, _)| name.clone()));
        let same =
            removed.from.resource.as_ref().is_some_and(|found| found.resource == addr.resource.resource);
        if same && addr.module.module().0 == path {
            found.extend(removed.provisioners.iter().filter(|provisioner| provisioner.on_destroy));
        }
    }
    found
}

/// Runs one provisioner; false when it failed and that counts.
async fn run(
    walk: &Walk<'_>,
    module: &ModuleWorld,
    repetition: &Repetition,
    addr: &AbsResourceInstance,
    object: &Value,
    provisioner: &Provisioner,
    diags: &mut Diagnostics,
) -> bool {
    let type_name = provisioner.type_name.as_str();
    let provisioners = walk.setup.provisioners;
    let Some(schema) = provisioners.schema(type_name) else {
        let detail = format!("There is no provisioner {type_name:?}.");
        diags.push(
            Diagnostic::error("Failed to instantiate provisioner", detail).at(provisioner.range.clone()),
        );
        return false;
    };
    let (prepared, mut found) = PreparedBlock::new(&provisioner.body, schema);
    let value = {
        let names = walk.names(module, repetition, Some(object));
        let (value, more) = prepared.eval(&names.scope());
        found.append(more);
        value
    };
    let failed = found.has_errors();
    diags.append(found);
    if failed {
        return false;
    }
    if !value.is_wholly_known() {
        // Something that it needs was left out of the run; a command must not run with holes in it.
        diags.push(left_out(&format!("What a provisioner of {addr} is to do"), provisioner.range.clone()));
        return false;
    }
    let marks = value.deep_marks();
    let why = match (marks.is_sensitive(), marks.is_ephemeral()) {
        (true, true) => Some("sensitive, ephemeral"),
        (true, false) => Some("sensitive"),
        (false, true) => Some("ephemeral"),
        (false, false) => None,
    };
    let hidden = why.map(|why| format!("(output suppressed due to {why} value in config)"));
    let events = walk.setup.events;
    events.tell(Event::ProvisionStart { addr, provisioner: type_name });
    let told = |line: &str| {
        let line = hidden.as_deref().unwrap_or(line);
        events.tell(Event::ProvisionOutput { addr, provisioner: type_name, line });
    };
    let result = provisioners.run(type_name, value.unmark_deep().0, &told).await;
    events.tell(Event::ProvisionDone { addr, provisioner: type_name, failed: result.is_err() });
    let Err(error) = result else { return true };
    if provisioner.continue_on_failure {
        return true;
    }
    let detail =
        if hidden.is_some() { "It failed; its text holds secrets.".to_owned() } else { error.detail };
    // What the block says is at fault, so the place is where that begins.
    let mut diagnostic = Diagnostic::error(error.summary, detail).at(provisioner.body.missing_item_range());
    diagnostic.address = Some(addr.to_string());
    diags.push(diagnostic);
    false
}
