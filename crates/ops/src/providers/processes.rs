//! Providers that are processes of their own: which program, started when, given to whom.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use addrs::Provider as ProviderAddr;
use diag::{Diagnostic, Diagnostics};
use futures_util::FutureExt;
use plugin::{
    Launch, Logs, Origin, Patience, PluginError, ProcessPool, Reattach, Running, SchemaCache, Seat, Starter,
};
use provider::Provider;
use schema::ProviderSchema;

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

/// Processes that are alive at the same time where nobody says how much runs in parallel.
const DEFAULT_LIMIT: usize = 10;

/// With fewer places than this, a configuration with a few providers would start them again and again.
const LEAST_LIMIT: usize = 4;

/// The processes of a run.
pub(super) struct Processes {
    programs: Programs,
    /// Made when there is a process.
    pool: OnceCell<ProcessPool>,
    /// Each provider that is known, for whatever needs no configuration.
    known: RefCell<BTreeMap<ProviderAddr, Arc<Seat>>>,
    /// How many processes may be alive, and what is done about failures.
    rules: RefCell<(usize, Patience)>,
}

impl Processes {
    pub(super) fn new(programs: Programs) -> Self {
        let rules = RefCell::new((DEFAULT_LIMIT, Patience::default()));
        Self { programs, pool: OnceCell::new(), known: RefCell::default(), rules }
    }

    /// Whether there is a program for a provider.
    pub(super) fn has(&self, provider: &ProviderAddr) -> bool {
        self.programs.programs.contains_key(provider)
    }

    /// Says how much runs in parallel, which is how many processes are alive at most, and what is done about failures.
    pub(super) fn prepare(&self, parallelism: usize, patience: Patience) {
        self.rules.replace((parallelism.max(LEAST_LIMIT), patience));
        if let Some(pool) = self.pool.get() {
            self.tell(pool);
        }
    }

    fn tell(&self, pool: &ProcessPool) {
        let (limit, patience) = &*self.rules.borrow();
        pool.set_limit(*limit);
        pool.set_patience(patience.clone());
    }

    fn pool(&self) -> Result<&ProcessPool, Box<Diagnostic>> {
        if let Some(pool) = self.pool.get() {
            return Ok(pool);
        }
        let pool = ProcessPool::new(DEFAULT_LIMIT).map_err(|error| {
            let detail = format!("The operating system refuses a thread for providers: {error}.");
            Box::new(Diagnostic::error("Cannot start providers", detail))
        })?;
        self.tell(&pool);
        Ok(self.pool.get_or_init(|| pool))
    }

    /// How to come by processes of a provider.
    fn origin(&self, addr: &ProviderAddr, program: &Program) -> Origin {
        let logs = self.programs.logs.clone();
        let launch = |executable: &PathBuf| Launch {
            tls: self.programs.tls,
            guard: self.programs.guard.clone(),
            ..Launch::new(addr.clone(), executable, logs.clone())
        };
        let launch = match program {
            Program::Package { executable, hash } => {
                let cache = self.programs.cache.clone().map(|cache| (cache, hash.clone()));
                Launch { cache, ..launch(executable) }
            }
            Program::Override(executable) => launch(executable),
            Program::Running(reattach) => {
                let (of, reattach) = (addr.clone(), reattach.clone());
                let start: Starter = Arc::new(move |_| {
                    let (addr, reattach, logs) = (of.clone(), reattach.clone(), logs.clone());
                    async move { Ok(plugin::attach(addr, &reattach, logs).await? as Arc<dyn Running>) }
                        .boxed()
                });
                return Origin { addr: addr.clone(), start, is_ours: false };
            }
        };
        let start: Starter = Arc::new(move |known| {
            let launch = Launch { known, ..launch.clone() };
            async move { Ok(plugin::start(launch).await? as Arc<dyn Running>) }.boxed()
        });
        Origin { addr: addr.clone(), start, is_ours: true }
    }

    /// Makes providers known that were not before, all at once. Those that nobody has are left out. Those that will be
    /// called soon are started meanwhile.
    pub(super) fn load(&self, needed: &BTreeSet<ProviderAddr>, soon: &BTreeSet<ProviderAddr>) -> Diagnostics {
        let mut diags = Diagnostics::new();
        let mut learning = Vec::new();
        for addr in needed {
            let Some(program) = self.programs.programs.get(addr) else { continue };
            if self.known.borrow().contains_key(addr) {
                continue;
            }
            let pool = match self.pool() {
                Ok(pool) => pool,
                Err(diagnostic) => {
                    diags.push(*diagnostic);
                    return diags;
                }
            };
            let origin = self.origin(addr, program);
            if let (Program::Package { hash, .. }, Some(cache)) = (program, &self.programs.cache)
                && let Some(schema) = cache.load(hash)
            {
                self.known.borrow_mut().insert(addr.clone(), Arc::new(pool.known(origin, schema)));
            } else {
                learning.push((addr, pool.learn(origin)));
            }
        }
        for provider in soon.iter().filter_map(|addr| self.any(addr)) {
            provider.prepare();
        }
        for (addr, learned) in learning {
            match futures_executor::block_on(learned) {
                Ok(provider) => drop(self.known.borrow_mut().insert(addr.clone(), Arc::new(provider))),
                Err(error) => diags.push(*failed(&error)),
            }
        }
        diags
    }

    /// What a provider offers, where it is known.
    pub(super) fn schema(&self, addr: &ProviderAddr) -> Option<Arc<ProviderSchema>> {
        self.any(addr).map(|provider| provider.offer().clone())
    }

    /// A provider that is known, for whatever needs no configuration.
    pub(super) fn any(&self, addr: &ProviderAddr) -> Option<Arc<Seat>> {
        self.known.borrow().get(addr).cloned()
    }

    /// A provider for one configuration, which has a process of its own when it is called.
    pub(super) async fn for_configuration(
        &self,
        addr: &ProviderAddr,
    ) -> Result<Arc<dyn Provider>, Box<Diagnostic>> {
        let pool = self.pool()?;
        let known = match self.any(addr) {
            Some(known) => known,
            None => {
                let Some(program) = self.programs.programs.get(addr) else { return Err(missing(addr)) };
                let learned = pool.learn(self.origin(addr, program)).await;
                let known = Arc::new(learned.map_err(|error| failed(&error))?);
                self.known.borrow_mut().entry(addr.clone()).or_insert(known).clone()
            }
        };
        Ok(Arc::new(pool.configuration(&known)))
    }

    /// Asks all processes to end what they are doing soon. Nobody waits for that.
    pub(super) fn stop(&self) {
        if let Some(pool) = self.pool.get() {
            pool.stop();
        }
    }

    /// Ends all processes.
    pub(super) fn shutdown(&self) {
        if let Some(pool) = self.pool.get() {
            futures_executor::block_on(pool.shutdown());
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
    Box::new(Diagnostic::error(error.summary(), error.to_string()))
}
