//! What is hard on an engine, with the exact text that a user sees: cycles, wrong plans, full disks, lost folders.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use crate::harness::{Run, cairn, folder};

fn run(dir: &Path, line: &str) -> Run {
    let mut args: Vec<&str> = line.split_whitespace().collect();
    args.push("-no-color");
    cairn(dir, &args, b"")
}

/// A configuration that cannot be planned, and everything that is told on standard error.
fn refused(main: &str, expect: &str) {
    let dir = folder(&[("main.tf", main.as_bytes())]);
    let run = run(dir.path(), "plan -input=false");
    assert_eq!((run.code, run.stderr.as_str()), (1, expect), "{main}");
}

#[test]
fn two_cycles_at_once() {
    refused(
        "locals {\n  a = local.b\n  b = local.a\n  c = local.d\n  d = local.c\n}\n",
        "\nError: Cycle: local.a (expand), local.b (expand)\n\nNone of these can be first:\n\n  local.a needs local.b \
         (main.tf line 2)\n  local.b needs local.a (main.tf line 3)\n\nTake one of the references out, or move what it \
         needs into a declaration of\nits own.\n\nError: Cycle: local.c (expand), local.d (expand)\n\nNone of these can \
         be first:\n\n  local.c needs local.d (main.tf line 4)\n  local.d needs local.c (main.tf line 5)\n\nTake one of \
         the references out, or move what it needs into a declaration of\nits own.\n",
    );
}

#[test]
fn a_cycle_through_a_branch_that_is_never_taken() {
    refused(
        "resource \"terraform_data\" \"a\" {\n  input = true ? 1 : terraform_data.b.id\n}\nresource \"terraform_data\" \"b\" \
         {\n  input = terraform_data.a.id\n}\n",
        "\nError: Cycle: terraform_data.a, terraform_data.b\n\nNone of these can be first:\n\n  terraform_data.a needs \
         terraform_data.b (main.tf line 2)\n  terraform_data.b needs terraform_data.a (main.tf line 5)\n\nTake one of \
         the references out, or move what it needs into a declaration of\nits own.\n",
    );
}

#[test]
fn a_module_that_calls_itself() {
    refused(
        "module \"m\" {\n  source = \"./.\"\n}\n",
        "\nError: Module call cycle\n\n  on main.tf line 1:\n   1: module \"m\" {\n\nThe module in . calls \
         itself (.), so the calls would never end.\n",
    );
}

#[test]
fn a_set_of_instances_that_is_not_known() {
    refused(
        "resource \"terraform_data\" \"a\" {}\nresource \"terraform_data\" \"b\" {\n  for_each = toset([terraform_data.a.id])\n}\n",
        "\nError: Invalid for_each argument\n\n  on main.tf line 3, in resource \"terraform_data\" \"b\":\n   3:   for_each = \
         toset([terraform_data.a.id])\n    ├────────────────\n    │ terraform_data.a.id is a string, known only after \
         apply\n\nThe \"for_each\" set includes values derived from resource attributes that\ncannot be \
         determined until apply, so the full set of keys that will identify\nthe instances of this block cannot be told. Use \
         keys that are written in the\nconfiguration and put what is only known after apply into the values; or make\nwhat it \
         depends on first, with the -target option, or leave this block out\nwith -exclude.\n",
    );
}

/// What took part in a condition that does not hold is shown; what is secret is not even named.
#[test]
fn a_value_that_does_not_suit() {
    refused(
        "variable \"secret\" {\n  default   = \"hush\"\n  sensitive = true\n}\nvariable \"size\" {\n  default = 5\n  validation {\n    condition     \
         = var.size < 3 && var.secret != \"\"\n    error_message = \"Too large.\"\n  }\n}\n",
        "\nError: Invalid value for variable\n\n  on main.tf line 5:\n   5: variable \"size\" {\n    ├────────────────\n    │ \
         var.size is 5\n\nToo large.\n\nThis was checked by the validation rule at main.tf:7,3-13.\n",
    );
}

#[test]
fn a_missing_variable_without_a_terminal() {
    refused(
        "variable \"v\" {}\n",
        "\nError: No value for required variable\n\n  on main.tf line 1:\n   1: variable \"v\" {}\n\nThe root \
         module input variable \"v\" is not set, and has no default value. Use\na -var or -var-file command line argument to \
         provide a value for this\nvariable.\n",
    );
}

