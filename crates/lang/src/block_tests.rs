//! Tests of bodies by a schema: each nesting, `dynamic` blocks, unknown, null and marked values.

use addrs::Referenceable;
use diag::{Diagnostic, Diagnostics, SourceFile};
use functions::NoFiles;
use hcl::Body;
use schema::{Attribute, AttributeShape, Block, NestedBlock, NestedObject, Nesting};
use value::{Type, Value};

use crate::{LangScope, Names, PreparedBlock, eval_block};

/// `var.*`: some values of all sorts.
struct Vars;

impl Names for Vars {
    fn value(&self, name: &Referenceable) -> Result<Value, Box<Diagnostic>> {
        let Referenceable::Variable(name) = name else {
            return Err(Box::new(Diagnostic::error("Unknown name", name.to_string())));
        };
        let strings = |items: &[&str]| items.iter().map(|text| Value::string(*text)).collect();
        Ok(match name.as_str() {
            "text" => Value::string("t"),
            "list" => Value::list(Type::String, strings(&["a", "b"])),
            "set" => Value::set(Type::String, strings(&["y", "x"])),
            "map" => Value::map(Type::String, [("k", Value::string("v"))]),
            "secret" => Value::string("s").sensitive(),
            "secrets" => Value::list(Type::String, strings(&["a"])).sensitive(),
            "unknown" => Value::unknown(Type::String),
            "unknowns" => Value::unknown(Type::list(Type::String)),
            "secret_unknowns" => Value::unknown(Type::list(Type::String)).sensitive(),
            "partly" => Value::list(Type::String, vec![Value::string("a"), Value::unknown(Type::String)]),
            "null" => Value::null(Type::String),
            _ => Value::dynamic(),
        })
    }

    fn check(&self, name: &Referenceable) -> Result<(), Box<Diagnostic>> {
        match name {
            Referenceable::Variable(_) => Ok(()),
            other => Err(Box::new(Diagnostic::error("Undeclared", other.to_string()))),
        }
    }
}

fn nested(nesting: Nesting, min_items: u64, max_items: u64) -> NestedBlock {
    let attributes = [("v", Attribute::optional(Type::String)), ("n", Attribute::optional(Type::Number))];
    let inner = Block {
        attributes: attributes.map(|(name, it)| (name.into(), it)).into(),
        blocks: [("in".into(), leaf_list())].into(),
        ..Block::default()
    };
    NestedBlock { nesting, block: inner, min_items, max_items }
}

fn leaf_list() -> NestedBlock {
    let attributes = [("q".into(), Attribute::required(Type::String))].into();
    NestedBlock {
        nesting: Nesting::List,
        block: Block { attributes, ..Block::default() },
        min_items: 0,
        max_items: 0,
    }
}

fn schema() -> Block {
    let object = Attribute {
        shape: AttributeShape::Nested(NestedObject {
            nesting: Nesting::List,
            attributes: [("a".into(), Attribute::optional(Type::Number))].into(),
        }),
        ..Attribute::optional(Type::Dynamic)
    };
    let loose =
        Block { attributes: [("any".into(), Attribute::optional(Type::Dynamic))].into(), ..Block::default() };
    let attributes = [
        ("s", Attribute::optional(Type::String)),
        ("n", Attribute::optional(Type::Number)),
        ("tags", Attribute::optional(Type::map(Type::String))),
        ("any", Attribute::optional(Type::Dynamic)),
        ("made", Attribute::computed(Type::String)),
        ("objects", object),
    ];
    let blocks = [
        ("one", nested(Nesting::Single, 0, 0)),
        ("group", nested(Nesting::Group, 0, 0)),
        ("item", nested(Nesting::List, 0, 3)),
        ("elem", nested(Nesting::Set, 0, 0)),
        ("entry", nested(Nesting::Map, 0, 0)),
        ("loose", NestedBlock { nesting: Nesting::List, block: loose, min_items: 0, max_items: 0 }),
    ];
    Block {
        attributes: attributes.map(|(name, it)| (name.into(), it)).into(),
        blocks: blocks.map(|(name, it)| (name.into(), it)).into(),
        ..Block::default()
    }
}

fn body(text: &str) -> Body {
    let (tree, id, diags) = hcl::syntax::parse_config(SourceFile::new("t.tf", text.as_bytes()));
    assert!(!diags.has_errors(), "{text}: {diags:?}");
    Body::native(tree, id)
}

fn scope() -> LangScope<'static> {
    LangScope {
        names: &Vars,
        files: &NoFiles,
        console: false,
        plan_time: functions::PlanTime::Never,
        impure_allowed: false,
    }
}

