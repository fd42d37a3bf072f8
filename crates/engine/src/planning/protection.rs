//! `prevent_destroy`: what must not be destroyed.

use addrs::AbsResourceInstance;
use config::ResourceConfig;
use diag::{Diagnostic, Diagnostics, SourceRange};
use value::{Type, convert};

use super::Planner;
use crate::walk::Walk;
use crate::world::{ModuleWorld, Repetition};

impl Planner<'_> {
    /// Whether `prevent_destroy` holds; nothing where its value is none that it can have, which is reported. Only
    /// where something is to be destroyed it must be known. The module is missing where no instance of it is left.
    pub(super) fn prevents_destroy(
        &self,
        walk: &Walk<'_>,
        config: &ResourceConfig,
        world: Option<&ModuleWorld>,
        destroys: bool,
        diags: &mut Diagnostics,
    ) -> Option<bool> {
        let Some(expr) = &config.lifecycle.prevent_destroy else { return Some(false) };
        let mut refuse = |detail: &str| {
            diags.push(Diagnostic::error("Invalid value for prevent_destroy", detail).at(expr.range()));
            None
        };
        let root = walk.world.root();
        let world = match world {
            Some(world) => world,
            // A constant is the same everywhere.
            None if expr.references().is_empty() => &root,
            None => return refuse("The module that it is in has no instance, so it has no value."),
        };
        let names = walk.names(world, &Repetition::None, None);
        let (value, more) = expr.eval(&names.scope());
        let failed = more.has_errors();
        if failed {
            diags.append(more);
            return None;
        }
        let value = match convert::convert(&value, &Type::Bool) {
            Ok(value) => value,
            Err(error) => return refuse(&format!("The value is unsuitable: {error}.")),
        };
        let marks = value.deep_marks();
        let (value, _) = value.unmark();
        if marks.is_sensitive() || marks.is_ephemeral() {
            return refuse(
                "Whether an object may be destroyed cannot depend on a sensitive or ephemeral value.",
            );
        }
        if value.is_null() {
            return refuse("The value is null. A bool is required.");
        }
        match value.as_bool() {
            None if destroys => refuse(
                "The value depends on resource attributes that cannot be determined until apply, so it cannot be told whether \
                 the object may be destroyed.",
            ),
            known => Some(known == Some(true)),
        }
    }
}

/// The error of a plan to destroy what must not be destroyed.
pub(super) fn protected(addr: &AbsResourceInstance, at: &SourceRange) -> Diagnostic {
    let detail = format!(
        "Resource {addr} has lifecycle.prevent_destroy set, but the plan calls for this resource to be destroyed. Take \
         lifecycle.prevent_destroy away, or leave the resource out of the plan with the -target option."
    );
    Diagnostic::error("Instance cannot be destroyed", detail).at(at.clone())
}
