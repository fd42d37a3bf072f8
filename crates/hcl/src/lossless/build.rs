//! Groups a run of tokens into body items. Relies on what the grammar guarantees at body level: an item begins
//! with an identifier, an attribute ends at the first line end outside brackets, a block header ends at `{`.

use super::{Attribute, Block, Body, BodyId, Content, DocToken, Document, Item, Run};
use crate::syntax::token::TokenKind;

/// A block whose closing brace has not been met yet, and the body around it.
struct Open {
    around: BodyId,
    before: Run,
    lead: Run,
    block: Block,
}

impl Document {
    /// Makes a body of the tokens in `run`, with the bodies nested in it.
    pub(super) fn build_body(&mut self, run: Run) -> BodyId {
        let root = self.new_body();
        let mut body = root;
        let mut open: Vec<Open> = Vec::new();
        let mut at = run.start;
        // First token since the last item.
        let mut loose = at;
        while at < run.end {
            match self.kind(at) {
                TokenKind::Ident => {
                    let (before, lead) = self.split_lead_comments(loose..at);
                    if let Some((attribute, after)) = self.scan_attribute(at..run.end) {
                        let end = self.scan_line_end(after..run.end);
                        at = end.end;
                        let content = Content::Attribute(attribute);
                        self.bodies[body.0 as usize].items.push(Item { before, lead, content, end });
                        loose = at;
                    } else if let Some(block) = self.scan_block_header(at..run.end) {
                        let brace = block.header.end;
                        at = self.scan_line_end(brace + 1..run.end).end;
                        let inner = block.body;
                        self.bodies[inner.0 as usize].head = Some(block.type_name);
                        self.bodies[inner.0 as usize].open = brace..at;
                        open.push(Open { around: body, before, lead, block });
                        body = inner;
                        loose = at;
                    } else {
                        at += 1;
                    }
                }
                TokenKind::CBrace => {
                    let Some(Open { around, before, lead, block }) = open.pop() else {
                        at += 1;
                        continue;
                    };
                    self.bodies[body.0 as usize].tail = loose..at;
                    self.bodies[body.0 as usize].close = at..at + 1;
                    let end = self.scan_line_end(at + 1..run.end);
                    at = end.end;
                    loose = at;
                    body = around;
                    let content = Content::Block(block);
                    self.bodies[body.0 as usize].items.push(Item { before, lead, content, end });
                }
                _ => at += 1,
            }
        }
        self.bodies[body.0 as usize].tail = loose..at;
        // Only broken text leaves blocks open; they print without a closing brace.
        while let Some(Open { around, before, lead, block }) = open.pop() {
            let content = Content::Block(block);
            self.bodies[around.0 as usize].items.push(Item { before, lead, content, end: at..at });
            self.bodies[around.0 as usize].tail = at..at;
        }
        root
    }

    fn new_body(&mut self) -> BodyId {
        self.bodies.push(Body::default());
        BodyId(self.bodies.len() as u32 - 1)
    }

    pub(super) fn kind(&self, token: u32) -> TokenKind {
        self.tokens[token as usize].kind
    }

    /// Parts the tokens in front of an item: the comments at their end belong to the item.
    fn split_lead_comments(&self, run: Run) -> (Run, Run) {
        let mut first = run.end;
        while first > run.start && self.kind(first - 1) == TokenKind::Comment {
            first -= 1;
        }
        (run.start..first, first..run.end)
    }

    /// The attribute at the start of the run and the token after its expression.
    fn scan_attribute(&self, run: Run) -> Option<(Attribute, u32)> {
        let equals = self.skip_comments(run.start + 1, run.end);
        if equals >= run.end || self.kind(equals) != TokenKind::Equal {
            return None;
        }
        let start = self.skip_comments(equals + 1, run.end);
        let mut end = start;
        let mut depth = 0u32;
        for at in start..run.end {
            let kind = self.kind(at);
            if depth == 0 && (kind == TokenKind::CBrace || self.ends_line(at)) {
                break;
            }
            match bracket_change(kind) {
                1 => depth += 1,
                -1 => depth = depth.saturating_sub(1),
                _ => {}
            }
            if kind != TokenKind::Comment {
                end = at + 1;
            }
        }
        Some((Attribute { name: run.start, assign: run.start + 1..start, expr: start..end }, end))
    }

    /// The block at the start of the run, its body still empty; the header ends at the opening brace.
    pub(super) fn scan_block_header(&mut self, run: Run) -> Option<Block> {
        let mut labels = Vec::new();
        let mut at = run.start + 1;
        while at < run.end {
            match self.kind(at) {
                TokenKind::Ident => labels.push(at..at + 1),
                TokenKind::OQuote => {
                    let first = at;
                    while self.kind(at) != TokenKind::CQuote {
                        at += 1;
                        if at >= run.end || self.ends_line(at) {
                            return None;
                        }
                    }
                    labels.push(first..at + 1);
                }
                TokenKind::OBrace => {
                    let (type_name, header, body) = (run.start, run.start + 1..at, self.new_body());
                    return Some(Block { type_name, header, labels, body });
                }
                TokenKind::Comment if !self.ends_line(at) => {}
                _ => return None,
            }
            at += 1;
        }
        None
    }

    /// Comments and the line end at the start of the run.
    fn scan_line_end(&self, run: Run) -> Run {
        let mut at = run.start;
        while at < run.end {
            if self.ends_line(at) {
                return run.start..at + 1;
            }
            if self.kind(at) != TokenKind::Comment {
                // The brace that closes a one-line block.
                return run.start..at;
            }
            at += 1;
        }
        run.start..at
    }

    fn skip_comments(&self, mut at: u32, end: u32) -> u32 {
        while at < end && self.kind(at) == TokenKind::Comment && !self.ends_line(at) {
            at += 1;
        }
        at
    }

    pub(super) fn ends_line(&self, token: u32) -> bool {
        let token = self.tokens[token as usize];
        ends_line(token, self.token_text(token))
    }
}

/// Whether a line of source ends with this token; `#` and `//` comments contain their line end.
pub(crate) fn ends_line(token: DocToken, text: &[u8]) -> bool {
    match token.kind {
        TokenKind::Newline => true,
        TokenKind::Comment => text.last() == Some(&b'\n'),
        _ => false,
    }
}

/// How a token changes the number of open brackets.
pub(crate) fn bracket_change(kind: TokenKind) -> i32 {
    use TokenKind as T;
    match kind {
        T::OBrace | T::OBrack | T::OParen | T::TemplateInterp | T::TemplateControl => 1,
        T::CBrace | T::CBrack | T::CParen | T::TemplateSeqEnd => -1,
        _ => 0,
    }
}
