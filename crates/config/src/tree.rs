//! A module with the modules it calls: folders beside it, and what was fetched from elsewhere.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use diag::{Diagnostic, Diagnostics, Kind, SourceMap, SourceRange};
use functions::FileAccess;
use smol_str::SmolStr;
use value::{Type, Value, convert};

use crate::files::{DiskModules, ModuleFiles};
use crate::load::load_module_apart;
use crate::module::Module;
use crate::module_call::ModuleCall;
use crate::module_source::{self, ModuleSource};
use crate::provider::ProviderName;
use crate::resource::ResourceConfig;
use crate::static_values::StaticValues;
use crate::variable::Variable;
use crate::version::{Version, VersionConstraint};

/// Calls grow exponentially where every module calls two others; this many are more than anybody writes.
const MAX_MODULES: usize = 100_000;

/// The modules of a configuration; the first is the root.
#[derive(Debug)]
pub struct ModuleTree {
    /// All modules, callers before those they call.
    pub modules: Vec<TreeModule>,
    /// The calls whose modules must be fetched first.
    pub missing: Vec<MissingModule>,
}

/// A call whose module is not there, or is not the one that is meant.
#[derive(Clone, Debug)]
pub struct MissingModule {
    /// The names of the calls that lead to it, joined by dots.
    pub key: String,
    /// Where it comes from.
    pub source: ModuleSource,
    /// Which versions of it will do.
    pub version: Option<VersionConstraint>,
    /// The call.
    pub range: SourceRange,
    /// What those are told who need it now.
    pub problem: Diagnostic,
}

/// A module and its place in the tree.
#[derive(Debug)]
pub struct TreeModule {
    /// What is declared; shared by all calls of one folder.
    pub module: Arc<Module>,
    /// Who calls it, and under which name.
    pub caller: Option<(usize, SmolStr)>,
    /// The modules that it calls, by the name of the call; those that must be fetched are not here.
    pub children: BTreeMap<SmolStr, usize>,
    /// Where its caller says that it comes from; nothing of the root.
    pub source: Option<String>,
    /// The folder of the package that it belongs to, where it was fetched.
    package: Option<PathBuf>,
}

impl TreeModule {
    /// Whether it is in the package of the root module, where its user can change it.
    pub fn is_local(&self) -> bool {
        self.package.is_none()
    }

    /// What is told of an argument for a variable that should not be used any more.
    pub fn deprecated_argument(&self, variable: &Variable, at: SourceRange) -> Option<Diagnostic> {
        let message = variable.deprecated.as_ref()?;
        let detail = format!(
            "Variable {:?} is marked as deprecated with the following message:\n{message}",
            variable.name.as_str()
        );
        let kind = Kind::Deprecation { local: self.is_local() };
        Some(
            Diagnostic::warning("Variable marked as deprecated by the module author", detail)
                .at(at)
                .of_kind(kind),
        )
    }
}

/// A folder, and that of the package it belongs to.
type Place = (PathBuf, Option<PathBuf>);

/// The modules of folders that were read, and what is wrong with each.
type Loaded = BTreeMap<PathBuf, (Arc<Module>, Diagnostics)>;

impl ModuleTree {
    /// Loads the modules that a root module calls. Their sources may depend on variables of the root, whose
    /// values are given.
    pub fn load(
        root: Module,
        values: &BTreeMap<SmolStr, Value>,
        files: &dyn FileAccess,
    ) -> (ModuleTree, Diagnostics) {
        ModuleTree::load_from(&DiskModules, root, values, files)
    }

    /// The same, with the files of modules from anywhere.
    pub fn load_from(
        from: &dyn ModuleFiles,
        root: Module,
        values: &BTreeMap<SmolStr, Value>,
        files: &dyn FileAccess,
    ) -> (ModuleTree, Diagnostics) {
        let (tree, mut diags) = ModuleTree::load_partly(from, root, values, files);
        diags.extend(tree.missing.iter().map(|missing| missing.problem.clone()));
        (tree, diags)
    }

