//! The names of a module as the console and the validator know them: variables and locals have
//! values, everything else is only known to exist.

use std::cell::RefCell;
use std::collections::BTreeMap;

use addrs::{Referenceable, ResourceMode};
use config::Module;
use diag::Diagnostic;
use functions::FileAccess;
use lang::{LangScope, Names};
use smol_str::SmolStr;
use value::{Type, Value};

/// A module with the values of its variables.
pub(crate) struct ModuleNames<'a> {
    module: &'a Module,
    variables: BTreeMap<SmolStr, Value>,
    files: &'a dyn FileAccess,
    locals: RefCell<BTreeMap<SmolStr, LocalState>>,
}

/// How far a local value has come.
#[derive(Clone)]
enum LocalState {
    Started,
    Done(Value),
    Failed,
}

type Checked<T> = Result<T, Box<Diagnostic>>;

fn error<T>(summary: &str, detail: impl Into<String>) -> Checked<T> {
    Err(Box::new(Diagnostic::error(summary, detail)))
}

impl<'a> ModuleNames<'a> {
    pub(crate) fn new(module: &'a Module, variables: BTreeMap<SmolStr, Value>, files: &'a dyn FileAccess) -> Self {
        Self { module, variables, files, locals: RefCell::default() }
    }

    /// The scope of the module's expressions.
    pub(crate) fn scope(&self) -> LangScope<'_> {
        LangScope { names: self, files: self.files, console: true, plan_time: None, impure_allowed: true }
    }

    /// Evaluates everything that has a value, so that problems show even where nothing refers to them.
    pub(crate) fn evaluate_all(&self) -> diag::Diagnostics {
        let mut diags = diag::Diagnostics::new();
        for name in self.module.locals.keys() {
            if !self.locals.borrow().contains_key(name)
                && let Err(diagnostic) = self.local(name)
            {
                diags.push(*diagnostic);
            }
        }
        for output in self.module.outputs.values() {
            if let Some(value) = &output.value {
                diags.append(self.scope().eval(value).1);
            }
        }
        diags
    }

    fn local(&self, name: &SmolStr) -> Checked<Value> {
        let Some(local) = self.module.locals.get(name) else { return undeclared_local(self.module, name) };
        let known = self.locals.borrow().get(name).cloned();
        match known {
            Some(LocalState::Done(value)) => return Ok(value),
            // Reported where it was first evaluated.
            Some(LocalState::Failed) => return Ok(Value::dynamic()),
            Some(LocalState::Started) => {
                let detail = format!("The local value {:?} depends on itself.", name.as_str());
                return Err(Box::new(Diagnostic::error("Cycle", detail).at(local.name_range.clone())));
            }
            None => {}
        }
        self.locals.borrow_mut().insert(name.clone(), LocalState::Started);
        let (value, diags) = self.scope().eval(&local.expr);
        let failure = diags.into_iter().find(|diagnostic| diagnostic.severity == diag::Severity::Error);
        let state = if failure.is_some() { LocalState::Failed } else { LocalState::Done(value.clone()) };
        self.locals.borrow_mut().insert(name.clone(), state);
        failure.map_or(Ok(value), |failure| Err(Box::new(failure)))
    }
}

fn undeclared_local<T>(module: &Module, name: &str) -> Checked<T> {
    let hint = hcl::did_you_mean(name, module.locals.keys().map(SmolStr::as_str));
    error(
        "Reference to undeclared local value",
        format!("A local value with the name {name:?} has not been declared.{hint}"),
    )
}

