//! How many expressions are evaluated per second.

use std::collections::HashMap;

use addrs::Referenceable;
use diag::{Diagnostic, SourceFile};
use foldhash::fast::FixedState;
use functions::NoFiles;
use hcl::{Expression, syntax};
use lang::{LangScope, Names};
use smol_str::SmolStr;
use value::{Type, Value};

use crate::{Measures, clock};

/// Each has two references, an operator and a function call, and none is the same whatever the names stand for.
const EXPRESSIONS: &[&str] = &[
    r#"upper(var.a) == local.b"#,
    r#"max(var.n, 3) + local.m"#,
    r#""${join("-", var.l)}/${local.b}" != "x""#,
    r#"length(var.l) > local.m"#,
    r#"lower(local.b) == var.a ? 1 : 0"#,
    r#"coalesce(var.a, "none") != local.b"#,
    r#"var.n * abs(local.m)"#,
    r#"contains(var.l, local.b) || false"#,
];

/// Rounds over all expressions in one measure, and the number of measures of which the best counts: many short ones, because some
/// of them fall between what disturbs a shared machine.
const ROUNDS: usize = 5_000;
const RUNS: usize = 200;

pub(crate) fn measure() -> Result<Measures, String> {
    let names = Table::new();
    let scope = LangScope {
        names: &names,
        files: &NoFiles,
        console: false,
        plan_time: functions::PlanTime::Never,
        impure_allowed: false,
    };
    let mut expressions = Vec::new();
    for text in EXPRESSIONS {
        let (tree, expr, diags) = syntax::parse_expression(SourceFile::new("bench", text.as_bytes()));
        let expr = Expression::Native(tree, expr);
        let (_, failed) = scope.eval(&expr);
        if let Some(problem) = diags.iter().chain(failed.iter()).next() {
            return Err(format!("{text}: {problem:?}"));
        }
        expressions.push(expr);
    }
    let rate = |count: usize, seconds: f64| count as f64 / seconds;
    let mut measures = Vec::new();
    let all = clock::best_of(RUNS, || run(ROUNDS, &expressions, |expr| scope.eval(expr).0))?;
    measures.push(("per_second", rate(ROUNDS * expressions.len(), all)));
    let unchecked = clock::best_of(RUNS, || run(ROUNDS, &expressions, |expr| expr.eval(&scope).0))?;
    measures.push(("per_second_checked_before", rate(ROUNDS * expressions.len(), unchecked)));
    for (expr, name) in
        expressions.iter().zip(["equal", "max", "join", "length", "lower", "coalesce", "abs", "contains"])
    {
        let one = std::slice::from_ref(expr);
        let seconds = clock::best_of(15, || run(ROUNDS, one, |expr| scope.eval(expr).0))?;
        measures.push((name, rate(ROUNDS, seconds)));
    }
    Ok(measures)
}

fn run(rounds: usize, expressions: &[Expression], eval: impl Fn(&Expression) -> Value) -> Result<(), String> {
    for _ in 0..rounds {
        for expr in expressions {
            let value = std::hint::black_box(eval(std::hint::black_box(expr)));
            if !value.is_known() {
                return Err("an evaluation failed".to_owned());
            }
        }
    }
    Ok(())
}

/// Names with fixed values.
struct Table {
    variables: HashMap<SmolStr, Value, FixedState>,
    locals: HashMap<SmolStr, Value, FixedState>,
}

impl Table {
    fn new() -> Self {
        let list = Value::list(Type::String, ["one", "two", "three"].map(Value::string).to_vec());
        let table = |entries: Vec<(&str, Value)>| {
            entries.into_iter().map(|(name, value)| (name.into(), value)).collect()
        };
        Self {
            variables: table(vec![("a", Value::string("hello world")), ("n", Value::int(7)), ("l", list)]),
            locals: table(vec![("b", Value::string("HELLO WORLD")), ("m", Value::int(-4))]),
        }
    }

    fn find(&self, name: &Referenceable) -> Option<&Value> {
        match name {
            Referenceable::Variable(name) => self.variables.get(name),
            Referenceable::Local(name) => self.locals.get(name),
            _ => None,
        }
    }
}

impl Names for Table {
    fn value(&self, name: &Referenceable) -> Result<Value, Box<Diagnostic>> {
        self.find(name).cloned().ok_or_else(|| missing(name))
    }

    fn check(&self, name: &Referenceable) -> Result<(), Box<Diagnostic>> {
        self.find(name).map(|_| ()).ok_or_else(|| missing(name))
    }
}

fn missing(name: &Referenceable) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("Reference to undeclared name", format!("There is no {name}.")))
}
