//! Ephemeral resources: opened when they are visited, renewed when it is time, and closed when nobody is left who
//! needs them, those that need others first.

use std::cell::{Cell, RefCell};
use std::convert::Infallible;
use std::future::Future;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use addrs::{AbsResourceInstance, ResourceMode};
use config::{Graph, Item};
use diag::{Diagnostics, SourceRange};
use futures_util::StreamExt;
use futures_util::future::join_all;
use futures_util::stream::FuturesUnordered;
use provider::{CloseEphemeralRequest, Private, Provider, RenewEphemeralRequest};
use tokio::sync::{Mutex, Notify};

use crate::providers::located;
use crate::setup::{EphemeralAction, Event};
use crate::walk::Walk;
use crate::world::Map;

/// Renewing begins so much before it is due, or a tenth of the time that is left when that is less.
const MARGIN: Duration = Duration::from_secs(10);

/// A provider whose clock is wrong is not asked more often than this.
const PAUSE: Duration = Duration::from_millis(100);

/// Whether there are ephemeral resources at all.
pub(crate) fn has_any(graph: &Graph) -> bool {
    (0..graph.len()).any(|node| match &graph.node(node).item {
        Item::Resource(resource) => resource.mode == ResourceMode::Ephemeral,
        _ => false,
    })
}

/// An instance that is open.
pub(crate) struct Opened {
    pub(crate) addr: AbsResourceInstance,
    pub(crate) provider: Arc<dyn Provider>,
    /// In seconds since 1970.
    pub(crate) renew_at: Option<u64>,
    /// What the provider needs to renew or close it; nothing once it is closed. Whoever holds it talks to the
    /// provider about this instance.
    private: Mutex<Option<Private>>,
    /// Where it is written.
    at: SourceRange,
}

impl Opened {
    pub(crate) fn new(
        addr: AbsResourceInstance,
        provider: Arc<dyn Provider>,
        private: Private,
        renew_at: Option<u64>,
        at: SourceRange,
    ) -> Self {
        Self { addr, provider, renew_at, private: Mutex::new(Some(private)), at }
    }
}

/// What is open, and who still needs it. A declaration is settled when it was visited and all that need it are
/// settled: then nothing will ask for its value any more.
#[derive(Default)]
pub(crate) struct Ephemerals {
    /// For each declaration how many of those that need it are not settled; empty where nothing is ephemeral.
    waits: RefCell<Vec<u32>>,
    visited: RefCell<Vec<bool>>,
    settled: RefCell<Vec<bool>>,
    /// Whether configurations of providers are used no more.
    providers_done: Cell<bool>,
    open: RefCell<Map<usize, Vec<Rc<Opened>>>>,
    /// Those that nobody watches yet to renew them.
    fresh: RefCell<Vec<(usize, Rc<Opened>)>>,
    arrived: Notify,
}

impl Ephemerals {
    pub(crate) fn new(graph: &Graph) -> Self {
        if !has_any(graph) {
            return Self::default();
        }
        let mut waits = vec![0; graph.len()];
        for node in 0..graph.len() {
            graph.dependencies(node).iter().for_each(|needed| waits[*needed] += 1);
        }
        Self {
            waits: RefCell::new(waits),
            visited: RefCell::new(vec![false; graph.len()]),
            settled: RefCell::new(vec![false; graph.len()]),
            ..Self::default()
        }
    }

    /// An instance was opened.
    pub(crate) fn add(&self, node: usize, opened: Opened) {
        let opened = Rc::new(opened);
        self.open.borrow_mut().entry(node).or_default().push(opened.clone());
        if opened.renew_at.is_some() {
            self.fresh.borrow_mut().push((node, opened));
            self.arrived.notify_one();
        }
    }

    /// A declaration was visited or left out: what can be closed now.
    pub(crate) fn visited(&self, graph: &Graph, node: usize) -> Vec<usize> {
        match self.visited.borrow_mut().get_mut(node) {
            Some(visited) => *visited = true,
            None => return Vec::new(),
        }
        self.settle(graph, vec![node])
    }

    /// Nothing is asked of providers any more but to close: what can be closed now.
    pub(crate) fn over(&self, graph: &Graph) -> Vec<usize> {
        if self.waits.borrow().is_empty() {
            return Vec::new();
        }
        self.providers_done.set(true);
        let is_provider = |node: &usize| matches!(graph.node(*node).item, Item::Provider(_));
        self.settle(graph, (0..graph.len()).filter(is_provider).collect())
    }

