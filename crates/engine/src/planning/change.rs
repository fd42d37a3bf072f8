//! One change as the provider plans it: proposed, asked for, judged by the rules for plans, and named.

use addrs::AbsResourceInstance;
use config::IgnoreChanges;
use diag::{Diagnostic, Diagnostics};
use plan::{Action, ActionReason};
use provider::{PlanRequest, PlanResponse, Private};
use value::{Marks, Path, Value};

use super::{Block, ignore, object};
use crate::providers::located;

/// A change that the provider answered to, before it is judged.
pub(crate) struct Planned {
    pub(crate) action: Action,
    pub(crate) reason: Option<ActionReason>,
    /// With marks.
    pub(crate) after: Value,
    pub(crate) required_replace: Vec<Path>,
    pub(crate) private: Private,
    pub(crate) identity: Option<Value>,
    /// Whether and why the provider puts it off.
    pub(crate) deferred: Option<provider::Deferred>,
}

/// What a change is planned from.
pub(crate) struct Wish<'a> {
    pub(crate) addr: &'a AbsResourceInstance,
    pub(crate) block: &'a Block,
    pub(crate) ignore: &'a IgnoreChanges,
    /// What is, with marks; null where nothing is.
    pub(crate) prior: &'a Value,
    pub(crate) tainted: bool,
    pub(crate) prior_private: Private,
    /// What tells what is from others.
    pub(crate) prior_identity: Option<Value>,
    /// What is written, with marks.
    pub(crate) config: &'a Value,
    /// Which parts of what is are stored as secrets.
    pub(crate) prior_secrets: Vec<Path>,
    /// Whether to replace whatever is planned, and why.
    pub(crate) force: Option<ActionReason>,
    pub(crate) create_before_destroy: bool,
    pub(crate) skip_destroy: bool,
}

/// A value without marks.
pub(super) fn plain(value: &Value) -> Value {
    if value.has_marks() { value.unmark_deep().0 } else { value.clone() }
}

/// Asks the provider what a change leads to, and judges the answer.
pub(crate) async fn plan_change(wish: &Wish<'_>, diags: &mut Diagnostics) -> Option<Planned> {
    let schema = &wish.block.schema.block;
    let prior = plain(wish.prior);
    let config = plain(wish.config);
    let null = Value::null(schema.implied_type().clone());
    // A tainted object is planned as if it were not there.
    let planning_prior = if wish.tainted { &null } else { &prior };
    let marked_prior = if wish.tainted { &null } else { wish.prior };
    let wanted_marked = ignore::ignore_changes(wish.ignore, marked_prior, wish.config, Some(schema));
    let wanted = plain(&wanted_marked);
    let proposed = schema::proposed_new(schema, planning_prior, &wanted);
    let request = |prior: &Value, proposed: Value, config: &Value, private: Private| PlanRequest {
        type_name: wish.addr.resource.resource.type_name.clone(),
        prior: prior.clone(),
        proposed,
        config: config.clone(),
        private,
        provider_meta: wish.block.meta.clone(),
        // What is not there yet is nobody's.
        identity: if prior.is_null() { None } else { wish.prior_identity.clone() },
    };
    let asked = request(planning_prior, proposed, &wanted, wish.prior_private.clone());
    let mut response = wish.block.provider.plan_resource_change(asked).await;
    judge(wish, &mut response, planning_prior, &wanted, diags)?;
    let mut deferred = response.deferred;
    if response.legacy_type_system && !planning_prior.is_null() {
        response.planned = ignore::ignore_changes(wish.ignore, planning_prior, &response.planned, None);
    }
    let replace = requires_replace(wish, &response, planning_prior, diags)?;
    let marks = marks_of(wish, &wanted_marked, &response.planned);
    let mut after = apply_marks(&response.planned, &marks);
    let mut private = response.private.clone();
    let mut identity = response.identity.clone();
    let order = match (wish.skip_destroy, wish.create_before_destroy) {
        (true, _) => Action::ForgetThenCreate,
        (false, true) => Action::CreateThenDelete,
        (false, false) => Action::DeleteThenCreate,
    };
    let equal = planning_prior.raw_eq(&response.planned);
    let never_stored = schema.write_only_paths(&response.planned);
    let replaces_unseen = replace.iter().any(|path| never_stored.contains(path));
    let (mut action, mut reason) = if planning_prior.is_null() {
        (Action::Create, None)
    } else if equal && wish.force.is_none() && !replaces_unseen {
        let same_secrets = wish.prior_secrets == object::sensitive_paths(&after);
        (if same_secrets { Action::NoOp } else { Action::Update }, None)
    } else if wish.force.is_some() || !replace.is_empty() {
        (order, wish.force.or(Some(ActionReason::ReplaceBecauseCannotUpdate)))
    } else {
        (Action::Update, None)
    };
    if action == order && !wish.tainted && !planning_prior.is_null() {
        // What the new object will be does not depend on the old one.
        let proposed = schema::proposed_new(schema, &null, &config);
        let asked = request(&null, proposed, &config, private.clone());
        let mut again = wish.block.provider.plan_resource_change(asked).await;
        again.diags.retain(|found| found.severity == diag::Severity::Error);
        judge(wish, &mut again, &null, &config, diags)?;
        // What is left alone keeps its secrets, although it is not left alone here; those of what is gone do not matter.
        let mut marks = marks_of(wish, &wanted_marked, &again.planned);
        marks.retain(|(path, _)| path.find(&again.planned).or_else(|| path.find(&config)).is_some());
        after = apply_marks(&again.planned, &marks);
        private = again.private;
        identity = again.identity;
        deferred = deferred.or(again.deferred);
    }
    if wish.tainted {
        action = order;
        reason = Some(ActionReason::ReplaceBecauseTainted);
    }
    let required_replace =
        if action.is_replace() || action == Action::ForgetThenCreate { replace } else { Vec::new() };
    Some(Planned { action, reason, after, required_replace, private, identity, deferred })
}