impl Names for ModuleNames<'_> {
    fn value(&self, name: &Referenceable) -> Checked<Value> {
        self.check(name)?;
        match name {
            Referenceable::Variable(name) => match self.variables.get(name) {
                Some(value) => Ok(value.clone()),
                None => Ok(Value::unknown(self.module.variables.get(name).map_or(Type::Dynamic, |v| v.ty.clone()))),
            },
            Referenceable::Local(name) => self.local(name),
            Referenceable::Path(name) => Ok(match name.as_str() {
                "cwd" => match self.files.current_dir() {
                    Ok(dir) => Value::string(dir.display().to_string()),
                    Err(failure) => {
                        return error("Failed to get working directory", format!("The current folder cannot be told: {failure}."));
                    }
                },
                _ => Value::string("."),
            }),
            Referenceable::Terraform(name) if name == "applying" => {
                Ok(Value::bool(false).with_marks(&value::Marks::ephemeral()))
            }
            Referenceable::Terraform(_) => Ok(Value::string("default")),
            Referenceable::ModuleCall(_)
            | Referenceable::Resource(_)
            | Referenceable::Count(_)
            | Referenceable::Each(_)
            | Referenceable::SelfObject => Ok(Value::dynamic()),
        }
    }

    fn check(&self, name: &Referenceable) -> Checked<()> {
        match name {
            Referenceable::Variable(name) if !self.module.variables.contains_key(name) => {
                let known = hcl::did_you_mean(name, self.module.variables.keys().map(SmolStr::as_str));
                let hint = if known.is_empty() {
                    format!(" This variable can be declared with a variable {:?} {{}} block.", name.as_str())
                } else {
                    known
                };
                error(
                    "Reference to undeclared input variable",
                    format!("An input variable with the name {:?} has not been declared.{hint}", name.as_str()),
                )
            }
            Referenceable::Local(name) if !self.module.locals.contains_key(name) => undeclared_local(self.module, name),
            Referenceable::ModuleCall(name) if !self.module.module_calls.contains_key(name) => {
                let hint = hcl::did_you_mean(name, self.module.module_calls.keys().map(SmolStr::as_str));
                error(
                    "Reference to undeclared module",
                    format!("No module call named {:?} is declared in the root module.{hint}", name.as_str()),
                )
            }
            Referenceable::Resource(resource) if !self.module.resources.contains_key(resource) => {
                let what = match resource.mode {
                    ResourceMode::Managed => "A managed resource",
                    ResourceMode::Data => "A data resource",
                    ResourceMode::Ephemeral => "An ephemeral resource",
                };
                let (ty, name) = (resource.type_name.as_str(), resource.name.as_str());
                error(
                    "Reference to undeclared resource",
                    format!("{what} {ty:?} {name:?} has not been declared in the root module."),
                )
            }
            Referenceable::Count(name) if name == "index" => error(
                "Reference to \"count\" in non-counted context",
                "The \"count\" object can only be used in \"module\", \"resource\", and \"data\" blocks, and only when the \
                 \"count\" argument is set.",
            ),
            Referenceable::Count(name) => error(
                "Invalid \"count\" attribute",
                format!("The \"count\" object does not have an attribute named {:?}. The only supported attribute is count.index, \
                         the index of each instance of a resource block that has the \"count\" argument set.", name.as_str()),
            ),
            Referenceable::Each(name) if name == "value" => error(
                "each.value cannot be used in this context",
                "A reference to \"each.value\" has been used in a context in which it is unavailable, such as when the \
                 configuration has no value for \"for_each\". Remove this reference, or set \"for_each\" in the block.",
            ),
            Referenceable::Each(name) if name == "key" => error(
                "Reference to \"each\" in context without for_each",
                "The \"each\" object can be used only in \"module\" or \"resource\" blocks, and only when the \"for_each\" \
                 argument is set.",
            ),
            Referenceable::Each(name) => error(
                "Invalid \"each\" attribute",
                format!("The \"each\" object does not have an attribute named {:?}. The supported attributes are each.key and \
                         each.value.", name.as_str()),
            ),
            Referenceable::Path(name) if !matches!(name.as_str(), "module" | "root" | "cwd") => {
                let hint = hcl::did_you_mean(name, ["cwd", "module", "root"]);
                error(
                    "Invalid \"path\" attribute",
                    format!("The \"path\" object does not have an attribute named {:?}.{hint}", name.as_str()),
                )
            }
            Referenceable::Terraform(name) if !matches!(name.as_str(), "workspace" | "applying") => error(
                "Invalid \"terraform\" attribute",
                format!("The \"terraform\" object does not have an attribute named {:?}. It has terraform.workspace, the name \
                         of the selected workspace, and terraform.applying, which is true only during apply.", name.as_str()),
            ),
            Referenceable::SelfObject => error(
                "Invalid \"self\" reference",
                "The \"self\" object is not available in this context. It can be used only in resource provisioner, \
                 connection, and postcondition blocks.",
            ),
            _ => Ok(()),
        }
    }
}
