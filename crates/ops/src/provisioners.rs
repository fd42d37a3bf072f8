//! Provisioners that are part of the program: `local-exec`.

use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::sync::LazyLock;
use std::time::Duration;

use engine::{ProvisionError, Provisioners};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use schema::{Attribute, Block};
use tokio::io::AsyncReadExt;
use tokio::net::unix::pipe;
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

/// When a command pauses for so long in the middle of a line, what there is of it is shown.
const PAUSE: Duration = Duration::from_millis(100);

/// A line that is longer is shown in parts.
const LONGEST: usize = 64 << 10;

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
    let cannot_run = |error: std::io::Error| (FAILED, format!("Error running command '{command}': {error}."));
    // Both streams go into one pipe, which keeps the order in which lines were written.
    let (output, stderr) = std::io::pipe().map_err(cannot_run)?;
    let stdout = stderr.try_clone().map_err(cannot_run)?;
    let mut process = Command::new(&words[0]);
    // A run that is left at once leaves no commands behind.
    process.kill_on_drop(true).args(&words[1..]).stdin(Stdio::null()).stdout(stdout).stderr(stderr);
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
        let quoted: Vec<String> = words.iter().map(|word| quoted(word)).collect();
        line(&format!("Executing: [{}]", quoted.join(" ")));
    }
    let mut child = process.spawn().map_err(cannot_run)?;
    // Our own ends for writing: the pipe ends when the command's do.
    drop(process);
    let mut output = pipe::Receiver::from_owned_fd(output.into()).map_err(cannot_run)?;
    let (mut told, mut rest) = (Vec::new(), Vec::new());
    let mut chunk = vec![0_u8; 8 << 10];
    loop {
        let read = tokio::select! {
            read = output.read(&mut chunk) => read,
            () = tokio::time::sleep(PAUSE), if !rest.is_empty() => {
                tell(&mut rest, line);
                continue;
            }
            () = interrupts.stopped() => {
                // What the command began may hold its output open for long.
                child.kill().await.map_err(cannot_run)?;
                break;
            }
        };
        let Some(read) = read.ok().filter(|read| *read > 0) else { break };
        told.extend_from_slice(&chunk[..read.min(TOLD.saturating_sub(told.len()))]);
        for part in chunk[..read].split_inclusive(|byte| *byte == b'\n') {
            rest.extend_from_slice(part);
            if rest.ends_with(b"\n") || rest.len() >= LONGEST {
                tell(&mut rest, line);
            }
        }
    }
    if !rest.is_empty() {
        tell(&mut rest, line);
    }
    let status = child.wait().await.map_err(cannot_run)?;
    if status.success() {
        return Ok(());
    }
    let status = match status.code() {
        Some(code) => format!("exit status {code}"),
        None if status.signal() == Some(9) => "signal: killed".to_owned(),
        None => status.to_string(),
    };
    let told = String::from_utf8_lossy(&told);
    Err((FAILED, format!("Error running command '{command}': {status}. Output: {told}")))
}

/// A word in quotes, with escapes as Go writes them for whatever cannot be seen.
fn quoted(word: &str) -> String {
    let mut text = String::from("\"");
    for letter in word.chars() {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            '\u{7}' => text.push_str("\\a"),
            '\u{8}' => text.push_str("\\b"),
            '\t' => text.push_str("\\t"),
            '\n' => text.push_str("\\n"),
            '\u{b}' => text.push_str("\\v"),
            '\u{c}' => text.push_str("\\f"),
            '\r' => text.push_str("\\r"),
            ' '..='~' => text.push(letter),
            _ if is_visible(letter) => text.push(letter),
            _ => text.push_str(&match u32::from(letter) {
                code @ ..0x80 => format!("\\x{code:02x}"),
                code @ ..0x1_0000 => format!("\\u{code:04x}"),
                code => format!("\\U{code:08x}"),
            }),
        }
    }
    text.push('"');
    text
}

/// Whether a letter shows something; marks that join the letter before them do.
fn is_visible(letter: char) -> bool {
    // Only at the beginning of a text are such marks escaped.
    let after_another = format!("a{letter}");
    after_another.escape_debug().all(|letter| letter != '\\')
}

/// Hands on a line without its end.
fn tell(rest: &mut Vec<u8>, line: &dyn Fn(&str)) {
    line(&String::from_utf8_lossy(rest.strip_suffix(b"\n").unwrap_or(rest)));
    rest.clear();
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_as_go_does() {
        for (word, wanted) in [
            ("a b'c", r#""a b'c""#),
            ("\"\\\t\n\r", r#""\"\\\t\n\r""#),
            ("\u{1b}[1m\u{7}\u{8}\u{b}\u{c}\u{0}\u{7f}", r#""\x1b[1m\a\b\v\f\x00\x7f""#),
            ("é☃😀e\u{301}", "\"é☃😀e\u{301}\""),
            ("\u{80}\u{a0}\u{ad}\u{200b}\u{e0001}", r#""\u0080\u00a0\u00ad\u200b\U000e0001""#),
        ] {
            assert_eq!(quoted(word), wanted);
        }
    }
}
