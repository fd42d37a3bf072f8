//! `cairn fmt`

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use diag::{Diagnostic, Diagnostics, SourceFile, SourceMap};
use hcl::format::{format_source, with_final_newline};

use crate::app::Command;
use crate::flags::{self, switch};
use crate::ui::Ui;

pub(crate) const COMMAND: Command = Command {
    name: "fmt",
    about: "Rewrite configuration files in the usual format",
    help: "Usage: cairn [global options] fmt [options] [target...]\n\n  Rewrites configuration files (.tf, .tofu, .tfvars, \
           .tftest.hcl, .tofutest.hcl, .tfmock.hcl) in the\n  usual format and style.\n\n  Without a target the current \
           folder is searched; a target is a folder or a file, and \"-\" reads\n  standard input and writes standard \
           output.\n\nOptions:\n\n  -list=false     Do not list the files that differ (always so for standard input).\n  \
           -write=false    Do not write to the files (always so for standard input and with -check).\n  -diff           Show \
           what would change.\n  -check          Only check: exit code 0 when all files are formatted, 3 when not.\n  \
           -recursive      Also search the folders below.\n  -no-color       Plain text without colours.\n",
    run,
};

/// A file could not be read, written or understood.
const EXIT_ERROR: u8 = 2;
/// A file is not formatted and `-check` was asked for.
const EXIT_UNFORMATTED: u8 = 3;

const ENDINGS: &[&str] = &[".tf", ".tofu", ".tfvars", ".tftest.hcl", ".tofutest.hcl", ".tfmock.hcl"];

#[derive(Clone, Copy)]
struct Options {
    list: bool,
    write: bool,
    diff: bool,
    check: bool,
    recursive: bool,
}

/// One run over all targets.
struct Run {
    ui: Ui,
    options: Options,
    diags: Diagnostics,
    sources: SourceMap,
    out: Vec<u8>,
    unformatted: bool,
    /// For files that are being read.
    buffer: Vec<u8>,
}

fn run(ui: Ui, args: &[String]) -> u8 {
    let known = ["list", "write", "diff", "check", "recursive"].map(switch);
    let parsed = match flags::parse(args, &known) {
        Ok(parsed) => parsed,
        Err(error) => {
            flags::refuse_in_line(ui, &error, Some(&COMMAND));
            return 1;
        }
    };
    let ui = ui.with_flags(&parsed);
    let check = parsed.bool("check", false);
    let from_stdin = parsed.positionals.first().is_some_and(|path| path == "-");
    let options = Options {
        list: parsed.bool("list", true) && !from_stdin,
        write: parsed.bool("write", true) && !check && !from_stdin,
        diff: parsed.bool("diff", false),
        check,
        recursive: parsed.bool("recursive", false),
    };
    let mut run = Run {
        ui,
        options,
        diags: Diagnostics::new(),
        sources: SourceMap::new(),
        out: Vec::new(),
        unformatted: false,
        buffer: Vec::new(),
    };
    if from_stdin {
        run.stdin();
    } else if parsed.positionals.is_empty() {
        run.target(".");
    } else {
        for target in &parsed.positionals {
            run.target(target);
        }
    }
    run.finish()
}

/// A file or folder still to be looked at.
struct Entry {
    path: PathBuf,
    is_dir: bool,
    /// It is known to be a file of the disk.
    is_plain: bool,
}

impl Run {
    fn finish(self) -> u8 {
        // What was only to be checked, and could not be checked whole, is not listed in part.
        if !self.options.check || !self.diags.has_errors() {
            self.ui.out_bytes(&self.out);
        }
        self.ui.diagnostics(&self.diags, &self.sources);
        if self.diags.has_errors() {
            EXIT_ERROR
        } else if self.options.check && self.unformatted {
            EXIT_UNFORMATTED
        } else {
            0
        }
    }

    fn fail(&mut self, summary: &str, detail: String) {
        self.diags.push(Diagnostic::error(summary, detail));
    }

    fn stdin(&mut self) {
        let mut bytes = Vec::new();
        if let Err(error) = std::io::stdin().lock().read_to_end(&mut bytes) {
            return self.fail(
                "Failed to read standard input",
                format!("Standard input could not be read: {error}.", error = diag::reason(&error)),
            );
        }
        let source = SourceFile::new("<stdin>", bytes);
        let Some(formatted) = self.formatted(&source) else { return };
        self.unformatted |= formatted != source.bytes();
        if self.options.diff {
            self.show_diff("<stdin>", source.bytes(), &formatted);
        } else if !self.options.check {
            // What is missing at the end is no fault: it is only what others print well behind.
            self.out.extend_from_slice(&with_final_newline(formatted));
        }
    }

