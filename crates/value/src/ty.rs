//! Types of values.

use std::fmt;
use std::sync::Arc;

use smol_str::SmolStr;

/// The type of a value, or a constraint on it. Cloning is O(1).
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// Any type: as a constraint "whatever is given", as a value's type "not known yet".
    Dynamic,
    /// Unicode text.
    String,
    /// A number of arbitrary precision.
    Number,
    /// True or false.
    Bool,
    /// A sequence of one element type.
    List(Arc<Type>),
    /// A collection of distinct values of one element type.
    Set(Arc<Type>),
    /// Values of one type by string key.
    Map(Arc<Type>),
    /// A sequence of fixed length with a type for each element.
    Tuple(Arc<Vec<Type>>),
    /// Named attributes with a type for each.
    Object(Arc<ObjectType>),
}

/// The attributes of an object type, ordered by name.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct ObjectType {
    attributes: Vec<AttributeType>,
}

/// One attribute of an object type.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct AttributeType {
    /// Its name.
    pub name: SmolStr,
    /// Its type.
    pub ty: Type,
    /// Whether a conversion may leave it out; only ever true in constraints.
    pub optional: bool,
}

impl ObjectType {
    /// An object type of the given attributes; of two of one name the later counts.
    pub fn new(attributes: impl IntoIterator<Item = AttributeType>) -> Self {
        let mut attributes: Vec<_> = attributes.into_iter().collect();
        if !attributes.is_sorted_by(|a, b| a.name < b.name) {
            attributes.sort_by(|a, b| a.name.cmp(&b.name));
            attributes.reverse();
            attributes.dedup_by(|a, b| a.name == b.name);
            attributes.reverse();
        }
        Self { attributes }
    }

    /// The attributes in order of name.
    pub fn attributes(&self) -> &[AttributeType] {
        &self.attributes
    }

    /// The attribute of that name.
    pub fn get(&self, name: &str) -> Option<&AttributeType> {
        self.position(name).map(|at| &self.attributes[at])
    }

    /// The position of the attribute of that name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.attributes.binary_search_by(|a| a.name.as_str().cmp(name)).ok()
    }
}

impl Type {
    /// `list(element)`
    pub fn list(element: Type) -> Self {
        Type::List(Arc::new(element))
    }

    /// `set(element)`
    pub fn set(element: Type) -> Self {
        Type::Set(Arc::new(element))
    }

    /// `map(element)`
    pub fn map(element: Type) -> Self {
        Type::Map(Arc::new(element))
    }

    /// `tuple([...])`
    pub fn tuple(elements: impl IntoIterator<Item = Type>) -> Self {
        Type::Tuple(Arc::new(elements.into_iter().collect()))
    }

    /// `object({...})` with all attributes required.
    pub fn object<N: Into<SmolStr>>(attributes: impl IntoIterator<Item = (N, Type)>) -> Self {
        let required = |(name, ty): (N, Type)| AttributeType { name: name.into(), ty, optional: false };
        Type::Object(Arc::new(ObjectType::new(attributes.into_iter().map(required))))
    }

    /// Whether it is a string, number or bool.
    pub fn is_primitive(&self) -> bool {
        matches!(self, Type::String | Type::Number | Type::Bool)
    }

    /// Whether it is a list, set or map.
    pub fn is_collection(&self) -> bool {
        matches!(self, Type::List(_) | Type::Set(_) | Type::Map(_))
    }

    /// The element type of a list, set or map.
    pub fn element(&self) -> Option<&Type> {
        match self {
            Type::List(element) | Type::Set(element) | Type::Map(element) => Some(element),
            _ => None,
        }
    }

    /// Whether `Dynamic` occurs anywhere in it.
    pub fn has_dynamic(&self) -> bool {
        match self {
            Type::Dynamic => true,
            Type::String | Type::Number | Type::Bool => false,
            Type::List(element) | Type::Set(element) | Type::Map(element) => element.has_dynamic(),
            Type::Tuple(elements) => elements.iter().any(Type::has_dynamic),
            Type::Object(object) => object.attributes.iter().any(|a| a.ty.has_dynamic()),
        }
    }

    /// Whether an attribute is optional anywhere in it.
    pub fn has_optional(&self) -> bool {
        match self {
            Type::Dynamic | Type::String | Type::Number | Type::Bool => false,
            Type::List(element) | Type::Set(element) | Type::Map(element) => element.has_optional(),
            Type::Tuple(elements) => elements.iter().any(Type::has_optional),
            Type::Object(object) => object.attributes.iter().any(|a| a.optional || a.ty.has_optional()),
        }
    }

    /// The same type with no attribute optional, which is what a value of it can have.
    #[must_use]
    pub fn without_optional(&self) -> Type {
        // Almost no type has any, and then the same one is shared.
        if !self.has_optional() {
            return self.clone();
        }
        match self {
            Type::Dynamic | Type::String | Type::Number | Type::Bool => self.clone(),
            Type::List(element) => Type::list(element.without_optional()),
            Type::Set(element) => Type::set(element.without_optional()),
            Type::Map(element) => Type::map(element.without_optional()),
            Type::Tuple(elements) => Type::tuple(elements.iter().map(Type::without_optional)),
            Type::Object(object) => {
                Type::object(object.attributes.iter().map(|a| (a.name.clone(), a.ty.without_optional())))
            }
        }
    }

    /// The short name used in messages: `string`, `list of number`, `object`, `tuple`, `dynamic`.
    pub fn friendly_name(&self) -> String {
        self.friendly(false)
    }

    /// As [`Type::friendly_name`], but for a constraint, where anything is allowed: `list of any single type`.
    pub fn constraint_name(&self) -> String {
        self.friendly(true)
    }

    fn friendly(&self, constraint: bool) -> String {
        let element_name = |element: &Type| match element {
            Type::Dynamic if constraint => "any single type".to_owned(),
            _ => element.friendly(constraint),
        };
        match self {
            Type::Dynamic if constraint => "any type".to_owned(),
            Type::Dynamic => "dynamic".to_owned(),
            Type::String => "string".to_owned(),
            Type::Number => "number".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::List(element) => format!("list of {}", element_name(element)),
            Type::Set(element) => format!("set of {}", element_name(element)),
            Type::Map(element) => format!("map of {}", element_name(element)),
            Type::Tuple(_) => "tuple".to_owned(),
            Type::Object(_) => "object".to_owned(),
        }
    }
}

impl fmt::Debug for Type {
    /// The constraint as a user would write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Dynamic => f.write_str("any"),
            Type::String => f.write_str("string"),
            Type::Number => f.write_str("number"),
            Type::Bool => f.write_str("bool"),
            Type::List(element) => write!(f, "list({element:?})"),
            Type::Set(element) => write!(f, "set({element:?})"),
            Type::Map(element) => write!(f, "map({element:?})"),
            Type::Tuple(elements) => {
                f.write_str("tuple([")?;
                for (at, element) in elements.iter().enumerate() {
                    write!(f, "{}{element:?}", if at > 0 { "," } else { "" })?;
                }
                f.write_str("])")
            }
            Type::Object(object) => {
                f.write_str("object({")?;
                for (at, attribute) in object.attributes.iter().enumerate() {
                    let comma = if at > 0 { "," } else { "" };
                    let ty = &attribute.ty;
                    if attribute.optional {
                        write!(f, "{comma}{}=optional({ty:?})", attribute.name)?;
                    } else {
                        write!(f, "{comma}{}={ty:?}", attribute.name)?;
                    }
                }
                f.write_str("})")
            }
        }
    }
}
