//! Type constraints as written: `list(string)`, `object({ a = optional(number, 1) })`.
//!
//! A constraint looks like an expression but is never evaluated: names stand for types and calls for
//! types made of others. Only the defaults of optional attributes are values.

use std::sync::Arc;

use diag::{Diagnostic, Diagnostics, SourceRange, Span};
use hcl::Expression;
use hcl::eval::EmptyScope;
use hcl::syntax::ast::{ExprKind, Tree};
use smol_str::{SmolStr, ToSmolStr};
use value::convert::{Defaults, convert};
use value::{AttributeType, MAX_NESTING, ObjectType, Type, Value};

const SUMMARY: &str = "Invalid type specification";
const ONLY_OPTIONAL: &str = "Keyword \"optional\" is valid only as a modifier for object type attributes.";

/// Reads a type constraint and the defaults of its optional attributes. What cannot be read stands for
/// any type.
pub fn parse_type(expr: &Expression) -> (Type, Option<Defaults>, Diagnostics) {
    let mut cx = Context { diags: Diagnostics::new(), depth: 0 };
    let constraint = match expr.as_keyword().as_deref() {
        // An old spelling, allowed only as the whole constraint.
        Some("list") => Constraint::plain(Type::list(Type::Dynamic)),
        Some("map") => Constraint::plain(Type::map(Type::Dynamic)),
        Some(_) => Constraint::parse(expr, &mut cx),
        None => match quoted(expr) {
            Some(text) => {
                cx.diags.push(quoted_error(&text, expr));
                Constraint::plain(Type::Dynamic)
            }
            None => Constraint::parse(expr, &mut cx),
        },
    };
    let defaults = Some(constraint.defaults).filter(|defaults| !defaults.is_empty());
    (constraint.ty, defaults, cx.diags)
}

/// The problems found so far, and how deep in the constraint the next part is.
struct Context {
    diags: Diagnostics,
    depth: usize,
}

/// A type with the defaults of its parts.
struct Constraint {
    ty: Type,
    defaults: Defaults,
}

/// What the constructor `name` wants, in the one sentence for all that is wrong with its arguments.
fn wants(name: &str) -> String {
    let what = match name {
        "object" => "the attribute types and values as a map",
        "tuple" => "the element types as a list",
        _ => "the element type",
    };
    format!("The {name} type constructor requires one argument specifying {what}.")
}

impl Constraint {
    fn plain(ty: Type) -> Self {
        Self { defaults: Defaults::none(ty.clone()), ty }
    }

    /// What stands for a constraint that could not be read.
    fn failed(at: SourceRange, detail: impl Into<String>, cx: &mut Context) -> Self {
        cx.diags.push(Diagnostic::error(SUMMARY, detail).at(at));
        Self::plain(Type::Dynamic)
    }

    fn parse(expr: &Expression, cx: &mut Context) -> Self {
        if let Some(keyword) = expr.as_keyword() {
            return Self::keyword(&keyword, expr, cx);
        }
        if cx.depth >= MAX_NESTING {
            let detail = format!("Types cannot be nested more than {MAX_NESTING} levels deep.");
            return Self::failed(expr.range(), detail, cx);
        }
        match TypeCall::of(expr) {
            Some(call) => {
                cx.depth += 1;
                let constraint = Self::call(&call, expr, cx);
                cx.depth -= 1;
                constraint
            }
            None => Self::failed(
                expr.range(),
                "A type specification is either a primitive type keyword (bool, number, string) or a complex type \
                 constructor call, like list(string).",
                cx,
            ),
        }
    }

    fn keyword(keyword: &str, expr: &Expression, cx: &mut Context) -> Self {
        match keyword {
            "bool" => Self::plain(Type::Bool),
            "string" => Self::plain(Type::String),
            "number" => Self::plain(Type::Number),
            "any" => Self::plain(Type::Dynamic),
            "list" | "map" | "set" | "object" | "tuple" => Self::failed(expr.range(), wants(keyword), cx),
            _ => {
                let detail = format!("The keyword {keyword:?} is not a valid type specification.");
                Self::failed(expr.range(), detail, cx)
            }
        }
    }

