//! `import` blocks.

use addrs::{InstanceKey, Referenceable};
use diag::{Diagnostic, Diagnostics};
use hcl::Expression;
use value::{Type, Value};

use super::eval::{BlockEval, Element};
use super::repetition;
use crate::module::Module;
use crate::names::{Context, ModuleNames};
use crate::refactor::Import;
use crate::repetition::Repetition;
use crate::tree::ModuleTree;

const NO_CONFIGURATION: &str = "Configuration for import target does not exist";

/// Checks an import, which stands in the root module.
pub(super) fn check(tree: &ModuleTree, names: &ModuleNames<'_>, import: &Import, diags: &mut Diagnostics) {
    let outside = BlockEval::new(names, Context::default());
    let repetition = Repetition { for_each: import.for_each.clone(), ..Repetition::default() };
    // No import at all, or one for each index: only here these are allowed. What is not known yet is judged by who plans it.
    let each = import.for_each.as_ref().map(|expr| outside.eval(expr));
    let elsewhere_refused = each.as_ref().is_some_and(|(value, problems)| {
        let is_odd = value.is_null() || matches!(value.ty(), Type::List(_) | Type::Tuple(_));
        !problems.has_errors() && (is_odd || !value.is_known())
    });
    let each = each.map(|(value, _)| value);
    if !elsewhere_refused {
        diags.append(repetition::check(&outside, &repetition));
    }
    let inside = BlockEval::new(names, Context::of(&repetition));
    if let Some(problem) = import.id.as_ref().and_then(|id| refers_to_target(import, id)) {
        diags.push(problem);
    } else if let Some(expr) = &import.id {
        // The first that is wrong is told.
        let of = |element| BlockEval::new(names, Context::of(&repetition)).of_element(element);
        let problems = elements(each.as_ref()).into_iter().map(|element| check_id(&of(element), expr));
        diags.append(problems.into_iter().find(|problems| !problems.is_empty()).unwrap_or_default());
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
        check_key(module, import, each.as_ref(), diags);
    }
}

/// What an import goes through, as far as it is known: otherwise one thing of which nothing is known.
fn elements(each: Option<&Value>) -> Vec<Option<Element>> {
    let Some(each) = each.map(|each| each.clone().unmark().0) else { return vec![None] };
    let of_set = matches!(each.ty(), Type::Set(_));
    let items = each.as_items().map(|items| {
        let keyed = items.iter().zip(0..).map(|(value, index)| {
            let key = if of_set { value.clone() } else { Value::int(index) };
            Some(Element { key, value: value.clone() })
        });
        keyed.collect()
    });
    let entries = each.as_entries().map(|entries| {
        let keyed = entries
            .iter()
            .map(|(key, value)| Some(Element { key: Value::string(key.as_str()), value: value.clone() }));
        keyed.collect()
    });
    items.or(entries).unwrap_or_else(|| vec![None])
}

/// Whether an id is one.
fn check_id(inside: &BlockEval<'_>, expr: &Expression) -> Diagnostics {
    let (id, mut diags) = inside.eval_as(expr, &Type::String);
    let (id, _) = id.unmark();
    if !diags.has_errors() && (id.is_null() || id.as_str() == Some("")) {
        let detail = "The import ID cannot be null or empty.";
        diags.push(Diagnostic::error("Invalid import id argument", detail).at(expr.range()));
    }
    diags
}

/// An object is found by its id, so the id cannot come from the object.
fn refers_to_target(import: &Import, id: &Expression) -> Option<Diagnostic> {
    let target = import.target.resource.as_ref().filter(|_| import.target.modules.is_empty())?;
    id.references().iter().find_map(|traversal| {
        let parsed = lang::parse_reference(traversal.as_reference()).ok()?;
        let is_target =
            matches!(&parsed.subject, Referenceable::Resource(named) if *named == target.resource);
        let detail = "The import ID cannot reference the resource being imported.";
        let subject = lang::subject_span(traversal.as_reference(), &parsed, traversal.span);
        let at = traversal.source.range(subject);
        is_target.then(|| Diagnostic::error("Invalid import id argument", detail).at(at))
    })
}

/// Reports imports into modules that are not called, before anything else is looked at.
pub(super) fn check_targets(tree: &ModuleTree) -> Diagnostics {
    let imports = tree.modules[0].module.imports.iter();
    imports.filter_map(|import| missing_module(tree, import)).collect()
}

/// The module that an import goes to; nothing where it comes from elsewhere or is not called.
fn target_module<'a>(tree: &'a ModuleTree, import: &Import) -> Option<&'a Module> {
    let module = tree.find(0, import.target.modules.iter().map(|(name, _)| name))?;
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
                return Some(Diagnostic::error(NO_CONFIGURATION, detail).at(import.to.range()));
            }
        }
    }
    None
}

/// One instance is imported, so the address has a key where there are several, and none where there is one.
fn check_key(module: &Module, import: &Import, each: Option<&Value>, diags: &mut Diagnostics) {
    let Some(target) = &import.target.resource else { return };
    let constant = target.key.as_ref();
    let computed = import.keys.iter().find(|(part, _)| *part == import.target.modules.len());
    let keyed = constant.is_some() || computed.is_some();
    let Some(config) = module.resources.get(&target.resource) else {
        if keyed || import.for_each.is_some() || !import.target.modules.is_empty() {
            diags.push(undeclared(import, computed.is_some()));
        }
        return;
    };
    let repeated = config.repetition.count.is_some() || config.repetition.for_each.is_some();
    let wrong_kind = match constant {
        Some(InstanceKey::Int(_)) => config.repetition.for_each.is_some(),
        Some(InstanceKey::String(_)) => config.repetition.count.is_some(),
        // The keys of what the import itself goes through.
        None if computed.is_some_and(|(_, key)| is_each_key(key)) => match each.map(|each| each.ty()) {
            // Of what goes through nothing no key is wrong.
            Some(Type::List(_) | Type::Tuple(_)) => {
                config.repetition.for_each.is_some()
                    && each.and_then(Value::as_items).is_none_or(|items| !items.is_empty())
            }
            Some(Type::Set(_) | Type::Map(_) | Type::Object(_)) => config.repetition.count.is_some(),
            _ => false,
        },
        None => false,
    };
    if keyed != repeated || wrong_kind {
        let detail = if wrong_kind {
            "Instances by \"count\" have numbers as keys, and instances by \"for_each\" strings."
        } else if repeated {
            "There are several instances of the resource: the address needs the key of one."
        } else {
            "The resource has neither \"count\" nor \"for_each\", so its address has no key."
        };
        diags.push(Diagnostic::error("Invalid import 'to' expression", detail).at(import.to.range()));
    }
}

/// What is refused where nothing is declared and no configuration can be written: for a module, or for an instance, as of
/// what may be written nothing would have that key.
fn undeclared(import: &Import, is_computed: bool) -> Diagnostic {
    let summary = if is_computed { "Invalid import 'to' expression" } else { NO_CONFIGURATION };
    let detail = match import.target.modules.is_empty() {
        true => format!(
            "No resource is declared for {}. Configuration can be written only for a resource with neither \"count\" nor \
             \"for_each\": declare it with its instances.",
            import.target
        ),
        false => format!("No resource is declared for {}. Declare it in its module.", import.target),
    };
    Diagnostic::error(summary, detail).at(import.to.range())
}

fn is_each_key(key: &hcl::Expression) -> bool {
    let Ok(traversal) = key.as_traversal() else { return false };
    let parsed = lang::parse_reference(traversal.as_reference());
    parsed.is_ok_and(|parsed| parsed.subject == addrs::Referenceable::Each("key".into()))
}
