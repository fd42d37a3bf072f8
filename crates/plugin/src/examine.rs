//! What is unusual about a program that did not work as a provider.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// Notes to put behind an error, each a sentence after a space; empty where nothing is unusual.
pub(crate) fn notes(program: &Path) -> String {
    let mut notes = String::new();
    let Ok(about) = fs::metadata(program) else { return notes };
    if !about.is_file() {
        return " It is not a file.".to_owned();
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if about.permissions().mode() & 0o111 == 0 {
            notes.push_str(" The file is not executable: chmod +x makes it so.");
        }
    }
    let mut start = Vec::new();
    if File::open(program).and_then(|file| file.take(4096).read_to_end(&mut start)).is_ok()
        && let Some(note) = wrong_machine(&start, std::env::consts::OS, std::env::consts::ARCH)
    {
        notes.push_str(&note);
    }
    notes
}

/// Whether the first bytes are of a program for another machine.
fn wrong_machine(start: &[u8], os: &str, arch: &str) -> Option<String> {
    let format_of_this = match os {
        "windows" => "Windows",
        "macos" => "macOS",
        _ => "ELF",
    };
    let (format, machine) = format_and_machine(start)?;
    let same = format == format_of_this && machine.is_none_or(|machine| machine == arch);
    let machine = machine.unwrap_or("an unknown processor");
    (!same).then(|| {
        let system = if format == "ELF" { "Linux or BSD" } else { format };
        format!(" The file is a program for {system} on {machine}, and this is {os} on {arch}.")
    })
}

fn format_and_machine(start: &[u8]) -> Option<(&'static str, Option<&'static str>)> {
    match start {
        [0x7f, b'E', b'L', b'F', _, order, ..] => {
            let field: [u8; 2] = start.get(18..20)?.try_into().ok()?;
            let machine = if *order == 2 { u16::from_be_bytes(field) } else { u16::from_le_bytes(field) };
            let machine = match machine {
                3 => "x86",
                21 => "powerpc64",
                22 => "s390x",
                40 => "arm",
                62 => "x86_64",
                183 => "aarch64",
                243 => "riscv64",
                _ => return Some(("ELF", None)),
            };
            Some(("ELF", Some(machine)))
        }
        [0xcf, 0xfa, 0xed, 0xfe, rest @ ..] => {
            let machine = match rest.get(..4)? {
                [7, 0, 0, 1] => Some("x86_64"),
                [12, 0, 0, 1] => Some("aarch64"),
                _ => None,
            };
            Some(("macOS", machine))
        }
        // A program for several machines.
        [0xca, 0xfe, 0xba, 0xbe, ..] => Some(("macOS", None)),
        [b'M', b'Z', ..] => Some(("Windows", None)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_machines_are_told() {
        let elf = |machine: u8| {
            let mut bytes = vec![0x7f, b'E', b'L', b'F', 2, 1];
            bytes.resize(18, 0);
            bytes.extend([machine, 0]);
            bytes
        };
        let mac = [0xcf, 0xfa, 0xed, 0xfe, 12, 0, 0, 1];
        let cases: [(&[u8], &str, &str, Option<&str>); 8] = [
            (&elf(62), "linux", "x86_64", None),
            (&elf(183), "linux", "x86_64", Some("Linux or BSD on aarch64")),
            (&elf(99), "linux", "x86_64", None),
            (&mac, "linux", "x86_64", Some("macOS on aarch64")),
            (&mac, "macos", "aarch64", None),
            (b"MZ\x90", "linux", "x86_64", Some("Windows on an unknown processor")),
            (b"#!/bin/sh", "linux", "x86_64", None),
            (b"\x7fELF", "linux", "x86_64", None),
        ];
        for (start, os, arch, expect) in cases {
            let note = wrong_machine(start, os, arch);
            match expect {
                Some(words) => assert!(note.clone().unwrap_or_default().contains(words), "{note:?}"),
                None => assert_eq!(note, None),
            }
        }
    }
}
