//! What the test provider offers: every nesting, and every kind of attribute.
//!
//! | type | for |
//! |---|---|
//! | `test_thing` | required, optional, defaults, computed, sensitive, write-only, replacement, upgrade |
//! | `test_nested` | attributes of objects in every nesting |
//! | `test_blocks` | blocks in every nesting |
//! | `test_legacy` | a provider made with the old SDK, which keeps no rules |
//! | data `test_lookup` | an object of the cloud by its id |
//! | data `test_echo` | whatever it is given |
//! | ephemeral `test_secret` | a value that is never stored |
//! | list `test_thing` | things, of one kind or of all |

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use schema::{
    Attribute, AttributeShape, Block, Catalog, IdentityAttribute, IdentitySchema, NestedBlock, NestedObject,
    Nesting, ProviderSchema, Schema, ServerCapabilities,
};
use smol_str::SmolStr;
use value::{Type, Value, json};

/// The size of a `test_thing` where none is given.
pub const DEFAULT_SIZE: i64 = 10;

/// The attributes whose change needs a new object.
pub(crate) fn needs_new(type_name: &str) -> &'static [&'static str] {
    match type_name {
        "test_thing" => &["name", "kind"],
        "test_nested" | "test_blocks" | "test_legacy" => &["name"],
        _ => &[],
    }
}

/// The attributes that every change makes anew.
pub(crate) const CHANGES: &[&str] = &["revision"];

