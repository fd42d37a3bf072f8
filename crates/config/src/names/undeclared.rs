//! What to say of references to what is not there.

use addrs::{Referenceable, ResourceMode};
use smol_str::SmolStr;

use super::{Checked, error};
use crate::Module;

/// Whether something may be referred to where nothing stands for several instances.
pub(crate) fn check(module: &Module, name: &Referenceable) -> Checked<()> {
    match name {
        Referenceable::Variable(name) if !module.variables.contains_key(name) => {
            let known = hcl::did_you_mean(name, module.variables.keys().map(SmolStr::as_str));
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
        Referenceable::Local(name) if !module.locals.contains_key(name) => {
            let hint = hcl::did_you_mean(name, module.locals.keys().map(SmolStr::as_str));
            error(
                "Reference to undeclared local value",
                format!("A local value with the name {:?} has not been declared.{hint}", name.as_str()),
            )
        }
        Referenceable::ModuleCall(name) if !module.module_calls.contains_key(name) => {
            let hint = hcl::did_you_mean(name, module.module_calls.keys().map(SmolStr::as_str));
            error(
                "Reference to undeclared module",
                format!("No module call named {:?} is declared in {}.{hint}", name.as_str(), this(module)),
            )
        }
        Referenceable::Resource(resource) if !module.resources.contains_key(resource) => {
            let what = match resource.mode {
                ResourceMode::Managed => "A managed resource",
                ResourceMode::Data => "A data resource",
                ResourceMode::Ephemeral => "An ephemeral resource",
                ResourceMode::List => "A list resource",
                ResourceMode::Action => "An action",
            };
            let (ty, name) = (resource.type_name.as_str(), resource.name.as_str());
            // The other mode of the same name is what was meant, mostly.
            let other = module.resources.keys().find(|other| {
                other.type_name == resource.type_name
                    && other.name == resource.name
                    && other.mode != resource.mode
            });
            let hint = other.map_or_else(String::new, |other| format!(" Did you mean {other}?"));
            error(
                "Reference to undeclared resource",
                format!("{what} {ty:?} {name:?} has not been declared in {}.{hint}", this(module)),
            )
        }
        Referenceable::Resource(resource) if resource.mode == ResourceMode::Action => error(
            "Invalid action reference",
            format!(
                "{resource} has no value. Actions are named in the action_trigger blocks of resources only."
            ),
        ),
        Referenceable::Count(name) if name == "index" => error(
            "Reference to \"count\" in non-counted context",
            "The \"count\" object can only be used in \"module\", \"resource\", and \"data\" blocks, and only when the \
             \"count\" argument is set.",
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
        Referenceable::Count(_) | Referenceable::Each(_) => check_attribute(name),
        Referenceable::Path(name) if !matches!(name.as_str(), "module" | "root" | "cwd") => {
            let hint = hcl::did_you_mean(name, ["cwd", "module", "root"]);
            error(
                "Invalid \"path\" attribute",
                format!("The \"path\" object does not have an attribute named {:?}.{hint}", name.as_str()),
            )
        }
        Referenceable::Terraform(name) if !matches!(name.as_str(), "workspace" | "applying") => error(
            "Invalid \"terraform\" attribute",
            format!(
                "The \"terraform\" object does not have an attribute named {:?}. It has terraform.workspace, the name of \
                 the selected workspace, and terraform.applying, which is true only during apply.",
                name.as_str()
            ),
        ),
        Referenceable::SelfObject => error(
            "Invalid \"self\" reference",
            "The \"self\" object is not available in this context. It can be used only in resource provisioner, \
             connection, and postcondition blocks.",
        ),
        _ => Ok(()),
    }
}

/// Whether `count` and `each` have an attribute, wherever they can be used.
pub(super) fn check_attribute(name: &Referenceable) -> Checked<()> {
    match name {
        Referenceable::Count(name) if name != "index" => error(
            "Invalid \"count\" attribute",
            format!(
                "The \"count\" object does not have an attribute named {:?}. The only supported attribute is count.index, \
                 the index of each instance of a resource block that has the \"count\" argument set.",
                name.as_str()
            ),
        ),
        Referenceable::Each(name) if !matches!(name.as_str(), "key" | "value") => error(
            "Invalid \"each\" attribute",
            format!(
                "The \"each\" object does not have an attribute named {:?}. The supported attributes are each.key and \
                 each.value.",
                name.as_str()
            ),
        ),
        _ => Ok(()),
    }
}

/// The module in words.
fn this(module: &Module) -> String {
    if module.dir.as_os_str().is_empty() || module.dir == std::path::Path::new(".") {
        "the root module".to_owned()
    } else {
        format!("the module in {}", module.dir.display())
    }
}
