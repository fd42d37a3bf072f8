//! `cairn metadata`

use crate::app::{Command, Group};
use crate::commands::functions;
use crate::flags::switch;
use crate::stateful;
use crate::ui::Ui;

pub(crate) const GROUP: Group = Group {
    name: "metadata",
    about: "Facts about the program, for other programs",
    commands: &[&FUNCTIONS],
    bare: None,
};

const FUNCTIONS: Command = Command {
    name: "functions",
    about: "The signatures of the built-in functions",
    help: "Usage: cairn [global options] metadata functions -json\n\n  Prints the signatures of the built-in functions as JSON. The command \
           \"cairn functions\" shows them\n  to people.\n",
    run,
};

/// What has a name so that a call of it can be explained, but cannot be called in a configuration: what is gone, and what only
/// the console has.
const NOT_CALLABLE: [&str; 3] = ["list", "map", "type"];

fn run(ui: Ui, args: &[String]) -> u8 {
    let Some((ui, parsed)) = stateful::parse_in_line(ui, args, &[switch("json")], Some(&FUNCTIONS)) else {
        return 1;
    };
    if !parsed.bool("json", false) {
        let what = "The `cairn metadata functions` command requires the `-json` flag.";
        return stateful::wrong_arguments_aside(ui, what, &FUNCTIONS);
    }
    let callable = ::functions::all().iter().filter(|function| !NOT_CALLABLE.contains(&function.name));
    let entries = callable.flat_map(|function| {
        [function.name.to_owned(), format!("core::{}", function.name)].map(|name| (name, *function))
    });
    ui.out(&format!("{}\n", functions::signatures(entries)));
    0
}
