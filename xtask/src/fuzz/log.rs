//! What a run of libFuzzer says about itself.

/// The numbers of one run.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Summary {
    runs: u64,
    per_second: u64,
    edges: u64,
    features: u64,
    /// Runs counted by the target, how many inputs parsed, and how many also did what they are for.
    counted: u64,
    parsed: u64,
    worked: u64,
    peak_mb: u64,
    slowest_seconds: u64,
    finding: Option<String>,
    ended: bool,
}

impl Summary {
    pub(super) const HEADER: &'static str =
        "target            runs    runs/s  parsed  worked   edges  features  peak MB  slowest s";

    /// Reads the log of a run.
    pub(super) fn read(log: &str) -> Self {
        let mut summary = Self::default();
        for line in log.lines() {
            if let Some(rest) = line.strip_prefix("TALLY ") {
                summary.counted = field(rest, "runs=").unwrap_or(summary.counted);
                summary.parsed = field(rest, "parsed=").unwrap_or(summary.parsed);
                summary.worked = field(rest, "worked=").unwrap_or(summary.worked);
            } else if let Some(rest) = line.strip_prefix('#') {
                summary.progress(rest);
            } else if let Some(rest) = line.strip_prefix("stat::") {
                summary.runs = field(rest, "number_of_executed_units:").unwrap_or(summary.runs);
                summary.per_second = field(rest, "average_exec_per_sec:").unwrap_or(summary.per_second);
                summary.slowest_seconds =
                    field(rest, "slowest_unit_time_sec:").unwrap_or(summary.slowest_seconds);
                summary.peak_mb = field(rest, "peak_rss_mb:").unwrap_or(summary.peak_mb);
            } else if line.contains("panicked at") || line.starts_with("SUMMARY:") {
                summary.finding.get_or_insert_with(|| line.to_owned());
            }
        }
        summary
    }

    /// A line such as `#65536 DONE cov: 3734 ft: 10048 corp: 1968/14227b exec/s: 6553 rss: 40Mb`.
    fn progress(&mut self, line: &str) {
        self.edges = field(line, " cov: ").unwrap_or(self.edges);
        self.features = field(line, " ft: ").unwrap_or(self.features);
        self.ended |= line.contains("DONE");
        if let Some(runs) = field(line, "") {
            self.runs = runs;
        }
    }

    /// Whether it ran to its end without a finding, on inputs most of which meant something.
    pub(super) fn is_good(&self) -> bool {
        self.ended && self.finding.is_none() && !self.few_parse()
    }

    /// Whether less than half of the inputs parsed. Short runs are not counted.
    fn few_parse(&self) -> bool {
        self.parsed * 2 < self.counted
    }

    /// A line of the table.
    pub(super) fn line(&self, target: &str) -> String {
        let share = |part: u64| part as f64 * 100.0 / self.counted.max(1) as f64;
        let numbers = format!(
            "{target:<12}{:>10}{:>10}{:>7.1}%{:>7.1}%{:>8}{:>10}{:>9}{:>11}",
            self.runs,
            self.per_second,
            share(self.parsed),
            share(self.worked),
            self.edges,
            self.features,
            self.peak_mb,
            self.slowest_seconds
        );
        match (&self.finding, self.ended) {
            (Some(finding), _) => format!("{numbers}  FOUND: {finding}"),
            (None, false) => format!("{numbers}  DID NOT END; see the log"),
            (None, true) if self.few_parse() => format!("{numbers}  LESS THAN HALF PARSE"),
            (None, true) => numbers,
        }
    }
}

/// The number after a word.
fn field(text: &str, word: &str) -> Option<u64> {
    let rest = text[text.find(word)? + word.len()..].trim_start();
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "\
INFO: seed corpus: files: 3
#4	INITED cov: 10 ft: 11 corp: 1/1b exec/s: 0 rss: 38Mb
TALLY runs=32768 parsed=16384 worked=8192
#65536	DONE   cov: 3734 ft: 10048 corp: 1968/14227b lim: 17 exec/s: 6553 rss: 40Mb
stat::number_of_executed_units: 65536
stat::average_exec_per_sec:     6553
stat::slowest_unit_time_sec:    2
stat::peak_rss_mb:              41
";

    #[test]
    fn a_run_to_its_end() {
        let summary = Summary::read(LOG);
        assert!(summary.is_good());
        let line = summary.line("parser");
        for part in ["parser", "65536", "6553", "50.0%", "25.0%", "3734", "10048", "41", "2"] {
            assert!(line.contains(part), "{part}: {line}");
        }
    }

    #[test]
    fn findings_and_early_ends() {
        let found = Summary::read(
            "#9 NEW cov: 1 ft: 1\nthread 'x' panicked at src/a.rs:1:2:\nSUMMARY: libFuzzer: deadly signal\n",
        );
        assert!(!found.is_good() && found.line("x").ends_with("FOUND: thread 'x' panicked at src/a.rs:1:2:"));
        assert!(!Summary::read("#9 NEW cov: 1 ft: 1\n").is_good());
        let poor = Summary::read(&LOG.replace("parsed=16384", "parsed=16383"));
        assert!(!poor.is_good() && poor.line("x").ends_with("LESS THAN HALF PARSE"));
    }
}
