//! Whether `moved` blocks make sense: told after the walk, which knows what instances are declared.

use addrs::ModuleInstance;
use config::{ModuleTree, Repetition};
use diag::{Diagnostic, Diagnostics, SourceRange};

use super::Outcome;
use super::statement::{Moveable, Statement, module_of};
use crate::world::Map;

/// What is declared, with the instances that there are now.
pub(super) trait Declared {
    /// The instances of a module of the tree.
    fn modules(&self, index: usize) -> Vec<ModuleInstance>;

    /// Whether a thing is declared.
    fn has(&self, thing: &Moveable) -> bool;
}

/// The words for a kind of thing, long and short.
fn nouns(thing: &Moveable) -> (&'static str, &'static str) {
    match thing {
        Moveable::Call(..) => ("module call", "call"),
        Moveable::Module(_) => ("module instance", "instance"),
        Moveable::Resource(_) => ("resource", "resource"),
        Moveable::Instance(_) => ("resource instance", "instance"),
    }
}

/// A place in words: `main.tf:3,5`.
fn place(range: &SourceRange) -> String {
    format!("{}:{},{}", range.filename, range.start.line, range.start.column)
}

/// Where a thing is declared. Of one instance, what says how many there are.
fn declared_at(tree: &ModuleTree, thing: &Moveable) -> Option<SourceRange> {
    let module = |addr: &ModuleInstance| module_of(tree, addr).map(|index| &tree.modules[index].module);
    let counted = |repetition: &Repetition| {
        repetition.for_each.as_ref().or(repetition.count.as_ref()).map(hcl::Expression::range)
    };
    match thing {
        Moveable::Call(caller, name) => module(caller)?.module_calls.get(name).map(|call| call.range.clone()),
        Moveable::Module(addr) => {
            let (step, _) = addr.steps().split_last()?;
            let call = module(&addr.parent()?)?.module_calls.get(&step.name)?;
            Some(counted(&call.repetition).unwrap_or_else(|| call.range.clone()))
        }
        Moveable::Resource(addr) => {
            module(&addr.module)?.resources.get(&addr.resource).map(|config| config.range.clone())
        }
        Moveable::Instance(addr) => {
            let config = module(&addr.module)?.resources.get(&addr.resource.resource)?;
            Some(counted(&config.repetition).unwrap_or_else(|| config.range.clone()))
        }
    }
}

/// What the statements before said about an address.
type Known<'s> = Map<Moveable, (Moveable, &'s Statement)>;

impl Outcome {
    /// The errors in statements. They stand for all others of the run, which they may well have caused.
    pub(super) fn validate(&self, tree: &ModuleTree, declared: &dyn Declared) -> Diagnostics {
        let mut diags = Diagnostics::new();
        let (mut sources, mut targets) = (Known::default(), Known::default());
        for statement in &self.statements {
            for module in declared.modules(statement.index) {
                let from = statement.from.absolute(&module, statement.kind);
                let to = statement.to.absolute(&module, statement.kind);
                let problems = check(tree, declared, statement, from, to, (&mut sources, &mut targets));
                diags.extend(problems.into_iter().map(|problem| problem.at_maybe(statement.range.clone())));
            }
        }
        // Other mistakes explain themselves better, and are often why there is a cycle.
        if !diags.has_errors() {
            diags.extend(self.cycles.iter().map(|members| self.cycle(members)));
        }
        diags
    }

    fn cycle(&self, members: &[usize]) -> Diagnostic {
        let mut lines = String::new();
        for statement in members.iter().filter_map(|member| self.statements.get(*member)) {
            let at = statement.range.as_ref().map(place).unwrap_or_default();
            let (from, to) = (statement.words(&statement.from), statement.words(&statement.to));
            lines.push_str(&format!("\n  - {at}: {from} → {to}"));
        }
        let detail = format!(
            "These \"moved\" blocks lead in a circle, so there is no place where the objects could end up:{lines}\n\n\
             The last address of a chain must not be the \"from\" of another block. Remove the block that leads back."
        );
        Diagnostic::error("Cyclic dependency in move statements", detail)
    }

    /// What to say about objects that could not be moved.
    pub(crate) fn blocked(&self) -> Option<Diagnostic> {
        if self.blocked.is_empty() {
            return None;
        }
        let mut lines = String::new();
        for (from, to) in &self.blocked {
            lines.push_str(&format!("\n  - {from} could not move to {to}"));
        }
        let detail = format!(
            "The configuration says that some objects of the state have new addresses, but other objects are there \
             already:{lines}\n\nThe objects that could not move are planned to be destroyed. If that is not what you \
             want, settle which object has which address with the \"state mv\" and \"state rm\" commands and plan again."
        );
        Some(Diagnostic::warning("Unresolved resource instance address changes", detail))
    }
}

fn check<'s>(
    tree: &ModuleTree,
    declared: &dyn Declared,
    statement: &'s Statement,
    from: Moveable,
    to: Moveable,
    (sources, targets): (&mut Known<'s>, &mut Known<'s>),
) -> Vec<Diagnostic> {
    if from == to {
        let detail = format!("This block moves {from} to the address that it has already. Remove the block.");
        return vec![Diagnostic::error("Redundant move statement", detail)];
    }
    let mut problems = Vec::new();
    let (noun, short) = nouns(&from);
    if declared.has(&from) {
        let at = declared_at(tree, &from).map(|range| format!(" at {}", place(&range))).unwrap_or_default();
        let detail = format!(
            "This block says that {from} has moved, but that {noun} is still declared{at}.\n\nRename the {short} there to \
             {to}, or remove this block."
        );
        problems.push(Diagnostic::error("Moved object still exists", detail));
    }
    let earlier = |statement: &Statement| statement.range.as_ref().map(place).unwrap_or_default();
    const AMBIGUOUS: &str = "Ambiguous move statements";
    match sources.get(&from) {
        Some((known, first)) if *known != to => {
            let detail = format!(
                "This block moves {from} to {to}, but the one at {} moves it to {known}.\n\nA {noun} can only go to one place.",
                earlier(first)
            );
            problems.push(Diagnostic::error(AMBIGUOUS, detail));
        }
        Some(_) => {}
        None => {
            sources.insert(from.clone(), (to.clone(), statement));
        }
    }
    match targets.get(&to) {
        Some((known, first)) if *known != from => {
            let detail = format!(
                "This block moves {from} to {to}, but the one at {} moves {known} there.\n\nA {noun} can only come from one \
                 place.",
                earlier(first)
            );
            problems.push(Diagnostic::error(AMBIGUOUS, detail));
        }
        Some(_) => {}
        None => {
            targets.insert(to, (from, statement));
        }
    }
    problems
}
