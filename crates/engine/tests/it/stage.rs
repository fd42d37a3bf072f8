//! A stage for lifecycles: a cloud, what is remembered of it, and configurations that come and go.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

use addrs::{AbsProviderConfig, AbsResourceInstance};
use config::{Graph, ModuleTree};
use diag::{Diagnostic, Diagnostics, Severity};
use engine::{Event, Events, PlanOptions, Providers, ProvisionError, Provisioners, QueryOptions, Setup};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use lang::DiskFiles;
use plan::{Action, Mode, Plan, ResourceChange};
use provider::Provider;
use state::{Object, State};
use testkit::{Cloud, TestProvider};
use value::{Path, Type, Value};

use crate::kept::Kept;
use crate::text::{change_text, show};

/// A cloud and what is remembered of it.
pub(crate) struct Stage {
    pub(crate) cloud: Cloud,
    pub(crate) state: State,
    pub(crate) options: PlanOptions,
    /// No new work begins once so many changes began.
    pub(crate) stop_after: Option<usize>,
}

/// What a step led to.
pub(crate) struct Outcome {
    pub(crate) plan: Option<Plan>,
    pub(crate) diags: Diagnostics,
}

impl Default for Stage {
    fn default() -> Self {
        let timestamp = "2026-01-01T00:00:00Z".to_owned();
        Self {
            cloud: Cloud::default(),
            state: State::default(),
            options: PlanOptions { refresh: true, timestamp, ..PlanOptions::default() },
            stop_after: None,
        }
    }
}

impl Stage {
    /// A stage where a configuration was applied and nothing is left to do.
    pub(crate) fn with(main: &str) -> Stage {
        let mut stage = Stage::default();
        stage.settle(main);
        stage
    }

    /// Plans a configuration. Files after the first begin with a line `--- PATH`.
    pub(crate) fn plan(&self, main: &str) -> Outcome {
        self.run(main, false).0
    }

    /// Plans a configuration and performs the plan when nothing is wrong with it.
    pub(crate) fn apply(&mut self, main: &str) -> Outcome {
        let (outcome, state) = self.run(main, true);
        if let Some(state) = state {
            self.state = state;
        }
        outcome
    }

    /// Applies a configuration without problems; afterwards nothing is left to do.
    pub(crate) fn settle(&mut self, main: &str) -> Outcome {
        let outcome = self.apply(main);
        assert_eq!(outcome.problems(), "", "{main}");
        let again = self.plan(main);
        assert_eq!((again.problems(), again.actions()), (String::new(), String::new()), "again: {main}");
        outcome
    }

    /// Destroys everything.
    pub(crate) fn destroy(&mut self, main: &str) -> Outcome {
        self.options.mode = Mode::Destroy;
        let outcome = self.apply(main);
        self.options.mode = Mode::Normal;
        outcome
    }

    fn run(&self, main: &str, performing: bool) -> (Outcome, Option<State>) {
        let (tree, graph) = load(main);
        let root = &tree.modules[0].module;
        let variables: BTreeMap<_, _> = root
            .variables
            .iter()
            .map(|(name, variable)| (name.clone(), variable.value_for(None).expect("a default")))
            .collect();
        let events = Watcher { began: Cell::new(0), limit: self.stop_after };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let providers = TestProviders { cloud: self.cloud.clone(), made: RefCell::default() };
        let files = DiskFiles::new(".");
        let refused = Default::default();
        let setup = |providers| Setup {
            tree: &tree,
            graph: &graph,
            files: &files,
            providers,
            provisioners: &NoProvisioners,
            workspace: "default".into(),
            variables: variables.clone(),
            given: variables.clone(),
            refused: &refused,
            events: &events,
            parallelism: 10,
            continue_on_error: true,
            terraform_version: "1.11.4".into(),
        };
        let planning = setup(&providers);
        let work = engine::plan(&planning, self.state.clone(), self.options.clone());
        let (plan, mut diags) = runtime.block_on(work);
        let mut state = None;
        if performing && let Some(plan) = plan.as_ref().filter(|_| !diags.has_errors()) {
            // Applying is a run of its own, with providers that were not configured yet.
            let providers = TestProviders { cloud: self.cloud.clone(), made: RefCell::default() };
            let applying = setup(&providers);
            let kept = Kept::new(plan);
            let applied = runtime.block_on(engine::apply(&applying, plan, &kept));
            kept.check(&self.state);
            diags.append(applied.diags);
            state = Some(applied.state);
        }
        (Outcome { plan, diags }, state)
    }

