//! One fixture for each way in which an archive has been used against who unpacks it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use ::tar::{Builder, EntryType, Header};
use ::zip::ZipWriter;
use ::zip::write::SimpleFileOptions;

use super::*;

/// Unpacks an archive that must be refused, beside a file that must stay as it is.
fn refused(name: &str, bytes: &[u8], expect: &str) {
    let dir = tempfile::tempdir().unwrap();
    let (archive, victim, into) = (dir.path().join(name), dir.path().join("victim"), dir.path().join("into"));
    fs::write(&archive, bytes).unwrap();
    fs::write(&victim, "untouched").unwrap();
    let format = Format::of_path(name).expect("the ending is one of an archive");
    let error = unpack(&archive, name, format, &into).expect_err(name).to_string();
    assert!(error.contains(expect), "{name}: {error}");
    assert_eq!(fs::read_to_string(&victim).unwrap(), "untouched", "{name}");
    let around: Vec<PathBuf> = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(around.len(), 3, "{name}: {around:?}");
}

fn zip_of(fill: impl FnOnce(&mut ZipWriter<std::io::Cursor<Vec<u8>>>)) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    fill(&mut zip);
    zip.finish().unwrap().into_inner()
}

fn zip_with(names: &[&str]) -> Vec<u8> {
    zip_of(|zip| {
        for name in names {
            zip.start_file(*name, SimpleFileOptions::default()).unwrap();
            zip.write_all(b"overwritten").unwrap();
        }
    })
}

fn header(kind: EntryType, size: u64) -> Header {
    let mut header = Header::new_gnu();
    header.set_entry_type(kind);
    header.set_size(size);
    header.set_mode(0o644);
    header
}

/// A tar archive whose names and links are written as they are, whatever a builder thinks of them.
fn tar_of(entries: &[(EntryType, &str, &str)]) -> Vec<u8> {
    let mut builder = Builder::new(Vec::new());
    for (kind, name, text) in entries {
        let is_link = matches!(kind, EntryType::Symlink | EntryType::Link);
        let content = if is_link { "" } else { text };
        let mut header = header(*kind, content.len() as u64);
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        if is_link {
            header.as_old_mut().linkname[..text.len()].copy_from_slice(text.as_bytes());
        }
        header.set_cksum();
        builder.append(&header, content.as_bytes()).unwrap();
    }
    builder.into_inner().unwrap()
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// CVE-2020-29529, CVE-2025-0377: names that lead out.
#[test]
fn names_that_lead_out() {
    for name in ["../victim", "a/../../victim", "/tmp/victim", "a\\..\\..\\victim"] {
        refused("x.zip", &zip_with(&[name]), "the name");
        let tar = tar_of(&[(EntryType::Regular, name, "overwritten")]);
        refused("x.tar", &tar, "the name");
        refused("x.tar.gz", &gz(&tar), "the name");
    }
}

/// Links, and writing through them.
#[test]
fn links() {
    let zip = zip_of(|zip| {
        zip.add_symlink("a", "../victim", SimpleFileOptions::default()).unwrap();
    });
    refused("x.zip", &zip, "is a link");
    for kind in [EntryType::Symlink, EntryType::Link] {
        let tar = tar_of(&[(kind, "a", "../victim"), (EntryType::Regular, "a", "overwritten")]);
        refused("x.tar", &tar, "is a link");
    }
    for kind in [EntryType::Fifo, EntryType::Char, EntryType::Block, EntryType::GNUSparse] {
        refused("x.tar", &tar_of(&[(kind, "a", "")]), "");
    }
}

/// The same name twice: the second would be written over what was checked.
#[test]
fn the_same_name_twice() {
    let twice = tar_of(&[(EntryType::Regular, "a", "x"), (EntryType::Regular, "./a", "y")]);
    refused("x.tar", &twice, "cannot write");
    refused("x.zip", &zip_with(&["a/b", "a//b"]), "is in it twice");
}

/// CVE-2023-0475: little that unpacks to much.
#[test]
fn bombs() {
    let zeros = vec![0; 1 << 20];
    let zip = zip_of(|zip| {
        zip.start_file("a", SimpleFileOptions::default()).unwrap();
        zip.write_all(&zeros).unwrap();
    });
    let dir = tempfile::tempdir().unwrap();
    let check = |name: &str, bytes: &[u8]| {
        let (archive, into) = (dir.path().join(name), dir.path().join(format!("{name}.d")));
        fs::write(&archive, bytes).unwrap();
        fs::create_dir(&into).unwrap();
        let limit = 64 << 10;
        let error = match name.ends_with(".zip") {
            true => super::zip::unpack_within(&archive, name, &into, limit).map(|_| ()),
            false => super::tar::unpack_tar(&archive, name, name.ends_with("gz"), &into, limit),
        };
        let error = error.expect_err(name).to_string();
        assert!(error.contains("unpacks to more than"), "{name}: {error}");
        let written: u64 =
            fs::read_dir(&into).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum();
        assert!(written <= limit + (1 << 17), "{name}: {written}");
    };
    check("x.zip", &zip);
    let text = "\0".repeat(1 << 20);
    let tar = tar_of(&[(EntryType::Regular, "a", &text)]);
    check("x.tar", &tar);
    check("x.tgz", &gz(&tar));
    // A header that promises more than there is.
    let mut builder = Builder::new(Vec::new());
    let mut large = header(EntryType::Regular, 1 << 40);
    large.set_path("a").unwrap();
    large.set_cksum();
    builder.append(&large, &b"x"[..]).unwrap();
    check("y.tar", &builder.into_inner().unwrap());
}

/// CVE-2025-58183: what belongs to headers is kept in memory, and is little.
#[test]
fn large_headers() {
    let text = "\0".repeat(4 << 20);
    for kind in [EntryType::GNULongName, EntryType::GNULongLink, EntryType::XHeader] {
        let tar = tar_of(&[(kind, "a", &text), (EntryType::Regular, "b", "x")]);
        refused("x.tar", &tar, "headers are larger than");
        refused("x.tgz", &gz(&tar), "headers are larger than");
    }
    // A name that is long, but not that long.
    let name = format!("{}/b", "a".repeat(200));
    let tar = tar_of(&[(EntryType::GNULongName, "x", &name), (EntryType::Regular, "b", "x")]);
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("x.tar"), tar).unwrap();
    unpack(&dir.path().join("x.tar"), "x.tar", Format::Tar, &dir.path().join("d")).unwrap();
    assert_eq!(fs::read_to_string(dir.path().join("d").join(name)).unwrap(), "x");
}

