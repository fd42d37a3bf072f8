//! `cairn validate`, and the values of variables that it shares with the console. What is said of which
//! configuration is in `spec/validate/`; here is how it is said.

use crate::harness::{cairn, folder};

#[test]
fn a_valid_configuration() {
    let dir = folder(&[("main.tf", b"output \"a\" {\n  value = 1\n}\n")]);
    let run = cairn(dir.path(), &["validate", "-no-color"], b"");
    assert_eq!(
        (run.code, run.stdout.as_str(), run.stderr.as_str()),
        (0, "Success! The configuration is valid.\n\n", "")
    );
    let run = cairn(dir.path(), &["validate", "-json"], b"");
    let expect = "{\n  \"format_version\": \"1.0\",\n  \"valid\": true,\n  \"error_count\": 0,\n  \"warning_count\": 0,\n  \
                  \"diagnostics\": []\n}\n";
    assert_eq!((run.code, run.stdout.as_str()), (0, expect));
}

#[test]
fn errors_go_to_standard_error() {
    let dir = folder(&[("main.tf", b"output \"a\" {\n  value = var.x\n}\n")]);
    let run = cairn(dir.path(), &["validate", "-no-color"], b"");
    let expect = "\nError: Reference to undeclared input variable\n\n  on main.tf line 2, in output \"a\":\n   2:   value = \
                  var.x\n\nAn input variable with the name \"x\" has not been declared. This variable can\nbe declared with a \
                  variable \"x\" {} block.\n";
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (1, "", expect));
}

#[test]
fn warnings_do_not_fail() {
    let dir = folder(&[("main.tf", b"provider \"terraform\" {\n  version = \"1.0\"\n}\n")]);
    let run = cairn(dir.path(), &["validate", "-no-color"], b"");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.starts_with("\nWarning: Version constraints inside provider"), "{}", run.stdout);
    let end =
        "Success! The configuration is valid, but there were some validation warnings\nas shown above.\n\n";
    assert!(run.stdout.ends_with(end), "{}", run.stdout);
}

#[test]
fn only_one_provider_is_part_of_the_program() {
    let main =
        b"terraform {\n  required_providers {\n    foo = { source = \"terraform.io/builtin/foo\" }\n  }\n}\n";
    let dir = folder(&[("main.tf", main)]);
    for (command, expect) in [
        ("init", "Error: Invalid dependency on built-in provider\n"),
        ("validate", "Error: Missing required provider\n"),
        ("plan", "Error: Failed to load plugin schemas\n"),
    ] {
        let run = cairn(dir.path(), &[command, "-no-color"], b"");
        assert!(run.code == 1 && run.stderr.contains(expect), "{}", run.stderr);
    }
}

#[test]
fn names_of_providers_have_small_letters() {
    let dir = folder(&[("main.tf", b"resource \"Terraform_data\" \"a\" {}\n")]);
    assert_eq!(cairn(dir.path(), &["init"], b"").code, 0);
    for command in ["validate", "plan"] {
        let run = cairn(dir.path(), &[command, "-no-color"], b"");
        assert!(run.code == 1 && run.stderr.contains("Error: Invalid resource type\n"), "{}", run.stderr);
        assert!(run.stderr.contains("Did you mean \"terraform_data\"?"), "{}", run.stderr);
    }
    std::fs::write(dir.path().join("main.tf"), "data \"terraform_data\" \"a\" {}\n").unwrap();
    let run = cairn(dir.path(), &["validate", "-no-color"], b"");
    assert!(run.stderr.contains("Error: Invalid data source\n"), "{}", run.stderr);
    assert!(run.stderr.contains("kind \"resource\""), "{}", run.stderr);
}

#[test]
fn errors_of_provider_functions_name_the_call() {
    let main = br#"
terraform {
  required_providers {
    terraform = { source = "terraform.io/builtin/terraform" }
  }
}
output "a" {
  value = provider::terraform::decode_tfvars("{")
}
"#;
    let dir = folder(&[("main.tf", main)]);
    let run = cairn(dir.path(), &["validate", "-no-color"], b"");
    let call = "    \u{2502} while calling provider::terraform::decode_tfvars(src)\n";
    assert!(run.code == 1 && run.stderr.contains(call), "{}", run.stderr);
    let run = cairn(dir.path(), &["validate", "-json"], b"");
    let told: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let expect = serde_json::json!({
        "called_as": "provider::terraform::decode_tfvars",
        "signature": {
            "name": "decode_tfvars",
            "params": [{ "name": "src", "type": "string" }],
            "return_type": "dynamic"
        }
    });
    assert_eq!(told["diagnostics"][0]["snippet"]["function_call"], expect);
}