    /// Asks the lists of a query file: lines of what is told, and the problems.
    pub(crate) fn query(&self, text: &str, generate: bool) -> (Vec<String>, Diagnostics) {
        let dir = tempfile::tempdir().expect("a temporary folder can be made");
        std::fs::write(dir.path().join("a.tfquery.hcl"), text).expect("files can be written");
        let (mut module, _) = config::load_module(dir.path());
        let diags = config::add_query_files(&config::DiskModules, &mut module);
        assert!(!diags.has_errors(), "{text}\n{diags:?}");
        let files = DiskFiles::new(dir.path());
        let (tree, _) = ModuleTree::load(module, &BTreeMap::new(), &files);
        let graph = Graph::build(&tree);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let told = Lists::default();
        let setup = Setup {
            tree: &tree,
            graph: &graph,
            files: &files,
            providers: &TestProviders { cloud: self.cloud.clone(), made: RefCell::default() },
            provisioners: &NoProvisioners,
            workspace: "default".into(),
            variables: BTreeMap::new(),
            given: BTreeMap::new(),
            refused: &Default::default(),
            events: &told,
            parallelism: 10,
            continue_on_error: true,
            terraform_version: "1.14.0".into(),
        };
        let timestamp = self.options.timestamp.clone();
        let diags = runtime.block_on(engine::query(&setup, QueryOptions { generate, timestamp }));
        (told.0.into_inner(), diags)
    }

    /// What is remembered of an instance.
    pub(crate) fn object(&self, addr: &str) -> Option<Arc<Object>> {
        self.state.instance(&instance(addr))?.current.clone()
    }

    /// The attributes that are remembered of an instance, without those that are null; `-` where there is none.
    pub(crate) fn stored(&self, addr: &str) -> String {
        let Some(object) = self.object(addr) else { return "-".to_owned() };
        let value = value::json::decode_implied(object.attributes.as_bytes()).expect("JSON");
        let status = if object.status == state::ObjectStatus::Tainted { "tainted " } else { "" };
        format!("{status}{}", show(&value))
    }

    /// One attribute that is remembered of an instance.
    pub(crate) fn attribute(&self, addr: &str, name: &str) -> String {
        let object = self.object(addr).unwrap_or_else(|| panic!("no {addr}"));
        let value = value::json::decode_implied(object.attributes.as_bytes()).expect("JSON");
        show(value.entry(name).unwrap_or(&Value::null(value::Type::Dynamic)))
    }

    /// Changes what is remembered of an instance, as another program might.
    pub(crate) fn edit(&mut self, addr: &str, change: impl FnOnce(&mut Object)) {
        let addr = instance(addr);
        let resource = self.state.resources.get_mut(&addr.resource()).expect("a resource");
        let found = resource.instances.get_mut(&addr.resource.key).and_then(|found| found.current.as_mut());
        change(Arc::make_mut(found.expect("an object")));
    }