/// GHSA-r92c-9c7f-3pj8: as many names as a directory can hold, each of which begins like the others, take time in
/// proportion to their number.
#[test]
fn many_names() {
    let zip = |count: usize| {
        zip_of(|zip| {
            for number in 0..count {
                let name = format!("{}/{number}/", "a".repeat(60));
                zip.add_directory(name, SimpleFileOptions::default()).unwrap();
            }
        })
    };
    let dir = tempfile::tempdir().unwrap();
    let time = |count: usize| {
        let archive = dir.path().join(format!("{count}.zip"));
        fs::write(&archive, zip(count)).unwrap();
        let start = std::time::Instant::now();
        super::zip::h1_of_zip(&archive, "x.zip").unwrap();
        start.elapsed()
    };
    let (few, many) = (time(4_000), time(64_000));
    // Sixteen times as many; with the square of it, it would be 256 times as long.
    assert!(many < few * 80 + std::time::Duration::from_millis(200), "{few:?} and then {many:?}");
}

/// CVE-2025-62518: a size in an extended header wins over the one beside it, so nothing is smuggled in.
#[test]
fn sizes_of_extended_headers_count() {
    let inner = tar_of(&[(EntryType::Regular, "smuggled", "x")]);
    let record = |text: &str| {
        let mut length = text.len() + 3;
        while format!("{length} {text}\n").len() != length {
            length += 1;
        }
        format!("{length} {text}\n")
    };
    let extended = record(&format!("size={}", inner.len()));
    let mut builder = Builder::new(Vec::new());
    let mut first = header(EntryType::XHeader, extended.len() as u64);
    first.set_path("PaxHeaders/a").unwrap();
    first.set_cksum();
    builder.append(&first, extended.as_bytes()).unwrap();
    // The header itself says that there is nothing: who believes it reads the inner archive's entries.
    let mut bytes = builder.get_ref().clone();
    let mut second = header(EntryType::Regular, 0);
    second.set_path("a").unwrap();
    second.set_cksum();
    bytes.extend_from_slice(second.as_bytes());
    bytes.extend_from_slice(&inner);
    bytes.extend_from_slice(&[0; 1024]);
    let dir = tempfile::tempdir().unwrap();
    let (archive, into) = (dir.path().join("x.tar"), dir.path().join("into"));
    fs::write(&archive, bytes).unwrap();
    unpack(&archive, "x.tar", Format::Tar, &into).unwrap();
    assert!(!into.join("smuggled").exists());
    assert_eq!(fs::metadata(into.join("a")).unwrap().len(), inner.len() as u64);
}

/// Nonsense ends in an error and not in a panic, wherever it is cut or changed.
#[test]
fn damaged_archives() {
    let originals =
        [("x.zip", zip_with(&["a", "b/c"])), ("x.tar", tar_of(&[(EntryType::Regular, "a", "text")]))];
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in &originals {
        let archive = dir.path().join(name);
        for at in (0..bytes.len()).step_by(7) {
            let mut changed = bytes.clone();
            changed[at] ^= 0xff;
            for damaged in [&changed[..], &bytes[..at]] {
                fs::write(&archive, damaged).unwrap();
                let into = tempfile::tempdir_in(dir.path()).unwrap();
                let format = Format::of_path(name).unwrap();
                let _ = unpack(&archive, name, format, &into.path().join("d"));
            }
        }
    }
}

#[test]
fn good_archives() {
    let dir = tempfile::tempdir().unwrap();
    let check = |name: &str, bytes: &[u8]| {
        let (archive, into) = (dir.path().join(name), dir.path().join(format!("{name}.d")));
        fs::write(&archive, bytes).unwrap();
        unpack(&archive, name, Format::of_path(name).unwrap(), &into).unwrap();
        assert_eq!(fs::read_to_string(into.join("b/c")).unwrap(), "overwritten", "{name}");
        assert!(Path::new(&into).join("a").is_file(), "{name}");
    };
    check("x.zip", &zip_with(&["a", "b/c"]));
    let tar = tar_of(&[
        (EntryType::Directory, "./", ""),
        (EntryType::Regular, "./a", "x"),
        (EntryType::Directory, "b", ""),
        (EntryType::Regular, "b/c", "overwritten"),
    ]);
    check("x.tar", &tar);
    check("x.tgz", &gz(&tar));
}

#[test]
fn names_that_stay_inside() {
    let check = |name: &str, expect: Option<&str>| {
        assert_eq!(safe_path(name).ok(), expect.map(PathBuf::from), "{name:?}");
    };
    check("a/b", Some("a/b"));
    check("./a//b/", Some("a/b"));
    check("../a", None);
    check("a/../../b", None);
    check("a/../b", None);
    check("/etc/passwd", None);
    check("a\\..\\b", None);
    check("a\0b", None);
    check("", None);
    check(".", None);
}
