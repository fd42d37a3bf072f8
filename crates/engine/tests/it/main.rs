//! Lifecycles with the test provider: what only schemas richer than `terraform_data` can express. One module per
//! family of rules; each case is a configuration that is planned, applied, and planned again.

mod actions;
mod data;
mod deferral;
mod drift;
mod ephemeral;
mod failures;
mod final_plan;
mod identity;
mod ignore;
mod import;
mod kept;
mod many;
mod moved;
mod outcome;
mod proposed;
mod providers;
mod query;
mod replace;
mod secrets;
mod stage;
mod stored;
mod text;
mod validity;
