//! Empty text. Providers of old cannot tell it from none, so Terraform draws it as null, unless a schema has
//! something that no such provider can have.

use std::borrow::Cow;

use schema::{AttributeShape, Block};
use value::{Type, Value};

/// How empty text is seen where a schema says that there is text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EmptyText {
    /// As text.
    Text,
    /// As null.
    Null,
}

impl EmptyText {
    /// How it is seen in bodies of a schema that stand where it is seen in this way. Attributes of any type and
    /// those with attributes of their own are what only newer providers have.
    pub(crate) fn inside(self, schema: &Block) -> EmptyText {
        let is_new = |shape: &AttributeShape| match shape {
            AttributeShape::Plain(ty) => ty.has_dynamic(),
            AttributeShape::Nested(_) => true,
        };
        if schema.attributes.values().any(|attribute| is_new(&attribute.shape)) {
            EmptyText::Text
        } else {
            self
        }
    }

    /// A value of a type as it is seen.
    pub(crate) fn see<'v>(self, value: &'v Value, ty: &Type) -> Cow<'v, Value> {
        if self == EmptyText::Null && *ty == Type::String && value.as_str() == Some("") {
            return Cow::Owned(Value::null(Type::String).with_marks(value.marks()));
        }
        Cow::Borrowed(value)
    }
}
