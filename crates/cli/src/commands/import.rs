//! `cairn import`

use addrs::{AbsResourceInstance, ResourceMode};
use config::ModuleTree;
use diag::{Diagnostic, Diagnostics, SourceMap};
use engine::{Event, Events};
use ops::{Purpose, Session, Watch};
use plan::Mode;

use crate::addresses;
use crate::app::Command;
use crate::commands::version::terraform_level;
use crate::flags::{self, Parsed, option, switch};
use crate::operation;
use crate::project::{self, Loaded, Versions};
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
    let known = operation::flags(&[option("config"), option("provider"), switch("ignore-remote-version")]);
    if let Err(error) = flags::parse(args, &known) {
        flags::refuse_in_line(ui, &error, Some(&COMMAND));
        return 1;
    }
    let Some((ui, parsed, view)) = operation::begin(ui, args, &known) else { return 1 };
    let [addr, id] = parsed.positionals.as_slice() else {
        ui.err(&format!("The import command expects two arguments.\n\n{}", COMMAND.help));
        return 1;
    };
    let mut diags = Diagnostics::new();
    let mut sources = SourceMap::new();
    let done = import(ui, &parsed, addr, id, &view, &mut diags, &mut sources);
    let failed = done.is_none() || diags.has_errors();
    if !failed && view.is_text() {
        ui.success("\nImport successful!\n\nThe objects shown above are in the state now and are managed from here.\n\n");
    }
    view.diagnostics(&diags, &sources);
    u8::from(failed)
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
    let addr = addresses::imported(text, sources, diags)?;
    if addr.resource.resource.mode != ResourceMode::Managed {
        let summary =
            "A managed resource address is required. Importing into a data resource is not allowed.";
        diags.push(Diagnostic::error(summary, ""));
        return None;
    }
    let dir = project::configuration_dir(parsed);
    if !config::list_files(dir).is_ok_and(|files| !files.is_empty()) {
        let detail = format!(
            "The folder {} holds no configuration that can be read. Name another one with -config.",
            dir.display()
        );
        diags.push(Diagnostic::error("No Terraform configuration files", detail));
        return None;
    }
    let lock = operation::lock_options(parsed, "import");
    let run_options = operation::run_options(parsed, diags);
    let tree = project::load_tree(parsed, Versions::MayDiffer, diags);
    *sources = tree.sources();
    if diags.has_errors() {
        return None;
    }
    if let Some(problem) = missing(&tree, &addr) {
        diags.push(problem);
        return None;
    }
    let backend = project::backend(Some(&tree.modules[0].module.settings), parsed, diags)?;
    let workspace = project::current_workspace();
    let mut session =
        Session::open(backend.as_ref(), &workspace, Purpose::Run, &lock, &terraform_level(), diags)?;
    if session.state().instance(&addr).is_some_and(|instance| instance.current.is_some()) {
        let detail = format!(
            "There is an object with the address {addr} in the state already. To import another one, take that one out first, with \
             \"cairn state rm\"."
        );
        diags.push(Diagnostic::error("Resource already managed by Terraform", detail));
        session.close(diags);
        return None;
    }
    let (loaded, found) = project::load_to_run(ui, parsed, false, Versions::MayDiffer, diags);
    *sources = found;
    let Some(Loaded { project, providers }) = loaded else {
        session.close(diags);
        return None;
    };
    let mut options = operation::plan_options(parsed, false, diags);
    options.mode = Mode::RefreshOnly;
    options.refresh = false;
    options.import = Some((addr.clone(), id.into()));
    let told = |count| ui.interrupted(count);
    let events = Told(view);
    let watch = Watch { events: &events, interrupts: &view.interrupts, told: &told };
    let (plan, more) = ops::plan(&project, &providers, &session, options, &run_options, &watch);
    diags.append(more);
    let imported =
        plan.filter(|_| !diags.has_errors()).map(|plan| engine::after_import(&plan, &project.tree));
    match imported {
        Some(state) if state.instance(&addr).is_some() => {
            if let Err(diagnostic) = session.persist(state) {
                diags.push(*diagnostic);
            }
        }
        // Nothing was visited that could have taken it.
        Some(_) => {
            let detail =
                format!("{addr} is not in the configuration: there is no such instance of its module.");
            diags.push(Diagnostic::error("Configuration for import target does not exist", detail));
        }
        None => {}
    }
    session.close(diags);
    Some(())
}

/// Tells of the object that is taken over in the words of this command.
struct Told<'a>(&'a View);

impl Events for Told<'_> {
    fn tell(&self, event: Event<'_>) {
        match event {
            Event::ImportStart { addr, id } => {
                self.0.line(&format!("{addr}: Importing from ID {:?}...", id.unwrap_or_default()));
            }
            Event::ImportFound { addr } => {
                let ty = &addr.resource.resource.type_name;
                self.0.line(&format!("{addr}: Import prepared!\n  Prepared {ty} for import"));
            }
            other => self.0.tell(other),
        }
    }

    fn is_stopping(&self) -> bool {
        self.0.is_stopping()
    }
}

/// What is wrong where there is no block for an instance.
fn missing(tree: &ModuleTree, addr: &AbsResourceInstance) -> Option<Diagnostic> {
    let mut module = 0;
    for step in addr.module.steps() {
        let Some(child) = tree.modules[module].children.get(&step.name) else {
            let detail = format!(
                "{} is not called in the configuration, so nothing can be imported into it.",
                addr.module
            );
            return Some(Diagnostic::error("Import to non-existent module", detail));
        };
        module = *child;
    }
    let declared = tree.modules[module].module.resources.contains_key(&addr.resource.resource);
    (!declared).then(|| not_declared(addr))
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
