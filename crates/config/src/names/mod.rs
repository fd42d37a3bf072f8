//! The names of a module and what is known of their values without running anything: variables and
//! locals have values, resources and calls of modules are only known to exist.

mod context;
mod undeclared;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use addrs::{Referenceable, Resource, ResourceMode};
use diag::{Diagnostic, Diagnostics};
use functions::{FileAccess, PlanTime};
use hcl::eval::CallFailure;
use lang::{LangScope, Names};
use smol_str::SmolStr;
use value::{AttributeType, Marks, ObjectType, Type, Value};

use crate::module::Module;
use crate::resource::ResourceConfig;
use crate::schemas::{Lookup, Schemas};
use crate::tree::ModuleTree;
pub(crate) use context::Context;
pub use context::ScopedNames;
pub(crate) use undeclared::check as check_declared;

/// Stack left before a deeper evaluation moves to a fresh piece, and how large that piece is: locals
/// refer to each other as deep as the text wants.
const RED_ZONE: usize = 128 << 10;
const STACK_PIECE: usize = 2 << 20;

/// A module with what is known of the values of its names.
pub struct ModuleNames<'a> {
    module: &'a Module,
    files: &'a dyn FileAccess,
    schemas: &'a dyn Schemas,
    variables: RefCell<BTreeMap<SmolStr, Value>>,
    locals: RefCell<BTreeMap<SmolStr, LocalState>>,
    /// Types of calls, where they are known.
    calls: BTreeMap<SmolStr, Type>,
    /// Values of the outputs of calls, as far as they were evaluated.
    outputs: RefCell<BTreeMap<SmolStr, BTreeMap<SmolStr, Value>>>,
}

/// How far a local value has come.
#[derive(Clone)]
enum LocalState {
    Started,
    Done(Value),
}

pub(crate) type Checked<T> = Result<T, Box<Diagnostic>>;

pub(crate) fn error<T>(summary: &str, detail: impl Into<String>) -> Checked<T> {
    Err(Box::new(Diagnostic::error(summary, detail)))
}

impl<'a> ModuleNames<'a> {
    /// The names of the root module, with the values of its variables.
    pub(crate) fn of_root(
        tree: &'a ModuleTree,
        variables: BTreeMap<SmolStr, Value>,
        files: &'a dyn FileAccess,
        schemas: &'a dyn Schemas,
    ) -> Self {
        Self { variables: RefCell::new(variables), ..Self::in_tree(tree, 0, files, schemas) }
    }

    /// The names of a module of a tree, whose variables have no values yet.
    pub(crate) fn in_tree(
        tree: &'a ModuleTree,
        index: usize,
        files: &'a dyn FileAccess,
        schemas: &'a dyn Schemas,
    ) -> Self {
        let module = &tree.modules[index].module;
        let mut names = Self::for_validation(module, files, schemas);
        for (name, child) in &tree.modules[index].children {
            let Some(call) = module.module_calls.get(name) else { continue };
            let outputs = tree.modules[*child].module.outputs.keys();
            let attributes =
                outputs.map(|name| AttributeType { name: name.clone(), ty: Type::Dynamic, optional: false });
            let object = Type::Object(Arc::new(ObjectType::new(attributes.collect::<Vec<_>>())));
            let ty = match (&call.repetition.count, &call.repetition.for_each) {
                (Some(_), _) => Type::list(object),
                (None, Some(_)) => Type::map(object),
                (None, None) => object,
            };
            names.calls.insert(name.clone(), ty);
        }
        names
    }

    /// The names of a module whose variables have no values yet.
    pub(crate) fn for_validation(
        module: &'a Module,
        files: &'a dyn FileAccess,
        schemas: &'a dyn Schemas,
    ) -> Self {
        Self {
            module,
            files,
            schemas,
            variables: RefCell::default(),
            locals: RefCell::default(),
            calls: BTreeMap::new(),
            outputs: RefCell::default(),
        }
    }

    /// The schema of a resource of the module.
    pub(crate) fn schema_of(&self, config: &ResourceConfig) -> Lookup {
        let provider = self.module.provider_addr(&config.provider_name().local);
        self.schemas.resource(&provider, config.resource.mode, &config.resource.type_name)
    }

