//! Work that is under way, and the lines that tell, again and again, that it still is.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError, Weak};
use std::time::{Duration, Instant};

use addrs::AbsResourceInstance;
use plan::Action;
use render::progress::Step;

/// Work on an object, as it is told of.
pub(crate) struct Work {
    addr: AbsResourceInstance,
    deposed: Option<String>,
    action: Action,
    id: Option<(String, String)>,
}

impl Work {
    pub(crate) fn new(step: &Step<'_>) -> Self {
        Self {
            addr: step.addr.clone(),
            deposed: step.deposed.map(str::to_owned),
            action: step.action,
            id: step.id.map(|(name, id)| (name.to_owned(), id.to_owned())),
        }
    }

    /// The step that it is.
    pub(crate) fn step(&self) -> Step<'_> {
        Step {
            addr: &self.addr,
            deposed: self.deposed.as_deref(),
            action: self.action,
            id: self.id.as_ref().map(|(name, id)| (name.as_str(), id.as_str())),
        }
    }
}

/// What is told of work that takes a while.
type Tell = Box<dyn Fn(&Work, Duration) + Send + Sync>;

/// Everything that is under way, by what it is about.
pub(crate) struct UnderWay {
    shared: Arc<Shared>,
    watched: Once,
}

struct Shared {
    every: Duration,
    tell: Tell,
    running: Mutex<HashMap<String, Running>>,
}

struct Running {
    start: Instant,
    /// How often it was told of.
    told: u128,
    /// Nothing where nobody is told that it takes long.
    work: Option<Work>,
}

impl UnderWay {
    /// Tells of what is still under way each time so much time has gone by since it began.
    pub(crate) fn new(every: Duration, tell: Tell) -> Self {
        Self { shared: Arc::new(Shared { every, tell, running: Mutex::default() }), watched: Once::new() }
    }

    /// Something begins.
    pub(crate) fn begin(&self, subject: String, work: Option<Work>) {
        self.shared.running().insert(subject, Running { start: Instant::now(), told: 0, work });
        self.watched.call_once(|| {
            let shared = Arc::downgrade(&self.shared);
            // Without the thread the lines are missing, and nothing else.
            let _ = std::thread::Builder::new().name("still".to_owned()).spawn(move || watch(&shared));
        });
    }

    /// Something has ended; how long it took. It is not told of any more.
    pub(crate) fn end(&self, subject: &str) -> Duration {
        self.shared.running().remove(subject).map_or(Duration::ZERO, |running| running.start.elapsed())
    }
}

impl Shared {
    fn running(&self) -> MutexGuard<'_, HashMap<String, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells of what it is time for. Says how long it takes until the next time: what begins in between is not told of
    /// before that.
    fn tell_due(&self) -> Duration {
        let mut running = self.running();
        let mut due: Vec<&mut Running> = running.values_mut().collect();
        due.sort_by_key(|running| running.start);
        let mut next = self.every;
        for running in due {
            let elapsed = running.start.elapsed();
            let times = elapsed.as_nanos() / self.every.as_nanos().max(1);
            if times > running.told
                && let Some(work) = &running.work
            {
                (self.tell)(work, elapsed);
            }
            running.told = times;
            let into = elapsed.as_nanos() % self.every.as_nanos().max(1);
            next = next.min(self.every.saturating_sub(Duration::from_nanos(into as u64)));
        }
        next
    }
}

/// Looks after what is under way, for as long as anybody cares.
fn watch(shared: &Weak<Shared>) {
    while let Some(next) = shared.upgrade().map(|shared| shared.tell_due()) {
        std::thread::sleep(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_long_is_told_of_until_it_ends() {
        let told = Arc::new(Mutex::new(Vec::new()));
        let lines = Arc::clone(&told);
        let every = Duration::from_millis(200);
        let tell = move |work: &Work, elapsed: Duration| {
            lines.lock().unwrap().push((work.addr.to_string(), elapsed.as_millis() / 200));
        };
        let under_way = UnderWay::new(every, Box::new(tell));
        let addr = AbsResourceInstance::parse("a.b").unwrap();
        let step = Step { addr: &addr, deposed: None, action: Action::Create, id: None };
        under_way.begin("quiet".to_owned(), None);
        under_way.begin("a.b".to_owned(), Some(Work::new(&step)));
        let waited = Instant::now();
        while told.lock().unwrap().is_empty() && waited.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(Duration::from_millis(20));
        }
        assert!(under_way.end("a.b") >= every);
        assert_eq!(under_way.end("a.b"), Duration::ZERO);
        let times = told.lock().unwrap().len();
        std::thread::sleep(2 * every);
        // A busy machine may be late, but never tells twice of the same time.
        let told = told.lock().unwrap();
        assert_eq!(told.len(), times);
        assert!(!told.is_empty() && told.iter().all(|(subject, _)| subject == "a.b"), "{told:?}");
        assert!(told.windows(2).all(|pair| pair[0].1 < pair[1].1), "{told:?}");
    }
}
