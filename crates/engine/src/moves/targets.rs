//! Moves and `-target`, `-exclude`: what has moved must be part of the plan, under both its addresses.

use std::collections::BTreeSet;

use addrs::{AbsResource, AbsResourceInstance, Target};
use diag::{Diagnostic, Diagnostics};

use crate::targets::covers;
use crate::world::Map;

/// Refuses a plan that leaves out what has moved.
pub(crate) fn check_targets(
    moved_from: &Map<AbsResourceInstance, AbsResourceInstance>,
    targets: &[Target],
    excludes: &[Target],
) -> Diagnostics {
    let mut diags = Diagnostics::new();
    let (option, list, wanted) = match (targets, excludes) {
        ([], []) => return diags,
        ([], excludes) => ("-exclude", excludes, false),
        (targets, _) => ("-target", targets, true),
    };
    // What others need is in the plan too, but that is found later and does not count.
    let left_out = |addr: &&AbsResourceInstance| list.iter().any(|target| covers(target, addr)) != wanted;
    let missing: BTreeSet<AbsResource> = moved_from
        .iter()
        .flat_map(|(to, from)| [from, to])
        .filter(left_out)
        .map(AbsResourceInstance::resource)
        .collect();
    if missing.is_empty() {
        return diags;
    }
    let lines: String =
        missing.iter().map(|resource| format!("\n  {option}={:?}", resource.to_string())).collect();
    let advice =
        if wanted { "Either leave out -target or add" } else { "Either leave out -exclude or remove" };
    let detail = format!(
        "Objects of the state have new addresses in the configuration. A plan is only right with all of them in it, and the \
         {option} options leave some out.\n\n{advice} these options:{lines}\n\nWhat these depend on becomes part of the \
         plan with them."
    );
    diags.push(Diagnostic::error("Moved resource instances excluded by targeting", detail));
    diags
}
