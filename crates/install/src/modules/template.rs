//! `init -from-module`: a folder that begins as a copy of a module.

use std::ffi::OsStr;
use std::io;
use std::path::{Component, Path, PathBuf};

use config::ModuleSource;
use diag::Diagnostic;

use super::{ModuleEvent, ModuleInstaller, fetch, problem};
use crate::error::InstallError;

/// The key under which the module is told of.
const KEY: &str = "root";

impl ModuleInstaller {
    /// Fills an empty folder with the files of a module from anywhere; hidden files stay behind. Nothing is written where
    /// something is wrong.
    pub fn copy_module(
        mut self,
        source: &str,
        into: &Path,
        events: &dyn Fn(ModuleEvent<'_>),
    ) -> Result<(), Box<Diagnostic>> {
        let refuse = |summary: &str, detail: String| Box::new(Diagnostic::error(summary, detail));
        let is_empty = std::fs::read_dir(into).map(|mut entries| entries.next().is_none());
        if !matches!(is_empty, Ok(true)) {
            let detail = format!(
                "The folder {} must be empty to be filled with a copy of a module: what is in it would be mixed with the copy.",
                into.display()
            );
            return Err(refuse("Can't populate non-empty directory", detail));
        }
        let source =
            ModuleSource::parse(source).map_err(|why| refuse("Invalid module source address", why))?;
        // What is fetched on the way does not belong into the folder.
        let work = tempfile::tempdir().map_err(|error| {
            refuse(
                "Failed to download module",
                format!("A folder to work in cannot be made: {error}.", error = diag::reason(&error)),
            )
        })?;
        self.dir = work.path().to_path_buf();
        let module =
            self.find_module(&source, events).map_err(|error| Box::new(problem(KEY, &source, &error)))?;
        check_calls(&module)?;
        copy_visible(&module, into).map_err(|error| {
            refuse("Failed to copy module", format!("The module cannot be copied: {error}."))
        })
    }

    /// The folder of the module, where it is or was fetched to.
    fn find_module(
        &self,
        source: &ModuleSource,
        events: &dyn Fn(ModuleEvent<'_>),
    ) -> Result<PathBuf, InstallError> {
        let dir = match source {
            ModuleSource::Local(path) => PathBuf::from(path),
            _ => {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
                let runtime = runtime.map_err(InstallError::file("cannot work in", &self.dir))?;
                runtime
                    .block_on(async {
                        let located = self.locate(source, None).await?;
                        events(ModuleEvent::Downloading { from: located.shown.clone(), key: KEY });
                        self.fetch(KEY, &located.package).await?;
                        self.installed(KEY, source, &located)
                    })?
                    .dir
            }
        };
        dir.canonicalize().map_err(InstallError::file("cannot copy", &dir))
    }
}

/// Refuses a module that calls modules beside it: in the copy they would not be there.
fn check_calls(dir: &Path) -> Result<(), Box<Diagnostic>> {
    let (module, problems) = config::load_module(dir);
    if let Some(error) = problems.iter().find(|problem| problem.severity == diag::Severity::Error) {
        return Err(Box::new(error.clone()));
    }
    let sources = module.module_calls.values().filter_map(|call| {
        let value = call.source.as_ref()?.eval(&hcl::eval::EmptyScope).0;
        Some((call.name.clone(), value.as_str()?.to_owned()))
    });
    for (name, source) in sources {
        if let Ok(ModuleSource::Local(path)) = ModuleSource::parse(&source)
            && leads_out(&path)
        {
            let detail = format!(
                "The module {name:?} is called from {path:?}, which is outside of the folder that is copied and would be missing in \
                 the copy."
            );
            return Err(Box::new(Diagnostic::error("Local module path escapes module package", detail)));
        }
    }
    Ok(())
}

fn leads_out(path: &str) -> bool {
    let mut depth = 0_i32;
    for part in Path::new(path).components() {
        match part {
            Component::ParentDir => depth -= 1,
            Component::Normal(_) => depth += 1,
            _ => {}
        }
        if depth < 0 {
            return true;
        }
    }
    false
}

fn copy_visible(from: &Path, into: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(from)? {
        let name = entry?.file_name();
        if !is_hidden(&name) {
            fetch::copy_tree(&from.join(&name), &into.join(&name))?;
        }
    }
    Ok(())
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_that_lead_out() {
        for (path, expect) in
            [("./a", false), ("./a/../b", false), ("../a", true), ("./a/../../b", true), (".", false)]
        {
            assert_eq!(leads_out(path), expect, "{path}");
        }
    }
}
