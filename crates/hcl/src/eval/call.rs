//! Function calls, and the two functions that look at expressions: `try` and `can`.

use diag::{Diagnostic, FunctionCall, Signature};
use value::{Marks, Type, Value};

use super::{CallFailure, Eval, Frame, FunctionKind};
use crate::syntax::ast::{Call, ExprId};
use crate::syntax::start_span;

/// One argument of `try` or `can`.
enum Attempt {
    Expr(ExprId),
    /// An item of an expanded argument, which evaluated already.
    Value(Value),
}

impl Eval<'_> {
    pub(super) fn call(&mut self, id: ExprId, index: u32, frame: &Frame<'_>) -> Value {
        let tree = self.tree;
        let call = tree.call(index);
        match self.scope.function_kind(&call.name) {
            FunctionKind::Plain => self.plain_call(id, call, frame),
            FunctionKind::Try => self.try_call(id, call, frame),
            FunctionKind::Can => self.can_call(id, call, frame),
        }
    }

    fn plain_call(&mut self, id: ExprId, call: &Call, frame: &Frame<'_>) -> Value {
        let tree = self.tree;
        let arg_exprs = tree.expr_run(call.args);
        let errors_before = self.diags.len();
        let mut args: Vec<Value> = Vec::with_capacity(arg_exprs.len());
        for arg in arg_exprs {
            args.push(self.expr(*arg, frame));
        }
        let mut marks = Marks::NONE;
        // What the arguments stand for does not matter to a function that is not there.
        if (call.expand_final || self.diags.len() > errors_before)
            && let Some(failure) = self.missing(call)
        {
            self.diags.truncate(errors_before);
            self.report_failure(id, call, failure, frame);
            return Value::dynamic();
        }
        if call.expand_final
            && let (Some(last), Some(expr)) = (args.pop(), arg_exprs.last())
        {
            match self.expanded(id, call, *expr, last, frame) {
                Some((items, item_marks)) => {
                    args.extend(items);
                    marks = item_marks;
                }
                None => return Value::dynamic(),
            }
        }
        if self.diags.len() > errors_before {
            return Value::dynamic();
        }
        match self.scope.call(&call.name, args) {
            Ok(value) => value.with_marks(&marks),
            Err(failures) => {
                for failure in failures {
                    self.report_failure(id, call, failure, frame);
                }
                Value::dynamic()
            }
        }
    }

    /// Why there is no function of that name, if there is none. Providers are asked only with arguments.
    fn missing(&self, call: &Call) -> Option<CallFailure> {
        if call.name.starts_with("provider::") || self.scope.signature(&call.name).is_some() {
            return None;
        }
        let failures = self.scope.call(&call.name, Vec::new()).err()?;
        failures.into_iter().find(|failure| matches!(failure, CallFailure::Unknown { .. }))
    }

    /// The arguments that a last argument with `...` stands for; nothing when they are not known or not right.
    fn expanded(
        &mut self,
        id: ExprId,
        call: &Call,
        expr: ExprId,
        value: Value,
        frame: &Frame<'_>,
    ) -> Option<(Vec<Value>, Marks)> {
        let (value, marks) = value.unmark();
        let detail = match value.ty() {
            _ if value.is_null() => "The expanding argument (indicated by ...) must not be null.",
            Type::List(_) | Type::Set(_) | Type::Tuple(_) => {
                return value.as_items().map(|items| (items.to_vec(), marks));
            }
            Type::Dynamic => return None,
            _ => "The expanding argument (indicated by ...) must be of a tuple, list, or set type.",
        };
        let problem = Diagnostic::error("Invalid expanding argument value", detail);
        self.push_of_call(problem.at(self.tree.range(self.tree.span(expr))), call, expr, id, frame);
        None
    }

    /// Reports what is wrong with a call, with the values of a part of it.
    fn push_of_call(
        &mut self,
        problem: Diagnostic,
        call: &Call,
        part: ExprId,
        whole: ExprId,
        frame: &Frame<'_>,
    ) {
        let signature = self.scope.signature(&call.name);
        self.push_signed(problem, call, signature, part, whole, frame);
    }

    fn push_signed(
        &mut self,
        mut problem: Diagnostic,
        call: &Call,
        signature: Option<Signature>,
        part: ExprId,
        whole: ExprId,
        frame: &Frame<'_>,
    ) {
        problem.function_call =
            signature.map(|signature| FunctionCall { called_as: call.name.to_string(), signature });
        self.push(problem, part, whole, frame);
    }

    fn report_failure(&mut self, id: ExprId, call: &Call, failure: CallFailure, frame: &Frame<'_>) {
        let (signature, failure) = match failure {
            CallFailure::Of { signature, failure } => (Some(*signature), *failure),
            failure => (self.scope.signature(&call.name), failure),
        };
        let tree = self.tree;
        let name = &call.name;
        let arg_exprs = tree.expr_run(call.args);
        // Arguments beyond the written ones come from the expanded last one, which stands for all of them.
        let written = |index: usize| arg_exprs.get(index).or(arg_exprs.last()).copied();
        let span_of = |index: usize, arg: ExprId| {
            let is_expanded = call.expand_final && index + 1 >= arg_exprs.len();
            if is_expanded { tree.span(arg) } else { start_span(tree, arg) }
        };
        // The argument that is wrong; others do not help to see why.
        let mut part = None;
        let (summary, detail, span) = match failure {
            CallFailure::Unknown { summary, detail } => {
                let at = if self.scope.is_constant() { tree.span(id) } else { call.name_span };
                (summary, detail, at)
            }
            CallFailure::TooFew { missing, expected, variadic } => (
                "Not enough function arguments".to_owned(),
                format!(
                    "Function {name:?} expects {}{expected} argument(s). Missing value for {missing:?}.",
                    if variadic { "at least " } else { "" }
                ),
                call.close_paren,
            ),
            CallFailure::TooMany { expected } => (
                "Too many function arguments".to_owned(),
                format!("Function {name:?} expects only {expected} argument(s)."),
                written(expected).map_or(call.close_paren, |extra| span_of(expected, extra)),
            ),
            CallFailure::Argument { index, parameter, message } => {
                part = written(index);
                (
                    "Invalid function argument".to_owned(),
                    sentence(format!("Invalid value for {parameter:?} parameter: {message}")),
                    part.map_or(call.name_span, |arg| span_of(index, arg)),
                )
            }
            // A signature is given once.
            CallFailure::Of { failure, .. } => return self.report_failure(id, call, *failure, frame),
            CallFailure::Failed { message } => (
                "Error in function call".to_owned(),
                sentence(format!("Call to function {name:?} failed: {message}")),
                call.start_span(),
            ),
        };
        let problem = Diagnostic::error(summary, detail).at(tree.range(span));
        self.push_signed(problem, call, signature, part.unwrap_or(id), id, frame);
    }

    fn try_call(&mut self, id: ExprId, call: &Call, frame: &Frame<'_>) -> Value {
        let Some(attempts) = self.attempts(id, call, frame) else { return Value::dynamic() };
        if attempts.is_empty() {
            let failure = CallFailure::Failed { message: "at least one argument is required".to_owned() };
            self.report_failure(id, call, failure, frame);
            return Value::dynamic();
        }
        let mut reasons = String::new();
        for attempt in attempts {
            let arg = match attempt {
                Attempt::Expr(arg) => arg,
                Attempt::Value(value) => return value,
            };
            // What fails now fails whatever is found out later; what is not known yet may still turn out to fail.
            let (value, diags) = self.attempt(arg, frame);
            if !diags.has_errors() {
                if !value.is_wholly_known() {
                    return Value::dynamic();
                }
                self.diags.append(diags);
                return value;
            }
            for diagnostic in &diags {
                let place = diagnostic.subject.as_ref().map_or_else(String::new, |range| {
                    format!(" at {}:{},{}", range.filename, range.start.line, range.start.column)
                });
                reasons.push_str(&format!("\n- {}{place}: {}", diagnostic.summary, diagnostic.detail));
            }
        }
        let message = format!(
            "no expression succeeded:{reasons}\n\nAt least one expression must produce a successful result"
        );
        self.report_failure(id, call, CallFailure::Failed { message }, frame);
        Value::dynamic()
    }

    fn can_call(&mut self, id: ExprId, call: &Call, frame: &Frame<'_>) -> Value {
        let Some(attempts) = self.attempts(id, call, frame) else { return Value::dynamic() };
        let arg = match attempts.as_slice() {
            [Attempt::Expr(arg)] => *arg,
            [Attempt::Value(_)] => return Value::bool(true),
            [] => {
                let failure =
                    CallFailure::TooFew { missing: "expression".to_owned(), expected: 1, variadic: false };
                self.report_failure(id, call, failure, frame);
                return Value::dynamic();
            }
            _ => {
                self.report_failure(id, call, CallFailure::TooMany { expected: 1 }, frame);
                return Value::dynamic();
            }
        };
        let (value, diags) = self.attempt(arg, frame);
        if !diags.has_errors() && !value.is_wholly_known() {
            return Value::unknown_not_null(Type::Bool);
        }
        Value::bool(!diags.has_errors())
    }

    /// What `try` and `can` are to try; nothing when an expanded argument is not known or not right.
    fn attempts(&mut self, id: ExprId, call: &Call, frame: &Frame<'_>) -> Option<Vec<Attempt>> {
        let tree = self.tree;
        let mut attempts: Vec<Attempt> =
            tree.expr_run(call.args).iter().copied().map(Attempt::Expr).collect();
        if call.expand_final
            && let Some(Attempt::Expr(last)) = attempts.pop()
        {
            let value = self.expr(last, frame);
            let (items, marks) = self.expanded(id, call, last, value, frame)?;
            attempts.extend(items.into_iter().map(|item| Attempt::Value(item.with_marks(&marks))));
        }
        Some(attempts)
    }
}

/// Ends a message with a full stop unless it has an end already.
fn sentence(text: String) -> String {
    if text.ends_with(['.', '!', '?']) { text } else { text + "." }
}
