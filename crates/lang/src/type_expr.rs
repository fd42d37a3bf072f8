//! Type constraints as written: `list(string)`, `object({ a = optional(number, 1) })`.

use diag::{Diagnostic, Diagnostics};
use hcl::eval::EmptyScope;
use hcl::{Expression, StaticCall};
use smol_str::{SmolStr, ToSmolStr};
use value::convert::{Defaults, convert};
use value::{AttributeType, ObjectType, Type};

const SUMMARY: &str = "Invalid type specification";

/// Reads a type constraint and the defaults of its optional attributes.
pub fn parse_type(expr: &Expression) -> (Type, Option<Defaults>, Diagnostics) {
    let mut diags = Diagnostics::new();
    let constraint = Constraint::parse(expr, &mut diags);
    let defaults = Some(constraint.defaults).filter(|defaults| !defaults.is_empty());
    (constraint.ty, defaults, diags)
}

/// A type with the defaults of its parts.
struct Constraint {
    ty: Type,
    defaults: Defaults,
}

impl Constraint {
    fn plain(ty: Type) -> Self {
        Self { defaults: Defaults::none(ty.clone()), ty }
    }

    /// What stands for a constraint that could not be read; a diagnostic was given.
    fn failed(expr: &Expression, detail: impl Into<String>, diags: &mut Diagnostics) -> Self {
        diags.push(Diagnostic::error(SUMMARY, detail).at(expr.range()));
        Self::plain(Type::Dynamic)
    }

    fn parse(expr: &Expression, diags: &mut Diagnostics) -> Self {
        if let Some(keyword) = expr.as_keyword() {
            return Self::parse_keyword(&keyword, expr, diags);
        }
        if let Some(call) = expr.as_call() {
            return Self::parse_call(&call, expr, diags);
        }
        if let Some(legacy) = quoted_legacy(expr) {
            let detail = format!(
                "Type constraints are written without quotes: {legacy} instead of {legacy:?}, and for collections \
                 with the element type, as in list(string) and map(string)."
            );
            diags.push(Diagnostic::error("Invalid quoted type constraints", detail).at(expr.range()));
            return Self::plain(Type::Dynamic);
        }
        Self::failed(
            expr,
            "A type specification is either a primitive type keyword (bool, number, string) or a complex type \
             constructor call, like list(string).",
            diags,
        )
    }

    fn parse_keyword(keyword: &str, expr: &Expression, diags: &mut Diagnostics) -> Self {
        match keyword {
            "bool" => Self::plain(Type::Bool),
            "string" => Self::plain(Type::String),
            "number" => Self::plain(Type::Number),
            "any" => Self::plain(Type::Dynamic),
            // Bare collection names are an old spelling of "of anything".
            "list" => Self::plain(Type::list(Type::Dynamic)),
            "map" => Self::plain(Type::map(Type::Dynamic)),
            "set" => Self::failed(expr, "The set type constructor requires one argument specifying the element type.", diags),
            "object" => Self::failed(
                expr,
                "The object type constructor requires one argument specifying the attribute types and values as a map.",
                diags,
            ),
            "tuple" => Self::failed(
                expr,
                "The tuple type constructor requires one argument specifying the element types as a list.",
                diags,
            ),
            other => Self::failed(expr, format!("The keyword {other:?} is not a valid type specification."), diags),
        }
    }

    fn parse_call(call: &StaticCall, expr: &Expression, diags: &mut Diagnostics) -> Self {
        let name = call.name.as_str();
        match name {
            "bool" | "string" | "number" | "any" => {
                return Self::failed(expr, format!("Primitive type keyword {name:?} does not expect arguments."), diags);
            }
            "optional" => {
                return Self::failed(
                    expr,
                    "Keyword \"optional\" is valid only as a modifier for object type attributes.",
                    diags,
                );
            }
            "list" | "set" | "map" | "object" | "tuple" => {}
            _ => {
                return Self::failed(expr, format!("Keyword {name:?} is not a valid type constructor."), diags);
            }
        }
        let [argument] = call.args.as_slice() else {
            let what = match name {
                "object" => "the attribute types and values as a map",
                "tuple" => "the element types as a list",
                _ => "the element type",
            };
            return Self::failed(expr, format!("The {name} type constructor requires one argument specifying {what}."), diags);
        };
        match name {
            "object" => Self::parse_object(argument, diags),
            "tuple" => Self::parse_tuple(argument, diags),
            _ => {
                let element = Self::parse(argument, diags);
                let ty = match name {
                    "list" => Type::list(element.ty),
                    "set" => Type::set(element.ty),
                    _ => Type::map(element.ty),
                };
                let mut whole = Self::plain(ty);
                whole.add_child("", element.defaults);
                whole
            }
        }
    }

