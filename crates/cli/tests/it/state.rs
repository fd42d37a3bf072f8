//! `state`, `show`, `output`, `taint`: what is remembered, looked at and changed.

use std::path::Path;

use crate::harness::{Run, cairn, folder};

const MAIN: &[u8] = br#"
resource "terraform_data" "a" {
  count = 2
  input = "x${count.index}"
}
resource "terraform_data" "b" {
  input = "hi"
}
module "m" {
  source = "./m"
}
output "text" {
  value = "str"
}
output "list" {
  value = ["a", 1]
}
output "secret" {
  value     = "hidden"
  sensitive = true
}
"#;

fn applied() -> tempfile::TempDir {
    let dir =
        folder(&[("main.tf", MAIN), ("m/main.tf", b"resource \"terraform_data\" \"c\" {\n  input = 1\n}\n")]);
    let run = cairn(dir.path(), &["apply", "-auto-approve", "-no-color"], b"");
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    dir
}

/// Runs a line; the first row of standard error is enough to know an error by.
fn check(dir: &Path, line: &str, code: i32, stdout: &str, stderr: &str) -> Run {
    let mut args: Vec<&str> = line.split_whitespace().collect();
    args.push("-no-color");
    let run = cairn(dir, &args, b"");
    assert_eq!(run.code, code, "{line}: {}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains(stdout), "{line}: {}", run.stdout);
    assert!(run.stderr.contains(stderr), "{line}: {}", run.stderr);
    run
}

#[test]
fn nothing_is_there_before_the_first_apply() {
    let dir = folder(&[]);
    let dir = dir.path();
    check(dir, "show", 0, "No state.\n", "");
    check(dir, "show -json", 0, "{\"format_version\":\"1.0\"}\n", "");
    check(dir, "output", 0, "Warning: No outputs found", "");
    check(dir, "output -raw x", 0, "Warning: No outputs found", "");
    check(dir, "output -json", 0, "{}\n", "");
    assert_eq!(check(dir, "state pull", 0, "", "").stdout, "");
    for line in ["state list", "state show a.b", "state rm a.b", "state mv a.b a.c"] {
        check(dir, line, 1, "", "No state file was found!");
    }
    check(dir, "taint a.b", 1, "", "Error: No such resource instance");
    assert!(!dir.join("terraform.tfstate").exists());
}

#[test]
fn outputs() {
    let dir = applied();
    let dir = dir.path();
    check(dir, "output", 0, "list = [\n  \"a\",\n  1,\n]\nsecret = <sensitive>\ntext = \"str\"\n", "");
    assert_eq!(check(dir, "output -raw text", 0, "", "").stdout, "str");
    assert_eq!(check(dir, "output text", 0, "", "").stdout, "\"str\"\n");
    assert_eq!(check(dir, "output secret", 0, "", "").stdout, "\"hidden\"\n");
    assert_eq!(check(dir, "output -json list", 0, "", "").stdout, "[\"a\",1]\n");
    let json: serde_json::Value =
        serde_json::from_str(&check(dir, "output -json", 0, "", "").stdout).unwrap();
    assert_eq!(json["secret"], serde_json::json!({ "sensitive": true, "type": "string", "value": "hidden" }));
    check(dir, "output none", 1, "", "Error: Output \"none\" not found");
    check(dir, "output -raw list", 1, "", "Error: Unsupported value for raw output");
    check(dir, "output -raw", 1, "", "Error: Output name required");
    check(dir, "output -raw -json text", 1, "", "Error: Invalid output format");
    check(dir, "output a b", 1, "", "Error: Unexpected argument");
}

#[test]
fn instances_are_listed_and_shown() {
    let dir = applied();
    let dir = dir.path();
    let all = "terraform_data.a[0]\nterraform_data.a[1]\nterraform_data.b\nmodule.m.terraform_data.c\n";
    assert_eq!(check(dir, "state list", 0, "", "").stdout, all);
    assert_eq!(check(dir, "state ls module.m", 0, "", "").stdout, "module.m.terraform_data.c\n");
    assert_eq!(check(dir, "state list -id=none", 0, "", "").stdout, "");
    check(dir, "state list none.x", 1, "", "Error: Unknown resource");
    check(dir, "state list module.none", 1, "", "Error: Unknown module");
    let shown = check(dir, "state show terraform_data.b", 0, "    input  = \"hi\"\n", "").stdout;
    assert!(shown.starts_with("# terraform_data.b:\nresource \"terraform_data\" \"b\" {\n"), "{shown}");
    check(dir, "state show terraform_data.a", 1, "", "No instance found for the given address!");
    check(dir, "state show module.m", 1, "", "Error parsing instance address: module.m");
    check(dir, "state show", 1, "", "Exactly one argument expected.");
    let text = check(dir, "show", 0, "# module.m.terraform_data.c:", "").stdout;
    assert!(text.ends_with("secret = (sensitive value)\ntext = \"str\"\n"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&check(dir, "show -json", 0, "", "").stdout).unwrap();
    assert_eq!(json["values"]["root_module"]["resources"][2]["address"], "terraform_data.b");
    check(dir, "show terraform.tfstate", 0, &text, "");
    check(dir, "show none", 1, "", "Error: Failed to read the given file as a state or plan file");
    check(dir, "show main.tf", 1, "", "Error: Failed to read the given file as a state or plan file");
    check(dir, "show a b", 1, "", "Error: Too many command line arguments");
}

#[test]
fn saved_plans_are_shown() {
    let dir = applied();
    let dir = dir.path();
    std::fs::write(dir.join("more.tf"), "resource \"terraform_data\" \"z\" {}\n").unwrap();
    check(dir, "plan -out=p", 0, "", "");
    // Neither the configuration nor the state is needed.
    let elsewhere = folder(&[]);
    std::fs::copy(dir.join("p"), elsewhere.path().join("p")).unwrap();
    check(elsewhere.path(), "show p", 0, "terraform_data.z will be created", "");
    let json = check(elsewhere.path(), "show -json p", 0, "", "").stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let created: Vec<_> = json["resource_changes"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|change| change["change"]["actions"][0] == "create")
        .map(|change| change["address"].as_str().unwrap())
        .collect();
    assert_eq!(created, ["terraform_data.z"]);
}

#[test]
fn instances_are_forgotten() {
    let dir = applied();
    let dir = dir.path();
    let dry = check(dir, "state rm -dry-run terraform_data.a", 0, "", "").stdout;
    assert_eq!(dry, "Would remove terraform_data.a[0]\nWould remove terraform_data.a[1]\n");
    let done = check(dir, "state rm terraform_data.a[0] module.m", 0, "", "").stdout;
    assert!(done.ends_with("Successfully removed 2 resource instance(s).\n"), "{done}");
    assert_eq!(check(dir, "state list", 0, "", "").stdout, "terraform_data.a[1]\nterraform_data.b\n");
    check(dir, "state rm terraform_data.a[0]", 1, "", "Error: Invalid target address");
    check(dir, "state rm", 1, "", "At least one address is required.");
    // The version before is kept for good.
    let names: Vec<_> = std::fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("terraform.tfstate.") && name.ends_with(".backup"))
        .collect();
    assert_eq!(names.len(), 1, "{names:?}");
    check(dir, &format!("state list -state={}", names[0]), 0, "module.m.terraform_data.c", "");
}

#[test]
fn instances_get_other_addresses() {
    let dir = applied();
    let dir = dir.path();
    check(
        dir,
        "state mv -dry-run terraform_data.b terraform_data.z",
        0,
        "Would move \"terraform_data.b\" to \"terraform_data.z\"\n",
        "",
    );
    let moved = "Move \"terraform_data.b\" to \"terraform_data.z\"\nSuccessfully moved 1 object(s).\n";
    check(dir, "state mv terraform_data.b terraform_data.z", 0, moved, "");
    check(dir, "state mv module.m module.n", 0, "", "");
    check(dir, "state mv terraform_data.b terraform_data.y", 1, "", "Error: Invalid source address");
    check(dir, "state mv terraform_data.z terraform_data.a[0]", 1, "", "Error: Invalid target address");
    check(dir, "state mv terraform_data.z other.z", 1, "", "Error: Invalid state move request");
    check(dir, "state mv terraform_data.z", 1, "", "Exactly two arguments expected.");
    check(dir, "state mv -state-out=other.tfstate terraform_data.a terraform_data.a", 0, "", "");
    assert_eq!(check(dir, "state list", 0, "", "").stdout, "terraform_data.z\nmodule.n.terraform_data.c\n");
    let other = check(dir, "state list -state=other.tfstate", 0, "", "").stdout;
    assert_eq!(other, "terraform_data.a[0]\nterraform_data.a[1]\n");
}

#[test]
fn resources_go_to_another_provider() {
    let dir = applied();
    let dir = dir.path();
    check(dir, "state replace-provider hashicorp/aws acme/aws", 0, "No matching resources found.\n", "");
    let line = "state replace-provider terraform.io/builtin/terraform acme/aws";
    check(dir, line, 1, "Changing 3 resources:", "Error: Error asking for approval");
    let args: Vec<&str> = line.split(' ').collect();
    assert!(cairn(dir, &args, b"no\n").stdout.contains("Cancelled replacing providers."));
    assert!(cairn(dir, &args, b"yes\n").stdout.contains("Successfully replaced provider for 3 resources."));
    check(dir, "state pull", 0, "provider[\\\"registry.terraform.io/acme/aws\\\"]", "");
    check(
        dir,
        "state replace-provider -auto-approve acme/aws terraform.io/builtin/terraform",
        0,
        "3 resources",
        "",
    );
    check(dir, "plan -detailed-exitcode", 0, "", "");
}

#[test]
fn states_are_pulled_and_pushed() {
    let dir = applied();
    let dir = dir.path();
    let pulled = check(dir, "state pull", 0, "", "").stdout;
    assert_eq!(pulled, std::fs::read_to_string(dir.join("terraform.tfstate")).unwrap());
    let write = |name: &str, from: &str, to: &str| {
        assert!(pulled.contains(from), "{from}");
        std::fs::write(dir.join(name), pulled.replace(from, to)).unwrap();
    };
    write("lineage", "\"lineage\": \"", "\"lineage\": \"z");
    write("older", "\"serial\": 1", "\"serial\": 0");
    write("other", "\"hi\"", "\"ho\"");
    write("newer", "\"serial\": 1", "\"serial\": 9");
    check(dir, "state push lineage", 1, "", "Failed to write state: cannot import state with lineage \"z");
    check(dir, "state push older", 1, "", "cannot import state with serial 0 over newer state with serial 1");
    check(dir, "state push other", 1, "", "a different state that has the same serial");
    check(dir, "state push none", 1, "", "Error reading source state \"none\"");
    check(dir, "state push main.tf", 1, "", "Error reading source state \"main.tf\"");
    check(dir, "state push newer", 0, "", "");
    check(dir, "state pull", 0, "\"serial\": 9", "");
    check(dir, "state push -force other", 0, "", "");
    check(dir, "state pull", 0, "\"serial\": 10", "");
    assert_eq!(cairn(dir, &["state", "push", "-force", "-"], pulled.as_bytes()).code, 0);
    check(dir, "state show terraform_data.b", 0, "\"hi\"", "");
    // What says something new is a change, so that it is not taken a second time.
    write("changed", "\"hi\"", "\"he\"");
    let changed = std::fs::read_to_string(dir.join("changed")).unwrap();
    std::fs::write(dir.join("changed"), changed.replace("\"serial\": 1", "\"serial\": 40")).unwrap();
    check(dir, "state push changed", 0, "", "");
    check(dir, "state pull", 0, "\"serial\": 41", "");
    check(dir, "state push changed", 1, "", "with serial 40 over newer state with serial 41");
}

#[test]
fn a_state_says_what_wrote_it() {
    let dir = applied();
    let dir = dir.path();
    let stored = std::fs::read_to_string(dir.join("terraform.tfstate")).unwrap();
    let start = stored.find("\"terraform_version\"").unwrap();
    let end = start + stored[start..].find('\n').unwrap();
    for (line, expect) in [
        (
            "\"terraform_version\": \"2.0.0\",",
            "{\"format_version\":\"1.0\",\"terraform_version\":\"2.0.0\",\"values\":",
        ),
        (
            "\"terraform_version\": \"1.5\",",
            "{\"format_version\":\"1.0\",\"terraform_version\":\"1.5.0\",\"values\":",
        ),
        ("\"terraform_version\": \"\",", "{\"format_version\":\"1.0\",\"values\":"),
        ("", "{\"format_version\":\"1.0\",\"values\":"),
    ] {
        let text = format!("{}{line}{}", &stored[..start], &stored[end..]);
        std::fs::write(dir.join("terraform.tfstate"), text).unwrap();
        check(dir, "show -json", 0, expect, "");
        check(dir, "show -json terraform.tfstate", 0, expect, "");
        // What is printed now is written by who prints it.
        check(dir, "state pull", 0, &stored[start..end], "");
    }
}

#[test]
fn wrong_addresses_have_a_place() {
    let dir = applied();
    let dir = dir.path();
    let unnamed = "Error: Index value required\n\n  on  line 1:\n  (source code not available)\n";
    for command in ["state list", "state rm", "taint", "untaint"] {
        check(dir, &format!("{command} terraform_data.b["), 1, "", unnamed);
    }
    let shown = "Error: Index value required\n\n  on <import-address> line 1:\n   1: terraform_data.b[\n";
    check(dir, "import terraform_data.b[ x", 1, "", shown);
    let shown = "Error: Invalid address\n\n  on <import-address> line 1:\n   1: a.b.c\n";
    check(dir, "import a.b.c x", 1, "", shown);
}

#[test]
fn what_is_named_twice_is_told_twice() {
    let dir = applied();
    let twice =
        "Removed terraform_data.b\nRemoved terraform_data.b\nSuccessfully removed 2 resource instance(s).\n";
    check(dir.path(), "state rm terraform_data.b terraform_data.b", 0, twice, "");
}

#[test]
fn the_configuration_of_an_import_may_be_elsewhere() {
    let main = b"variable \"v\" {\n  default = \"none\"\n}\nresource \"terraform_data\" \"a\" {}\nmodule \"m\" {\n  source = \"./m\"\n}\n\
                 output \"o\" {\n  value = \"${path.root} ${var.v} ${file(\"x\")} ${module.m.at}\"\n}\n";
    let dir = crate::harness::folder(&[
        ("sub/main.tf", main),
        ("sub/m/main.tf", b"output \"at\" {\n  value = path.module\n}\n"),
        ("sub/terraform.tfvars", b"v = \"there\"\n"),
        ("terraform.tfvars", b"v = \"here\"\n"),
        ("x", b"file"),
    ]);
    let dir = dir.path();
    check(dir, "import -config=sub -ignore-remote-version terraform_data.a i", 0, "Import successful!", "");
    assert!(!dir.join("sub/terraform.tfstate").exists());
    check(dir, "output o", 0, "\"sub here file sub/m\"\n", "");
    check(dir, "import -config=none terraform_data.a i", 1, "", "Error: No Terraform configuration files");
}

#[test]
fn instances_are_marked() {
    let dir = applied();
    let dir = dir.path();
    check(
        dir,
        "taint terraform_data.b",
        0,
        "Resource instance terraform_data.b has been marked as tainted.\n",
        "",
    );
    check(dir, "plan -detailed-exitcode", 2, "terraform_data.b is tainted, so must be replaced", "");
    check(
        dir,
        "untaint terraform_data.b",
        0,
        "Resource instance terraform_data.b has been successfully untainted.\n",
        "",
    );
    check(dir, "plan -detailed-exitcode", 0, "", "");
    check(dir, "untaint terraform_data.b", 1, "", "Error: Resource instance is not tainted");
    check(dir, "taint terraform_data.a", 1, "", "Error: No such resource instance");
    check(dir, "taint -allow-missing none.a", 0, "Warning: No such resource instance", "");
    check(dir, "taint data.a.b", 1, "", "Resource instance data.a.b cannot be tainted\n");
    check(dir, "taint", 1, "", "The taint command expects exactly one argument.");
}

/// Resources without objects, which hand-edited states have, do not part modules.
#[test]
fn modules_are_parted_by_what_is_shown_of_them() {
    let resource = |module: &str, instances: &str| {
        format!(
            r#"{{{module}"mode":"managed","type":"terraform_data","name":"a","provider":"provider[\"terraform.io/builtin/terraform\"]","instances":[{instances}]}}"#
        )
    };
    let object =
        r#"{"schema_version":0,"attributes":{"id":null,"input":null,"output":null,"triggers_replace":null}}"#;
    let resources = [
        resource(r#""module":"module.b","#, object),
        resource(r#""module":"module.b.module.c","#, object),
        resource(r#""module":"module.a[10]","#, object),
        resource(r#""module":"module.a[2]","#, ""),
        resource(r#""module":"module.a[2].module.c","#, object),
    ];
    let state = format!(
        r#"{{"version":4,"terraform_version":"1.11.4","serial":1,"lineage":"l","outputs":{{}},"resources":[{}]}}"#,
        resources.join(",")
    );
    let dir = folder(&[("terraform.tfstate", state.as_bytes())]);
    let run = cairn(dir.path(), &["show", "-no-color"], b"");
    let body = "resource \"terraform_data\" \"a\" {}\n";
    let expect = format!(
        "# module.a[10].terraform_data.a:\n{body}# module.a[2].module.c.terraform_data.a:\n{body}# \
         module.b.terraform_data.a:\n{body}\n\n# module.b.module.c.terraform_data.a:\n{body}"
    );
    assert_eq!(run.stdout, expect, "{}", run.stderr);
}

#[test]
fn one_file_is_one_state() {
    let dir = applied();
    let dir = dir.path();
    check(
        dir,
        "state mv -state-out=./terraform.tfstate terraform_data.b terraform_data.z",
        0,
        "moved 1 object",
        "",
    );
    assert_eq!(check(dir, "state list terraform_data.z", 0, "", "").stdout, "terraform_data.z\n");
    check(dir, "state list terraform_data.b", 1, "", "Error: Unknown resource");
}

#[test]
fn usage_is_told_apart_from_what_is_wrong() {
    let dir = applied();
    let dir = dir.path();
    for line in ["state show", "state mv a", "state rm", "state push", "workspace new", "force-unlock"] {
        let run = check(dir, line, 1, "Usage: cairn [global options] ", "");
        assert!(!run.stderr.contains("Usage") && !run.stderr.is_empty(), "{line}: {}", run.stderr);
    }
    for line in ["taint", "import a", "metadata functions", "providers schema"] {
        let run = check(dir, line, 1, "", "Usage: cairn [global options] ");
        assert_eq!(run.stdout, "", "{line}");
    }
    let unknown = "flag provided but not defined: -zzz\n";
    for line in ["state list", "state rm", "taint", "import", "workspace list", "graph", "fmt", "providers"] {
        check(dir, &format!("{line} -zzz"), 1, "", &format!("Error parsing command-line flags: {unknown}"));
    }
    for line in ["plan", "output", "show", "validate", "modules", "init"] {
        let boxed = format!("Error: Failed to parse command-line flags\n\n{unknown}");
        check(dir, &format!("{line} -zzz"), 1, "", &boxed);
    }
    let wrong = check(dir, "validate -json a b", 1, "", "Error: Too many command line arguments");
    assert_eq!(wrong.stdout, "");
}

#[test]
fn empty_arguments_are_none() {
    let dir = applied();
    let dir = dir.path();
    for line in [&["output"][..], &["output", "-json"], &["show"], &["show", "-json"]] {
        let empty: Vec<&str> = line.iter().copied().chain([""]).collect();
        let (with, without) = (cairn(dir, &empty, b""), cairn(dir, line, b""));
        assert_eq!((with.code, with.stdout), (0, without.stdout), "{line:?}");
    }
    check(dir, "state pull a", 0, "\"lineage\"", "");
}
