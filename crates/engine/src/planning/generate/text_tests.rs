//! What Terraform 1.11.4 writes for these schemas and objects.

use std::collections::BTreeMap;

use addrs::{Resource, ResourceMode};
use config::ProviderName;
use schema::{Attribute, AttributeShape, Block, NestedBlock, NestedObject, Nesting};
use smol_str::SmolStr;
use value::{Type, Value, json};

use super::text::resource_text;

fn attributes<'a>(list: impl IntoIterator<Item = (&'a str, Attribute)>) -> BTreeMap<SmolStr, Attribute> {
    list.into_iter().map(|(name, attribute)| (name.into(), attribute)).collect()
}

fn optional(ty: Type) -> Attribute {
    Attribute::optional(ty)
}

fn old(attribute: Attribute) -> Attribute {
    Attribute { deprecation: Some("old".to_owned()), ..attribute }
}

/// Attributes of every kind.
fn leaves() -> BTreeMap<SmolStr, Attribute> {
    attributes([
        ("name", Attribute::required(Type::String)),
        ("long_name", optional(Type::Number)),
        ("opt_comp", optional(Type::String).or_computed()),
        ("comp", Attribute::computed(Type::String)),
        ("secret", optional(Type::String).as_sensitive()),
        ("old", old(optional(Type::String))),
    ])
}

fn nested(nesting: Nesting, attributes: BTreeMap<SmolStr, Attribute>) -> Attribute {
    Attribute {
        shape: AttributeShape::Nested(NestedObject { nesting, attributes }),
        ..optional(Type::String)
    }
}

fn block(attributes: BTreeMap<SmolStr, Attribute>, blocks: Vec<(&str, NestedBlock)>) -> Block {
    let blocks = blocks.into_iter().map(|(name, nested)| (name.into(), nested)).collect();
    Block { attributes, blocks, ..Block::default() }
}

fn blocks(nesting: Nesting, block: Block) -> NestedBlock {
    NestedBlock { nesting, block, min_items: 0, max_items: 0 }
}

/// The text for an object that is given as JSON; attributes that are not there are null, and blocks none.
fn check(block: &Block, object: &str, expect: &str) {
    let given: serde_json::Value = serde_json::from_str(object).unwrap();
    let whole = complete(block.implied_type(), Some(&given));
    let value = json::decode(whole.to_string().as_bytes(), block.implied_type()).unwrap();
    let resource = Resource { mode: ResourceMode::Managed, type_name: "t_t".into(), name: "x".into() };
    let text = resource_text(&resource, None, block, &value);
    assert_eq!(text, format!("resource \"t_t\" \"x\" {{\n{expect}}}"), "{object}");
}

fn complete(ty: &Type, given: Option<&serde_json::Value>) -> serde_json::Value {
    use serde_json::Value as Json;
    match (ty, given) {
        (Type::Object(object), Some(Json::Object(given))) => object
            .attributes()
            .iter()
            .map(|attribute| {
                (attribute.name.to_string(), complete(&attribute.ty, given.get(attribute.name.as_str())))
            })
            .collect::<serde_json::Map<_, _>>()
            .into(),
        (Type::List(element) | Type::Set(element), Some(Json::Array(items))) => {
            items.iter().map(|item| complete(element, Some(item))).collect()
        }
        (Type::Map(element), Some(Json::Object(given))) => given
            .iter()
            .map(|(key, item)| (key.clone(), complete(element, Some(item))))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        (_, Some(given)) => given.clone(),
        (_, None) => Json::Null,
    }
}

#[test]
fn attributes_of_one_type() {
    let schema = block(
        attributes([
            ("id", optional(Type::String).or_computed()),
            ("req", Attribute::required(Type::String)),
            ("opt", optional(Type::String)),
            ("comp", Attribute::computed(Type::String)),
            ("old", old(optional(Type::String))),
            ("secret", optional(Type::String).as_sensitive()),
            ("wo", Attribute { write_only: true, ..optional(Type::String) }),
            ("num", optional(Type::Number)),
            ("flag", optional(Type::Bool)),
            ("list", optional(Type::list(Type::String))),
            ("map", optional(Type::map(Type::String))),
            ("lists", optional(Type::list(Type::map(Type::Number)))),
        ]),
        vec![],
    );
    let empty = "  flag   = null\n  list   = null\n  lists  = null\n  map    = null\n  num    = null\n  opt    = null\n  req    = \"x\"\n  secret = null # sensitive\n  wo     = null\n";
    check(&schema, r#"{"id": "i", "req": "x", "comp": "c", "old": "o", "secret": "s"}"#, empty);
    check(
        &schema,
        r#"{"req": "", "opt": "", "num": -1.5, "flag": false, "list": ["a", null, "[1]"],
            "map": {"0x": "d", "a-b": "c", "for": "k"}, "lists": [{"a": 1}, {}]}"#,
        r#"  flag = false
  list = ["a", null, "[1]"]
  lists = [{
    a = 1
  }, {}]
  map = {
    "0x" = "d"
    a-b  = "c"
    for  = "k"
  }
  num    = -1.5
  opt    = null
  req    = ""
  secret = null # sensitive
  wo     = null
"#,
    );
}

