//! Files of a module folder to its declarations: what is written, before anything is evaluated.
//!
//! [`load_module`] reads one folder; every problem becomes a diagnostic and everything that could be
//! read is in the [`Module`]. What is only known while running (values, instances, schemas) is not here.

mod action;
mod body_walk;
mod check;
mod condition;
mod constraints;
mod declarations;
mod decode;
mod endpoint;
mod files;
mod graph;
mod lifecycle;
mod load;
mod module;
mod module_call;
mod module_source;
mod names;
mod output;
mod provider;
mod provisioner;
mod provisioner_kinds;
mod query;
mod refactor;
mod repetition;
mod repetition_values;
mod required_providers;
mod resource;
mod schemas;
mod settings;
mod snapshot;
mod sorted;
mod static_values;
#[cfg(test)]
mod test_folder;
mod tree;
mod validate;
mod variable;
mod version;

pub use action::{ActionKey, ActionRef, ActionTrigger};
pub use check::Check;
pub use condition::Condition;
pub use constraints::Constraints;
pub use declarations::Declarations;
pub use endpoint::Endpoint;
pub use files::{ConfigFile, DiskModules, FileKind, InstalledModule, ModuleFiles, list_files};
pub use graph::{Graph, Item, Node};
pub use lifecycle::{IgnoreChanges, Lifecycle};
pub use load::{load_module, load_module_from, parse_file};
pub use module::{Local, Module};
pub use module_call::ModuleCall;
pub use module_source::{ModuleSource, PackageSource, RegistryModule};
pub use names::{ModuleNames, ScopedNames};
pub use output::Output;
pub use provider::{ProviderConfig, ProviderKey, ProviderName, ProviderRef};
pub use provisioner::{Connection, Provisioner};
pub use query::{ListSettings, add_query_files};
pub use refactor::{Import, Moved, Removed};
pub use repetition::Repetition;
pub use repetition_values::{Keys, Unsuitable, count_of, keys_of, unknown_count};
pub use required_providers::{RequiredProvider, RequiredProviders};
pub use resource::{ResourceConfig, parse_resource};
pub use schemas::{BlockKind, Lookup, NoSchemas, Schemas};
pub use settings::{Backend, Settings};
pub use snapshot::{SnapshotModules, snapshot};
pub use sorted::Sorted;
pub use tree::{MissingModule, ModuleTree, TreeModule};
pub use validate::{
    check_expression, check_handed_over, check_order, check_prereleases, check_removed, check_repetition,
    check_root_aliases, check_versions, evaluate, evaluate_with, validate,
};
pub use variable::{ValueError, Variable};
pub use version::{Version, VersionConstraint, VersionOperator, VersionTerm};
