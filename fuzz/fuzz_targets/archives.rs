//! Archives of packages and modules: whatever is in them, nothing is written outside of the folder, and nothing in
//! it is a link.
#![no_main]

use std::path::Path;
use std::sync::LazyLock;

use cairn_fuzz::{Choices, Input, Tally, archives, show};
use install::{ArchiveFormat, unpack_archive};
use libfuzzer_sys::{Corpus, fuzz_target};
use tempfile::TempDir;

static TALLY: Tally = Tally::new();

/// A folder in memory, where there is one: a disk would take most of the time.
static PLACE: LazyLock<TempDir> = LazyLock::new(|| {
    let memory = Path::new("/dev/shm");
    let place = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    tempfile::tempdir_in(place).expect("a folder can be made")
});

/// Looks at everything in a folder, and gives the number of files.
fn files_in(dir: &Path) -> usize {
    let mut files = 0;
    for entry in std::fs::read_dir(dir).expect("it is there").map(|entry| entry.expect("it can be read")) {
        let kind = entry.file_type().expect("it is there");
        assert!(kind.is_dir() || kind.is_file(), "{}", entry.path().display());
        files += if kind.is_dir() { files_in(&entry.path()) } else { 1 };
    }
    files
}

fuzz_target!(|data: &[u8]| -> Corpus {
    let Some(input) = Input::of(data) else { return Corpus::Reject };
    let mut choices = Choices(input.rest);
    let (format, bytes) = match (input.is_text, input.kind) {
        (true, 0) => (ArchiveFormat::Zip, input.rest.to_vec()),
        (true, 1) => (ArchiveFormat::TarGz, input.rest.to_vec()),
        (true, _) => (ArchiveFormat::Tar, input.rest.to_vec()),
        (false, 0 | 1) => (ArchiveFormat::Zip, archives::zip(&mut choices)),
        (false, 2) => (ArchiveFormat::Tar, archives::tar(&mut choices)),
        (false, _) => {
            let tar = archives::tar(&mut choices);
            (ArchiveFormat::TarGz, archives::gzip(&mut choices, &tar))
        }
    };
    show(&bytes);
    let archive = PLACE.path().join("archive");
    std::fs::write(&archive, &bytes).expect("it can be written");
    let into = PLACE.path().join("into");
    let is_good = unpack_archive(&archive, "archive", format, &into).is_ok();
    let around = std::fs::read_dir(PLACE.path()).expect("it is there").count();
    assert_eq!(around, 2, "the archive and the folder, and nothing beside them");
    let files = files_in(&into);
    std::fs::remove_dir_all(&into).expect("what was unpacked can be removed");
    TALLY.count(is_good, is_good && files > 0);
    // What is wrong before anything was unpacked is tried, but not built upon.
    let is_of_use = is_good || !input.is_text && files > 0;
    if is_of_use { input.verdict(is_good) } else { Corpus::Reject }
});