#[test]
fn a_chain_of_5000_and_10000_outputs() {
    let mut chain = String::from("resource \"terraform_data\" \"r0\" {\n  input = 1\n}\n");
    for at in 1..5000 {
        let before = at - 1;
        let _ = write!(
            chain,
            "resource \"terraform_data\" \"r{at}\" {{\n  input = terraform_data.r{before}.id\n}}\n"
        );
    }
    let dir = folder(&[("main.tf", chain.as_bytes())]);
    let plan = run(dir.path(), "plan");
    assert_eq!((plan.code, plan.stderr.as_str()), (0, ""));
    assert!(plan.stdout.contains("\nPlan: 5000 to add, 0 to change, 0 to destroy.\n"));
    let mut outputs = String::new();
    for at in 0..10_000 {
        let _ = write!(outputs, "output \"o{at}\" {{\n  value = {at}\n}}\n");
    }
    let dir = folder(&[("main.tf", outputs.as_bytes())]);
    let made = run(dir.path(), "apply -auto-approve");
    assert_eq!((made.code, made.stderr.as_str()), (0, ""));
    let end = "\nApply complete! Resources: 0 added, 0 changed, 0 destroyed.\n\nOutputs:\n\no0 = 0\no1 = 1\no10 = 10\n";
    assert!(made.stdout.contains(end) && made.stdout.ends_with("\no9999 = 9999\n"));
}

const ONE: &[u8] = b"resource \"terraform_data\" \"a\" {\n  input = 1\n}\n";

#[test]
fn plans_that_do_not_fit() {
    let dir = folder(&[("main.tf", ONE), ("other/main.tf", ONE)]);
    let other = dir.path().join("other");
    assert_eq!(run(dir.path(), "plan -out=plan").code, 0);
    let bytes = std::fs::read(dir.path().join("plan")).unwrap();
    // One bit of one byte in the middle.
    let mut edited = bytes.clone();
    edited[bytes.len() / 2] ^= 1;
    std::fs::write(dir.path().join("edited"), edited).unwrap();
    let told = run(dir.path(), "apply edited");
    let expect = "\nError: Failed to load \"edited\" as a plan file\n\nThe plan was changed or damaged after it was made: its \
                  content does not fit\nits checksum. Make a new plan.\n";
    assert_eq!((told.code, told.stderr.as_str()), (1, expect));
    assert_eq!(run(dir.path(), "apply plan").code, 0);
    let told = run(dir.path(), "apply plan");
    let expect = "\nError: Saved plan is stale\n\nThe state was changed by another run since the plan was made, so the plan \
                  can\nno longer be performed. Make a new plan.\n";
    assert_eq!((told.code, told.stderr.as_str()), (1, expect));
    assert_eq!(run(dir.path(), "plan -destroy -out=other/plan").code, 0);
    assert_eq!(run(&other, "apply -auto-approve").code, 0);
    let told = run(&other, "apply plan");
    let expect = "\nError: Saved plan does not match the given state\n\nThe plan was made from another state than the one that \
                  is here: their\nlineages differ. Make a new plan.\n";
    assert_eq!((told.code, told.stderr.as_str()), (1, expect));
}

/// No file can be larger than a few blocks, as if the disk were full. What was recorded until then is known to the next
/// command.
#[test]
fn a_full_disk() {
    let main = b"resource \"terraform_data\" \"a\" {\n  count = 200\n  input = count.index\n}\n";
    let dir = folder(&[("main.tf", main)]);
    let script = "ulimit -f 8; exec \"$0\" apply -auto-approve -no-color";
    let output = Command::new("bash")
        .args(["-c", script, env!("CARGO_BIN_EXE_cairn")])
        .current_dir(dir.path())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let expect = "\nError: Failed to record outcomes\n\nWhat is done cannot be kept beside the state any more, so nothing new \
                  was\nbegun: The journal ./terraform.tfstate.journal cannot be written: file too\nlarge. Make room and run \
                  the command again. Everything that was done is part\nof the state that this run tries to write at its \
                  end.\n\nError: Failed to save state\n\nThe state cannot be written: ./terraform.tfstate: file too large. \
                  The state\nas it was is untouched; make room and run the command again.\n\nThe state could not be written \
                  to the file \"errored.tfstate\" in the current\nfolder either: file too large. What this run made is known \
                  from its output\nonly: import it before anything else is run.\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), expect);
    let next = run(dir.path(), "state list");
    let expect = "An earlier run was cut short. What it had done to";
    assert!(
        next.stdout.lines().count() > 10 && next.stderr.contains(expect),
        "{}{}",
        next.stdout,
        next.stderr
    );
}

