//! The process of a provider: started with the variables that it must see, listened to, and ended.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use addrs::Provider as ProviderAddr;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};
use tokio::process::{Child, ChildStdout};
use tokio::sync::{Mutex as AsyncMutex, OnceCell};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::handshake::{Handshake, MAX_LINE_BYTES};
use crate::logs::{Level, Logs, Record, starts_panic};
use crate::{PluginError, examine, guard};

/// Tells a provider that it was started by a host and not by hand. Every host says this.
const COOKIE: (&str, &str) =
    ("TF_PLUGIN_MAGIC_COOKIE", "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2");

/// How much of what a provider prints to stderr is kept for errors.
const KEPT_BYTES: usize = 16 * 1024;

/// How long something is waited for that should have happened already.
const SOON: Duration = Duration::from_millis(500);

/// How long a provider has to end by itself.
const GRACE: Duration = Duration::from_secs(2);

/// What is kept of a provider's stderr: all of it before it is ready, of a crash afterwards.
#[derive(Default)]
struct Kept {
    text: String,
    ready: bool,
    panicking: bool,
}

impl Kept {
    fn line(&mut self, line: &str) {
        if starts_panic(line) && !self.panicking {
            self.panicking = true;
            self.text.clear();
        }
        if (self.panicking || !self.ready) && self.text.len() + line.len() < KEPT_BYTES {
            self.text.push_str(line);
            self.text.push('\n');
        }
    }
}

/// A provider's name and where its lines go.
pub(crate) struct Voice {
    provider: String,
    program: String,
    logs: Arc<Logs>,
    /// Whether anybody reads its lines. Providers print a dozen for each call, whether or not.
    is_heard: bool,
    kept: Mutex<Kept>,
}

impl Voice {
    pub(crate) fn new(addr: &ProviderAddr, program: &Path, logs: Arc<Logs>) -> Self {
        let program = program.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
        let provider = addr.type_name.to_string();
        let is_heard = logs.level(&provider) != Level::Off;
        Self { provider, program, logs, is_heard, kept: Mutex::default() }
    }

    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn line(&self, line: &str) {
        let panicking = {
            let mut kept = self.kept();
            kept.line(line);
            kept.panicking
        };
        if self.is_heard {
            self.logs.write(&self.provider, &self.program, &Record::parse(line, panicking));
        }
    }

    /// Something that happens to its process.
    fn note(&self, message: &str, pid: Option<u32>) {
        let fields = pid.map(|pid| ("pid".to_owned(), pid.into())).into_iter().collect();
        let record = Record { level: Level::Debug, message: message.to_owned(), fields };
        self.logs.write(&self.provider, &self.program, &record);
    }

    /// What the provider prints through the protocol after it is ready.
    pub(crate) fn printed(&self, channel: &str, data: &[u8]) {
        for line in String::from_utf8_lossy(data).lines() {
            let record = Record { message: format!("{channel}: {line}"), ..Record::parse("", false) };
            self.logs.write(&self.provider, &self.program, &record);
        }
    }

    /// What it said about its crash, once.
    pub(crate) fn take_crash(&self) -> Option<String> {
        let mut kept = self.kept();
        kept.panicking.then(|| std::mem::take(&mut kept.text)).filter(|text| !text.is_empty())
    }

    /// What it said before it was ready, to put behind an error.
    fn said(&self) -> String {
        let kept = self.kept();
        let text = kept.text.trim_end();
        if text.is_empty() {
            String::new()
        } else {
            format!("\n\nIt printed:\n\n  {}", text.replace('\n', "\n  "))
        }
    }
}

/// A process that runs. It is killed when this is dropped.
pub(crate) struct Process {
    child: AsyncMutex<Child>,
    ended: OnceCell<Option<String>>,
    stderr: AsyncMutex<Option<JoinHandle<()>>>,
    pub(crate) voice: Arc<Voice>,
}

/// What to start.
pub(crate) struct Start<'a> {
    pub(crate) addr: &'a ProviderAddr,
    pub(crate) program: &'a Path,
    /// Our own program, where the provider is started through it.
    pub(crate) guard: Option<&'a Path>,
    /// Our certificate as text, where TLS is used.
    pub(crate) certificate: Option<&'a str>,
    pub(crate) patience: Duration,
    pub(crate) logs: Arc<Logs>,
}

