//! Blocks that say what happened to objects: `moved`, `removed`, `import`.

use addrs::{ResourceInstance, ResourceMode};
use diag::{Diagnostic, Diagnostics, SourceRange};
use hcl::syntax::ast::ExprKind;
use hcl::{AbsTraversal, BodyBlock, BodySchema, Expression};
use smol_str::SmolStr;

use crate::decode::Decode;
use crate::endpoint::Endpoint;
use crate::module::Module;
use crate::provider::{ProviderName, ProviderRef};
use crate::provisioner::Provisioner;
use crate::resource::{ResourceConfig, implied_provider};

/// Something has a new address.
#[derive(Clone, Debug)]
pub struct Moved {
    /// The old address.
    pub from: Endpoint,
    /// The new address.
    pub to: Endpoint,
    /// Where it is declared.
    pub range: SourceRange,
}

/// Something is not declared any more, on purpose.
#[derive(Clone, Debug)]
pub struct Removed {
    /// Its address, without keys.
    pub from: Endpoint,
    /// Whether the objects are destroyed, or only forgotten; nothing where it is not said.
    pub destroy: Option<bool>,
    /// What runs at destruction.
    pub provisioners: Vec<Provisioner>,
    /// Where it is declared.
    pub range: SourceRange,
}

/// An object that exists already is to be managed.
#[derive(Clone, Debug)]
pub struct Import {
    /// The address it gets, whose keys may be expressions.
    pub to: Expression,
    /// The address with those of its keys that are constant.
    pub target: Endpoint,
    /// The other keys, each with the part of the address that it belongs to: the number of a module, or as many as
    /// there are modules for the resource.
    pub keys: Vec<(usize, Expression)>,
    /// The provider's name of it.
    pub id: Option<Expression>,
    /// The provider's name of it, in several parts.
    pub identity: Option<Expression>,
    /// One import per element.
    pub for_each: Option<Expression>,
    /// Which configuration of the provider, for configuration still to be written.
    pub provider: Option<ProviderRef>,
    /// Where it is declared.
    pub range: SourceRange,
}

/// The address that an argument is.
fn endpoint(
    decode: &mut Decode<'_>,
    name: &str,
    parse: fn(&AbsTraversal) -> Result<Endpoint, Box<Diagnostic>>,
) -> Option<Endpoint> {
    let expr = decode.expr(name)?;
    match expr.as_traversal().and_then(|traversal| parse(&traversal)) {
        Ok(endpoint) => Some(endpoint),
        Err(diagnostic) => {
            decode.diags.push(*diagnostic);
            None
        }
    }
}

impl Moved {
    pub(crate) fn decode(block: &BodyBlock) -> (Option<Moved>, Diagnostics) {
        let schema = BodySchema::of(&["from", "to"], &[]).requiring(&["from", "to"]);
        let mut decode = Decode::whole(block, &schema);
        let from = endpoint(&mut decode, "from", Endpoint::parse);
        let to = endpoint(&mut decode, "to", Endpoint::parse);
        let (Some(from), Some(to)) = (from, to) else { return (None, decode.diags) };
        if from.resource.is_some() != to.resource.is_some() && !decode.diags.has_errors() {
            let detail = "The \"from\" and \"to\" addresses are either both of resources or both of modules.";
            decode.error("Invalid \"moved\" addresses", detail, block.range());
            return (None, decode.diags);
        }
        (Some(Moved { from, to, range: block.range() }), decode.diags)
    }
}

