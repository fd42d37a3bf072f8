//! `variable` blocks.

use diag::{Diagnostic, Diagnostics, SourceRange};
use hcl::eval::EmptyScope;
use hcl::{BodyBlock, BodySchema};
use lang::type_expr::parse_type;
use smol_str::SmolStr;
use value::convert::{Defaults, convert};
use value::{Type, Value};

/// An input variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: SmolStr,
    /// The type that values are converted to.
    pub ty: Type,
    /// Defaults of optional object attributes in the type.
    pub type_defaults: Option<Defaults>,
    /// The value when none is given, converted already; nothing when one must be given.
    pub default: Option<Value>,
    /// For people.
    pub description: Option<String>,
    /// Whether its value is a secret.
    pub sensitive: bool,
    /// Whether its value must not be stored.
    pub ephemeral: bool,
    /// Whether null is a value; otherwise it stands for the default.
    pub nullable: bool,
    /// The `validation` blocks.
    pub validations: Vec<BodyBlock>,
    /// Where it is declared.
    pub range: SourceRange,
}

/// Names that `module` blocks use for themselves.
const RESERVED: &[&str] =
    &["source", "version", "providers", "count", "for_each", "lifecycle", "depends_on", "locals", "provider", "_"];

impl Variable {
    /// The value of the variable for a given one, or for none: converted, defaulted and marked.
    pub fn value_for(&self, given: Option<Value>) -> Result<Value, Diagnostic> {
        let given = given.filter(|given| self.nullable || !given.is_null());
        let Some(value) = given.or_else(|| self.default.clone()) else {
            let detail = format!(
                "The root module input variable {:?} is not set, and has no default value. Use a -var or -var-file \
                 command line argument to provide a value for this variable.",
                self.name.as_str()
            );
            return Err(Diagnostic::error("No value for required variable", detail).at(self.range.clone()));
        };
        let value = self.convert(&value).map_err(|message| {
            let detail = format!("The given value is not suitable for var.{}: {message}.", self.name);
            Diagnostic::error("Invalid value for input variable", detail).at(self.range.clone())
        })?;
        Ok(self.marked(value))
    }

    fn convert(&self, value: &Value) -> Result<Value, String> {
        let value = match &self.type_defaults {
            Some(defaults) if !value.is_null() => defaults.apply(value),
            _ => value.clone(),
        };
        convert(&value, &self.ty).map_err(|error| error.to_string())
    }

    fn marked(&self, mut value: Value) -> Value {
        if self.sensitive {
            value = value.sensitive();
        }
        if self.ephemeral {
            value = value.with_marks(&value::Marks::ephemeral());
        }
        value
    }

    /// Reads a `variable` block.
    pub(crate) fn decode(block: &BodyBlock) -> (Variable, Diagnostics) {
        let schema = BodySchema::of(
            &["description", "default", "type", "sensitive", "ephemeral", "nullable", "deprecated", "const"],
            &[("validation", &[])],
        );
        let (content, mut diags) = block.body.content(&schema);
        let name = block.label(0).clone();
        check_name(&name, block, &mut diags);
        let (ty, type_defaults) = match content.attribute("type") {
            Some(attribute) => {
                let (ty, defaults, more) = parse_type(&attribute.expr);
                diags.append(more);
                (ty, defaults)
            }
            None => (Type::Dynamic, None),
        };
        let mut flag = |name: &str, default: bool| match content.attribute(name) {
            Some(attribute) => constant_bool(attribute, &mut diags).unwrap_or(default),
            None => default,
        };
        let sensitive = flag("sensitive", false);
        let ephemeral = flag("ephemeral", false);
        let nullable = flag("nullable", true);
        let mut variable = Variable {
            name,
            ty,
            type_defaults,
            default: None,
            description: content.attribute("description").and_then(|attribute| {
                let (value, more) = attribute.expr.eval(&EmptyScope);
                diags.append(more);
                value.as_str().map(str::to_owned)
            }),
            sensitive,
            ephemeral,
            nullable,
            validations: content.blocks_of("validation").cloned().collect(),
            range: block.range(),
        };
        if let Some(attribute) = content.attribute("default") {
            variable.decode_default(attribute, &mut diags);
        }
        (variable, diags)
    }

    fn decode_default(&mut self, attribute: &hcl::Attribute, diags: &mut Diagnostics) {
        const SUMMARY: &str = "Invalid default value for variable";
        let (value, more) = attribute.expr.eval(&EmptyScope);
        let failed = more.has_errors();
        diags.append(more);
        if failed {
            return;
        }
        if value.is_null() && !self.nullable {
            let detail = "A null default value is not valid when nullable=false.";
            diags.push(Diagnostic::error(SUMMARY, detail).at(attribute.expr.range()));
        }
        match self.convert(&value) {
            Ok(value) => self.default = Some(value),
            Err(message) => {
                let detail = format!("This default value is not compatible with the variable's type constraint: {message}.");
                diags.push(Diagnostic::error(SUMMARY, detail).at(attribute.expr.range()));
            }
        }
    }
}

fn check_name(name: &str, block: &BodyBlock, diags: &mut Diagnostics) {
    if RESERVED.contains(&name) {
        let detail = format!("The variable name {name:?} is reserved due to its special meaning inside module blocks.");
        diags.push(Diagnostic::error("Invalid variable name", detail).at(block.label_range(0)));
    } else if !hcl::syntax::is_valid_identifier(name) {
        let detail = "A name must start with a letter or underscore and may contain only letters, digits, underscores, \
                      and dashes.";
        diags.push(Diagnostic::error("Invalid variable name", detail).at(block.label_range(0)));
    }
}

/// The bool that an argument is, which may refer to nothing.
pub(crate) fn constant_bool(attribute: &hcl::Attribute, diags: &mut Diagnostics) -> Option<bool> {
    let (value, more) = attribute.expr.eval(&EmptyScope);
    let failed = more.has_errors();
    diags.append(more);
    if failed {
        return None;
    }
    match convert(&value, &Type::Bool).map(|value| value.as_bool()) {
        Ok(Some(value)) => Some(value),
        _ => {
            let detail = "Unsuitable value type: a bool is required.";
            diags.push(Diagnostic::error("Unsuitable value type", detail).at(attribute.expr.range()));
            None
        }
    }
}