type Named = (&'static str, Attribute);

fn attributes(list: impl IntoIterator<Item = Named>) -> BTreeMap<SmolStr, Attribute> {
    list.into_iter().map(|(name, attribute)| (SmolStr::new_static(name), attribute)).collect()
}

/// What every resource has.
fn common() -> [Named; 4] {
    [
        ("id", Attribute::computed(Type::String)),
        ("name", Attribute::required(Type::String)),
        ("region", Attribute::optional(Type::String).or_computed()),
        ("revision", Attribute::computed(Type::Number)),
    ]
}

/// What objects and blocks have.
fn leaves() -> [Named; 5] {
    [
        ("key", Attribute::optional(Type::String)),
        ("value", Attribute::optional(Type::String)),
        ("id", Attribute::computed(Type::String)),
        ("chosen", Attribute::optional(Type::String).or_computed()),
        ("secret", Attribute::optional(Type::String).as_sensitive()),
    ]
}

fn objects(nesting: Nesting) -> Attribute {
    let nested = NestedObject { nesting, attributes: attributes(leaves()) };
    Attribute { shape: AttributeShape::Nested(nested), ..Attribute::optional(Type::Dynamic) }
}

fn write_only() -> Attribute {
    Attribute { write_only: true, ..Attribute::optional(Type::String) }
}

/// The same with an attribute in each object that is never stored.
fn with_write_only(mut attribute: Attribute) -> Attribute {
    if let AttributeShape::Nested(nested) = &mut attribute.shape {
        nested.attributes.insert("pass_wo".into(), write_only());
    }
    attribute
}

fn blocks(nesting: Nesting, max_items: u64) -> NestedBlock {
    let block = Block { attributes: attributes(leaves()), ..Block::default() };
    NestedBlock { nesting, block, min_items: 0, max_items }
}

fn thing() -> Block {
    let own = [
        ("kind", Attribute::optional(Type::String)),
        ("size", Attribute::optional(Type::Number).or_computed()),
        ("tags", Attribute::optional(Type::map(Type::String))),
        ("members", Attribute::optional(Type::set(Type::String))),
        ("list", Attribute::optional(Type::list(Type::String))),
        ("any", Attribute::optional(Type::Dynamic)),
        ("secret", Attribute::optional(Type::String).as_sensitive()),
        ("token", Attribute::computed(Type::String).as_sensitive()),
        ("password_wo", write_only()),
        ("password_version", Attribute::optional(Type::Number)),
    ];
    Block { attributes: attributes(common().into_iter().chain(own)), ..Block::default() }
}

fn nested() -> Block {
    let own = [
        ("single", with_write_only(objects(Nesting::Single))),
        ("list", objects(Nesting::List)),
        ("set", objects(Nesting::Set)),
        ("map", objects(Nesting::Map)),
        ("chosen", Attribute { computed: true, ..objects(Nesting::Single) }),
    ];
    Block { attributes: attributes(common().into_iter().chain(own)), ..Block::default() }
}

fn with_blocks() -> Block {
    let mut deep = blocks(Nesting::List, 0);
    deep.block.blocks.insert("inner".into(), blocks(Nesting::Set, 0));
    let mut group = blocks(Nesting::Group, 0);
    group.block.attributes.insert("pass_wo".into(), write_only());
    let all = [
        ("single", blocks(Nesting::Single, 0)),
        ("group", group),
        ("list", blocks(Nesting::List, 3)),
        ("set", blocks(Nesting::Set, 0)),
        ("map", blocks(Nesting::Map, 0)),
        ("deep", deep),
    ];
    Block {
        attributes: attributes(common()),
        blocks: all.map(|(name, nested)| (SmolStr::new_static(name), nested)).into(),
        ..Block::default()
    }
}

fn legacy() -> Block {
    let own = [("note", Attribute::optional(Type::String)), ("count_of", Attribute::optional(Type::Number))];
    Block {
        attributes: attributes(common().into_iter().chain(own)),
        blocks: [("list".into(), blocks(Nesting::List, 0)), ("set".into(), blocks(Nesting::Set, 0))].into(),
        ..Block::default()
    }
}

fn lookup() -> Block {
    let own = [
        ("id", Attribute::required(Type::String)),
        ("name", Attribute::computed(Type::String)),
        ("token", Attribute::computed(Type::String).as_sensitive()),
    ];
    Block { attributes: attributes(own), ..Block::default() }
}

fn echo() -> Block {
    let own = [
        ("input", Attribute::optional(Type::Dynamic)),
        ("output", Attribute::computed(Type::Dynamic)),
        ("revision", Attribute::computed(Type::Number)),
    ];
    Block { attributes: attributes(own), ..Block::default() }
}

fn secret() -> Block {
    let own = [("name", Attribute::required(Type::String)), ("value", Attribute::computed(Type::String))];
    Block { attributes: attributes(own), ..Block::default() }
}

/// An action: what it does is to be called.
fn notify() -> Block {
    let own = [
        ("name", Attribute::required(Type::String)),
        ("value", Attribute::optional(Type::Dynamic)),
        ("secret", Attribute::optional(Type::String).as_sensitive()),
        ("password_wo", write_only()),
    ];
    Block { attributes: attributes(own), ..Block::default() }
}

/// What a list of things can be asked.
fn kind() -> Block {
    Block { attributes: attributes([("kind", Attribute::optional(Type::String))]), ..Block::default() }
}

/// What tells one thing from others; version 0 had a `key` instead of an `id`.
fn identity() -> IdentitySchema {
    let attribute = |required_for_import| IdentityAttribute {
        ty: Type::String,
        required_for_import,
        optional_for_import: !required_for_import,
        description: String::new(),
    };
    let attributes = [("id".into(), attribute(true)), ("region".into(), attribute(false))].into();
    IdentitySchema { version: 1, attributes }
}

/// What modules can say to the provider.
fn meta() -> Block {
    Block { attributes: attributes([("module_name", Attribute::optional(Type::String))]), ..Block::default() }
}

fn schema(version: u64, block: Block) -> Schema {
    Schema { version, block }
}

/// The schemas of the test provider.
pub fn schemas() -> &'static ProviderSchema {
    static SCHEMAS: OnceLock<ProviderSchema> = OnceLock::new();
    SCHEMAS.get_or_init(|| {
        let config = [
            ("region", Attribute::optional(Type::String)),
            ("token", Attribute::optional(Type::String).as_sensitive()),
        ];
        let named = |list: Vec<(&'static str, Schema)>| -> Catalog<Schema> {
            list.into_iter().map(|(name, schema)| (SmolStr::new_static(name), schema)).collect()
        };
        ProviderSchema {
            config: Arc::new(schema(0, Block { attributes: attributes(config), ..Block::default() })),
            resources: named(vec![
                ("test_thing", schema(1, thing())),
                ("test_nested", schema(0, nested())),
                ("test_blocks", schema(0, with_blocks())),
                ("test_legacy", schema(0, legacy())),
            ]),
            data_sources: named(vec![("test_lookup", schema(0, lookup())), ("test_echo", schema(0, echo()))]),
            ephemeral_resources: named(vec![("test_secret", schema(0, secret()))]),
            actions: named(vec![("test_notify", schema(0, notify()))]),
            list_resources: named(vec![("test_thing", schema(0, kind()))]),
            identities: Catalog::from_iter([("test_thing".into(), identity())]),
            meta: Some(Arc::new(schema(0, meta()))),
            capabilities: ServerCapabilities { move_resource_state: true, ..ServerCapabilities::default() },
            ..ProviderSchema::default()
        }
    })
}

/// An object of a resource type from JSON that holds only what is of interest.
///
/// # Panics
/// When there is no such type or the text is no object of it: a mistake in the test.
pub fn object(type_name: &str, text: &str) -> Value {
    let block = &schemas().resources.get(type_name).expect("a resource type of the test provider").block;
    let loose = json::decode_implied(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
    block.coerce(&loose).unwrap_or_else(|error| panic!("{text}: {error}"))
}
