//! `cairn import`

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use addrs::{AbsResourceInstance, ResourceMode, Target};
use config::{InstalledModule, ModuleFiles, ModuleTree};
use diag::{Diagnostic, Diagnostics, SourceMap};
use install::InstalledModules;
use ops::{Purpose, Session, Watch};

use crate::app::Command;
use crate::commands::version::terraform_level;
use crate::flags::{Parsed, option};
use crate::operation;
use crate::project::{self, Loaded};
use crate::ui::Ui;
use crate::view::View;

pub(crate) const COMMAND: Command = Command {
    name: "import",
    about: "Take over an object that exists already",
    help: "Usage: cairn [global options] import [options] ADDRESS ID\n\n  Takes an object that exists already into the state, as the instance \
           with this address, whose\n  resource must be in the configuration. The object is not changed.\n\nOptions:\n\n  -config=DIR        The \
           folder of the configuration, if it is not the current one.\n  -input=false       Ask for nothing.\n  -lock=false        Do not lock \
           the state.\n  -lock-timeout=0s   How long to wait for a lock.\n  -var 'foo=bar'     Set a variable. Can be given several times.\n  \
           -var-file=FILE     Set variables from a file. Can be given several times.\n  -no-color          Plain text without colours.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let known = operation::flags(&[option("config"), option("provider")]);
    let Some((ui, parsed, view)) = operation::begin(ui, args, &known) else { return 1 };
    let [addr, id] = parsed.positionals.as_slice() else {
        ui.err(&format!("The import command expects two arguments.\n\n{}", COMMAND.help));
        return 1;
    };
    let mut diags = Diagnostics::new();
    let mut sources = SourceMap::new();
    let done = import(ui, &parsed, addr, id, &view, &mut diags, &mut sources);
    let diags: Diagnostics = diags.iter().cloned().map(without_block).collect();
    view.diagnostics(&diags, &sources);
    if done.is_none() || diags.has_errors() {
        return 1;
    }
    if view.is_text() {
        ui.success("\nImport successful!\n\nThe objects shown above are in the state now and are managed from here.\n\n");
    }
    0
}

fn import(
    ui: Ui,
    parsed: &Parsed,
    text: &str,
    id: &str,
    view: &View,
    diags: &mut Diagnostics,
    sources: &mut SourceMap,
) -> Option<()> {
    let addr = match AbsResourceInstance::parse(text) {
        Ok(addr) => addr,
        Err(error) => {
            let detail = format!("{text:?} is not the address of an instance: {error}");
            diags.push(Diagnostic::error("Invalid address", detail));
            return None;
        }
    };
    if addr.resource.resource.mode != ResourceMode::Managed {
        let summary =
            "A managed resource address is required. Importing into a data resource is not allowed.";
        diags.push(Diagnostic::error(summary, ""));
        return None;
    }
    if let Some(dir) = parsed.last("config").filter(|dir| !dir.is_empty())
        && let Err(error) = std::env::set_current_dir(dir)
    {
        let detail = format!("The folder {dir} cannot be entered: {error}.");
        diags.push(Diagnostic::error("No configuration files", detail));
        return None;
    }
    let lock = operation::lock_options(parsed, "import", diags);
    let run_options = operation::run_options(parsed, diags);
    let tree = project::load_tree(parsed, diags);
    *sources = tree.sources();
    if diags.has_errors() {
        return None;
    }
    if !is_declared(&tree, &addr) {
        diags.push(not_declared(&addr));
        return None;
    }
    let backend = project::backend(Some(&tree.modules[0].module.settings), parsed, diags)?;
    let workspace = project::current_workspace();
    let mut session =
        Session::open(backend.as_ref(), &workspace, Purpose::Run, &lock, &terraform_level(), diags)?;
    let mut state = session.state();
    if view.is_text() {
        ui.out(&format!("{addr}: Importing from ID {id:?}...\n"));
    }
    if state.instance(&addr).is_some_and(|instance| instance.current.is_some()) {
        let detail = format!(
            "There is an object with the address {addr} in the state already. To import another one, take that one out first, with \
             \"cairn state rm\"."
        );
        diags.push(Diagnostic::error("Resource already managed by Terraform", detail));
        session.close(diags);
        return None;
    }
    let text = import_block(&addr, id).into_bytes();
    let files = WithImport { text, disk: crate::project::modules() };
    let (loaded, found) = project::load_from(ui, &files, parsed, diags);
    *sources = found;
    let Some(Loaded { project, providers }) = loaded else {
        session.close(diags);
        return None;
    };
    let mut options = operation::plan_options(parsed, false, diags);
    options.targets = vec![Target::Instance(addr.clone())];
    let told = |count| ui.interrupted(count);
    let watch = Watch { events: view, interrupts: &view.interrupts, told: &told };
    let (plan, more) = ops::plan(&project, &providers, &session, options, &run_options, &watch);
    // That only a part was planned is meant here.
    diags.extend(more.iter().filter(|found| found.summary != "Resource targeting is in effect").cloned());
    let imported = plan.filter(|_| !diags.has_errors()).and_then(|plan| {
        let resource = plan.prior_state.resources.get(&addr.resource())?;
        let object = resource.instances.get(&addr.resource.key)?.current.clone()?;
        Some((resource.provider.clone(), object))
    });
    let Some((provider, object)) = imported else {
        if !diags.has_errors() {
            let detail = format!("Nothing was found for {addr} with the id {id:?}.");
            diags.push(Diagnostic::error("Cannot import non-existent remote object", detail));
        }
        session.close(diags);
        return None;
    };
    state.instance_mut(&addr, &provider).current = Some(object);
    if let Err(diagnostic) = session.persist(state) {
        diags.push(*diagnostic);
    } else if view.is_text() {
        let ty = &addr.resource.resource.type_name;
        ui.out(&format!("{addr}: Import prepared!\n  Prepared {ty} for import\n"));
    }
    session.close(diags);
    Some(())
}

