//! Running the binary in a folder of its own.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a run gave.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// A folder with files in it.
pub(crate) fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    for (name, content) in files {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a file has a parent")).expect("folders can be made");
        std::fs::write(path, content).expect("files can be written");
    }
    dir
}

/// Runs the binary in a folder with some standard input.
pub(crate) fn cairn(dir: &Path, args: &[&str], stdin: &[u8]) -> Run {
    cairn_env(&[], dir, args, stdin)
}

/// The same with more in the environment.
pub(crate) fn cairn_env(env: &[(&str, &str)], dir: &Path, args: &[&str], stdin: &[u8]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
    // Who runs the tests has settings of their own.
    command.args(args).env_remove("TF_CLI_CONFIG_FILE").envs(env.iter().copied());
    run(&mut command, dir, stdin)
}

/// The same with a limit on memory, in KiB.
pub(crate) fn cairn_within(memory: u64, dir: &Path, args: &[&str], stdin: &[u8]) -> Run {
    let script = format!("ulimit -v {memory}; exec \"$0\" \"$@\"");
    run(Command::new("bash").args(["-c", &script, env!("CARGO_BIN_EXE_cairn")]).args(args), dir, stdin)
}

fn run(command: &mut Command, dir: &Path, stdin: &[u8]) -> Run {
    let mut child = command
        .current_dir(dir)
        .env_remove("NO_COLOR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut pipe = child.stdin.take().expect("standard input is piped");
    let input = stdin.to_vec();
    let writer = std::thread::spawn(move || {
        // The program may end before it has read everything.
        let _ = pipe.write_all(&input);
    });
    let output = child.wait_with_output().expect("the binary ends");
    writer.join().expect("writing does not panic");
    Run {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}
