//! The two checksums of packages: `zh:` of the archive as it is sent, `h1:` of the files in it.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

/// The checksum of an archive.
pub fn zh_of_file(path: &Path) -> io::Result<String> {
    Ok(format!("zh:{}", hex(&digest(&mut File::open(path)?)?)))
}

/// The checksum of an unpacked package: of the names and checksums of all files in it.
pub fn h1_of_dir(dir: &Path) -> io::Result<String> {
    let mut files = BTreeMap::new();
    add_files(dir, "", &mut files)?;
    Ok(h1_of_files(&files))
}

/// The same from what is known of each file: by its name, the hexadecimal checksum.
pub(crate) fn h1_of_files(files: &BTreeMap<String, String>) -> String {
    let mut all = Sha256::new();
    for (name, checksum) in files {
        all.update(format!("{checksum}  {name}\n"));
    }
    format!("h1:{}", STANDARD.encode(all.finalize()))
}

/// The checksum of everything that can be read.
pub(crate) fn digest(from: &mut dyn Read) -> io::Result<[u8; 32]> {
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 128 * 1024];
    loop {
        match from.read(&mut buffer)? {
            0 => return Ok(hasher.finalize().into()),
            read => hasher.update(&buffer[..read]),
        }
    }
}

/// Bytes as lower-case hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn add_files(dir: &Path, prefix: &str, files: &mut BTreeMap<String, String>) -> io::Result<()> {
    for entry in std::fs::read_dir(dir)? {
        let entry = entry?;
        let name = entry.file_name().into_string().map_err(|name| {
            io::Error::new(
                io::ErrorKind::InvalidData,
                format!("the file name {} is not UTF-8", name.display()),
            )
        })?;
        // The names are lines of what is hashed.
        if name.contains('\n') {
            let what = format!("the file name {name:?} has a line break");
            return Err(io::Error::new(io::ErrorKind::InvalidData, what));
        }
        let name = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            add_files(&entry.path(), &format!("{name}/"), files)?;
        } else {
            let checksum = hex(&digest(&mut File::open(entry.path())?)?);
            files.insert(name, checksum);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_as_terraform_writes_them() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(h1_of_dir(dir.path()).unwrap(), "h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
        std::fs::write(dir.path().join("terraform-provider-foo_v1.2.0"), "foo 1.2.0\n").unwrap();
        std::fs::write(dir.path().join("README.md"), "readme\n").unwrap();
        assert_eq!(h1_of_dir(dir.path()).unwrap(), "h1:XTIps5gDpK0jJe8eTow+xwNvciYA+s0A6ipKkGEILAs=");
        let zh = zh_of_file(&dir.path().join("README.md")).unwrap();
        assert!(zh.starts_with("zh:") && zh.len() == 67, "{zh}");
    }
}
