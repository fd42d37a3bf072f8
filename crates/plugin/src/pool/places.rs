//! Which processes are alive, who uses them, and who makes room for whom.

use std::future::Future;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use addrs::Provider as ProviderAddr;
use provider::Provider;
use tokio::runtime::Handle;
use tokio::sync::{Mutex as AsyncMutex, Notify};
use tokio::task::{JoinError, JoinHandle};
use tokio::time::{Instant, sleep_until};

use super::{Origin, Running};
use crate::patience::Patience;

/// A process that was just called is often called again at once: so long it keeps its place when others need it.
/// Starting one takes about as much.
pub(super) const LINGER: Duration = Duration::from_millis(100);

/// The processes that are alive.
pub(super) struct Places {
    io: Handle,
    state: Mutex<State>,
    /// Who looks for room, one after the other in the order of their coming.
    turn: AsyncMutex<()>,
    /// Something became idle or ended.
    changed: Notify,
}

struct State {
    limit: usize,
    patience: Arc<Patience>,
    /// Whether the user asked for an end.
    is_stopping: bool,
    /// Starts that have room already, and processes that are being ended.
    reserved: usize,
    slots: Vec<Slot>,
    /// Counts seats and slots, so that each has its own number.
    last_number: u64,
    /// Processes that are being ended.
    ending: Vec<JoinHandle<()>>,
}

/// A process that is alive.
struct Slot {
    number: u64,
    addr: ProviderAddr,
    process: Arc<dyn Running>,
    /// The seat that it serves, where it serves one.
    seat: Option<u64>,
    /// Whether it was given the configuration of its seat, as far as that has one.
    is_ready: bool,
    is_ours: bool,
    calls: u32,
    /// What only those who called it can end.
    held: u32,
    idle_since: Instant,
    /// Its seat is gone: it ends with its last call.
    is_left: bool,
}

impl Slot {
    fn is_idle(&self) -> bool {
        self.calls == 0 && self.held == 0
    }
}

/// What somebody who needs room finds.
enum Room {
    Free,
    /// This process has to end first.
    After(Arc<dyn Running>),
    /// Nothing, before this time or before something changes.
    NotYet(Option<Instant>),
}

