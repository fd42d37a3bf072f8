//! Word wrapping at Terraform's widths, because test suites match across its line breaks.

/// Wraps each line of a text at a number of columns. Lines that begin with a space are left alone:
/// they are lists or code. Words longer than a line stand on a line of their own.
pub(crate) fn wrap(text: &str, width: usize) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 40);
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push('\n');
        }
        if line.starts_with([' ', '\t']) {
            out.push_str(line);
        } else {
            wrap_line(line, width, &mut out);
        }
    }
    out
}

fn wrap_line(line: &str, width: usize, out: &mut String) {
    let mut column = 0;
    let mut spaces = 0;
    for piece in line.split_inclusive(' ') {
        let word = piece.trim_end_matches(' ');
        let length = word.chars().count();
        if column > 0 && column + spaces + length > width {
            out.push('\n');
            column = 0;
        } else {
            out.extend(std::iter::repeat_n(' ', spaces));
            column += spaces;
        }
        out.push_str(word);
        column += length;
        spaces = piece.len() - word.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps_at_words() {
        assert_eq!(wrap("aaa bbb ccc", 7), "aaa bbb\nccc");
        assert_eq!(wrap("aaa bbb ccc", 11), "aaa bbb ccc");
        assert_eq!(wrap("aaaaaaaaaa b", 4), "aaaaaaaaaa\nb");
        assert_eq!(wrap("  - aaa bbb ccc", 7), "  - aaa bbb ccc");
        assert_eq!(wrap("a\n\nb", 7), "a\n\nb");
    }
}
