//! Random values: expressions that refer to earlier declarations by number, so that renaming keeps them.

use super::model::{Kind, Model, Node, Repeat};
use super::rng::Rng;

/// How many ways there are to use a declaration.
const WAYS: usize = 8;

#[derive(Clone)]
pub(super) enum Expr {
    Literal(String),
    Variable(usize),
    /// A variable whose value is a secret.
    Secret,
    /// An attribute of a variable with a type.
    Typed(&'static str),
    /// What an instance knows of itself.
    Own,
    /// One of several ways to use an earlier declaration.
    Refer {
        id: usize,
        way: usize,
    },
    List(Vec<Expr>),
    Object(Vec<Expr>),
    Text(Box<Expr>),
    Sensitive(Box<Expr>),
    Conditional(usize, Box<Expr>),
    /// A function of anything, by its number.
    Call(usize, Box<Expr>),
}

impl Model {
    /// An expression that uses what stands before a place.
    pub(super) fn expr(&self, rng: &mut Rng, before: usize, depth: usize) -> Expr {
        let inner = |rng: &mut Rng| Box::new(self.expr(rng, before, depth.saturating_sub(1)));
        match rng.below(if depth == 0 { 8 } else { 16 }) {
            0 => Expr::Literal(rng.below(5).to_string()),
            1 => Expr::Literal(format!("\"t{}\"", rng.below(5))),
            2 => Expr::Variable(rng.below(self.variables.len())),
            3..=5 | 15 if before > 0 => {
                let id = self.nodes[..before].get(rng.below(before)).map_or(0, |node| node.id);
                Expr::Refer { id, way: rng.below(WAYS) }
            }
            6 => Expr::Own,
            7 if rng.one_in(6) => Expr::Secret,
            7 => Expr::Typed(["a", "b"][rng.below(2)]),
            8 => Expr::List((0..rng.below(4)).map(|_| *inner(rng)).collect()),
            9 => Expr::Object((0..rng.below(3)).map(|_| *inner(rng)).collect()),
            10 => Expr::Text(inner(rng)),
            11 if rng.one_in(3) => Expr::Sensitive(inner(rng)),
            12 => Expr::Conditional(rng.below(self.variables.len()), inner(rng)),
            13 | 14 => Expr::Call(rng.below(7), inner(rng)),
            _ => Expr::Literal(["null", "true", "[]", "{}", "1.5"][rng.below(5)].to_owned()),
        }
    }

    /// Whether a value may hold a secret. Names that are gone hold none.
    pub(super) fn is_secret(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Secret | Expr::Sensitive(_) => true,
            Expr::Refer { id, .. } => self.node_by_id(*id).is_some_and(|node| {
                let trigger = node.trigger.as_ref();
                self.is_secret(&node.input) || trigger.is_some_and(|trigger| self.is_secret(trigger))
            }),
            Expr::List(items) | Expr::Object(items) => items.iter().any(|item| self.is_secret(item)),
            Expr::Text(inner) | Expr::Conditional(_, inner) | Expr::Call(_, inner) => self.is_secret(inner),
            Expr::Literal(_) | Expr::Variable(_) | Expr::Typed(_) | Expr::Own => false,
        }
    }

    /// The text of an expression in a block that is repeated in some way.
    pub(super) fn text(&self, expr: &Expr, repeat: &Repeat) -> String {
        let text = |inner: &Expr| self.text(inner, repeat);
        match expr {
            Expr::Literal(text) => text.clone(),
            Expr::Variable(index) => format!("var.v{index}"),
            Expr::Secret => "var.secret".to_owned(),
            Expr::Typed(name) => format!("var.typed.{name}"),
            Expr::Own => own_text(repeat),
            Expr::Refer { id, way } => self.refer(*id, *way),
            Expr::List(items) => format!("[{}]", items.iter().map(text).collect::<Vec<_>>().join(", ")),
            Expr::Object(items) => {
                let field = |(index, item): (usize, &Expr)| format!("k{index} = {}", text(item));
                format!("{{ {} }}", items.iter().enumerate().map(field).collect::<Vec<_>>().join(", "))
            }
            Expr::Text(inner) => format!("\"t-${{jsonencode({})}}\"", text(inner)),
            Expr::Sensitive(inner) => format!("sensitive({})", text(inner)),
            Expr::Conditional(index, inner) => {
                format!("(var.v{index} > 4 ? jsonencode({}) : \"small\")", text(inner))
            }
            Expr::Call(which, inner) => call_text(*which, &text(inner)),
        }
    }

    /// The text of a reference to a declaration.
    pub(super) fn refer(&self, id: usize, way: usize) -> String {
        let Some(node) = self.node_by_id(id) else { return "\"gone\"".to_owned() };
        let name = node.address();
        let attribute = match node.kind {
            Kind::Local => return name,
            Kind::Module => ["y", "id"][way % 2],
            Kind::Data => "outputs.a",
            Kind::Resource => {
                ["output", "id", "input", "output", "id", "output", "triggers_replace", "id"][way]
            }
        };
        match (&node.repeat, way) {
            (Repeat::Once, 4) if node.kind == Kind::Resource => name,
            (Repeat::Once, 6) => format!("one({name}[*].{attribute})"),
            (Repeat::Once, _) => format!("{name}.{attribute}"),
            (_, 0) => format!("length({name})"),
            (Repeat::Count(count), 1) if *count > 0 => format!("{name}[0].{attribute}"),
            (Repeat::Count(count), 4) if *count > 0 => format!("{name}[{}]", count - 1),
            (Repeat::If(_), 1 | 2) => format!("one({name}[*].{attribute})"),
            (Repeat::If(_), 3) => format!("try({name}[0].{attribute}, \"none\")"),
            (Repeat::Count(_) | Repeat::If(_), _) => format!("{name}[*].{attribute}"),
            (Repeat::Keys(keys) | Repeat::Map(keys), 1) if !keys.is_empty() => {
                format!("{name}[{:?}].{attribute}", keys[0])
            }
            (Repeat::Keys(_) | Repeat::Map(_), 2) => format!("values({name})[*].{attribute}"),
            (Repeat::Keys(_) | Repeat::Map(_), 3) => format!("keys({name})"),
            (Repeat::Keys(_) | Repeat::Map(_), _) => format!("{{ for k, v in {name} : k => v.{attribute} }}"),
        }
    }

    pub(super) fn node_by_id(&self, id: usize) -> Option<&Node> {
        self.nodes.iter().find(|node| node.id == id)
    }
}

fn own_text(repeat: &Repeat) -> String {
    match repeat {
        Repeat::Once => "path.module".to_owned(),
        Repeat::Count(_) | Repeat::If(_) => "count.index".to_owned(),
        Repeat::Keys(_) => "each.key".to_owned(),
        Repeat::Map(_) => "\"${each.key}=${each.value}\"".to_owned(),
    }
}

/// A function that takes anything.
fn call_text(which: usize, inner: &str) -> String {
    match which {
        0 => format!("[for i in [1, 2] : {{ i = i, v = {inner} }}]"),
        1 => format!("try(tonumber({inner}), \"no number\")"),
        2 => format!("can({inner}.k0)"),
        3 => format!("length(jsonencode({inner})) > 8"),
        4 => format!("merge({{ m = 1 }}, {{ n = {inner} }})"),
        5 => format!("concat([0], [{inner}])"),
        _ => format!("({inner} == null ? \"null\" : \"set\")"),
    }
}
