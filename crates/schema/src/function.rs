//! What a function of a provider takes and gives.

use smol_str::SmolStr;
use value::Type;

/// A function of a provider.
#[derive(Clone, Debug)]
pub struct FunctionSignature {
    /// What it takes, by place.
    pub parameters: Vec<FunctionParameter>,
    /// What each further argument is; without it there are none.
    pub variadic: Option<FunctionParameter>,
    /// What it gives.
    pub returns: Type,
    /// One line for documentation.
    pub summary: String,
    /// Words for documentation.
    pub description: String,
    /// Whether those words are Markdown.
    pub description_is_markdown: bool,
    /// Why it should not be used any more.
    pub deprecation: Option<String>,
}

/// What a function takes in one place.
#[derive(Clone, Debug)]
pub struct FunctionParameter {
    /// What it is called in messages.
    pub name: SmolStr,
    /// The type that an argument is converted to.
    pub ty: Type,
    /// Whether null is taken.
    pub allow_null: bool,
    /// Whether unknown values are taken; the result is unknown without a call otherwise.
    pub allow_unknown: bool,
    /// Words for documentation.
    pub description: String,
    /// Whether those words are Markdown.
    pub description_is_markdown: bool,
}

impl FunctionSignature {
    /// What the argument at a place must be.
    pub fn parameter(&self, index: usize) -> Option<&FunctionParameter> {
        self.parameters.get(index).or(self.variadic.as_ref())
    }
}