#[test]
fn errors_as_json() {
    let dir = folder(&[("main.tf", b"locals {\n  a = upper(1, 2)\n}\n")]);
    let run = cairn(dir.path(), &["validate", "-json"], b"");
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    for part in [
        "\"valid\": false",
        "\"error_count\": 1",
        "\"summary\": \"Too many function arguments\"",
        "\"filename\": \"main.tf\"",
        "\"line\": 2",
        "\"context\": \"locals\"",
    ] {
        assert!(run.stdout.contains(part), "{part} is not in {}", run.stdout);
    }
}

#[test]
fn folders() {
    let dir = folder(&[("a/main.tf", b"locals {\n  x = local.y\n}\n"), ("empty/readme.txt", b"")]);
    let check = |args: &[&str], code: i32, says: &str| {
        let run = cairn(dir.path(), &[&["validate", "-no-color"], args].concat(), b"");
        assert_eq!(run.code, code, "{args:?}: {}", run.stderr);
        assert!(
            format!("{}{}", run.stdout, run.stderr).contains(says),
            "{args:?}: {}{}",
            run.stdout,
            run.stderr
        );
    };
    check(&[], 0, "Success!");
    check(&["empty"], 0, "Success!");
    check(&["a"], 1, "on a/main.tf line 2, in locals:");
    check(&["nope"], 1, "Failed to read module directory");
    check(&["a/main.tf"], 1, "Failed to read module directory");
    check(&["a", "b"], 1, "Too many command line arguments");
    check(&["-nope"], 1, "flag provided but not defined: -nope");
}

#[test]
fn files_of_tests() {
    let dir = folder(&[
        ("main.tf", b""),
        ("tests/a.tftest.hcl", b"run \"x\" {\n  command = plan\n}\n"),
        ("other/b.tftest.hcl", b"runn \"x\" {\n}\n"),
    ]);
    let check = |args: &[&str], code: i32| {
        let run = cairn(dir.path(), &[&["validate"], args].concat(), b"");
        assert_eq!(run.code, code, "{args:?}: {}", run.stderr);
    };
    check(&[], 0);
    check(&["-test-directory=other"], 1);
    check(&["-test-directory=other", "-no-tests"], 0);
}

#[test]
fn yaml_is_configuration_too() {
    let dir = folder(&[
        ("main.tf.yaml", b"locals:\n  a: ${var.x}\nvariable:\n  x:\n    type: string\n"),
        ("values.yaml", b"not: {configuration\n"),
    ]);
    let run = cairn(dir.path(), &["validate", "-no-color"], b"");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let dir = folder(&[("main.tf.yml", b"locals:\n  a: ${var.x}\n")]);
    let run = cairn(dir.path(), &["validate", "-no-color"], b"");
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("on main.tf.yml line 2"), "{}", run.stderr);
}

/// Asks the console for `var.x` of a module that declares it.
fn check_variable(ty: &str, files: &[(&str, &[u8])], args: &[&str], expect: Result<&str, &str>) {
    let main = format!("variable \"x\" {{\n  {ty}\n}}\n");
    let mut files = files.to_vec();
    files.push(("main.tf", main.as_bytes()));
    let dir = folder(&files);
    let run = cairn(dir.path(), &[&["console", "-no-color"], args].concat(), b"var.x\n");
    match expect {
        Ok(value) => assert_eq!((run.code, run.stdout.trim_end()), (0, value), "{args:?}: {}", run.stderr),
        Err(summary) => {
            assert_eq!(run.code, 1, "{args:?}: {}", run.stdout);
            assert!(run.stderr.starts_with(&format!("\nError: {summary}\n")), "{args:?}: {}", run.stderr);
        }
    }
}

