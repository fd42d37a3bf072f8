//! `plan` and `apply`: the quickstart, saved plans, and what survives a kill.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::harness::{Run, cairn, folder};

fn run(dir: &Path, line: &str) -> Run {
    let mut args: Vec<&str> = line.split_whitespace().collect();
    args.push("-no-color");
    cairn(dir, &args, b"")
}

fn ok(dir: &Path, line: &str) -> Run {
    let run = run(dir, line);
    assert_eq!(run.code, 0, "{line}: {}{}", run.stdout, run.stderr);
    run
}

fn refused(dir: &Path, line: &str, why: &str) {
    let run = run(dir, line);
    assert_eq!(run.code, 1, "{line}: {}", run.stdout);
    assert!(run.stderr.contains(why), "{line}: {}", run.stderr);
}

fn addresses(dir: &Path) -> usize {
    ok(dir, "state list").stdout.lines().count()
}

#[test]
fn the_quickstart_is_made_stays_and_goes() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/quickstart");
    let read = |name: &str| std::fs::read(example.join(name)).unwrap();
    let dir = folder(&[("main.tf", &read("main.tf")), ("service/main.tf", &read("service/main.tf"))]);
    let made = ok(dir.path(), "apply -auto-approve").stdout;
    assert!(made.contains("Plan: 3 to add, 0 to change, 0 to destroy."), "{made}");
    assert!(made.contains("Apply complete! Resources: 3 added, 0 changed, 0 destroyed."), "{made}");
    assert!(made.contains("\"web\" = \"web.internal:8080\""), "{made}");
    let again = ok(dir.path(), "apply -auto-approve").stdout;
    assert!(again.contains("No changes."), "{again}");
    assert!(again.contains("Resources: 0 added, 0 changed, 0 destroyed."), "{again}");
    ok(dir.path(), "destroy -auto-approve");
    assert_eq!(addresses(dir.path()), 0);
}

const ONE: &[u8] = b"resource \"terraform_data\" \"a\" {\n  input = 1\n}\n";

#[test]
fn a_saved_plan_is_performed_as_it_is_or_not_at_all() {
    let dir = folder(&[("main.tf", ONE)]);
    ok(dir.path(), "plan -out=plan");
    let path = dir.path().join("plan");
    let bytes = std::fs::read(&path).unwrap();
    for at in [0, 20, bytes.len() / 2, bytes.len() - 1] {
        let mut edited = bytes.clone();
        edited[at] ^= 1;
        std::fs::write(&path, &edited).unwrap();
        refused(dir.path(), "apply plan", "Failed to load \"plan\" as a plan file");
    }
    std::fs::write(&path, &bytes).unwrap();
    // The configuration may be gone: the plan carries its own.
    std::fs::remove_file(dir.path().join("main.tf")).unwrap();
    ok(dir.path(), "graph -plan=plan");
    ok(dir.path(), "apply plan");
    assert_eq!(addresses(dir.path()), 1);
    refused(dir.path(), "apply plan", "Saved plan is stale");
    refused(dir.path(), "graph -plan=plan", "Saved plan is stale");
    refused(dir.path(), "apply -var-file=none plan", "Failed to read variables file");
    refused(dir.path(), "apply -var=x plan", "Invalid -var option");
}

#[test]
fn ephemeral_values_are_no_part_of_a_plan() {
    let main = b"variable \"e\" {\n  ephemeral = true\n  default   = \"d\"\n}\nresource \"terraform_data\" \"a\" {\n  input = 1\n}\n";
    let dir = folder(&[("main.tf", main)]);
    ok(dir.path(), "plan -out=plan -var e=top-secret");
    let saved = std::fs::read(dir.path().join("plan")).unwrap();
    assert!(!saved.windows(10).any(|window| window == b"top-secret"));
    refused(dir.path(), "apply plan", "No value for required variable");
    ok(dir.path(), "apply -var e=top-secret plan");
    ok(dir.path(), "plan -destroy -out=plan");
    ok(dir.path(), "apply plan");
}

/// Another value than the plan's is refused without telling either.
#[test]
fn sensitive_values_that_changed_are_not_told() {
    let main =
        b"variable \"s\" {\n  sensitive = true\n}\nresource \"terraform_data\" \"a\" {\n  input = var.s\n}\n";
    let dir = folder(&[("main.tf", main)]);
    ok(dir.path(), "plan -out=plan -var s=hunter2");
    let args = ["apply", "-no-color", "-var", "s=hunter3", "plan"];
    let run = cairn(dir.path(), &args, b"");
    let said = format!("{}{}", run.stdout, run.stderr);
    assert!(said.contains("Can't change variable when applying a saved plan"), "{said}");
    assert!(run.code == 1 && !said.contains("hunter"), "{said}");
}

