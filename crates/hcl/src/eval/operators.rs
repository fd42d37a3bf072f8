//! Operators.

use diag::Diagnostics;
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

/// One side of `&&` or `||`: its value, what evaluating it complained of, and whether it can be no bool.
struct LogicSide {
    value: Value,
    diags: Diagnostics,
    wrong_type: bool,
}

const IS_NULL: &str = "Error during operation: argument must not be null.";

impl Eval<'_> {
    pub(super) fn binary(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        lhs: ExprId,
        rhs: ExprId,
        frame: &Frame<'_>,
    ) -> Value {
        match op {
            BinaryOp::And => self.logic(id, false, lhs, rhs, frame),
            BinaryOp::Or => self.logic(id, true, lhs, rhs, frame),
            BinaryOp::Equal | BinaryOp::NotEqual => {
                let errors_before = self.diags.len();
                let (left, right) = (self.expr(lhs, frame), self.expr(rhs, frame));
                if self.diags.len() > errors_before {
                    // What stands in for a part that failed says nothing.
                    return Value::unknown(Type::Bool);
                }
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
        let left = self.operand(id, lhs, &left, &signature.operands, "left", frame);
        let right = self.operand(id, rhs, &right, &signature.operands, "right", frame);
        let (Some(left), Some(right)) = (left, right) else { return Value::unknown(signature.result) };
        if left.is_null() || right.is_null() {
            self.report("Operation failed", IS_NULL, self.tree.span(id), id, frame);
            return Value::unknown(signature.result);
        }
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

    /// `&&` and `||`. A known operand that decides the result wins on either side, even when the other
    /// side is unknown, null or failed. An operand of a wrong type is an error all the same.
    fn logic(&mut self, id: ExprId, decisive: bool, lhs: ExprId, rhs: ExprId, frame: &Frame<'_>) -> Value {
        let left = self.logic_side(id, lhs, "left", frame);
        let right = self.logic_side(id, rhs, "right", frame);
        let decides = |side: &LogicSide| side.value.as_bool() == Some(decisive);
        if left.wrong_type || right.wrong_type {
            return Value::unknown(Type::Bool);
        }
        if decides(&left) || decides(&right) {
            let marks = left.value.marks().union(right.value.marks());
            return Value::bool(decisive).with_marks(&marks);
        }
        let failed = left.diags.has_errors() || right.diags.has_errors();
        let null = left.value.is_null() || right.value.is_null();
        self.diags.append(left.diags);
        self.diags.append(right.diags);
        if null && !failed {
            self.report("Operation failed", IS_NULL, self.tree.span(id), id, frame);
        }
        if failed || null {
            return Value::unknown(Type::Bool);
        }
        if decisive { left.value.or(&right.value) } else { left.value.and(&right.value) }
    }

    fn logic_side(&mut self, id: ExprId, expr: ExprId, place: &str, frame: &Frame<'_>) -> LogicSide {
        let (value, diags) = self.attempt(expr, frame);
        if diags.has_errors() {
            return LogicSide { value: Value::unknown(Type::Bool), diags, wrong_type: false };
        }
        match self.operand(id, expr, &value, &Type::Bool, place, frame) {
            Some(value) => LogicSide { value, diags, wrong_type: false },
            None => LogicSide { value: Value::unknown(Type::Bool), diags, wrong_type: true },
        }
    }

    /// An operand as a value of a type; nothing, and a report, when it cannot be one.
    fn operand(
        &mut self,
        id: ExprId,
        expr: ExprId,
        value: &Value,
        ty: &Type,
        place: &str,
        frame: &Frame<'_>,
    ) -> Option<Value> {
        convert::convert(value, ty)
            .map_err(|error| {
                let detail = format!("Unsuitable value for {place} operand: {error}.");
                self.report_part("Invalid operand", detail, expr, id, frame);
            })
            .ok()
    }

    pub(super) fn unary(&mut self, id: ExprId, op: UnaryOp, inner: ExprId, frame: &Frame<'_>) -> Value {
        let value = self.expr(inner, frame);
        let ty = match op {
            UnaryOp::Negate => Type::Number,
            UnaryOp::Not => Type::Bool,
        };
        let Some(value) = self.operand(id, inner, &value, &ty, "unary", frame) else {
            return Value::unknown(ty);
        };
        if value.is_null() {
            self.report("Operation failed", IS_NULL, self.tree.span(id), id, frame);
            return Value::unknown(ty);
        }
        match op {
            UnaryOp::Negate => value.negate(),
            UnaryOp::Not => value.not(),
        }
    }
}
