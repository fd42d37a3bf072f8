//! Templates, second pass: the list of parts becomes a tree, with `if` and `for` matched to their ends.

use std::vec::IntoIter;

use diag::Span;
use value::Value;

use super::super::ast::{ExprId, ExprKind, For};
use super::Parser;
use super::template::Part;

/// Directives may nest this deep; deeper is refused so that the stack suffices.
const MAX_DIRECTIVES: u32 = 1_000;

const END: &str = "Unexpected end of template";

impl<'s> Parser<'s> {
    /// The template of these parts; `end` is where it is closed.
    pub(super) fn template_tree(&mut self, parts: Vec<Part<'s>>, span: Span, end: Span) -> ExprId {
        let mut parts = parts.into_iter();
        let mark = self.children.len();
        while let Some(part) = parts.next() {
            let id = self.part(part, &mut parts, end, 0);
            self.children.push(id);
        }
        self.template_node(mark, span)
    }

    /// A node for the children from `mark` on; constant text is a plain literal.
    fn template_node(&mut self, mark: usize, span: Span) -> ExprId {
        if let [only] = self.children[mark..]
            && let node = &mut self.tree.exprs[only.0 as usize]
            && let ExprKind::Literal(index) = node.kind
            && self.tree.literals[index as usize].as_str().is_some()
        {
            self.children.truncate(mark);
            node.span = span;
            return only;
        }
        let run = self.close_children(mark);
        self.push(ExprKind::Template(run), span)
    }

    fn part(&mut self, part: Part<'s>, rest: &mut IntoIter<Part<'s>>, end: Span, depth: u32) -> ExprId {
        if depth > MAX_DIRECTIVES {
            let detail = format!("Template directives are nested more than {MAX_DIRECTIVES} levels deep.");
            self.error("Nesting too deep", detail, end);
            self.hopeless = true; // the directives around this one will miss their ends
            rest.by_ref().for_each(drop);
            return self.push(ExprKind::Invalid, end);
        }
        let (word, span) = match part {
            Part::Text { text, span } => return self.push_text(&text, span),
            Part::Interp(id) => return id,
            Part::If { condition, span } => return self.if_directive(condition, span, rest, end, depth),
            Part::For { .. } => return self.for_directive(part, rest, end, depth),
            Part::Else(span) => ("else", span),
            Part::EndIf(span) => ("endif", span),
            Part::EndFor(span) => ("endfor", span),
        };
        let detail = format!("There is no directive open that `{word}` could belong to.");
        self.error(&format!("Unexpected {word} directive"), detail, span);
        self.push(ExprKind::Invalid, span)
    }

    fn push_text(&mut self, text: &str, span: Span) -> ExprId {
        self.push_literal(Value::string(text), span)
    }

    /// The children from `mark` on as the template of one branch; an empty one stands at `empty`.
    fn branch(&mut self, mark: usize, empty: u32) -> ExprId {
        let span = match (self.children.get(mark), self.children.last()) {
            (Some(first), Some(last)) => self.tree.span(*first).to(self.tree.span(*last)),
            _ => return self.push_text("", Span::new(empty, empty)),
        };
        self.template_node(mark, span)
    }

    fn if_directive(
        &mut self,
        condition: ExprId,
        open: Span,
        rest: &mut IntoIter<Part<'s>>,
        end: Span,
        depth: u32,
    ) -> ExprId {
        let mark = self.children.len();
        let mut then = None;
        let line = |p: &Self| p.tree.range(open).start.line;
        let (problem, at) = loop {
            match rest.next() {
                Some(Part::EndIf(close)) => {
                    let (then, otherwise) = match then {
                        Some(then) => (then, self.branch(mark, close.start)),
                        None => {
                            let then = self.branch(mark, open.end);
                            (then, self.push_text("", Span::new(close.start, close.start)))
                        }
                    };
                    return self.push(ExprKind::Conditional(condition, then, otherwise), open.to(close));
                }
                Some(Part::Else(_)) if then.is_none() => then = Some(self.branch(mark, open.end)),
                Some(Part::Else(at)) => break (("else", "already has an else"), at),
                Some(Part::EndFor(at)) => break (("endfor", "must be closed by endif first"), at),
                Some(part) => {
                    let id = self.part(part, rest, end, depth + 1);
                    self.children.push(id);
                }
                None => break (("", "has no endif"), end),
            }
        };
        self.children.truncate(mark);
        let detail = format!("The if directive on line {} {}.", line(self), problem.1);
        self.directive_error(problem.0, detail, at)
    }

    fn for_directive(
        &mut self,
        part: Part<'s>,
        rest: &mut IntoIter<Part<'s>>,
        end: Span,
        depth: u32,
    ) -> ExprId {
        let Part::For { key_var, value_var, collection, span: open } = part else {
            return self.push(ExprKind::Invalid, end);
        };
        let mark = self.children.len();
        let (problem, at) = loop {
            match rest.next() {
                Some(Part::EndFor(close)) => {
                    let value = self.branch(mark, open.end);
                    let index = self.tree.fors.len() as u32;
                    self.tree.fors.push(For {
                        key_var,
                        value_var,
                        collection,
                        key: None,
                        value,
                        condition: None,
                        group: false,
                        open,
                        close,
                    });
                    let span = open.to(close);
                    let tuple = self.push(ExprKind::For(index), span);
                    return self.push(ExprKind::TemplateJoin(tuple), span);
                }
                Some(Part::Else(at)) => break (("else", "cannot have an else"), at),
                Some(Part::EndIf(at)) => break (("endif", "must be closed by endfor first"), at),
                Some(part) => {
                    let id = self.part(part, rest, end, depth + 1);
                    self.children.push(id);
                }
                None => break (("", "has no endfor"), end),
            }
        };
        self.children.truncate(mark);
        let line = self.tree.range(open).start.line;
        self.directive_error(problem.0, format!("The for directive on line {line} {}.", problem.1), at)
    }

    fn directive_error(&mut self, word: &str, detail: String, at: Span) -> ExprId {
        if self.hopeless {
            // Told before.
        } else if word.is_empty() {
            self.error(END, detail, at);
        } else {
            self.error(&format!("Unexpected {word} directive"), detail, at);
        }
        self.push(ExprKind::Invalid, at)
    }
}
