//! A journal that was left behind, and how it becomes part of a state.

use std::collections::BTreeMap;
use std::fmt;

use addrs::AbsResourceInstance;
use serde::{Deserialize, Serialize};

use super::record::{self, Recorded};
use super::{Binding, JournalError, Moves, frame};
use crate::compare::same_instance;
use crate::file::v4_read::Reader;
use crate::{InstanceState, State};

/// What a journal holds.
#[derive(Clone, Debug)]
pub struct JournalContents {
    /// The state that it continues.
    pub binding: Binding,
    /// Where instances were in that state, if they have another address in the run.
    moves: OwnMoves,
    /// The last outcome for each instance.
    outcomes: BTreeMap<AbsResourceInstance, Recorded>,
    /// The hashes of states that this was about to be part of.
    seals: Vec<u128>,
    /// Whether its last record is not whole: something was done of which it does not tell.
    pub torn: bool,
}

type OwnMoves = BTreeMap<AbsResourceInstance, AbsResourceInstance>;

/// The header as it is written.
#[derive(Serialize, Deserialize)]
struct Header {
    journal: u32,
    lineage: String,
    serial: u64,
    xxh3: String,
    /// Where instances are, and where they were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    moved: Vec<(String, String)>,
}

/// The version of the format.
const VERSION: u32 = 5;

/// The oldest version that is read: it had no moves, and is the same otherwise.
const OLDEST: u32 = 4;

/// What speaks against putting an outcome into a state that another program wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conflict {
    /// The run changed it, the state does not have it any more.
    Changed(AbsResourceInstance),
    /// The run made it, and it may have been in the state already: now it is not.
    Made(AbsResourceInstance),
    /// The run made or changed it, the state has another version of it.
    Different(AbsResourceInstance),
    /// The run changed it under a new address, the state has it under the old one.
    Moved {
        /// The old address.
        from: AbsResourceInstance,
        /// The new one.
        to: AbsResourceInstance,
    },
    /// The run removed it, the state has it still or again.
    Removed(AbsResourceInstance),
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Conflict::Changed(addr) => {
                write!(
                    f,
                    "{addr} was changed by the run that was cut short, but is not in the state any more"
                )
            }
            Conflict::Made(addr) => {
                write!(
                    f,
                    "{addr} was made by the run that was cut short at its very end, but is not in the state: it may have \
                     been there, and be gone for good"
                )
            }
            Conflict::Different(addr) => {
                write!(
                    f,
                    "{addr} was made or changed by the run that was cut short, but is different in the state"
                )
            }
            Conflict::Moved { from, to } => {
                write!(
                    f,
                    "{to} was {from} before, and was changed or destroyed by the run that was cut short, but the state \
                     still has it under its old address"
                )
            }
            Conflict::Removed(addr) => {
                write!(f, "{addr} was destroyed by the run that was cut short, but is in the state")
            }
        }
    }
}

/// The header as a record.
pub(super) fn push_header(out: &mut Vec<u8>, binding: &Binding, moves: &Moves<'_>) {
    let header = Header {
        journal: VERSION,
        lineage: binding.lineage.clone(),
        serial: binding.serial,
        xxh3: hex(binding.hash),
        moved: moves.iter().map(|(to, from)| (to.to_string(), from.to_string())).collect(),
    };
    frame::push(out, frame::HEADER, &serde_json::to_vec(&header).expect("texts and numbers become JSON"));
}

impl JournalContents {
    /// Reads a journal; nothing if it ends before its header does, so that it says nothing.
    pub fn read(bytes: &[u8]) -> Result<Option<Self>, JournalError> {
        let frame::Records { whole, torn } = frame::records(bytes)?;
        let Some(((first, header), rest)) = whole.split_first() else {
            // A header is safe before anything is done, so that one that is not whole tells of nothing. It is one line: where
            // more follows it is damaged.
            return match torn.first() {
                Some(&frame::HEADER) if torn.contains(&b'\n') => Err(JournalError::Damaged { at: 0 }),
                Some(&frame::HEADER) | None => Ok(None),
                Some(_) if torn.iter().all(|byte| *byte == 0) => Ok(None),
                Some(_) => Err(JournalError::Other),
            };
        };
        let (binding, moves) = read_header(*first, header).ok_or(JournalError::Version)?;
        let torn = !torn.is_empty();
        let mut found = Self { binding, moves, outcomes: BTreeMap::new(), seals: Vec::new(), torn };
        let mut reader = Reader::of_journal();
        for (kind, payload) in rest {
            if *kind == frame::SEAL {
                found.seals.push(unhex(payload).ok_or(JournalError::Version)?);
                continue;
            }
            let outcome = record::read(&mut reader, *kind, payload).ok_or(JournalError::Version)?;
            found.outcomes.insert(outcome.addr.clone(), outcome);
        }
        Ok(Some(found))
    }

