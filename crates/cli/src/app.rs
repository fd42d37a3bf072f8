//! Global options and the table of commands.

use std::ffi::OsString;
use std::process::ExitCode;

use plugin::Level;

use crate::commands;
use crate::env_args;
use crate::log;
use crate::ui::Ui;

/// A command of the program.
pub(crate) struct Command {
    /// The word it is called by.
    pub(crate) name: &'static str,
    /// One line for the list of commands.
    pub(crate) about: &'static str,
    /// The whole text of `-help`.
    pub(crate) help: &'static str,
    /// Does it; the result is the exit code.
    pub(crate) run: fn(Ui, &[String]) -> u8,
}

/// Commands that stand under one word.
pub(crate) struct Group {
    /// That word.
    pub(crate) name: &'static str,
    /// One line for the list of commands.
    pub(crate) about: &'static str,
    /// Its commands; their names are the second word.
    pub(crate) commands: &'static [&'static Command],
    /// What the word alone does.
    pub(crate) bare: Option<&'static Command>,
}

/// Every command, in the order of the list.
const COMMANDS: &[&Command] = &[
    &commands::init::COMMAND,
    &commands::validate::COMMAND,
    &commands::plan::COMMAND,
    &commands::apply::COMMAND,
    &commands::apply::DESTROY,
    &commands::apply::REFRESH,
    &commands::query::COMMAND,
    &commands::show::COMMAND,
    &commands::output::COMMAND,
    &commands::console::COMMAND,
    &commands::fmt::COMMAND,
    &commands::force_unlock::COMMAND,
    &commands::functions::COMMAND,
    &commands::get::COMMAND,
    &commands::graph::COMMAND,
    &commands::import::COMMAND,
    &commands::modules::COMMAND,
    &commands::taint::COMMAND,
    &commands::taint::UNTAINT,
    &commands::version::COMMAND,
];

/// Every group of commands, in the order of the list.
const GROUPS: &[&Group] = &[
    &commands::metadata::GROUP,
    &commands::providers::GROUP,
    &commands::state::GROUP,
    &commands::workspace::GROUP,
];

/// The bare program is a mistake in a script; this is the code the models give for it.
const NO_COMMAND: u8 = 127;

/// Runs the program with its arguments.
pub(crate) fn run(args: Vec<OsString>) -> ExitCode {
    let ui = Ui::from_env();
    log::begin(ui);
    lang::remember_working_dir();
    let mut text_args = Vec::with_capacity(args.len());
    for arg in args {
        match arg.into_string() {
            Ok(arg) => text_args.push(arg),
            Err(arg) => {
                ui.err(&format!("The argument {} is not valid UTF-8.\n", arg.display()));
                return ExitCode::from(1);
            }
        }
    }
    ExitCode::from(dispatch(ui, &text_args))
}

fn dispatch(ui: Ui, args: &[String]) -> u8 {
    let is_flag = |arg: &&String| arg.starts_with('-');
    let mut rest = args.to_vec();
    // The last one says where to work; another one before it would only hide a mistake, and is told as one.
    let is_chdir = |arg: &String| arg == "-chdir" || arg.starts_with("-chdir=");
    let flags = args.iter().take_while(is_flag).count();
    if let Some(at) = args[..flags].iter().rposition(is_chdir) {
        let option = rest.remove(at);
        let Some(dir) = option.strip_prefix("-chdir=").filter(|dir| !dir.is_empty()) else {
            ui.err("Invalid -chdir option: it must be written with an equals sign, as in -chdir=example.\n");
            return 1;
        };
        if let Err(error) = std::env::set_current_dir(dir) {
            ui.err(&format!(
                "Error handling -chdir option: cannot enter the folder {dir:?}: {error}.\n",
                error = diag::reason(&error)
            ));
            return 1;
        }
    }
    let mut for_all = match env_args::of_all() {
        Ok(for_all) => for_all,
        Err(error) => {
            ui.err(&format!("{error}\n"));
            return 1;
        }
    };
    if rest.iter().all(|arg| is_flag(&arg)) {
        // Without a command, the environment may name one.
        rest.splice(..0, std::mem::take(&mut for_all));
    }
    let flags = rest.iter().take_while(is_flag).count();
    let (flags, words) = rest.split_at(flags);
    if flags.first().is_some_and(|flag| asks_version(flag)) {
        return (commands::version::COMMAND.run)(ui, &rest[1..]);
    }
    if for_all.iter().chain(&rest).take_while(|arg| *arg != "--").any(|arg| asks_version(arg)) {
        return (commands::version::COMMAND.run)(ui, &[]);
    }
    if asks_help(flags) {
        return help_for(ui, words);
    }
    let Some((name, more)) = words.split_first() else {
        ui.out(&usage());
        return NO_COMMAND;
    };
    if let (Some(flag), Some(help)) = (flags.first(), help_of(words)) {
        ui.out(&format!("Invalid flags before the subcommand: {flag} is no global option.\n\n{help}"));
        return 1;
    }
    if let Some(group) = find_group(name) {
        let run = if name == OLD_WORKSPACE { run_old } else { run_group };
        return run(ui, group, for_all, more);
    }
    match find(COMMANDS, name) {
        Some(command) => run_command(ui, command, command.name, for_all, more),
        None => no_command(ui, name),
    }
}

