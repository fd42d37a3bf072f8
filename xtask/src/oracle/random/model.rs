//! Random configurations: declarations that refer only to earlier ones, and edits that keep them so.

use std::fmt::Write as _;

use super::rng::Rng;

/// How often a block is repeated.
#[derive(Clone, PartialEq, Eq)]
enum Repeat {
    Once,
    Count(usize),
    Keys(Vec<&'static str>),
}

impl Repeat {
    /// Whether there is an instance at all.
    fn any(&self) -> bool {
        match self {
            Repeat::Once => true,
            Repeat::Count(count) => *count > 0,
            Repeat::Keys(keys) => !keys.is_empty(),
        }
    }
}

/// A value, written with references by number so that renaming keeps them.
#[derive(Clone)]
enum Expr {
    Literal(String),
    Variable(usize),
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
}

#[derive(Clone, PartialEq, Eq)]
enum Kind {
    Resource,
    Module,
    Local,
}

/// A resource, module call or local.
#[derive(Clone)]
struct Node {
    id: usize,
    name: usize,
    kind: Kind,
    repeat: Repeat,
    input: Expr,
    trigger: Option<Expr>,
    depends_on: Option<usize>,
    before_destroy: bool,
    ignore_input: bool,
    triggered_by: Option<usize>,
    condition: bool,
    output: bool,
}

/// A configuration.
#[derive(Clone)]
pub(super) struct Model {
    nodes: Vec<Node>,
    variables: Vec<usize>,
    moved: Vec<(usize, usize)>,
    next: usize,
}

const KEYS: [&str; 5] = ["a", "b", "c.d", "e f", "g"];

impl Model {
    /// A first configuration.
    pub(super) fn new(rng: &mut Rng) -> Self {
        let variables = (0..2).map(|_| rng.below(9)).collect();
        let mut model = Self { nodes: Vec::new(), variables, moved: Vec::new(), next: 0 };
        for _ in 0..3 + rng.below(6) {
            model.add(rng);
        }
        model
    }

    /// Changes something, or several things.
    pub(super) fn edit(&mut self, rng: &mut Rng) {
        self.moved.clear();
        for _ in 0..1 + rng.below(3) {
            let at = rng.below(self.nodes.len());
            match rng.below(12) {
                0 => self.add(rng),
                1 if self.nodes.len() > 2 => drop(self.nodes.remove(at)),
                2 => self.rename(at, rng.one_in(3)),
                3 | 4 => self.nodes[at].repeat = change_repeat(&self.nodes[at].repeat, rng),
                5 | 6 => self.nodes[at].input = self.expr(rng, at, 2),
                7 => self.nodes[at].trigger = Some(self.expr(rng, at, 1)),
                8 => self.nodes[at].before_destroy ^= true,
                9 => {
                    let index = rng.below(self.variables.len());
                    self.variables[index] = rng.below(9);
                }
                10 => self.nodes[at].depends_on = self.earlier(rng, at),
                _ => self.nodes[at].ignore_input ^= true,
            }
        }
    }

    /// The address of some resource outside of modules, for options that name one.
    pub(super) fn some_resource(&self, rng: &mut Rng) -> Option<String> {
        let resources: Vec<&Node> = self.nodes.iter().filter(|node| node.kind == Kind::Resource).collect();
        let node = resources.get(rng.below(resources.len()))?;
        let key = match &node.repeat {
            Repeat::Once => String::new(),
            Repeat::Count(0) => return None,
            Repeat::Count(count) => format!("[{}]", rng.below(*count)),
            Repeat::Keys(keys) => format!("[\"{}\"]", keys.first()?),
        };
        Some(format!("terraform_data.r{}{key}", node.name))
    }

    fn rename(&mut self, at: usize, silently: bool) {
        let name = self.fresh();
        let node = &mut self.nodes[at];
        if node.kind != Kind::Local {
            if !silently {
                self.moved.push((node.id, node.name));
            }
            node.name = name;
        }
    }

    fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next
    }

    fn earlier(&self, rng: &mut Rng, before: usize) -> Option<usize> {
        let earlier: Vec<usize> = self.nodes[..before]
            .iter()
            .filter(|node| node.kind == Kind::Resource)
            .map(|node| node.id)
            .collect();
        earlier.get(rng.below(earlier.len())).copied()
    }

