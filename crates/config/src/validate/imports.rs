//! `import` blocks.

use diag::{Diagnostic, Diagnostics};
use hcl::syntax::ast::StepKind;
use value::Type;

use super::eval::BlockEval;
use super::repetition;
use crate::module::Module;
use crate::names::{Context, ModuleNames};
use crate::refactor::Import;
use crate::repetition::Repetition;
use crate::tree::ModuleTree;

/// Checks an import, which stands in the root module.
pub(super) fn check(tree: &ModuleTree, names: &ModuleNames<'_>, import: &Import, diags: &mut Diagnostics) {
    let outside = BlockEval::new(names, Context::default());
    let repetition = Repetition { for_each: import.for_each.clone(), ..Repetition::default() };
    diags.append(repetition::check(&outside, &repetition));
    let inside = BlockEval::new(names, Context::of(&repetition));
    if let Some(expr) = &import.id {
        let (id, more) = inside.eval_as(expr, &Type::String);
        let failed = more.has_errors();
        diags.append(more);
        let (id, _) = id.unmark();
        if !failed && (id.is_null() || id.as_str() == Some("")) {
            let detail = "The import ID cannot be null or empty.";
            diags.push(Diagnostic::error("Invalid import id argument", detail).at(expr.range()));
        }
    }
    if let Some(expr) = &import.identity {
        diags.append(inside.eval(expr).1);
    }
    for traversal in import.to.references() {
        // The address itself is a reference too, and need not be declared: its configuration can be written later.
        if matches!(traversal.root.as_str(), "each" | "count" | "var" | "local" | "self") {
            diags.append(inside.check_one(&traversal));
        }
    }
    if let (false, Some(module)) = (diags.has_errors(), target_module(tree, import)) {
        check_key(module, import, diags);
    }
}

/// Reports imports into modules that are not called, before anything else is looked at.
pub(super) fn check_targets(tree: &ModuleTree) -> Diagnostics {
    let imports = tree.modules[0].module.imports.iter();
    imports.filter_map(|import| missing_module(tree, import)).collect()
}

/// The module that an import goes to; nothing where it comes from elsewhere or is not called.
fn target_module<'a>(tree: &'a ModuleTree, import: &Import) -> Option<&'a Module> {
    let mut module = 0;
    for (name, _) in &import.target.modules {
        module = *tree.modules[module].children.get(name)?;
    }
    Some(&tree.modules[module].module)
}

fn missing_module(tree: &ModuleTree, import: &Import) -> Option<Diagnostic> {
    let mut module = 0;
    for (name, _) in &import.target.modules {
        match tree.modules[module].children.get(name) {
            Some(child) => module = *child,
            None if tree.modules[module].module.module_calls.contains_key(name) => return None,
            None => {
                let detail =
                    format!("The import goes to {}, but no module {name:?} is called.", import.target);
                let summary = "Configuration for import target does not exist";
                return Some(Diagnostic::error(summary, detail).at(import.to.range()));
            }
        }
    }
    None
}

/// One instance is imported, so the address has a key where there are several, and none where there is one.
fn check_key(module: &Module, import: &Import, diags: &mut Diagnostics) {
    let Some(config) =
        import.target.resource.as_ref().and_then(|instance| module.resources.get(&instance.resource))
    else {
        return;
    };
    let repeated = config.repetition.count.is_some() || config.repetition.for_each.is_some();
    let is_index = |step: &hcl::syntax::ast::Step| matches!(step.kind, StepKind::Index(_));
    let keyed = match import.to.as_traversal() {
        Ok(traversal) => traversal.steps.last().is_some_and(is_index),
        // A key that is an expression.
        Err(_) => true,
    };
    if keyed != repeated {
        let detail = if repeated {
            "There are several instances of the resource: the address needs the key of one."
        } else {
            "The resource has neither \"count\" nor \"for_each\", so its address has no key."
        };
        diags.push(Diagnostic::error("Invalid import 'to' expression", detail).at(import.to.range()));
    }
}
