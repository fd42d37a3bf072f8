//! What has been computed so far: instances of modules, and in each the values of its names.
//!
//! Every value is written once, by the visit of its declaration, before anything that refers to it is
//! visited. The engine runs on one thread, so cells are enough.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use addrs::{InstanceKey, ModuleInstance, Resource};
use config::ModuleTree;
use smol_str::SmolStr;
use value::Value;

/// A map with a fast hash: keys are names from the configuration.
pub(crate) type Map<K, V> = HashMap<K, V, foldhash::fast::RandomState>;

/// How the instances of a block are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// There is one.
    Single,
    /// By number.
    Count,
    /// By key.
    Each,
    /// There is one or none.
    Enabled,
}

/// The instances of a block in one instance of its module.
#[derive(Clone, Debug)]
pub(crate) struct Expansion {
    pub(crate) shape: Shape,
    /// In order; strings sorted.
    pub(crate) keys: Vec<Option<InstanceKey>>,
    /// `each.value` of each, where there is such a thing.
    pub(crate) each: Vec<Value>,
    /// Nothing is known about the instances, so what refers to them is put off.
    pub(crate) deferred: bool,
}

impl Expansion {
    /// One instance without a key.
    pub(crate) fn single() -> Self {
        Self { shape: Shape::Single, keys: vec![None], each: Vec::new(), deferred: false }
    }

    /// What an instance knows of itself.
    pub(crate) fn repetition(&self, index: usize) -> Repetition {
        match &self.keys[index] {
            Some(InstanceKey::Int(number)) => Repetition::Count(*number),
            Some(InstanceKey::String(key)) => {
                let value = self.each.get(index).cloned().unwrap_or_else(Value::dynamic);
                Repetition::Each(Value::string(key.as_str()), value)
            }
            None => Repetition::None,
        }
    }

    /// Whether there is an instance with a key, or the one without.
    pub(crate) fn has(&self, key: Option<&InstanceKey>) -> bool {
        match key {
            Some(key) => self.position(key).is_some(),
            None => self.keys.first().is_some_and(Option::is_none),
        }
    }

    /// One of the instances by itself.
    pub(crate) fn only(&self, key: Option<&InstanceKey>) -> Option<Self> {
        let index = match key {
            Some(key) => self.position(key)?,
            None => self.keys.iter().take(1).position(Option::is_none)?,
        };
        let each = self.each.get(index).cloned().into_iter().collect();
        Some(Self { shape: self.shape, keys: vec![key.cloned()], each, deferred: self.deferred })
    }

    fn position(&self, key: &InstanceKey) -> Option<usize> {
        match key {
            InstanceKey::Int(number) if self.shape == Shape::Count => {
                usize::try_from(*number).ok().filter(|index| *index < self.keys.len())
            }
            InstanceKey::String(_) if self.shape == Shape::Each => {
                self.keys.binary_search_by(|found| found.as_ref().cmp(&Some(key))).ok()
            }
            _ => None,
        }
    }
}

/// What an instance of a block knows of itself.
#[derive(Clone, Debug)]
pub(crate) enum Repetition {
    None,
    Count(i64),
    Each(Value, Value),
}

/// A block with the values of its instances.
#[derive(Debug)]
pub(crate) struct Instances {
    pub(crate) expansion: Expansion,
    /// Those that expressions see where these are not the ones that are written.
    seen: Option<Expansion>,
    /// One for each key that expressions see.
    values: Vec<Value>,
    /// All together, made when it is first asked for.
    column: OnceCell<Value>,
}

impl Instances {
    pub(crate) fn new(expansion: Expansion, values: Vec<Value>) -> Self {
        Self { expansion, seen: None, values, column: OnceCell::new() }
    }

    /// Instances of which expressions see others than are written, with their values.
    pub(crate) fn seen_as(expansion: Expansion, seen: Expansion, values: Vec<Value>) -> Self {
        Self { expansion, seen: Some(seen), values, column: OnceCell::new() }
    }

    fn seen(&self) -> &Expansion {
        self.seen.as_ref().unwrap_or(&self.expansion)
    }

    /// Whether an instance is written.
    pub(crate) fn is_written(&self, key: &InstanceKey) -> bool {
        self.expansion.position(key).is_some()
    }

    /// The value of the block as a whole.
    pub(crate) fn whole(&self) -> &Value {
        self.column.get_or_init(|| {
            if self.expansion.deferred || self.seen().deferred {
                return Value::dynamic();
            }
            match self.expansion.shape {
                Shape::Single | Shape::Enabled => match self.values.first() {
                    Some(value) => value.clone(),
                    None => Value::null(value::Type::Dynamic),
                },
                Shape::Count => Value::tuple(self.values.clone()),
                Shape::Each => {
                    let keys = self.seen().keys.iter().map(|key| match key {
                        Some(InstanceKey::String(key)) => key.clone(),
                        _ => SmolStr::default(),
                    });
                    Value::object(keys.zip(self.values.iter().cloned()))
                }
            }
        })
    }

    /// The value of one instance.
    pub(crate) fn at(&self, key: &InstanceKey) -> Option<&Value> {
        self.seen().position(key).map(|index| &self.values[index])
    }
}

/// A call with the instances of its module.
#[derive(Debug)]
pub(crate) struct Call {
    pub(crate) expansion: Expansion,
    pub(crate) children: Vec<Rc<ModuleWorld>>,
}

