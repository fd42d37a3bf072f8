//! `cairn console`

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::Path;

use addrs::AbsResource;
use config::{Graph, ModuleTree};
use diag::{Diagnostic, Diagnostics, SourceMap};
use engine::RememberedInstances;
use lang::{DiskFiles, LangScope};
use ops::{Project, ProviderSet, Watch};
use plan::Plan;
use state::State;
use value::Value;

use crate::app::Command;
use crate::console::{Session, prompt};
use crate::flags::{self, Parsed, switch};
use crate::operation;
use crate::plugins;
use crate::project::{self, Loaded, Versions};
use crate::stateful;
use crate::ui::Ui;
use crate::variables::Inputs;
use crate::view::View;

pub(crate) const COMMAND: Command = Command {
    name: "console",
    about: "Try expressions at an interactive prompt",
    help: "Usage: cairn [global options] console [options]\n\n  Evaluates expressions of the configuration language in the \
           module of the current folder:\n  its variables, local values, resources and modules can be referred to. Expressions may span several \
           lines while a\n  bracket is open. Without a terminal, expressions are read from standard input.\n\n  Leave with \
           \"exit\", Ctrl-C or Ctrl-D.\n\nOptions:\n\n  -var 'foo=bar'       Set a variable of the module. Can be given several \
           times.\n  -var-file=FILE       Set variables from a file. Can be given several times.\n  -plan                Show what will \
           be after the next apply, not what is.\n  -input=false         Ask for nothing.\n  -no-color            Plain \
           text without colours.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let known = stateful::flags(&[switch("plan"), switch("input")]);
    let Some((ui, parsed)) = stateful::parse_in_line(ui, args, &known, Some(&COMMAND)) else { return 1 };
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
    diags = project::instead_of(diags, &tree, Versions::MayDiffer);
    let wants_plan = parsed.bool("plan", false);
    let providers = match wants_plan && !diags.has_errors() {
        true => plugins::for_tree(ui, &tree, &mut diags),
        false => Some(plugins::at_hand(ui, &tree, &mut diags)),
    };
    let Some(providers) = providers.filter(|_| !diags.has_errors()) else {
        ui.diagnostics(&diags, &tree.sources());
        return 1;
    };
    let Some((session, warnings, _)) = stateful::open(ui, &parsed, None) else { return 1 };
    diags.append(warnings);
    let graph = Graph::build(&tree);
    diags.append(config::check_order(&tree, &graph));
    let run_options = operation::run_options(&parsed, &mut diags);
    if diags.has_errors() {
        ui.diagnostics(&diags, &tree.sources());
        return 1;
    }
    let plan = if wants_plan { planned(ui, &parsed, &session, &mut diags) } else { None };
    let unset = tree.modules[0].module.variables.iter().filter(|(name, _)| !values.contains_key(*name));
    let unset =
        unset.map(|(name, variable)| (name.clone(), variable.marked(Value::unknown(variable.ty.clone()))));
    let variables: BTreeMap<_, _> = unset.chain(values.clone()).collect();
    let project = Project {
        graph,
        tree,
        files,
        variables,
        given: BTreeMap::new(),
        refused: BTreeMap::new(),
        workspace: project::current_workspace().into(),
    };
    let (names, more) = config::evaluate_with(&project.tree, values, &project.files, &providers);
    add_new(&mut diags, more);
    let state = match &plan {
        Some(plan) => Some(&plan.prior_state),
        None => session.snapshot().file.as_ref().map(|file| &file.state),
    };
    let to_be = plan.as_ref().map(to_be).unwrap_or_default();
    let instances = |addr: &AbsResource| match to_be.get(addr) {
        Some(values) => values.clone(),
        None => remembered(&providers, state, addr),
    };
    let look = |scope: &LangScope<'_>, more: Diagnostics| {
        add_new(&mut diags, more);
        tell(ui, &diags, &project.sources());
        let session = Session::new(ui, &names, scope, &project.tree.modules[0].module);
        if std::io::stdin().is_terminal() { prompt::run(&session) } else { session.run_piped() }
    };
    ops::examine(&project, &providers, &run_options, &instances, look).unwrap_or_else(|diags| {
        ui.diagnostics(&diags, &project.sources());
        1
    })
}

/// The values of the instances of a resource in the state.
fn remembered(providers: &ProviderSet, state: Option<&State>, addr: &AbsResource) -> RememberedInstances {
    let Some(stored) = state.and_then(|state| state.resources.get(addr)) else { return Vec::new() };
    let ty = &addr.resource;
    let Some(schema) = providers.schema(&stored.provider.provider, ty.mode, &ty.type_name) else {
        return Vec::new();
    };
    let values = stored.instances.iter().filter_map(|(key, instance)| {
        let object = instance.current.as_ref()?;
        let value = render::object_value(object, Some(&schema), &addr.instance(key.clone())).ok()??;
        Some((key.clone(), value))
    });
    values.collect()
}

/// Adds what is not known yet: what is wrong in a place may be found more than once, with different values.
fn add_new(diags: &mut Diagnostics, more: Diagnostics) {
    let same = |a: &Diagnostic, b: &Diagnostic| a.summary == b.summary && a.subject == b.subject;
    let new: Vec<_> =
        more.iter().filter(|one| !diags.iter().any(|known| same(known, one))).cloned().collect();
    diags.extend(new);
}

/// Tells what is wrong. Whoever looks for the reason wants to ask all the same.
fn tell(ui: Ui, diags: &Diagnostics, sources: &SourceMap) {
    ui.diagnostics(diags, sources);
    if diags.has_errors() {
        let summary = "Due to the problems above, some expressions may produce unexpected results.";
        ui.diagnostics(&Diagnostic::warning(summary, "").into(), sources);
        ui.out("\n");
    }
}

/// A plan of everything, as far as it goes.
fn planned(ui: Ui, parsed: &Parsed, session: &ops::Session, diags: &mut Diagnostics) -> Option<Plan> {
    let (loaded, _) = project::load(ui, parsed, true, Versions::MayDiffer, diags);
    let Loaded { project, providers } = loaded?;
    // The answers are what was asked for, and not how they came about.
    let concise = flags::parse(&["-concise".to_owned()], &[]).ok()?;
    let view = View::new(ui, &concise).map_err(|diagnostic| diags.push(*diagnostic)).ok()?;
    let options = operation::plan_options(parsed, false, diags);
    let run_options = operation::run_options(parsed, diags);
    let told = |count| ui.interrupted(count);
    let watch = Watch { events: &view, interrupts: &view.interrupts, told: &told };
    let (plan, more) = ops::plan(&project, &providers, session, options, &run_options, &watch);
    diags.append(more);
    plan
}

/// The values that instances of resources will have.
fn to_be(plan: &Plan) -> BTreeMap<AbsResource, RememberedInstances> {
    let mut instances: BTreeMap<AbsResource, RememberedInstances> = BTreeMap::new();
    for change in plan.changes.iter().filter(|change| change.deposed.is_none()) {
        let found = instances.entry(change.addr.resource()).or_default();
        if !change.after.is_null() {
            found.push((change.addr.resource.key.clone(), change.after.clone()));
        }
    }
    instances
}