    fn call(call: &TypeCall, expr: &Expression, cx: &mut Context) -> Self {
        let name = call.name.as_str();
        match name {
            "bool" | "string" | "number" => {
                let detail = format!("Primitive type keyword {name:?} does not expect arguments.");
                return Self::failed(call.args_range(), detail, cx);
            }
            "any" => {
                let detail = "Type constraint keyword \"any\" does not expect arguments.";
                return Self::failed(call.args_range(), detail, cx);
            }
            "optional" => return Self::failed(call.name_range(), ONLY_OPTIONAL, cx),
            "list" | "set" | "map" | "object" | "tuple" => {}
            _ => {
                return Self::failed(
                    expr.range(),
                    format!("Keyword {name:?} is not a valid type constructor."),
                    cx,
                );
            }
        }
        let argument = match call.args.as_slice() {
            [argument] => argument,
            [] => return Self::failed(call.args_range(), wants(name), cx),
            [_, extra, ..] => return Self::failed(extra.range(), wants(name), cx),
        };
        let of = match name {
            "object" => return Self::object(argument, cx),
            "tuple" => return Self::tuple(argument, cx),
            "list" => Type::list,
            "set" => Type::set,
            _ => Type::map,
        };
        let element = Self::parse(argument, cx);
        let mut whole = Self::plain(of(element.ty));
        whole.add_child("", element.defaults);
        whole
    }

    fn tuple(argument: &Expression, cx: &mut Context) -> Self {
        let Some(items) = bare(argument).and_then(|argument| argument.as_list().ok()) else {
            let detail = "Tuple type constructor requires a list of element types.";
            return Self::failed(argument.range(), detail, cx);
        };
        let elements: Vec<Constraint> = items.iter().map(|item| Self::parse(item, cx)).collect();
        let mut whole = Self::plain(Type::tuple(elements.iter().map(|element| element.ty.clone())));
        for (at, element) in elements.into_iter().enumerate() {
            whole.add_child(&at.to_string(), element.defaults);
        }
        whole
    }

    fn object(argument: &Expression, cx: &mut Context) -> Self {
        let Some(pairs) = bare(argument).and_then(|argument| argument.as_pairs().ok()) else {
            return Self::failed(
                argument.range(),
                "Object type constructor requires a map whose keys are attribute names and whose values are the \
                 corresponding attribute types.",
                cx,
            );
        };
        let mut attributes: Vec<AttributeType> = Vec::new();
        let mut defaults = Defaults::none(Type::Dynamic);
        for (key, item) in &pairs {
            let Some(name) = key.as_keyword() else {
                let detail = "Object constructor map keys must be attribute names.";
                cx.diags.push(Diagnostic::error(SUMMARY, detail).at(key.range()));
                continue;
            };
            if attributes.iter().any(|known| known.name == name) {
                let detail = "Object constructor map keys must be unique.";
                cx.diags.push(Diagnostic::error(SUMMARY, detail).at(key.range()));
                continue;
            }
            let attribute = Attribute::parse(item, cx);
            defaults.values.extend(attribute.default.map(|default| (name.clone(), default)));
            if !attribute.constraint.defaults.is_empty() {
                defaults.children.insert(name.clone(), attribute.constraint.defaults);
            }
            attributes.push(AttributeType {
                name,
                ty: attribute.constraint.ty,
                optional: attribute.optional,
            });
        }
        let ty = Type::Object(Arc::new(ObjectType::new(attributes)));
        defaults.ty = ty.clone();
        Self { ty, defaults }
    }

    fn add_child(&mut self, name: &str, defaults: Defaults) {
        if !defaults.is_empty() {
            self.defaults.children.insert(name.to_smolstr(), defaults);
        }
    }
}

