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
        format!("Error parsing extra CLI args from {name}: a quote or an escape is not closed.")
    })
}

/// Splits a text into words as a shell does, without expanding anything; nothing where a quote is left open.
fn split(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some('\''), '\'') | (Some('"'), '"') => quote = None,
            (Some('\''), c) => word.get_or_insert_default().push(c),
            (_, '\\') => word.get_or_insert_default().push(chars.next()?),
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            // In a shell another command would begin here, or a file would be named: neither is an argument.
            (None, ';' | '|' | '&' | '<' | '>') => break,
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
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
        check("'open", None);
        check("end\\", None);
    }
}
