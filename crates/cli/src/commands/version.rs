//! `cairn version`

use std::path::Path;

use install::{LockFile, Platform};

use crate::app::Command;
use crate::flags::{self, switch};
use crate::ui::Ui;

/// The Terraform level that Cairn's language and formats are those of; an environment variable
/// overrides it, for suites whose tests depend on the version.
pub(crate) const TERRAFORM_LEVEL: &str = "1.11.4";

/// The OpenTofu level whose features are there too.
pub(crate) const OPENTOFU_LEVEL: &str = "1.12.6";

const LEVEL_VARIABLE: &str = "CAIRN_TERRAFORM_LEVEL";

pub(crate) const COMMAND: Command = Command {
    name: "version",
    about: "Show the version of Cairn",
    help: "Usage: cairn [global options] version [options]\n\n  Shows the version of Cairn and the Terraform level it \
           follows.\n\nOptions:\n\n  -json    Print the version information as a JSON object.\n",
    run,
};

/// The Terraform level reported to users, providers and state.
pub(crate) fn terraform_level() -> String {
    std::env::var(LEVEL_VARIABLE)
        .ok()
        .filter(|level| !level.is_empty())
        .unwrap_or_else(|| TERRAFORM_LEVEL.to_owned())
}

fn run(ui: Ui, args: &[String]) -> u8 {
    let parsed = match flags::parse(args, &[switch("json")]) {
        Ok(parsed) => parsed,
        Err(error) => {
            flags::refuse_in_line(ui, &error, Some(&COMMAND));
            return 1;
        }
    };
    // What is wrong with a lock file is told by who needs it.
    let (lock, _) = LockFile::load(Path::new("."));
    let platform = Platform::current().to_string();
    if parsed.bool("json", false) {
        let selections: serde_json::Map<String, serde_json::Value> = lock
            .providers
            .iter()
            .map(|(provider, lock)| (provider.to_string(), lock.version.to_string().into()))
            .collect();
        let json = serde_json::json!({
            "terraform_version": terraform_level(),
            "platform": platform,
            "provider_selections": selections,
            "terraform_outdated": false,
            "cairn_version": env!("CARGO_PKG_VERSION"),
        });
        ui.out(&format!("{json:#}\n"));
    } else {
        ui.out(&format!(
            "Cairn v{}\non {}\n+ language level of Terraform v{}\n",
            env!("CARGO_PKG_VERSION"),
            platform,
            terraform_level()
        ));
        for (provider, lock) in &lock.providers {
            ui.out(&format!("+ provider {provider} v{}\n", lock.version));
        }
    }
    0
}
