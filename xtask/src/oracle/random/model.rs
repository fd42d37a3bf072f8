//! Random configurations: declarations that refer only to earlier ones, and edits that keep them so.

use super::expr::Expr;
use super::rng::Rng;

/// How often a block is repeated.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Repeat {
    Once,
    Count(usize),
    /// Once where a variable is large.
    If(usize),
    Keys(Vec<&'static str>),
    /// By the same keys, each with a value.
    Map(Vec<&'static str>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Resource,
    Module,
    Local,
    Data,
}

/// What `ignore_changes` says.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ignore {
    Nothing,
    Input,
    Triggers,
    All,
}

/// A resource, data source, module call or local.
#[derive(Clone)]
pub(super) struct Node {
    pub(super) id: usize,
    pub(super) name: usize,
    pub(super) kind: Kind,
    /// Which of the modules is called.
    pub(super) module: usize,
    pub(super) repeat: Repeat,
    pub(super) input: Expr,
    pub(super) trigger: Option<Expr>,
    pub(super) depends_on: Option<usize>,
    pub(super) before_destroy: bool,
    pub(super) ignore: Ignore,
    /// What replaces it, and in which way that is named.
    pub(super) triggered_by: Option<(usize, usize)>,
    pub(super) precondition: bool,
    pub(super) postcondition: bool,
    pub(super) prevent_destroy: bool,
    pub(super) provisioner: bool,
    pub(super) output: bool,
    pub(super) check: bool,
}

impl Node {
    /// The address without keys.
    pub(super) fn address(&self) -> String {
        let name = self.name;
        match self.kind {
            Kind::Local => format!("local.l{}", self.id),
            Kind::Module => format!("module.m{name}"),
            Kind::Data => format!("data.terraform_remote_state.d{name}"),
            Kind::Resource => format!("terraform_data.r{name}"),
        }
    }
}

/// What an edit says beside the declarations, for one round.
#[derive(Clone)]
pub(super) enum Statement {
    /// A declaration was called otherwise: its id, and the old address.
    Moved(usize, String),
    /// An instance of a resource has another key now: its id, and both keys.
    Rekeyed(usize, String, String),
    /// A resource or module is gone.
    Removed(String),
    /// A resource takes over an object.
    Import(usize),
}

/// A configuration.
#[derive(Clone)]
pub(super) struct Model {
    pub(super) nodes: Vec<Node>,
    pub(super) variables: Vec<usize>,
    pub(super) statements: Vec<Statement>,
    /// What the state that data sources read holds.
    pub(super) remote: usize,
    next: usize,
}

pub(super) const KEYS: [&str; 5] = ["a", "b", "c.d", "e f", "g"];

impl Model {
    /// A first configuration.
    pub(super) fn new(rng: &mut Rng) -> Self {
        let variables = (0..3).map(|_| rng.below(9)).collect();
        let mut model =
            Self { nodes: Vec::new(), variables, statements: Vec::new(), remote: rng.below(5), next: 0 };
        for _ in 0..3 + rng.below(6) {
            model.add(rng);
        }
        model
    }

