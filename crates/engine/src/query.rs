//! Queries: what there is outside, listed by providers. Nothing is changed and nothing is remembered.

use std::rc::Rc;

use addrs::{AbsResourceInstance, Resource, ResourceMode};
use config::{Graph, Item};
use diag::{Diagnostic, Diagnostics};
use futures_util::future::LocalBoxFuture;
use futures_util::{FutureExt, StreamExt};
use hcl::Expression;
use provider::{ListEvent, ListRequest, ValidateListRequest};
use schema::{IdentitySchema, Schema};
use value::{Type, Value, convert};

use crate::planning::{Block, configuration_of, import_text, object, prepare, resource_text};
use crate::providers::{Pool, located};
use crate::setup::{Event, Setup};
use crate::walk::{ResourceVisit, Visited, Visitor, Walk, each_instance};
use crate::world::Repetition;

/// So many are enough where a list does not say.
const DEFAULT_LIMIT: u64 = 100;

/// What a query is asked for.
#[derive(Clone, Debug, Default)]
pub struct QueryOptions {
    /// Whether configuration is written for what is found.
    pub generate: bool,
    /// Now, in RFC 3339.
    pub timestamp: String,
}

/// Something that a list found.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a> {
    /// What people call it.
    pub display_name: &'a str,
    /// What tells it from others.
    pub identity: &'a Value,
    /// The version of the schema that this is of.
    pub identity_version: u64,
    /// The whole object, where it was asked for.
    pub object: Option<&'a Value>,
    /// Configuration for it: a resource, and the import that takes it over.
    pub generated: Option<(&'a str, &'a str)>,
}

/// Asks all lists of a configuration. What is found is told as it comes.
pub async fn query(setup: &Setup<'_>, options: QueryOptions) -> Diagnostics {
    let walk = Walk::new(setup, Some(options.timestamp.clone()), false);
    let lister = Lister { options, wanted: wanted(setup.graph), pool: Pool::new(false) };
    walk.run(&lister).await;
    walk.take_diags()
}

/// By declaration, whether it is a list or needed by one.
fn wanted(graph: &Graph) -> Vec<bool> {
    let mut wanted = vec![false; graph.len()];
    for node in graph.order().iter().copied().rev() {
        wanted[node] |=
            matches!(&graph.node(node).item, Item::Resource(resource) if resource.mode == ResourceMode::List);
        if wanted[node] {
            graph.dependencies(node).iter().for_each(|needed| wanted[*needed] = true);
        }
    }
    wanted
}

struct Lister {
    options: QueryOptions,
    wanted: Vec<bool>,
    pool: Pool,
}

impl Visitor for Lister {
    fn resource<'a>(
        &'a self,
        walk: &'a Walk<'a>,
        visit: ResourceVisit<'a>,
    ) -> LocalBoxFuture<'a, Option<Visited>> {
        async move {
            let count = visit.expansion.keys.len();
            if visit.config.resource.mode != ResourceMode::List {
                // Nothing but lists is looked at.
                return Some(vec![Some(Value::dynamic()); count].into());
            }
            let block = prepare(&self.pool, walk, &visit).await?;
            let (visit, block) = (&visit, &block);
            let list_one = |index: usize| async move {
                let mut diags = Diagnostics::new();
                let value = self.list(walk, visit, block, index, &mut diags).await;
                walk.report(visit.node, diags);
                value
            };
            Some(each_instance(count, walk.setup.parallelism, list_one).await.into())
        }
        .boxed_local()
    }

    fn is_wanted(&self, node: usize) -> bool {
        self.wanted[node]
    }

    fn checks_blocks(&self) -> bool {
        false
    }
}

impl Lister {
    /// Asks for one list; its value as others see it.
    async fn list(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        block: &Rc<Block>,
        index: usize,
        diags: &mut Diagnostics,
    ) -> Option<Value> {
        if walk.setup.events.is_stopping() {
            return None;
        }
        let addr = visit.addr(index);
        let (request, marked) = self.request(walk, visit, block, index, diags)?;
        let address = addr.to_string();
        let check =
            ValidateListRequest { type_name: request.type_name.clone(), config: request.config.clone() };
        let found = block.provider.validate_list_config(check).await;
        let failed = provider::has_errors(&found);
        diags.extend(found.into_iter().map(|found| located(found, Some(&block.prepared), &address)));
        let target = target(block, &request, visit, diags).filter(|_| !failed)?;
        walk.setup.events.tell(Event::ListStart { addr: &addr, config: &marked });
        let limit = usize::try_from(request.limit).unwrap_or(usize::MAX);
        let mut results = Vec::new();
        let mut events = block.provider.list_resource(request);
        while results.len() < limit
            && let Some(event) = events.next().await
        {
            let ListEvent { identity, display_name, object, diags: found } = event;
            diags.extend(found.into_iter().map(|found| located(found, Some(&block.prepared), &address)));
            let Some(identity) = identity else { continue };
            let object = object.filter(|object| !object.is_null());
            let texts = match object.as_ref().filter(|_| self.options.generate) {
                Some(object) => {
                    let shown = configuration_of(block, &visit.config.resource, object, &addr, diags).await?;
                    Some(generate(visit, index, results.len(), &target, &shown, &identity))
                }
                None => None,
            };
            walk.setup.events.tell(Event::ListFound {
                addr: &addr,
                found: Listed {
                    display_name: &display_name,
                    identity: &identity,
                    identity_version: target.identity.version,
                    object: object.as_ref(),
                    generated: texts.as_ref().map(|(resource, import)| (resource.as_str(), import.as_str())),
                },
            });
            // Other lists may refer to it, so its secrets stay secrets.
            let state = match object {
                Some(found) => object::marked(&found, &target.schema, &[]),
                None => Value::null(target.schema.block.implied_type().clone()),
            };
            results.push(Value::object([
                ("display_name", Value::string(display_name)),
                ("identity", identity),
                ("state", state),
            ]));
        }
        if diags.has_errors() {
            return None;
        }
        walk.setup.events.tell(Event::ListDone { addr: &addr, total: results.len() });
        Some(Value::object([("data", Value::tuple(results))]))
    }

