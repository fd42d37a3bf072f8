//! Tests of conversion and unification.
