//! Room on the disk for what a file is going to hold.

use std::fs::File;
use std::io;

/// Keeps room after the end of a file, without making it longer. Where that is not possible for another reason than a
/// lack of room, nothing is kept.
#[cfg(target_os = "linux")]
pub(super) fn keep(file: &File, end: u64, room: u64) -> io::Result<()> {
    use nix::errno::Errno;
    use nix::fcntl::{FallocateFlags, fallocate};
    let (Ok(end), Ok(room)) = (i64::try_from(end), i64::try_from(room)) else { return Ok(()) };
    match fallocate(file, FallocateFlags::FALLOC_FL_KEEP_SIZE, end, room) {
        Err(error @ (Errno::ENOSPC | Errno::EDQUOT | Errno::EFBIG)) => Err(error.into()),
        _ => Ok(()),
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn keep(_: &File, _: u64, _: u64) -> io::Result<()> {
    Ok(())
}
