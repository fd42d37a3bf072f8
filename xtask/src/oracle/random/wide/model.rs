//! Wider random configurations: a tree of modules whose bodies vary, and everything in them.

use super::super::rng::Rng;
use super::expr::Expr;
use super::types::TYPES;

pub(super) const KEYS: [&str; 4] = ["a", "b", "c.d", "e f"];

/// How many bodies there are besides the root module's.
const BODIES: usize = 3;

/// How often a block is repeated.
#[derive(Clone)]
pub(super) enum Repeat {
    Once,
    Count(usize),
    /// Once where a value is long, otherwise never; the value may be unknown.
    If(Box<Expr>),
    Keys(Vec<&'static str>),
    /// By the same keys, each with a value.
    Map(Vec<&'static str>, Box<Expr>),
    /// By the keys of another declaration that has some.
    Chained(usize),
    /// By a value that need not be known.
    Each(Box<Expr>),
}

/// What `ignore_changes` says.
pub(super) const IGNORED: [&str; 6] =
    ["input", "triggers_replace", "input.k0", "input[0]", "input[\"k1\"]", "all"];

/// A resource.
#[derive(Clone)]
pub(super) struct Resource {
    pub(super) input: Expr,
    pub(super) trigger: Option<Expr>,
    pub(super) before_destroy: bool,
    pub(super) ignore: Option<usize>,
    /// What replaces it, and in which way that is named.
    pub(super) triggered_by: Option<(usize, usize)>,
    pub(super) prevent_destroy: bool,
    pub(super) provisioners: Vec<usize>,
}

/// A data source that reads a state.
#[derive(Clone)]
pub(super) struct Data {
    pub(super) defaults: Option<Expr>,
    /// A value that must be known before it is read.
    pub(super) after: Option<Expr>,
    pub(super) missing: bool,
}

#[derive(Clone)]
pub(super) enum Kind {
    Resource(Resource),
    Data(Data),
    Local(Expr),
    /// A call of a body, with arguments for its variables by their ids.
    Call(usize, Vec<(usize, Expr)>),
    /// A check of a value, with a data source of its own or without.
    Check(Expr, Option<bool>),
}

/// A declaration of a module.
#[derive(Clone)]
pub(super) struct Item {
    pub(super) id: usize,
    pub(super) name: usize,
    pub(super) kind: Kind,
    pub(super) repeat: Repeat,
    pub(super) depends_on: Option<usize>,
    pub(super) precondition: Option<Expr>,
    pub(super) postcondition: bool,
}

impl Item {
    /// The address inside its module, without keys.
    pub(super) fn address(&self) -> String {
        let name = self.name;
        match self.kind {
            Kind::Local(_) => format!("local.l{name}"),
            Kind::Call(..) => format!("module.m{name}"),
            Kind::Data(_) => format!("data.terraform_remote_state.d{name}"),
            Kind::Resource(_) => format!("terraform_data.r{name}"),
            Kind::Check(..) => format!("check.c{name}"),
        }
    }

    pub(super) fn is_resource(&self) -> bool {
        matches!(self.kind, Kind::Resource(_))
    }

    pub(super) fn is_movable(&self) -> bool {
        matches!(self.kind, Kind::Resource(_) | Kind::Call(..))
    }

    /// Whether expressions can name it.
    fn is_named(&self) -> bool {
        !matches!(self.kind, Kind::Check(..))
    }

    pub(super) fn has_keys(&self) -> bool {
        self.is_movable()
            && matches!(self.repeat, Repeat::Keys(_) | Repeat::Map(..) | Repeat::Chained(_) | Repeat::Each(_))
    }

    /// One of its keys, as an address has it.
    pub(super) fn some_key(&self, rng: &mut Rng) -> String {
        match &self.repeat {
            Repeat::Once => String::new(),
            Repeat::Count(count) => format!("[{}]", rng.below(*count)),
            Repeat::If(_) => "[0]".to_owned(),
            Repeat::Keys(keys) | Repeat::Map(keys, _) => format!("[\"{}\"]", keys.first().unwrap_or(&"a")),
            Repeat::Chained(_) | Repeat::Each(_) => "[\"a\"]".to_owned(),
        }
    }
}

/// A variable of a module.
#[derive(Clone)]
pub(super) struct Input {
    pub(super) id: usize,
    /// The number of its type.
    pub(super) ty: usize,
    pub(super) default: Option<String>,
    /// What a file of values says, in the root module.
    pub(super) given: Option<String>,
    pub(super) not_null: bool,
    pub(super) sensitive: bool,
    pub(super) ephemeral: bool,
    pub(super) validation: bool,
}

impl Input {
    /// Whether it may be left out. Where nothing may be null, that is no default.
    pub(super) fn has_default(&self) -> bool {
        self.default.as_ref().is_some_and(|value| !(self.not_null && value == "null"))
    }
}

/// An output of a module.
#[derive(Clone)]
pub(super) struct Output {
    pub(super) id: usize,
    pub(super) value: Expr,
    pub(super) sensitive: bool,
    pub(super) precondition: bool,
    pub(super) depends_on: Option<usize>,
}

/// What a module's files say.
#[derive(Clone, Default)]
pub(super) struct Body {
    pub(super) inputs: Vec<Input>,
    pub(super) items: Vec<Item>,
    pub(super) outputs: Vec<Output>,
    /// `moved`, `removed` and `import` blocks, as text.
    pub(super) statements: Vec<String>,
}

impl Body {
    pub(super) fn item(&self, id: usize) -> Option<&Item> {
        self.items.iter().find(|item| item.id == id)
    }

    pub(super) fn input(&self, id: usize) -> Option<&Input> {
        self.inputs.iter().find(|input| input.id == id)
    }

    /// A declaration before a place that fits, by its id.
    pub(super) fn earlier(
        &self,
        rng: &mut Rng,
        before: usize,
        fits: impl Fn(&Item) -> bool,
    ) -> Option<usize> {
        let ids: Vec<usize> =
            self.items.iter().take(before).filter(|item| fits(item)).map(|item| item.id).collect();
        ids.get(rng.below(ids.len())).copied()
    }
}

/// A configuration: the root module's body first, and bodies that call only later ones.
#[derive(Clone)]
pub(super) struct Model {
    pub(super) bodies: Vec<Body>,
    /// What the state that data sources read holds.
    pub(super) remote: usize,
    next: usize,
}

impl Model {
    /// A first configuration.
    pub(super) fn new(rng: &mut Rng) -> Self {
        let mut model = Self { bodies: vec![Body::default(); BODIES + 1], remote: rng.below(5), next: 0 };
        // Later bodies come first, so that calls know what they call.
        for body in (0..=BODIES).rev() {
            for _ in 0..1 + rng.below(3) {
                model.add_input(rng, body);
            }
            for _ in 0..if body == 0 { 4 + rng.below(4) } else { 1 + rng.below(3) } {
                model.add(rng, body);
            }
            for _ in 0..1 + rng.below(2) {
                model.add_output(rng, body);
            }
        }
        model
    }

    pub(super) fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    pub(super) fn add_input(&mut self, rng: &mut Rng, body: usize) {
        let id = self.fresh();
        let ty = rng.below(TYPES.len());
        // The root module's are not asked for.
        let default = (body == 0 || rng.one_in(2)).then(|| TYPES[ty].literal(rng));
        let given = (body == 0 && rng.one_in(3)).then(|| TYPES[ty].literal(rng));
        let input = Input {
            id,
            ty,
            default,
            given,
            // The root module's always have a default.
            not_null: body > 0 && rng.one_in(4),
            sensitive: rng.one_in(7),
            ephemeral: rng.one_in(25),
            validation: rng.one_in(5),
        };
        self.bodies[body].inputs.push(input);
    }

    pub(super) fn add_output(&mut self, rng: &mut Rng, body: usize) {
        let id = self.fresh();
        let here = &self.bodies[body];
        let end = here.items.len();
        let output = Output {
            id,
            value: here.expr(rng, end, 2),
            sensitive: rng.one_in(7),
            precondition: rng.one_in(8),
            depends_on: if rng.one_in(8) { here.earlier(rng, end, Item::is_movable) } else { None },
        };
        self.bodies[body].outputs.push(output);
    }

    /// Adds a declaration at the end of a body.
    pub(super) fn add(&mut self, rng: &mut Rng, body: usize) {
        let id = self.fresh();
        let here = &self.bodies[body];
        let at = here.items.len();
        let kind = match rng.below(14) {
            0..=3 if body < BODIES => {
                let called = body + 1 + rng.below(BODIES - body);
                let arguments = self.arguments(rng, body, at, called);
                Kind::Call(called, arguments)
            }
            4 => Kind::Local(here.expr(rng, at, 2)),
            5 => Kind::Data(Data {
                defaults: rng.one_in(2).then(|| here.expr(rng, at, 1)),
                after: rng.one_in(4).then(|| here.expr(rng, at, 1)),
                missing: rng.one_in(20),
            }),
            6 if rng.one_in(2) => Kind::Check(here.expr(rng, at, 1), rng.one_in(2).then(|| rng.one_in(6))),
            _ => Kind::Resource(here.resource(rng, at)),
        };
        let single = matches!(kind, Kind::Local(_) | Kind::Check(..));
        let repeat = if single { Repeat::Once } else { here.repeat(rng, at, None) };
        let item = Item {
            id,
            name: id,
            kind,
            repeat,
            depends_on: if rng.one_in(6) { here.earlier(rng, at, Item::is_named) } else { None },
            precondition: rng.one_in(12).then(|| here.expr(rng, at, 0)),
            postcondition: rng.one_in(12),
        };
        self.bodies[body].items.push(item);
    }

    /// Arguments for the variables of a body.
    pub(super) fn arguments(
        &self,
        rng: &mut Rng,
        body: usize,
        before: usize,
        called: usize,
    ) -> Vec<(usize, Expr)> {
        let here = &self.bodies[body];
        let inputs = self.bodies[called].inputs.iter();
        inputs
            .filter(|input| !input.has_default() || rng.one_in(2))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|input| (input.id, here.argument(rng, before, input.ty)))
            .collect()
    }
}

impl Body {
    /// A value for a variable of a type.
    pub(super) fn argument(&self, rng: &mut Rng, before: usize, ty: usize) -> Expr {
        if rng.one_in(3) {
            Expr::Literal(TYPES[ty].literal(rng))
        } else {
            Expr::Typed(ty, Box::new(self.expr(rng, before, 1)))
        }
    }

