//! What a run has done so far, kept beside the state until it is part of it.
//!
//! Writing the whole state after each step would cost time that grows with the square of its size. So each
//! outcome is appended to a journal, and the state is written once, at the end. A run that was killed leaves the
//! journal behind; the next one reads it and puts the outcomes into the state.
//!
//! A journal says which state it continues, by lineage, serial and the XXH3 hash of its bytes: outcomes are never
//! put over what another program wrote in between, unless nothing there speaks against them.
//! A record is an instance with all its objects, as it is after the step; for one that is there again, the last
//! record counts. Records are by the addresses that instances have in the run, so the header says which of them have
//! moved. Each is framed with length and checksum, so that a half-written last one is noticed.

mod contents;
mod error;
mod frame;
mod record;
mod room;
#[cfg(test)]
mod tests;
mod writer;

pub use contents::{Conflict, JournalContents};
pub use error::JournalError;
pub use record::Outcome;
pub use writer::{Durable, Journal};

/// Where instances were in the state that a journal continues, if they have another address in the run.
pub type Moves<'a> =
    std::collections::BTreeMap<&'a addrs::AbsResourceInstance, &'a addrs::AbsResourceInstance>;

/// The state that a journal continues.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Binding {
    /// Its lineage; empty if nothing was stored yet.
    pub lineage: String,
    /// Its serial.
    pub serial: u64,
    /// The XXH3 hash of its bytes as they were stored.
    pub hash: u128,
}
