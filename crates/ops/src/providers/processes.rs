//! Providers that are processes of their own: which program, started when, given to whom.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;

use addrs::Provider as ProviderAddr;
use diag::{Diagnostic, Diagnostics};
use plugin::{Launch, Logs, PluginError, Reattach, RemoteProvider, SchemaCache};
use provider::Provider;
use schema::ProviderSchema;
use tokio::runtime::Handle;

use super::io_thread::IoThread;

/// How to come by a provider.
#[derive(Clone, Debug)]
pub enum Program {
    /// An executable that was installed.
    Package {
        /// Where it is.
        executable: PathBuf,
        /// The checksum of its package.
        hash: String,
    },
    /// An executable that its developer is working on.
    Override(PathBuf),
    /// It runs already.
    Running(Reattach),
}

/// Which programs there are, and how they are run.
#[derive(Clone)]
pub struct Programs {
    /// How to come by each provider.
    pub programs: BTreeMap<ProviderAddr, Program>,
    /// Where their log lines go.
    pub logs: Arc<Logs>,
    /// Whether connections are protected.
    pub tls: bool,
    /// Our own program, which sees to it that no process outlives this one.
    pub guard: Option<PathBuf>,
    /// Where to keep what installed providers offer.
    pub cache: Option<SchemaCache>,
}

impl Default for Programs {
    fn default() -> Self {
        Self { programs: BTreeMap::new(), logs: Arc::new(Logs::off()), tls: true, guard: None, cache: None }
    }
}

/// What is needed of providers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// What they offer, which a cache may know.
    Schemas,
    /// They themselves.
    Processes,
}

/// The processes of a run.
pub(super) struct Processes {
    programs: Programs,
    /// Talks to processes; made when there is one.
    io: OnceCell<IoThread>,
    known: RefCell<BTreeMap<ProviderAddr, Known>>,
    /// Every process there is.
    all: RefCell<Vec<Arc<RemoteProvider>>>,
}

/// What is known of a provider.
struct Known {
    schema: Arc<ProviderSchema>,
    /// The first process, which checks what is written and then serves the first configuration.
    first: Option<Arc<RemoteProvider>>,
    /// Whether a configuration has it.
    is_taken: bool,
}

type Started = Result<Arc<RemoteProvider>, Box<Diagnostic>>;

impl Processes {
    pub(super) fn new(programs: Programs) -> Self {
        Self { programs, io: OnceCell::new(), known: RefCell::default(), all: RefCell::default() }
    }

    fn io(&self) -> Result<&Handle, Box<Diagnostic>> {
        if let Some(io) = self.io.get() {
            return Ok(io.handle());
        }
        let made = IoThread::start().map_err(|error| {
            let detail = format!("The operating system refuses a thread for providers: {error}.");
            Box::new(Diagnostic::error("Cannot start providers", detail))
        })?;
        Ok(self.io.get_or_init(|| made).handle())
    }

    /// Starts a process, on the thread for processes.
    fn start(&self, addr: &ProviderAddr) -> Result<impl Future<Output = Started> + use<>, Box<Diagnostic>> {
        let Some(program) = self.programs.programs.get(addr).cloned() else { return Err(missing(addr)) };
        let known = self.known.borrow().get(addr).map(|known| known.schema.clone());
        let logs = self.programs.logs.clone();
        let launch = |executable| Launch {
            tls: self.programs.tls,
            guard: self.programs.guard.clone(),
            known,
            ..Launch::new(addr.clone(), executable, logs.clone())
        };
        let task = match program {
            Program::Package { executable, hash } => {
                let cache = self.programs.cache.clone().map(|cache| (cache, hash));
                self.io()?.spawn(plugin::start(Launch { cache, ..launch(executable) }))
            }
            Program::Override(executable) => self.io()?.spawn(plugin::start(launch(executable))),
            Program::Running(reattach) => {
                let (addr, logs) = (addr.clone(), logs.clone());
                self.io()?.spawn(async move { plugin::attach(addr, &reattach, logs).await })
            }
        };
        let addr = addr.clone();
        Ok(async move {
            match task.await {
                Ok(Ok(process)) => Ok(process),
                Ok(Err(error)) => Err(failed(&error)),
                Err(_) => {
                    let detail = format!("The start of the provider {addr} was given up.");
                    Err(Box::new(Diagnostic::error("Failed to load plugin schemas", detail)))
                }
            }
        })
    }

