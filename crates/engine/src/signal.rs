//! Something that happens once and that many wait for, on one thread.

use std::cell::{Cell, RefCell};
use std::future::poll_fn;
use std::task::{Poll, Waker};

/// Whether something is over, and whether it went well.
#[derive(Debug, Default)]
pub(crate) struct Signal {
    over: Cell<Option<bool>>,
    waiting: RefCell<Vec<Waker>>,
}

impl Signal {
    /// Tells everybody that it is over.
    pub(crate) fn set(&self, ok: bool) {
        self.over.set(Some(ok));
        self.waiting.take().into_iter().for_each(Waker::wake);
    }

    /// Waits until it is over.
    pub(crate) async fn wait(&self) -> bool {
        poll_fn(|context| match self.over.get() {
            Some(ok) => Poll::Ready(ok),
            None => {
                self.waiting.borrow_mut().push(context.waker().clone());
                Poll::Pending
            }
        })
        .await
    }
}
