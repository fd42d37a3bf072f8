//! The objects that there are, what happened to them, and what shall go wrong.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use smol_str::{SmolStr, format_smolstr};
use value::Value;

use crate::{Effect, Fault};

/// What a call was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names of the calls say it")]
pub enum Method {
    ValidateProvider,
    Configure,
    Validate,
    Upgrade,
    UpgradeIdentity,
    Read,
    Plan,
    Create,
    Update,
    Delete,
    Import,
    Move,
    ReadData,
    Open,
    Renew,
    Close,
    PlanAction,
    Invoke,
    Stop,
}

/// A call that was made.
#[derive(Clone, Debug)]
pub struct Call {
    /// What it was.
    pub method: Method,
    /// The type of the object; empty for calls about the provider.
    pub type_name: SmolStr,
    /// The attribute `name` of the object, or its id where it has no name.
    pub name: SmolStr,
    /// What there was before.
    pub prior: Option<Value>,
    /// What was proposed, planned or asked for.
    pub wanted: Option<Value>,
    /// What is written.
    pub config: Option<Value>,
    /// What the provider kept for itself.
    pub private: Vec<u8>,
    /// What the module says to the provider; null where it says nothing.
    pub meta: Option<Value>,
    /// What tells the object from others.
    pub identity: Option<Value>,
}

impl Call {
    /// A short form for comparison: `Create test_thing a`.
    pub fn brief(&self) -> String {
        let words = [format!("{:?}", self.method), self.type_name.to_string(), self.name.to_string()];
        words.iter().filter(|word| !word.is_empty()).cloned().collect::<Vec<_>>().join(" ")
    }
}

/// An object of the cloud.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its type.
    pub type_name: SmolStr,
    /// What it is.
    pub value: Value,
}

#[derive(Default)]
struct Inner {
    objects: BTreeMap<SmolStr, Object>,
    calls: Vec<Call>,
    faults: Vec<Fault>,
    next: u64,
    stopped: bool,
    /// How often those that hang were let go.
    released: u64,
    wakers: Vec<Waker>,
    open: BTreeMap<u64, SmolStr>,
    peak: usize,
    running: usize,
}

/// A small cloud in memory; clones are the same cloud.
#[derive(Clone, Default)]
pub struct Cloud {
    inner: Arc<Mutex<Inner>>,
}

impl Cloud {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        // A test that failed while it held the lock shall not hide its own message.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for something to go wrong from now on.
    pub fn fail(&self, fault: Fault) {
        self.lock().faults.push(fault);
    }

    /// Nothing goes wrong any more.
    pub fn heal(&self) {
        self.lock().faults.clear();
    }

    /// Every call so far.
    pub fn calls(&self) -> Vec<Call> {
        self.lock().calls.clone()
    }

    /// The calls of some kinds so far, in short form.
    pub fn brief(&self, methods: &[Method]) -> Vec<String> {
        let inner = self.lock();
        inner.calls.iter().filter(|call| methods.contains(&call.method)).map(Call::brief).collect()
    }

    /// Forgets the calls so far.
    pub fn forget_calls(&self) {
        self.lock().calls.clear();
    }

    /// The objects there are, by id.
    pub fn objects(&self) -> BTreeMap<SmolStr, Object> {
        self.lock().objects.clone()
    }

    /// The ids of the objects of that name, in order.
    pub fn ids_of(&self, name: &str) -> Vec<SmolStr> {
        let inner = self.lock();
        let is_it = |object: &Object| object.value.entry("name").and_then(Value::as_str) == Some(name);
        inner.objects.iter().filter(|(_, object)| is_it(object)).map(|(id, _)| id.clone()).collect()
    }

    /// An object.
    pub fn object(&self, id: &str) -> Option<Object> {
        self.lock().objects.get(id).cloned()
    }

    /// Puts an object there, behind the engine's back or as the result of a call.
    pub fn put(&self, id: &str, type_name: &str, value: Value) {
        self.lock().objects.insert(id.into(), Object { type_name: type_name.into(), value });
    }

