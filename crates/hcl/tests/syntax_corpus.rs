//! Parses every configuration file under the directory that `CAIRN_HCL_CORPUS` names; does nothing
//! where it is not set. Files named like `*invalid*` or under such a directory may have errors.

use std::path::{Path, PathBuf};

use diag::SourceFile;
use hcl::syntax::{lexer::tokenize_config, parse_config};

fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| ["tf", "tofu", "tfvars", "hcl"].iter().any(|x| e == *x)) {
            found.push(path);
        }
    }
}

#[test]
fn corpus() {
    let Some(root) = std::env::var_os("CAIRN_HCL_CORPUS") else { return };
    let mut found = Vec::new();
    files(Path::new(&root), &mut found);
    assert!(!found.is_empty(), "no files in {root:?}");
    let mut refused = Vec::new();
    for path in &found {
        let bytes = std::fs::read(path).expect("a listed file can be read");
        let tokens = tokenize_config(&bytes);
        let gaps_are_spaces = tokens.windows(2).all(|pair| {
            bytes[pair[0].end as usize..pair[1].start as usize].iter().all(|b| matches!(b, b' ' | b'\t'))
        });
        assert!(gaps_are_spaces, "{}", path.display());
        let (_, _, diags) = parse_config(SourceFile::new(path.to_string_lossy().into_owned(), bytes));
        if diags.has_errors() && !path.to_string_lossy().contains("invalid") {
            refused.push(format!("{}: {}", path.display(), diags.iter().next().expect("an error").summary));
        }
    }
    eprintln_summary(found.len(), &refused);
}

#[allow(clippy::print_stderr, reason = "a report for whoever runs this by hand")]
fn eprintln_summary(all: usize, refused: &[String]) {
    eprintln!("{all} files, {} refused", refused.len());
    for line in refused {
        eprintln!("  {line}");
    }
}