fn no_command(ui: Ui, name: &str) -> u8 {
    let names = COMMANDS.iter().map(|command| command.name).chain(GROUPS.iter().map(|group| group.name));
    let hint = hcl::did_you_mean(name, names);
    ui.err(&format!(
        "Cairn has no command named {name:?}.{hint}\n\nTo see all of Cairn's top-level commands, run:\n  cairn -help\n\n"
    ));
    1
}

fn find(commands: &'static [&'static Command], name: &str) -> Option<&'static Command> {
    commands.iter().find(|command| command.name == name).copied()
}

/// What workspaces were called once.
const OLD_WORKSPACE: &str = "env";

/// The group of a word.
fn find_group(name: &str) -> Option<&'static Group> {
    let name = if name == OLD_WORKSPACE { "workspace" } else { name };
    GROUPS.iter().find(|group| group.name == name).copied()
}

fn run_group(ui: Ui, group: &Group, for_all: Vec<String>, args: &[String]) -> u8 {
    let Some(command) = args.first().and_then(|name| find(group.commands, name)) else {
        if let Some(bare) = group.bare.filter(|_| !asks_help(args)) {
            return run_command(ui, bare, group.name, for_all, args);
        }
        ui.out(&group_usage(group));
        return u8::from(!asks_help(args));
    };
    run_command(ui, command, &format!("{} {}", group.name, command.name), for_all, &args[1..])
}

/// Runs a command by the old name of its group, which has not learned anything new.
fn run_old(ui: Ui, group: &Group, for_all: Vec<String>, args: &[String]) -> u8 {
    if !asks_help(args) {
        ui.out(&format!(
            "Warning: the \"cairn {OLD_WORKSPACE}\" family of commands is deprecated.\n\nUse \"cairn {}\" instead.\n\n",
            group.name
        ));
    }
    if args.first().is_some_and(|name| name == "show") {
        ui.out(&group_usage(group));
        return 1;
    }
    run_group(ui, group, for_all, args)
}

/// Runs a command with what the environment adds to it, and to every command.
fn run_command(ui: Ui, command: &Command, words: &str, for_all: Vec<String>, args: &[String]) -> u8 {
    let mut all = match env_args::of(words) {
        Ok(all) => all,
        Err(error) => {
            ui.err(&format!("{error}\n"));
            return 1;
        }
    };
    all.extend(for_all);
    all.extend_from_slice(args);
    if asks_help(&all) {
        ui.out(command.help);
        return 0;
    }
    // The arguments may hold secrets.
    log::line(Level::Info, || format!("command: {words}"));
    let code = (command.run)(ui, &all);
    log::line(Level::Info, || format!("exit code: {code}"));
    code
}

fn asks_help(args: &[String]) -> bool {
    args.iter().take_while(|arg| *arg != "--").any(|arg| matches!(arg.as_str(), "-help" | "--help" | "-h"))
}

fn asks_version(arg: &str) -> bool {
    matches!(arg, "-version" | "--version" | "-v")
}

fn help_for(ui: Ui, words: &[String]) -> u8 {
    match (words.first(), help_of(words)) {
        (None, _) => ui.out(&usage()),
        (Some(_), Some(help)) => ui.out(&help),
        (Some(name), None) => return no_command(ui, name),
    }
    0
}

/// The help of what words name.
fn help_of(words: &[String]) -> Option<String> {
    let name = words.first()?;
    if let Some(command) = find(COMMANDS, name) {
        return Some(command.help.to_owned());
    }
    let group = find_group(name)?;
    let command = words.get(1).and_then(|name| find(group.commands, name));
    Some(command.map_or_else(|| group_usage(group), |command| command.help.to_owned()))
}

fn group_usage(group: &Group) -> String {
    let mut text = format!(
        "Usage: cairn [global options] {} <subcommand> [options] [args]\n\n  {}.\n\nSubcommands:\n",
        group.name, group.about
    );
    for command in group.commands {
        text.push_str(&format!("    {:<18}  {}\n", command.name, command.about));
    }
    text
}

fn usage() -> String {
    let mut text = String::from(
        "Usage: cairn [global options] <subcommand> [args]\n\nCairn reads and runs Terraform and OpenTofu configuration.\n\nCommands:\n",
    );
    let mut all: Vec<(&str, &str)> = COMMANDS.iter().map(|command| (command.name, command.about)).collect();
    all.extend(GROUPS.iter().map(|group| (group.name, group.about)));
    for (name, about) in all {
        text.push_str(&format!("  {name:<12}  {about}\n"));
    }
    text.push_str(
        "\nGlobal options (use these before the subcommand):\n  -chdir=DIR    Switch to another folder before running the \
         subcommand.\n  -help         Show this help, or the help of a named subcommand.\n  -version      The same as the \
         \"version\" subcommand.\n",
    );
    text
}