#[test]
fn values_of_variables() {
    let file: &[(&str, &[u8])] = &[("terraform.tfvars", b"x = 1\n")];
    let all: &[(&str, &[u8])] = &[
        ("terraform.tfvars", b"x = 1\n"),
        ("terraform.tfvars.json", b"{\"x\": 2}"),
        ("b.auto.tfvars", b"x = 4\n"),
        ("a.auto.tfvars", b"x = 3\n"),
        ("c.tfvars", b"x = 5\n"),
    ];
    check_variable("default = 0", &[], &[], Ok("0"));
    check_variable("default = 0", file, &[], Ok("1"));
    check_variable("default = 0", &all[..2], &[], Ok("2"));
    check_variable("default = 0", &all[..3], &[], Ok("4"));
    check_variable("default = 0", all, &[], Ok("4"));
    check_variable("default = 0", all, &["-var-file=c.tfvars"], Ok("5"));
    check_variable("type = number", all, &["-var", "x=6", "-var-file=c.tfvars"], Ok("5"));
    check_variable("type = number", all, &["-var-file=c.tfvars", "-var=x=6"], Ok("6"));
    check_variable("type = string", &[], &["-var", "x=[1]"], Ok("\"[1]\""));
    check_variable("type = list(number)", &[], &["-var", "x=[1]"], Ok("tolist([\n  1,\n])"));
    check_variable("", &[], &["-var", "x=1"], Ok("\"1\""));
    check_variable("", &[], &[], Ok("(known after apply)"));
    check_variable("", &[], &["-var", "x"], Err("Invalid -var option"));
    check_variable("", &[], &["-var", "x =1"], Err("Invalid -var option"));
    check_variable("default = 0", &[], &["-var", "y=1"], Err("Value for undeclared variable"));
    check_variable("type = number", &[], &["-var", "x=a"], Err("Invalid value for input variable"));
    check_variable("type = list(any)", &[], &["-var", "x=["], Err("Missing expression"));
    check_variable("type = list(any)", &[], &["-var", "x=var.y"], Err("Variables not allowed"));
    check_variable("type = list(any)", &[], &["-var", "x=upper(1)"], Err("Function calls not allowed"));
    check_variable("", &[], &["-var-file=nope"], Err("Failed to read variables file"));
    let null: &[(&str, &[u8])] = &[("terraform.tfvars", b"x = null\n")];
    check_variable("nullable = false", null, &[], Err("Required variable not set"));
    check_variable("nullable = false\n  default = 7", null, &[], Ok("7"));
    let block: &[(&str, &[u8])] = &[("terraform.tfvars", b"variable \"x\" {\n}\n")];
    check_variable("", block, &[], Err("Variable declaration in .tfvars file"));
    let validation = "validation {\n    condition = var.x == \"a\"\n    error_message = \"No.\"\n  }";
    check_variable(validation, &[], &["-var", "x=a"], Ok("\"a\""));
    // What does not hold is told, and does not keep anybody from asking.
    let main = format!("variable \"x\" {{\n  {validation}\n}}\n");
    let dir = folder(&[("main.tf", main.as_bytes())]);
    let run = cairn(dir.path(), &["console", "-no-color", "-var", "x=b"], b"var.x\n");
    assert_eq!((run.code, run.stdout.lines().last()), (0, Some("\"b\"")), "{}", run.stderr);
    assert!(run.stderr.starts_with("\nError: Invalid value for variable\n"), "{}", run.stderr);
}

#[test]
fn undeclared_values_in_files_are_warned_about() {
    let dir = folder(&[("terraform.tfvars", b"a = 1\nb = 2\nc = 3\nd = 4\n")]);
    let run = cairn(dir.path(), &["console", "-no-color"], b"1\n");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.stdout.matches("Warning: Value for undeclared variable").count(), 2, "{}", run.stdout);
    assert!(run.stdout.contains("2 other variable(s)"), "{}", run.stdout);
}

/// Inputs made to be too deep or too long for a stack.
#[test]
fn deep_and_long_configurations() {
    let mut chain = String::from("locals {\n  a0 = 1\n");
    for index in 1..20_000 {
        chain.push_str(&format!("  a{index} = local.a{}\n", index - 1));
    }
    chain.push_str("}\noutput \"last\" {\n  value = local.a19999 + 1\n}\n");
    let nested =
        format!("resource \"terraform_data\" \"a\" {{\n{}{}\n}}\n", "b {\n".repeat(3000), "}\n".repeat(3000));
    for (text, code) in [(chain, 0), (nested, 1)] {
        let dir = folder(&[("main.tf", text.as_bytes())]);
        let run = cairn(dir.path(), &["validate", "-no-color"], b"");
        assert_eq!(run.code, code, "{}", &run.stderr[..run.stderr.len().min(2000)]);
        let run = cairn(dir.path(), &["console", "-no-color"], b"1\n");
        assert_eq!(
            (run.code, run.stdout.as_str()),
            (0, "1\n"),
            "{}",
            &run.stderr[..run.stderr.len().min(2000)]
        );
    }
}

#[test]
fn what_cannot_be_expanded_names_the_function() {
    let dir = folder(&[("main.tf", b"output \"o\" {\n  value = max(1,\n    5...)\n}\n")]);
    let run = cairn(dir.path(), &["validate", "-json"], b"");
    let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let found = &json["diagnostics"][0];
    assert_eq!(found["summary"], "Invalid expanding argument value");
    assert_eq!(found["snippet"]["code"], "  value = max(1,\n    5...)");
    let call = &found["snippet"]["function_call"];
    assert_eq!((&call["called_as"], &call["signature"]["return_type"]), (&"max".into(), &"number".into()));
}