impl Process {
    /// Starts a program and waits until it is ready.
    pub(crate) async fn start(start: Start<'_>) -> Result<(Self, Handshake), PluginError> {
        let voice = Arc::new(Voice::new(start.addr, start.program, start.logs.clone()));
        let program: PathBuf = start.program.to_owned();
        let mut command = guard::command(&program, start.guard);
        command.stdin(Stdio::inherit()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        // Whatever another host left in our own environment must not reach the provider.
        command
            .env(COOKIE.0, COOKIE.1)
            .env("PLUGIN_PROTOCOL_VERSIONS", "5,6")
            .env("PLUGIN_MIN_PORT", "10000")
            .env("PLUGIN_MAX_PORT", "25000")
            .env_remove("PLUGIN_MULTIPLEX_GRPC")
            .env_remove("PLUGIN_UNIX_SOCKET_GROUP");
        match start.certificate {
            Some(pem) => command.env("PLUGIN_CLIENT_CERT", pem),
            None => command.env_remove("PLUGIN_CLIENT_CERT"),
        };
        let provider = Box::new(start.addr.clone());
        let mut child = command.spawn().map_err(|source| PluginError::Start {
            provider: provider.clone(),
            notes: examine::notes(&program),
            program: program.clone(),
            source,
        })?;
        voice.note("provider: process started", child.id());
        let stderr = child.stderr.take().expect("stderr is piped above");
        let said = tokio::spawn(listen(stderr, voice.clone()));
        let stdout = child.stdout.take().expect("stdout is piped above");
        let line = timeout(start.patience, first_line(stdout)).await;
        let Ok(line) = line else {
            let _ = child.kill().await;
            let seconds = start.patience.as_secs();
            return Err(PluginError::Silent { provider, seconds, said: voice.said() });
        };
        let Some((line, rest)) = line else {
            let status = match timeout(GRACE, child.wait()).await {
                Ok(Ok(status)) => status.to_string(),
                _ => "it closed its output".to_owned(),
            };
            let _ = child.start_kill();
            // What it said last may still be on its way.
            let _ = timeout(GRACE, said).await;
            let notes = examine::notes(&program);
            return Err(PluginError::Ended { provider, status, said: voice.said(), notes });
        };
        let handshake = match Handshake::parse(&line) {
            Ok(handshake) => handshake,
            Err(source) => {
                let _ = child.kill().await;
                let _ = timeout(SOON, said).await;
                let notes = examine::notes(&program);
                return Err(PluginError::Handshake { provider, source, said: voice.said(), notes });
            }
        };
        voice.kept().ready = true;
        // Somebody must read on, or a provider that prints would stand still.
        tokio::spawn(listen(rest, voice.clone()));
        let stderr = AsyncMutex::new(Some(said));
        Ok((Self { child: AsyncMutex::new(child), ended: OnceCell::new(), stderr, voice }, handshake))
    }

    /// What the provider said so far, to put behind an error.
    pub(crate) fn said(&self) -> String {
        self.voice.said()
    }

    /// Whether it ended by itself, and how. Asked after a call failed; all calls that fail then share the answer.
    pub(crate) async fn ended(&self) -> Option<String> {
        let find = || async {
            // A dead connection is often noticed before the death of the process is, and its last words even later.
            let status = timeout(SOON, async { self.child.lock().await.wait().await }).await;
            let status = status.ok()?.ok()?;
            if let Some(said) = self.stderr.lock().await.take() {
                let _ = timeout(SOON, said).await;
            }
            Some(status.to_string())
        };
        self.ended.get_or_init(find).await.clone()
    }

    /// Waits for it to end by itself after it was asked to, and kills it where it does not.
    pub(crate) async fn end(&self) {
        let mut child = self.child.lock().await;
        let pid = child.id();
        if timeout(GRACE, child.wait()).await.is_err() {
            let _ = child.kill().await;
        }
        self.voice.note("provider: process ended", pid);
    }
}

/// The first line and who reads on; nothing where there is none. What is longer than a line may be is cut.
async fn first_line(stdout: ChildStdout) -> Option<(String, BufReader<ChildStdout>)> {
    let mut reader = BufReader::new(stdout);
    let mut line = Vec::new();
    let mut limited = (&mut reader).take(MAX_LINE_BYTES as u64);
    limited.read_until(b'\n', &mut line).await.ok()?;
    (!line.is_empty()).then(|| (String::from_utf8_lossy(&line).into_owned(), reader))
}

/// Hands every line on until there are no more.
async fn listen(from: impl AsyncRead + Unpin, voice: Arc<Voice>) {
    let mut reader = BufReader::new(from);
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut limited = (&mut reader).take(MAX_LINE_BYTES as u64);
        match limited.read_until(b'\n', &mut line).await {
            Ok(0) | Err(_) => return,
            Ok(_) => voice.line(String::from_utf8_lossy(&line).trim_end()),
        }
    }
}
