//! `workspace`, `init`, `get`, `import`, `graph`, `providers`, and arguments from the environment.

use std::path::Path;

use crate::harness::{Run, cairn, cairn_env, folder};

fn check(dir: &Path, line: &str, code: i32, stdout: &str, stderr: &str) -> Run {
    check_env(dir, &[], line, code, stdout, stderr)
}

fn check_env(dir: &Path, env: &[(&str, &str)], line: &str, code: i32, stdout: &str, stderr: &str) -> Run {
    let mut args: Vec<&str> = line.split_whitespace().collect();
    args.push("-no-color");
    let run = cairn_env(env, dir, &args, b"");
    assert_eq!(run.code, code, "{line}: {}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains(stdout), "{line}: {}", run.stdout);
    assert!(run.stderr.contains(stderr), "{line}: {}", run.stderr);
    run
}

#[test]
fn workspaces_come_and_go() {
    let dir = folder(&[("main.tf", b"resource \"terraform_data\" \"a\" {}\n")]);
    let dir = dir.path();
    assert_eq!(check(dir, "workspace list", 0, "", "").stdout, "* default\n\n");
    check(dir, "workspace new x", 0, "Created and switched to workspace \"x\"!\n", "");
    check(dir, "workspace new x", 1, "", "Workspace \"x\" already exists\n");
    check(dir, "workspace new a/b", 1, "", "The workspace name \"a/b\" is not allowed.");
    let list = check(dir, "env list", 0, "", "").stdout;
    assert!(list.starts_with("Warning: ") && list.ends_with("\n  default\n* x\n\n"), "{list}");
    assert_eq!(check(dir, "workspace show", 0, "", "").stdout, "x\n");
    assert_eq!(std::fs::read(dir.join(".terraform/environment")).unwrap(), b"x");
    check(dir, "apply -auto-approve", 0, "", "");
    assert!(dir.join("terraform.tfstate.d/x/terraform.tfstate").exists());
    check(dir, "workspace delete x", 1, "", "Workspace \"x\" is your active workspace.");
    check(dir, "workspace select none", 1, "", "Workspace \"none\" doesn't exist.");
    check(dir, "workspace select default", 0, "Switched to workspace \"default\".\n", "");
    assert_eq!(check(dir, "workspace select default", 0, "", "").stdout, "");
    check(dir, "state list", 1, "", "No state file was found!");
    check(dir, "workspace delete x", 1, "", "Error: Workspace is not empty");
    check(
        dir,
        "workspace delete -force x",
        0,
        "Deleted workspace \"x\"!\nWARNING: \"x\" was non-empty.\n",
        "",
    );
    check(dir, "workspace select -or-create y", 0, "Created and switched to workspace \"y\"!\n", "");
    check(dir, "workspace delete default", 1, "", "cannot delete default state\n");
    check(dir, "workspace delete none", 1, "", "Workspace \"none\" doesn't exist.");
    check(dir, "workspace new", 1, "", "Expected a single argument: NAME.");
    let env = [("TF_WORKSPACE", "q")];
    check_env(dir, &env, "workspace list", 0, "overridden using the TF_WORKSPACE", "");
    check_env(dir, &env, "workspace select default", 1, "", "overridden using the TF_WORKSPACE");
    check_env(dir, &env, "workspace new z", 1, "", "overridden using the TF_WORKSPACE");
    check_env(dir, &env, "workspace show", 0, "q\n", "");
}

#[test]
fn groups_need_a_subcommand() {
    let dir = folder(&[]);
    for group in ["state", "workspace", "metadata", "env"] {
        check(dir.path(), group, 1, "Subcommands:\n", "");
        check(dir.path(), &format!("{group} none"), 1, "Subcommands:\n", "");
        check(dir.path(), &format!("{group} -help"), 0, "Subcommands:\n", "");
    }
    check(dir.path(), "state list -help", 0, "Usage: cairn [global options] state list", "");
    check(dir.path(), "metadata functions", 1, "", "requires the `-json` flag");
    let json = check(dir.path(), "metadata functions -json", 0, "", "").stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let signatures = &json["function_signatures"];
    assert_eq!(signatures["abs"]["return_type"], "number");
    assert_eq!(signatures["core::abs"], signatures["abs"]);
    assert_eq!(
        [&signatures["list"], &signatures["map"], &signatures["core::type"]],
        [&serde_json::Value::Null; 3]
    );
}

#[test]
fn the_environment_adds_arguments() {
    let dir = folder(&[("main.tf", b"resource \"terraform_data\" \"a\" {}\n")]);
    let dir = dir.path();
    check(dir, "apply -auto-approve", 0, "", "");
    let listed = |env: &[(&str, &str)], line: &str| check_env(dir, env, line, 0, "", "").stdout;
    assert_eq!(listed(&[("TF_CLI_ARGS_state_list", "-id=none")], "state list"), "");
    assert_eq!(listed(&[("TF_CLI_ARGS_state_list", "-id=none")], "state list -id="), "terraform_data.a\n");
    assert_eq!(listed(&[("TF_CLI_ARGS", "-id='none'")], "state list"), "");
    check_env(
        dir,
        &[("TF_CLI_ARGS_state_list", "'")],
        "state list",
        1,
        "",
        "Error parsing extra CLI args from TF_CLI_ARGS_state_list",
    );
    check_env(dir, &[("TF_CLI_ARGS", "-none")], "state list", 1, "", "-none");
    assert_eq!(cairn_env(&[("TF_CLI_ARGS", "-none")], dir, &[], b"").code, 127);
    // Without a command they may name one.
    let run = cairn_env(&[("TF_CLI_ARGS", "state list; rm")], dir, &["-id=none"], b"");
    assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
    assert!(cairn_env(&[("TF_CLI_ARGS", "-version")], dir, &[], b"").stdout.starts_with("Cairn v"));
    for command in ["version", "functions", "fmt", "validate"] {
        assert_eq!(cairn_env(&[("TF_CLI_ARGS", "-no-color")], dir, &[command], b"").code, 0, "{command}");
    }
}

const CALLS: &[u8] = b"module \"m\" {\n  source = \"./m\"\n}\nmodule \"far\" {\n  source = \"./m/n\"\n}\n";

#[test]
fn folders_are_prepared() {
    let empty = folder(&[]);
    check(empty.path(), "init", 0, "Cairn initialized in an empty directory!", "");
    let missing = folder(&[("main.tf", b"module \"a\" {\n  source = \"./a\"\n}\n")]);
    check(missing.path(), "init", 1, "", "Error: Unreadable module directory");
    check(missing.path(), "get", 1, "", "Error: Unreadable module directory");
    let dir = folder(&[
        ("main.tf", CALLS),
        ("m/main.tf", b"module \"n\" {\n  source = \"./n\"\n}\n"),
        ("m/n/main.tf", b"resource \"terraform_data\" \"a\" {}\n"),
    ]);
    let dir = dir.path();
    let said = check(dir, "init", 0, "Initializing the backend...\nInitializing modules...\n", "").stdout;
    for line in [
        "- m in m\n",
        "- m.n in m/n\n",
        "- far in m/n\n",
        "- terraform.io/builtin/terraform is built in to Cairn\n",
    ] {
        assert!(said.contains(line), "{said}");
    }
    assert!(said.contains("\nCairn has been successfully initialized!\n"), "{said}");
    let manifest = std::fs::read_to_string(dir.join(".terraform/modules/modules.json")).unwrap();
    assert_eq!(
        manifest,
        "{\"Modules\":[{\"Key\":\"\",\"Source\":\"\",\"Dir\":\".\"},{\"Key\":\"far\",\"Source\":\"./m/n\",\"Dir\":\"m/n\"},\
         {\"Key\":\"m\",\"Source\":\"./m\",\"Dir\":\"m\"},{\"Key\":\"m.n\",\"Source\":\"./n\",\"Dir\":\"m/n\"}]}"
    );
    assert!(!check(dir, "init", 0, "", "").stdout.contains("- m in m"));
    assert_eq!(check(dir, "get", 0, "", "").stdout, "");
    check(dir, "get -update", 0, "- m.n in m/n\n", "");
    check(dir, "init extra", 1, "", "Error: Too many command line arguments. Did you mean to use -chdir?");
    check(dir, "init -migrate-state -reconfigure", 1, "", "Error: Invalid init options");
    let exclusive = "Error: The -migrate-state and -json options are mutually-exclusive";
    check(dir, "init -migrate-state -json", 1, exclusive, "");
    let lines = check(dir, "init -json", 0, "", "").stdout;
    for line in lines.lines() {
        let json: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(json["@module"], "terraform.ui");
    }
    assert!(lines.contains("\"message_code\":\"output_init_success_message\""), "{lines}");
    let tree = check(dir, "providers", 0, "", "").stdout;
    let builtin = "provider[terraform.io/builtin/terraform]";
    let expect = format!(
        "\nProviders required by configuration:\n.\n├── module.far\n│\u{a0}\u{a0} └── {builtin}\n└── module.m\n    └── module.n\n        └── \
         {builtin}\n\n"
    );
    assert_eq!(tree, expect);
    let expect =
        "\nModules declared by configuration:\n.\n├── \"far\"[./m/n]\n└── \"m\"[./m]\n    └── \"n\"[./n]\n\n";
    assert_eq!(check(dir, "modules", 0, "", "").stdout, expect);
    let expect = "{\"format_version\":\"1.0\",\"modules\":[{\"key\":\"far\",\"source\":\"./m/n\",\"version\":\"\"},\
                  {\"key\":\"m\",\"source\":\"./m\",\"version\":\"\"},{\"key\":\"n\",\"source\":\"./n\",\"version\":\"\"}]}\n";
    assert_eq!(check(dir, "modules -json", 0, "", "").stdout, expect);
    check(dir, "modules extra", 1, "", "Error: Too many command line arguments");
    check(dir, "graph", 0, "    \"module.m.module.n.terraform_data.a\" [label=\"terraform_data.a\"];\n", "");
    check(dir, "graph -verbose -type=none", 1, "", "Error: Unsupported graph type");
}

fn with_backend(path: &str) -> Vec<u8> {
    format!("terraform {{\n  backend \"local\" {{\n    path = \"{path}\"\n  }}\n}}\nresource \"terraform_data\" \"a\" {{}}\n").into()
}

#[test]
fn what_only_the_state_has_is_in_the_graph() {
    let dir = folder(&[
        (
            "main.tf",
            b"resource \"terraform_data\" \"a\" {}\nmodule \"m\" {\n  source = \"./m\"\n  count = 1\n}\n",
        ),
        ("m/main.tf", b"resource \"terraform_data\" \"c\" {}\n"),
    ]);
    let dir = dir.path();
    check(dir, "graph", 0, "digraph G {", "");
    check(dir, "apply -auto-approve", 0, "", "");
    std::fs::write(dir.join("main.tf"), "").unwrap();
    let left = "  \"terraform_data.a\" [label=\"terraform_data.a\"];\n  subgraph \"cluster_module.m\" {\n    label = \"module.m\"\n    \
                fontname = \"sans-serif\"\n    \"module.m.terraform_data.c\" [label=\"terraform_data.c\"];\n  }\n}\n";
    check(dir, "graph", 0, left, "");
    check(dir, "destroy -auto-approve", 0, "", "");
    check(dir, "graph", 0, "  /* ", "");
    std::fs::write(dir.join("main.tf"), with_backend("x.tfstate")).unwrap();
    check(dir, "graph", 1, "", "Error: Backend initialization required, please run \"cairn init\"");
}

#[test]
fn what_is_imported_without_a_block_is_in_the_graph() {
    let main = b"import {\n  to = terraform_data.x\n  id = terraform_data.a.input\n}\nresource \"terraform_data\" \"a\" {\n  input = 1\n}\n";
    let dir = folder(&[("main.tf", main)]);
    let edge = "  \"terraform_data.x\" [label=\"terraform_data.x\"];\n  \"terraform_data.x\" -> \"terraform_data.a\";\n";
    check(dir.path(), "graph", 0, edge, "");
}

#[test]
fn a_state_that_moved_away_is_only_a_backup() {
    let dir = folder(&[("main.tf", b"resource \"terraform_data\" \"a\" {}\n")]);
    let dir = dir.path();
    let there = |name: &str| dir.join(name).exists();
    check(dir, "apply -auto-approve", 0, "", "");
    // Another name for the same file is no move.
    std::fs::write(dir.join("main.tf"), with_backend("./terraform.tfstate")).unwrap();
    check(dir, "init -force-copy", 0, "", "");
    assert!(there("terraform.tfstate") && !there("terraform.tfstate.backup"));
    std::fs::remove_dir_all(dir.join(".terraform")).unwrap();
    std::fs::write(dir.join("main.tf"), with_backend("x.tfstate")).unwrap();
    check(dir, "init -force-copy", 0, "", "");
    assert!(there("x.tfstate") && there("terraform.tfstate.backup") && !there("terraform.tfstate"));
    check(dir, "plan -detailed-exitcode", 0, "", "");
    std::fs::write(dir.join("main.tf"), "resource \"terraform_data\" \"a\" {}\n").unwrap();
    let refused = "Error: Can't ask approval for state migration when interactive input is disabled.";
    check(dir, "init -migrate-state -input=false", 1, "", refused);
    check(dir, "init -migrate-state -force-copy", 0, "", "");
    check(dir, "plan -detailed-exitcode", 0, "", "");
}

/// A folder whose state is kept in one place, with a workspace beside the usual one; and what chooses another place.
fn two_workspaces(filled: bool) -> (tempfile::TempDir, impl Fn(&str, &str)) {
    let dir = folder(&[]);
    let file = dir.path().join("main.tf");
    let main = move |path: &str, workspaces: &str| {
        let place = format!("path = \"{path}\"\n    workspace_dir = \"{workspaces}\"");
        let text = String::from_utf8_lossy(&with_backend("PATH")).replace("path = \"PATH\"", &place);
        std::fs::write(&file, text).expect("files can be written");
    };
    main("s.tfstate", "wd");
    check(dir.path(), "init", 0, "", "");
    check(dir.path(), "apply -auto-approve", 0, "", "");
    check(dir.path(), "workspace new w", 0, "", "");
    if filled {
        check(dir.path(), "apply -auto-approve", 0, "", "");
    }
    (dir, main)
}

#[test]
fn several_workspaces_move_together_or_not_at_all() {
    let no = |dir: &Path| {
        let run = cairn(dir, &["init", "-migrate-state", "-no-color"], b"no\n");
        assert_eq!(run.code, 1, "{}", run.stdout);
        assert!(run.stdout.contains("Do you want to migrate all workspaces"), "{}", run.stdout);
        assert!(run.stderr.contains("Error: Migration aborted by user."), "{}", run.stderr);
        check(dir, "plan", 1, "", "Error: Backend initialization required");
    };
    let (dir, main) = two_workspaces(true);
    let dir = dir.path();
    main("t.tfstate", "we");
    no(dir);
    let asking = "Error: Error asking for state migration action: ";
    check(dir, "init -migrate-state -input=false", 1, "", &format!("{asking}input is disabled"));
    check(dir, "init -migrate-state", 1, "", &format!("{asking}Error asking for confirmation: EOF"));
    let run = cairn(dir, &["init", "-migrate-state", "-no-color"], b"yes\n");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(dir.join("t.tfstate").exists() && dir.join("we/w/terraform.tfstate").exists());
    check(dir, "plan -detailed-exitcode", 0, "", "");
    let usual = b"resource \"terraform_data\" \"a\" {}\n";
    std::fs::write(dir.join("main.tf"), usual).unwrap();
    no(dir);
    check(dir, "init -force-copy", 0, "Successfully unset the backend", "");
    check(dir, "plan -detailed-exitcode", 0, "", "");
    main("u.tfstate", "wf");
    no(dir);
}

#[test]
fn the_selected_workspace_is_one_that_is_there() {
    for (how, answer) in [("-reconfigure", b"".as_slice()), ("-migrate-state", b"yes\n")] {
        let (dir, main) = two_workspaces(false);
        let dir = dir.path();
        main("t.tfstate", "we");
        let run = cairn(dir, &["init", how, "-no-color"], answer);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert_eq!(run.stdout.contains("Do you want to migrate all workspaces"), how == "-migrate-state");
        assert_eq!(check(dir, "workspace list", 0, "", "").stdout, "* default\n\n");
        check(dir, "apply -auto-approve", 0, "", "");
        assert!(dir.join("t.tfstate").exists() && !dir.join("we").exists());
    }
    // Among several somebody has to choose.
    let (dir, main) = two_workspaces(false);
    let dir = dir.path();
    main("t.tfstate", "we");
    check_env(dir, &[("TF_WORKSPACE", "z")], "init -reconfigure", 0, "", "");
    let missing = "Error: Currently selected workspace \"w\" does not exist";
    check(dir, "init -input=false", 1, "", missing);
    check(dir, "init", 1, "  2. z\n", "Error: Failed to select workspace: EOF");
    let run = cairn(dir, &["init", "-no-color"], b"3\n");
    assert!(run.stderr.contains("Error: Failed to select workspace: input not a valid"), "{}", run.stderr);
    assert_eq!(cairn(dir, &["init", "-no-color"], b"2\n").code, 0);
    assert_eq!(check(dir, "workspace list", 0, "", "").stdout, "  default\n* z\n\n");
    // The usual files have whatever is selected.
    std::fs::write(dir.join("main.tf"), "").unwrap();
    check(dir, "init -reconfigure", 0, "", "");
    assert_eq!(check(dir, "workspace list", 0, "", "").stdout, "  default\n* z\n\n");
}

#[test]
fn what_is_in_the_new_place_is_never_taken_for_what_is_in_the_old_one() {
    let dir = folder(&[]);
    let dir = dir.path();
    let main = |path: &str| std::fs::write(dir.join("main.tf"), with_backend(path)).unwrap();
    main("x.tfstate");
    check(dir, "init", 0, "", "");
    check(dir, "apply -auto-approve", 0, "", "");
    // The same lineage and serial, but something else.
    let old = std::fs::read_to_string(dir.join("x.tfstate")).unwrap();
    let other = old.replace("\"name\": \"a\"", "\"name\": \"other\"");
    assert_ne!(old, other);
    std::fs::write(dir.join("y.tfstate"), &other).unwrap();
    main("y.tfstate");
    let refused = "Error: Can't ask approval for state migration when interactive input is disabled.";
    check(dir, "init -migrate-state -input=false", 1, "", refused);
    check(dir, "init -force-copy", 0, "", "");
    check(dir, "state list", 0, "terraform_data.a\n", "");
    assert_eq!(std::fs::read_to_string(dir.join("y.tfstate.backup")).unwrap(), other);
    // What is the same is not copied again, so that nobody is asked.
    std::fs::copy(dir.join("y.tfstate"), dir.join("z.tfstate")).unwrap();
    main("z.tfstate");
    check(dir, "init -migrate-state -input=false", 0, "", "");
    check(dir, "state list", 0, "terraform_data.a\n", "");
}

#[test]
fn what_the_command_line_says_of_the_place_has_a_place() {
    let dir = folder(&[
        ("main.tf", b"terraform {\n  backend \"local\" {\n    path = \"m.tfstate\"\n  }\n}\n"),
        ("empty.hcl", b"path = \"\"\n"),
        ("wrong.hcl", b"nope = 1\n"),
        ("good.hcl", b"path = \"g.tfstate\"\n"),
    ]);
    let dir = dir.path();
    let shown = "on empty.hcl line 1:\n   1: path = \"\"\n";
    check(dir, "init -backend-config=empty.hcl", 1, "", shown);
    check(dir, "init -backend-config=wrong.hcl", 1, "", "on wrong.hcl line 1:\n   1: nope = 1\n");
    check(dir, "init -backend-config=path=", 1, "", "on -backend-config=... line 1:\n");
    let block = "on main.tf line 2, in terraform:\n   2:   backend \"local\" {\n";
    check(dir, "init -backend-config=workspace_dir=", 1, "", block);
    check(dir, "init -backend-config=good.hcl", 0, "", "");
    check(dir, "init", 0, "", "");
    check(dir, "init -backend-config=", 1, "", "Error: Backend configuration changed");
}

#[test]
fn the_place_of_state_is_settled() {
    let dir = folder(&[("main.tf", b"resource \"terraform_data\" \"a\" {}\n")]);
    let dir = dir.path();
    let main = |content: &[u8]| std::fs::write(dir.join("main.tf"), content).unwrap();
    check(dir, "apply -auto-approve", 0, "", "");
    main(&with_backend("x.tfstate"));
    let required = "Error: Backend initialization required, please run \"cairn init\"";
    check(dir, "plan", 1, "", required);
    check(
        dir,
        "init -input=false",
        1,
        "",
        "Error: Can't ask approval for state migration when interactive input is disabled.",
    );
    let run = cairn(dir, &["init", "-no-color"], b"yes\n");
    assert!(
        run.code == 0 && run.stdout.contains("Successfully configured the backend \"local\"!"),
        "{}",
        run.stderr
    );
    let record = std::fs::read_to_string(dir.join(".terraform/terraform.tfstate")).unwrap();
    assert!(
        record.contains("\"path\": \"x.tfstate\"") && record.contains("\"hash\": 2326359980"),
        "{record}"
    );
    check(dir, "plan -detailed-exitcode", 0, "", "");
    main(&with_backend("y.tfstate"));
    check(dir, "state list", 1, "", "Error: Backend initialization required: please run \"cairn init\"");
    check(dir, "init", 1, "", "Error: Backend configuration changed");
    check(dir, "init -reconfigure", 0, "", "");
    check(dir, "plan -detailed-exitcode", 2, "", "");
    main(&with_backend("x.tfstate"));
    check(dir, "init -reconfigure -backend-config=path=z.tfstate", 0, "", "");
    check(dir, "state list", 1, "", "No state file was found!");
    check(dir, "apply -auto-approve", 0, "", "");
    assert!(dir.join("z.tfstate").exists());
    check(
        dir,
        "init -reconfigure -backend-config=none=z",
        1,
        "",
        "Error: Invalid backend configuration argument",
    );
    check(dir, "init -reconfigure -backend-config=none", 1, "", "Error: Failed to read file");
    check(dir, "init -reconfigure -backend-config=path=", 1, "", "Error: Invalid local state file path");
    std::fs::write(dir.join("place.hcl"), "path = \"x.tfstate\"\n").unwrap();
    check(dir, "init -reconfigure -backend-config=place.hcl", 0, "", "");
    check(dir, "state list", 0, "terraform_data.a\n", "");
    main(b"resource \"terraform_data\" \"a\" {}\n");
    check(dir, "plan", 1, "", required);
    check(dir, "init -migrate-state -force-copy", 0, "Successfully unset the backend \"local\".", "");
    check(dir, "plan -detailed-exitcode", 0, "", "");
    check(dir, "init -backend-config=path=x", 0, "Warning: Missing backend configuration", "");
    main(b"terraform {\n  backend \"none\" {}\n}\n");
    check(dir, "init", 1, "", "Error: Unsupported backend type");
    check(dir, "init -backend=false", 0, "", "");
}

#[test]
fn the_place_of_state_may_depend_on_variables() {
    let main = "variable \"name\" {\n  default = \"v\"\n}\nvariable \"secret\" {\n  default   = \"s\"\n  sensitive = true\n}\nlocals \
                {\n  path = \"${var.name}.tfstate\"\n}\nterraform {\n  backend \"local\" {\n    path = PATH\n  }\n}\nresource \
                \"terraform_data\" \"a\" {}\n";
    let dir = folder(&[("main.tf", main.replace("PATH", "local.path").as_bytes())]);
    let dir = dir.path();
    check(dir, "apply -auto-approve", 1, "", "Error: Backend initialization required");
    check(dir, "init", 0, "", "");
    check(dir, "apply -auto-approve", 0, "", "");
    check(dir, "init -reconfigure -var=name=w", 0, "", "");
    check(dir, "apply -auto-approve -var=name=w", 0, "", "");
    assert!(dir.join("v.tfstate").exists() && dir.join("w.tfstate").exists());
    check(dir, "state list -var=name=w", 0, "terraform_data.a\n", "");
    check(dir, "plan", 1, "", "Error: Backend initialization required");
    std::fs::write(dir.join("main.tf"), main.replace("PATH", "var.secret")).unwrap();
    check(dir, "init -reconfigure", 1, "", "Error: Backend config contains sensitive values");
    std::fs::write(dir.join("main.tf"), main.replace("PATH", "terraform_data.a.id")).unwrap();
    check(dir, "init -reconfigure", 1, "", "Error: ");
}

#[test]
fn objects_are_imported() {
    let dir =
        folder(&[("main.tf", b"resource \"terraform_data\" \"a\" {\n  for_each = toset([\"k\"])\n}\n")]);
    let dir = dir.path();
    check(dir, "import terraform_data.a[\"k\"] some-${id}", 0, "Import successful!", "");
    check(dir, "state show terraform_data.a[\"k\"]", 0, "id = \"some-${id}\"", "");
    check(dir, "import terraform_data.a[\"k\"] other", 1, "", "Error: Resource already managed by Terraform");
    check(dir, "import terraform_data.a[\"none\"] other", 1, "", "Error: ");
    check(dir, "import terraform_data.none x", 1, "", "does not exist in the configuration");
    check(dir, "import data.a.b x", 1, "", "Importing into a data resource is not allowed.");
    check(dir, "import module.m x", 1, "", "Error: Invalid address");
    check(dir, "import x", 1, "", "The import command expects two arguments.");
    assert_eq!(check(dir, "state list", 0, "", "").stdout, "terraform_data.a[\"k\"]\n");
}

#[test]
fn wrong_flags_and_arguments() {
    let dir = folder(&[("main.tf", b"output \"a\" {\n  value = 1\n}\n")]);
    let dir = dir.path();
    for command in ["plan", "apply", "output", "show", "init"] {
        check(dir, &format!("{command} -none"), 1, "", "Error: Failed to parse command-line flags");
    }
    for command in ["state list", "workspace new", "import"] {
        check(dir, &format!("{command} -none"), 1, "", "Error parsing command-line flags: flag provided");
    }
    for line in ["state list -foo", "state list -id", "state replace-provider -foo"] {
        let args: Vec<&str> = line.split_whitespace().collect();
        let run = cairn(dir, &args, b"");
        assert!(run.stderr.starts_with("Error parsing command-line flags: flag "), "{}", run.stderr);
        assert!(run.stdout.starts_with("Usage: cairn [global options] state "), "{}", run.stdout);
    }
    check(dir, "plan one", 1, "", "Error: Too many command line arguments");
    check(dir, "graph one", 1, "", "Too many command line arguments. Did you mean to use -chdir?");
    check(dir, "plan -state=x.tfstate", 0, "Warning: Deprecated flag: -state", "");
}

#[test]
fn local_locks_are_not_taken_away() {
    let dir = folder(&[]);
    check(dir.path(), "force-unlock", 1, "", "Expected a single argument: LOCK_ID");
    check(dir.path(), "force-unlock abc", 1, "", "Local state cannot be unlocked by another process");
    check(dir.path(), "force-unlock -force abc", 1, "", "Error: Failed to unlock state");
}

#[test]
fn settling_anew_forgets_what_the_command_line_added() {
    let main = b"terraform {\n  backend \"local\" {}\n}\nresource \"terraform_data\" \"a\" {}\n";
    let dir = folder(&[("main.tf", main), ("more.hcl", b"path = \"y\"\nnone = 1\n")]);
    let dir = dir.path();
    check(dir, "init -backend-config=path=x.tfstate", 0, "", "");
    check(dir, "apply -auto-approve", 0, "", "");
    check(dir, "init", 0, "", "");
    check(dir, "state list", 0, "terraform_data.a\n", "");
    check(dir, "init -reconfigure", 0, "", "");
    check(dir, "state list", 1, "", "No state file was found!");
    check(dir, "init -reconfigure -backend-config=more.hcl", 1, "", "Error: Unsupported argument");
    std::fs::write(dir.join("main.tf"), with_backend("z.tfstate")).unwrap();
    check(dir, "plan", 1, "", "Error: Backend initialization required: please run \"cairn init\"");
    std::fs::write(dir.join("main.tf"), "terraform {\n  backend \"none\" {}\n}\n").unwrap();
    check(dir, "plan", 1, "", "Error: Invalid backend type");
    check(dir, "init", 1, "", "Error: Unsupported backend type");
}

#[test]
fn a_workspace_that_cannot_be_is_told() {
    let dir = folder(&[]);
    let what = "Error selecting workspace: Invalid workspace name set using TF_WORKSPACE";
    check_env(dir.path(), &[("TF_WORKSPACE", "a b")], "workspace show", 1, "", what);
}

/// A state that is kept somewhere else is not replaced by one here.
#[test]
fn state_in_a_cloud_is_not_made_here() {
    let dir = folder(&[(
        "main.tf",
        b"terraform {\n  cloud {\n    organization = \"x\"\n  }\n}\nresource \"terraform_data\" \"a\" {}\n",
    )]);
    let dir = dir.path();
    let wanted =
        "Error: HCP Terraform or Terraform Enterprise initialization required: please run \"cairn init\"";
    for line in ["plan", "apply -auto-approve", "state list", "workspace list", "output"] {
        check(dir, line, 1, "", wanted);
    }
    check(dir, "init", 1, "", "Error: Unsupported cloud block");
    check(dir, "init -backend=false", 0, "", "");
    check(dir, "validate", 0, "The configuration is valid", "");
    assert!(!dir.join("terraform.tfstate").exists());
    std::fs::write(dir.join("main.tf"), "terraform {\n  backend \"s3\" {}\n}\n").unwrap();
    check(dir, "plan", 1, "", "Error: Backend initialization required, please run \"cairn init\"");
    check(dir, "init", 1, "", "Error: Unsupported backend type");
}