fn eval(body: &Body, block: &Block) -> (Value, Diagnostics) {
    eval_block(body, block, &scope())
}

/// One part of the value of a body.
fn check(text: &str, part: &str, expect: &str) {
    let block = schema();
    let (value, diags) = eval(&body(text), &block);
    assert!(diags.is_empty(), "{text}: {diags:?}");
    let found = value.entry(part).map(|value| format!("{value:?}")).unwrap_or_default();
    assert_eq!(found, expect, "{text}");
    assert!(convert_is_same(&value, &block), "{text}: not of the implied type");
}

fn convert_is_same(value: &Value, block: &Block) -> bool {
    schema::type_violations(&value.unmark_deep().0, block.implied_type()).is_empty()
}

/// The summaries and details of what is wrong with a body.
fn fails(block: &Block, text: &str, expect: &[&str]) {
    let (_, diags) = eval(&body(text), block);
    let found: Vec<String> = diags.iter().map(|it| format!("{}: {}", it.summary, it.detail)).collect();
    assert_eq!(found, expect, "{text}");
    assert!(diags.iter().all(|it| it.subject.is_some()), "{text}: {diags:?}");
}

#[test]
fn attributes_are_converted() {
    check("s = 1", "s", r#""1""#);
    check("n = \"2\"", "n", "2");
    check("s = var.null", "s", "null(string)");
    check("", "s", "null(string)");
    check("s = var.unknown", "s", "unknown(string)");
    check("n = var.unknown", "n", "unknown(number)");
    check("s = var.secret", "s", "(sensitive)");
    check("any = [1, var.text]", "any", r#"[1, "t"]"#);
    check("", "any", "null(any)");
    check("tags = { a = 1, b = var.unknown }", "tags", r#"map{"a": "1", "b": unknown(string)}"#);
    check("tags = { a = var.secret }", "tags", r#"map{"a": (sensitive)}"#);
    check("objects = [{ a = \"1\" }, { a = null }]", "objects", r#"list[{"a": 1}, {"a": null(number)}]"#);
    check("objects = [{}]", "objects", r#"list[{"a": null(number)}]"#);
    check("objects = null", "objects", "null(list(object({a=number})))");
    // What to say of an attribute that only the provider sets is the provider's business.
    check("made = \"x\"", "made", r#""x""#);
}

#[test]
fn wrong_attributes_are_told() {
    let block = schema();
    fails(
        &block,
        "n = \"x\"",
        &["Incorrect attribute value type: Inappropriate value for attribute \"n\": a number is required."],
    );
    fails(
        &block,
        "n = var.list",
        &["Incorrect attribute value type: Inappropriate value for attribute \"n\": number required."],
    );
    fails(
        &block,
        "tags = { a = [] }",
        &[
            "Incorrect attribute value type: Inappropriate value for attribute \"tags\": element \"a\": string required.",
        ],
    );
    fails(&block, "s = nope.x", &["Undeclared: nope.x"]);
    fails(&block, "s = true ? \"a\" : nope.x", &["Undeclared: nope.x"]);
    fails(
        &block,
        "surplus = 1",
        &["Unsupported argument: An argument named \"surplus\" is not expected here."],
    );
    fails(
        &block,
        "surplus {}",
        &["Unsupported block type: Blocks of type \"surplus\" are not expected here."],
    );
    fails(
        &block,
        "item = []",
        &[
            "Unsupported argument: An argument named \"item\" is not expected here. Did you mean to define a block of type \"item\"?",
        ],
    );
    fails(
        &block,
        "item {\n in {}\n}",
        &["Missing required argument: The argument \"q\" is required, but no definition was found."],
    );
    fails(&block, "entry {}", &["Missing key for entry: All entry blocks must have 1 labels (key)."]);
}

#[test]
fn blocks_of_every_nesting() {
    let empty = "null(object({in=list(object({q=string})),n=number,v=string}))";
    check("", "one", empty);
    check("one {}", "one", r#"{"in": list[], "n": null(number), "v": null(string)}"#);
    check("one {\n v = var.secret\n}", "one", r#"{"in": list[], "n": null(number), "v": (sensitive)}"#);
    check("", "group", r#"{"in": list[], "n": null(number), "v": null(string)}"#);
    check("group {\n n = 1\n}", "group", r#"{"in": list[], "n": 1, "v": null(string)}"#);
    check("", "item", "list[]");
    check(
        "item {\n v = 1\n}\nitem {\n in {\n q = var.unknown\n }\n}",
        "item",
        r#"list[{"in": list[], "n": null(number), "v": "1"}, {"in": list[{"q": unknown(string)}], "n": null(number), "v": null(string)}]"#,
    );
    check("", "elem", "set[]");
    check(
        "elem {\n n = 1\n}\nelem {\n n = 1\n}",
        "elem",
        r#"set[{"in": list[], "n": 1, "v": null(string)}]"#,
    );
    check("elem {\n v = var.secret\n}", "elem", "(sensitive)");
    check("", "entry", "map{}");
    check("entry \"k\" {\n v = 1\n}", "entry", r#"map{"k": {"in": list[], "n": null(number), "v": "1"}}"#);
    check("", "loose", "[]");
    check("loose {\n any = 1\n}\nloose {\n any = \"x\"\n}", "loose", r#"[{"any": 1}, {"any": "x"}]"#);
}

#[test]
fn counts_of_blocks_are_checked() {
    let block = schema();
    fails(
        &block,
        "one {}\none {}",
        &["Duplicate one block: Only one block of type \"one\" is allowed. The first one is at t.tf:1,1."],
    );
    fails(
        &block,
        "group {}\ngroup {}",
        &[
            "Duplicate group block: Only one block of type \"group\" is allowed. The first one is at t.tf:1,1.",
        ],
    );
    fails(
        &block,
        "item {}\nitem {}\nitem {}\nitem {}",
        &["Too many item blocks: No more than 3 \"item\" blocks are allowed."],
    );
    fails(
        &block,
        "entry \"a\" {}\nentry \"a\" {}",
        &[
            "Duplicate entry block: A block of type \"entry\" with the label \"a\" was already defined at t.tf:1,1.",
        ],
    );
    let with = |nesting, min, max| Block {
        blocks: [("b".into(), nested(nesting, min, max))].into(),
        ..Block::default()
    };
    fails(&with(Nesting::Single, 1, 1), "", &["Missing b block: A block of type \"b\" is required here."]);
    fails(
        &with(Nesting::List, 2, 0),
        "b {}",
        &["Insufficient b blocks: At least 2 \"b\" blocks are required."],
    );
    fails(
        &with(Nesting::Set, 1, 1),
        "b {}\nb {\n n = 1\n}",
        &["Too many b blocks: No more than 1 \"b\" blocks are allowed."],
    );
    fails(
        &with(Nesting::List, 1, 0),
        "dynamic \"b\" {\n for_each = []\n content {}\n}",
        &["Insufficient b blocks: At least 1 \"b\" blocks are required."],
    );
    fails(&with(Nesting::List, 1, 1), "dynamic \"b\" {\n for_each = var.unknowns\n content {}\n}", &[]);
}

fn dynamic(block: &str, for_each: &str, content: &str) -> String {
    format!("dynamic \"{block}\" {{\n for_each = {for_each}\n content {{\n {content}\n }}\n}}\n")
}

#[test]
fn dynamic_blocks_come_out_as_blocks() {
    let one = |v: &str| format!(r#"{{"in": list[], "n": null(number), "v": {v}}}"#);
    let list =
        |items: &[&str]| format!("list[{}]", items.iter().map(|v| one(v)).collect::<Vec<_>>().join(", "));
    check(&dynamic("item", "var.list", "v = item.value"), "item", &list(&["\"a\"", "\"b\""]));
    check(&dynamic("item", "[\"x\"]", "v = item.key"), "item", &list(&["\"0\""]));
    check(&dynamic("item", "var.map", "v = \"${item.key}=${item.value}\""), "item", &list(&["\"k=v\""]));
    check(&dynamic("item", "{ a = 1 }", "v = item.key"), "item", &list(&["\"a\""]));
    check(
        &dynamic("item", "var.set", "v = item.key == item.value ? item.key : null"),
        "item",
        &list(&["\"x\"", "\"y\""]),
    );
    check(&dynamic("item", "[]", "v = nope"), "item", "list[]");
    check(&dynamic("item", "var.partly", "v = item.value"), "item", &list(&["\"a\"", "unknown(string)"]));
    check(&dynamic("item", "[var.secret]", "v = item.value"), "item", &list(&["(sensitive)"]));
    // The iterator is a name like others, also without what follows, and hides those of the module.
    check(&dynamic("item", "[1]", "v = join(\",\", keys(item))"), "item", &list(&["\"key,value\""]));
    let named = "dynamic \"item\" {\n for_each = [1]\n iterator = var\n content {\n v = var.value\n }\n}";
    check(named, "item", &list(&["\"1\""]));
    check(
        &format!("item {{\n v = 0\n}}\n{}item {{\n v = 2\n}}\n", dynamic("item", "[1]", "v = item.value")),
        "item",
        &list(&["\"0\"", "\"1\"", "\"2\""]),
    );
    check(&dynamic("elem", "[1, 1]", "v = elem.value"), "elem", &format!("set[{}]", one("\"1\"")));
    check(&dynamic("one", "[1]", "v = one.value"), "one", &one("\"1\""));
    check(&dynamic("group", "[]", "v = 1"), "group", &one("null(string)"));
    let labels = "dynamic \"entry\" {\n for_each = var.list\n labels = [entry.value]\n content {\n v = entry.key\n }\n}";
    check(labels, "entry", &format!("map{{\"a\": {}, \"b\": {}}}", one("\"0\""), one("\"1\"")));
    let inner = dynamic("in", "item.value", "q = \"${item.key}${in.value}\"");
    check(
        &dynamic("item", "[[1, 2], []]", &inner),
        "item",
        r#"list[{"in": list[{"q": "01"}, {"q": "02"}], "n": null(number), "v": null(string)}, {"in": list[], "n": null(number), "v": null(string)}]"#,
    );
}

#[test]
fn dynamic_blocks_of_unknown_number_are_unknown() {
    let object = "object({in=list(object({q=string})),n=number,v=string})";
    let content = "v = \"x\"";
    check(&dynamic("item", "var.unknowns", content), "item", &format!("unknown(list({object}))"));
    check(&dynamic("elem", "var.unknowns", content), "elem", &format!("unknown(set({object}))"));
    let labels = "dynamic \"entry\" {\n for_each = var.unknowns\n labels = [\"a\"]\n content {}\n}";
    check(labels, "entry", &format!("unknown(map({object}))"));
    check(&dynamic("loose", "var.unknowns", "any = 1"), "loose", "unknown(any)");
    check(
        &dynamic("one", "var.unknowns", content),
        "one",
        r#"{"in": list[], "n": null(number), "v": unknown(string)}"#,
    );
    check(
        &dynamic("group", "var.anything", content),
        "group",
        r#"{"in": list[], "n": null(number), "v": unknown(string)}"#,
    );
    check(&dynamic("item", "var.secret_unknowns", content), "item", "(sensitive)");
    check(
        &format!("item {{}}\n{}", dynamic("item", "var.unknowns", content)),
        "item",
        &format!("unknown(list({object}))"),
    );
    let inner = dynamic("in", "item.value", "q = in.value");
    check(
        &dynamic("item", "[var.unknowns]", &inner),
        "item",
        r#"list[{"in": unknown(list(object({q=string}))), "n": null(number), "v": null(string)}]"#,
    );
    check(
        &dynamic("one", "var.unknowns", "in {\n q = 1\n }"),
        "one",
        r#"{"in": unknown(list(object({q=string}))), "n": null(number), "v": null(string)}"#,
    );
}

#[test]
fn marks_of_for_each_stay_on_the_blocks() {
    let (value, diags) = eval(&body(&dynamic("item", "var.secrets", "v = item.value")), &schema());
    assert!(diags.is_empty(), "{diags:?}");
    let item = value.entry("item").unwrap();
    assert!(!item.is_marked());
    assert!(item.as_items().unwrap()[0].marks().is_sensitive());
}

#[test]
fn wrong_dynamic_blocks_are_told() {
    let block = schema();
    fails(
        &block,
        &dynamic("item", "var.null", ""),
        &["Invalid dynamic for_each value: Cannot use a null value in for_each."],
    );
    fails(
        &block,
        &dynamic("item", "1", ""),
        &[
            "Invalid dynamic for_each value: Cannot use a number value in for_each. An iterable collection is required.",
        ],
    );
    fails(
        &block,
        &dynamic("item", "var.unknown", ""),
        &[
            "Invalid dynamic for_each value: Cannot use a string value in for_each. An iterable collection is required.",
        ],
    );
    fails(&block, &dynamic("item", "nope.x", ""), &["Undeclared: nope.x"]);
    fails(
        &block,
        &dynamic("itm", "[]", ""),
        &["Unsupported block type: Blocks of type \"itm\" are not expected here. Did you mean \"item\"?"],
    );
    fails(
        &block,
        &dynamic("s", "[]", ""),
        &["Unsupported block type: Blocks of type \"s\" are not expected here."],
    );
    fails(
        &block,
        &dynamic("item", "[1, 2]", "surplus = 1"),
        &["Unsupported argument: An argument named \"surplus\" is not expected here."; 2],
    );
    fails(&block, &dynamic("item", "[]", "surplus = 1"), &[]);
    fails(
        &block,
        "dynamic \"item\" {\n content {}\n}",
        &["Missing required argument: The argument \"for_each\" is required, but no definition was found."],
    );
    fails(
        &block,
        "dynamic \"item\" {\n for_each = []\n}",
        &[
            "Missing dynamic content block: A dynamic block needs a nested block of type \"content\", which describes the body of every block that it generates.",
        ],
    );
    fails(
        &block,
        "dynamic \"item\" {\n for_each = []\n content {}\n content {}\n}",
        &["Extraneous dynamic content block: Only one content block is allowed in each dynamic block."],
    );
    fails(
        &block,
        "dynamic \"item\" {\n for_each = []\n iterator = a.b\n content {}\n}",
        &["Invalid dynamic iterator name: The iterator of a dynamic block must be a single name."],
    );
    fails(
        &block,
        "dynamic \"item\" {\n for_each = []\n labels = []\n content {}\n}",
        &["Unsupported argument: An argument named \"labels\" is not expected here."],
    );
    let labels = |labels: &str| {
        format!("dynamic \"entry\" {{\n for_each = [1]\n labels = {labels}\n content {{}}\n}}")
    };
    fails(
        &block,
        &labels("[]"),
        &["Insufficient dynamic block labels: This block has one label, but the list of labels is empty."],
    );
    fails(&block, &labels("[1, 2]"), &["Extraneous dynamic block label: This block has one label only."]);
    fails(
        &block,
        &labels("[var.unknown]"),
        &[
            "Invalid dynamic block label: This value is not known yet. Labels of dynamic blocks must be known at once.",
        ],
    );
    fails(
        &block,
        &labels("[null]"),
        &["Invalid dynamic block label: Cannot use a null value as a dynamic block label."],
    );
    fails(
        &block,
        &labels("[var.secret]"),
        &["Invalid dynamic block label: A label cannot be a sensitive or ephemeral value."],
    );
    fails(
        &block,
        &labels("[[]]"),
        &["Invalid dynamic block label: Cannot use this value as a dynamic block label: string required."],
    );
}

#[test]
fn json_bodies_work_alike() {
    let text = r#"{"s": "${var.text}", "item": [{"v": "a"}], "entry": {"k": {"n": 1}},
        "dynamic": {"elem": {"for_each": ["x"], "content": {"v": "${elem.value}"}}}}"#;
    let (body, _) = hcl::data::parse_json(SourceFile::new("t.tf.json", text.as_bytes()));
    let (value, diags) = eval(&body, &schema());
    assert!(diags.is_empty(), "{diags:?}");
    let part = |name: &str| format!("{:?}", value.entry(name).unwrap());
    assert_eq!(part("s"), r#""t""#);
    assert_eq!(part("item"), r#"list[{"in": list[], "n": null(number), "v": "a"}]"#);
    assert_eq!(part("entry"), r#"map{"k": {"in": list[], "n": 1, "v": null(string)}}"#);
    assert_eq!(part("elem"), r#"set[{"in": list[], "n": null(number), "v": "x"}]"#);
}

#[test]
fn a_prepared_body_is_checked_until_it_is_good() {
    let (prepared, _) = PreparedBlock::new(&body("s = true ? \"a\" : nope.x"), &schema());
    for _ in 0..2 {
        let (_, diags) = prepared.eval(&scope());
        assert_eq!(diags.len(), 1);
    }
}

#[test]
fn what_is_the_same_for_all_instances_is_computed_once() {
    /// Every name has another value each time it is asked for.
    struct Counting(std::cell::Cell<i64>);
    impl Names for Counting {
        fn value(&self, _name: &Referenceable) -> Result<Value, Box<Diagnostic>> {
            self.0.set(self.0.get() + 1);
            Ok(Value::int(self.0.get()))
        }
        fn check(&self, _name: &Referenceable) -> Result<(), Box<Diagnostic>> {
            Ok(())
        }
    }
    for (text, shared) in [
        ("s = var.x", true),
        ("s = max(local.x, 0)", true),
        ("s = \"${var.x}-${count.index}\"", false),
        ("s = each.key", false),
        ("s = templatestring(var.x, {})", false),
    ] {
        let names = Counting(0.into());
        let scope = LangScope { names: &names, ..scope() };
        let (prepared, _) = PreparedBlock::new(&body(text), &schema());
        prepared.eval(&scope);
        let before = names.0.get();
        prepared.eval(&scope);
        assert_eq!(names.0.get() == before, shared, "{text}");
    }
}