fn marks_of(wish: &Wish<'_>, config: &Value, planned: &Value) -> Vec<(Path, Marks)> {
    let mut places = Vec::new();
    if config.has_marks() {
        let (_, found) = config.unmark_deep_with_paths();
        places.extend(
            found
                .into_iter()
                .filter(|(_, marks)| marks.is_sensitive())
                .map(|(path, _)| (path, Marks::sensitive())),
        );
    }
    if wish.block.schema.block.has_sensitive() && !planned.is_null() {
        let paths = wish.block.schema.block.sensitive_paths(planned);
        places.extend(paths.into_iter().map(|path| (path, Marks::sensitive())));
    }
    places
}

fn apply_marks(value: &Value, places: &[(Path, Marks)]) -> Value {
    if places.is_empty() { value.clone() } else { value.mark_with_paths(places) }
}

/// Whether a provider's plan keeps to the rules.
fn judge(
    wish: &Wish<'_>,
    response: &mut PlanResponse,
    prior: &Value,
    config: &Value,
    diags: &mut Diagnostics,
) -> Option<()> {
    let address = wish.addr.to_string();
    let found = std::mem::take(&mut response.diags);
    let failed = provider::has_errors(&found);
    diags.extend(found.into_iter().map(|found| located(found, Some(&wish.block.prepared), &address)));
    if failed {
        return None;
    }
    let schema = &wish.block.schema.block;
    let wrong = schema::type_violations(&response.planned, schema.implied_type());
    if !wrong.is_empty() {
        diags.extend(wrong.iter().map(|error| wrong_type(wish.block, wish.addr, "invalid plan", error)));
        return None;
    }
    // What is put off is not judged: the provider could not know better. Nor is what older libraries give.
    if response.deferred.is_some() || response.legacy_type_system {
        return Some(());
    }
    let broken = schema::plan_violations(schema, prior, config, &response.planned);
    if broken.is_empty() {
        return Some(());
    }
    diags.extend(broken.iter().map(|error| wrong_type(wish.block, wish.addr, "invalid plan", error)));
    None
}

/// A bug of the provider: what it gave is not what it must be.
pub(super) fn wrong_type(
    block: &Block,
    addr: &AbsResourceInstance,
    what: &str,
    error: &schema::PathError,
) -> Diagnostic {
    let detail = format!(
        "Provider {:?} gave an {what} for {addr}: {error}.\n\nThis is a bug in the provider, which should be reported in \
         the provider's own issue tracker.",
        block.provider_config.provider.to_string()
    );
    Diagnostic::error(format!("Provider produced {what}"), detail)
}

/// The parts whose change needs a new object and that really change.
fn requires_replace(
    wish: &Wish<'_>,
    response: &PlanResponse,
    prior: &Value,
    diags: &mut Diagnostics,
) -> Option<Vec<Path>> {
    if prior.is_null() || response.requires_replace.is_empty() {
        return Some(Vec::new());
    }
    let never_stored = wish.block.schema.block.write_only_paths(&response.planned);
    let mut kept: Vec<Path> = Vec::new();
    for path in &response.requires_replace {
        let (before, after) = (path.find(prior), path.find(&response.planned));
        if before.is_none() && after.is_none() {
            let error = schema::PathError {
                path: path.clone(),
                message: "the provider asks for a new object because of a part that is not there".to_owned(),
            };
            diags.push(wrong_type(wish.block, wish.addr, "invalid plan", &error));
            return None;
        }
        let differs = match (&before, &after) {
            // Nothing is nothing, of whatever type.
            (Some(before), Some(after)) => {
                !after.is_wholly_known() || before.equals(after).as_bool() != Some(true)
            }
            _ => true,
        };
        // Of what is never stored only the provider knows whether it changed.
        if (differs || never_stored.contains(path)) && !kept.contains(path) {
            kept.push(path.clone());
        }
    }
    kept.sort_by_cached_key(ToString::to_string);
    Some(kept)
}