impl Call {
    /// One of its instances.
    pub(crate) fn at(&self, key: Option<&InstanceKey>) -> Option<&Rc<ModuleWorld>> {
        match key {
            Some(key) => self.expansion.position(key).map(|index| &self.children[index]),
            None => self.children.first(),
        }
    }

    /// The outputs of all instances together.
    pub(crate) fn whole(&self, outputs: &[SmolStr]) -> Value {
        if self.expansion.deferred {
            return Value::dynamic();
        }
        let object = |child: &Rc<ModuleWorld>| {
            let known = child.outputs.borrow();
            Value::object(
                outputs
                    .iter()
                    .map(|name| (name.clone(), known.get(name).cloned().unwrap_or_else(Value::dynamic))),
            )
        };
        match self.expansion.shape {
            Shape::Single | Shape::Enabled => match self.children.first() {
                Some(child) => object(child),
                None => Value::null(value::Type::Dynamic),
            },
            Shape::Count => Value::tuple(self.children.iter().map(object).collect()),
            Shape::Each => {
                let keys = self.expansion.keys.iter().map(|key| match key {
                    Some(InstanceKey::String(key)) => key.clone(),
                    _ => SmolStr::default(),
                });
                Value::object(keys.zip(self.children.iter().map(object)))
            }
        }
    }
}

/// One instance of a module with the values of its names.
#[derive(Debug)]
pub(crate) struct ModuleWorld {
    /// Which module of the tree.
    pub(crate) module: usize,
    pub(crate) addr: ModuleInstance,
    /// The instance that calls it.
    pub(crate) parent: Option<Rc<ModuleWorld>>,
    /// What the call knows of this instance.
    pub(crate) repetition: Repetition,
    pub(crate) variables: RefCell<Map<SmolStr, Value>>,
    pub(crate) locals: RefCell<Map<SmolStr, Value>>,
    pub(crate) outputs: RefCell<Map<SmolStr, Value>>,
    pub(crate) resources: RefCell<Map<Resource, Rc<Instances>>>,
    pub(crate) calls: RefCell<Map<SmolStr, Rc<Call>>>,
    /// Calls as a whole, made when they are first asked for.
    pub(crate) call_values: RefCell<Map<SmolStr, Value>>,
}

impl ModuleWorld {
    fn new(
        module: usize,
        addr: ModuleInstance,
        parent: Option<Rc<ModuleWorld>>,
        repetition: Repetition,
    ) -> Self {
        Self {
            module,
            addr,
            parent,
            repetition,
            variables: RefCell::default(),
            locals: RefCell::default(),
            outputs: RefCell::default(),
            resources: RefCell::default(),
            calls: RefCell::default(),
            call_values: RefCell::default(),
        }
    }

    /// The addresses of something with conditions in this module: of its block, and of this instance of it.
    pub(crate) fn check_addresses(&self, name: &str) -> (String, String) {
        if self.addr.is_root() {
            return (name.to_owned(), name.to_owned());
        }
        (format!("{}.{name}", self.addr.module()), format!("{}.{name}", self.addr))
    }
}

/// All instances of all modules.
#[derive(Debug)]
pub(crate) struct World<'c> {
    pub(crate) tree: &'c ModuleTree,
    /// By module of the tree.
    modules: Vec<RefCell<Rc<Vec<Rc<ModuleWorld>>>>>,
}

impl<'c> World<'c> {
    /// Only the root module has an instance.
    pub(crate) fn new(tree: &'c ModuleTree) -> Self {
        let root = Rc::new(ModuleWorld::new(0, ModuleInstance::root(), None, Repetition::None));
        let empty = || RefCell::new(Rc::new(Vec::new()));
        let mut modules: Vec<_> = tree.modules.iter().map(|_| empty()).collect();
        modules[0] = RefCell::new(Rc::new(vec![root]));
        Self { tree, modules }
    }

    /// The instances of a module.
    pub(crate) fn instances(&self, module: usize) -> Rc<Vec<Rc<ModuleWorld>>> {
        self.modules[module].borrow().clone()
    }

    /// The root module.
    pub(crate) fn root(&self) -> Rc<ModuleWorld> {
        self.instances(0)[0].clone()
    }

    /// Adds the instances of a call.
    pub(crate) fn add_call(&self, caller: &Rc<ModuleWorld>, name: &SmolStr, expansion: Expansion) {
        let mut children = Vec::new();
        if let Some(child) = self.tree.modules[caller.module].children.get(name) {
            for (index, key) in expansion.keys.iter().enumerate() {
                let addr = caller.addr.child(name.clone(), key.clone());
                let world = ModuleWorld::new(*child, addr, Some(caller.clone()), expansion.repetition(index));
                children.push(Rc::new(world));
            }
            let mut all = self.modules[*child].borrow_mut();
            Rc::make_mut(&mut all).extend(children.iter().cloned());
        }
        let call = Call { expansion, children };
        caller.calls.borrow_mut().insert(name.clone(), Rc::new(call));
    }

    /// All instances of modules.
    pub(crate) fn all_instances(&self) -> impl Iterator<Item = Rc<ModuleWorld>> {
        self.modules.iter().flat_map(|instances| instances.borrow().iter().cloned().collect::<Vec<_>>())
    }
}
