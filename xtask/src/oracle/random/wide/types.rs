//! Types of variables: what is written as a type, values that fit it, and how anything is made to fit.

use super::super::rng::Rng;

/// A type of a variable.
pub(super) struct Type {
    /// What is written behind `type =`; nothing for any type.
    pub(super) text: &'static str,
    /// Values that can be converted to it.
    literals: &'static [&'static str],
    /// An expression that fits, with `@` for any value.
    fitting: &'static str,
}

impl Type {
    /// A value that fits, or seldom one that does not.
    pub(super) fn literal(&self, rng: &mut Rng) -> String {
        if rng.one_in(200) {
            return "{ odd = [1] }".to_owned();
        }
        self.literals[rng.below(self.literals.len())].to_owned()
    }

    /// An expression that makes any value fit.
    pub(super) fn fit(&self, inner: &str) -> String {
        self.fitting.replace('@', inner)
    }
}

pub(super) const TYPES: [Type; 12] = [
    Type { text: "", literals: &["1", "\"x\"", "null", "[1, \"a\"]", "{ k0 = 1, k1 = [] }"], fitting: "@" },
    Type { text: "any", literals: &["2", "\"y\"", "[\"a\"]", "{ k0 = { k1 = true } }"], fitting: "[@]" },
    Type {
        text: "number",
        literals: &["0", "3", "7", "\"5\"", "1.5", "null"],
        fitting: "length(jsonencode(@))",
    },
    Type {
        text: "string",
        literals: &["\"s\"", "\"tt\"", "4", "true", "null"],
        fitting: "\"s-${jsonencode(@)}\"",
    },
    Type {
        text: "bool",
        literals: &["true", "false", "\"true\"", "null"],
        fitting: "jsonencode(@) != \"null\"",
    },
    Type {
        text: "list(string)",
        literals: &["[]", "[\"p\"]", "[1, true]", "null"],
        fitting: "[jsonencode(@), \"z\"]",
    },
    Type {
        text: "map(number)",
        literals: &["{}", "{ a = 1 }", "{ a = \"2\", b = 3 }", "null"],
        fitting: "{ a = length(jsonencode(@)), b = 2 }",
    },
    Type {
        text: "object({ a = number, b = optional(string, \"b\"), c = optional(list(string)) })",
        literals: &["{ a = 1 }", "{ a = \"2\", b = null, z = 1 }", "{ a = null, c = [1] }"],
        fitting: "{ a = 1, b = jsonencode(@), extra = @ }",
    },
    Type {
        text: "set(string)",
        literals: &["[]", "[\"a\", \"a\"]", "[\"b\", \"a\"]", "toset([\"c\"])"],
        fitting: "[\"a\", jsonencode(@)]",
    },
    Type {
        text: "list(object({ n = string, m = optional(map(string), {}), o = optional(object({ p = optional(bool, true) }), {}) }))",
        literals: &["[]", "[{ n = 1 }]", "[{ n = \"x\", o = {} }, { n = \"y\", m = { q = 1 } }]"],
        fitting: "[{ n = jsonencode(@) }, { n = \"y\", o = null }]",
    },
    Type {
        text: "tuple([string, number])",
        literals: &["[\"a\", 1]", "[1, \"2\"]"],
        fitting: "[jsonencode(@), 1]",
    },
    Type {
        text: "map(any)",
        literals: &["{}", "{ a = [1], b = [\"x\"] }", "{ a = 1, b = \"c\" }"],
        fitting: "{ a = jsonencode(@), b = 1 }",
    },
];
