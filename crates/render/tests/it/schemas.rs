//! What only schemas of real providers can express: blocks, nested attributes, typed collections, secrets.

use std::sync::Arc;

use addrs::{AbsProviderConfig, AbsResourceInstance, Provider};
use plan::{Action, Importing, Plan, ResourceChange};
use schema::{Attribute, AttributeShape, Block, NestedBlock, NestedObject, Nesting, Schema};
use value::{Path, Type, Value};

fn nested(nesting: Nesting) -> NestedBlock {
    let mut block = Block::default();
    block.attributes.insert("a".into(), Attribute::optional(Type::String));
    block.attributes.insert("b".into(), Attribute::optional(Type::Number));
    NestedBlock { nesting, block, min_items: 0, max_items: 0 }
}

fn written() -> Attribute {
    let mut written = Attribute::optional(Type::String);
    written.write_only = true;
    written
}

fn schema() -> Schema {
    let mut block = Block::default();
    let with_schema = |nesting, more: &[(&str, Attribute)]| {
        let mut attributes = nested(nesting).block.attributes;
        attributes.extend(more.iter().map(|(name, one)| ((*name).into(), one.clone())));
        let mut objects = Attribute::optional(Type::Dynamic);
        objects.shape = AttributeShape::Nested(NestedObject { nesting, attributes });
        objects
    };
    for (name, attribute) in [
        ("id", Attribute::computed(Type::String)),
        ("list", Attribute::optional(Type::list(Type::String))),
        ("map", Attribute::optional(Type::map(Type::String))),
        ("named", with_schema(Nesting::Map, &[("written", written())])),
        ("objects", with_schema(Nesting::List, &[])),
        ("password", Attribute::optional(Type::String).as_sensitive()),
        ("set", Attribute::optional(Type::set(Type::String))),
        ("size", Attribute::optional(Type::Number)),
    ] {
        block.attributes.insert(name.into(), attribute);
    }
    block.blocks.insert("disk".into(), nested(Nesting::List));
    block.blocks.insert("net".into(), nested(Nesting::Map));
    block.blocks.insert("one".into(), nested(Nesting::Single));
    block.blocks.insert("rule".into(), nested(Nesting::Set));
    Schema { version: 0, block }
}

fn item(a: &str, b: i64) -> Value {
    Value::object([("a", Value::string(a)), ("b", Value::int(b))])
}

fn items(values: Vec<Value>) -> Value {
    Value::list(item("", 0).ty(), values)
}

fn texts(values: &[&str]) -> Vec<Value> {
    values.iter().map(|text| Value::string(*text)).collect()
}

/// The object with some parts set.
fn object(parts: Vec<(&str, Value)>) -> Value {
    let empty = schema().block.empty_value();
    let mut entries: Vec<(String, Value)> =
        empty.as_entries().unwrap().iter().map(|(name, value)| (name.to_string(), value.clone())).collect();
    entries.push(("id".to_owned(), Value::string("i-1")));
    entries.extend(parts.into_iter().map(|(name, value)| (name.to_owned(), value)));
    Value::object(entries)
}

fn check(action: Action, before: Value, after: Value, replace: Vec<Path>, expect: &str) {
    check_with(schema(), None, action, before, after, replace, expect);
}

fn check_with(
    schema: Schema,
    importing: Option<Importing>,
    action: Action,
    before: Value,
    after: Value,
    replace: Vec<Path>,
    expect: &str,
) {
    let addr = AbsResourceInstance::parse("cloud_server.s").unwrap();
    let provider = AbsProviderConfig::root_default(Provider::implied("cloud")).into();
    let change = ResourceChange {
        required_replace: replace,
        importing: importing.map(Box::new),
        ..ResourceChange::new(addr, provider, action, before, after)
    };
    let schema = Arc::new(schema);
    let plan = Plan { changes: vec![Box::new(change)], ..Plan::default() };
    let text = render::plan_text(&plan, &|_, _, _| Some(Arc::clone(&schema)), render::Style::PLAIN);
    let (_, rest) = text.split_once("\"s\" {\n").unwrap();
    let (body, _) = rest.split_once("\n    }\n").unwrap();
    assert_eq!(body, expect.trim_matches('\n'), "\n{body}");
}

