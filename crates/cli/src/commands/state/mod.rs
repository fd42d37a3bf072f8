//! `cairn state`: commands on what is remembered.

mod list;
mod mv;
mod pull;
mod push;
mod replace_provider;
mod rm;
mod show;

use crate::app::Group;

pub(crate) const GROUP: Group = Group {
    name: "state",
    about: "Look into and change what is remembered",
    commands: &[
        &list::COMMAND,
        &list::LS,
        &mv::COMMAND,
        &mv::MOVE,
        &pull::COMMAND,
        &push::COMMAND,
        &replace_provider::COMMAND,
        &rm::COMMAND,
        &rm::REMOVE,
        &show::COMMAND,
    ],
    bare: None,
};
