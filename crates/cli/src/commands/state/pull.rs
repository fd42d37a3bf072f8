//! `cairn state pull`

use state::StateFile;

use crate::app::Command;
use crate::commands::version::terraform_level;
use crate::stateful;
use crate::ui::Ui;

pub(crate) const COMMAND: Command = Command {
    name: "pull",
    about: "Print the whole state",
    help: "Usage: cairn [global options] state pull [options]\n\n  Prints the state of the selected workspace in the format of its \
           file, wherever it is kept.\n",
    run,
};

fn run(ui: Ui, args: &[String]) -> u8 {
    let Some((ui, parsed)) = stateful::parse_in_line(ui, args, &stateful::flags(&[]), None) else { return 1 };
    if stateful::refuses_version(ui, &parsed) {
        return 1;
    }
    let Some((session, diags, sources)) = stateful::open(ui, &parsed, None) else { return 1 };
    if let Some(file) = &session.snapshot().file {
        // What is printed is written here and now, whatever wrote what is stored.
        let file = StateFile { terraform_version: terraform_level(), ..file.clone() };
        ui.out_bytes(&file.write());
    }
    stateful::finish(ui, session, diags, &sources)
}
