//! Queries: lists of what there is, one after the other where one needs another.

use crate::stage::Stage;

fn stage() -> Stage {
    let stage = Stage::default();
    for (id, kind) in [("t1", "a"), ("t2", "b"), ("t3", "a")] {
        let text = format!(r#"{{"id":"{id}","name":"name {id}","kind":"{kind}","region":"r"}}"#);
        stage.cloud.put(id, "test_thing", testkit::object("test_thing", &text));
    }
    stage
}

#[track_caller]
fn check(text: &str, expect: &[&str], problems: &[&str]) {
    let (told, diags) = stage().query(text, false);
    let found: Vec<&str> = diags.iter().map(|problem| problem.summary.as_str()).collect();
    assert_eq!(found, problems, "{text}\n{diags:?}");
    assert_eq!(told, expect, "{text}");
}

#[test]
fn lists_are_asked() {
    check(
        "list \"test_thing\" \"all\" {\n  provider = test\n}\n",
        &[
            "list.test_thing.all {}",
            "list.test_thing.all: name t1 {id: t1, region: r}",
            "list.test_thing.all: name t2 {id: t2, region: r}",
            "list.test_thing.all: name t3 {id: t3, region: r}",
            "list.test_thing.all 3",
        ],
        &[],
    );
    check(
        "locals {\n  k = \"a\"\n}\nlist \"test_thing\" \"some\" {\n  provider = test\n  include_resource = true\n  limit = 1\n  \
         config {\n    kind = local.k\n  }\n}\n",
        &[
            "list.test_thing.some {kind: a}",
            "list.test_thing.some: name t1 {id: t1, region: r} object",
            "list.test_thing.some 1",
        ],
        &[],
    );
}

#[test]
fn a_list_may_need_another() {
    check(
        "list \"test_thing\" \"first\" {\n  provider = test\n  include_resource = true\n  limit = 2\n}\nlist \"test_thing\" \"then\" {\n  \
         provider = test\n  limit = 0\n  for_each = toset(list.test_thing.first.data[*].state.kind)\n  config {\n    kind = \
         each.key\n  }\n}\n",
        &[
            "list.test_thing.first {}",
            "list.test_thing.first: name t1 {id: t1, region: r} object",
            "list.test_thing.first: name t2 {id: t2, region: r} object",
            "list.test_thing.first 2",
            "list.test_thing.then[\"a\"] {kind: a}",
            "list.test_thing.then[\"a\"] 0",
            "list.test_thing.then[\"b\"] {kind: b}",
            "list.test_thing.then[\"b\"] 0",
        ],
        &[],
    );
}

#[test]
fn what_cannot_be_listed() {
    let list = |rest: &str| format!("list \"test_thing\" \"x\" {{\n  provider = test\n  {rest}\n}}\n");
    check(&list("config {\n    kind = \"refused\"\n  }"), &[], &["Refused"]);
    check(&list("limit = -1"), &[], &["Invalid limit argument"]);
    check(&list("limit = \"x\""), &[], &["Invalid list configuration"]);
    check("list \"test_nested\" \"x\" {\n  provider = test\n}\n", &[], &["Invalid list resource type"]);
}

#[test]
fn configuration_is_written_for_what_is_found() {
    let text = "list \"test_thing\" \"x\" {\n  provider = test\n  limit = 1\n}\n";
    let (told, diags) = stage().query(text, true);
    assert!(diags.is_empty(), "{diags:?}");
    let expect = "\nimport {\n  to       = test_thing.x_0\n  provider = test\n  identity = {\n    id     = \"t1\"\n    region = \
                  \"r\"\n  }\n}";
    assert!(told[1].contains("\nresource \"test_thing\" \"x_0\" {\n"), "{}", told[1]);
    assert!(
        told[1].contains("\n  name             = \"name t1\"\n") && told[1].ends_with(expect),
        "{}",
        told[1]
    );
}
