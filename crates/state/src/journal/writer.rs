//! Appending to a journal without making anybody wait who does not want to.
//!
//! A thread of its own writes what has come together since its last write and makes that safe with one call:
//! the more is going on, the more records share the cost of a disk that takes milliseconds. Where the disk is faster
//! than that, a millisecond is waited for more of them.
//!
//! When a disk fills up, what is under way can still be noted: room for that is kept before it begins.

use std::fs::{self, File, OpenOptions};
use std::future::Future;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::task::{Context, Poll};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tokio::sync::oneshot;

use super::{Binding, JournalError, Moves, Outcome, contents, frame, room};
use crate::told_lists::ListTeller;

/// A journal that is being written. Dropped, it waits until all is safe and stays on the disk.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    jobs: Option<mpsc::Sender<Job>>,
    /// Says whether it made the file.
    thread: Option<JoinHandle<bool>>,
    lists: Mutex<ListTeller>,
    spare: Spare,
}

/// Buffers that were written and can be used again: given back by another thread, memory would stay unused for long.
type Spare = Arc<Mutex<Vec<Vec<u8>>>>;

/// Becomes ready when a record is safe on the disk, or cannot be. Need not be waited for.
#[derive(Debug)]
pub struct Durable(oneshot::Receiver<Result<(), JournalError>>);

#[derive(Debug)]
struct Job {
    bytes: Vec<u8>,
    /// Whether a journal is made for it if there is none yet.
    makes: bool,
    /// Whether it is the last one, so that no more room is needed.
    ends: bool,
    done: oneshot::Sender<Result<(), JournalError>>,
}

impl Journal {
    /// Begins a journal of what follows a state. The file is made with the first record, or to be prepared.
    pub fn begin(
        path: impl Into<PathBuf>,
        binding: &Binding,
        moves: &Moves<'_>,
    ) -> Result<Self, JournalError> {
        let path = path.into();
        let mut header = Vec::new();
        contents::push_header(&mut header, binding, moves);
        let (jobs, queue) = mpsc::channel();
        let (target, spare) = (path.clone(), Spare::default());
        let thread = thread::Builder::new()
            .name("journal".to_owned())
            .spawn({
                let spare = spare.clone();
                move || write_all(&target, &header, &queue, &spare)
            })
            .map_err(JournalError::io("written", &path))?;
        Ok(Self { path, jobs: Some(jobs), thread: Some(thread), lists: Mutex::default(), spare })
    }

    /// Makes the file and keeps room for the first outcomes, and waits until that is done: where it cannot be, nothing
    /// should be begun.
    pub fn prepare(&self) -> Result<(), JournalError> {
        self.send(Vec::new(), true, false).wait()
    }

    /// Appends an outcome. Does not wait: the answer does.
    pub fn append(&self, outcome: &Outcome<'_>) -> Durable {
        let mut bytes = lock(&self.spare).pop().unwrap_or_default();
        // Kept until it is sent: what is said of lists builds on what was written before.
        let mut lists = lock(&self.lists);
        outcome.push(&mut lists, &mut bytes);
        self.send(bytes, true, false)
    }

    /// Notes the hash of the state that all this is about to be part of, and waits until that is safe. Who
    /// finds the journal beside that state then knows that nothing is missing.
    pub fn seal(&self, hash: u128) -> Result<(), JournalError> {
        let mut bytes = Vec::new();
        frame::push(&mut bytes, frame::SEAL, contents::hex(hash).as_bytes());
        self.send(bytes, false, true).wait()
    }

    /// Where it is, or will be with its first record.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Ends the journal and deletes it: all of it is part of the state now. What another run has there stays.
    pub fn finish(mut self) -> Result<(), JournalError> {
        if self.stop() { remove(&self.path) } else { Ok(()) }
    }

    fn send(&self, bytes: Vec<u8>, makes: bool, ends: bool) -> Durable {
        let (done, answer) = oneshot::channel();
        if let Some(jobs) = &self.jobs {
            // If the thread is gone, so is the sender of the answer, which says so.
            let _ = jobs.send(Job { bytes, makes, ends, done });
        }
        Durable(answer)
    }

    /// Waits until all is written; says whether there is a file of this journal.
    fn stop(&mut self) -> bool {
        self.jobs = None;
        self.thread.take().is_some_and(|thread| thread.join().unwrap_or(false))
    }
}

fn lock<T>(shared: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Drop for Journal {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Durable {
    /// Waits for it. Not for use inside of a task.
    pub fn wait(self) -> Result<(), JournalError> {
        self.0.blocking_recv().unwrap_or_else(|_| Err(stopped()))
    }
}

impl Future for Durable {
    type Output = Result<(), JournalError>;

    fn poll(mut self: Pin<&mut Self>, ctx: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0).poll(ctx).map(|answer| answer.unwrap_or_else(|_| Err(stopped())))
    }
}

fn stopped() -> JournalError {
    JournalError::Io { what: "written", path: PathBuf::new(), message: "its thread has stopped".to_owned() }
}

/// Deletes a journal, if there is one.
pub(super) fn remove(path: &Path) -> Result<(), JournalError> {
    match fs::remove_file(path) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(JournalError::io("deleted", path)(error)),
    }
}