    /// The same, for who will fetch what is missing.
    pub fn load_partly(
        from: &dyn ModuleFiles,
        root: Module,
        values: &BTreeMap<SmolStr, Value>,
        files: &dyn FileAccess,
    ) -> (ModuleTree, Diagnostics) {
        let mut tree = ModuleTree {
            modules: vec![TreeModule {
                module: Arc::new(root),
                caller: None,
                children: BTreeMap::new(),
                source: None,
                package: None,
            }],
            missing: Vec::new(),
        };
        let mut loaded = Loaded::new();
        let mut diags = Diagnostics::new();
        let mut next = 0;
        while next < tree.modules.len() {
            let module = tree.modules[next].module.clone();
            for call in module.module_calls.values() {
                if tree.modules.len() == MAX_MODULES {
                    let detail =
                        format!("More than {MAX_MODULES} modules are called, which cannot be meant.");
                    diags.push(Diagnostic::error("Too many modules", detail).at(call.range.clone()));
                    return (tree, diags);
                }
                let settled = from.settled_dir(&tree.child_key(next, &call.name));
                let place = match settled {
                    Some(dir) => Some((dir, None)),
                    None => tree.child_dir(from, next, call, values, files, &mut diags),
                };
                if let Some(place) = place {
                    let source = tree.static_source(next, call, values, files, &mut Diagnostics::new());
                    tree.add_child(from, next, call, (place, source), &mut loaded, &mut diags);
                }
            }
            next += 1;
        }
        (tree, diags)
    }

    /// Adds a resource to the root module, in the place of one of that address.
    pub fn declare(&mut self, config: ResourceConfig) {
        let root = Arc::make_mut(&mut self.modules[0].module);
        root.resources.insert_sorted(config.resource.clone(), Box::new(config));
    }

    /// The text of all files.
    pub fn sources(&self) -> SourceMap {
        let mut sources = SourceMap::new();
        for module in &self.modules {
            module.module.sources.iter().for_each(|source| sources.insert(source.clone()));
        }
        sources
    }

    /// The address of a module: empty for the root, or as `module.a.module.b`.
    pub fn address(&self, index: usize) -> String {
        let names: Vec<String> =
            self.calls_to(index).into_iter().map(|name| format!("module.{name}")).collect();
        names.join(".")
    }

    /// The names of the calls that lead to a module, joined by dots; empty for the root.
    pub fn key(&self, index: usize) -> String {
        self.calls_to(index).join(".")
    }

    /// The calls that lead to a module.
    pub fn path(&self, index: usize) -> Vec<SmolStr> {
        self.calls_to(index).into_iter().map(SmolStr::from).collect()
    }

