//! Whether a value may hold a secret: outputs of the root module must say so.

use super::expr::Expr;
use super::model::{Body, Kind, Model};

/// What is deeper than this may hold anything.
const DEEP: usize = 8;

impl Model {
    /// Whether an expression in a body may hold a secret. Names that are gone hold none.
    pub(super) fn is_secret(&self, body: usize, expr: &Expr) -> bool {
        self.search(body, expr, DEEP)
    }

    fn search(&self, body: usize, expr: &Expr, deep: usize) -> bool {
        let Some(deep) = deep.checked_sub(1) else { return true };
        let here = &self.bodies[body];
        let inner = |expr: &Expr| self.search(body, expr, deep);
        match expr {
            Expr::Secret(_) | Expr::Call(9 | 10 | 12, _) => true,
            Expr::Variable(id) => here.input(*id).is_some_and(|input| {
                input.sensitive
                    || self.callers(body).any(|(caller, arguments)| {
                        arguments.iter().any(|(to, value)| to == id && self.search(caller, value, deep))
                    })
            }),
            Expr::Refer { id, .. } => self.refers_to_secret(body, here, *id, deep),
            Expr::List(items) | Expr::Object(items) => items.iter().any(inner),
            Expr::Choose(three) => three.iter().any(inner),
            Expr::Call(_, value) | Expr::Typed(_, value) => inner(value),
            Expr::Literal(_) => false,
            // What `each.value` holds.
            Expr::Own => here.items.iter().any(|item| match &item.repeat {
                super::model::Repeat::Map(_, value) | super::model::Repeat::Each(value) => inner(value),
                super::model::Repeat::Chained(_) => true,
                _ => false,
            }),
        }
    }

    fn refers_to_secret(&self, body: usize, here: &Body, id: usize, deep: usize) -> bool {
        here.item(id).is_some_and(|item| match &item.kind {
            Kind::Resource(resource) => {
                let trigger = resource.trigger.iter();
                trigger.chain([&resource.input]).any(|value| self.search(body, value, deep))
            }
            Kind::Local(value) => self.search(body, value, deep),
            Kind::Data(data) => data.defaults.iter().any(|value| self.search(body, value, deep)),
            Kind::Call(called, _) => {
                let outputs = self.bodies[*called].outputs.iter();
                outputs.clone().any(|output| output.sensitive)
                    || outputs.clone().any(|output| self.search(*called, &output.value, deep))
            }
            Kind::Check(..) => false,
        })
    }

    /// The calls of a body: the body that each is in, and its arguments.
    pub(super) fn callers(&self, called: usize) -> impl Iterator<Item = (usize, &Vec<(usize, Expr)>)> {
        let all = self.bodies.iter().enumerate();
        all.flat_map(|(index, body)| body.items.iter().map(move |item| (index, item))).filter_map(
            move |(index, item)| match &item.kind {
                Kind::Call(body, arguments) if *body == called => Some((index, arguments)),
                _ => None,
            },
        )
    }
}
