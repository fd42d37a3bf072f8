//! From places in decoded text back to places in the file.

use diag::Span;

use super::text::unescape;

/// How far ahead a word is looked for: about the widest indentation.
const WINDOW: usize = 256;

/// Where each piece of a decoded text begins: in the text, and in the file.
#[derive(Debug)]
pub(super) struct Places {
    pieces: Vec<(u32, u32)>,
}

impl Places {
    /// Of a JSON string that stands at `span`, quotes included.
    pub(super) fn json(file: &[u8], span: Span) -> Self {
        let start = span.start + 1;
        let raw = file.get(start as usize..span.end.saturating_sub(1) as usize).unwrap_or_default();
        let mut pieces = vec![(0, start)];
        // The string was decoded before, so it holds no errors now.
        let _ = unescape(raw, |before, after| {
            pieces.push((before.1 as u32, start + before.0 as u32));
            pieces.push((after.1 as u32, start + after.0 as u32));
        });
        Self { pieces }
    }

    /// Of a YAML scalar that stands at `span` and means `text`. Lines may be folded and indented, so
    /// each word is looked for a little further on than the last; an escape only blurs the place.
    pub(super) fn yaml(file: &[u8], span: Span, text: &str) -> Self {
        let raw = file.get(span.start as usize..span.end as usize).unwrap_or_default();
        let quote = u32::from(matches!(raw.first(), Some(b'"' | b'\'')));
        let mut pieces = vec![(0, span.start + quote)];
        let mut at = quote as usize;
        for word in text.split_whitespace() {
            let offset = word.as_ptr() as usize - text.as_ptr() as usize;
            let ahead = &raw[at.min(raw.len())..raw.len().min(at + 2 * word.len() + WINDOW)];
            if let Some(found) = memchr::memmem::find(ahead, word.as_bytes()) {
                pieces.push((offset as u32, span.start + (at + found) as u32));
                at += found + word.len();
            }
        }
        Self { pieces }
    }

    /// The place in the file of an offset in the text.
    pub(super) fn byte(&self, offset: u32) -> u32 {
        let after = self.pieces.partition_point(|(start, _)| *start <= offset);
        let (text, file) = self.pieces[after.saturating_sub(1)];
        file + offset.saturating_sub(text)
    }

    /// The place in the file of a span in the text.
    pub(super) fn span(&self, span: Span) -> Span {
        Span::new(self.byte(span.start), self.byte(span.end))
    }
}
