//! What commands have in common that work on state without running the configuration.

use backend::Backend;
use diag::{Diagnostics, SourceMap};
use ops::{LockOptions, Purpose, Session};

use crate::app::Command;
use crate::backends;
use crate::commands::validate::unsupported_versions;
use crate::commands::version::terraform_level;
use crate::flags::{self, Flag, Parsed, duration, switch};
use crate::operation;
use crate::project::{self, STATE_FLAGS, Versions, current_workspace};
use crate::ui::Ui;
use crate::variables;

/// The flags of everything that works on state; those of locking are understood everywhere.
pub(crate) fn flags(more: &[Flag]) -> Vec<Flag> {
    let mut flags = vec![
        switch("show-sensitive"),
        switch("ignore-remote-version"),
        switch("lock"),
        duration("lock-timeout"),
    ];
    flags.extend(variables::FLAGS);
    flags.extend(STATE_FLAGS);
    flags.extend_from_slice(more);
    flags
}

/// Understands a command line, or tells what is wrong with it.
pub(crate) fn parse(ui: Ui, args: &[String], flags: &[Flag]) -> Option<(Ui, Parsed)> {
    match flags::parse(args, flags) {
        Ok(parsed) => Some((ui.with_flags(&parsed), parsed)),
        Err(error) => {
            flags::refuse(ui, args, &error);
            None
        }
    }
}

/// The same for commands that tell it in a line, with how the command is used where it is given.
pub(crate) fn parse_in_line(
    ui: Ui,
    args: &[String],
    flags: &[Flag],
    command: Option<&Command>,
) -> Option<(Ui, Parsed)> {
    match flags::parse(args, flags) {
        Ok(parsed) => Some((ui.with_flags(&parsed), parsed)),
        Err(error) => {
            flags::refuse_in_line(ui, &error, command);
            None
        }
    }
}

/// The same for commands that show how they are used apart from what is wrong.
pub(crate) fn parse_or_show(
    ui: Ui,
    args: &[String],
    flags: &[Flag],
    command: &Command,
) -> Option<(Ui, Parsed)> {
    let parsed = parse_in_line(ui, args, flags, None);
    if parsed.is_none() {
        ui.out(command.help);
    }
    parsed
}

/// Tells that there are too many or too few arguments, and shows how the command is used.
pub(crate) fn wrong_arguments(ui: Ui, what: &str, command: &Command) -> u8 {
    ui.err(&format!("{what}\n\n"));
    ui.out(command.help);
    1
}

/// The same where what is printed is read by programs, or was always kept apart.
pub(crate) fn wrong_arguments_aside(ui: Ui, what: &str, command: &Command) -> u8 {
    ui.err(&format!("{what}\n\n{}", command.help));
    1
}

/// Where state is, by the configuration of the working folder.
pub(crate) fn backend(
    parsed: &Parsed,
    kept: bool,
    diags: &mut Diagnostics,
) -> (Option<Box<dyn Backend>>, SourceMap) {
    let (module, more) = config::load_module(std::path::Path::new("."));
    // Who asks for the state does not ask what might be written better, and programs read the answer.
    if more.has_errors() {
        diags.append(more);
    }
    if diags.has_errors() {
        return (None, module.sources);
    }
    (backends::open(Some(&module.settings), parsed, kept, diags), module.sources)
}

/// Tells that the configuration asks for another version of the program, where it does: then nothing of its state is
/// given out or changed. Modules that cannot be read are no obstacle.
pub(crate) fn refuses_version(ui: Ui, parsed: &Parsed) -> bool {
    let (tree, _) = project::load_partly(parsed, &project::modules(), Versions::MayDiffer);
    let unsupported = unsupported_versions(&tree);
    ui.diagnostics(&unsupported, &tree.sources());
    unsupported.has_errors()
}

/// Opens the state of the selected workspace, or tells why not. Without an operation it is only read.
pub(crate) fn open(
    ui: Ui,
    parsed: &Parsed,
    operation: Option<&'static str>,
) -> Option<(Session, Diagnostics, SourceMap)> {
    open_kept(ui, parsed, operation, false)
}

/// The same; the version before is kept for good, beside all others.
pub(crate) fn open_kept(
    ui: Ui,
    parsed: &Parsed,
    operation: Option<&'static str>,
    kept: bool,
) -> Option<(Session, Diagnostics, SourceMap)> {
    let mut diags = Diagnostics::new();
    let lock = match operation {
        Some(operation) => operation::lock_options(parsed, operation),
        None => LockOptions::none(),
    };
    let (backend, sources) = backend(parsed, kept, &mut diags);
    let workspace = current_workspace();
    let mut found = Diagnostics::new();
    let session = backend.and_then(|backend| {
        Session::open(backend.as_ref(), &workspace, Purpose::Look, &lock, &terraform_level(), &mut found)
    });
    if operation.is_none() && !found.has_errors() {
        // What only reads is often read by programs: what its state went through is none of what they asked for.
        ui.diagnostics_aside(&found, &sources);
    } else {
        diags.append(found);
    }
    if session.is_none() || diags.has_errors() {
        if let Some(session) = session {
            session.close(&mut diags);
        }
        ui.diagnostics(&diags, &sources);
        return None;
    }
    session.map(|session| (session, diags, sources))
}

/// The providers of the objects in the state. Where nothing was settled on yet, `-backend=false` asks for none.
pub(crate) fn providers_of_state(parsed: &Parsed, diags: &mut Diagnostics) -> Vec<addrs::Provider> {
    let mut problems = Diagnostics::new();
    let (backend, _) = backend(parsed, false, &mut problems);
    let session = backend.and_then(|backend| {
        let lock = LockOptions::none();
        Session::open(
            backend.as_ref(),
            &current_workspace(),
            Purpose::Look,
            &lock,
            &terraform_level(),
            &mut problems,
        )
    });
    let mut found = Vec::new();
    if let Some(session) = session {
        let state = session.state();
        let resources = state.resources.values();
        found.extend(resources.map(|resource| resource.provider.provider.clone()));
        session.close(&mut problems);
    }
    if parsed.bool("backend", true) {
        diags.append(problems);
    }
    found
}

/// Ends a command: gives the lock back and tells what there is to tell.
pub(crate) fn finish(ui: Ui, session: Session, mut diags: Diagnostics, sources: &SourceMap) -> u8 {
    session.close(&mut diags);
    ui.diagnostics(&diags, sources);
    u8::from(diags.has_errors())
}

/// Tells that there is no state to work on.
pub(crate) fn no_state(ui: Ui) {
    ui.err(
        "No state file was found!\n\nThe state commands work on what was applied before. Run this where that was done, or name a state \
         file with the\n-state option.\n",
    );
}