    /// Makes providers known that were not before, all at once. Those that nobody has are left out.
    pub(super) fn load(&self, needed: &BTreeSet<ProviderAddr>, need: Need) -> Diagnostics {
        let mut diags = Diagnostics::new();
        let mut starting = Vec::new();
        for addr in needed {
            let Some(program) = self.programs.programs.get(addr) else { continue };
            if let (Program::Package { hash, .. }, Some(cache)) = (program, &self.programs.cache)
                && !self.known.borrow().contains_key(addr)
                && let Some(schema) = cache.load(hash)
            {
                let known = Known { schema, first: None, is_taken: false };
                self.known.borrow_mut().insert(addr.clone(), known);
            }
            let has_enough = self
                .known
                .borrow()
                .get(addr)
                .is_some_and(|known| known.first.is_some() || need == Need::Schemas);
            if has_enough {
                continue;
            }
            match self.start(addr) {
                Ok(start) => starting.push((addr.clone(), start)),
                Err(diagnostic) => diags.push(*diagnostic),
            }
        }
        for (addr, start) in starting {
            match futures_executor::block_on(start) {
                Ok(process) => self.remember(addr, process, false),
                Err(diagnostic) => diags.push(*diagnostic),
            }
        }
        diags
    }

    fn remember(&self, addr: ProviderAddr, process: Arc<RemoteProvider>, is_taken: bool) {
        self.all.borrow_mut().push(process.clone());
        let mut all = self.known.borrow_mut();
        let known = all.entry(addr).or_insert_with(|| Known {
            schema: process.shared_schema().clone(),
            first: None,
            is_taken: false,
        });
        if known.first.is_none() {
            (known.first, known.is_taken) = (Some(process), is_taken);
        }
    }

    /// What a provider offers, where it is known.
    pub(super) fn schema(&self, addr: &ProviderAddr) -> Option<Arc<ProviderSchema>> {
        self.known.borrow().get(addr).map(|known| known.schema.clone())
    }

    /// A process of a provider that is known, for whatever needs no configuration. Waits for its start.
    pub(super) fn any(&self, addr: &ProviderAddr) -> Option<Result<Arc<RemoteProvider>, Box<Diagnostic>>> {
        let first = self.known.borrow().get(addr)?.first.clone();
        if let Some(process) = first {
            return Some(Ok(process));
        }
        let started = self.start(addr).and_then(futures_executor::block_on);
        Some(started.inspect(|process| self.remember(addr.clone(), process.clone(), false)))
    }

    /// A process for a configuration of a provider, which has no other.
    pub(super) async fn for_configuration(
        &self,
        addr: &ProviderAddr,
    ) -> Result<Arc<dyn Provider>, Box<Diagnostic>> {
        if let Some(known) = self.known.borrow_mut().get_mut(addr)
            && let Some(first) = known.first.as_ref().filter(|_| !known.is_taken)
        {
            known.is_taken = true;
            return Ok(first.clone());
        }
        let process = self.start(addr)?.await?;
        self.remember(addr.clone(), process.clone(), true);
        Ok(process)
    }

    /// Asks all processes to end what they are doing soon. Nobody waits for that.
    pub(super) fn stop(&self) {
        let Some(io) = self.io.get() else { return };
        for process in self.all.borrow().iter() {
            let process = process.clone();
            io.handle().spawn(async move { process.stop().await });
        }
    }

    /// Ends all processes.
    pub(super) fn shutdown(&self) {
        let Some(io) = self.io.get() else { return };
        self.known.borrow_mut().clear();
        let processes: Vec<_> = self.all.borrow_mut().drain(..).collect();
        let ends: Vec<_> = processes
            .into_iter()
            .map(|process| io.handle().spawn(async move { process.shutdown().await }))
            .collect();
        for end in ends {
            // One whose end failed is killed when it is dropped.
            let _ = futures_executor::block_on(end);
        }
    }
}

impl Drop for Processes {
    fn drop(&mut self) {
        self.shutdown();
    }
}

fn missing(addr: &ProviderAddr) -> Box<Diagnostic> {
    let detail = format!(
        "This configuration needs the provider {addr}, which is not available. You may be able to install it by running:\n    \
         cairn init"
    );
    Box::new(Diagnostic::error("Missing required provider", detail))
}

fn failed(error: &PluginError) -> Box<Diagnostic> {
    Box::new(Diagnostic::error("Failed to load plugin schemas", error.to_string()))
}
