//! Where an expression begins: enough of it to point at, the way the models do.

use diag::Span;

use super::ast::{ExprId, ExprKind, Tree};

/// The first part of an expression: its opening bracket, the name of its call, its first operand.
pub(crate) fn start_span(tree: &Tree, mut id: ExprId) -> Span {
    loop {
        let span = tree.span(id);
        let first = Span::new(span.start, span.end.min(span.start + 1));
        id = match &tree.expr(id).kind {
            // The text between the quotes.
            ExprKind::Literal(_) if tree.source().bytes().get(span.start as usize) == Some(&b'"') => {
                return match span.end - span.start > 2 {
                    true => Span::new(span.start + 1, span.end - 1),
                    false => Span::new(span.end, span.end),
                };
            }
            ExprKind::Template(parts) => match tree.expr_run(*parts).first() {
                Some(part) => *part,
                None => return span,
            },
            ExprKind::Tuple(_) | ExprKind::Object(_) | ExprKind::For(_) | ExprKind::Unary(..) => {
                return first;
            }
            ExprKind::Call(index) => return tree.call(*index).start_span(),
            ExprKind::Splat(index) => return tree.splat(*index).marker,
            ExprKind::Conditional(part, _, _) | ExprKind::Binary(_, part, _) | ExprKind::Parens(part) => {
                *part
            }
            _ => return span,
        };
    }
}

#[cfg(test)]
mod tests {
    use diag::SourceFile;

    use super::*;
    use crate::syntax::parse_expression;

    #[test]
    fn the_part_that_is_pointed_at() {
        for (text, start, end) in [
            ("\"yes\"", 1, 4),
            ("\"\"", 2, 2),
            ("\"a${b}\"", 1, 2),
            ("[1, 2]", 0, 1),
            ("{ a = 1 }", 0, 1),
            ("[for x in y : x]", 0, 1),
            ("f(1)", 0, 2),
            ("-x", 0, 1),
            ("(2)", 1, 2),
            ("a.b[*].c", 3, 6),
            ("1 + 2", 0, 1),
            ("c ? 1 : 2", 0, 1),
            ("a.b[0]", 0, 6),
        ] {
            let (tree, id, _) = parse_expression(SourceFile::new("t", text.as_bytes()));
            let span = start_span(&tree, id);
            assert_eq!((span.start, span.end), (start, end), "{text}");
        }
    }
}
