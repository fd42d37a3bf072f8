//! The types that values of a schema have, and the value of a body with nothing in it.

use std::sync::Arc;

use value::{AttributeType, ObjectType, Type, Value};

use crate::{Attribute, AttributeShape, Block, NestedBlock, NestedObject, Nesting};

impl Block {
    /// The type of its values: an object of all attributes and blocks. Worked out once.
    pub fn implied_type(&self) -> &Type {
        self.cache.ty.get_or_init(|| {
            let attributes = self.attributes.iter().map(|(name, attribute)| (name.clone(), attribute.ty()));
            let blocks = self.blocks.iter().map(|(name, nested)| (name.clone(), nested.ty()));
            Type::object(attributes.chain(blocks))
        })
    }

    /// The value of an empty body: null attributes and no blocks.
    pub fn empty_value(&self) -> Value {
        let attributes =
            self.attributes.iter().map(|(name, attribute)| (name.clone(), attribute.empty_value()));
        let blocks = self.blocks.iter().map(|(name, nested)| (name.clone(), nested.empty_value()));
        Value::object(attributes.chain(blocks))
    }
}

impl Attribute {
    /// The type of its values.
    pub fn ty(&self) -> Type {
        match &self.shape {
            AttributeShape::Plain(ty) => ty.without_optional(),
            AttributeShape::Nested(nested) => nested.ty(),
        }
    }

    /// The type that what is written is converted to: in objects what need not be given may be left out.
    pub fn config_type(&self) -> Type {
        match &self.shape {
            AttributeShape::Plain(ty) => ty.clone(),
            AttributeShape::Nested(nested) => nested.config_type(),
        }
    }

    /// What it is when nothing is written.
    pub fn empty_value(&self) -> Value {
        Value::null(self.ty())
    }

    /// The schema of its objects, if it has one.
    pub fn nested(&self) -> Option<&NestedObject> {
        match &self.shape {
            AttributeShape::Plain(_) => None,
            AttributeShape::Nested(nested) => Some(nested),
        }
    }
}

impl NestedObject {
    /// The type of one object.
    pub fn object_type(&self) -> Type {
        Type::object(self.attributes.iter().map(|(name, attribute)| (name.clone(), attribute.ty())))
    }

    fn config_type(&self) -> Type {
        let attributes = self.attributes.iter().map(|(name, attribute)| AttributeType {
            name: name.clone(),
            ty: attribute.config_type(),
            optional: !attribute.required,
        });
        let object = Type::Object(Arc::new(ObjectType::new(attributes)));
        match self.nesting {
            Nesting::Single | Nesting::Group => object,
            Nesting::List => Type::list(object),
            Nesting::Set => Type::set(object),
            Nesting::Map => Type::map(object),
        }
    }

    /// The type of the attribute.
    pub fn ty(&self) -> Type {
        let object = self.object_type();
        match self.nesting {
            Nesting::Single | Nesting::Group => object,
            // Elements of different types cannot share a list.
            Nesting::List | Nesting::Map if object.has_dynamic() => Type::Dynamic,
            Nesting::List => Type::list(object),
            Nesting::Set => Type::set(object),
            Nesting::Map => Type::map(object),
        }
    }
}

impl NestedBlock {
    /// The type of all blocks of this type together.
    pub fn ty(&self) -> Type {
        let object = self.block.implied_type();
        match self.nesting {
            Nesting::Single | Nesting::Group => object.clone(),
            // Blocks whose attributes differ in type cannot share a list.
            Nesting::List | Nesting::Map if object.has_dynamic() => Type::Dynamic,
            Nesting::List => Type::list(object.clone()),
            Nesting::Set => Type::set(object.clone()),
            Nesting::Map => Type::map(object.clone()),
        }
    }

    /// What there is when no block is written.
    pub fn empty_value(&self) -> Value {
        let object = self.block.implied_type();
        match self.nesting {
            Nesting::Single => Value::null(object.clone()),
            Nesting::Group => self.block.empty_value(),
            Nesting::List if object.has_dynamic() => Value::tuple(Vec::new()),
            Nesting::Map if object.has_dynamic() => Value::object::<&str>([]),
            Nesting::List => Value::list(object.clone(), Vec::new()),
            Nesting::Set => Value::set(object.clone(), Vec::new()),
            Nesting::Map => Value::map::<&str>(object.clone(), []),
        }
    }
}