    /// Changes something, or several things.
    pub(super) fn edit(&mut self, rng: &mut Rng) {
        self.statements.clear();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(self.nodes.len());
            match rng.below(20) {
                0 | 1 => self.add(rng),
                2 | 3 if self.nodes.len() > 2 => self.remove(at, rng),
                4 => self.rename(at, rng.one_in(3)),
                5 | 6 => self.repeat(at, rng),
                7 | 8 => self.nodes[at].input = self.expr(rng, at, 2),
                9 => self.nodes[at].trigger = Some(self.expr(rng, at, 1)),
                10 => self.nodes[at].before_destroy ^= true,
                11..=13 => {
                    let index = rng.below(self.variables.len());
                    self.variables[index] = rng.below(9);
                }
                14 => self.nodes[at].depends_on = self.earlier(rng, at),
                15 => self.nodes[at].ignore = ignore(rng),
                16 => self.nodes[at].prevent_destroy ^= rng.one_in(3),
                17 => self.remote = rng.below(5),
                18 => self.nodes[at].triggered_by = self.trigger_source(rng, at),
                _ => self.nodes[at].check ^= true,
            }
        }
    }

    /// An address for options that name one.
    pub(super) fn some_address(&self, rng: &mut Rng) -> Option<String> {
        let node = self.nodes.get(rng.below(self.nodes.len()))?;
        if !matches!(node.kind, Kind::Resource | Kind::Module) {
            return None;
        }
        let mut address = node.address();
        // Not always with a key where there should be one.
        if !rng.one_in(6) {
            address.push_str(&match &node.repeat {
                Repeat::Once => String::new(),
                Repeat::Count(count) => format!("[{}]", rng.below(*count)),
                Repeat::If(_) => "[0]".to_owned(),
                Repeat::Keys(keys) | Repeat::Map(keys) => format!("[\"{}\"]", keys.first().unwrap_or(&"a")),
            });
        }
        if node.kind == Kind::Module {
            address.push_str([".terraform_data.first", ".terraform_data.each[\"p\"]"][node.module]);
        }
        Some(address)
    }

    fn remove(&mut self, at: usize, rng: &mut Rng) {
        let node = self.nodes.remove(at);
        if matches!(node.kind, Kind::Resource | Kind::Module) && rng.one_in(3) {
            self.statements.push(Statement::Removed(node.address()));
        }
    }

    fn rename(&mut self, at: usize, silently: bool) {
        let name = self.fresh();
        let node = &mut self.nodes[at];
        if !silently && matches!(node.kind, Kind::Resource | Kind::Module) {
            self.statements.push(Statement::Moved(node.id, node.address()));
        }
        node.name = name;
    }

    fn repeat(&mut self, at: usize, rng: &mut Rng) {
        let variables = self.variables.len();
        let node = &mut self.nodes[at];
        if node.kind == Kind::Local {
            return;
        }
        let new = change_repeat(&node.repeat, variables, rng);
        let old = std::mem::replace(&mut node.repeat, new);
        let key = |repeat: &Repeat| match repeat {
            Repeat::Once => Some(String::new()),
            Repeat::Count(count) if *count > 0 => Some("[0]".to_owned()),
            Repeat::If(_) => Some("[0]".to_owned()),
            Repeat::Keys(keys) | Repeat::Map(keys) => Some(format!("[\"{}\"]", keys.first()?)),
            Repeat::Count(_) => None,
        };
        if let (Some(from), Some(to)) = (key(&old), key(&node.repeat))
            && from != to
            && rng.one_in(2)
        {
            self.statements.push(Statement::Rekeyed(node.id, from, to));
        }
    }

    fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    fn earlier(&self, rng: &mut Rng, before: usize) -> Option<usize> {
        let named = self.nodes[..before].iter().filter(|node| node.kind != Kind::Local);
        let earlier: Vec<usize> = named.map(|node| node.id).collect();
        earlier.get(rng.below(earlier.len())).copied()
    }

    fn trigger_source(&self, rng: &mut Rng, before: usize) -> Option<(usize, usize)> {
        let resources = self.nodes[..before].iter().filter(|node| node.kind == Kind::Resource);
        let earlier: Vec<usize> = resources.map(|node| node.id).collect();
        Some((*earlier.get(rng.below(earlier.len()))?, rng.below(3)))
    }

    fn add(&mut self, rng: &mut Rng) {
        let id = self.fresh();
        let at = self.nodes.len();
        let kind = match rng.below(10) {
            0 | 1 => Kind::Module,
            2 => Kind::Local,
            3 => Kind::Data,
            _ => Kind::Resource,
        };
        let repeat = match kind {
            Kind::Local => Repeat::Once,
            _ => change_repeat(&Repeat::Once, self.variables.len(), rng),
        };
        if kind == Kind::Resource && repeat == Repeat::Once && rng.one_in(8) {
            self.statements.push(Statement::Import(id));
        }
        let node = Node {
            id,
            name: id,
            kind,
            module: rng.below(2),
            repeat,
            input: self.expr(rng, at, 2),
            trigger: rng.one_in(3).then(|| self.expr(rng, at, 1)),
            depends_on: if rng.one_in(4) { self.earlier(rng, at) } else { None },
            before_destroy: rng.one_in(5),
            ignore: if rng.one_in(8) { ignore(rng) } else { Ignore::Nothing },
            triggered_by: if rng.one_in(8) { self.trigger_source(rng, at) } else { None },
            precondition: rng.one_in(12),
            postcondition: rng.one_in(12),
            prevent_destroy: rng.one_in(40),
            provisioner: rng.one_in(15),
            output: rng.one_in(3),
            check: rng.one_in(8),
        };
        self.nodes.push(node);
    }
}

fn ignore(rng: &mut Rng) -> Ignore {
    [Ignore::Nothing, Ignore::Input, Ignore::Triggers, Ignore::All][rng.below(4)]
}

fn change_repeat(now: &Repeat, variables: usize, rng: &mut Rng) -> Repeat {
    let keys = |rng: &mut Rng| KEYS.iter().copied().filter(|_| rng.one_in(2)).collect();
    match (rng.below(9), now) {
        (0 | 1, _) => Repeat::Count(rng.below(4)),
        (2 | 3, _) => Repeat::Keys(keys(rng)),
        (4, Repeat::Count(count)) => Repeat::Count(count + 1),
        (4 | 5, Repeat::Keys(keys) | Repeat::Map(keys)) => {
            Repeat::Map(keys.iter().copied().filter(|_| !rng.one_in(3)).collect())
        }
        (5, _) => Repeat::Map(keys(rng)),
        (6, _) => Repeat::If(rng.below(variables)),
        _ => Repeat::Once,
    }
}
