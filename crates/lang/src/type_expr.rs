//! Type constraints as written.
