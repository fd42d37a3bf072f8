#!/usr/bin/env python3
"""Asks terraform for what the cases in recorded/ are compared with.

    record.py [NAME...]

A case is recorded/NAME/case.tf. Lines `#! COMMAND` run terraform with the configuration so far, `#> FILE`
begins another file, `#= NEW` begins a new configuration, `#$ COMMAND` runs in a shell. The last command is a plan; beside the case are
written: state.json and state.txt (`show` before that plan), plan.json and plan.txt (`show` of it).
"""
import os, pathlib, shlex, shutil, subprocess, sys, tempfile

HERE = pathlib.Path(__file__).parent / "recorded"
ENV = {**os.environ, "TF_CLI_CONFIG_FILE": "/dev/null", "CHECKPOINT_DISABLE": "1", "TF_IN_AUTOMATION": ""}


def terraform(work, *args):
    done = subprocess.run(["terraform", *args], cwd=work, env=ENV, capture_output=True, text=True)
    return done.stdout, done.returncode, done.stderr


def record(case):
    work = pathlib.Path(tempfile.mkdtemp())
    files, name = {}, "main.tf"
    lines = (case / "case.tf").read_text().splitlines()
    commands = [i for i, line in enumerate(lines) if line.startswith("#! ")]
    for at, line in enumerate(lines):
        if line.startswith("#= "):
            files, name = {}, "main.tf"
            for old in work.rglob("*.tf"):
                old.unlink()
        elif line.startswith("#$ "):
            subprocess.run(line[3:], cwd=work, shell=True, check=True)
        elif line.startswith("#> "):
            name = line[3:].strip()
        elif line.startswith("#! "):
            for file, text in files.items():
                path = work / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("\n".join(text) + "\n")
            out, code, err = terraform(work, "init", "-no-color")
            if code:
                print(f"{case.name}: init: {err}")
            command = shlex.split(line[3:])
            if at == commands[-1]:
                if (work / "terraform.tfstate").exists():
                    (case / "state.json").write_text(terraform(work, "show", "-json")[0])
                    (case / "state.txt").write_text(terraform(work, "show", "-no-color")[0])
                out, code, err = terraform(work, *command, "-no-color", "-out=p")
                (case / "plan.json").write_text(terraform(work, "show", "-json", "p")[0])
                (case / "plan.txt").write_text(terraform(work, "show", "-no-color", "p")[0])
            else:
                if command[0] == "apply":
                    command += ["-auto-approve", "-no-color"]
                out, code, err = terraform(work, *command)
            if err:
                print(f"{case.name}: {line}: {err.strip()[:300]}")
        else:
            files.setdefault(name, []).append(line)
    shutil.rmtree(work)


for case in sorted(HERE.iterdir()):
    if (case / "case.tf").exists() and (len(sys.argv) == 1 or case.name in sys.argv[1:]):
        record(case)