    fn add(&mut self, rng: &mut Rng) {
        let id = self.fresh();
        let at = self.nodes.len();
        let kind = match rng.below(8) {
            0 | 1 => Kind::Module,
            2 => Kind::Local,
            _ => Kind::Resource,
        };
        let once = Repeat::Once;
        let repeat = if kind == Kind::Local { once } else { change_repeat(&once, rng) };
        let node = Node {
            id,
            name: id,
            kind,
            repeat,
            input: self.expr(rng, at, 2),
            trigger: rng.one_in(3).then(|| self.expr(rng, at, 1)),
            depends_on: if rng.one_in(5) { self.earlier(rng, at) } else { None },
            before_destroy: rng.one_in(5),
            ignore_input: rng.one_in(10),
            triggered_by: if rng.one_in(8) { self.earlier(rng, at) } else { None },
            condition: rng.one_in(8),
            output: rng.one_in(3),
        };
        self.nodes.push(node);
    }

    fn expr(&self, rng: &mut Rng, before: usize, depth: usize) -> Expr {
        let inner = |rng: &mut Rng| Box::new(self.expr(rng, before, depth.saturating_sub(1)));
        match rng.below(if depth == 0 { 6 } else { 12 }) {
            0 => Expr::Literal(rng.below(5).to_string()),
            1 => Expr::Literal(format!("\"t{}\"", rng.below(5))),
            2 => Expr::Variable(rng.below(self.variables.len())),
            3..=5 | 11 if before > 0 => {
                let id = self.nodes[..before].get(rng.below(before)).map_or(0, |node| node.id);
                Expr::Refer { id, way: rng.below(6) }
            }
            6 => Expr::List((0..rng.below(4)).map(|_| *inner(rng)).collect()),
            7 => Expr::Object((0..rng.below(3)).map(|_| *inner(rng)).collect()),
            8 => Expr::Text(inner(rng)),
            9 if rng.one_in(2) => Expr::Sensitive(inner(rng)),
            10 => Expr::Conditional(rng.below(self.variables.len()), inner(rng)),
            _ => Expr::Literal(["null", "true", "[]", "{}", "1.5"][rng.below(5)].to_owned()),
        }
    }

    /// The files of the configuration.
    pub(super) fn files(&self) -> Vec<(String, String)> {
        let mut main = String::new();
        for (index, value) in self.variables.iter().enumerate() {
            let _ = writeln!(main, "variable \"v{index}\" {{\n  default = {value}\n}}");
        }
        for node in &self.nodes {
            self.node(node, &mut main);
            if node.output {
                let refer = Expr::Refer { id: node.id, way: 5 };
                let value = self.text(&refer);
                let _ = writeln!(
                    main,
                    "output \"o{}\" {{\n  value     = {value}\n  sensitive = true\n}}",
                    node.id
                );
            }
        }
        for (id, old) in &self.moved {
            if let Some(node) = self.nodes.iter().find(|node| node.id == *id) {
                let prefix = if node.kind == Kind::Module { "module.m" } else { "terraform_data.r" };
                let _ =
                    writeln!(main, "moved {{\n  from = {prefix}{old}\n  to   = {prefix}{}\n}}", node.name);
            }
        }
        vec![("main.tf".to_owned(), main), ("m/main.tf".to_owned(), MODULE.to_owned())]
    }

    fn node(&self, node: &Node, out: &mut String) {
        let input = self.text(&node.input);
        let repeat = match &node.repeat {
            Repeat::Once => String::new(),
            Repeat::Count(count) => format!("  count = {count}\n"),
            Repeat::Keys(keys) => format!("  for_each = toset({keys:?})\n"),
        };
        let depends = node
            .depends_on
            .and_then(|id| self.resource(id))
            .map(|target| format!("  depends_on = [terraform_data.r{}]\n", target.name))
            .unwrap_or_default();
        match node.kind {
            Kind::Local => drop(writeln!(out, "locals {{\n  l{} = {input}\n}}", node.id)),
            Kind::Module => {
                let _ = writeln!(
                    out,
                    "module \"m{}\" {{\n  source = \"./m\"\n{repeat}  x = {input}\n{depends}}}",
                    node.name
                );
            }
            Kind::Resource => {
                let trigger = node
                    .trigger
                    .as_ref()
                    .map(|trigger| format!("  triggers_replace = {}\n", self.text(trigger)))
                    .unwrap_or_default();
                let lifecycle = self.lifecycle(node);
                let _ = writeln!(
                    out,
                    "resource \"terraform_data\" \"r{}\" {{\n{repeat}  input = {input}\n{trigger}{depends}{lifecycle}}}",
                    node.name
                );
            }
        }
    }

