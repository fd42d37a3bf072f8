//! `cairn console`

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::Path;

use addrs::{InstanceKey, ModuleInstance, ModuleStep, Resource};
use config::ModuleTree;
use diag::Diagnostics;
use lang::DiskFiles;
use ops::ProviderSet;
use state::State;
use value::Value;

use crate::app::Command;
use crate::commands::validate::unsupported_versions;
use crate::console::{Session, prompt};
use crate::flags::switch;
use crate::plugins;
use crate::stateful;
use crate::ui::Ui;
use crate::variables::Inputs;

pub(crate) const COMMAND: Command = Command {
    name: "console",
    about: "Try expressions at an interactive prompt",
    help: "Usage: cairn [global options] console [options]\n\n  Evaluates expressions of the configuration language in the \
           module of the current folder:\n  its variables and local values can be referred to. Expressions may span several \
           lines while a\n  bracket is open. Without a terminal, expressions are read from standard input.\n\n  Leave with \
           \"exit\", Ctrl-C or Ctrl-D.\n\nOptions:\n\n  -var 'foo=bar'       Set a variable of the module. Can be given several \
           times.\n  -var-file=FILE       Set variables from a file. Can be given several times.\n  -no-color            Plain \
           text without colours.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let Some((ui, parsed)) = stateful::parse(ui, args, &stateful::flags(&[switch("plan")])) else { return 1 };
    let dir = Path::new(".");
    let (mut module, mut diags) = config::load_module(dir);
    let mut values = BTreeMap::new();
    if !diags.has_errors() {
        let mut found = Diagnostics::new();
        let refused;
        (values, refused) = Inputs::collect(dir, &parsed, &mut found).values(&mut module, &mut found);
        found.extend(refused.into_values());
        // A variable without a value is unknown here, as it is before it is asked for.
        diags.extend(found.iter().filter(|found| found.summary != "No value for required variable").cloned());
    }
    let files = DiskFiles::new(".");
    let (tree, more) = ModuleTree::load_from(&crate::project::modules(), module, &values, &files);
    diags.append(more);
    let versions = unsupported_versions(&tree);
    if versions.has_errors() {
        ui.diagnostics(&versions, &tree.sources());
        return 1;
    }
    let providers = plugins::at_hand(ui, &tree, &mut diags);
    let mut names = None;
    if !diags.has_errors() {
        let Some((session, warnings, _)) = stateful::open(ui, &parsed, None) else { return 1 };
        diags.append(warnings);
        let known = remembered(&tree, &providers, session.snapshot().file.as_ref().map(|file| &file.state));
        let (evaluated, more) = config::evaluate_with(&tree, values, known, &files, &providers);
        names = Some(evaluated);
        diags.append(more);
    }
    ui.diagnostics(&diags, &tree.sources());
    let Some(names) = names.filter(|_| !diags.has_errors()) else { return 1 };
    let module = &tree.modules[0].module;
    let session = Session::new(ui, &names, module);
    if std::io::stdin().is_terminal() { prompt::run(&session) } else { session.run_piped() }
}

/// The values of the resources in the state, by the index of their module. Modules with several instances are left
/// out: there a name has several values.
fn remembered(
    tree: &ModuleTree,
    providers: &ProviderSet,
    state: Option<&State>,
) -> BTreeMap<(usize, Resource), Value> {
    let mut known = BTreeMap::new();
    for (addr, stored) in state.iter().flat_map(|state| &state.resources) {
        let Some(module) = module_of(tree, &addr.module) else { continue };
        let Some(config) = tree.modules[module].module.resources.get(&addr.resource) else { continue };
        let ty = &addr.resource;
        let Some(schema) = providers.schema(&stored.provider.provider, ty.mode, &ty.type_name) else {
            continue;
        };
        let values = stored.instances.iter().filter_map(|(key, instance)| {
            let object = instance.current.as_ref()?;
            let value = render::object_value(object, Some(&schema), &addr.instance(key.clone())).ok()??;
            Some((key.clone(), value))
        });
        let values: Vec<(Option<InstanceKey>, Value)> = values.collect();
        let value = if config.repetition.count.is_some() {
            Value::tuple(values.into_iter().map(|(_, value)| value).collect())
        } else if config.repetition.for_each.is_some() {
            Value::object(values.into_iter().filter_map(|(key, value)| match key? {
                InstanceKey::String(key) => Some((key, value)),
                InstanceKey::Int(_) => None,
            }))
        } else if let Some((_, value)) = values.into_iter().find(|(key, _)| key.is_none()) {
            value
        } else {
            continue;
        };
        known.insert((module, addr.resource.clone()), value);
    }
    known
}

/// The index of the module that has only one instance.
fn module_of(tree: &ModuleTree, module: &ModuleInstance) -> Option<usize> {
    let single = |index: &usize, step: &ModuleStep| {
        step.key.is_none().then(|| tree.modules[*index].children.get(&step.name).copied()).flatten()
    };
    module.steps().iter().try_fold(0, |index, step| single(&index, step))
}
