//! Placeholder to be written.