    /// The module that calls lead to from another one, if there are such calls.
    pub fn find<'n>(&self, from: usize, calls: impl IntoIterator<Item = &'n SmolStr>) -> Option<usize> {
        calls.into_iter().try_fold(from, |at, name| self.modules[at].children.get(name).copied())
    }

    /// The module that has the configuration which a name means in a module, and its name there: in the module
    /// itself, or handed in by its callers.
    pub fn provider_config(&self, module: usize, name: &ProviderName) -> (usize, ProviderName) {
        let provider = self.modules[module].module.provider_addr(&name.local);
        let (mut at, mut name) = (module, name.clone());
        while let Some((caller, call)) = &self.modules[at].caller {
            let call = self.modules[*caller].module.module_calls.get(call);
            let passed = call.and_then(|call| call.providers.iter().find(|(inside, _)| inside.name == name));
            // What is handed over stands for an empty block; another block cannot be beside it.
            if let Some((_, outside)) = passed {
                name = outside.name.clone();
            } else if self.modules[at].module.providers.contains_key(&name) {
                break;
            } else if name.alias.is_none() {
                // The default configuration is inherited, under the name that the caller has for the provider.
                let caller = &self.modules[*caller].module;
                let required = caller.settings.required_providers.as_ref();
                let mut locals = required.into_iter().flat_map(|required| required.entries.keys());
                let local = locals.find(|local| caller.provider_addr(local) == provider).cloned();
                if let Some(local) = local {
                    name.local = local;
                }
            }
            at = *caller;
        }
        (at, name)
    }

    fn child_key(&self, caller: usize, name: &str) -> String {
        let mut names = self.calls_to(caller);
        names.push(name);
        names.join(".")
    }

    fn calls_to(&self, index: usize) -> Vec<&str> {
        let mut names = Vec::new();
        let mut at = index;
        while let Some((caller, name)) = &self.modules[at].caller {
            names.push(name.as_str());
            at = *caller;
        }
        names.reverse();
        names
    }

    fn add_child(
        &mut self,
        from: &dyn ModuleFiles,
        caller: usize,
        call: &ModuleCall,
        ((dir, package), source): (Place, Option<String>),
        loaded: &mut Loaded,
        diags: &mut Diagnostics,
    ) {
        if !from.is_dir(&dir) {
            let detail =
                format!("The folder {} of module {:?} cannot be read.", dir.display(), call.name.as_str());
            let at = call.source.as_ref().map_or_else(|| call.range.clone(), |source| source.range());
            diags.push(Diagnostic::error("Unreadable module directory", detail).at(at));
            return;
        }
        if let Some(path) = self.path_from(from, caller, &dir) {
            let detail = format!(
                "The module in {} calls itself ({path}), so the calls would never end.",
                dir.display()
            );
            diags.push(Diagnostic::error("Module call cycle", detail).at(call.range.clone()));
            return;
        }
        // Both models tell what is wrong with a module for each call of it, but only once what cannot be read.
        let (module, problems) = loaded.entry(dir).or_insert_with_key(|dir| {
            let (module, syntax, problems) = load_module_apart(from, dir);
            diags.append(syntax);
            (Arc::new(module), problems)
        });
        diags.append(problems.clone());
        let module = module.clone();
        self.check_child(&module, call, diags);
        let index = self.modules.len();
        self.modules.push(TreeModule {
            module,
            caller: Some((caller, call.name.clone())),
            children: BTreeMap::new(),
            source,
            package,
        });
        self.modules[caller].children.insert(call.name.clone(), index);
    }

    /// What only the root may have.
    fn check_child(&self, module: &Module, call: &ModuleCall, diags: &mut Diagnostics) {
        if let Some(backend) = &module.settings.backend {
            let detail = "Only the root module says where state is kept: this block has no effect in a module that is called.";
            diags
                .push(Diagnostic::warning("Backend configuration ignored", detail).at(backend.range.clone()));
        }
        for import in &module.imports {
            let detail =
                format!("Only the root module imports objects, not module {:?}.", call.name.as_str());
            diags.push(Diagnostic::error("Invalid import configuration", detail).at(import.range.clone()));
        }
    }

    /// The calls that lead from the module in a folder to a caller, when it is among the callers.
    fn path_from(&self, from: &dyn ModuleFiles, caller: usize, dir: &Path) -> Option<String> {
        let mut names = Vec::new();
        let mut at = caller;
        loop {
            let module = &self.modules[at];
            if from.same_dir(&module.module.dir, dir) {
                names.push(dir.display().to_string());
                names.reverse();
                return Some(names.join(" calls "));
            }
            let (next, name) = module.caller.as_ref()?;
            names.push(format!("{name:?}"));
            at = *next;
        }
    }

    /// What a call says where its module comes from; nothing where that cannot be told, which is reported.
    fn static_source(
        &self,
        caller: usize,
        call: &ModuleCall,
        values: &BTreeMap<SmolStr, Value>,
        files: &dyn FileAccess,
        diags: &mut Diagnostics,
    ) -> Option<String> {
        let expr = call.source.as_ref()?;
        let known = StaticValues { modules: &self.modules, root: values, files };
        let Some(value) = known.eval(caller, expr, diags) else {
            // What refers to nothing is no source either, whatever is wrong inside.
            if expr.references().is_empty() && expr.function_calls().is_empty() {
                diags.push(module_source::unsuitable(expr.start_range()));
            }
            return None;
        };
        let mut refuse = |summary: &str, detail: &str| {
            diags.push(Diagnostic::error(summary, detail).at(expr.range()));
            None
        };
        if value.deep_marks().is_sensitive() {
            return refuse(
                "Sensitive value not allowed",
                "The source of a module is shown, so it cannot be a secret.",
            );
        }
        if value.deep_marks().is_ephemeral() {
            return refuse(
                "Ephemeral value not allowed",
                "The source of a module is kept, so it cannot be ephemeral.",
            );
        }
        if !value.is_known() {
            return None;
        }
        let value = convert::convert(&value, &Type::String).unwrap_or_else(|_| Value::null(Type::String));
        match value.as_str() {
            Some(text) => Some(text.to_owned()),
            None => {
                diags.push(module_source::unsuitable(expr.start_range()));
                None
            }
        }
    }

    /// The folder that a call means; nothing when it must be fetched or cannot be told.
    fn child_dir(
        &mut self,
        from: &dyn ModuleFiles,
        caller: usize,
        call: &ModuleCall,
        values: &BTreeMap<SmolStr, Value>,
        files: &dyn FileAccess,
        diags: &mut Diagnostics,
    ) -> Option<Place> {
        let module = self.modules[caller].module.clone();
        let expr = call.source.as_ref()?;
        let text = self.static_source(caller, call, values, files, diags)?;
        let text = text.as_str();
        let source = match ModuleSource::parse(text) {
            Ok(source) => source,
            Err(why) => {
                let summary = match &call.version {
                    Some(version) => {
                        VersionConstraint::decode(version, diags);
                        "Invalid registry module source address"
                    }
                    None => "Invalid module source address",
                };
                diags.push(Diagnostic::error(summary, why).at(expr.range()));
                return None;
            }
        };
        if let (Some(version), ModuleSource::Local(_) | ModuleSource::Package(_)) = (&call.version, &source) {
            VersionConstraint::decode(version, diags);
            let detail = "Only modules of a registry have versions. The \"version\" argument says that this is one, but the \
                          source is something else.";
            diags.push(Diagnostic::error("Invalid registry module source address", detail).at(expr.range()));
            return None;
        }
        if let ModuleSource::Local(path) = &source {
            let package = self.modules[caller].package.clone();
            let dir = normal(&module.dir.join(path.replace('\\', "/")));
            if package.as_ref().is_some_and(|package| !dir.starts_with(normal(package))) {
                let detail = format!(
                    "The folder {path} of module {:?} is outside of the package that its caller came in.",
                    call.name.as_str()
                );
                diags.push(
                    Diagnostic::error("Local module path escapes module package", detail).at(expr.range()),
                );
                return None;
            }
            return Some((dir, package));
        }
        let version = match &call.version {
            Some(version) => Some(VersionConstraint::decode(version, diags)?),
            None => None,
        };
        let key = self.child_key(caller, &call.name);
        let (summary, detail, range) = match from.installed(&key) {
            None => ("Module not installed", "This module is not there yet.", call.range.clone()),
            Some(found) if found.source != source.to_string() => {
                ("Module source has changed", "Another module was installed for this call.", expr.range())
            }
            Some(found) => {
                let fits = version.as_ref().is_none_or(|version| {
                    found
                        .version
                        .as_deref()
                        .and_then(Version::parse)
                        .is_some_and(|found| version.allows(&found))
                });
                if fits {
                    return Some((normal(&found.dir), Some(found.package.clone())));
                }
                let detail = "Another version of the module is installed.";
                ("Module version requirements have changed", detail, call.range.clone())
            }
        };
        let detail = format!("{detail} Run \"cairn init\" to install all modules of this configuration.");
        let problem = Diagnostic::error(summary, detail).at(range);
        self.missing.push(MissingModule { key, source, version, range: call.range.clone(), problem });
        None
    }
}