/// A problem without a place in the block that nobody wrote.
fn without_block(mut found: Diagnostic) -> Diagnostic {
    if found.subject.as_ref().is_some_and(|at| Path::new(&*at.filename).ends_with(FILE)) {
        (found.subject, found.context) = (None, None);
        if found.summary == "Invalid import 'to' expression" {
            found.summary = "Configuration for import target does not exist".into();
        }
    }
    found
}

/// Whether there is a block for an instance.
fn is_declared(tree: &ModuleTree, addr: &AbsResourceInstance) -> bool {
    let mut module = 0;
    for step in addr.module.steps() {
        match tree.modules[module].children.get(&step.name) {
            Some(child) => module = *child,
            None => return false,
        }
    }
    tree.modules[module].module.resources.contains_key(&addr.resource.resource)
}

fn not_declared(addr: &AbsResourceInstance) -> Diagnostic {
    let place =
        if addr.module.is_root() { "the root module".to_owned() } else { addr.module.module().to_string() };
    let resource = &addr.resource.resource;
    let detail = format!(
        "Write its block in {place} before it is imported. For example:\n\n    resource {:?} {:?} {{\n      # (resource arguments)\n    }}",
        resource.type_name.as_str(),
        resource.name.as_str()
    );
    Diagnostic::error(format!("resource address \"{addr}\" does not exist in the configuration."), detail)
}

/// What was asked for, as the block that means the same.
fn import_block(addr: &AbsResourceInstance, id: &str) -> String {
    let mut text = String::new();
    let mut chars = id.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            // Doubled before a brace it stands for itself.
            '$' | '%' if chars.peek() == Some(&'{') => text.extend([c, c]),
            c => text.push(c),
        }
    }
    format!("import {{\n  to = {addr}\n  id = \"{text}\"\n}}\n")
}

/// The name of the file that is not there.
const FILE: &str = "import-command.tf";

/// The files on the disk, and one more in the root module.
struct WithImport {
    text: Vec<u8>,
    disk: InstalledModules,
}

impl WithImport {
    fn is_root(dir: &Path) -> bool {
        dir == Path::new(".") || dir.as_os_str().is_empty()
    }
}

impl ModuleFiles for WithImport {
    fn names(&self, dir: &Path) -> io::Result<BTreeSet<String>> {
        let mut names = self.disk.names(dir)?;
        if Self::is_root(dir) {
            names.insert(FILE.to_owned());
        }
        Ok(names)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let is_ours =
            path.file_name().is_some_and(|name| name == FILE) && path.parent().is_none_or(Self::is_root);
        if is_ours { Ok(self.text.clone()) } else { self.disk.read(path) }
    }

    fn is_dir(&self, dir: &Path) -> bool {
        self.disk.is_dir(dir)
    }

    fn same_dir(&self, a: &Path, b: &Path) -> bool {
        self.disk.same_dir(a, b)
    }

    fn settled_dir(&self, key: &str) -> Option<PathBuf> {
        self.disk.settled_dir(key)
    }

    fn installed(&self, key: &str) -> Option<&InstalledModule> {
        self.disk.installed(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_only_text() {
        let addr = AbsResourceInstance::parse("t.a[\"k\"]").unwrap();
        let check = |id: &str, expect: &str| {
            assert_eq!(
                import_block(&addr, id),
                format!("import {{\n  to = t.a[\"k\"]\n  id = \"{expect}\"\n}}\n")
            );
        };
        check("abc", "abc");
        check("a\"b\\c", "a\\\"b\\\\c");
        check("${x} %{y} $ %", "$${x} %%{y} $ %");
        check("a\nb", "a\\nb");
    }
}
