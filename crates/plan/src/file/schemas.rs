//! The schemas of the types that a plan is about, so that it can be shown where their providers are not.

use std::collections::BTreeMap;
use std::sync::Arc;

use schema::{Attribute, AttributeShape, Block, NestedBlock, NestedObject, Nesting, Schema};

use super::part::{Part, choices, fields};
use super::stream::{Reader, Writer};
use super::{PlanFileError, SavedPlan, SavedSchema};

/// Stack left before a deeper block moves to a fresh piece, and how large that piece is: bytes from outside may
/// nest blocks as deep as they want.
const RED_ZONE: usize = 128 << 10;
const STACK_PIECE: usize = 2 << 20;

fields!(SavedSchema { provider, mode, type_name, schema });
choices!(Nesting { Single, Group, List, Set, Map });
fields!(NestedObject { nesting, attributes });
fields!(NestedBlock { nesting, block, min_items, max_items });
fields!(Attribute {
    shape,
    required,
    optional,
    computed,
    sensitive,
    write_only,
    description,
    description_is_markdown,
    deprecation
});

impl Part for Arc<Schema> {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        self.version.write(out)?;
        self.block.write(out)
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        Ok(Arc::new(Schema { version: Part::read(from)?, block: Part::read(from)? }))
    }
}

impl Part for Block {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        stacker::maybe_grow(RED_ZONE, STACK_PIECE, || {
            self.attributes.write(out)?;
            self.blocks.write(out)
        })
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        stacker::maybe_grow(RED_ZONE, STACK_PIECE, || {
            let attributes: BTreeMap<_, _> = Part::read(from)?;
            // What blocks are for is told by nobody who shows a plan.
            Ok(Block { attributes, blocks: Part::read(from)?, ..Block::default() })
        })
    }
}

impl Part for AttributeShape {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        match self {
            AttributeShape::Plain(ty) => {
                false.write(out)?;
                ty.write(out)
            }
            AttributeShape::Nested(object) => {
                true.write(out)?;
                stacker::maybe_grow(RED_ZONE, STACK_PIECE, || object.write(out))
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        Ok(match bool::read(from)? {
            false => AttributeShape::Plain(Part::read(from)?),
            true => AttributeShape::Nested(stacker::maybe_grow(RED_ZONE, STACK_PIECE, || Part::read(from))?),
        })
    }
}

impl SavedPlan {
    /// The schema of a type that the plan is about.
    pub fn schema(
        &self,
        provider: &addrs::Provider,
        mode: addrs::ResourceMode,
        type_name: &str,
    ) -> Option<Arc<Schema>> {
        let found = self
            .schemas
            .iter()
            .find(|saved| saved.mode == mode && saved.type_name == type_name && saved.provider == *provider);
        found.map(|saved| saved.schema.clone())
    }
}
