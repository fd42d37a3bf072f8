//! A configuration, ready to be run.

use std::collections::BTreeMap;

use config::{Graph, ModuleTree, Schemas};
use diag::{Diagnostic, Diagnostics, SourceMap};
use lang::DiskFiles;
use smol_str::SmolStr;
use value::Value;

/// A configuration with the values of its variables.
pub struct Project {
    /// The modules.
    pub tree: ModuleTree,
    /// Their order.
    pub graph: Graph,
    /// Files that functions may read.
    pub files: DiskFiles,
    /// The values of the root module's variables, converted and marked.
    pub variables: BTreeMap<SmolStr, Value>,
    /// The same as they were given, for who reads the plan; those without are as above.
    pub given: BTreeMap<SmolStr, Value>,
    /// What is wrong with values that do not fit their variables, told when they are used.
    pub refused: BTreeMap<SmolStr, Diagnostic>,
    /// The selected workspace.
    pub workspace: SmolStr,
}

impl Project {
    /// A configuration that was loaded; everything that can be told without running it is checked.
    pub fn new(
        tree: ModuleTree,
        variables: BTreeMap<SmolStr, Value>,
        workspace: impl Into<SmolStr>,
        schemas: &dyn Schemas,
    ) -> (Project, Diagnostics) {
        let files = DiskFiles::new(".");
        let graph = Graph::build(&tree);
        let mut diags = config::validate(&tree, &graph, &files, schemas);
        if !diags.has_errors() {
            diags.append(config::check_root_aliases(&tree));
        }
        let (given, refused) = (BTreeMap::new(), BTreeMap::new());
        (Project { tree, graph, files, variables, given, refused, workspace: workspace.into() }, diags)
    }

    /// The texts that diagnostics point at.
    pub fn sources(&self) -> SourceMap {
        self.tree.sources()
    }
}