    /// What to ask the provider for, and its configuration with the marks that it has.
    fn request(
        &self,
        walk: &Walk<'_>,
        visit: &ResourceVisit<'_>,
        block: &Block,
        index: usize,
        diags: &mut Diagnostics,
    ) -> Option<(ListRequest, Value)> {
        let repetition = visit.expansion.repetition(index);
        let names = walk.names(&visit.module, &repetition, None);
        let config = diags.keep(block.prepared.eval(&names.scope()))?;
        if !config.is_wholly_known() {
            let detail = "What is listed must be known: a list may depend on variables, local values and other lists, but not on \
                          resources, which a query does not look at.";
            diags.push(unknown(detail, visit.config.range.clone(), &visit.addr(index)));
            return None;
        }
        let settings = visit.config.list.as_ref()?;
        let value_of = |expr: &Option<Expression>, ty: Type, diags: &mut Diagnostics| match expr {
            Some(expr) => setting(walk, visit, &repetition, expr, ty, diags).map(Some),
            None => Some(None),
        };
        let include = value_of(&settings.include_resource, Type::Bool, diags)?;
        let limit = value_of(&settings.limit, Type::Number, diags)?;
        let limit = match limit.filter(|limit| !limit.is_null()) {
            None => DEFAULT_LIMIT,
            Some(limit) => match limit.as_num().and_then(|limit| u64::try_from(limit.to_i64()?).ok()) {
                Some(limit) => limit,
                None => {
                    let at = settings.limit.as_ref().map(Expression::range);
                    let detail = "The limit of a list is a whole number that is not negative.";
                    diags.push(Diagnostic::error("Invalid limit argument", detail).at_maybe(at));
                    return None;
                }
            },
        };
        let include = include.and_then(|include| include.as_bool()).unwrap_or(false);
        let request = ListRequest {
            type_name: visit.config.resource.type_name.clone(),
            config: config.unmark_deep().0,
            include_object: include || self.options.generate,
            limit,
        };
        Some((request, config))
    }
}

fn unknown(detail: &str, at: diag::SourceRange, addr: &AbsResourceInstance) -> Diagnostic {
    let mut problem = Diagnostic::error("Invalid list configuration", detail).at(at);
    problem.address = Some(addr.to_string());
    problem
}

/// The value of an argument that is not for the provider.
fn setting(
    walk: &Walk<'_>,
    visit: &ResourceVisit<'_>,
    repetition: &Repetition,
    expr: &Expression,
    ty: Type,
    diags: &mut Diagnostics,
) -> Option<Value> {
    let names = walk.names(&visit.module, repetition, None);
    let value = diags.keep(expr.eval(&names.scope()))?;
    let reason = match convert::convert(&value.unmark_deep().0, &ty) {
        Ok(value) if value.is_known() => return Some(value),
        Ok(_) => "it is not known before something is applied".to_owned(),
        Err(error) => error.to_string(),
    };
    let detail = format!("This value cannot be used here: {reason}.");
    diags.push(Diagnostic::error("Invalid list configuration", detail).at(expr.range()));
    None
}

/// The managed type that a list is of.
struct Target {
    schema: std::sync::Arc<Schema>,
    identity: std::sync::Arc<IdentitySchema>,
}

fn target(
    block: &Block,
    request: &ListRequest,
    visit: &ResourceVisit<'_>,
    diags: &mut Diagnostics,
) -> Option<Target> {
    let offer = block.provider.schema();
    let schema = provider::schema_of(offer, ResourceMode::Managed, &request.type_name);
    match (schema, &block.identity) {
        (Some(schema), Some(identity)) => Some(Target { schema: schema.clone(), identity: identity.clone() }),
        _ => {
            let detail = format!(
                "The provider {} lists {:?}, but does not say what tells its objects from each other. That is a bug in the provider.",
                block.provider_config.provider,
                request.type_name.as_str()
            );
            diags.push(
                Diagnostic::error("Identity schema not found", detail).at(visit.config.type_range.clone()),
            );
            None
        }
    }
}

/// Configuration for something that was found: a resource, and the import that takes it over.
fn generate(
    visit: &ResourceVisit<'_>,
    index: usize,
    number: usize,
    target: &Target,
    object: &Value,
    identity: &Value,
) -> (String, String) {
    let config = visit.config;
    // Keys may be anything, so instances are told apart by their place.
    let instance = if visit.expansion.keys[index].is_some() { format!("_{index}") } else { String::new() };
    let resource = Resource {
        mode: ResourceMode::Managed,
        type_name: config.resource.type_name.clone(),
        name: format!("{}{instance}_{number}", config.resource.name).into(),
    };
    let provider = config.provider.as_ref().map(|reference| &reference.name);
    (
        resource_text(&resource, provider, &target.schema.block, object),
        import_text(&resource, provider, identity),
    )
}