#[test]
fn typed_collections() {
    check(
        Action::Update,
        object(vec![
            ("list", Value::list(Type::String, texts(&["a", "b"]))),
            ("map", Value::map(Type::String, [("k", Value::string("1")), ("same", Value::string("x"))])),
            ("set", Value::set(Type::String, texts(&["a", "b", "c"]))),
            ("size", Value::int(1)),
        ]),
        object(vec![
            ("list", Value::list(Type::String, texts(&["a", "b", "c"]))),
            ("map", Value::map(Type::String, [("k", Value::string("2")), ("same", Value::string("x"))])),
            ("set", Value::set(Type::String, texts(&["a", "d", "c"]))),
            ("size", Value::int(1)),
        ]),
        vec![],
        r#"
        id   = "i-1"
      ~ list = [
            # (1 unchanged element hidden)
            "b",
          + "c",
        ]
      ~ map  = {
          ~ "k"    = "1" -> "2"
            # (1 unchanged element hidden)
        }
      ~ set  = [
          - "b",
          + "d",
            # (2 unchanged elements hidden)
        ]
        # (1 unchanged attribute hidden)"#,
    );
}

#[test]
fn replacement_and_secrets() {
    check(
        Action::DeleteThenCreate,
        object(vec![
            ("list", Value::list(Type::String, texts(&["a"]))),
            ("password", Value::string("old")),
            ("size", Value::int(1)),
        ]),
        object(vec![
            ("id", Value::unknown(Type::String)),
            ("list", Value::list(Type::String, texts(&["a", "b"]))),
            ("password", Value::string("new")),
            ("size", Value::int(2)),
        ]),
        vec![Path::new().attr("size"), Path::new().attr("list"), Path::new().attr("password")],
        r#"
      ~ id       = "i-1" -> (known after apply)
      ~ list     = [ # forces replacement
            "a",
          + "b",
        ]
      ~ password = (sensitive value) # forces replacement
      ~ size     = 1 -> 2 # forces replacement"#,
    );
}

#[test]
fn blocks() {
    check(
        Action::Update,
        object(vec![
            ("disk", items(vec![item("x", 1), item("y", 2)])),
            ("rule", Value::set(item("", 0).ty(), vec![item("r", 1), item("s", 1)])),
            ("net", Value::map(item("", 0).ty(), [("k", item("n", 1))])),
            ("objects", items(vec![item("o", 1), item("p", 1)])),
        ]),
        object(vec![
            ("disk", items(vec![item("x", 1), item("y", 3), item("z", 4)])),
            ("rule", Value::set(item("", 0).ty(), vec![item("r", 1), item("t", 1)])),
            ("one", item("n", 1)),
            ("objects", items(vec![item("o", 2), item("p", 1)])),
        ]),
        vec![],
        r#"
        id      = "i-1"
      ~ objects = [
          ~ {
              ~ b = 1 -> 2
                # (1 unchanged attribute hidden)
            },
            # (1 unchanged element hidden)
        ]

      ~ disk {
          ~ b = 2 -> 3
            # (1 unchanged attribute hidden)
        }
      + disk {
          + a = "z"
          + b = 4
        }

      - net "k" {
          - a = "n" -> null
          - b = 1 -> null
        }

      + one {
          + a = "n"
          + b = 1
        }

      - rule {
          - a = "s" -> null
          - b = 1 -> null
        }
      + rule {
          + a = "t"
          + b = 1
        }

        # (2 unchanged blocks hidden)"#,
    );
}

#[test]
fn secret_and_unknown_blocks() {
    check(
        Action::Update,
        object(vec![("disk", items(vec![item("x", 1)]))]),
        object(vec![
            ("disk", items(vec![item("x", 2)]).sensitive()),
            ("rule", Value::unknown(Type::set(item("", 0).ty()))),
        ]),
        vec![],
        r#"
        id = "i-1"

      ~ disk {
          # Something in this block is a secret, so none of it is shown.
        }

      + rule (known after apply)"#,
    );
}