#[test]
fn warnings_by_their_summaries() {
    let dir = folder(&[("main.tf", ONE)]);
    let all = ok(dir.path(), "plan -target=terraform_data.a").stdout;
    assert!(all.contains("Warning: Resource targeting is in effect"), "{all}");
    let compact = ok(dir.path(), "plan -target=terraform_data.a -compact-warnings").stdout;
    assert!(compact.contains("\n- Resource targeting is in effect\n"), "{compact}");
    assert!(!compact.contains("exceptional situations"), "{compact}");
}

#[test]
fn similar_warnings_are_shown_once() {
    let quoted = |name: &str| {
        format!("resource \"terraform_data\" \"{name}\" {{\n  depends_on = [\"terraform_data.a\"]\n}}\n")
    };
    let main =
        format!("resource \"terraform_data\" \"a\" {{\n}}\n{}{}{}", quoted("b"), quoted("c"), quoted("d"));
    let dir = folder(&[("main.tf", main.as_bytes())]);
    let count =
        |args: &str| ok(dir.path(), args).stdout.matches("Warning: Quoted references are deprecated").count();
    assert_eq!(count("plan"), 1);
    assert_eq!(count("plan -consolidate-warnings=false"), 3);
    let all = ok(dir.path(), "validate").stdout;
    assert!(all.contains("\n(and 2 more similar warnings elsewhere)\n"), "{all}");
    let compact = ok(dir.path(), "validate -compact-warnings").stdout;
    assert!(
        compact.contains("\n- Quoted references are deprecated\n  on main.tf line 4 (and 2 more)\n"),
        "{compact}"
    );
}

#[test]
fn deprecations_are_told_where_asked_for() {
    let module = b"variable \"a\" {\n  deprecated = \"use b\"\n}\noutput \"o\" {\n  value      = var.a\n  deprecated = \"use p\"\n}\n";
    let main =
        b"module \"m\" {\n  source = \"./m\"\n  a      = 1\n}\noutput \"o\" {\n  value = [module.m.o]\n}\n";
    let dir = folder(&[("main.tf", main), ("m/main.tf", module)]);
    let all = ok(dir.path(), "plan -no-color").stdout;
    let told = "This value's attribute [0] is derived from module.m.o, which is deprecated\nwith the following message:\n\nuse p\n";
    assert!(all.contains(told), "{all}");
    assert_eq!(
        all.matches("Warning: Variable marked as deprecated by the module author").count(),
        1,
        "{all}"
    );
    assert!(ok(dir.path(), "plan -deprecation=module:local").stdout.contains("use p"));
    assert!(!ok(dir.path(), "plan -deprecation=module:none").stdout.contains("Warning"));
    // The plan has told of it already.
    assert_eq!(ok(dir.path(), "apply -auto-approve").stdout.matches("use p").count(), 1);
}

#[test]
fn secrets_are_shown_to_who_asks() {
    let main = b"resource \"terraform_data\" \"a\" {\n  triggers_replace = sensitive(\"top-secret\")\n}\noutput \"o\" {\n  value     = \"top-secret\"\n  sensitive = true\n}\n";
    let dir = folder(&[("main.tf", main)]);
    let shows = |args: &str| {
        let hidden = ok(dir.path(), args).stdout;
        assert!(!hidden.contains("top-secret"), "{args}: {hidden}");
        let (command, rest) = args.split_once(' ').unwrap_or((args, ""));
        let shown = ok(dir.path(), &format!("{command} -show-sensitive {rest}")).stdout;
        assert!(shown.contains("top-secret"), "{args}: {shown}");
    };
    shows("plan -out=p");
    shows("show p");
    shows("apply -auto-approve");
    shows("show");
    shows("output");
    let shown = ok(dir.path(), "state show -show-sensitive terraform_data.a").stdout;
    assert!(shown.contains("top-secret"), "{shown}");
}

#[test]
fn configuration_is_generated_for_imports() {
    let import = b"import {\n  to = terraform_data.a\n  id = \"an \\\"id\\\"\"\n}\n";
    let dir = folder(&[("main.tf", import)]);
    refused(dir.path(), "plan", "cairn plan -generate-config-out=generated.tf");
    refused(dir.path(), "plan -destroy -generate-config-out=new.tf", "Invalid generate-config-out flag");
    refused(dir.path(), "plan -generate-config-out=main.tf", "Target generated file already exists");
    refused(dir.path(), "plan -generate-config-out=no/new.tf", "Failed to create target generated file");
    let planned = ok(dir.path(), "plan -generate-config-out=new.tf -out=plan").stdout;
    assert!(planned.contains("# (config will be generated)"), "{planned}");
    // One line parts the plan from all that is to be done next.
    let (_, next) = planned.split_once("────\n\n").unwrap();
    assert!(next.starts_with("Configuration was generated into new.tf."), "{planned}");
    assert!(next.contains("\n\nSaved the plan to: plan\n") && !next.contains('─'), "{planned}");
    let written = std::fs::read_to_string(dir.path().join("new.tf")).unwrap();
    let expect = "# __generated__ by Terraform\n# Please review these resources and move them into your main configuration \
                  files.\n\n# __generated__ by Terraform from \"an \\\"id\\\"\"\nresource \"terraform_data\" \"a\" {\n  input            \
                  = null\n  triggers_replace = null\n}\n";
    assert_eq!(written, expect);
    // The plan carries what was generated, so the file is not needed to apply it.
    std::fs::remove_file(dir.path().join("new.tf")).unwrap();
    ok(dir.path(), "apply plan");
    assert_eq!(ok(dir.path(), "state list").stdout, "terraform_data.a\n");
    std::fs::write(dir.path().join("new.tf"), written).unwrap();
    assert!(ok(dir.path(), "plan").stdout.contains("No changes"));
}

