//! What tells the objects of a resource type from each other.

use std::collections::BTreeMap;

use smol_str::SmolStr;
use value::Type;

/// The attributes that together name one object.
#[derive(Clone, Debug, Default)]
pub struct IdentitySchema {
    /// Which version stored identities are of.
    pub version: u64,
    /// The attributes by name.
    pub attributes: BTreeMap<SmolStr, IdentityAttribute>,
}

/// One attribute of an identity.
#[derive(Clone, Debug)]
pub struct IdentityAttribute {
    /// What its values are.
    pub ty: Type,
    /// It must be given to import an object.
    pub required_for_import: bool,
    /// It can be given to import an object.
    pub optional_for_import: bool,
    /// Words for documentation.
    pub description: String,
}

impl IdentitySchema {
    /// The type of identities: an object of all attributes.
    pub fn implied_type(&self) -> Type {
        Type::object(self.attributes.iter().map(|(name, attribute)| (name.clone(), attribute.ty.clone())))
    }
}