    fn settle(&self, graph: &Graph, mut work: Vec<usize>) -> Vec<usize> {
        let mut closing = Vec::new();
        let (mut waits, visited) = (self.waits.borrow_mut(), self.visited.borrow());
        let mut settled = self.settled.borrow_mut();
        let open = self.open.borrow();
        while let Some(node) = work.pop() {
            let in_use = matches!(graph.node(node).item, Item::Provider(_)) && !self.providers_done.get();
            if settled[node] || !visited[node] || waits[node] > 0 || in_use {
                continue;
            }
            if open.contains_key(&node) {
                closing.push(node);
                continue;
            }
            settled[node] = true;
            for needed in graph.dependencies(node) {
                waits[*needed] -= 1;
                work.push(*needed);
            }
        }
        closing.sort_unstable();
        closing.dedup();
        closing
    }

    /// Closes the instances of a declaration: what can be closed next.
    pub(crate) async fn close(&self, walk: &Walk<'_>, node: usize) -> Vec<usize> {
        let open = self.open.borrow().get(&node).cloned().unwrap_or_default();
        join_all(open.iter().map(|opened| close(walk, node, opened))).await;
        self.open.borrow_mut().remove(&node);
        self.settle(walk.setup.graph, vec![node])
    }

    /// Does some work while what is open is renewed whenever it is time.
    pub(crate) async fn kept_during<T>(&self, walk: &Walk<'_>, work: impl Future<Output = T>) -> T {
        if self.waits.borrow().is_empty() {
            return work.await;
        }
        tokio::select! {
            biased;
            done = work => done,
            never = self.keep(walk) => match never {},
        }
    }

    async fn keep(&self, walk: &Walk<'_>) -> Infallible {
        let mut renewals = FuturesUnordered::new();
        loop {
            renewals.extend(self.fresh.take().into_iter().map(|(node, opened)| renew(walk, node, opened)));
            tokio::select! {
                () = self.arrived.notified() => {}
                Some(()) = renewals.next(), if !renewals.is_empty() => {}
            }
        }
    }
}

async fn close(walk: &Walk<'_>, node: usize, opened: &Opened) {
    let Some(private) = opened.private.lock().await.take() else { return };
    let addr = &opened.addr;
    walk.setup.events.tell(Event::EphemeralStart { addr, action: EphemeralAction::Close });
    let request = CloseEphemeralRequest { type_name: addr.resource.resource.type_name.clone(), private };
    let found = opened.provider.close_ephemeral(request).await;
    let address = addr.to_string();
    let mut diags = Diagnostics::new();
    diags.extend(found.into_iter().map(|found| located(found, None, &address).at(opened.at.clone())));
    let action = EphemeralAction::Close;
    walk.setup.events.tell(match diags.has_errors() {
        true => Event::EphemeralFailed { addr, action },
        false => Event::EphemeralDone { addr, action },
    });
    walk.report(node, diags);
}

/// Renews an instance again and again until it is closed, needs it no more, or cannot be renewed.
async fn renew(walk: &Walk<'_>, node: usize, opened: Rc<Opened>) {
    let mut due = opened.renew_at;
    while let Some(at) = due {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let left = Duration::from_secs(at).saturating_sub(now);
        tokio::time::sleep((left - MARGIN.min(left / 10)).max(PAUSE)).await;
        let mut private = opened.private.lock().await;
        let Some(known) = private.clone() else { return };
        let addr = &opened.addr;
        walk.setup.events.tell(Event::EphemeralStart { addr, action: EphemeralAction::Renew });
        let type_name = addr.resource.resource.type_name.clone();
        let response =
            opened.provider.renew_ephemeral(RenewEphemeralRequest { type_name, private: known }).await;
        let failed = provider::has_errors(&response.diags);
        let address = addr.to_string();
        let mut diags = Diagnostics::new();
        let place = |found| located(found, None, &address).at(opened.at.clone());
        diags.extend(response.diags.into_iter().map(place));
        walk.report(node, diags);
        if failed {
            walk.setup.events.tell(Event::EphemeralFailed { addr, action: EphemeralAction::Renew });
            return;
        }
        *private = Some(response.private);
        walk.setup.events.tell(Event::EphemeralDone { addr, action: EphemeralAction::Renew });
        due = response.renew_at;
    }
}