    fn resource(&self, rng: &mut Rng, at: usize) -> Resource {
        Resource {
            input: self.expr(rng, at, 2),
            trigger: rng.one_in(4).then(|| self.expr(rng, at, 1)),
            before_destroy: rng.one_in(5),
            ignore: rng.one_in(7).then(|| rng.below(IGNORED.len())),
            triggered_by: if rng.one_in(7) { self.trigger_source(rng, at) } else { None },
            prevent_destroy: rng.one_in(50),
            provisioners: if rng.one_in(7) {
                (0..1 + rng.below(2)).map(|_| rng.below(16)).collect()
            } else {
                Vec::new()
            },
        }
    }

    pub(super) fn trigger_source(&self, rng: &mut Rng, before: usize) -> Option<(usize, usize)> {
        Some((self.earlier(rng, before, Item::is_resource)?, rng.below(4)))
    }

    /// Another way to repeat a block.
    pub(super) fn repeat(&self, rng: &mut Rng, at: usize, now: Option<&Repeat>) -> Repeat {
        let keys =
            |rng: &mut Rng| -> Vec<&'static str> { KEYS.iter().copied().filter(|_| rng.one_in(2)).collect() };
        match rng.below(16) {
            0 | 1 => Repeat::Count(rng.below(4)),
            2 => Repeat::If(Box::new(self.known_expr(rng))),
            3 | 4 => Repeat::Keys(keys(rng)),
            5 => match now {
                Some(Repeat::Keys(keys) | Repeat::Map(keys, _)) => {
                    Repeat::Keys(keys.iter().copied().filter(|_| !rng.one_in(3)).collect())
                }
                _ => Repeat::Keys(keys(rng)),
            },
            6 => Repeat::Map(keys(rng), Box::new(self.expr(rng, at, 1))),
            7 | 8 => match self.earlier(rng, at, Item::has_keys) {
                Some(id) => Repeat::Chained(id),
                None => Repeat::Map(keys(rng), Box::new(self.known_expr(rng))),
            },
            9 if rng.one_in(3) => Repeat::Each(Box::new(self.expr(rng, at, 1))),
            9 if rng.one_in(3) => Repeat::If(Box::new(self.expr(rng, at, 1))),
            _ => Repeat::Once,
        }
    }
}
