//! Provisioners that are part of the program: `local-exec`.

use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::sync::LazyLock;

use engine::{ProvisionError, Provisioners};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use schema::{Attribute, Block};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;
use value::{Type, Value};

use crate::interrupt::Interrupts;

/// The provisioners.
pub(crate) struct LocalProvisioners<'a> {
    /// Commands are ended when the run is.
    pub(crate) interrupts: &'a Interrupts,
}

static LOCAL_EXEC: LazyLock<Block> = LazyLock::new(|| Block {
    attributes: [
        ("command", Attribute::required(Type::String)),
        ("interpreter", Attribute::optional(Type::list(Type::String))),
        ("working_dir", Attribute::optional(Type::String)),
        ("environment", Attribute::optional(Type::map(Type::String))),
        ("quiet", Attribute::optional(Type::Bool)),
    ]
    .into_iter()
    .map(|(name, attribute)| (name.into(), attribute))
    .collect(),
    ..Block::default()
});

impl Provisioners for LocalProvisioners<'_> {
    fn schema(&self, type_name: &str) -> Option<&Block> {
        (type_name == "local-exec").then(|| &*LOCAL_EXEC)
    }

    fn run<'a>(
        &'a self,
        _type_name: &'a str,
        config: Value,
        line: &'a dyn Fn(&str),
    ) -> LocalBoxFuture<'a, Result<(), ProvisionError>> {
        run_command(config, line, self.interrupts)
            .map(|result| {
                result.map_err(|(summary, detail)| ProvisionError { summary: summary.to_owned(), detail })
            })
            .boxed_local()
    }
}

/// As much of what a command printed is repeated in an error.
const TOLD: usize = 8 << 10;

const FAILED: &str = "local-exec provisioner error";

async fn run_command(
    config: Value,
    line: &dyn Fn(&str),
    interrupts: &Interrupts,
) -> Result<(), (&'static str, String)> {
    let text = |name: &str| config.entry(name).and_then(Value::as_str).map(str::to_owned);
    let Some(command) = text("command").filter(|command| !command.is_empty()) else {
        let detail = "The command of a local-exec provisioner is text that is not empty.";
        return Err(("Invalid local-exec provisioner command", detail.to_owned()));
    };
    let interpreter = config.entry("interpreter").and_then(Value::as_items).unwrap_or_default();
    let mut words: Vec<String> = interpreter.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    if words.is_empty() {
        words = vec!["/bin/sh".to_owned(), "-c".to_owned()];
    }
    words.push(command.clone());
    let mut process = Command::new(&words[0]);
    // A run that is left at once leaves no commands behind.
    process
        .kill_on_drop(true)
        .args(&words[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(dir) = text("working_dir").filter(|dir| !dir.is_empty()) {
        process.current_dir(dir);
    }
    for (name, value) in config.entry("environment").and_then(Value::as_entries).unwrap_or_default() {
        if let Some(value) = value.as_str() {
            process.env(name.as_str(), value);
        }
    }
    let quiet = config.entry("quiet").and_then(Value::as_bool) == Some(true);
    if quiet {
        line("local-exec: Executing: Suppressed by quiet=true");
    } else {
        let quoted: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
        line(&format!("Executing: [{}]", quoted.join(" ")));
    }
    let mut child =
        process.spawn().map_err(|error| (FAILED, format!("Error running command '{command}': {error}.")))?;
    let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) else {
        return Err((FAILED, format!("Error running command '{command}': its output cannot be read.")));
    };
    let mut told = String::new();
    let mut out = BufReader::new(stdout).lines();
    let mut err = BufReader::new(stderr).lines();
    let (mut out_open, mut err_open) = (true, true);
    while out_open || err_open {
        let (found, from_out) = tokio::select! {
            found = out.next_line(), if out_open => (found, true),
            found = err.next_line(), if err_open => (found, false),
            () = interrupts.stopped() => {
                // What the command began may hold its output open for long.
                child.kill().await.map_err(|error| (FAILED, format!("Error running command '{command}': {error}.")))?;
                break;
            }
        };
        match found {
            Ok(Some(found)) => {
                if told.len() < TOLD {
                    told.push_str(&found);
                    told.push('\n');
                }
                line(&found);
            }
            Ok(None) | Err(_) if from_out => out_open = false,
            Ok(None) | Err(_) => err_open = false,
        }
    }
    let status = child
        .wait()
        .await
        .map_err(|error| (FAILED, format!("Error running command '{command}': {error}.")))?;
    if status.success() {
        return Ok(());
    }
    let status = match status.code() {
        Some(code) => format!("exit status {code}"),
        None if status.signal() == Some(9) => "signal: killed".to_owned(),
        None => status.to_string(),
    };
    Err((FAILED, format!("Error running command '{command}': {status}. Output: {told}")))
}
