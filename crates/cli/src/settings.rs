//! A user's settings: the CLI configuration and the variables that go with it.

use std::sync::OnceLock;

use diag::SourceMap;
use install::{CliConfig, Environment};

use crate::ui::Ui;

/// The variables; those that are not text are nothing that matters here.
pub(crate) fn environment() -> Environment {
    let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
        Some((name.into_string().ok()?, value.into_string().ok()?))
    };
    let working_dir = lang::started_in().unwrap_or_default();
    Environment { variables: std::env::vars_os().filter_map(text).collect(), working_dir }
}

/// The CLI configuration. What is wrong with it is told once, and stops nobody.
pub(crate) fn cli_config(ui: Ui, environment: &Environment) -> &'static CliConfig {
    static CONFIG: OnceLock<CliConfig> = OnceLock::new();
    CONFIG.get_or_init(|| {
        let (config, diags) = CliConfig::load(environment);
        if !diags.is_empty() {
            ui.err("There are some problems with the CLI configuration:\n");
            let style = ui.style();
            for diagnostic in &diags {
                ui.err(&render::render_diagnostic(diagnostic, &SourceMap::new(), style));
            }
            ui.err("\nBecause of these problems, Cairn may not do what you want.\n\n");
        }
        config
    })
}