    fn parse_tuple(argument: &Expression, diags: &mut Diagnostics) -> Self {
        let Ok(items) = argument.as_list() else {
            return Self::failed(argument, "Tuple type constructor requires a list of element types.", diags);
        };
        let elements: Vec<Constraint> = items.iter().map(|item| Self::parse(item, diags)).collect();
        let mut whole = Self::plain(Type::tuple(elements.iter().map(|element| element.ty.clone())));
        for (at, element) in elements.into_iter().enumerate() {
            whole.add_child(&at.to_string(), element.defaults);
        }
        whole
    }

    fn parse_object(argument: &Expression, diags: &mut Diagnostics) -> Self {
        let Ok(pairs) = argument.as_pairs() else {
            return Self::failed(
                argument,
                "Object type constructor requires a map whose keys are attribute names and whose values are the \
                 corresponding attribute types.",
                diags,
            );
        };
        let mut attributes: Vec<AttributeType> = Vec::new();
        let mut children: Vec<(SmolStr, Defaults)> = Vec::new();
        let mut values = Vec::new();
        for (key, item) in &pairs {
            let Some(name) = key.as_keyword().or_else(|| key.as_key()) else {
                let detail = "Object constructor map keys must be attribute names.";
                diags.push(Diagnostic::error(SUMMARY, detail).at(key.range()));
                continue;
            };
            let attribute = OptionalAttribute::parse(item, diags);
            if let Some(default) = attribute.default {
                values.push((name.clone(), default));
            }
            children.push((name.clone(), attribute.constraint.defaults));
            attributes.push(AttributeType { name, ty: attribute.constraint.ty, optional: attribute.optional });
        }
        let mut whole = Self::plain(Type::Object(std::sync::Arc::new(ObjectType::new(attributes))));
        whole.defaults.values.extend(values);
        for (name, defaults) in children {
            whole.add_child(&name, defaults);
        }
        whole
    }

    fn add_child(&mut self, name: &str, defaults: Defaults) {
        if !defaults.is_empty() {
            self.defaults.children.insert(name.to_smolstr(), defaults);
        }
    }
}

/// The type of an object attribute, which may be wrapped in `optional(...)`.
struct OptionalAttribute {
    constraint: Constraint,
    optional: bool,
    default: Option<value::Value>,
}

impl OptionalAttribute {
    fn parse(expr: &Expression, diags: &mut Diagnostics) -> Self {
        let required = |constraint| Self { constraint, optional: false, default: None };
        let Some(call) = expr.as_call().filter(|call| call.name == "optional") else {
            return required(Constraint::parse(expr, diags));
        };
        let Some(inner) = call.args.first() else {
            return required(Constraint::failed(
                expr,
                "Optional attribute modifier requires the attribute type as its argument.",
                diags,
            ));
        };
        let constraint = Constraint::parse(inner, diags);
        if let Some(extra) = call.args.get(2) {
            let detail = "Optional attribute modifier expects only one or two arguments: the attribute type and a default.";
            diags.push(Diagnostic::error(SUMMARY, detail).at(extra.range()));
        }
        let default = call.args.get(1).and_then(|default| constant_default(default, &constraint, diags));
        Self { constraint, optional: true, default }
    }
}

fn constant_default(expr: &Expression, constraint: &Constraint, diags: &mut Diagnostics) -> Option<value::Value> {
    let (value, more) = expr.eval(&EmptyScope);
    let failed = more.has_errors();
    diags.append(more);
    if failed {
        return None;
    }
    let value = if value.is_null() { value } else { constraint.defaults.apply(&value) };
    match convert(&value, &constraint.ty) {
        Ok(value) => Some(value),
        Err(error) => {
            let detail = format!("This default value is not compatible with the attribute's type constraint: {error}.");
            diags.push(Diagnostic::error("Invalid default value for optional attribute", detail).at(expr.range()));
            None
        }
    }
}

/// The old spelling with quotes, which is refused with a hint.
fn quoted_legacy(expr: &Expression) -> Option<SmolStr> {
    let (value, diags) = expr.eval(&EmptyScope);
    let text = value.as_smol_str().filter(|_| !diags.has_errors())?;
    matches!(text.as_str(), "string" | "list" | "map").then(|| text.clone())
}