    fn lifecycle(&self, node: &Node) -> String {
        let mut inside = String::new();
        if node.before_destroy {
            inside.push_str("    create_before_destroy = true\n");
        }
        if node.ignore_input {
            inside.push_str("    ignore_changes = [input]\n");
        }
        // Terraform takes a resource without instances for a mistake of its own here.
        let target = node.triggered_by.and_then(|id| self.resource(id)).filter(|target| target.repeat.any());
        if let Some(target) = target {
            let _ = writeln!(inside, "    replace_triggered_by = [terraform_data.r{}]", target.name);
        }
        if node.condition {
            inside.push_str(
                "    postcondition {\n      condition     = var.v0 < 8\n      error_message = \"Too large.\"\n    }\n",
            );
        }
        if inside.is_empty() { inside } else { format!("  lifecycle {{\n{inside}  }}\n") }
    }

    fn resource(&self, id: usize) -> Option<&Node> {
        self.nodes.iter().find(|node| node.id == id && node.kind == Kind::Resource)
    }

    fn text(&self, expr: &Expr) -> String {
        let list = |items: &[Expr]| items.iter().map(|item| self.text(item)).collect::<Vec<_>>().join(", ");
        match expr {
            Expr::Literal(text) => text.clone(),
            Expr::Variable(index) => format!("var.v{index}"),
            Expr::Refer { id, way } => self.refer(*id, *way),
            Expr::List(items) => format!("[{}]", list(items)),
            Expr::Object(items) => {
                let fields: Vec<String> = items
                    .iter()
                    .enumerate()
                    .map(|(index, item)| format!("k{index} = {}", self.text(item)))
                    .collect();
                format!("{{ {} }}", fields.join(", "))
            }
            Expr::Text(inner) => format!("\"t-${{jsonencode({})}}\"", self.text(inner)),
            Expr::Sensitive(inner) => format!("sensitive({})", self.text(inner)),
            Expr::Conditional(index, inner) => {
                format!("(var.v{index} > 4 ? jsonencode({}) : \"small\")", self.text(inner))
            }
        }
    }

    fn refer(&self, id: usize, way: usize) -> String {
        let Some(node) = self.nodes.iter().find(|node| node.id == id) else { return "\"gone\"".to_owned() };
        let (name, attribute) = match node.kind {
            Kind::Local => return format!("local.l{}", node.id),
            Kind::Module => (format!("module.m{}", node.name), ["y", "id"][way % 2]),
            Kind::Resource => (
                format!("terraform_data.r{}", node.name),
                ["output", "id", "input", "output", "id", "output"][way % 6],
            ),
        };
        match (&node.repeat, way) {
            (Repeat::Once, 4) if node.kind == Kind::Resource => name,
            (Repeat::Once, _) => format!("{name}.{attribute}"),
            (_, 0) => format!("length({name})"),
            (Repeat::Count(count), 1) if *count > 0 => format!("{name}[0].{attribute}"),
            (Repeat::Count(_), _) => format!("{name}[*].{attribute}"),
            (Repeat::Keys(keys), 1) if !keys.is_empty() => format!("{name}[{:?}].{attribute}", keys[0]),
            (Repeat::Keys(_), _) => format!("{{ for k, v in {name} : k => v.{attribute} }}"),
        }
    }
}

fn change_repeat(now: &Repeat, rng: &mut Rng) -> Repeat {
    match (rng.below(6), now) {
        (0 | 1, _) => Repeat::Count(rng.below(4)),
        (2 | 3, _) => Repeat::Keys(KEYS.iter().copied().filter(|_| rng.one_in(2)).collect()),
        (4, Repeat::Count(count)) => Repeat::Count(count + 1),
        _ => Repeat::Once,
    }
}

/// The module that every call calls.
const MODULE: &str = "\
variable \"x\" {
}
resource \"terraform_data\" \"first\" {
  input = var.x
}
resource \"terraform_data\" \"second\" {
  input            = terraform_data.first.output
  triggers_replace = terraform_data.first.id
}
output \"y\" {
  value = terraform_data.second.output
}
output \"id\" {
  value = terraform_data.first.id
}
";
