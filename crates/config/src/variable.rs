//! `variable` blocks.

use diag::{Diagnostic, Diagnostics, SourceRange};
use hcl::eval::EmptyScope;
use hcl::{Attribute, BodyBlock, BodySchema};
use lang::type_expr::parse_type;
use smol_str::SmolStr;
use value::convert::{Defaults, convert};
use value::{Type, Value};

use crate::condition::{Condition, refuse_override};
use crate::decode::{Decode, NAME_RULE, replace};

/// An input variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name.
    pub name: SmolStr,
    /// The type that values are converted to.
    pub ty: Type,
    /// Whether the type is written; otherwise it is any.
    pub has_type: bool,
    /// Defaults of optional object attributes in the type.
    pub type_defaults: Option<Defaults>,
    /// The value when none is given, converted already; nothing when one must be given.
    pub default: Option<Value>,
    /// For people.
    pub description: Option<String>,
    /// Whether its value is a secret; nothing where it is not said.
    pub sensitive: Option<bool>,
    /// Whether its value must not be stored; nothing where it is not said.
    pub ephemeral: Option<bool>,
    /// Whether null is a value instead of standing for the default; nothing where it is not said.
    pub nullable: Option<bool>,
    /// Whether its value is known before anything is planned, or must not be needed then; nothing where it is not said.
    pub constant: Option<bool>,
    /// What to tell those who still set it.
    pub deprecated: Option<String>,
    /// The `validation` blocks.
    pub validations: Vec<Condition>,
    /// Where it is declared.
    pub range: SourceRange,
}

/// Names that `module` blocks use for themselves.
const RESERVED: &[&str] = &[
    "source",
    "version",
    "providers",
    "count",
    "for_each",
    "lifecycle",
    "depends_on",
    "locals",
    "provider",
    "_",
];

const BAD_DEFAULT: &str = "Invalid default value for variable";

/// Why a given value is none for a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueError {
    /// No value is given and there is no default.
    Missing,
    /// Null is given where null is no value and there is no default.
    Null,
    /// It cannot be converted; the reason.
    Type(String),
}

impl Variable {
    /// Whether a value must be given.
    pub fn is_required(&self) -> bool {
        self.default.is_none()
    }

    /// Whether null is a value; otherwise it stands for the default.
    pub fn is_nullable(&self) -> bool {
        self.nullable.unwrap_or(true)
    }

    /// Whether text given on a command line stands for itself, instead of being an expression.
    pub fn takes_text(&self) -> bool {
        !self.has_type || self.ty.is_primitive()
    }

    /// The value of the variable for a given one, or for none: converted, defaulted and marked.
    pub fn value_for(&self, given: Option<Value>) -> Result<Value, ValueError> {
        let was_given = given.is_some();
        let given = given.filter(|given| self.is_nullable() || !given.is_null());
        let Some(value) = given.or_else(|| self.default.clone()) else {
            return Err(if was_given { ValueError::Null } else { ValueError::Missing });
        };
        Ok(self.marked(self.convert(&value).map_err(ValueError::Type)?))
    }

    /// Converts to the variable's type, with the defaults of optional attributes filled in.
    pub fn convert(&self, value: &Value) -> Result<Value, String> {
        let value = match &self.type_defaults {
            Some(defaults) if !value.is_null() => defaults.apply(value),
            _ => value.clone(),
        };
        convert(&value, &self.ty).map_err(|error| error.to_string())
    }

    /// A value with the marks that the declaration gives it.
    pub fn marked(&self, mut value: Value) -> Value {
        if self.sensitive == Some(true) {
            value = value.sensitive();
        }
        if self.ephemeral == Some(true) {
            value = value.with_marks(&value::Marks::ephemeral());
        }
        value
    }