    /// Everything that is remembered: `test_thing.a`, with `(tainted)` and the number of deposed objects.
    pub(crate) fn addresses(&self) -> String {
        let mut lines = Vec::new();
        for (resource, found) in self.state.resources.iter() {
            for (key, objects) in &found.instances {
                let addr = resource.instance(key.clone());
                let tainted = |object: &Arc<Object>| object.status == state::ObjectStatus::Tainted;
                let current = match &objects.current {
                    None => " (none)",
                    Some(object) if tainted(object) => " (tainted)",
                    Some(_) => "",
                };
                let deposed = match objects.deposed.len() {
                    0 => String::new(),
                    count => format!(" +{count}"),
                };
                lines.push(format!("{addr}{current}{deposed}"));
            }
        }
        lines.join(", ")
    }
}

impl Outcome {
    /// What shall change, one after the other; what stays is left out.
    pub(crate) fn actions(&self) -> String {
        let Some(plan) = &self.plan else { return "no plan".to_owned() };
        let changes = |change: &ResourceChange| {
            change.action != Action::NoOp || change.is_moved() || change.importing.is_some()
        };
        plan.changes
            .iter()
            .filter(|change| changes(change))
            .map(|change| change_text(change))
            .collect::<Vec<_>>()
            .join(", ")
    }

    /// What happened outside, in the same form.
    pub(crate) fn drift(&self) -> String {
        let plan = self.plan.as_ref().expect("a plan");
        plan.drift.iter().map(|change| change_text(change)).collect::<Vec<_>>().join(", ")
    }

