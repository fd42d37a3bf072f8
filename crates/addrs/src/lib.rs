//! Addresses of everything nameable.