    /// What is known of providers.
    pub(crate) fn schemas(&self) -> &'a dyn Schemas {
        self.schemas
    }

    /// Gives an output of a call its value.
    pub(crate) fn set_output(&self, call: &SmolStr, name: &SmolStr, value: Value) {
        self.outputs.borrow_mut().entry(call.clone()).or_default().insert(name.clone(), value);
    }

    /// The value of a call: its outputs as far as they are known.
    fn call(&self, name: &SmolStr) -> Value {
        let ty = self.calls.get(name).cloned().unwrap_or(Type::Dynamic);
        match (self.outputs.borrow().get(name), &ty) {
            (Some(outputs), Type::Object(object)) => {
                Value::object(object.attributes().iter().map(|attribute| {
                    let value = outputs.get(&attribute.name).cloned().unwrap_or_else(Value::dynamic);
                    (attribute.name.clone(), value)
                }))
            }
            _ => Value::unknown(ty),
        }
    }

    /// Gives a variable its value.
    pub(crate) fn set_variable(&self, name: SmolStr, value: Value) {
        self.variables.borrow_mut().insert(name, value);
    }

    /// Gives variables other values; what they were before.
    pub(crate) fn replace_variables(&self, values: BTreeMap<SmolStr, Value>) -> BTreeMap<SmolStr, Value> {
        self.variables.replace(values)
    }

    /// The module.
    pub(crate) fn module(&self) -> &'a Module {
        self.module
    }

    /// The scope of expressions outside of any block that stands for several instances.
    pub fn scope(&self) -> LangScope<'_> {
        self.scope_of(self)
    }

    fn scope_of<'s>(&'s self, names: &'s dyn Names) -> LangScope<'s> {
        LangScope {
            names,
            files: self.files,
            console: false,
            plan_time: PlanTime::NotYet,
            impure_allowed: false,
        }
    }

    /// Evaluates a local value and remembers it; reports what is wrong with it.
    pub(crate) fn eval_local(&self, name: &SmolStr) -> (Value, Diagnostics) {
        let Some(local) = self.module.locals.get(name) else { return (Value::dynamic(), Diagnostics::new()) };
        self.locals.borrow_mut().insert(name.clone(), LocalState::Started);
        let (value, diags) = stacker::maybe_grow(RED_ZONE, STACK_PIECE, || self.scope().eval(&local.expr));
        self.locals.borrow_mut().insert(name.clone(), LocalState::Done(value.clone()));
        (value, diags)
    }

    /// Gives a local its value.
    pub(crate) fn set_local(&self, name: SmolStr, value: Value) {
        self.locals.borrow_mut().insert(name, LocalState::Done(value));
    }

    /// The value of a local; a problem with it is reported where it is evaluated for its own sake.
    fn local(&self, name: &SmolStr) -> Value {
        let known = self.locals.borrow().get(name).cloned();
        match known {
            Some(LocalState::Done(value)) => value,
            // A cycle, which is reported as such.
            Some(LocalState::Started) => Value::dynamic(),
            None => self.eval_local(name).0,
        }
    }

    fn variable(&self, name: &SmolStr) -> Value {
        if let Some(value) = self.variables.borrow().get(name) {
            return value.clone();
        }
        match self.module.variables.get(name) {
            Some(variable) => variable.marked(Value::unknown(variable.ty.clone())),
            None => Value::dynamic(),
        }
    }

    fn path(&self, name: &str) -> Checked<Value> {
        let dir = match name {
            "cwd" => match self.files.started_in() {
                Ok(dir) => dir,
                Err(failure) => {
                    return error(
                        "Failed to get working directory",
                        format!("The current folder cannot be told: {failure}."),
                    );
                }
            },
            "module" => self.module.dir.clone(),
            _ => ".".into(),
        };
        Ok(Value::string(dir.display().to_string()))
    }
}

impl Names for ModuleNames<'_> {
    fn value(&self, name: &Referenceable) -> Checked<Value> {
        self.check(name)?;
        Ok(match name {
            Referenceable::Variable(name) => self.variable(name),
            Referenceable::Local(name) => self.local(name),
            Referenceable::Path(name) => self.path(name)?,
            Referenceable::Terraform(name) if name == "applying" => {
                Value::bool(false).with_marks(&Marks::ephemeral())
            }
            Referenceable::Terraform(_) => Value::string("default"),
            // Not even its type is known before it is planned; what references name is checked by its schema.
            Referenceable::Resource(resource) => match resource.mode {
                ResourceMode::Ephemeral => Value::dynamic().with_marks(&Marks::ephemeral()),
                _ => Value::dynamic(),
            },
            Referenceable::ModuleCall(name) => self.call(name),
            Referenceable::Count(_) | Referenceable::Each(_) | Referenceable::SelfObject => Value::dynamic(),
        })
    }

    fn check(&self, name: &Referenceable) -> Checked<()> {
        undeclared::check(self.module, name)
    }

    /// Where a provider is not at hand, nobody knows which functions it has.
    fn call_provider(
        &self,
        provider: &str,
        function: &str,
        args: &[Value],
    ) -> Option<Result<Value, Vec<CallFailure>>> {
        let required = self.module.settings.required_providers.as_ref();
        let is_required = required.is_some_and(|required| required.entries.contains_key(provider));
        if !is_required {
            return None;
        }
        let addr = self.module.provider_addr(provider);
        match self.schemas.config(&addr) {
            Lookup::Unavailable => Some(Ok(Value::dynamic())),
            _ => self.schemas.call_function(&addr, function, args),
        }
    }

    fn is_declared(&self, resource: &Resource) -> bool {
        self.module.resources.contains_key(resource)
    }
}
