//! Where problems are said to be, how much is shown around them, and in which order. Each answer was taken from
//! Terraform.

use std::path::Path;

use serde_json::Value;

use crate::harness::{cairn, folder};

/// What `validate -json` says: the context, the code and where in it the problem is.
fn found(files: &[(&str, &str)]) -> Vec<String> {
    let files: Vec<_> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    let dir = folder(&files);
    let run = cairn(dir.path(), &["validate", "-json"], b"");
    let told: Value = serde_json::from_str(&run.stdout).expect("it is JSON");
    let one = |problem: &Value| {
        let snippet = &problem["snippet"];
        let code = snippet["code"].as_str().expect("there is code");
        let at = |name: &str| snippet[name].as_u64().map_or(0, |at| at as usize);
        let (start, end) = (at("highlight_start_offset"), at("highlight_end_offset"));
        let context = snippet["context"].as_str().unwrap_or("-");
        format!(
            "{} in {context}: {}<{}>{}",
            problem["summary"],
            &code[..start],
            &code[start..end],
            &code[end..]
        )
    };
    told["diagnostics"].as_array().expect("there are problems").iter().map(one).collect()
}

/// The lines for people that say of which problem and where.
fn told(dir: &Path, command: &[&str]) -> Vec<String> {
    let run = cairn(dir, command, b"");
    let is_told = |line: &&str| {
        ["Error: ", "Warning: ", "  on ", "    │ ", "(and "].iter().any(|start| line.starts_with(start))
    };
    let both = run.stdout.lines().chain(run.stderr.lines());
    both.filter(is_told).map(|line| line.trim().trim_end_matches(':').to_owned()).collect()
}

