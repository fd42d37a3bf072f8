//! Native syntax inside of strings, with places in the file that the strings stand in.

use std::sync::Arc;

use diag::{Diagnostics, SourceFile, SourceRange, Span};

use super::place::Places;
use super::tree::{DataTree, Embedded, NodeId, NodeKind, Spelling};
use crate::syntax::ast::{ExprId, Tree};

type Parse = fn(Arc<SourceFile>) -> (Arc<Tree>, ExprId, Diagnostics);

impl DataTree {
    /// The content of a string node, parsed; nothing for other nodes.
    pub(super) fn embedded(&self, node: NodeId, parse: Parse) -> Option<Embedded> {
        let node = self.node(node);
        let NodeKind::String(index) = node.kind else { return None };
        let text = &self.text(index).text;
        let (mut tree, expr, mut diags) = parse(SourceFile::new(self.source.name().clone(), text.as_bytes()));
        let places = self.places(node.span, text);
        if let Some(tree) = Arc::get_mut(&mut tree) {
            move_tree(tree, self.source.clone(), &places);
        }
        for diagnostic in diags.iter_mut() {
            let moved = |range: &SourceRange| {
                self.source.range(places.span(Span::new(range.start.byte, range.end.byte)))
            };
            diagnostic.subject = diagnostic.subject.as_ref().map(moved);
            diagnostic.context = diagnostic.context.as_ref().map(moved);
        }
        Some(Embedded { tree, expr, diags })
    }

    fn places(&self, span: Span, text: &str) -> Places {
        match self.spelling {
            Spelling::Json => Places::json(self.source.bytes(), span),
            Spelling::Yaml => Places::yaml(self.source.bytes(), span, text),
        }
    }
}

/// Makes a tree of a text be a tree of the file that the text is a part of.
fn move_tree(tree: &mut Tree, source: Arc<SourceFile>, places: &Places) {
    let put = |span: &mut Span| *span = places.span(*span);
    tree.source = source;
    tree.exprs.iter_mut().for_each(|expr| put(&mut expr.span));
    for call in &mut tree.calls {
        put(&mut call.name_span);
        put(&mut call.open_paren);
        put(&mut call.close_paren);
    }
    tree.traversals.iter_mut().for_each(|traversal| put(&mut traversal.root_span));
    tree.steps.iter_mut().for_each(|step| put(&mut step.span));
    tree.splats.iter_mut().for_each(|splat| put(&mut splat.marker));
    for for_expr in &mut tree.fors {
        put(&mut for_expr.open);
        put(&mut for_expr.close);
    }
}
