//! Operators.

use value::num::NumError;
use value::{Arithmetic, Comparison, Type, Value, convert};

use super::{Eval, Frame};
use crate::syntax::ast::{BinaryOp, ExprId, UnaryOp};

/// What an operator takes and gives.
struct Signature {
    operands: Type,
    result: Type,
}

fn signature(op: BinaryOp) -> Signature {
    match op {
        BinaryOp::Or | BinaryOp::And => Signature { operands: Type::Bool, result: Type::Bool },
        BinaryOp::Equal | BinaryOp::NotEqual => Signature { operands: Type::Dynamic, result: Type::Bool },
        BinaryOp::Greater | BinaryOp::GreaterOrEqual | BinaryOp::Less | BinaryOp::LessOrEqual => {
            Signature { operands: Type::Number, result: Type::Bool }
        }
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Modulo => {
            Signature { operands: Type::Number, result: Type::Number }
        }
    }
}

/// An operand that was converted, or what to report about it.
type Operand = Result<Value, (&'static str, String)>;

fn operand(value: &Value, ty: &Type, place: &str) -> Operand {
    let converted = match convert::convert(value, ty) {
        Ok(converted) => converted,
        Err(error) => return Err(("Invalid operand", format!("Unsuitable value for {place} operand: {error}."))),
    };
    if converted.is_null() {
        return Err(("Operation failed", "Error during operation: argument must not be null.".to_owned()));
    }
    Ok(converted)
}

impl Eval<'_> {
    pub(super) fn binary(&mut self, id: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId, frame: &Frame<'_>) -> Value {
        match op {
            BinaryOp::And => self.logic(id, false, lhs, rhs, frame),
            BinaryOp::Or => self.logic(id, true, lhs, rhs, frame),
            BinaryOp::Equal | BinaryOp::NotEqual => {
                let (left, right) = (self.expr(lhs, frame), self.expr(rhs, frame));
                let equal = left.equals(&right);
                if op == BinaryOp::Equal { equal } else { equal.not() }
            }
            _ => self.numeric(id, op, lhs, rhs, frame),
        }
    }

    fn numeric(&mut self, id: ExprId, op: BinaryOp, lhs: ExprId, rhs: ExprId, frame: &Frame<'_>) -> Value {
        let errors_before = self.diags.len();
        let (left, right) = (self.expr(lhs, frame), self.expr(rhs, frame));
        let signature = signature(op);
        // A part that failed already was reported; a complaint about its stand-in would be an echo.
        let failed_before = self.diags.len() > errors_before;
        let left = operand(&left, &signature.operands, "left");
        let right = operand(&right, &signature.operands, "right");
        let mut nulls_reported = false;
        for (result, at) in [(&left, lhs), (&right, rhs)] {
            if let Err((summary, detail)) = result {
                let is_null = *summary == "Operation failed";
                if !(is_null && nulls_reported) {
                    let span = if is_null { self.tree.span(id) } else { self.tree.span(at) };
                    self.report(summary, detail.clone(), span, id, frame);
                }
                nulls_reported |= is_null;
            }
        }
        let (Ok(left), Ok(right)) = (left, right) else { return Value::unknown(signature.result) };
        if failed_before {
            return Value::unknown(signature.result);
        }
        let arithmetic = |op| left.arithmetic(op, &right);
        let compared = |op| Ok(left.compare(op, &right));
        let result = match op {
            BinaryOp::Add => arithmetic(Arithmetic::Add),
            BinaryOp::Subtract => arithmetic(Arithmetic::Subtract),
            BinaryOp::Multiply => arithmetic(Arithmetic::Multiply),
            BinaryOp::Divide => arithmetic(Arithmetic::Divide),
            BinaryOp::Modulo => arithmetic(Arithmetic::Modulo),
            BinaryOp::Greater => compared(Comparison::Greater),
            BinaryOp::GreaterOrEqual => compared(Comparison::GreaterOrEqual),
            BinaryOp::Less => compared(Comparison::Less),
            _ => compared(Comparison::LessOrEqual),
        };
        result.unwrap_or_else(|error: NumError| {
            let detail = format!("Error during operation: {error}.");
            self.report("Operation failed", detail, self.tree.span(id), id, frame);
            Value::unknown(signature.result)
        })
    }

    /// `&&` and `||`. A known operand that decides the result wins on either side, even when the
    /// other side is unknown or failed; a left operand that decides keeps the right from being evaluated.
    fn logic(&mut self, id: ExprId, decisive: bool, lhs: ExprId, rhs: ExprId, frame: &Frame<'_>) -> Value {
        let (left, left_diags) = self.attempt(lhs, frame);
        let left = if left_diags.has_errors() { Value::dynamic() } else { left };
        if convert::convert(&left, &Type::Bool).is_ok_and(|left| left.as_bool() == Some(decisive)) {
            self.diags.append(left_diags);
            return Value::bool(decisive).with_marks(left.marks());
        }
        let (right, right_diags) = self.attempt(rhs, frame);
        let right = if right_diags.has_errors() { Value::dynamic() } else { right };
        let decides = convert::convert(&right, &Type::Bool).is_ok_and(|right| right.as_bool() == Some(decisive));
        if decides && (left_diags.has_errors() || !left.is_known()) {
            return Value::bool(decisive).with_marks(&right.marks().union(left.marks()));
        }
        let errors = left_diags.has_errors() || right_diags.has_errors();
        self.diags.append(left_diags);
        self.diags.append(right_diags);
        let (left_operand, right_operand) =
            (operand(&left, &Type::Bool, "left"), operand(&right, &Type::Bool, "right"));
        let mut failed = errors;
        for (result, at) in [(&left_operand, lhs), (&right_operand, rhs)] {
            if let Err((summary, detail)) = result {
                if !(failed && *summary == "Operation failed") {
                    self.report(summary, detail.clone(), self.tree.span(at), id, frame);
                }
                failed = true;
            }
        }
        let (Ok(left), Ok(right)) = (left_operand, right_operand) else { return Value::unknown(Type::Bool) };
        if failed {
            return Value::unknown(Type::Bool);
        }
        if decisive { left.or(&right) } else { left.and(&right) }
    }

    pub(super) fn unary(&mut self, id: ExprId, op: UnaryOp, inner: ExprId, frame: &Frame<'_>) -> Value {
        let value = self.expr(inner, frame);
        let ty = match op {
            UnaryOp::Negate => Type::Number,
            UnaryOp::Not => Type::Bool,
        };
        match operand(&value, &ty, "unary") {
            Ok(value) => match op {
                UnaryOp::Negate => value.negate(),
                UnaryOp::Not => value.not(),
            },
            Err((summary, detail)) => {
                let at = if summary == "Operation failed" { id } else { inner };
                self.report(summary, detail, self.tree.span(at), id, frame);
                Value::unknown(ty)
            }
        }
    }
}
