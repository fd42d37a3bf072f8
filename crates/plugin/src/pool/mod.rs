//! The processes of a run: one for each configuration of a provider, started when it is first called, and never more
//! alive than a limit.
//!
//! A [`Seat`] is a provider with one configuration, whether a process serves it at the moment or not. Whoever calls
//! it gets a lease of its process; where it has none, a process is started and configured as the one before was. When
//! there are as many as the limit allows, the one that was idle for the longest makes room; where all are busy, one
//! waits. That nobody waits for ever has two reasons: calls run on the runtime of the processes, so that they end
//! whatever their callers wait for; and what only its caller can end (an ephemeral resource that is open, a stream
//! that is read) never keeps the last place from who waits.

mod io_thread;
mod places;
mod seat;
#[cfg(test)]
mod tests;

use std::future::Future;
use std::sync::Arc;

use addrs::Provider as ProviderAddr;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use provider::Provider;
use schema::ProviderSchema;

use crate::{Patience, PluginError, RemoteProvider};
use io_thread::IoThread;
use places::Places;
pub use seat::Seat;

/// A provider that runs and can be ended.
pub trait Running: Send + Sync {
    /// The provider, to be called.
    fn provider(&self) -> &dyn Provider;

    /// What it offers, to be given to the next process of the same program.
    fn offer(&self) -> Arc<ProviderSchema>;

    /// Ends it.
    fn end(&self) -> BoxFuture<'_, ()>;
}

impl Running for RemoteProvider {
    fn provider(&self) -> &dyn Provider {
        self
    }

    fn offer(&self) -> Arc<ProviderSchema> {
        self.shared_schema().clone()
    }

    fn end(&self) -> BoxFuture<'_, ()> {
        self.shutdown().boxed()
    }
}

/// How a process of a provider is started, with what it offers where that is known.
pub type Starter = Arc<
    dyn Fn(Option<Arc<ProviderSchema>>) -> BoxFuture<'static, Result<Arc<dyn Running>, PluginError>>
        + Send
        + Sync,
>;

/// A provider whose processes can be had.
#[derive(Clone)]
pub struct Origin {
    /// Which provider.
    pub addr: ProviderAddr,
    /// How one more process is started.
    pub start: Starter,
    /// Whether the processes are ours. Others are never ended to make room, and need none.
    pub is_ours: bool,
}

/// The processes of a run.
pub struct ProcessPool {
    places: Arc<Places>,
    /// Ends after everything else.
    _io: IoThread,
}

impl ProcessPool {
    /// A pool with room for so many, which are talked to on a thread of its own.
    pub fn new(limit: usize) -> std::io::Result<Self> {
        let io = IoThread::start()?;
        Ok(Self { places: Arc::new(Places::new(io.handle().clone(), limit)), _io: io })
    }

    /// From now on there is room for so many. Those that are alive stay until somebody else needs their place.
    pub fn set_limit(&self, limit: usize) {
        self.places.set_limit(limit);
    }

    /// From now on this is done about calls that fail.
    pub fn set_patience(&self, patience: Patience) {
        self.places.set_patience(patience);
    }

    /// A provider of which it is known what it offers, for whatever needs no configuration. Nothing is started.
    pub fn known(&self, origin: Origin, schema: Arc<ProviderSchema>) -> Seat {
        Seat::without_configuration(self.places.clone(), origin, schema)
    }

    /// Starts a process to find out what a provider offers. A configuration can have the process afterwards.
    pub fn learn(&self, origin: Origin) -> impl Future<Output = Result<Seat, PluginError>> + Send + use<> {
        let places = self.places.clone();
        let started = places.clone().spawn(async move {
            let place = places.room(&origin).await;
            let process = (origin.start)(None).await?;
            let schema = process.offer();
            places.add(&origin.addr, None, process, place).set_ready();
            Ok(Seat::without_configuration(places.clone(), origin, schema))
        });
        async move { started.await.unwrap_or_else(|_| Err(PluginError::GivenUp)) }
    }

    /// A provider for one configuration. Nothing is started; when it is dropped its process is ended.
    pub fn configuration(&self, provider: &Seat) -> Seat {
        provider.for_configuration(self.places.next_seat())
    }

    /// Asks all processes to end what they are doing soon. Nobody waits for that.
    pub fn stop(&self) {
        self.places.stop();
    }

    /// Ends all processes; ready when they are gone.
    pub fn shutdown(&self) -> impl Future<Output = ()> + Send + use<> {
        self.places.end_all()
    }
}
