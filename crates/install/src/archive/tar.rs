//! Tar archives, plain or compressed, as modules come in them.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use tar::{Archive, EntryType};

use super::{MAX_ENTRIES, safe_path};
use crate::error::InstallError;

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
    let mut archive = Archive::new(reader);
    let entries = archive.entries().map_err(|error| refuse(error.to_string()))?;
    for (count, entry) in entries.enumerate() {
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