    /// Changes an attribute of an object behind the engine's back; says whether there is one.
    pub fn edit(&self, id: &str, attribute: &str, value: Value) -> bool {
        let mut inner = self.lock();
        let Some(object) = inner.objects.get_mut(id) else { return false };
        let entries = object.value.as_entries().unwrap_or_default().iter().cloned();
        object.value = Value::object(entries.chain([(SmolStr::from(attribute), value)]));
        true
    }

    /// Takes an object away; says whether there was one.
    pub fn remove(&self, id: &str) -> bool {
        self.lock().objects.remove(id).is_some()
    }

    /// Lets calls that hang go on.
    pub fn release(&self) {
        let mut inner = self.lock();
        inner.released += 1;
        inner.wakers.drain(..).for_each(Waker::wake);
    }

    /// Whether the provider was asked to stop.
    pub fn is_stopped(&self) -> bool {
        self.lock().stopped
    }

    /// How many calls ran at once at most; only calls that hang take any time.
    pub fn most_at_once(&self) -> usize {
        self.lock().peak
    }

    /// The ephemeral resources that are open, by name.
    pub fn open_secrets(&self) -> Vec<SmolStr> {
        self.lock().open.values().cloned().collect()
    }

    pub(crate) fn record(&self, call: Call) {
        self.lock().calls.push(call);
    }

    pub(crate) fn stop(&self) {
        let mut inner = self.lock();
        inner.stopped = true;
        inner.wakers.drain(..).for_each(Waker::wake);
    }

    pub(crate) fn next_number(&self) -> u64 {
        let mut inner = self.lock();
        inner.next += 1;
        inner.next
    }

    pub(crate) fn new_id(&self, type_name: &str) -> SmolStr {
        format_smolstr!("{}-{}", type_name.trim_start_matches("test_"), self.next_number())
    }

    pub(crate) fn opened(&self, number: u64, name: &str) {
        self.lock().open.insert(number, name.into());
    }

    /// The name of what was opened under a number.
    pub(crate) fn name_of_open(&self, number: u64) -> SmolStr {
        self.lock().open.get(&number).cloned().unwrap_or_default()
    }

    pub(crate) fn closed(&self, number: u64) {
        self.lock().open.remove(&number);
    }

    /// What goes wrong with a call; each of the faults that fit counts down.
    pub(crate) fn effects(&self, method: Method, type_name: &str, name: &str) -> Vec<Effect> {
        let mut inner = self.lock();
        let mut effects = Vec::new();
        for fault in &mut inner.faults {
            let fits = fault.method == method
                && fault.type_name.as_ref().is_none_or(|wanted| wanted == type_name)
                && fault.name.as_ref().is_none_or(|wanted| wanted == name)
                && fault.times != Some(0);
            if fits && fault.skip > 0 {
                fault.skip -= 1;
            } else if fits {
                fault.times = fault.times.map(|times| times - 1);
                effects.push(fault.effect.clone());
            }
        }
        effects
    }

    /// Waits until the provider is stopped (false) or the cloud lets go (true).
    pub(crate) fn hang(&self) -> Hang {
        let mut inner = self.lock();
        inner.running += 1;
        inner.peak = inner.peak.max(inner.running);
        Hang { cloud: self.clone(), released: inner.released }
    }
}

pub(crate) struct Hang {
    cloud: Cloud,
    released: u64,
}

impl Future for Hang {
    type Output = bool;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<bool> {
        let mut inner = self.cloud.lock();
        if inner.released > self.released {
            return Poll::Ready(true);
        }
        if inner.stopped {
            return Poll::Ready(false);
        }
        inner.wakers.push(context.waker().clone());
        Poll::Pending
    }
}

impl Drop for Hang {
    fn drop(&mut self) {
        self.cloud.lock().running -= 1;
    }
}