    /// The summaries of all problems.
    pub(crate) fn problems(&self) -> String {
        let one = |found: &Diagnostic| match found.severity {
            Severity::Error => format!("Error: {}", found.summary),
            Severity::Warning => format!("Warning: {}", found.summary),
        };
        self.diags.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// The details of all problems.
    pub(crate) fn details(&self) -> String {
        self.diags.iter().map(|found| found.detail.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// What an instance will be; attributes that are null are left out.
    pub(crate) fn after(&self, addr: &str) -> String {
        show(&self.change(addr).after)
    }

    /// One attribute of what an instance will be.
    pub(crate) fn planned(&self, addr: &str, name: &str) -> String {
        let after = self.change(addr).after.clone().unmark().0;
        show(after.entry(name).unwrap_or_else(|| panic!("{addr} has no {name}")))
    }

    pub(crate) fn change(&self, addr: &str) -> &ResourceChange {
        let plan = self.plan.as_ref().unwrap_or_else(|| panic!("no plan: {:?}", self.diags));
        let addr = instance(addr);
        let found = plan.changes.iter().find(|change| change.addr == addr && change.deposed.is_none());
        found.unwrap_or_else(|| panic!("no change of {addr}: {}", self.problems()))
    }
}

/// The address of an instance.
pub(crate) fn instance(text: &str) -> AbsResourceInstance {
    AbsResourceInstance::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A block of a resource that is named like its object.
pub(crate) fn resource(type_name: &str, name: &str, body: &str) -> String {
    format!("resource \"{type_name}\" \"{name}\" {{\n  name = \"{name}\"\n  {body}\n}}\n")
}

/// A `test_thing`.
pub(crate) fn thing(name: &str, body: &str) -> String {
    resource("test_thing", name, body)
}

/// A path as it is written: `list[0].key`.
pub(crate) fn path(text: &str) -> Path {
    let mut path = Path::new();
    for part in text.split(['.', '[']) {
        path = match (part.strip_suffix(']'), part) {
            (None, name) => path.attr(name),
            (Some(index), _) => match index.parse::<i64>() {
                Ok(index) => path.index(Value::int(index)),
                Err(_) => path.index(Value::string(index.trim_matches('"'))),
            },
        };
    }
    path
}

/// The type of an attribute or of the blocks of a type.
pub(crate) fn type_of(type_name: &str, attribute: &str) -> Type {
    let object = testkit::schemas().resources.get(type_name).expect("a type").block.implied_type();
    let Type::Object(object) = object else { panic!("{type_name} is no object") };
    object.get(attribute).unwrap_or_else(|| panic!("{type_name} has no {attribute}")).ty.clone()
}

fn load(main: &str) -> (ModuleTree, Graph) {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    for (at, part) in format!("--- main.tf\n{main}").split("--- ").skip(1).enumerate() {
        let (name, text) = part.split_once('\n').unwrap_or_else(|| panic!("file {at} has no name"));
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a file has a parent")).expect("folders can be made");
        std::fs::write(path, text).expect("files can be written");
    }
    let fine = |diags: Diagnostics| assert!(!diags.has_errors(), "{main}\n{diags:?}");
    let (module, diags) = config::load_module(dir.path());
    fine(diags);
    let files = DiskFiles::new(dir.path());
    let (tree, diags) = ModuleTree::load(module, &BTreeMap::new(), &files);
    fine(diags);
    let graph = Graph::build(&tree);
    fine(config::validate(&tree, &graph, &files, &config::NoSchemas));
    (tree, graph)
}

/// One provider for each configuration, all on one cloud.
struct TestProviders {
    cloud: Cloud,
    made: RefCell<Vec<(AbsProviderConfig, Arc<TestProvider>)>>,
}

impl TestProviders {
    fn made(&self, config: &AbsProviderConfig) -> Result<Arc<dyn Provider>, Box<Diagnostic>> {
        if config.provider.type_name != "test" {
            return Err(Box::new(Diagnostic::error("No such provider", config.to_string())));
        }
        let mut made = self.made.borrow_mut();
        if let Some((_, provider)) = made.iter().find(|(known, _)| known == config) {
            return Ok(provider.clone());
        }
        let provider = Arc::new(TestProvider::on(self.cloud.clone()));
        made.push((config.clone(), provider.clone()));
        Ok(provider)
    }
}

impl Providers for TestProviders {
    fn provider<'a>(
        &'a self,
        config: &'a AbsProviderConfig,
    ) -> LocalBoxFuture<'a, Result<Arc<dyn Provider>, Box<Diagnostic>>> {
        async move { self.made(config) }.boxed_local()
    }

    fn call_function(
        &self,
        _provider: &addrs::Provider,
        _name: &str,
        _args: &[Value],
    ) -> Option<Result<Value, Vec<hcl::eval::CallFailure>>> {
        None
    }
}

/// Asks a run to end after some changes began.
struct Watcher {
    began: Cell<usize>,
    limit: Option<usize>,
}

impl Events for Watcher {
    fn tell(&self, event: Event<'_>) {
        if matches!(event, Event::ApplyStart { .. }) {
            self.began.set(self.began.get() + 1);
        }
    }

    fn is_stopping(&self) -> bool {
        self.limit.is_some_and(|limit| self.began.get() >= limit)
    }
}

/// Remembers what lists tell.
#[derive(Default)]
struct Lists(RefCell<Vec<String>>);

impl Events for Lists {
    fn tell(&self, event: Event<'_>) {
        let line = match event {
            Event::ListStart { addr, config } => format!("{addr} {}", show(config)),
            Event::ListFound { addr, found } => {
                let object = found.object.map(|_| " object").unwrap_or_default();
                let texts = found.generated.map(|(a, b)| format!("\n{a}\n{b}")).unwrap_or_default();
                format!("{addr}: {} {}{object}{texts}", found.display_name, show(found.identity))
            }
            Event::ListDone { addr, total } => format!("{addr} {total}"),
            _ => return,
        };
        self.0.borrow_mut().push(line);
    }
}

struct NoProvisioners;

impl Provisioners for NoProvisioners {
    fn schema(&self, _type_name: &str) -> Option<&schema::Block> {
        None
    }

    fn run<'a>(
        &'a self,
        _type_name: &'a str,
        _config: Value,
        _line: &'a dyn Fn(&str),
    ) -> LocalBoxFuture<'a, Result<(), ProvisionError>> {
        futures_util::future::ready(Ok(())).boxed_local()
    }
}
