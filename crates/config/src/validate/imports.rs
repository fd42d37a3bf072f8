//! `import` blocks.

use diag::{Diagnostic, Diagnostics};
use value::Type;

use super::eval::BlockEval;
use super::repetition;
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
        if !failed && id.unmark().0.is_null() {
            let detail = "The import ID cannot be null.";
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
    let mut module = 0;
    for (name, _) in &import.target.modules {
        match tree.modules[module].children.get(name) {
            Some(child) => module = *child,
            None if tree.modules[module].module.module_calls.contains_key(name) => return,
            None => {
                let detail =
                    format!("The import goes to {}, but no module {name:?} is called.", import.target);
                let summary = "Configuration for import target does not exist";
                diags.push(Diagnostic::error(summary, detail).at(import.to.range()));
                return;
            }
        }
    }
}
