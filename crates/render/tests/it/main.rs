//! What is rendered against what terraform prints for the same plans and states. `tests/record.py` asks it again.

#![allow(clippy::unwrap_used)]

mod actions;
mod empty_text;
mod from_json;
mod lines;
mod recorded;
mod schemas;
mod speed;
