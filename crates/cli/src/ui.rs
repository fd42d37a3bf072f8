//! The streams a command talks to, and how diagnostics reach them.

use std::io::{BufWriter, IsTerminal, Write};
use std::os::fd::AsFd;
use std::sync::LazyLock;

use anstream::{AutoStream, ColorChoice};
use diag::{Diagnostics, Severity, SourceMap};
use render::{Deprecations, Grouping, Style};

use crate::flags::{Flag, Parsed, option, switch};
use crate::log;

/// Whether colours are taken out of what goes to standard output. Asked once: the answer costs calls of the system, and
/// cannot change while a command runs.
static OUT_IS_PLAIN: LazyLock<bool> =
    LazyLock::new(|| AutoStream::choice(&std::io::stdout()) == ColorChoice::Never);

/// The same for standard error.
static ERR_IS_PLAIN: LazyLock<bool> =
    LazyLock::new(|| AutoStream::choice(&std::io::stderr()) == ColorChoice::Never);

/// Output settings of one run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ui {
    /// `-no-color` was given, or the environment asks for plain text.
    pub(crate) no_color: bool,
    /// Whether warnings are shown by their summaries where there are no errors.
    compact: bool,
    /// Whether secrets are shown to people.
    secrets: bool,
    grouping: Grouping,
}

/// The flags that every command takes, also by `TF_CLI_ARGS`. Those that change nothing of a command do no harm.
pub(crate) const FLAGS: &[Flag] = &[
    switch("no-color"),
    switch("compact-warnings"),
    switch("consolidate-warnings"),
    switch("consolidate-errors"),
    switch("concise"),
    option("deprecation"),
];

impl Ui {
    /// Settings from the environment, before any flag.
    pub(crate) fn from_env() -> Self {
        let no_color = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self { no_color, compact: false, secrets: false, grouping: Grouping::default() }
    }

    /// The same, plain when a flag asks for it.
    #[must_use]
    pub(crate) fn plain_if(self, no_color: bool) -> Self {
        Self { no_color: self.no_color || no_color, ..self }
    }

    /// The same as flags ask for it.
    #[must_use]
    pub(crate) fn with_flags(self, parsed: &Parsed) -> Self {
        let deprecations = match parsed.last("deprecation") {
            Some("module:local") => Deprecations::Local,
            Some("module:none") => Deprecations::None,
            _ => Deprecations::All,
        };
        Self {
            no_color: self.no_color || parsed.bool("no-color", false),
            compact: parsed.bool("compact-warnings", false),
            secrets: parsed.bool("show-sensitive", false),
            grouping: Grouping {
                warnings: parsed.bool("consolidate-warnings", true),
                errors: parsed.bool("consolidate-errors", false),
                deprecations,
            },
        }
    }

    /// Writes to standard output; colours are taken out unless it is a terminal.
    pub(crate) fn out(self, text: &str) {
        // Nobody is left to tell when the reader has gone away.
        let _ = write(std::io::stdout().lock(), *OUT_IS_PLAIN, text);
    }

    /// Writes bytes to standard output as they are.
    pub(crate) fn out_bytes(self, bytes: &[u8]) {
        let mut stdout = std::io::stdout().lock();
        let _ = stdout.write_all(bytes).and_then(|()| stdout.flush());
    }

    /// Writes a line to standard output that is given a part at a time, as it is.
    pub(crate) fn out_line(self, give: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) {
        // Nothing that looks for ends of lines stands between.
        let mut stdout = std::io::stdout().lock();
        let _ = stdout
            .flush()
            .and_then(|()| give(&mut std::fs::File::from(stdout.as_fd().try_clone_to_owned()?)))
            .and_then(|()| stdout.write_all(b"\n"))
            .and_then(|()| stdout.flush());
    }

    /// Writes to standard error; colours are taken out unless it is a terminal.
    pub(crate) fn err(self, text: &str) {
        let _ = write(std::io::stderr().lock(), *ERR_IS_PLAIN, text);
    }

    /// Shows diagnostics: errors on standard error, warnings on standard output.
    pub(crate) fn diagnostics(self, diags: &Diagnostics, sources: &SourceMap) {
        log::diagnostics(diags);
        let shown = render::group(diags, self.grouping);
        if self.compact && !shown.is_empty() && !diags.has_errors() {
            let summaries: String = shown.iter().map(compact).collect();
            return self.out(&format!(
                "\nWarnings:\n\n{summaries}\nTo see all of what they say, run the command without -compact-warnings.\n"
            ));
        }
        let style = self.style();
        for diagnostic in shown.into_iter().map(render::Grouped::told) {
            let text = render::render_diagnostic(&diagnostic, sources, style);
            match diagnostic.severity {
                Severity::Error => self.err(&text),
                Severity::Warning => self.out(&text),
            }
        }
    }

    /// Shows diagnostics where they do not get into what others read: all on standard error.
    pub(crate) fn diagnostics_aside(self, diags: &Diagnostics, sources: &SourceMap) {
        log::diagnostics(diags);
        for diagnostic in render::in_order(diags) {
            self.err(&render::render_diagnostic(diagnostic, sources, self.style()));
        }
    }

    /// Writes good news.
    pub(crate) fn success(self, text: &str) {
        if self.no_color {
            return self.out(text);
        }
        self.out(&format!("\u{1b}[0m\u{1b}[1m\u{1b}[32m{text}\u{1b}[0m"));
    }

    /// Tells the user that an interrupt was understood.
    pub(crate) fn interrupted(self, count: u32) {
        if count == 1 {
            self.out(
                "\nInterrupt received.\nWaiting for what is running to end; then the state is written. Interrupt again to leave at \
                 once.\n\nStopping operation...\n",
            );
        } else {
            self.err(
                "\nTwo interrupts received. Leaving at once. What was done is in the journal beside the state, and the next \
                 command takes it over from there.\n",
            );
        }
    }

    /// How to draw diagnostics.
    pub(crate) fn style(self) -> Style {
        let secrets = self.secrets;
        match self.no_color {
            true => Style { secrets, ..Style::PLAIN },
            false => Style { boxed: true, width: terminal_width(), secrets },
        }
    }
}

/// A warning in a line or two.
fn compact(warning: &render::Grouped) -> String {
    let summary = render::printable(&warning.diagnostic.summary);
    let more = match warning.more {
        0 => String::new(),
        more => format!(" (and {more} more)"),
    };
    match &warning.diagnostic.subject {
        Some(at) => {
            format!("- {summary}\n  on {} line {}{more}\n", render::printable(&at.filename), at.start.line)
        }
        None => format!("- {summary}\n"),
    }
}

/// Writes text with few calls of the system: an `AutoStream` makes one for each piece between colours and lines.
fn write(mut stream: impl Write, plain: bool, text: &str) -> std::io::Result<()> {
    if !plain || memchr::memchr(0x1b, text.as_bytes()).is_none() {
        stream.write_all(text.as_bytes())?;
        return stream.flush();
    }
    let mut stream = BufWriter::with_capacity(64 << 10, stream);
    for piece in anstream::adapter::strip_str(text) {
        stream.write_all(piece.as_bytes())?;
    }
    stream.flush()
}

/// The width of the terminal, or 78 columns when there is none.
fn terminal_width() -> usize {
    if !std::io::stderr().is_terminal() {
        return 78;
    }
    std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok())
        .filter(|width| *width > 20)
        .unwrap_or(78)
}
