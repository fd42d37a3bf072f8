//! `cairn validate`

use crate::app::Command;
use crate::ui::Ui;

pub(crate) const COMMAND: Command =
    Command { name: "validate", about: "", help: "", run };

fn run(_ui: Ui, _args: &[String]) -> u8 {
    1
}