/// An attribute of an object type, whose type may be wrapped in `optional(...)`.
struct Attribute {
    constraint: Constraint,
    optional: bool,
    default: Option<Value>,
}

impl Attribute {
    fn parse(expr: &Expression, cx: &mut Context) -> Self {
        let Some(call) = TypeCall::of(expr).filter(|call| call.name == "optional") else {
            return Self { constraint: Constraint::parse(expr, cx), optional: false, default: None };
        };
        let wrong = match call.args.len() {
            0 => Some("Optional attribute modifier requires the attribute type as its argument."),
            1 | 2 => None,
            _ => Some(
                "Optional attribute modifier expects at most two arguments: the attribute type, and a default value.",
            ),
        };
        if let Some(detail) = wrong {
            cx.diags.push(Diagnostic::error(SUMMARY, detail).at(call.args_range()));
        }
        let mut constraint = Constraint::plain(Type::Dynamic);
        if let Some(ty) = call.args.first() {
            constraint = Constraint::parse(ty, cx);
        }
        let default = call.args.get(1).filter(|_| wrong.is_none());
        let default = default.and_then(|default| constant(default, &constraint.ty, cx));
        Self { constraint, optional: true, default }
    }
}

/// A default value, which is constant and of the attribute's type.
fn constant(expr: &Expression, ty: &Type, cx: &mut Context) -> Option<Value> {
    let (value, problems) = expr.eval(&EmptyScope);
    let failed = problems.has_errors();
    cx.diags.append(problems);
    if failed {
        return None;
    }
    match convert(&value, ty) {
        Ok(value) => Some(value),
        Err(error) => {
            let detail = format!(
                "This default value is not compatible with the attribute's type constraint: {error}."
            );
            cx.diags.push(
                Diagnostic::error("Invalid default value for optional attribute", detail).at(expr.range()),
            );
            None
        }
    }
}

/// A call in native syntax. Where its parts stand is found out only when something is wrong with them.
struct TypeCall {
    tree: Arc<Tree>,
    name: SmolStr,
    name_span: Span,
    args: Vec<Expression>,
    /// From the opening to the closing parenthesis.
    args_span: Span,
}

impl TypeCall {
    fn of(expr: &Expression) -> Option<Self> {
        let (tree, id) = match expr {
            Expression::Native(tree, id) => (tree.clone(), *id),
            Expression::Data(data) => data.as_embedded().ok()?,
        };
        let ExprKind::Call(index) = tree.expr(id).kind else { return None };
        let call = tree.call(index);
        Some(Self {
            name: call.name.clone(),
            name_span: call.name_span,
            args: tree.expr_run(call.args).iter().map(|arg| Expression::Native(tree.clone(), *arg)).collect(),
            args_span: call.open_paren.to(call.close_paren),
            tree,
        })
    }

    fn name_range(&self) -> SourceRange {
        self.tree.range(self.name_span)
    }

    fn args_range(&self) -> SourceRange {
        self.tree.range(self.args_span)
    }
}

/// The kind of an expression in native syntax.
fn native_kind(expr: &Expression) -> Option<(&Arc<Tree>, ExprKind)> {
    match expr {
        Expression::Native(tree, id) => Some((tree, tree.expr(*id).kind)),
        Expression::Data(_) => None,
    }
}

/// The expression unless it is in parentheses, which types never are.
fn bare(expr: &Expression) -> Option<&Expression> {
    (!matches!(native_kind(expr), Some((_, ExprKind::Parens(_))))).then_some(expr)
}

/// The text of a constant string in native syntax, where types were written in quotes long ago.
fn quoted(expr: &Expression) -> Option<SmolStr> {
    match native_kind(expr)? {
        (tree, ExprKind::Literal(index)) => tree.literal(index).as_smol_str().cloned(),
        (tree, ExprKind::Template(parts)) => match tree.expr_run(parts) {
            [part] => quoted(&Expression::Native(tree.clone(), *part)),
            _ => None,
        },
        _ => None,
    }
}