/// A path without `.` and, where that is only a matter of text, without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if matches!(result.components().next_back(), Some(Component::Normal(_))) => {
                result.pop();
            }
            other => result.push(other),
        }
    }
    if result.as_os_str().is_empty() { PathBuf::from(".") } else { result }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_folder::{summaries, tree};

    #[test]
    fn paths_without_detours() {
        let check =
            |path: &str, expect: &str| assert_eq!(normal(Path::new(path)), Path::new(expect), "{path}");
        check("./a", "a");
        check("a/../b", "b");
        check("a/..", ".");
        check("../a/./b", "../a/b");
        check("../../a/..", "../..");
    }

    #[test]
    fn modules_of_modules() {
        let call = |name: &str, source: &str| format!("module \"{name}\" {{\n  source = {source}\n}}\n");
        let main = call("a", "\"./a\"") + &call("b", "\"./${local.x}\"");
        let main = main + "locals {\n  x = \"a\"\n}\n";
        let files = [("main.tf", main.as_str()), ("a/main.tf", &call("d", "\"../e\"")), ("e/main.tf", "")];
        let (found, diags) = tree(&files);
        assert_eq!(summaries(&diags), "");
        let addresses: Vec<String> = (0..found.modules.len()).map(|index| found.address(index)).collect();
        assert_eq!(addresses, ["", "module.a", "module.b", "module.a.module.d", "module.b.module.d"]);

        let check = |main: &str, child: &str, expect: &str| {
            let (_, diags) = tree(&[("main.tf", main), ("m/main.tf", child)]);
            assert_eq!(summaries(&diags), expect, "{main:?} {child:?}");
        };
        check(&call("a", "\"./nope\""), "", "Unreadable module directory");
        check(&call("a", "\"./m\""), &call("b", "\"../m\""), "Module call cycle");
        check(&call("a", "\"./\""), "", "Module call cycle");
        check(&call("a", "\".\""), "", "Invalid module source address");
        check(&call("a", "var.x"), "", "Reference to undeclared input variable");
        check(&call("a", "[]"), "", "Unsuitable value type");
        check(&call("a", "\"x/y/z\""), "", "Module not installed");
        check(&call("a", "\"x/y\""), "", "Invalid module source address");
        // GO-2024-3182: secrets in addresses.
        let secret = "variable \"s\" {\n  default = \"m\"\n  sensitive = true\n}\n";
        check(&(call("a", "\"./${var.s}\"") + secret), "", "Sensitive value not allowed");
        check(&call("a", "sensitive(\"./m\")"), "", "Sensitive value not allowed");
    }
}
