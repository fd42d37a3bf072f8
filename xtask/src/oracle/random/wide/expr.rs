//! Random values in a module: expressions that refer to declarations by number, so that renaming keeps them.

use super::super::rng::Rng;
use super::model::{Body, Item, Kind, Model, Repeat};
use super::types::TYPES;

/// How many ways there are to use a declaration.
const WAYS: usize = 12;
/// How many functions of anything there are.
const CALLS: usize = 24;

#[derive(Clone)]
pub(super) enum Expr {
    Literal(String),
    Variable(usize),
    /// What an instance knows of itself.
    Own,
    /// One of several ways to use an earlier declaration.
    Refer {
        id: usize,
        way: usize,
    },
    List(Vec<Expr>),
    Object(Vec<Expr>),
    /// A function of anything, by its number.
    Call(usize, Box<Expr>),
    /// A choice between two values by a third.
    Choose(Box<[Expr; 3]>),
    /// A secret.
    Secret(Box<Expr>),
    /// A value made to fit a type.
    Typed(usize, Box<Expr>),
}

impl Body {
    /// An expression that uses what stands before a place.
    pub(super) fn expr(&self, rng: &mut Rng, before: usize, depth: usize) -> Expr {
        let inner = |rng: &mut Rng| self.expr(rng, before, depth.saturating_sub(1));
        match rng.below(if depth == 0 { 9 } else { 20 }) {
            0 => Expr::Literal(rng.below(5).to_string()),
            1 => Expr::Literal(format!("\"t{}\"", rng.below(5))),
            2 | 3 => self.variable(rng),
            4..=7 | 19 if before > 0 => {
                let id = self.items[..before].get(rng.below(before)).map_or(0, |item| item.id);
                Expr::Refer { id, way: rng.below(WAYS) }
            }
            8 => Expr::Own,
            9 | 10 => Expr::List((0..rng.below(4)).map(|_| inner(rng)).collect()),
            11 | 12 => Expr::Object((0..1 + rng.below(3)).map(|_| inner(rng)).collect()),
            13 if rng.one_in(2) => Expr::Secret(Box::new(inner(rng))),
            14 => Expr::Choose(Box::new([inner(rng), inner(rng), inner(rng)])),
            15..=18 => Expr::Call(rng.below(CALLS), Box::new(inner(rng))),
            _ => Expr::Literal(LITERALS[rng.below(LITERALS.len())].to_owned()),
        }
    }

    /// An expression that is known whenever the arguments of the module are.
    pub(super) fn known_expr(&self, rng: &mut Rng) -> Expr {
        self.expr(rng, 0, 1)
    }

    fn variable(&self, rng: &mut Rng) -> Expr {
        // Values that last only for a run can hardly be used.
        let lasting: Vec<usize> =
            self.inputs.iter().filter(|input| !input.ephemeral).map(|input| input.id).collect();
        match lasting.get(rng.below(lasting.len())) {
            Some(id) => Expr::Variable(*id),
            None => Expr::Literal("\"none\"".to_owned()),
        }
    }
}

/// An expression with what stands around it.
pub(super) struct Place<'a> {
    pub(super) model: &'a Model,
    pub(super) body: &'a Body,
    pub(super) repeat: &'a Repeat,
}

impl Place<'_> {
    /// The text of an expression.
    pub(super) fn text(&self, expr: &Expr) -> String {
        match expr {
            Expr::Literal(text) => text.clone(),
            Expr::Variable(id) if self.body.input(*id).is_none() => "\"gone\"".to_owned(),
            Expr::Variable(id) => format!("var.v{id}"),
            Expr::Own => own_text(self.repeat).to_owned(),
            Expr::Refer { id, way } => self.refer(*id, *way),
            Expr::List(items) => {
                format!("[{}]", items.iter().map(|item| self.text(item)).collect::<Vec<_>>().join(", "))
            }
            Expr::Object(items) => {
                let field = |(index, item): (usize, &Expr)| format!("k{index} = {}", self.text(item));
                format!("{{ {} }}", items.iter().enumerate().map(field).collect::<Vec<_>>().join(", "))
            }
            Expr::Call(which, inner) => call_text(*which, &self.text(inner)),
            Expr::Choose(three) => {
                let [condition, yes, no] = three.as_ref();
                let (condition, yes, no) = (self.text(condition), self.text(yes), self.text(no));
                match condition.len() % 4 {
                    0 | 1 => {
                        format!("(jsonencode({condition}) == \"1\" ? jsonencode({yes}) : jsonencode({no}))")
                    }
                    2 => format!("(length(jsonencode({condition})) > 4 ? {yes} : null)"),
                    _ => format!("(length(jsonencode({condition})) > 4 ? [jsonencode({yes})] : [])"),
                }
            }
            Expr::Secret(inner) => format!("sensitive({})", self.text(inner)),
            Expr::Typed(ty, inner) => TYPES[*ty].fit(&self.text(inner)),
        }
    }

    /// The text of a reference to a declaration.
    pub(super) fn refer(&self, id: usize, way: usize) -> String {
        let Some(item) = self.body.item(id) else { return "\"gone\"".to_owned() };
        let name = item.address();
        let attribute = match &item.kind {
            Kind::Local(_) => return name,
            Kind::Check(..) => return "\"check\"".to_owned(),
            Kind::Call(body, _) => {
                let outputs = &self.model.bodies[*body].outputs;
                match outputs.get(way % outputs.len().max(1)) {
                    Some(output) if way != 7 => format!(".o{}", output.id),
                    _ => String::new(),
                }
            }
            Kind::Data(_) => [".outputs.a", ".outputs", ".outputs.b"][way % 3].to_owned(),
            Kind::Resource(_) => [
                ".output",
                ".id",
                ".input",
                ".output",
                ".id",
                ".output",
                ".triggers_replace",
                "",
                ".input.k0",
                ".output.k0",
                ".input",
                ".output",
            ][way]
                .to_owned(),
        };
        // Not everything has every attribute.
        let fragile = attribute.ends_with(".k0") || attribute == ".outputs.b";
        let text = refer_text(item, &name, &attribute, way);
        if fragile { format!("try({text}, \"none\")") } else { text }
    }
}

