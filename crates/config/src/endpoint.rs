//! Addresses as `moved`, `removed` and `import` blocks write them: `module.a["x"].aws_instance.b[0]`.

use std::fmt;

use addrs::{InstanceKey, Resource, ResourceInstance, ResourceMode};
use diag::Diagnostic;
use hcl::AbsTraversal;
use hcl::syntax::ast::{Step, StepKind};
use smol_str::SmolStr;

/// A call of a module, with the key of one of its instances.
type ModuleStep = (SmolStr, Option<InstanceKey>);

/// A module or a resource below the module that the address is written in, with or without keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// The calls that lead to it.
    pub modules: Vec<ModuleStep>,
    /// The resource; nothing when a module is meant.
    pub resource: Option<ResourceInstance>,
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, key)) in self.modules.iter().enumerate() {
            let dot = if index == 0 { "" } else { "." };
            write!(f, "{dot}module.{name}")?;
            key.iter().try_for_each(|key| key.fmt(f))?;
        }
        match &self.resource {
            Some(resource) if self.modules.is_empty() => resource.fmt(f),
            Some(resource) => write!(f, ".{resource}"),
            None => Ok(()),
        }
    }
}

impl Endpoint {
    /// The same without keys: what is declared, not which of its instances.
    pub(crate) fn without_keys(&self) -> Endpoint {
        Endpoint {
            modules: self.modules.iter().map(|(name, _)| (name.clone(), None)).collect(),
            resource: self
                .resource
                .as_ref()
                .map(|found| ResourceInstance { resource: found.resource.clone(), key: None }),
        }
    }
}

/// The steps of an address, the first name included.
struct Steps<'a> {
    traversal: &'a AbsTraversal,
    next: usize,
}

type Checked<T> = Result<T, Box<Diagnostic>>;

impl<'a> Steps<'a> {
    /// The next name; nothing at the end, an error where something else stands.
    fn name(&mut self) -> Checked<Option<&'a SmolStr>> {
        let at = self.next;
        self.next += 1;
        if at == 0 {
            return Ok(Some(&self.traversal.root));
        }
        match self.traversal.steps.get(at - 1).map(|step| &step.kind) {
            None => Ok(None),
            Some(StepKind::Attr(name)) => Ok(Some(name)),
            Some(StepKind::Index(_)) => self.refuse("A name is required here, not a key in brackets."),
        }
    }

    /// The key in brackets, if there is one here.
    fn key(&mut self) -> Checked<Option<InstanceKey>> {
        let Some(Step { kind: StepKind::Index(value), .. }) = self.traversal.steps.get(self.next - 1) else {
            return Ok(None);
        };
        self.next += 1;
        if let Some(text) = value.as_smol_str() {
            return Ok(Some(InstanceKey::String(text.clone())));
        }
        match value.as_num().and_then(|number| number.to_string().parse().ok()) {
            Some(index) if index >= 0 => Ok(Some(InstanceKey::Int(index))),
            _ => self.refuse("The key of an instance is a string or a whole number."),
        }
    }

    /// The calls that lead to it, and the resource where it is none of them, up to its name.
    fn names(&mut self, refused: fn(&str) -> bool) -> Checked<(Vec<ModuleStep>, Option<Resource>)> {
        let mut modules = Vec::new();
        let mut name = self.name()?;
        while name.is_some_and(|name| name == "module") {
            let call = self.name().ok().flatten();
            let Some(call) = call else {
                let detail = "The name of a module call must follow \"module.\".";
                return self.refuse_as("Invalid address operator", detail);
            };
            modules.push((call.clone(), self.key()?));
            name = self.name()?;
        }
        let Some(first) = name else { return Ok((modules, None)) };
        if refused(first) {
            let detail = format!(
                "An address cannot start with {:?}: only resources and modules have addresses.",
                first.as_str()
            );
            return Err(Box::new(Diagnostic::error("Invalid address", detail).at(self.traversal.range())));
        }
        let mode = match first.as_str() {
            "data" => ResourceMode::Data,
            "ephemeral" => ResourceMode::Ephemeral,
            _ => ResourceMode::Managed,
        };
        let prefixed = mode != ResourceMode::Managed || first == "resource";
        let type_name = if prefixed { self.name()? } else { Some(first) };
        let resource_name = self.name()?;
        let (Some(type_name), Some(resource_name)) = (type_name, resource_name) else {
            return self
                .refuse("The address of a resource has its type and its name, as in \"aws_instance.web\".");
        };
        let resource = Resource { mode, type_name: type_name.clone(), name: resource_name.clone() };
        Ok((modules, Some(resource)))
    }

    fn is_at_end(&self) -> bool {
        self.next > self.traversal.steps.len()
    }

    /// What was read last, or the end of the address, is not what it should be.
    fn refuse<T>(&self, detail: impl Into<String>) -> Checked<T> {
        self.refuse_as("Invalid address", detail)
    }

    fn refuse_as<T>(&self, summary: &str, detail: impl Into<String>) -> Checked<T> {
        let last = self.next.saturating_sub(2).min(self.traversal.steps.len().saturating_sub(1));
        let at = match self.next {
            0 | 1 => self.traversal.part_range(0),
            _ => self.traversal.step_range(last),
        };
        Err(Box::new(Diagnostic::error(summary, detail).at(at)))
    }
}

