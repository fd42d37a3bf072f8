//! The thread that talks to processes, while another one computes.

use std::thread::JoinHandle;

use tokio::runtime::{Builder, Handle};
use tokio::sync::oneshot;

/// A thread with a runtime of its own.
pub(super) struct IoThread {
    handle: Handle,
    /// Ends it when it is dropped.
    end: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl IoThread {
    pub(super) fn start() -> std::io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let handle = runtime.handle().clone();
        let (end, ended) = oneshot::channel();
        let thread = std::thread::Builder::new().name("providers".to_owned()).spawn(move || {
            // Gone or told: both mean that nobody needs it any more.
            let _ = runtime.block_on(ended);
        })?;
        Ok(Self { handle, end: Some(end), thread: Some(thread) })
    }

    /// Where work for it is handed in.
    pub(super) fn handle(&self) -> &Handle {
        &self.handle
    }
}

impl Drop for IoThread {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
