//! Global options and the table of commands.

use std::ffi::OsString;
use std::process::ExitCode;

use crate::commands;
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

/// Every command, in the order of the list.
const COMMANDS: &[&Command] = &[
    &commands::validate::COMMAND,
    &commands::plan::COMMAND,
    &commands::apply::COMMAND,
    &commands::apply::DESTROY,
    &commands::apply::REFRESH,
    &commands::show::COMMAND,
    &commands::console::COMMAND,
    &commands::fmt::COMMAND,
    &commands::functions::COMMAND,
    &commands::version::COMMAND,
];

/// The bare program is a mistake in a script; this is the code the models give for it.
const NO_COMMAND: u8 = 127;

/// Runs the program with its arguments.
pub(crate) fn run(args: Vec<OsString>) -> ExitCode {
    let ui = Ui::from_env();
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
    let mut rest = args;
    while let Some((first, more)) = rest.split_first() {
        let Some(option) = first.strip_prefix('-') else { break };
        let option = option.strip_prefix('-').unwrap_or(option);
        if let Some(dir) = option.strip_prefix("chdir=") {
            if let Err(error) = std::env::set_current_dir(dir) {
                ui.err(&format!("Error handling -chdir option: cannot enter the folder {dir:?}: {error}.\n"));
                return 1;
            }
            rest = more;
            continue;
        }
        return match option {
            "version" | "v" => (commands::version::COMMAND.run)(ui, more),
            "help" | "h" => help_for(ui, more),
            "chdir" => {
                ui.err(
                    "Invalid -chdir option: it must be written with an equals sign, as in -chdir=example.\n",
                );
                1
            }
            _ => {
                ui.err(&format!("Cairn has no global option {first:?}.\n\n{}", usage()));
                1
            }
        };
    }
    let Some((name, more)) = rest.split_first() else {
        ui.out(&usage());
        return NO_COMMAND;
    };
    match COMMANDS.iter().find(|command| command.name == name) {
        Some(command) if asks_help(more) => {
            ui.out(command.help);
            0
        }
        Some(command) => (command.run)(ui, more),
        None => {
            let hint = hcl::did_you_mean(name, COMMANDS.iter().map(|command| command.name));
            ui.err(&format!(
                "Cairn has no command named {name:?}.{hint}\n\nTo see all of Cairn's top-level commands, run:\n  cairn -help\n\n"
            ));
            1
        }
    }
}

fn asks_help(args: &[String]) -> bool {
    args.iter().take_while(|arg| *arg != "--").any(|arg| matches!(arg.as_str(), "-help" | "--help" | "-h"))
}

fn help_for(ui: Ui, args: &[String]) -> u8 {
    let command = args.first().and_then(|name| COMMANDS.iter().find(|command| command.name == name));
    match command {
        Some(command) => ui.out(command.help),
        None => ui.out(&usage()),
    }
    0
}

fn usage() -> String {
    let mut text = String::from(
        "Usage: cairn [global options] <subcommand> [args]\n\nCairn reads and runs Terraform and OpenTofu configuration.\n\nCommands:\n",
    );
    for command in COMMANDS {
        text.push_str(&format!("  {:<12}  {}\n", command.name, command.about));
    }
    text.push_str(
        "\nGlobal options (use these before the subcommand):\n  -chdir=DIR    Switch to another folder before running the \
         subcommand.\n  -help         Show this help, or the help of a named subcommand.\n  -version      The same as the \
         \"version\" subcommand.\n",
    );
    text
}