#[test]
fn text_that_is_json() {
    let schema = block(attributes([("s", optional(Type::String)), ("ss", optional(Type::String))]), vec![]);
    let check_text = |text: &str, expect: &str| {
        check(&schema, &serde_json::json!({ "s": text }).to_string(), expect);
    };
    check_text("[]", "  s  = jsonencode([])\n  ss = null\n");
    check_text("null", "  s  = jsonencode(null)\n  ss = null\n");
    check_text("1", "  s  = \"1\"\n  ss = null\n");
    check_text("{\"a\":1} x", "  s  = \"{\\\"a\\\":1} x\"\n  ss = null\n");
    check_text("a\nb ${c}", "  s  = \"a\\nb $${c}\"\n  ss = null\n");
    check_text(" {\"a\":\"${x}\"}", "  s = jsonencode({\n    a = \"$${x}\"\n  })\n  ss = null\n");
    check_text(
        "[{\"a\":1,\"bb\":2},{\"c\":3}]",
        "  s = jsonencode([{\n    a  = 1\n    bb = 2\n    }, {\n    c = 3\n  }])\n  ss = null\n",
    );
}

#[test]
fn attributes_of_objects() {
    let inside = || {
        let mut all = leaves();
        all.insert("inside".into(), nested(Nesting::List, leaves()));
        all
    };
    let schema = block(
        attributes([
            ("single", nested(Nesting::Single, inside())),
            ("list", nested(Nesting::List, leaves())),
            ("set", nested(Nesting::Set, leaves())),
            ("map", nested(Nesting::Map, attributes([("id", optional(Type::String).or_computed())]))),
            ("secret_list", nested(Nesting::List, leaves()).as_sensitive()),
            ("secret_map", nested(Nesting::Map, leaves()).as_sensitive()),
        ]),
        vec![],
    );
    check(
        &schema,
        r#"{"single": {"name": "n", "comp": "c", "inside": [{"name": "q"}, {"name": "r"}]},
            "list": [], "set": [{"name": "s", "secret": "t"}], "map": {"a b": {"id": "i"}, "k": null},
            "secret_list": [{"name": "x"}]}"#,
        r#"  list = [
  ]
  map = {
    "a b" = {
      id = "i"
    }
    k = {
      id = null
    }
  }
  secret_list = [] # sensitive
  secret_map  = {} # sensitive
  set = [
    {
      long_name = null
      name      = "s"
      opt_comp  = null
      secret    = null # sensitive
    },
  ]
  single = {
    inside = [
      {
        long_name = null
        name      = "q"
        opt_comp  = null
        secret    = null # sensitive
      },
      {
        long_name = null
        name      = "r"
        opt_comp  = null
        secret    = null # sensitive
      },
    ]
    long_name = null
    name      = "n"
    opt_comp  = null
    secret    = null # sensitive
  }
"#,
    );
    check(
        &schema,
        "{}",
        "  list        = null\n  map         = null\n  secret_list = [] # sensitive\n  secret_map  = {} # sensitive\n  set         = null\n  single      = null\n",
    );
}

#[test]
fn nested_blocks() {
    let one = || block(attributes([("y", optional(Type::String))]), vec![]);
    let mut gone = one();
    gone.deprecation = Some("old".to_owned());
    let schema = block(
        attributes([("zz", optional(Type::String))]),
        vec![
            (
                "single",
                blocks(
                    Nesting::Single,
                    block(leaves(), vec![("deep", blocks(Nesting::Set, block(leaves(), vec![])))]),
                ),
            ),
            ("group", blocks(Nesting::Group, one())),
            ("list", blocks(Nesting::List, one())),
            ("set", blocks(Nesting::Set, one())),
            ("map", blocks(Nesting::Map, one())),
            ("old", blocks(Nesting::List, gone)),
            (
                "own",
                blocks(
                    Nesting::List,
                    block(attributes([("comp", Attribute::computed(Type::String))]), vec![]),
                ),
            ),
        ],
    );
    check(
        &schema,
        r#"{"zz": "z", "single": {"name": "x", "deep": [{"name": "d"}]}, "group": {}, "list": [{"y": "1"}, {"y": "2"}],
            "set": [{"y": "3"}], "map": {"k": {"y": "4"}, "a b": {}}, "old": [{"y": "5"}], "own": [{"comp": "c"}]}"#,
        r#"  zz = "z"
  group {
    y = null
  }
  list {
    y = "1"
  }
  list {
    y = "2"
  }
  map "a b" {
    y = null
  }
  map "k" {
    y = "4"
  }
  own {
  }
  set {
    y = "3"
  }
  single {
    long_name = null
    name      = "x"
    opt_comp  = null
    secret    = null # sensitive
    deep {}          # sensitive
  }
"#,
    );
    check(&schema, r#"{"group": {}, "list": [], "set": []}"#, "  zz = null\n  group {\n    y = null\n  }\n");
}

#[test]
fn provider_and_marks() {
    let schema = block(attributes([("id", Attribute::required(Type::String))]), vec![]);
    let resource = Resource { mode: ResourceMode::Managed, type_name: "t_t".into(), name: "x".into() };
    let provider = ProviderName { local: "t".into(), alias: Some("two".into()) };
    let value = Value::object([("id", Value::string("a").sensitive())]);
    let text = resource_text(&resource, Some(&provider), &schema, &value);
    assert_eq!(text, "resource \"t_t\" \"x\" {\n  provider = t.two\n  id       = \"a\"\n}");
}
