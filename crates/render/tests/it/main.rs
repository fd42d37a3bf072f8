//! What is rendered against what terraform prints for the same plans and states. `tests/record.py` asks it again.

mod from_json;
mod recorded;