#[test]
fn configuration_is_not_generated_for_instances() {
    for import in [
        "to = terraform_data.a[0]\n  id = \"x\"",
        "for_each = toset([\"x\"])\n  to = terraform_data.a\n  id = each.key",
    ] {
        let dir = folder(&[("main.tf", format!("import {{\n  {import}\n}}\n").as_bytes())]);
        refused(
            dir.path(),
            "plan -generate-config-out=x.tf",
            "Configuration for import target does not exist",
        );
        assert!(!dir.path().join("x.tf").exists());
    }
}

/// Everything that an apply said was finished is known to the next command.
#[test]
fn nothing_finished_is_lost_to_a_kill() {
    let main = b"resource \"terraform_data\" \"a\" {\n  count = 200\n  input = count.index\n  provisioner \"local-exec\" {\n    \
                 command = \"sleep 0.05\"\n  }\n}\n";
    let dir = folder(&[("main.tf", main)]);
    let log = std::fs::File::create(dir.path().join("log")).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_cairn"))
        .args(["apply", "-auto-approve", "-no-color"])
        .current_dir(dir.path())
        .stdin(Stdio::null())
        .stdout(log)
        .spawn()
        .unwrap();
    let finished = || {
        let text = std::fs::read_to_string(dir.path().join("log")).unwrap_or_default();
        let done = text.lines().filter(|line| line.contains("Creation complete"));
        done.filter_map(|line| line.split(": ").next().map(str::to_owned)).collect::<Vec<_>>()
    };
    let start = Instant::now();
    while finished().len() < 20 && start.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let told = finished();
    assert!(told.len() >= 20, "{} were finished", told.len());
    let known = ok(dir.path(), "state list").stdout;
    for addr in &told {
        assert!(known.lines().any(|line| line == addr), "{addr} is lost");
    }
    ok(dir.path(), "destroy -auto-approve");
    assert_eq!(addresses(dir.path()), 0);
}

/// Two instances of a module, of which the runs below leave one out, and something that needs both.
fn needs_both(block: &str) -> tempfile::TempDir {
    let module = b"variable \"k\" {}\nresource \"terraform_data\" \"r\" {\n  input = var.k\n}\noutput \"id\" {\n  value = terraform_data.r.output\n}\n";
    let call = "module \"m\" {\n  source = \"./m\"\n  count  = 2\n  k      = count.index\n}\n";
    folder(&[("m/main.tf", module), ("main.tf", format!("{call}{block}").as_bytes())])
}

const SOME: &str = "apply -auto-approve -target=module.m[0] -target=terraform_data.z";

#[test]
fn what_needs_something_that_is_left_out_stays_as_it_is() {
    let dir = folder(&[("main.tf", b"resource \"terraform_data\" \"z\" {\n  input = \"old\"\n}\n")]);
    ok(dir.path(), "apply -auto-approve");
    let both = needs_both("resource \"terraform_data\" \"z\" {\n  input = module.m[1].id\n}\n");
    std::fs::copy(dir.path().join("terraform.tfstate"), both.path().join("terraform.tfstate")).unwrap();
    refused(both.path(), SOME, "Error: Configuration contains unknown value");
    // The object is remembered as it was: it exists.
    let shown = ok(both.path(), "state show terraform_data.z").stdout;
    assert!(shown.contains("input  = \"old\""), "{shown}");
    let left = ok(both.path(), "plan").stdout;
    assert!(left.contains("Plan: 1 to add, 1 to change, 0 to destroy."), "{left}");
}

#[test]
fn no_command_runs_with_holes_in_it() {
    let dir = needs_both(
        "resource \"terraform_data\" \"z\" {\n  provisioner \"local-exec\" {\n    command = \"touch ran\"\n    environment = {\n      A = module.m[1].id\n    }\n  }\n}\n",
    );
    refused(dir.path(), SOME, "Error: Configuration contains unknown value");
    assert!(!dir.path().join("ran").exists());
    let shown = ok(dir.path(), "plan").stdout;
    assert!(shown.contains("terraform_data.z is tainted, so must be replaced"), "{shown}");
}
