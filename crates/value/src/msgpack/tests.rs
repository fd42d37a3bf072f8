//! Tests of the MessagePack form.