    /// A file or folder named by the user.
    fn target(&mut self, target: &str) {
        let path = Path::new(target);
        match std::fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => self.dir(path),
            Ok(_) if has_ending(target) => self.file(path, std::fs::read(path)),
            Ok(_) => self.fail(
                "Unsupported file type",
                format!(
                    "The file {target:?} cannot be formatted: only files ending in {} can be.",
                    ENDINGS.join(", ")
                ),
            ),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let summary = format!("No file or directory at {target}");
                self.fail(
                    &summary,
                    "Name a file or a folder that exists, or \"-\" for standard input.".to_owned(),
                );
            }
            Err(error) => self.fail(
                "Failed to read file",
                format!("{target:?} could not be read: {error}.", error = diag::reason(&error)),
            ),
        }
    }

    /// All files of a folder, in order of name.
    fn dir(&mut self, root: &Path) {
        // A list of work instead of recursion: folders can be nested deeply.
        let mut work = vec![Entry { path: root.to_owned(), is_dir: true, is_plain: false }];
        while let Some(Entry { path, is_dir, is_plain }) = work.pop() {
            if !is_dir {
                let bytes = if is_plain { self.read_plain(&path) } else { std::fs::read(&path) };
                self.file(&path, bytes);
                continue;
            }
            match self.entries(&path) {
                Ok(entries) => work.extend(entries.into_iter().rev()),
                Err(error) => {
                    let shown = path.display();
                    self.fail(
                        "Failed to read directory",
                        format!(
                            "The folder {shown} could not be read: {error}.",
                            error = diag::reason(&error)
                        ),
                    );
                }
            }
        }
    }

    fn entries(&self, dir: &Path) -> std::io::Result<Vec<Entry>> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir(dir)? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            if name.starts_with('.') || name.ends_with('~') || (name.starts_with('#') && name.ends_with('#'))
            {
                continue;
            }
            let kind = entry.file_type()?;
            let is_dir = kind.is_dir();
            if (is_dir && self.options.recursive) || (!is_dir && has_ending(&name)) {
                let path = if dir == Path::new(".") { PathBuf::from(name) } else { dir.join(name) };
                // Only of links is it not yet known what they are; asking costs as much as reading a small file.
                let is_dir = is_dir || (kind.is_symlink() && path.is_dir());
                found.push(Entry { path, is_dir, is_plain: kind.is_file() });
            }
        }
        found.sort_unstable_by(|a, b| a.path.as_os_str().cmp(b.path.as_os_str()));
        Ok(found)
    }

    /// Reads a file of the disk. It ends where less comes than was asked for, so nothing else has to be asked.
    fn read_plain(&mut self, path: &Path) -> std::io::Result<Vec<u8>> {
        let mut file = std::fs::File::open(path)?;
        let mut length = 0;
        loop {
            if length == self.buffer.len() {
                self.buffer.resize((length * 2).max(64 << 10), 0);
            }
            match file.read(&mut self.buffer[length..]) {
                Ok(read) => {
                    length += read;
                    if length < self.buffer.len() {
                        return Ok(self.buffer[..length].to_vec());
                    }
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    fn file(&mut self, path: &Path, bytes: std::io::Result<Vec<u8>>) {
        let shown = path.display().to_string();
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(error) => {
                return self.fail(
                    "Failed to read file",
                    format!("The file {shown:?} could not be read: {error}.", error = diag::reason(&error)),
                );
            }
        };
        let source = SourceFile::new(shown.as_str(), bytes);
        let Some(formatted) = self.formatted(&source) else { return };
        let Options { list, write, diff, check, .. } = self.options;
        if !list && !write && !diff && !check {
            // Nothing else is left to do with the result.
            self.out.extend_from_slice(&formatted);
        }
        if formatted == source.bytes() {
            return;
        }
        self.unformatted = true;
        if self.options.list {
            self.out.extend_from_slice(render::printable(&shown).as_bytes());
            self.out.push(b'\n');
        }
        if self.options.diff {
            self.show_diff(&shown, source.bytes(), &formatted);
        }
        if self.options.write
            && let Err(error) = replace_file(path, &formatted)
        {
            self.fail(
                "Failed to write file",
                format!("The file {shown:?} could not be written: {error}.", error = diag::reason(&error)),
            );
        }
    }

    /// The formatted text; nothing when the file cannot be understood, which is reported.
    fn formatted(&mut self, source: &Arc<SourceFile>) -> Option<Vec<u8>> {
        match format_source(source.clone()) {
            Ok(formatted) => Some(formatted),
            Err(diags) => {
                self.sources.insert(source.clone());
                self.diags.append(diags);
                None
            }
        }
    }

    fn show_diff(&mut self, name: &str, old: &[u8], new: &[u8]) {
        let (old, new) = (String::from_utf8_lossy(old), String::from_utf8_lossy(new));
        let name = render::printable(name);
        let diff = similar::TextDiff::from_lines(old.as_ref(), new.as_ref());
        let text = diff.unified_diff().header(&format!("old/{name}"), &format!("new/{name}")).to_string();
        self.out.extend_from_slice(text.as_bytes());
    }
}

fn has_ending(name: &str) -> bool {
    ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Replaces a file's content in one step, so that a crash leaves the old or the new file, never half
/// of one. The permissions stay; a link stays a link to the file that is replaced.
fn replace_file(path: &Path, content: &[u8]) -> std::io::Result<()> {
    let target = std::fs::canonicalize(path)?;
    let permissions = std::fs::metadata(&target)?.permissions();
    let dir = target.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::Builder::new().prefix(".cairn-fmt-").tempfile_in(dir)?;
    file.write_all(content)?;
    file.as_file().set_permissions(permissions)?;
    file.as_file().sync_all()?;
    file.persist(&target).map_err(|error| error.error)?;
    Ok(())
}