#[test]
fn what_is_imported_is_shown_whole() {
    let object = |last: &str, size: i64| {
        object(vec![
            ("disk", items(vec![item("x", 1), item("y", size)])),
            ("list", Value::list(Type::String, texts(&["a", "b", "c", last]))),
            ("map", Value::map(Type::String, [("k", Value::string("1")), ("l", Value::string(last))])),
            ("objects", items(vec![item("o", 1), item("p", size)])),
            ("password", Value::string("secret")),
            ("set", Value::set(Type::String, texts(&["a", last]))),
            ("size", Value::int(1)),
        ])
    };
    let importing = Importing { id: Some("i-1".into()), identity: None, unknown: false };
    check_with(
        schema(),
        Some(importing),
        Action::Update,
        object("d", 1),
        object("e", 2),
        vec![],
        r#"
        id       = "i-1"
      ~ list     = [
            "a",
            "b",
            "c",
          ~ "d" -> "e",
        ]
      ~ map      = {
            "k" = "1"
          ~ "l" = "d" -> "e"
        }
      ~ objects  = [
            {
                a = "o"
                b = 1
            },
          ~ {
                a = "p"
              ~ b = 1 -> 2
            },
        ]
        password = (sensitive value)
      ~ set      = [
            "a",
          - "d",
          + "e",
        ]
        size     = 1

        disk {
            a = "x"
            b = 1
        }
      ~ disk {
            a = "y"
          ~ b = 1 -> 2
        }"#,
    );
}

#[test]
fn replacement_by_json() {
    let old = [("net", item(r#"{"a":1}"#, 1)), ("k", item(r#"{"a":1}"#, 1)), ("l", item(r#"{"a":1}"#, 1))];
    let new = [("net", item(r#"{"a":2}"#, 1)), ("k", item("[1]", 1)), ("l", item("text", 1))];
    let map = |entries: [(&str, Value); 3]| Value::map(item("", 0).ty(), entries);
    let path = |key: &str| Path::new().attr("net").index(Value::string(key)).attr("a");
    check(
        Action::DeleteThenCreate,
        object(vec![("net", map(old))]),
        object(vec![("net", map(new))]),
        vec![path("net"), path("k"), path("l")],
        r#"
        id = "i-1"

      ~ net "k" {
          ~ a = jsonencode(
              ~ {
                  - a = 1
                } -> [
                  + 1,
                ] # forces replacement
            )
            # (1 unchanged attribute hidden)
        }
      ~ net "l" {
          ~ a = jsonencode(
                {
                  - a = 1
                }
            ) -> "text"
            # (1 unchanged attribute hidden)
        }
      ~ net "net" {
          ~ a = jsonencode(
              ~ {
                  ~ a = 1 -> 2
                } # forces replacement
            )
            # (1 unchanged attribute hidden)
        }"#,
    );
}

#[test]
fn names_of_objects_and_what_is_never_stored() {
    let unwritten = || Value::null(Type::String).sensitive();
    let one =
        |a: &str| Value::object([("a", Value::string(a)), ("b", Value::int(1)), ("written", unwritten())]);
    let named = Value::map(one("").ty(), [("k", one("x")), ("longer", one("y"))]);
    let mut schema = schema();
    schema.block.attributes.insert("written".into(), written());
    check_with(
        schema,
        None,
        Action::Create,
        Value::null(Type::Dynamic),
        object(vec![("named", named), ("written", unwritten())]),
        vec![],
        r#"
      + id      = "i-1"
      + named   = {
          + "k" = {
              + a       = "x"
              + b       = 1
              + written = (sensitive, write-only attribute)
            },
          + "longer" = {
              + a       = "y"
              + b       = 1
              + written = (sensitive, write-only attribute)
            },
        }
      + written = (write-only attribute)"#,
    );
}