    /// Reads a `variable` block.
    pub(crate) fn decode(block: &BodyBlock, is_override: bool) -> (Variable, Diagnostics) {
        let schema = BodySchema::of(
            &["description", "default", "type", "sensitive", "ephemeral", "nullable", "deprecated", "const"],
            &[("validation", &[])],
        );
        let mut decode = Decode::whole(block, &schema);
        let name = block.label(0).clone();
        check_name(&name, &mut decode);
        let mut type_is_broken = false;
        let (ty, type_defaults) = match decode.expr("type") {
            Some(expr) => {
                let (ty, defaults, more) = parse_type(&expr);
                type_is_broken = more.has_errors();
                decode.diags.append(more);
                (ty, defaults)
            }
            None => (Type::Dynamic, None),
        };
        let constant = decode.bool("const");
        // One that cannot be used refuses null.
        let nullable = decode.bool("nullable").or(decode.content.attribute("nullable").map(|_| false));
        let mut variable = Variable {
            name,
            constant,
            ty,
            has_type: decode.content.attribute("type").is_some(),
            type_defaults,
            default: None,
            description: decode.text("description"),
            sensitive: decode.bool("sensitive"),
            ephemeral: decode.bool("ephemeral"),
            nullable,
            deprecated: decode.text("deprecated"),
            validations: Vec::new(),
            range: block.range(),
        };
        for block in decode.content.blocks_of("validation") {
            if is_override {
                decode.diags.push(refuse_override(block));
                continue;
            }
            let (condition, more) = Condition::decode(block);
            decode.diags.append(more);
            decode.diags.extend(variable.check_validation(&condition));
            variable.validations.push(condition);
        }
        if let Some(attribute) = decode.content.attribute("default") {
            // Where the type is not known, whether the default is of that type is not asked.
            let open = type_is_broken || (is_override && !variable.has_type);
            variable.decode_default(attribute, open, &mut decode.diags);
        }
        (variable, decode.diags)
    }

    /// A validation that does not look at the variable cannot be about its value.
    fn check_validation(&self, validation: &Condition) -> Option<Diagnostic> {
        let condition = validation.condition.as_ref()?;
        let about_itself = condition
            .references()
            .iter()
            .any(|traversal| traversal.root == "var" && first_name(traversal) == Some(&self.name));
        (!about_itself).then(|| {
            let name = &self.name;
            let detail = format!(
                "The condition for variable {name:?} must refer to var.{name}, whose value it checks."
            );
            Diagnostic::error("Invalid variable validation condition", detail).at(condition.range())
        })
    }

    /// Reads the default; its type is open in an override file, where that of the other declaration counts.
    fn decode_default(&mut self, attribute: &Attribute, open: bool, diags: &mut Diagnostics) {
        // What is wrong inside does not change what it is: it may be of the wrong type besides.
        let (value, more) = attribute.expr.eval(&EmptyScope);
        diags.append(more);
        let null_refused = value.is_null() && !self.is_nullable();
        let converted = if open { Ok(value.clone()) } else { self.convert(&value) };
        let mut refuse =
            |detail: String| diags.push(Diagnostic::error(BAD_DEFAULT, detail).at(attribute.expr.range()));
        self.default = Some(converted.unwrap_or_else(|message| {
            refuse(format!(
                "This default value is not compatible with the variable's type constraint: {message}."
            ));
            Value::unknown(self.ty.clone())
        }));
        if null_refused {
            refuse("A null default value is not valid when nullable=false.".to_owned());
        }
    }

    /// Takes over what an override file says.
    pub(crate) fn override_with(&mut self, over: Variable, diags: &mut Diagnostics) {
        let (type_given, default_given) = (over.has_type, over.default.is_some());
        replace(&mut self.description, over.description);
        replace(&mut self.sensitive, over.sensitive);
        replace(&mut self.ephemeral, over.ephemeral);
        replace(&mut self.nullable, over.nullable);
        replace(&mut self.constant, over.constant);
        replace(&mut self.deprecated, over.deprecated);
        replace(&mut self.default, over.default);
        if type_given {
            self.ty = over.ty;
            self.has_type = true;
            self.type_defaults = over.type_defaults;
        }
        let Some(default) = &self.default else { return };
        let problem = match self.convert(default) {
            Ok(value) => {
                let null_refused = value.is_null() && !self.is_nullable();
                self.default = Some(value);
                null_refused.then(|| "A null default value is not valid when nullable=false.".to_owned())
            }
            Err(message) if type_given && !default_given => Some(format!(
                "The default value does not fit the type constraint of the override file: {message}."
            )),
            Err(message) if default_given && !type_given => Some(format!(
                "The default value of the override file does not fit the type constraint: {message}."
            )),
            Err(message) => Some(format!("The default value does not fit the type constraint: {message}.")),
        };
        diags.extend(problem.map(|detail| Diagnostic::error(BAD_DEFAULT, detail).at(over.range)));
    }
}

fn first_name(traversal: &hcl::AbsTraversal) -> Option<&SmolStr> {
    match &traversal.steps.first()?.kind {
        hcl::syntax::ast::StepKind::Attr(name) => Some(name),
        hcl::syntax::ast::StepKind::Index(_) => None,
    }
}

fn check_name(name: &str, decode: &mut Decode<'_>) {
    let detail = if RESERVED.contains(&name) {
        format!("The variable name {name:?} is reserved due to its special meaning inside module blocks.")
    } else if !hcl::syntax::is_valid_identifier(name) {
        NAME_RULE.to_owned()
    } else {
        return;
    };
    decode.error("Invalid variable name", detail, decode.block.label_range(0));
}
