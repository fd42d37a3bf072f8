//! Ctrl-C and its like: the first asks a run to end well, the second to end now.

use std::cell::Cell;
use std::future::Future;

use futures_util::FutureExt;
use tokio::runtime::Runtime;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::{Notify, oneshot};

/// What is sent to a process whose file grows over its limit; the number is the same wherever it has one.
const TOO_LARGE: i32 = 25;

/// Runs something that waits for the user on a thread of its own; nothing when the user asks to end instead. The thread is
/// left behind then, for the process to end with it.
pub fn unless_interrupted<T: Send + 'static>(wait: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else {
        return Some(wait());
    };
    runtime.block_on(async {
        let (Ok(mut interrupt), Ok(mut terminate)) =
            (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
        else {
            return Some(wait());
        };
        let (done, answer) = oneshot::channel();
        // Whoever does not wait any more is not told.
        std::thread::spawn(move || drop(done.send(wait())));
        tokio::select! {
            biased;
            _ = interrupt.recv() => None,
            _ = terminate.recv() => None,
            answer = answer => answer.ok(),
        }
    })
}

/// Notices that the user asks to end, for what waits and looks from time to time.
#[derive(Debug)]
pub(crate) struct Listener {
    runtime: Runtime,
    interrupt: Signal,
    terminate: Signal,
}

impl Listener {
    /// Begins to listen; nothing where the operating system refuses that, so that a signal ends the process as ever.
    pub(crate) fn begin() -> Option<Self> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
        let entered = runtime.enter();
        let (interrupt, terminate) =
            (signal(SignalKind::interrupt()).ok()?, signal(SignalKind::terminate()).ok()?);
        drop(entered);
        Some(Self { runtime, interrupt, terminate })
    }

    /// Whether the user has asked since the last time.
    pub(crate) fn has_come(&mut self) -> bool {
        let (interrupt, terminate) = (&mut self.interrupt, &mut self.terminate);
        self.runtime.block_on(async {
            tokio::task::yield_now().await;
            interrupt.recv().now_or_never().or_else(|| terminate.recv().now_or_never()).is_some()
        })
    }
}

/// How often the user has asked a run to end.
#[derive(Debug, Default)]
pub struct Interrupts {
    count: Cell<u32>,
    came: Notify,
}

impl Interrupts {
    /// Whether nothing new shall begin.
    pub fn is_stopping(&self) -> bool {
        self.count.get() > 0
    }

    /// Ready when nothing new shall begin any more.
    pub async fn stopped(&self) {
        while !self.is_stopping() {
            self.came.notified().await;
        }
    }

    /// Runs something while signals are listened to. `told` is called for each with its number; after the second
    /// the work is left as it is, and nothing comes of it.
    pub async fn watch<T>(&self, work: impl Future<Output = T>, told: impl Fn(u32)) -> Option<T> {
        let (Ok(mut interrupt), Ok(mut terminate)) =
            (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
        else {
            return Some(work.await);
        };
        // A file that may not grow shall be an error that can be told of, and not the end.
        let _too_large = signal(SignalKind::from_raw(TOO_LARGE));
        tokio::pin!(work);
        let mut result = None;
        loop {
            if result.is_none() {
                tokio::select! {
                    biased;
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                    done = &mut work => {
                        result = Some(done);
                        continue;
                    }
                }
            } else {
                // Work that never waited gave nobody a chance to notice a signal.
                tokio::task::yield_now().await;
                let came = interrupt.recv().now_or_never().or_else(|| terminate.recv().now_or_never());
                if came.is_none() {
                    return result;
                }
            }
            self.count.set(self.count.get() + 1);
            told(self.count.get());
            self.came.notify_waiters();
            if self.count.get() > 1 {
                return None;
            }
        }
    }
}
