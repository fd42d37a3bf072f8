//! What `plan`, `apply`, `destroy` and `refresh` have in common: their flags, and running them.

use addrs::Target;
use diag::{Diagnostic, Diagnostics, SourceMap};
use engine::PlanOptions;
use ops::{LockOptions, RunOptions};
use plan::Mode;

use crate::addresses;
use crate::commands::version::terraform_level;
use crate::flags::{Flag, Parsed, duration, option, switch};
use crate::patience;
use crate::project::STATE_FLAGS;
use crate::ui::Ui;
use crate::variables;
use crate::view::View;

/// The flags of everything that plans.
pub(crate) fn flags(more: &[Flag]) -> Vec<Flag> {
    let mut flags = vec![
        switch("show-sensitive"),
        switch("json"),
        option("json-into"),
        switch("input"),
        option("parallelism"),
        switch("refresh"),
        switch("refresh-only"),
        switch("destroy"),
        option("target"),
        option("target-file"),
        option("exclude"),
        option("exclude-file"),
        option("replace"),
        option("invoke"),
        switch("allow-deferral"),
        switch("lock"),
        duration("lock-timeout"),
    ];
    flags.extend(variables::FLAGS);
    flags.extend(STATE_FLAGS);
    flags.extend(patience::FLAGS);
    flags.extend_from_slice(more);
    flags
}

/// Reads the command line; tells what is wrong with it and gives nothing then.
pub(crate) fn begin(ui: Ui, args: &[String], known: &[Flag]) -> Option<(Ui, Parsed, View)> {
    let parsed = match crate::flags::parse(args, known) {
        Ok(parsed) => parsed,
        Err(error) => {
            let json = ["-json".to_owned()];
            let wanted = args.iter().any(|arg| matches!(arg.trim_start_matches('-'), "json" | "json=true"));
            // Who reads lines of JSON reads nothing else.
            match crate::flags::parse(&json, known).ok().filter(|_| wanted).map(|json| View::new(ui, &json)) {
                Some(Ok(view)) => {
                    view.diagnostics(&crate::flags::refusal(&error).into(), &SourceMap::new());
                }
                _ => crate::flags::refuse(ui, args, &error),
            }
            return None;
        }
    };
    let ui = ui.with_flags(&parsed);
    match View::new(ui, &parsed) {
        Ok(view) => Some((ui, parsed, view)),
        Err(diagnostic) => {
            ui.diagnostics(&(*diagnostic).into(), &SourceMap::new());
            None
        }
    }
}

/// Warns of flags that still work and should not be used.
pub(crate) fn warn_deprecated(parsed: &Parsed, view: &View) {
    if parsed.last("state").is_some_and(|path| !path.is_empty()) {
        let detail = "Use the argument \"path\" of the backend \"local\" instead.";
        let warning = Diagnostic::warning("Deprecated flag: -state", detail);
        view.diagnostics(&warning.into(), &SourceMap::new());
    }
}

/// What is said of options that are right by themselves, but not for this kind of plan.
pub(crate) const UNSUPPORTED_MODE: &str = "Unsupported plan mode";

/// How to lock.
pub(crate) fn lock_options(parsed: &Parsed, operation: &'static str) -> LockOptions {
    let timeout = parsed.duration("lock-timeout").unwrap_or_default();
    let waiting = || Ui::from_env().out("Acquiring state lock. This may take a few moments...\n");
    // Who reads lines of JSON reads nothing else.
    let waiting = if parsed.bool("json", false) { || {} } else { waiting };
    LockOptions { enabled: parsed.bool("lock", true), timeout, operation, waiting }
}

/// How to run.
pub(crate) fn run_options(parsed: &Parsed, diags: &mut Diagnostics) -> RunOptions {
    const DEFAULT: usize = 10;
    let parallelism = match parsed.last("parallelism").map(str::parse::<i64>) {
        None | Some(Ok(0)) => DEFAULT,
        Some(Ok(number)) => usize::try_from(number).unwrap_or_else(|_| {
            let detail = format!("{number} operations cannot run at once: a number above 0 is expected.");
            diags.push(Diagnostic::error("Invalid parallelism value", detail));
            DEFAULT
        }),
        Some(Err(_)) => {
            let detail = "-parallelism takes a whole number.";
            diags.push(Diagnostic::error("Failed to parse command-line flags", detail));
            DEFAULT
        }
    };
    RunOptions {
        parallelism,
        terraform_version: terraform_level(),
        patience: patience::patience(parsed, diags),
        continue_on_error: parsed.bool("continue-on-error", true),
    }
}

