//! No provider outlives us, even when we are killed without a chance to tidy up. On Linux it is started through our own
//! program, which asks the kernel to end it together with its parent and then becomes the provider. Elsewhere a
//! killed host leaves its providers behind, as other hosts do everywhere.

use std::ffi::OsString;
use std::path::Path;

use tokio::process::Command;

/// The first argument that makes our program a provider's.
const ARGUMENT: &str = "__become-provider";

/// The command that starts a program, through ours where that is given and of use.
pub(crate) fn command(program: &Path, own: Option<&Path>) -> Command {
    match own {
        Some(own) if cfg!(target_os = "linux") => {
            let mut command = Command::new(own);
            command.arg(ARGUMENT).arg(std::process::id().to_string()).arg(program);
            command
        }
        _ => Command::new(program),
    }
}

/// Becomes a provider where the arguments (without the program's name) say so. `main` calls this before anything
/// else; it returns the exit code where that failed, and nothing where it was not asked for.
pub fn become_provider(args: impl IntoIterator<Item = OsString>) -> Option<u8> {
    let mut args = args.into_iter();
    if args.next()? != ARGUMENT {
        return None;
    }
    let parent = args.next().and_then(|parent| parent.to_str()?.parse().ok());
    match (parent, args.next()) {
        (Some(parent), Some(program)) => Some(replace(parent, &program)),
        _ => Some(2),
    }
}

#[cfg(target_os = "linux")]
#[allow(clippy::print_stderr, reason = "the parent reads it and tells it as its own error")]
fn replace(parent: i32, program: &OsString) -> u8 {
    use std::os::unix::process::CommandExt;
    if nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL).is_err()
        // It may have died before we asked.
        || nix::unistd::getppid().as_raw() != parent
    {
        return 2;
    }
    let error = std::process::Command::new(program).exec();
    eprintln!("{}: {error}", program.display());
    126
}

#[cfg(not(target_os = "linux"))]
fn replace(_parent: i32, _program: &OsString) -> u8 {
    2
}