impl Places {
    pub(super) fn new(io: Handle, limit: usize) -> Self {
        let state = State {
            limit: limit.max(1),
            patience: Arc::default(),
            is_stopping: false,
            reserved: 0,
            slots: Vec::new(),
            last_number: 0,
            ending: Vec::new(),
        };
        Self { io, state: Mutex::new(state), turn: AsyncMutex::default(), changed: Notify::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Runs something on the runtime of the processes, until nobody waits for it any more.
    pub(super) fn spawn<T: Send + 'static>(&self, work: impl Future<Output = T> + Send + 'static) -> Task<T> {
        Task(self.io.spawn(work))
    }

    /// The same for what nobody waits for.
    pub(super) fn spawn_alone(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.io.spawn(work);
    }

    pub(super) fn set_limit(&self, limit: usize) {
        self.state().limit = limit.max(1);
        self.changed.notify_waiters();
    }

    pub(super) fn set_patience(&self, patience: Patience) {
        self.state().patience = Arc::new(patience);
    }

    pub(super) fn patience(&self) -> Arc<Patience> {
        self.state().patience.clone()
    }

    pub(super) fn next_seat(&self) -> u64 {
        self.state().next_number()
    }

    /// The process that serves a seat, or any of its provider for who needs no configuration.
    pub(super) fn ready(self: &Arc<Self>, addr: &ProviderAddr, seat: Option<u64>) -> Option<Lease> {
        let mut state = self.state();
        let serves = |slot: &&mut Slot| match seat {
            Some(_) => slot.seat == seat && slot.is_ready,
            None => slot.addr == *addr && !slot.is_left,
        };
        state.slots.iter_mut().find(serves).map(|slot| self.lease(slot))
    }

    /// A process for a seat that has none that is ready: one that no configuration has.
    pub(super) fn adopt(self: &Arc<Self>, addr: &ProviderAddr, seat: Option<u64>) -> Option<Lease> {
        let mut state = self.state();
        let own = state.slots.iter().position(|slot| seat.is_some() && slot.seat == seat);
        let is_spare = |slot: &Slot| slot.seat.is_none() && slot.addr == *addr && !slot.is_left;
        let spare = || state.slots.iter().position(is_spare);
        let found = own.or_else(spare)?;
        let slot = &mut state.slots[found];
        (slot.seat, slot.is_ready) = (seat, false);
        Some(self.lease(slot))
    }

    /// Remembers a process that was started.
    pub(super) fn add(
        self: &Arc<Self>,
        addr: &ProviderAddr,
        seat: Option<u64>,
        process: Arc<dyn Running>,
        place: Option<Place>,
    ) -> Lease {
        let mut state = self.state();
        let slot = Slot {
            number: state.next_number(),
            addr: addr.clone(),
            process,
            seat,
            is_ready: false,
            is_ours: place.is_some(),
            calls: 0,
            held: 0,
            idle_since: Instant::now(),
            is_left: false,
        };
        state.slots.push(slot);
        let last = state.slots.len() - 1;
        let lease = self.lease(&mut state.slots[last]);
        drop(state);
        drop(place);
        lease
    }

    fn lease(self: &Arc<Self>, slot: &mut Slot) -> Lease {
        slot.calls += 1;
        Lease { places: self.clone(), number: slot.number, process: slot.process.clone() }
    }

    /// Room for one more process, as soon as there is some. A process that is not ours needs none.
    pub(super) async fn room(self: &Arc<Self>, origin: &Origin) -> Option<Place> {
        if !origin.is_ours {
            return None;
        }
        let turn = self.turn.lock().await;
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            let found = self.state().find_room();
            let ending = match found {
                Room::Free => None,
                Room::After(process) => Some(process),
                Room::NotYet(None) => {
                    changed.await;
                    continue;
                }
                Room::NotYet(Some(time)) => {
                    tokio::select! {
                        () = changed => {}
                        () = sleep_until(time) => {}
                    }
                    continue;
                }
            };
            let place = Place { places: self.clone() };
            drop(turn);
            if let Some(process) = ending {
                process.end().await;
            }
            return Some(place);
        }
    }

    /// A seat is gone, and its process with it.
    pub(super) fn leave(self: &Arc<Self>, seat: u64) {
        let mut state = self.state();
        let Some(slot) = state.slots.iter_mut().find(|slot| slot.seat == Some(seat)) else { return };
        slot.held = 0;
        match slot.is_ours {
            true => slot.is_left = true,
            // The next configuration can have it.
            false => slot.seat = None,
        }
        self.end_left(&mut state);
    }

    fn end_left(self: &Arc<Self>, state: &mut State) {
        while let Some(done) = state.slots.iter().position(|slot| slot.is_left && slot.is_idle()) {
            let slot = state.slots.swap_remove(done);
            state.ending.retain(|end| !end.is_finished());
            state.reserved += 1;
            let place = Place { places: self.clone() };
            let end = async move {
                slot.process.end().await;
                drop(place);
            };
            state.ending.push(self.io.spawn(end));
        }
    }

    pub(super) fn stop(&self) {
        let mut state = self.state();
        state.is_stopping = true;
        for slot in &state.slots {
            let process = slot.process.clone();
            self.io.spawn(async move { process.provider().stop().await });
        }
        drop(state);
        self.changed.notify_waiters();
    }

