//! Provider processes: launched, shaken hands with, talked to and ended. Knows nothing of the engine.
//!
//! [`start`] runs a program and returns when it can be used; [`attach`] connects to one that runs already. What both
//! give is a [`RemoteProvider`], which is a [`provider::Provider`]. It belongs to one configuration; end it with
//! [`RemoteProvider::shutdown`]. One that is dropped is killed, so no error path leaves a process behind.
//!
//! What a provider offers can be large, so it is read lazily (see `schema::Catalog`), shared between processes of the
//! same program ([`Launch::known`]) and kept on disk ([`SchemaCache`]); with a cached schema no process is needed to
//! know it.
//!
//! Everything runs on the runtime of the caller; one thread is enough.

mod connect;
mod error;
mod examine;
mod guard;
mod handshake;
mod logs;
mod patience;
mod pool;
mod process;
mod reattach;
mod remote;
mod schema_cache;
mod status;
pub mod tls;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use addrs::Provider as ProviderAddr;
use schema::ProviderSchema;
use tokio::time::timeout;

pub use error::PluginError;
pub use guard::become_provider;
pub use handshake::{Address, Handshake, HandshakeError};
pub use logs::{Level, Logs, Record};
pub use patience::{Clock, Patience, RealClock};
pub use pool::{Origin, ProcessPool, Running, Seat, Starter};
pub use reattach::{Reattach, ReattachError};
pub use remote::RemoteProvider;
pub use schema_cache::SchemaCache;
pub use wire::Version;

use process::{Process, Start, Voice};
use remote::Life;

/// How long a provider may take until it is ready, as with other hosts.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program to start as a provider.
#[derive(Clone)]
pub struct Launch {
    /// Which provider it is.
    pub addr: ProviderAddr,
    /// The program.
    pub program: PathBuf,
    /// Our own program, whose `main` calls [`become_provider`] first: then the provider ends even if we are killed.
    pub guard: Option<PathBuf>,
    /// Whether the connection is protected; only `TF_DISABLE_PLUGIN_TLS` turns it off.
    pub tls: bool,
    /// Where its log lines go.
    pub logs: Arc<Logs>,
    /// How long it may take until it is ready.
    pub patience: Duration,
    /// What it offers, where that is known from another process of the same program or from the cache.
    pub known: Option<Arc<ProviderSchema>>,
    /// Where to keep what it offers, with the hash of its package. Never for a program that may change unseen.
    pub cache: Option<(SchemaCache, String)>,
}

impl Launch {
    /// A program to start, protected and without anything known about it.
    pub fn new(addr: ProviderAddr, program: impl Into<PathBuf>, logs: Arc<Logs>) -> Self {
        Self {
            addr,
            program: program.into(),
            guard: None,
            tls: true,
            logs,
            patience: PATIENCE,
            known: None,
            cache: None,
        }
    }
}

/// Starts a provider and waits until it can be used.
pub async fn start(launch: Launch) -> Result<Arc<RemoteProvider>, PluginError> {
    let Launch { addr, program, guard, tls, logs, patience, known, cache } = launch;
    let identity = match tls {
        true => Some(
            tls::Identity::of_this_run()
                .map_err(|why| PluginError::Identity { provider: Box::new(addr.clone()), why })?,
        ),
        false => None,
    };
    let certificate = identity.map(|identity| identity.pem.as_str());
    let guard = guard.as_deref();
    let start = Start { addr: &addr, program: &program, guard, certificate, patience, logs };
    let (process, handshake) = Process::start(start).await?;
    let unreachable = |why: String, process: &Process| PluginError::Connect {
        provider: Box::new(addr.clone()),
        why,
        said: process.said(),
    };
    let config = match (identity, handshake.certificate) {
        (None, _) => None,
        (Some(_), None) => return Err(PluginError::NoCertificate { provider: Box::new(addr) }),
        (Some(identity), Some(theirs)) => Some(
            tls::client_config(identity, theirs).map_err(|error| unreachable(error.to_string(), &process))?,
        ),
    };
    let grpc = match timeout(patience, connect::connect(handshake.address.clone(), config)).await {
        Ok(connected) => connected.map_err(|why| unreachable(why, &process))?,
        Err(_) => return Err(unreachable("it does not answer".to_owned(), &process)),
    };
    remote::listen(grpc.clone(), process.voice.clone());
    let life = Life::Started { process: Box::new(process), address: handshake.address };
    RemoteProvider::open(addr, handshake.version, grpc, life, known, cache).await.map(Arc::new)
}

/// Connects to a provider that runs already. It is not protected, and what it offers is never cached.
pub async fn attach(
    addr: ProviderAddr,
    reattach: &Reattach,
    logs: Arc<Logs>,
) -> Result<Arc<RemoteProvider>, PluginError> {
    let not_found = |why: String| PluginError::Reattach { provider: Box::new(addr.clone()), why };
    let grpc = match timeout(PATIENCE, connect::connect(reattach.address.clone(), None)).await {
        Ok(connected) => connected.map_err(not_found)?,
        Err(_) => return Err(not_found("no answer".to_owned())),
    };
    let voice = Arc::new(Voice::new(&addr, format!("terraform-provider-{}", addr.type_name).as_ref(), logs));
    remote::listen(grpc.clone(), voice);
    let life = Life::Attached { test: reattach.test };
    RemoteProvider::open(addr, reattach.version, grpc, life, None, None).await.map(Arc::new)
}
