//! What a schema says.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use smol_str::SmolStr;
use value::Type;

/// A block with its version.
#[derive(Clone, Debug, Default)]
pub struct Schema {
    /// Which version of the schema stored objects are of.
    pub version: u64,
    /// The attributes and blocks.
    pub block: Block,
}

/// Attributes and nested blocks.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Attributes by name.
    pub attributes: BTreeMap<SmolStr, Attribute>,
    /// Nested blocks by type.
    pub blocks: BTreeMap<SmolStr, NestedBlock>,
    /// Words for documentation.
    pub description: String,
    /// Whether those words are Markdown.
    pub description_is_markdown: bool,
    /// Why it should not be used any more.
    pub deprecation: Option<String>,
    /// What follows from it, once somebody asked.
    pub cache: Cache,
}

/// What follows from a block, worked out once. Empty in a new block; it is not updated, so a block is
/// complete before anything is asked of it.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    pub(crate) ty: OnceLock<Type>,
    pub(crate) has_sensitive: OnceLock<bool>,
    pub(crate) has_write_only: OnceLock<bool>,
}

/// One attribute.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// What its values are.
    pub shape: AttributeShape,
    /// It must be given.
    pub required: bool,
    /// It can be given.
    pub optional: bool,
    /// The provider can choose it.
    pub computed: bool,
    /// Its value is a secret.
    pub sensitive: bool,
    /// It is handed to the provider and never stored.
    pub write_only: bool,
    /// Words for documentation.
    pub description: String,
    /// Whether those words are Markdown.
    pub description_is_markdown: bool,
    /// Why it should not be used any more.
    pub deprecation: Option<String>,
}

/// What the values of an attribute are.
#[derive(Clone, Debug)]
pub enum AttributeShape {
    /// Of one type.
    Plain(Type),
    /// Objects whose attributes have schemas of their own.
    Nested(NestedObject),
}

/// An attribute of objects.
#[derive(Clone, Debug)]
pub struct NestedObject {
    /// One object or a collection.
    pub nesting: Nesting,
    /// The attributes of each object.
    pub attributes: BTreeMap<SmolStr, Attribute>,
}

/// Blocks of one type inside of a block.
#[derive(Clone, Debug)]
pub struct NestedBlock {
    /// How many there are and what tells them apart.
    pub nesting: Nesting,
    /// What is in each.
    pub block: Block,
    /// At least so many.
    pub min_items: u64,
    /// At most so many; 0 is no limit.
    pub max_items: u64,
}

/// One object or a collection of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nesting {
    /// One or null.
    Single,
    /// One, never null: without a block all its attributes are null. Only for blocks.
    Group,
    /// In order.
    List,
    /// Without order.
    Set,
    /// By a label.
    Map,
}

impl Attribute {
    fn plain(ty: Type) -> Self {
        Self {
            shape: AttributeShape::Plain(ty),
            required: false,
            optional: false,
            computed: false,
            sensitive: false,
            write_only: false,
            description: String::new(),
            description_is_markdown: false,
            deprecation: None,
        }
    }

    /// An attribute that must be given.
    pub fn required(ty: Type) -> Self {
        Self { required: true, ..Self::plain(ty) }
    }

    /// An attribute that can be given.
    pub fn optional(ty: Type) -> Self {
        Self { optional: true, ..Self::plain(ty) }
    }

    /// An attribute that only the provider sets.
    pub fn computed(ty: Type) -> Self {
        Self { computed: true, ..Self::plain(ty) }
    }

    /// The same, but the provider may choose it where nothing is given.
    #[must_use]
    pub fn or_computed(self) -> Self {
        Self { computed: true, ..self }
    }

    /// The same as a secret.
    #[must_use]
    pub fn as_sensitive(self) -> Self {
        Self { sensitive: true, ..self }
    }

    /// The same with words for documentation.
    #[must_use]
    pub fn described(self, description: &str) -> Self {
        Self { description: description.to_owned(), ..self }
    }
}