impl Removed {
    pub(crate) fn decode(block: &BodyBlock) -> (Option<Removed>, Diagnostics) {
        let schema =
            BodySchema::of(&["from"], &[("lifecycle", &[]), ("provisioner", &["type"]), ("connection", &[])])
                .requiring(&["from"]);
        let mut decode = Decode::whole(block, &schema);
        let from = endpoint(&mut decode, "from", Endpoint::parse_gone);
        if let (Some(from), Some(expr)) = (&from, decode.expr("from")) {
            check_removed(from, &expr, &mut decode);
        }
        let mut destroy = None;
        // There may be several: each has a say in what it names.
        for lifecycle in decode.content.blocks.clone().iter().filter(|block| block.type_name == "lifecycle") {
            let mut inner = Decode::whole(lifecycle, &BodySchema::of(&["destroy"], &[]));
            destroy = inner.bool("destroy").or(destroy);
            decode.diags.append(inner.diags);
        }
        let mut provisioners = Vec::new();
        for block in decode.content.blocks.clone().iter().filter(|block| block.type_name == "provisioner") {
            let (provisioner, more) = Provisioner::decode(block);
            decode.diags.append(more);
            if provisioner.as_ref().is_some_and(|provisioner| !provisioner.on_destroy) {
                let detail = "Only provisioners with \"when = destroy\" can be in \"removed\" blocks.";
                decode.error("Invalid provisioner block", detail, block.range());
            } else if from.as_ref().is_some_and(|from| from.resource.is_none()) {
                let detail = "A \"removed\" block with provisioners is about a resource, not a module.";
                decode.error("Invalid provisioner block", detail, block.range());
            }
            provisioners.extend(provisioner);
        }
        let removed = from.map(|from| Removed { from, destroy, provisioners, range: block.range() });
        (removed, decode.diags)
    }
}

fn check_removed(from: &Endpoint, expr: &Expression, decode: &mut Decode<'_>) {
    let Some(instance) = &from.resource else { return };
    let (summary, kind) = match instance.resource.mode {
        ResourceMode::Managed => return,
        ResourceMode::Data => ("Data source address not allowed", "Data sources"),
        ResourceMode::Ephemeral => ("Ephemeral resource address not allowed", "Ephemeral resources"),
        ResourceMode::List => ("List address not allowed", "Lists"),
        ResourceMode::Action => ("Action address not allowed", "Actions"),
    };
    let detail = format!("{kind} are never destroyed, so there is nothing to remove.");
    decode.error(summary, detail, expr.range());
}

impl Import {
    /// The provider configuration that it uses where no resource is declared: the one it names, or that of the first
    /// word of the type.
    pub fn provider_name(&self) -> ProviderName {
        match &self.provider {
            Some(reference) => reference.name.clone(),
            None => ProviderName { local: self.implied_provider(), alias: None },
        }
    }

    /// The provider configuration that a resource block for it has to name: any but the one it would use anyway.
    pub fn provider_to_name(&self) -> Option<&ProviderName> {
        let name = &self.provider.as_ref()?.name;
        (name.alias.is_some() || name.local != self.implied_provider()).then_some(name)
    }

    /// The block of the root module that it goes to.
    pub(crate) fn resource_in<'a>(&self, root: &'a Module) -> Option<&'a ResourceConfig> {
        let resource = self.target.resource.as_ref().filter(|_| self.target.modules.is_empty())?;
        root.resources.get(&resource.resource).map(Box::as_ref)
    }

    /// The problem of naming another provider than the resource does that it goes to.
    pub(crate) fn check_provider(&self, root: &Module) -> Option<Diagnostic> {
        let reference = self.provider.as_ref()?;
        let declared = self.resource_in(root)?;
        let is_same = declared.provider.as_ref().is_some_and(|theirs| theirs.name == reference.name);
        (!is_same).then(|| provider_not_allowed(reference))
    }

    fn implied_provider(&self) -> SmolStr {
        implied_provider(self.target.resource.as_ref().map_or("", |target| &target.resource.type_name))
    }

    pub(crate) fn decode(block: &BodyBlock) -> (Option<Import>, Diagnostics) {
        let schema =
            BodySchema::of(&["to", "id", "identity", "for_each", "provider"], &[]).requiring(&["to"]);
        let mut decode = Decode::whole(block, &schema);
        let (id, identity) = (decode.expr("id"), decode.expr("identity"));
        if id.is_none() && identity.is_none() {
            let detail = "The argument \"id\" is required, but no definition was found.";
            decode.error("Missing required argument", detail, block.body.missing_item_range());
        }
        if decode.diags.has_errors() {
            return (None, decode.diags);
        }
        if let (Some(_), Some(identity)) = (&id, &identity) {
            let detail = "An object is named either by its \"id\" or by its \"identity\".";
            decode.error("Conflicting import arguments", detail, identity.range());
        }
        let provider = decode.content.attribute("provider").cloned().and_then(|attribute| {
            let reference = ProviderRef::decode(&attribute.expr, "provider", &mut decode.diags)?;
            // What may be wrong with it is that it is there.
            Some(ProviderRef { range: attribute.range(), ..reference })
        });
        let for_each = decode.expr("for_each");
        let to = match decode.expr("to").map(Expression::into_reference) {
            Some(Ok(to)) => to,
            Some(Err(problems)) => {
                decode.diags.append(problems);
                return (None, decode.diags);
            }
            None => return (None, decode.diags),
        };
        let target = import_target(&to);
        let is_managed = target.as_ref().is_ok_and(|(target, _)| {
            target.resource.as_ref().is_some_and(|instance| instance.resource.mode == ResourceMode::Managed)
        });
        if !is_managed {
            decode.diags.extend(target.err().map(|diagnostic| *diagnostic));
            let detail = "Only managed resources can be imported, by the address of one instance.";
            let at = decode.content.attribute("to").map_or_else(|| to.range(), hcl::Attribute::range);
            decode.error("Invalid import address", detail, at);
            return (None, decode.diags);
        }
        let Ok((target, keys)) = target else { return (None, decode.diags) };
        if let (Some(reference), false) = (&provider, target.modules.is_empty()) {
            decode.diags.push(provider_not_allowed(reference));
        }
        let import = Import { to, target, keys, id, identity, for_each, provider, range: block.range() };
        (Some(import), decode.diags)
    }
}

