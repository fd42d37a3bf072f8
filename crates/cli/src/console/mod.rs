//! The console: expressions in, values out, at a prompt or piped.

mod input;
pub(crate) mod prompt;

use std::io::{BufRead, IsTerminal};

use config::{Module, ModuleNames};
use diag::{Diagnostic, SourceFile};
use functions::PlanTime;
use hcl::Expression;
use hcl::syntax::ast::{ExprId, ExprKind, Tree};
use lang::LangScope;
use value::Value;

use crate::ui::Ui;

const HELP: &str = "Type an expression to see its value, for example: upper(\"hello\")\nThe variables and local values of \
                    the module in this folder can be referred to.\n\nAn expression goes on over several lines while a bracket \
                    or heredoc is open, or after a line\nthat ends with a backslash. type(x) shows the type of x.\n\nTo leave, \
                    type \"exit\", or use Control-C or Control-D.\n";

/// One run of the console.
pub(crate) struct Session<'a> {
    ui: Ui,
    /// What is written: what may be referred to.
    names: &'a ModuleNames<'a>,
    /// What there is.
    scope: LangScope<'a>,
    module: &'a Module,
}

/// What to do after a piece of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Continue,
    Failed,
    Exit,
}

impl<'a> Session<'a> {
    pub(crate) fn new(
        ui: Ui,
        names: &'a ModuleNames<'a>,
        scope: &'a LangScope<'a>,
        module: &'a Module,
    ) -> Self {
        // What is asked here has functions of its own and is part of no plan.
        let scope = LangScope { console: true, plan_time: PlanTime::Never, impure_allowed: true, ..*scope };
        Self { ui, names, scope, module }
    }

    /// Evaluates standard input piece by piece and stops at the first error.
    pub(crate) fn run_piped(&self) -> u8 {
        let mut stdin = std::io::stdin().lock();
        let mut pending: Vec<u8> = Vec::new();
        loop {
            let read = match stdin.read_until(b'\n', &mut pending) {
                Ok(read) => read,
                Err(error) => {
                    self.ui.err(&format!(
                        "Standard input could not be read: {error}.\n",
                        error = diag::reason(&error)
                    ));
                    return 1;
                }
            };
            let at_end = read == 0;
            if !at_end && input::is_incomplete(&pending) {
                continue;
            }
            let piece = input::without_continuations(&std::mem::take(&mut pending));
            match self.handle(&piece) {
                Next::Continue if !at_end => {}
                Next::Continue | Next::Exit => return 0,
                Next::Failed => return 1,
            }
        }
    }

    fn handle(&self, piece: &[u8]) -> Next {
        match piece.trim_ascii() {
            b"" => Next::Continue,
            b"exit" => Next::Exit,
            b"help" => {
                self.ui.out(HELP);
                Next::Continue
            }
            // Only a heredoc needs the end of its last line, which is what closes it.
            text => {
                let heredoc = text.windows(2).any(|pair| pair == b"<<");
                let text = if heredoc { piece.trim_ascii_start() } else { text };
                if self.evaluate(text) { Next::Continue } else { Next::Failed }
            }
        }
    }

    /// Evaluates and shows one expression; false when it failed.
    fn evaluate(&self, text: &[u8]) -> bool {
        let source = SourceFile::new("<console-input>", text);
        let mut sources = self.module.sources.clone();
        sources.insert(source.clone());
        let (tree, expr, mut diags) = hcl::syntax::parse_expression(source);
        let mut value = None;
        if !diags.has_errors() {
            let expression = Expression::Native(tree.clone(), expr);
            diags.append(config::check_expression(self.names, &expression));
            let mut result = Value::dynamic();
            if !diags.has_errors() {
                let (found, more) = self.scope.eval(&expression);
                result = found;
                diags.append(more);
            }
            if result.deep_marks().is_type_text() && !shows_type(&tree, expr) {
                diags.push(Diagnostic::error(
                    "Invalid use of type function",
                    "The console-only \"type\" function cannot be used as part of an expression.",
                ));
            }
            value = Some(result);
        }
        self.ui.diagnostics(&diags, &sources);
        let Some(value) = value.filter(|_| !diags.has_errors()) else { return false };
        let text = match value.as_str() {
            Some(text) if value.marks().is_type_text() => text.to_owned(),
            _ => render::value_text(&value),
        };
        // A terminal would obey control characters; a program that reads us wants them as they are.
        if std::io::stdout().is_terminal() {
            self.ui.out(&format!("{}\n", render::printable(&text)));
        } else {
            self.ui.out_bytes(format!("{text}\n").as_bytes());
        }
        true
    }

    /// The names that can be completed: functions, variables, local values and the like.
    fn completions(&self) -> Vec<String> {
        let functions = functions::all().iter().map(|function| format!("{}(", function.name));
        let variables = self.module.variables.keys().map(|name| format!("var.{name}"));
        let locals = self.module.locals.keys().map(|name| format!("local.{name}"));
        let modules = self.module.module_calls.keys().map(|name| format!("module.{name}"));
        let resources = self.module.resources.keys().map(|resource| resource.to_string());
        let fixed = ["path.module", "path.root", "path.cwd", "terraform.workspace", "true", "false", "null"];
        let mut names: Vec<String> = functions
            .chain(variables)
            .chain(locals)
            .chain(modules)
            .chain(resources)
            .chain(fixed.map(str::to_owned))
            .collect();
        names.sort();
        names
    }
}

/// Whether a `type` result is what the expression gives, rather than something computed from one.
fn shows_type(tree: &Tree, expr: ExprId) -> bool {
    match tree.expr(expr).kind {
        ExprKind::Call(index) => matches!(tree.call(index).name.as_str(), "type" | "core::type"),
        ExprKind::Parens(inner) | ExprKind::TemplateWrap(inner) => shows_type(tree, inner),
        ExprKind::Conditional(_, yes, no) => shows_type(tree, yes) || shows_type(tree, no),
        _ => false,
    }
}
