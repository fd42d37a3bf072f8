//! Tests of the JSON forms.
