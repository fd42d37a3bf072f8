//! `cairn console`

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::Path;

use addrs::{InstanceKey, ModuleInstance, ModuleStep, Resource};
use config::{ModuleTree, Repetition};
use diag::Diagnostics;
use lang::DiskFiles;
use ops::{ProviderSet, Watch};
use plan::Plan;
use state::State;
use value::Value;

use crate::app::Command;
use crate::commands::validate::unsupported_versions;
use crate::console::{Session, prompt};
use crate::flags::{self, Parsed, switch};
use crate::operation;
use crate::plugins;
use crate::project::{self, Loaded};
use crate::stateful;
use crate::ui::Ui;
use crate::variables::Inputs;
use crate::view::View;

pub(crate) const COMMAND: Command = Command {
    name: "console",
    about: "Try expressions at an interactive prompt",
    help: "Usage: cairn [global options] console [options]\n\n  Evaluates expressions of the configuration language in the \
           module of the current folder:\n  its variables and local values can be referred to. Expressions may span several \
           lines while a\n  bracket is open. Without a terminal, expressions are read from standard input.\n\n  Leave with \
           \"exit\", Ctrl-C or Ctrl-D.\n\nOptions:\n\n  -var 'foo=bar'       Set a variable of the module. Can be given several \
           times.\n  -var-file=FILE       Set variables from a file. Can be given several times.\n  -plan                Show what will \
           be after the next apply, not what is.\n  -input=false         Ask for nothing.\n  -no-color            Plain \
           text without colours.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let known = stateful::flags(&[switch("plan"), switch("input")]);
    let Some((ui, parsed)) = stateful::parse(ui, args, &known) else { return 1 };
    if !parsed.positionals.is_empty() {
        ui.err("Too many command line arguments. Did you mean to use -chdir?\n");
        return 1;
    }
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
        let mut known =
            remembered(&tree, &providers, session.snapshot().file.as_ref().map(|file| &file.state));
        if parsed.bool("plan", false) {
            match planned(ui, &parsed, &session, &mut diags) {
                Some(plan) => {
                    known = remembered(&tree, &providers, Some(&plan.prior_state));
                    known.extend(to_be(&tree, &plan));
                }
                None => {
                    ui.diagnostics(&diags, &tree.sources());
                    return 1;
                }
            }
        }
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
        if let Some(value) = whole(&config.repetition, values.collect()) {
            known.insert((module, addr.resource.clone()), value);
        }
    }
    known
}

/// The values of instances, with their keys.
type Instances = Vec<(Option<InstanceKey>, Value)>;

/// A plan of everything; nothing if that fails, which is told.
fn planned(ui: Ui, parsed: &Parsed, session: &ops::Session, diags: &mut Diagnostics) -> Option<Plan> {
    let (loaded, sources) = project::load(ui, parsed, true, diags);
    let Loaded { project, providers } = loaded?;
    // The answers are what was asked for, and not how they came about.
    let concise = flags::parse(&["-concise".to_owned()], &[]).ok()?;
    let view = View::new(ui, &concise).map_err(|diagnostic| diags.push(*diagnostic)).ok()?;
    let options = operation::plan_options(parsed, false, diags);
    let run_options = operation::run_options(parsed, diags);
    let told = |count| ui.interrupted(count);
    let watch = Watch { events: &view, interrupts: &view.interrupts, told: &told };
    let (plan, more) = ops::plan(&project, &providers, session, options, &run_options, &watch);
    if more.has_errors() {
        ui.diagnostics(&more, &sources);
        return None;
    }
    plan
}

/// The values that resources will have, in the same way as [`remembered`].
fn to_be(tree: &ModuleTree, plan: &Plan) -> BTreeMap<(usize, Resource), Value> {
    let mut instances: BTreeMap<(usize, Resource), Instances> = BTreeMap::new();
    for change in plan.changes.iter().filter(|change| change.deposed.is_none()) {
        let addr = &change.addr;
        if let Some(module) = module_of(tree, &addr.module) {
            let found = instances.entry((module, addr.resource.resource.clone())).or_default();
            if !change.after.is_null() {
                found.push((addr.resource.key.clone(), change.after.clone()));
            }
        }
    }
    let whole = |((module, resource), values): ((usize, Resource), Instances)| {
        let config = tree.modules[module].module.resources.get(&resource)?;
        let value = whole(&config.repetition, values)?;
        Some(((module, resource), value))
    };
    instances.into_iter().filter_map(whole).collect()
}

/// The value of a resource, from those of its instances.
fn whole(repetition: &Repetition, values: Instances) -> Option<Value> {
    if repetition.count.is_some() {
        Some(Value::tuple(values.into_iter().map(|(_, value)| value).collect()))
    } else if repetition.for_each.is_some() {
        Some(Value::object(values.into_iter().filter_map(|(key, value)| match key? {
            InstanceKey::String(key) => Some((key, value)),
            InstanceKey::Int(_) => None,
        })))
    } else {
        values.into_iter().find(|(key, _)| key.is_none()).map(|(_, value)| value)
    }
}

/// The index of the module that has only one instance.
fn module_of(tree: &ModuleTree, module: &ModuleInstance) -> Option<usize> {
    let single = |index: &usize, step: &ModuleStep| {
        step.key.is_none().then(|| tree.modules[*index].children.get(&step.name).copied()).flatten()
    };
    module.steps().iter().try_fold(0, |index, step| single(&index, step))
}