fn quoted_error(text: &str, expr: &Expression) -> Diagnostic {
    let (summary, detail) = match text {
        "string" => (
            "Invalid quoted type constraints",
            "A type constraint is written without quotes. Remove the quotes around \"string\".".to_owned(),
        ),
        "list" | "map" => (
            "Invalid quoted type constraints",
            format!(
                "A type constraint is written without quotes. Remove the quotes around {text:?} and write \
                 {text}(string) instead to explicitly indicate that the {text} elements are strings."
            ),
        ),
        _ => (
            "Invalid legacy variable type hint",
            "To provide a full type expression, remove the surrounding quotes and give the type expression directly."
                .to_owned(),
        ),
    };
    Diagnostic::error(summary, detail).at(expr.range())
}

#[cfg(test)]
mod tests {
    use diag::SourceFile;
    use hcl::BodySchema;
    use hcl::syntax::{parse_config, parse_expression};

    use super::*;

    fn native(text: &str) -> (Type, Option<Defaults>, Diagnostics) {
        let (tree, id, diags) = parse_expression(SourceFile::new("t", text.as_bytes()));
        assert!(diags.is_empty(), "{text}: {diags:?}");
        parse_type(&Expression::Native(tree, id))
    }

    #[test]
    fn types() {
        let check = |text: &str, expect: &str| {
            let (ty, _, diags) = native(text);
            assert!(diags.is_empty(), "{text}: {diags:?}");
            assert_eq!(format!("{ty:?}"), expect, "{text}");
        };
        check("string", "string");
        check("any", "any");
        check("list", "list(any)");
        check("map", "map(any)");
        check("list(string...)", "list(string)");
        check("set(map(number))", "set(map(number))");
        check("tuple([])", "tuple([])");
        check("tuple([string, list(bool)])", "tuple([string,list(bool)])");
        check("object({})", "object({})");
        check("object({ b = string, a = optional(number) })", "object({a=optional(number),b=string})");
        check("object({ null = any })", "object({null=any})");
    }