#[test]
fn in_json_the_path_is_told() {
    let check = |text: &str, expect: &str| {
        let found = found(&[("main.tf.json", text)]);
        let found: Vec<_> = found.iter().map(|line| line.split(": ").next().unwrap()).collect();
        assert_eq!(found, [expect], "{text}");
    };
    let undeclared = |path: &str| format!("\"Reference to undeclared local value\" in {path}");
    let check_value = |text: &str, path: &str| check(&text.replace("HERE", "${local.x}"), &undeclared(path));
    check_value(r#"{"output":{"a":{"value":"HERE"}}}"#, "output.a");
    check_value(
        r#"{"resource":[{"terraform_data":[{"a":[{"input":"HERE"}]}]}]}"#,
        "resource[0].terraform_data[0].a[0]",
    );
    check_value(r#"[{"output":{"a":{"value":"HERE"}}}]"#, "[0].output.a");
    check_value(r#"{"output":{"a":{"value":{"HERE":1}}}}"#, "output.a.value");
    check_value(r#"{"output":{"a":{"value":[1,["HERE"]]}}}"#, "output.a.value[1]");
    check(r#"{"check":{"c":{}}}"#, "\"Zero assert blocks\" in check");
    check(r#"{"output":{"a":{}}}"#, "\"Missing required argument\" in output.a");
    check(r#"{"foo":1}"#, "\"Extraneous JSON object property\" in -");
    let call = r#"{"module":{"m":{"source":"./m","foo":1}}}"#;
    let expect =
        r#""Extraneous JSON object property" in module.m: {"module":{"m":{"source":"./m",<"foo">:1}}}"#;
    assert_eq!(found(&[("main.tf.json", call), ("m/main.tf", "")]), [expect]);
}

#[test]
fn as_much_is_shown_as_the_problem_is_about() {
    let check = |value: &str, expect: &str| {
        let text = format!("locals {{\n  n = null\n  l = [1]\n}}\noutput \"a\" {{\n  value = {value}\n}}\n");
        let found = found(&[("main.tf", &text)]);
        let shown: Vec<_> = found.iter().map(|line| line.split_once(": ").unwrap().1).collect();
        assert_eq!(shown, [expect], "{value}");
    };
    check("[for x in\nlocal.n :\nx]", "  value = [for x in\n<local.n> :\nx]");
    check("[for x in [1] :\nx\nif \"q\"]", "  value = [for x in [1] :\nx\nif <\"q\">]");
    check("{for x in [1] :\nnull => x\n}", "  value = {for x in [1] :\n<null> => x\n}");
    check("(local.n\n?\n1 : 2)", "  value = (<local.n>\n?\n1 : 2)");
    check("<<E\n%{ if \"x\" }\nb\n%{ endif }\nc\nE", "%{ if <\"x\"> }\nb\n%{ endif }");
    // A step that cannot be taken is shown without what it starts from.
    check("(local.l\n.foo)", "<.foo>)");
    check("[1,\n2][\"x\"]", "2]<[\"x\"]>");
    check("(local.l\n[local.n])", "<[local.n]>)");
    check("max([\n\"x\"]...)", "  value = max(<[\n\"x\"]>...)");
    check("max(1,\n5...)", "  value = max(1,\n<5>...)");
    check("upper([\"x\",\n\"y\"]...)", "  value = upper(<[\"x\",\n\"y\"]>...)");
}

#[test]
fn what_is_in_quotes_or_broken_has_its_place_too() {
    let quoted = "resource \"terraform_data\" \"q\" {\n  depends_on = [\"terraform_data.z\"]\n}\n";
    let found_quoted = found(&[("main.tf", quoted)]);
    let expect = "\"Reference to undeclared resource\" in resource \"terraform_data\" \"q\":   depends_on = \
                  [\"<terraform_data.z>\"]";
    assert_eq!(found_quoted[1..], [expect]);
    let broken = found(&[("main.tf", "output \"b\" { value = 1, sensitive = true }\n")]);
    let expect = "\"Invalid single-argument block definition\" in output \"b\": output \"b\" { value = 1<,> sensitive = \
                  true }";
    assert_eq!(broken, [expect]);
    let removed = "removed {\n  from = module.z\n  provisioner \"local-exec\" {\n    when    = destroy\n    command = \
                   \"x\"\n  }\n}\n";
    let expect = "\"Invalid provisioner block\" in removed:   <provisioner \"local-exec\"> {";
    assert_eq!(found(&[("main.tf", removed)]), [expect]);
}

#[test]
fn people_are_told_in_the_order_of_places() {
    let b = "resource \"terraform_data\" \"b\" {\n  lifecycle {\n    ignore_changes = [id]\n  }\n}\n";
    let a = "resource \"terraform_data\" \"a\" {\n  depends_on = [terraform_data.b]\n  lifecycle {\n    ignore_changes = \
             [id]\n  }\n}\n";
    let dir = folder(&[("b.tf", b.as_bytes()), ("a.tf", a.as_bytes())]);
    let expect = [
        "Warning: Resource targeting is in effect",
        "Warning: Redundant ignore_changes element",
        "on a.tf line 1, in resource \"terraform_data\" \"a\"",
        "(and one more similar warning elsewhere)",
    ];
    assert_eq!(told(dir.path(), &["plan", "-no-color", "-target=terraform_data.a"]), expect);
}

#[test]
fn what_checks_say_counts_each_time() {
    let main = "resource \"terraform_data\" \"a\" {\n  input = 1\n}\nvariable \"s\" {\n  default   = \"x\"\n  sensitive = \
                true\n}\ncheck \"c\" {\n  assert {\n    condition     = terraform_data.a.output == 1\n    error_message = \
                \"one\"\n  }\n  assert {\n    condition     = terraform_data.a.id == \"x\"\n    error_message = \"two\"\n  \
                }\n  assert {\n    condition     = var.s == \"x\"\n    error_message = \"s ${var.s}\"\n  }\n}\n";
    let dir = folder(&[("main.tf", main.as_bytes())]);
    let expect = [
        "Warning: Check block assertion known after apply",
        "on main.tf line 10, in check \"c\"",
        "│ terraform_data.a.output is a number",
        "Warning: Check block assertion known after apply",
        "on main.tf line 14, in check \"c\"",
        "│ terraform_data.a.id is a string",
        "Warning: Error message refers to sensitive values",
        "on main.tf line 19, in check \"c\"",
    ];
    assert_eq!(told(dir.path(), &["plan", "-no-color"]), expect);
}

#[test]
fn counts_tell_no_values_and_others_ten_digits() {
    let main =
        "variable \"n\" {\n  default = null\n}\nresource \"terraform_data\" \"a\" {\n  count = var.n\n}\n";
    let dir = folder(&[("main.tf", main.as_bytes())]);
    let expect = ["Error: Invalid count argument", "on main.tf line 5, in resource \"terraform_data\" \"a\""];
    assert_eq!(told(dir.path(), &["plan", "-no-color"]), expect);
    let check = |number: &str, expect: &str| {
        let main = format!("locals {{\n  n = {number}\n}}\noutput \"o\" {{\n  value = local.n.x\n}}\n");
        let dir = folder(&[("main.tf", main.as_bytes())]);
        assert_eq!(told(dir.path(), &["plan", "-no-color"])[2], format!("│ local.n is {expect}"));
    };
    check("12345678901", "1.23456789e+10");
    check("1234567890", "1234567890");
    check("1/3", "0.3333333333");
    check("1/10000000", "1e-07");
}

#[test]
fn failed_provisioners_are_in_their_blocks() {
    let check = |block: &str, expect: &str| {
        let main =
            format!("resource \"terraform_data\" \"a\" {{\n  provisioner \"local-exec\" {block}\n}}\n");
        let dir = folder(&[("main.tf", main.as_bytes())]);
        let run = cairn(dir.path(), &["apply", "-auto-approve", "-json"], b"");
        let mut lines = run.stdout.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let problem = lines.find(|line| line["type"] == "diagnostic").unwrap();
        let range = &problem["diagnostic"]["range"];
        let place = format!("{},{}", range["start"]["line"], range["start"]["column"]);
        assert_eq!(place, expect, "{block}");
    };
    check("{\n    command = \"exit 3\"\n  }", "2,28");
    check("{ command = \"exit 3\" }", "2,30");
}
