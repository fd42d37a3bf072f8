//! How deep values may nest, and how walks over them find the stack for it.

/// Values and types nested deeper than this are refused wherever one is read from bytes, because
/// every walk over them takes stack in proportion.
pub const MAX_NESTING: usize = 1000;

/// What one level of a walk may take at most, with room to spare.
const ROOM: usize = 64 << 10;

/// Runs one level of a recursive walk, on a new piece of stack if this one is nearly used up.
pub(crate) fn deep<T>(level: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(ROOM, 1 << 20, level)
}
