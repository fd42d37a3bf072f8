//! Files of a module folder to its declarations: what is written, before anything is evaluated.
//!
//! [`load_module`] reads one folder; every problem becomes a diagnostic and everything that could be
//! read is in the [`Module`]. What is only known while running (values, instances, schemas) is not here.

mod files;
mod load;
mod module;
mod variable;

pub use files::{ConfigFile, FileKind, list_files};
pub use load::{load_module, parse_file};
pub use module::{Declaration, Local, Module, Output, ResourceConfig};
pub use variable::Variable;
