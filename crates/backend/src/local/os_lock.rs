//! The operating system's lock on a file: the one that Terraform takes, so that the tools exclude each other.
//!
//! Terraform takes a POSIX record lock on the whole file. Such a lock belongs to a process and is lost when the
//! process closes *any* handle of the file, even one that only read it. Linux has the same lock bound to one open
//! file instead; the two exclude each other, so that one is taken where it exists.

use std::fs::File;
use std::io;
use std::os::fd::AsFd;

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, fcntl};
use nix::libc;

/// Tries to lock a file that is open for writing; says whether that worked. It is unlocked by closing it.
pub(super) fn try_lock(file: &File) -> io::Result<bool> {
    let whole = libc::flock {
        l_type: libc::F_WRLCK as libc::c_short,
        l_whence: libc::SEEK_SET as libc::c_short,
        l_start: 0,
        l_len: 0,
        l_pid: 0,
    };
    #[cfg(target_os = "linux")]
    let request = FcntlArg::F_OFD_SETLK(&whole);
    #[cfg(not(target_os = "linux"))]
    let request = FcntlArg::F_SETLK(&whole);
    match fcntl(file.as_fd(), request) {
        Ok(_) => Ok(true),
        Err(Errno::EAGAIN | Errno::EACCES) => Ok(false),
        Err(error) => Err(error.into()),
    }
}