    #[test]
    fn defaults() {
        let check = |text: &str, value: Value, expect: &str| {
            let (ty, defaults, diags) = native(text);
            assert!(diags.is_empty(), "{text}: {diags:?}");
            let value = convert(&defaults.expect("defaults").apply(&value), &ty).expect("fits");
            assert_eq!(format!("{value:?}"), expect, "{text}");
        };
        let empty = || Value::object(Vec::<(SmolStr, Value)>::new());
        check("object({ a = optional(string, 1) })", empty(), r#"{"a": "1"}"#);
        check("object({ a = optional(list(any), [1, \"b\"]) })", empty(), r#"{"a": list["1", "b"]}"#);
        let nested = "object({ a = optional(object({ b = optional(number, 5) }), {}) })";
        check(nested, empty(), r#"{"a": {"b": 5}}"#);
        check(
            "list(object({ a = optional(bool, true) }))",
            Value::tuple(vec![empty()]),
            r#"list[{"a": true}]"#,
        );
        check(
            "tuple([object({ a = optional(bool, true) })])",
            Value::tuple(vec![empty()]),
            r#"[{"a": true}]"#,
        );
        assert!(native("object({ a = optional(string) })").1.is_none());
    }

    #[test]
    fn mistakes() {
        // Each as `summary words @ start-end`, all of the given text's first line.
        let check = |text: &str, expect: &[(&str, u32, u32)]| {
            let (_, _, diags) = native(text);
            let found: Vec<(String, u32, u32)> = diags
                .iter()
                .map(|d| {
                    let range = d.subject.as_ref().expect("a place");
                    (format!("{}: {}", d.summary, d.detail), range.start.column, range.end.column)
                })
                .collect();
            assert_eq!(found.len(), expect.len(), "{text}: {found:?}");
            for ((found, start, end), (words, want_start, want_end)) in found.iter().zip(expect) {
                assert!(found.contains(words), "{text}: {found}");
                assert_eq!((start, end), (want_start, want_end), "{text}: {found}");
            }
        };
        check("foo", &[("Invalid type specification: The keyword \"foo\"", 1, 4)]);
        check("null", &[("The keyword \"null\"", 1, 5)]);
        check("set", &[("The set type constructor", 1, 4)]);
        check("list(list)", &[("The list type constructor", 6, 10)]);
        check("list()", &[("The list type constructor", 5, 7)]);
        check("list(string, string)", &[("The list type constructor", 14, 20)]);
        check("tuple([string], 2)", &[("The tuple type constructor", 17, 18)]);
        check("tuple({})", &[("requires a list of element types", 7, 9)]);
        check("object([])", &[("requires a map whose keys", 8, 10)]);
        check("object(({}))", &[("requires a map whose keys", 8, 12)]);
        check("object({ a = string, a = number })", &[("must be unique", 22, 23)]);
        check(
            "object({ \"a\" = foo, b = bar })",
            &[("must be attribute names", 10, 13), ("\"bar\"", 25, 28)],
        );
        check("object({ (a) = string })", &[("must be attribute names", 10, 13)]);
        check("optional(string)", &[("valid only as a modifier", 1, 9)]);
        check("object({ a = optional() })", &[("requires the attribute type", 22, 24)]);
        check("object({ a = optional(string, 1, 2) })", &[("at most two arguments", 22, 36)]);
        check(
            "object({ a = optional(number, \"x\") })",
            &[("Invalid default value for optional attribute", 31, 34)],
        );
        check("object({ a = optional(string, var.x) })", &[("Variables not allowed", 31, 34)]);
        check("string()", &[("Primitive type keyword", 7, 9)]);
        check("any(1)", &[("Type constraint keyword \"any\"", 4, 7)]);
        check("bar(string)", &[("not a valid type constructor", 1, 12)]);
        check("a.b", &[("either a primitive type keyword", 1, 4)]);
        check("(string)", &[("either a primitive type keyword", 1, 9)]);
        check("(list(string))", &[("either a primitive type keyword", 1, 15)]);
        check("\"string\"", &[("Invalid quoted type constraints", 1, 9)]);
        check("\"map\"", &[("map(string)", 1, 6)]);
        check("\"list(string)\"", &[("Invalid legacy variable type hint", 1, 15)]);
        check("list(\"string\")", &[("either a primitive type keyword", 6, 14)]);
        let deep = format!("{}string{}", "list(\n".repeat(2000), ")".repeat(2000));
        check(&deep, &[("nested more than 1000 levels deep", 1, 1007)]);
        check("\"${string}\"", &[("either a primitive type keyword", 1, 12)]);
    }

    #[test]
    fn types_in_other_spellings() {
        let of = |expr: &Expression| format!("{:?}", parse_type(expr).0);
        let json =
            br#"{"a": "list", "b": "object({ x = optional(string) })", "c": "number", "d": "list(foo)"}"#;
        let (body, _) = hcl::data::parse_json(SourceFile::new("t.json", &json[..]));
        let (content, _) = body.content(&BodySchema::of(&["a", "b", "c", "d"], &[]));
        let found: Vec<String> = content.attributes.iter().map(|attribute| of(&attribute.expr)).collect();
        assert_eq!(found, ["list(any)", "object({x=optional(string)})", "number", "list(any)"]);
        let (_, _, diags) = parse_type(&content.attributes[3].expr);
        assert_eq!(
            diags.iter().next().and_then(|d| d.subject.as_ref()).map(|range| range.start.column),
            Some(82)
        );

        let (tree, body, _) = parse_config(SourceFile::new("t", &b"a = <<E\nstring\nE\n"[..]));
        let (attributes, _) = hcl::Body::native(tree, body).just_attributes();
        let (_, _, diags) = parse_type(&attributes[0].expr);
        assert_eq!(
            diags.iter().next().map(|d| d.summary.as_str()),
            Some("Invalid legacy variable type hint")
        );
    }
}