/// Whether everything is to be destroyed, or only looked at; tells where that cannot be.
pub(crate) fn check_modes(parsed: &Parsed, destroy: bool, diags: &mut Diagnostics) -> (bool, bool) {
    let destroy = destroy || parsed.bool("destroy", false);
    let refresh_only = parsed.bool("refresh-only", false);
    if destroy && refresh_only {
        let detail = "-destroy and -refresh-only are two different ways to plan; give one of them.";
        diags.push(Diagnostic::error("Incompatible plan mode options", detail));
    }
    if refresh_only && !parsed.bool("refresh", true) {
        let detail = "A plan that only refreshes does nothing without refreshing: -refresh-only and -refresh=false exclude \
                      each other.";
        diags.push(Diagnostic::error("Incompatible refresh options", detail));
    }
    (destroy, refresh_only)
}

/// What to plan.
pub(crate) fn plan_options(parsed: &Parsed, destroy: bool, diags: &mut Diagnostics) -> PlanOptions {
    let (destroy, refresh_only) = check_modes(parsed, destroy, diags);
    let refresh = parsed.bool("refresh", true);
    let targets = targets_of(parsed, "target", diags);
    let excludes = targets_of(parsed, "exclude", diags);
    if !targets.is_empty() && !excludes.is_empty() {
        let detail = "-target and -exclude exclude each other.";
        diags.push(Diagnostic::error("Invalid combination of arguments", detail));
    }
    let mut force_replace = Vec::new();
    for (_, text) in parsed.given().filter(|(name, _)| *name == "replace") {
        match addresses::instance_or_reason(text) {
            Ok(addr) if addr.resource.resource.mode == addrs::ResourceMode::Managed => {
                force_replace.push(addr)
            }
            Ok(_) => {
                let detail = format!("Only managed resources can be replaced, and {text} is none.");
                diags.push(Diagnostic::error(format!("Invalid force-replace address {text:?}"), detail));
            }
            Err(detail) => {
                diags.push(Diagnostic::error(format!("Invalid force-replace address {text:?}"), detail));
            }
        }
    }
    if !force_replace.is_empty() && (destroy || refresh_only) {
        let detail = "-replace makes sense only in a plan that makes what is written.";
        diags.push(Diagnostic::error(UNSUPPORTED_MODE, detail));
    }
    let invoke = invoke_of(parsed, diags);
    let others = destroy || refresh_only || !force_replace.is_empty();
    if !invoke.is_empty() && (others || !targets.is_empty() || !excludes.is_empty()) {
        let detail = "-invoke does an action and nothing else, so it goes with none of -destroy, -refresh-only, -replace, -target \
                      and -exclude.";
        diags.push(Diagnostic::error("Incompatible invoke options", detail));
    }
    PlanOptions {
        mode: match (destroy, refresh_only || !invoke.is_empty()) {
            (true, _) => Mode::Destroy,
            (false, true) => Mode::RefreshOnly,
            (false, false) => Mode::Normal,
        },
        invoke,
        import: None,
        refresh,
        targets,
        excludes,
        force_replace,
        deferral_allowed: parsed.bool("allow-deferral", false),
        generate_config: None,
        timestamp: now(),
    }
}

/// The actions that are asked for.
fn invoke_of(parsed: &Parsed, diags: &mut Diagnostics) -> Vec<Target> {
    let mut found = Vec::new();
    for (_, text) in parsed.given().filter(|(name, _)| *name == "invoke") {
        let target = Target::parse(text);
        let action = match &target {
            Ok(Target::Resource(action)) => Some(&action.resource),
            Ok(Target::Instance(action)) => Some(&action.resource.resource),
            _ => None,
        };
        if action.is_some_and(|action| action.mode == addrs::ResourceMode::Action) {
            found.extend(target);
        } else {
            let detail = format!(
                "{text:?} is not the address of an action, which looks like action.TYPE.NAME or action.TYPE.NAME[KEY]."
            );
            diags.push(Diagnostic::error("Invalid action address", detail));
        }
    }
    found
}

/// The addresses of a flag and of the files that its sister flag names.
fn targets_of(parsed: &Parsed, name: &str, diags: &mut Diagnostics) -> Vec<Target> {
    let mut found = Vec::new();
    let mut add = |text: &str, diags: &mut Diagnostics| match addresses::target_or_reason(text) {
        Ok(target) => found.push(target),
        Err(detail) => diags.push(Diagnostic::error(format!("Invalid {name} {text:?}"), detail)),
    };
    for (flag, value) in parsed.given() {
        if flag == name {
            add(value, diags);
        } else if flag.strip_suffix("-file") == Some(name) {
            match std::fs::read_to_string(value) {
                Ok(text) => {
                    let lines =
                        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
                    lines.for_each(|line| add(line, diags));
                }
                Err(error) => {
                    let detail =
                        format!("The file {value} cannot be read: {error}.", error = diag::reason(&error));
                    diags.push(Diagnostic::error(format!("Failed to read {name} file"), detail));
                }
            }
        }
    }
    found
}

/// Now, in UTC to the second.
pub(crate) fn now() -> String {
    let seconds =
        std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_secs();
    functions::support::date::Timestamp::from_unix(i64::try_from(seconds).unwrap_or(i64::MAX), 0).to_string()
}
