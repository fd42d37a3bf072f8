//! What makes a schema unusable: rules that every provider must keep, and whose breach would lead to nonsense later.

use std::collections::BTreeMap;

use smol_str::SmolStr;

use crate::{Attribute, AttributeShape, Block, NestedBlock, Nesting};

impl Block {
    /// What is wrong with it, without a full stop; nothing where it can be used.
    pub fn defect(&self) -> Option<String> {
        if let Some(name) = self.blocks.keys().find(|name| self.attributes.contains_key(*name)) {
            return Some(format!("{name:?} is both an attribute and a block"));
        }
        attributes_defect(&self.attributes).or_else(|| {
            self.blocks.iter().find_map(|(name, nested)| {
                let valid = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'_');
                let why = if name.is_empty() || !name.bytes().all(valid) {
                    Some("its name has something else than small letters, digits and underscores".to_owned())
                } else {
                    nested.defect()
                };
                Some(format!("block {name:?}: {}", why?))
            })
        })
    }
}

fn attributes_defect(attributes: &BTreeMap<SmolStr, Attribute>) -> Option<String> {
    attributes
        .iter()
        .find_map(|(name, attribute)| Some(format!("attribute {name:?}: {}", attribute.defect()?)))
}

impl Attribute {
    fn defect(&self) -> Option<String> {
        let why = match (self.required, self.optional, self.computed) {
            (false, false, false) => "it is neither required nor optional nor computed",
            (true, true, _) => "it is both required and optional",
            (true, _, true) => "it is both required and computed",
            _ => return self.shape_defect(),
        };
        Some(why.to_owned())
    }

    fn shape_defect(&self) -> Option<String> {
        let AttributeShape::Nested(nested) = &self.shape else { return None };
        if nested.nesting == Nesting::Set {
            if nested.object_type().has_dynamic() {
                return Some("elements of a set cannot be of any type".to_owned());
            }
            if nested.attributes.values().any(Attribute::has_write_only) {
                return Some("elements of a set cannot have write-only attributes".to_owned());
            }
        }
        attributes_defect(&nested.attributes)
    }

    fn has_write_only(&self) -> bool {
        let inside = |shape: &AttributeShape| match shape {
            AttributeShape::Plain(_) => false,
            AttributeShape::Nested(nested) => nested.attributes.values().any(Attribute::has_write_only),
        };
        self.write_only || inside(&self.shape)
    }
}

impl NestedBlock {
    fn defect(&self) -> Option<String> {
        let (min, max) = (self.min_items, self.max_items);
        let why = match self.nesting {
            Nesting::Single if min != max || min > 1 => {
                "a single block is there at least and at most 0 or 1 times"
            }
            Nesting::Group | Nesting::Map if min != 0 || max != 0 => "such blocks cannot be counted",
            Nesting::List | Nesting::Set if max != 0 && min > max => "at least more than at most",
            Nesting::Set if self.block.implied_type().has_dynamic() => {
                "blocks of a set cannot be of any type"
            }
            Nesting::Set if self.block.has_write_only_inside() => {
                "blocks of a set cannot have write-only attributes"
            }
            _ => return self.block.defect(),
        };
        Some(why.to_owned())
    }
}

impl Block {
    fn has_write_only_inside(&self) -> bool {
        self.attributes.values().any(Attribute::has_write_only)
            || self.blocks.values().any(|nested| nested.block.has_write_only_inside())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NestedObject;
    use value::Type;

    fn nested(nesting: Nesting, attribute: Attribute) -> Attribute {
        let attributes = BTreeMap::from([("a".into(), attribute)]);
        Attribute {
            shape: AttributeShape::Nested(NestedObject { nesting, attributes }),
            ..Attribute::optional(Type::Dynamic)
        }
    }

    fn with(attribute: Attribute) -> Block {
        Block { attributes: BTreeMap::from([("x".into(), attribute)]), ..Block::default() }
    }

    fn holding(name: &str, nesting: Nesting, min_items: u64, max_items: u64, block: Block) -> Block {
        let nested = NestedBlock { nesting, block, min_items, max_items };
        Block { blocks: BTreeMap::from([(name.into(), nested)]), ..Block::default() }
    }

    #[test]
    fn defects_are_found() {
        let text = || Attribute::optional(Type::String);
        let secret = || Attribute { write_only: true, ..text() };
        let neither = || Attribute { optional: false, ..text() };
        let plain = |attribute| Block { attributes: with(attribute).attributes, ..Block::default() };
        let bad = [
            plain(neither()),
            plain(Attribute { required: true, ..text() }),
            plain(Attribute::required(Type::String).or_computed()),
            plain(nested(Nesting::List, neither())),
            plain(nested(Nesting::Set, Attribute::optional(Type::Dynamic))),
            plain(nested(Nesting::Set, nested(Nesting::Single, secret()))),
            Block {
                attributes: with(text()).attributes,
                ..holding("x", Nesting::List, 0, 0, Block::default())
            },
            holding("Upper", Nesting::List, 0, 0, Block::default()),
            holding("", Nesting::List, 0, 0, Block::default()),
            holding("b", Nesting::Single, 0, 1, Block::default()),
            holding("b", Nesting::Single, 2, 2, Block::default()),
            holding("b", Nesting::Group, 1, 1, Block::default()),
            holding("b", Nesting::Map, 0, 1, Block::default()),
            holding("b", Nesting::List, 2, 1, Block::default()),
            holding("b", Nesting::Set, 0, 0, with(Attribute::optional(Type::Dynamic))),
            holding("b", Nesting::Set, 0, 0, with(secret())),
            holding("b", Nesting::List, 0, 0, with(neither())),
        ];
        for block in bad {
            assert!(block.defect().is_some(), "{block:?}");
        }
        let good = [
            Block::default(),
            with(text().or_computed()),
            with(nested(Nesting::List, Attribute::optional(Type::Dynamic))),
            with(nested(Nesting::List, secret())),
            holding("b", Nesting::Single, 1, 1, with(secret())),
            holding("b", Nesting::List, 1, 0, with(text())),
            holding("b_1", Nesting::Set, 1, 2, with(text())),
        ];
        for block in good {
            assert_eq!(block.defect(), None, "{block:?}");
        }
    }
}
