//! Arguments from the environment: `TF_CLI_ARGS` for every command, `TF_CLI_ARGS_plan` for one.

/// The arguments that the environment adds to a command, which is named by its words. They stand before those of
/// the command line, which therefore win.
pub(crate) fn of(words: &str) -> Result<Vec<String>, String> {
    read(&format!("{ALL}_{}", words.replace([' ', '-'], "_")))
}

/// The arguments that the environment adds to every command.
pub(crate) fn of_all() -> Result<Vec<String>, String> {
    read(ALL)
}

const ALL: &str = "TF_CLI_ARGS";

fn read(name: &str) -> Result<Vec<String>, String> {
    let Ok(text) = std::env::var(name) else { return Ok(Vec::new()) };
    split(&text).ok_or_else(|| {
        format!("Error parsing extra CLI args from {name}: a quote, an escape or a bracket is not closed.")
    })
}

/// Splits a text into words as a shell does, without expanding anything; nothing where something is left open. Commands
/// in backquotes or in `$(…)` are not run, but are part of one word.
fn split(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let (mut in_backquotes, mut in_command) = (false, false);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let is_plain = quote.is_none() && !in_backquotes && !in_command;
        match c {
            '\\' if quote != Some('\'') => {
                word.get_or_insert_default().push(chars.next()?);
                continue;
            }
            '\'' | '"' if !in_command && quote.is_none_or(|open| open == c) => {
                quote = if quote.is_some() { None } else { Some(c) };
                word.get_or_insert_default();
                continue;
            }
            c if c.is_whitespace() && is_plain => {
                words.extend(word.take());
                continue;
            }
            '`' if quote.is_none() && !in_command => in_backquotes = !in_backquotes,
            ')' if quote.is_none() && !in_backquotes => in_command = !in_command,
            '(' if quote.is_none() && !in_backquotes => {
                if in_command || !word.as_ref().is_some_and(|word| word.ends_with('$')) {
                    return None;
                }
                in_command = true;
            }
            // In a shell another command would begin here, or a file would be named: neither is an argument.
            '>' if is_plain => {
                // Which stream goes there is none either.
                word = word.filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()));
                break;
            }
            ';' | '|' | '&' | '<' if is_plain => break,
            _ => {}
        }
        word.get_or_insert_default().push(c);
    }
    words.extend(word);
    (quote.is_none() && !in_backquotes && !in_command).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn words_are_split_as_a_shell_does() {
        let check = |text: &str, expect: Option<&[&str]>| {
            let words = split(text);
            assert_eq!(
                words.as_deref(),
                expect.map(|words| words.iter().map(|word| word.to_string()).collect::<Vec<_>>()).as_deref()
            );
        };
        check("", Some(&[]));
        check("  -a  -b=c ", Some(&["-a", "-b=c"]));
        check("-var 'a=b c' \"d\\\"e\"", Some(&["-var", "a=b c", "d\"e"]));
        check("-x='' a\\ b", Some(&["-x=", "a b"]));
        check("-a -b;c 'open", Some(&["-a", "-b"]));
        check("'a;b' c\\|d \"<\" > e", Some(&["a;b", "c|d", "<"]));
        check("`a b` $(c \"d;e\") 'f(g'", Some(&["`a b`", "$(c \"d;e\")", "f(g"]));
        check("a 2> b", Some(&["a"]));
        for open in ["a)", "(a)", "$(a", "$($(a))", "`a", "`$("] {
            check(open, None);
        }
        check("'open", None);
        check("end\\", None);
    }
}