    /// How many instances it tells of.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// Whether it tells of nothing.
    pub fn is_empty(&self) -> bool {
        self.outcomes.is_empty()
    }

    /// Whether all this is part of the state with this hash already.
    pub fn is_part_of(&self, hash: u128) -> bool {
        self.seals.contains(&hash)
    }

    /// Puts all outcomes into the state that the journal continues.
    pub fn fold(self, state: &mut State) {
        self.move_instances(state);
        self.put_all(state);
    }

    /// Gives the instances of the state that the journal continues the addresses that they have in the run.
    fn move_instances(&self, state: &mut State) {
        let mut taken = Vec::new();
        for (to, from) in &self.moves {
            let is_told = self.outcomes.contains_key(to);
            // One that is of another type now is as it was, unless an outcome tells what it is: only its provider can say.
            if !is_told && to.resource.resource.type_name != from.resource.resource.type_name {
                continue;
            }
            let instance = state.take_instance(from);
            taken.extend(instance.filter(|_| !is_told).map(|instance| (to, instance)));
        }
        // Only now, because one may go where another was.
        for (to, (provider, instance)) in taken {
            *state.instance_mut(to, &provider) = instance;
        }
    }

    fn put_all(self, state: &mut State) {
        self.outcomes.into_values().for_each(|outcome| put(state, outcome));
    }

    /// Puts all outcomes into a state that another program wrote, if nothing there speaks against any of them:
    /// otherwise the state stays as it is.
    pub fn merge(self, state: &mut State) -> Result<(), Vec<Conflict>> {
        let conflicts: Vec<Conflict> =
            self.outcomes.values().filter_map(|outcome| self.conflict(outcome, state)).collect();
        if conflicts.is_empty() {
            // Whatever has moved and is not told of is for the next run to move.
            self.put_all(state);
            return Ok(());
        }
        Err(conflicts)
    }

    /// What speaks against an outcome.
    fn conflict(&self, outcome: &Recorded, state: &State) -> Option<Conflict> {
        let there = state.instance(&outcome.addr);
        let from =
            self.moves.get(&outcome.addr).filter(|from| there.is_none() && state.instance(from).is_some());
        match from {
            Some(from) => Some(Conflict::Moved { from: from.clone(), to: outcome.addr.clone() }),
            None => conflict(outcome, there, !self.seals.is_empty()),
        }
    }
}

/// What speaks against an outcome. A run that had sealed its journal had written the state or was about to: who finds
/// another one cannot know whether what it does not have was ever there.
fn conflict(outcome: &Recorded, there: Option<&InstanceState>, sealed: bool) -> Option<Conflict> {
    let addr = || outcome.addr.clone();
    match (&outcome.instance, there) {
        (Some((_, instance)), Some(there)) => {
            (!same_instance(instance, there)).then(|| Conflict::Different(addr()))
        }
        (Some(_), None) if outcome.existed => Some(Conflict::Changed(addr())),
        (Some(_), None) => sealed.then(|| Conflict::Made(addr())),
        (None, Some(_)) => Some(Conflict::Removed(addr())),
        (None, None) => None,
    }
}

fn put(state: &mut State, outcome: Recorded) {
    match outcome.instance {
        Some((provider, instance)) => *state.instance_mut(&outcome.addr, &provider) = instance,
        None => state.remove_instance(&outcome.addr),
    }
}

fn read_header(kind: u8, payload: &[u8]) -> Option<(Binding, OwnMoves)> {
    let header: Header = serde_json::from_slice(payload).ok()?;
    let hash = unhex(header.xxh3.as_bytes())?;
    let known = kind == frame::HEADER && (OLDEST..=VERSION).contains(&header.journal);
    let address = |text: &str| AbsResourceInstance::parse(text).ok();
    let moves =
        header.moved.iter().map(|(to, from)| Some((address(to)?, address(from)?))).collect::<Option<_>>()?;
    known.then_some((Binding { lineage: header.lineage, serial: header.serial, hash }, moves))
}

/// A hash in hexadecimal digits.
pub(super) fn hex(hash: u128) -> String {
    format!("{hash:032x}")
}

fn unhex(digits: &[u8]) -> Option<u128> {
    let are_digits = digits.len() == 32 && digits.iter().all(u8::is_ascii_hexdigit);
    let digits = std::str::from_utf8(digits).ok().filter(|_| are_digits)?;
    u128::from_str_radix(digits, 16).ok()
}
