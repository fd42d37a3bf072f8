//! Writing JSON straight into text: plans of many thousand changes are written without building them twice.

use value::json::write_string;

/// An object that is being written. What is written through it comes after the right comma.
pub(crate) struct ObjectWriter<'a> {
    out: &'a mut String,
    is_empty: bool,
}

impl<'a> ObjectWriter<'a> {
    /// Begins an object.
    pub(crate) fn begin(out: &'a mut String) -> Self {
        out.push('{');
        Self { out, is_empty: true }
    }

    /// Writes a key; the value comes next.
    pub(crate) fn key(&mut self, key: &str) -> &mut String {
        if !self.is_empty {
            self.out.push(',');
        }
        self.is_empty = false;
        write_string(key, self.out);
        self.out.push(':');
        self.out
    }

    /// A text.
    pub(crate) fn text(&mut self, key: &str, text: &str) {
        write_string(text, self.key(key));
    }

    /// A text that may not be there.
    pub(crate) fn optional_text(&mut self, key: &str, text: Option<&str>) {
        text.into_iter().for_each(|text| self.text(key, text));
    }

    /// What displays as text.
    pub(crate) fn display(&mut self, key: &str, what: &dyn std::fmt::Display) {
        self.text(key, &what.to_string());
    }

    /// What is JSON already.
    pub(crate) fn raw(&mut self, key: &str, json: &str) {
        self.key(key).push_str(json);
    }

    /// True or false.
    pub(crate) fn bool(&mut self, key: &str, value: bool) {
        self.raw(key, if value { "true" } else { "false" });
    }

    /// An object, left out when nothing is written into it.
    pub(crate) fn object_unless_empty(&mut self, key: &str, write: impl FnOnce(&mut ObjectWriter<'_>)) {
        let (length, was_empty) = (self.out.len(), self.is_empty);
        let mut inner = ObjectWriter::begin(self.key(key));
        write(&mut inner);
        let nothing = inner.is_empty;
        inner.end();
        if nothing {
            self.out.truncate(length);
            self.is_empty = was_empty;
        }
    }

    /// Ends the object.
    pub(crate) fn end(self) {
        self.out.push('}');
    }
}

/// Writes an array.
pub(crate) fn array<T>(
    items: impl IntoIterator<Item = T>,
    out: &mut String,
    mut write: impl FnMut(T, &mut String),
) {
    out.push('[');
    for (at, item) in items.into_iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        write(item, out);
    }
    out.push(']');
}

/// Writes an array of texts.
pub(crate) fn texts<T: AsRef<str>>(items: impl IntoIterator<Item = T>, out: &mut String) {
    array(items, out, |item, out| write_string(item.as_ref(), out));
}
