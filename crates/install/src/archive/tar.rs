//! Tar archives, plain or compressed, as modules come in them.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::rc::Rc;

use flate2::bufread::MultiGzDecoder;
use tar::{Archive, EntryType};

use super::{MAX_ENTRIES, safe_path};
use crate::error::InstallError;

/// Headers of one entry, with long names and extended attributes, which are kept in memory: no package has more.
const MAX_HEADERS: u64 = 1 << 20;

/// A reader that gives no more than it is allowed to at the time.
struct Rationed<R> {
    inner: R,
    allowed: Rc<Cell<u64>>,
}

impl<R: Read> Read for Rationed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let allowed = self.allowed.get();
        if allowed == 0 {
            return Err(io::Error::other("its headers are larger than is accepted"));
        }
        let most = usize::try_from(allowed).unwrap_or(usize::MAX).min(buffer.len());
        let read = self.inner.read(&mut buffer[..most])?;
        self.allowed.set(allowed - read as u64);
        Ok(read)
    }
}

/// Unpacks an archive into an empty folder.
pub(super) fn unpack_tar(
    archive: &Path,
    from: &str,
    compressed: bool,
    into: &Path,
    limit: u64,
) -> Result<(), InstallError> {
    let file = File::open(archive).map_err(InstallError::file("cannot open", archive))?;
    let reader = BufReader::new(file);
    // The limit holds for everything that is read, headers and gaps included.
    if compressed {
        unpack(MultiGzDecoder::new(reader).take(limit), from, into)
    } else {
        unpack(reader.take(limit), from, into)
    }
}

fn unpack(reader: impl Read, from: &str, into: &Path) -> Result<(), InstallError> {
    let refuse = |why: String| InstallError::Archive { from: from.to_owned(), why };
    let allowed = Rc::new(Cell::new(MAX_HEADERS));
    let mut archive = Archive::new(Rationed { inner: reader, allowed: allowed.clone() });
    let mut entries = archive.entries().map_err(|error| refuse(error.to_string()))?;
    for count in 0.. {
        // Whatever is read to get at the next entry is headers.
        allowed.set(MAX_HEADERS);
        let Some(entry) = entries.next() else { break };
        let mut entry = entry.map_err(|error| refuse(error.to_string()))?;
        if count >= MAX_ENTRIES {
            return Err(refuse(format!("it has more than {MAX_ENTRIES} entries")));
        }
        let name = String::from_utf8(entry.path_bytes().into_owned())
            .map_err(|_| refuse("a name in it is not UTF-8".to_owned()))?;
        let kind = entry.header().entry_type();
        match kind {
            EntryType::Regular | EntryType::Continuous => {}
            EntryType::Directory => {
                if name.trim_matches(['.', '/']).is_empty() {
                    continue;
                }
                let dir = into.join(safe_path(&name).map_err(refuse)?);
                std::fs::create_dir_all(&dir).map_err(InstallError::file("cannot make the folder", &dir))?;
                continue;
            }
            // Settings for what follows, which git writes.
            EntryType::XGlobalHeader => continue,
            _ => return Err(refuse(format!("{name:?} is a link or another special file"))),
        }
        let path = into.join(safe_path(&name).map_err(refuse)?);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(InstallError::file("cannot make the folder", parent))?;
        }
        let mut options = File::options();
        options.write(true).create_new(true);
        #[cfg(unix)]
        {
            use std::os::unix::fs::OpenOptionsExt;
            options.mode(entry.header().mode().unwrap_or(0o644) & 0o777);
        }
        let mut file = options.open(&path).map_err(InstallError::file("cannot write", &path))?;
        allowed.set(u64::MAX);
        let size = entry.size();
        let copied =
            std::io::copy(&mut entry, &mut file).map_err(|error| refuse(format!("{name:?}: {error}")))?;
        if copied != size {
            return Err(refuse(format!(
                "it ends in the middle of {name:?}, or unpacks to more than is accepted"
            )));
        }
    }
    Ok(())
}
