//! Empty text by schemas of old and of newer providers, as Terraform 1.11.4 draws it.

use std::sync::Arc;

use addrs::{AbsProviderConfig, AbsResourceInstance, Provider};
use plan::{Action, Plan, ResourceChange};
use schema::{Attribute, Block, NestedBlock, Nesting, Schema};
use value::{Type, Value};

/// With an attribute of any type the schema is one of a newer provider.
fn schema(is_new: bool) -> Schema {
    let text = || Attribute::optional(Type::String);
    let object = Type::object([("x", Type::String), ("y", Type::Number)]);
    let mut block = Block::default();
    for (name, attribute) in [
        ("list", Attribute::optional(Type::list(Type::String))),
        ("map", Attribute::optional(Type::map(Type::String))),
        ("note", text()),
        ("object", Attribute::optional(object)),
        ("secret", text().as_sensitive()),
        ("wo", text()),
    ] {
        block.attributes.insert(name.into(), attribute);
    }
    block.attributes.get_mut("wo").unwrap().write_only = true;
    if is_new {
        block.attributes.insert("any".into(), Attribute::optional(Type::Dynamic));
    }
    let mut inner = Block::default();
    inner.attributes.insert("key".into(), text());
    inner.attributes.insert("size".into(), Attribute::optional(Type::Number));
    for (name, nesting) in [("many", Nesting::List), ("one", Nesting::Single)] {
        let nested = NestedBlock { nesting, block: inner.clone(), min_items: 0, max_items: 0 };
        block.blocks.insert(name.into(), nested);
    }
    Schema { version: 0, block }
}

/// An object with the same text in each of its parts.
fn object(text: Value) -> Value {
    let part = Value::object([("key", text.clone()), ("size", Value::int(1))]);
    Value::object([
        ("list", Value::list(Type::String, vec![text.clone()])),
        ("map", Value::map(Type::String, [("k", text.clone())])),
        ("note", text.clone()),
        ("object", Value::object([("x", text.clone()), ("y", Value::int(1))])),
        ("secret", if text.is_null() { text } else { text.sensitive() }),
        ("wo", Value::null(Type::String)),
        ("many", Value::list(part.ty(), vec![part.clone()])),
        ("one", part),
    ])
}

fn check(is_new: bool, action: Action, before: Option<Value>, after: Option<Value>, expect: &str) {
    let none = || Value::null(Type::Dynamic);
    let addr = AbsResourceInstance::parse("cloud_server.s").unwrap();
    let provider = AbsProviderConfig::root_default(Provider::implied("cloud")).into();
    let (before, after) = (before.unwrap_or_else(none), after.unwrap_or_else(none));
    let change = ResourceChange::new(addr, provider, action, before, after);
    let plan = Plan { changes: vec![Box::new(change)], ..Plan::default() };
    let text = render::plan_text(&plan, &|_, _, _| Some(Arc::new(schema(is_new))), render::Style::PLAIN);
    let (_, rest) = text.split_once("\"s\" {\n").unwrap();
    let (body, _) = rest.split_once("\n    }\n").unwrap();
    assert_eq!(body, expect.trim_matches('\n'), "\n{body}");
}

#[test]
fn of_old_providers_is_null() {
    let expect = r#"
      + list   = [
          + null,
        ]
      + map    = {
          + "k" = null
        }
      + object = {
          + y = 1
            # (1 unchanged attribute hidden)
        }
      + wo     = (write-only attribute)
        # (2 unchanged attributes hidden)

      + many {
          + size = 1
            # (1 unchanged attribute hidden)
        }

      + one {
          + size = 1
            # (1 unchanged attribute hidden)
        }"#;
    check(false, Action::Create, None, Some(object(Value::string(""))), expect);
    let expect = r#"
      ~ list   = [
          ~ null -> "x",
        ]
      ~ map    = {
          ~ "k" = null -> "x"
        }
      + note   = "x"
      ~ object = {
          + x = "x"
            # (1 unchanged attribute hidden)
        }
      + secret = (sensitive value)
        # (1 unchanged attribute hidden)

      ~ many {
          + key  = "x"
            # (1 unchanged attribute hidden)
        }

      ~ one {
          + key  = "x"
            # (1 unchanged attribute hidden)
        }"#;
    check(false, Action::Update, Some(object(Value::string(""))), Some(object(Value::string("x"))), expect);
    let expect = "        # (6 unchanged attributes hidden)\n\n        # (2 unchanged blocks hidden)";
    let null = object(Value::null(Type::String));
    check(false, Action::Update, Some(object(Value::string(""))), Some(null), expect);
}

#[test]
fn of_newer_providers_is_text_but_not_in_lists() {
    let expect = r#"
      + list   = [
          + null,
        ]
      + map    = {
          + "k" = ""
        }
      + note   = ""
      + object = {
          + x = ""
          + y = 1
        }
      # Warning: this value becomes a secret, so it is not shown any more
      # after this change. The value itself stays the same.
      ~ secret = (sensitive value)
        # (1 unchanged attribute hidden)

      + many {
          + size = 1
            # (1 unchanged attribute hidden)
        }

      + one {
          + key  = ""
          + size = 1
        }"#;
    check(true, Action::Create, None, Some(object(Value::string(""))), expect);
    let expect = r#"
      ~ list   = [
          + (known after apply),
        ]
      ~ map    = {
          ~ "k" = null -> (known after apply)
        }
      ~ note   = null -> (known after apply)
      ~ object = {
          ~ x = null -> (known after apply)
            # (1 unchanged attribute hidden)
        }
      + secret = (sensitive value)
        # (1 unchanged attribute hidden)

      ~ many {
          + key  = (known after apply)
            # (1 unchanged attribute hidden)
        }

      ~ one {
          ~ key  = null -> (known after apply)
            # (1 unchanged attribute hidden)
        }"#;
    let later = object(Value::unknown(Type::String));
    check(true, Action::Update, Some(object(Value::string(""))), Some(later), expect);
}