    /// Ready when the user asked for an end.
    pub(super) async fn stopped(&self) {
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            if self.state().is_stopping {
                return;
            }
            changed.await;
        }
    }

    /// A process is of no use any more.
    pub(super) fn discard(self: &Arc<Self>, number: u64) {
        let mut state = self.state();
        let Some(slot) = state.slots.iter_mut().find(|slot| slot.number == number) else { return };
        (slot.seat, slot.held, slot.is_left) = (None, 0, true);
        self.end_left(&mut state);
    }

    pub(super) fn end_all(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut state = self.state();
        let mut ends = std::mem::take(&mut state.ending);
        for slot in std::mem::take(&mut state.slots) {
            ends.push(self.io.spawn(async move { slot.process.end().await }));
        }
        async move {
            for end in ends {
                // One whose end failed is killed when it is dropped.
                let _ = end.await;
            }
        }
    }
}

impl State {
    fn next_number(&mut self) -> u64 {
        self.last_number += 1;
        self.last_number
    }

    /// Takes room for a start where there is some.
    fn find_room(&mut self) -> Room {
        let ours = self.slots.iter().filter(|slot| slot.is_ours);
        let alive = ours.clone().count() + self.reserved;
        let held = ours.clone().filter(|slot| slot.held > 0).count();
        // Those that are held may wait for who needs room.
        if alive < self.limit.max(held + 1) {
            self.reserved += 1;
            return Room::Free;
        }
        let idle = ours.filter(|slot| slot.is_idle()).min_by_key(|slot| slot.idle_since);
        let Some(idle) = idle else { return Room::NotYet(None) };
        let (number, ripe) = (idle.number, idle.idle_since + LINGER);
        if ripe > Instant::now() {
            return Room::NotYet(Some(ripe));
        }
        let found = self.slots.iter().position(|slot| slot.number == number);
        match found.map(|index| self.slots.remove(index)) {
            Some(slot) => {
                self.reserved += 1;
                Room::After(slot.process)
            }
            None => Room::NotYet(None),
        }
    }
}

/// Room for a process that is being started.
pub(super) struct Place {
    places: Arc<Places>,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.state().reserved -= 1;
        self.places.changed.notify_waiters();
    }
}

/// A process that is called. It keeps its place meanwhile.
pub(super) struct Lease {
    places: Arc<Places>,
    number: u64,
    process: Arc<dyn Running>,
}

impl Lease {
    pub(super) fn process(&self) -> &dyn Provider {
        self.process.provider()
    }

    fn change(&self, change: impl FnOnce(&mut Slot)) {
        let mut state = self.places.state();
        state.slots.iter_mut().find(|slot| slot.number == self.number).map(change);
    }

    /// Which process it is.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// It has the configuration of its seat.
    pub(super) fn set_ready(&self) {
        self.change(|slot| slot.is_ready = true);
    }

    /// It must not end before somebody says so.
    pub(super) fn hold(&self) {
        self.change(|slot| slot.held += 1);
        // Who waits may get room beside those that are held.
        self.places.changed.notify_waiters();
    }

    /// It must not end while this is there.
    pub(super) fn held(&self) -> Held<'_> {
        self.hold();
        Held(self)
    }

    /// It may end as far as one who held it is concerned.
    pub(super) fn let_go(&self) {
        self.change(|slot| slot.held = slot.held.saturating_sub(1));
    }
}

/// A process that is held.
pub(super) struct Held<'l>(&'l Lease);

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.let_go();
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let mut state = self.places.state();
        if let Some(slot) = state.slots.iter_mut().find(|slot| slot.number == self.number) {
            slot.calls -= 1;
            slot.idle_since = Instant::now();
        }
        self.places.end_left(&mut state);
        drop(state);
        self.places.changed.notify_waiters();
    }
}

/// Work on the runtime of the processes, which is given up when nobody waits for it.
pub(super) struct Task<T>(JoinHandle<T>);

impl<T> Future for Task<T> {
    type Output = Result<T, JoinError>;

    fn poll(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Self::Output> {
        std::pin::Pin::new(&mut self.0).poll(context)
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}