fn refer_text(item: &Item, name: &str, attribute: &str, way: usize) -> String {
    match (&item.repeat, way) {
        (Repeat::Once, 6) => format!("one({name}[*]{attribute})"),
        (Repeat::Once, _) => format!("{name}{attribute}"),
        (_, 0) => format!("length({name})"),
        (Repeat::Count(count), 1) if *count > 0 => format!("{name}[0]{attribute}"),
        (Repeat::Count(count), 4) if *count > 0 => format!("{name}[{}]{attribute}", count - 1),
        (Repeat::If(_), 1 | 2) => format!("one({name}[*]{attribute})"),
        (Repeat::If(_) | Repeat::Count(_), 3) => format!("try({name}[0]{attribute}, \"none\")"),
        (Repeat::If(_) | Repeat::Count(_), 5) => {
            format!("[for i, v in {name} : {{ i = i, v = v{attribute} }}]")
        }
        (Repeat::Count(_) | Repeat::If(_), _) => format!("{name}[*]{attribute}"),
        (Repeat::Keys(keys) | Repeat::Map(keys, _), 1) if !keys.is_empty() => {
            format!("{name}[{:?}]{attribute}", keys[0])
        }
        (_, 2) => format!("values({name})[*]{attribute}"),
        (_, 3) => format!("keys({name})"),
        (_, 5) => format!("try({name}[\"a\"]{attribute}, \"none\")"),
        (_, 9) => format!("[for k, v in {name} : v{attribute} if k != \"b\"]"),
        _ => format!("{{ for k, v in {name} : k => v{attribute} }}"),
    }
}

const LITERALS: [&str; 8] =
    ["null", "true", "[]", "{}", "1.5", "{ k0 = 1, k1 = \"x\" }", "[1, \"b\", { k0 = null }]", "\"é\\n\""];

fn own_text(repeat: &Repeat) -> &'static str {
    match repeat {
        Repeat::Once => "path.module",
        Repeat::Count(_) | Repeat::If(_) => "count.index",
        Repeat::Keys(_) => "each.key",
        Repeat::Map(..) | Repeat::Chained(_) => "each.value",
        Repeat::Each(_) => "\"${each.key}\"",
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
        6 => format!("({inner} == null ? \"null\" : \"set\")"),
        7 => format!("jsondecode(jsonencode({inner}))"),
        8 => format!("\"a-${{jsonencode({inner})}}-z\""),
        9 => format!("[{inner}, sensitive(\"deep\")]"),
        10 => format!("{{ k0 = {inner}, k1 = {{ s = sensitive(3) }} }}"),
        11 => format!("coalesce(try({inner}.k0, null), \"none\")"),
        12 => format!("nonsensitive(sensitive({inner}))"),
        // Only known when it is applied, and then always the same.
        13 => format!("{{ k0 = {inner}, k1 = substr(timestamp(), 0, 2) }}"),
        14 => format!("tomap({{ a = jsonencode({inner}), b = \"x\" }})"),
        15 => format!("toset([jsonencode({inner}), \"x\"])"),
        16 => format!("flatten([{inner}, [[1]]])"),
        17 => format!("issensitive({inner})"),
        18 => format!("try({inner}[0], {inner}.k0, \"neither\")"),
        19 => format!("\"%{{ for x in [{inner}] }}${{jsonencode(x)}},%{{ endfor }}\""),
        20 => format!("lookup({{ a = {inner} }}, \"a\", 0)"),
        21 => format!("length([{inner}])"),
        22 => format!("{{ for k, v in {{ a = {inner}, b = 1 }} : upper(k) => v... }}"),
        _ => format!("one([for x in [{inner}] : x if x != null])"),
    }
}