/// What is under way when a disk fills up is still noted, and nothing new is begun. Needs a file system of its own; where
/// that cannot be made, the first part is all.
#[test]
#[allow(clippy::print_stderr, reason = "what is left out is said loudly")]
fn a_disk_that_fills_up() {
    let main = b"resource \"terraform_data\" \"a\" {\n  count = 300\n  input = join(\"\", [for i in range(1000) : \"x\"])\n  \
                 provisioner \"local-exec\" {\n    command = \"echo ${self.id} >> ../log\"\n  }\n}\n";
    let dir = folder(&[("main.tf", main), ("disk/x", b"")]);
    let made = |size: &str, command: &str| {
        let script = format!(
            "mount -t tmpfs -o size={size} tmpfs disk && cp main.tf disk && cd disk && touch ../mounted && {command}"
        );
        let output = Command::new("unshare")
            .args(["-rm", "sh", "-c", &script, env!("CARGO_BIN_EXE_cairn")])
            .current_dir(dir.path())
            .output();
        let mounted = std::fs::remove_file(dir.path().join("mounted")).is_ok();
        if !mounted {
            eprintln!("SKIPPED: no file system can be made here");
        }
        output.ok().filter(|_| mounted)
    };
    let Some(output) = made("100k", "\"$0\" apply -auto-approve -no-color") else { return };
    let expect = "\nError: Failed to begin a journal\n\nThe journal ./terraform.tfstate.journal cannot grow: no space left on \
                  device.\nMake room and run the command again. Nothing was changed.\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), expect);
    assert!(!dir.path().join("log").exists());
    let command = "\"$0\" apply -auto-approve -no-color >/dev/null; mount -o remount,size=9m ../disk; \"$0\" state pull";
    let Some(output) = made("600k", command) else { return };
    let (state, told) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(told.starts_with("\nError: Failed to record outcomes\n"), "{told}");
    assert!(told.contains("\nNothing is lost: what this run did is kept in "), "{told}");
    let log = std::fs::read_to_string(dir.path().join("log")).unwrap();
    assert!((10..300).contains(&log.lines().count()), "{}", log.lines().count());
    for id in log.lines() {
        assert!(state.contains(id), "{id} is lost");
    }
}

/// The folder of the state vanishes with its journal, and something else takes its place: the state is written into the current folder instead.
#[test]
fn a_state_that_cannot_be_written() {
    let main = b"resource \"terraform_data\" \"a\" {\n  input = 1\n  provisioner \"local-exec\" {\n    command = \"rm -r place; \
                 touch place\"\n  }\n}\n";
    let dir = folder(&[("main.tf", main), ("place/x", b"")]);
    let told = run(dir.path(), "apply -auto-approve -state=place/s.tfstate");
    let expect = "\nError: Failed to save state\n\n";
    assert_eq!(told.code, 1);
    assert!(told.stderr.contains(expect), "{}", told.stderr);
    let advice = "The state was written to the file \"errored.tfstate\" in the current folder\ninstead. To prevent what was made \
                  from being made again, store it before\nanything else is run, when the cause is gone:\n    cairn state push \
                  errored.tfstate\n";
    assert!(told.stderr.contains(advice), "{}", told.stderr);
    std::fs::remove_file(dir.path().join("place")).unwrap();
    let pushed = run(dir.path(), "state push -state=place/s.tfstate errored.tfstate");
    assert_eq!(pushed.code, 0, "{}", pushed.stderr);
    let known = run(dir.path(), "state list -state=place/s.tfstate");
    assert_eq!(known.stdout, "terraform_data.a\n", "{}", known.stderr);
}