impl Endpoint {
    /// Reads an address. Names that start references to values are no types of resources.
    pub fn parse(traversal: &AbsTraversal) -> Checked<Endpoint> {
        let mut steps = Steps { traversal, next: 0 };
        let (modules, resource) = steps.names(|first| first == "tofu" || addrs::NO_TYPES.contains(&first))?;
        let Some(resource) = resource else { return Ok(Endpoint { modules, resource: None }) };
        let key = steps.key()?;
        if !steps.is_at_end() {
            steps.next += 1;
            return steps.refuse("Nothing may follow the address of a resource instance.");
        }
        Ok(Endpoint { modules, resource: Some(ResourceInstance { resource, key }) })
    }

    /// Reads an address of something that is gone. Its type may be called anything, and all its instances are meant.
    pub fn parse_gone(traversal: &AbsTraversal) -> Checked<Endpoint> {
        let mut steps = Steps { traversal, next: 0 };
        let (modules, resource) = steps.names(|_| false)?;
        if modules.iter().any(|(_, key)| key.is_some()) {
            let first = traversal.steps.iter().position(|step| matches!(step.kind, StepKind::Index(_)));
            let at = first.map_or_else(|| traversal.range(), |index| traversal.step_range(index));
            let detail = "All instances of a module are removed together, so the address has no keys.";
            return Err(Box::new(Diagnostic::error("Module instance keys not allowed", detail).at(at)));
        }
        if resource.is_some() && !steps.is_at_end() {
            steps.next += 1;
            let detail = "All instances of a resource are removed together, so nothing follows its name.";
            return steps.refuse_as("Resource instance keys not allowed", detail);
        }
        let resource = resource.map(|resource| ResourceInstance { resource, key: None });
        Ok(Endpoint { modules, resource })
    }

    /// Whether any part has a key.
    pub fn has_keys(&self) -> bool {
        self.modules.iter().any(|(_, key)| key.is_some())
            || self.resource.as_ref().is_some_and(|resource| resource.key.is_some())
    }
}

#[cfg(test)]
mod tests {
    use diag::SourceFile;
    use hcl::Expression;

    use super::*;

    #[test]
    fn addresses() {
        let parse = |text: &str| {
            let (tree, id, _) = hcl::syntax::parse_expression(SourceFile::new("t", text.as_bytes()));
            let traversal = Expression::Native(tree, id).as_traversal().expect("a traversal");
            Endpoint::parse(&traversal).ok().map(|endpoint| endpoint.to_string())
        };
        for text in [
            "aws_instance.b",
            "aws_instance.b[0]",
            "data.aws_ami.x[\"a\"]",
            "module.a",
            "module.a[\"x\"].module.b[1]",
            "module.a.aws_instance.b[0]",
            "module.a[0].data.x.y",
        ] {
            assert_eq!(parse(text).as_deref(), Some(text));
        }
        assert_eq!(parse("resource.a.b").as_deref(), Some("a.b"));
        for text in [
            "var.x",
            "aws_instance",
            "module",
            "data.x",
            "a.b.c",
            "a.b[0].c",
            "module.a[0][1]",
            "a.b[1.5]",
            "a[0].b",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