/// Outcomes that become safe together, and who waits for that.
#[derive(Default)]
struct Batch {
    /// What is not written yet.
    bytes: Vec<u8>,
    makes: bool,
    ends: bool,
    waiting: Vec<oneshot::Sender<Result<(), JournalError>>>,
}

impl Batch {
    /// As much as is written at once.
    const MOST: usize = 4 << 20;

    fn add(&mut self, job: Job, spare: &Spare) {
        /// As many as operations are mostly under way.
        const MOST_SPARE: usize = 32;
        let Job { mut bytes, makes, ends, done } = job;
        self.bytes.extend_from_slice(&bytes);
        self.makes |= makes;
        self.ends |= ends;
        self.waiting.push(done);
        let mut spare = lock(spare);
        if spare.len() < MOST_SPARE {
            bytes.clear();
            spare.push(bytes);
        }
    }

    /// Takes what has come.
    fn gather(&mut self, queue: &mpsc::Receiver<Job>, spare: &Spare) {
        while self.bytes.len() <= Self::MOST
            && let Ok(job) = queue.try_recv()
        {
            self.add(job, spare);
        }
    }
}

/// The file of a journal, which is made with the first record.
struct Output<'a> {
    path: &'a Path,
    header: &'a [u8],
    file: Option<File>,
    /// How long it is.
    length: u64,
    /// How long it can become without more room on the disk.
    room: u64,
    /// Whether its name is safe as well.
    is_named: bool,
}

impl Output<'_> {
    /// Writes what a batch has. It is not safe yet, but a killed program does not lose it.
    fn write(&mut self, batch: &mut Batch) -> io::Result<()> {
        if !batch.makes && self.file.is_none() {
            return Ok(());
        }
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                fs::create_dir_all(directory(self.path))?;
                // What another run left must not be continued by this one.
                let made = OpenOptions::new().append(true).create_new(true).mode(0o600).open(self.path)?;
                let file = none.insert(made);
                file.write_all(self.header)?;
                self.length = self.header.len() as u64;
                file
            }
        };
        file.write_all(&batch.bytes)?;
        self.length += batch.bytes.len() as u64;
        batch.bytes.clear();
        Ok(())
    }

    /// Keeps room for what is under way, or gives back what is left of it at the end.
    fn keep_room(&mut self, ends: bool) -> io::Result<()> {
        /// As much as the outcomes of a few dozen operations take.
        const ROOM: u64 = 256 << 10;
        let Some(file) = &self.file else { return Ok(()) };
        if ends {
            return file.set_len(self.length);
        }
        if self.room < self.length + ROOM / 2 {
            room::keep(file, self.length, ROOM)?;
            self.room = self.length + ROOM;
        }
        Ok(())
    }

    /// Makes all that was written safe.
    fn sync(&mut self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        if self.is_named {
            return file.sync_data();
        }
        file.sync_all()?;
        File::open(directory(self.path))?.sync_all()?;
        self.is_named = true;
        Ok(())
    }
}

fn directory(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes what comes until nothing can come any more.
fn write_all(path: &Path, header: &[u8], queue: &mpsc::Receiver<Job>, spare: &Spare) -> bool {
    /// How long others are waited for where there are others. Making a file safe costs as much for one outcome as for
    /// fifty, and whoever makes outcomes that fast goes on meanwhile.
    const PATIENCE: Duration = Duration::from_millis(1);
    let mut output = Output { path, header, file: None, length: 0, room: 0, is_named: false };
    let mut failed: Option<JournalError> = None;
    // What comes now is kept all the same; but whoever hears of it begins nothing new.
    let mut no_room: Option<JournalError> = None;
    let mut crowded = false;
    while let Ok(first) = queue.recv() {
        let mut batch = Batch::default();
        batch.add(first, spare);
        batch.gather(queue, spare);
        // After a failure the end of the file is unknown: what came after it could not be read again.
        if failed.is_none() {
            let mut keep = || {
                output.write(&mut batch)?;
                if crowded {
                    thread::sleep(PATIENCE);
                    batch.gather(queue, spare);
                    output.write(&mut batch)?;
                }
                if let Err(error) = output.keep_room(batch.ends) {
                    no_room.get_or_insert(JournalError::no_room(path, &error));
                }
                output.sync()
            };
            failed = keep().map_err(JournalError::io("written", path)).err();
        }
        crowded = batch.waiting.len() > 1;
        for done in batch.waiting {
            // Who does not wait any more is not told.
            let _ = done.send(failed.clone().or(no_room.clone()).map_or(Ok(()), Err));
        }
    }
    output.file.is_some()
}