/// The problem of naming a provider where no configuration is written: what is declared names it itself.
fn provider_not_allowed(reference: &ProviderRef) -> Diagnostic {
    let detail = "Configuration can be written for a resource of the root module that is not declared, and only then the \
                  \"provider\" argument of an import counts. A resource that is declared names its provider itself.";
    Diagnostic::error("Invalid import provider argument", detail).at(reference.range.clone())
}

/// Keys that are expressions, each with where it stands.
type DynamicKeys = Vec<(usize, Expression)>;

/// The resource that an address names, and those of its keys that are expressions, each with its part.
fn import_target(to: &Expression) -> Result<(Endpoint, DynamicKeys), Box<Diagnostic>> {
    let refuse = |detail: &str| Err(Box::new(Diagnostic::error("Invalid address", detail).at(to.range())));
    let (traversal, keys) = dynamic_keys(to)?;
    let target = Endpoint::parse(&traversal)?;
    let mut parts = Vec::new();
    for (steps, key) in keys {
        let mut before = traversal.clone();
        before.steps.truncate(steps);
        let before = Endpoint::parse(&before)?;
        let part = match (&before.resource, before.modules.last()) {
            (Some(ResourceInstance { key: None, .. }), _) => before.modules.len(),
            (None, Some((_, None))) => before.modules.len() - 1,
            _ => return refuse("A module or a resource has one key at most."),
        };
        parts.push((part, key));
    }
    match &target.resource {
        Some(_) => Ok((target, parts)),
        None => refuse("The address of a resource is required, not of a module."),
    }
}

/// A reference without those of its keys that are expressions, and each of these with the number of the steps before.
fn dynamic_keys(expr: &Expression) -> Result<(AbsTraversal, DynamicKeys), Box<Diagnostic>> {
    let Expression::Native(tree, id) = expr else { return Ok((expr.as_traversal()?, Vec::new())) };
    let handle = |id| Expression::Native(tree.clone(), id);
    match tree.expr(*id).kind {
        ExprKind::Index(collection, key) => {
            let (traversal, mut keys) = dynamic_keys(&handle(collection))?;
            keys.push((traversal.steps.len(), handle(key)));
            Ok((traversal, keys))
        }
        ExprKind::RelativeTraversal(source, steps) => {
            let (mut traversal, keys) = dynamic_keys(&handle(source))?;
            traversal.steps.extend_from_slice(tree.steps(steps));
            Ok((traversal, keys))
        }
        // Words such as `null` are names here.
        ExprKind::Traversal(_) | ExprKind::Literal(_) => Ok((expr.as_traversal()?, Vec::new())),
        _ => {
            let detail =
                "The address to import to is that of a resource instance; only its keys may be expressions.";
            Err(Box::new(Diagnostic::error("Invalid expression", detail).at(expr.range())))
        }
    }
}
