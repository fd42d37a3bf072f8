//! `cairn graph`

use std::collections::{BTreeMap, BTreeSet};

use addrs::{ConfigResource, Module, ResourceMode};
use config::{Graph, Item, ModuleTree};
use diag::{Diagnostic, Diagnostics};
use state::State;

use crate::app::Command;
use crate::flags::{option, switch};
use crate::project::{self, Versions};
use crate::stateful;
use crate::ui::Ui;

pub(crate) const COMMAND: Command = Command {
    name: "graph",
    about: "Print what depends on what",
    help: "Usage: cairn [global options] graph [options]\n\n  Prints the resources of the configuration and of the state and what each needs, in the \
           language of Graphviz.\n\nOptions:\n\n  -type=TYPE      For which operation: plan, plan-refresh-only, plan-destroy or apply. The \
           resources\n                  and what they need are the same for all of them.\n  -draw-cycles    Show cycles instead of refusing them.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let known = stateful::flags(&[
        option("type"),
        switch("draw-cycles"),
        switch("verbose"),
        option("plan"),
        option("module-depth"),
    ]);
    let Some((ui, parsed)) = stateful::parse_in_line(ui, args, &known, Some(&COMMAND)) else { return 1 };
    if !parsed.positionals.is_empty() {
        ui.err("Too many command line arguments. Did you mean to use -chdir?\n");
        return 1;
    }
    let mut diags = Diagnostics::new();
    let (tree, state) = match parsed.last("plan").filter(|path| !path.is_empty()) {
        None => {
            let tree = project::load_tree(&parsed, Versions::MayDiffer, &mut diags);
            if diags.has_errors() {
                ui.diagnostics(&diags, &tree.sources());
                return 1;
            }
            let Some((session, found, _)) = stateful::open(ui, &parsed, None) else { return 1 };
            diags.append(found);
            let state = session.state();
            session.close(&mut diags);
            (Some(tree), state)
        }
        Some(path) => {
            let saved = crate::saved::read(path, &mut diags);
            let tree = saved.map(|saved| {
                let tree = crate::saved::tree_of(&saved, &mut diags);
                crate::saved::check_state(&saved, &tree, &parsed, &mut diags);
                tree
            });
            (tree, State::default())
        }
    };
    let kind = parsed.last("type").unwrap_or_default();
    if !matches!(kind, "" | "plan" | "plan-refresh-only" | "plan-destroy" | "apply") {
        let detail = format!(
            "{kind:?} is no type of graph. There are plan, plan-refresh-only, plan-destroy and apply."
        );
        diags.push(Diagnostic::error("Unsupported graph type", detail));
    }
    if let Some(tree) = tree.as_ref().filter(|_| !parsed.bool("draw-cycles", false)) {
        diags.append(config::check_order(tree, &Graph::build(tree)));
    }
    let sources = tree.as_ref().map(ModuleTree::sources).unwrap_or_default();
    if let Some(tree) = tree.filter(|_| !diags.has_errors()) {
        let mut all = resources(&tree);
        add_left_over(&mut all, &state);
        ui.out(&render::graph_dot(&all));
    }
    ui.diagnostics(&diags, &sources);
    u8::from(diags.has_errors())
}

/// The resources with those that they need, through everything that is none.
fn resources(tree: &ModuleTree) -> Vec<(ConfigResource, Vec<ConfigResource>)> {
    let graph = Graph::build(tree);
    let resource = |at: usize| match &graph.node(at).item {
        Item::Resource(resource) if resource.mode != ResourceMode::Action => Some(ConfigResource {
            module: module_address(tree, graph.node(at).module),
            resource: resource.clone(),
        }),
        // What is imported is a resource also where its block is still to be written.
        Item::Import(index) => {
            let module = &tree.modules[graph.node(at).module].module;
            let target = &module.imports[*index].target;
            let resource = target.resource.as_ref().filter(|_| target.modules.is_empty())?;
            (!module.resources.contains_key(&resource.resource))
                .then(|| ConfigResource { module: Module::root(), resource: resource.resource.clone() })
        }
        _ => None,
    };
    let mut found: BTreeMap<ConfigResource, Vec<ConfigResource>> = BTreeMap::new();
    for at in 0..graph.len() {
        let Some(addr) = resource(at) else { continue };
        let mut needs = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut work = graph.dependencies(at).to_vec();
        while let Some(next) = work.pop() {
            if !seen.insert(next) {
                continue;
            }
            match resource(next) {
                Some(need) => drop(needs.insert(need)),
                None => work.extend_from_slice(graph.dependencies(next)),
            }
        }
        found.entry(addr).or_default().extend(needs);
    }
    found.into_iter().collect()
}

/// Adds the resources that only the state has, whose objects are there still. What they needed is not told: nobody makes
/// them any more.
fn add_left_over(all: &mut Vec<(ConfigResource, Vec<ConfigResource>)>, state: &State) {
    let mut known: BTreeSet<ConfigResource> = all.iter().map(|(addr, _)| addr.clone()).collect();
    for (addr, resource) in state.resources.iter() {
        let addr = addr.config();
        if !resource.instances.is_empty() && known.insert(addr.clone()) {
            all.push((addr, Vec::new()));
        }
    }
}

fn module_address(tree: &ModuleTree, index: usize) -> Module {
    let mut names = Vec::new();
    let mut at = index;
    while let Some((caller, name)) = &tree.modules[at].caller {
        names.push(name.clone());
        at = *caller;
    }
    names.reverse();
    Module(names)
}
