//! Which elements of two sequences belong together.

/// Sequences whose table would be larger are not compared element by element.
const MAX_CELLS: usize = 4_000_000;

/// A pair of elements by their places; one that is missing is new or gone.
pub(crate) type Pair = (Option<usize>, Option<usize>);

/// Pairs the elements of two lists: by place where as many others took the place of some, otherwise by what
/// both have in common.
pub(crate) fn pair_elements<T>(
    before: &[T],
    after: &[T],
    equal: impl Fn(&T, &T) -> bool,
    pairs: impl Fn(&T) -> bool,
) -> Vec<Pair> {
    let replaced = before.len() == after.len()
        && before.iter().zip(after).any(|(b, a)| !equal(b, a))
        && before.len() <= 2_000
        && before.iter().any(|old| !after.iter().any(|new| equal(old, new)));
    if replaced {
        return (0..before.len()).map(|at| (Some(at), Some(at))).collect();
    }
    pair_common(before, after, equal, pairs)
}

/// Pairs the elements that both sequences have in common, and of the others those that `pairs` holds for.
fn pair_common<T>(
    before: &[T],
    after: &[T],
    equal: impl Fn(&T, &T) -> bool,
    pairs: impl Fn(&T) -> bool,
) -> Vec<Pair> {
    let common = common(before, after, &equal);
    let ends = common.into_iter().chain([(before.len(), after.len())]);
    let mut found = Vec::with_capacity(before.len().max(after.len()));
    let (mut old, mut new) = (0, 0);
    for (next_old, next_new) in ends {
        while old < next_old {
            if new < next_new && pairs(&before[old]) && pairs(&after[new]) {
                found.push((Some(old), Some(new)));
                new += 1;
            } else {
                found.push((Some(old), None));
            }
            old += 1;
        }
        while new < next_new {
            found.push((None, Some(new)));
            new += 1;
        }
        if next_old < before.len() && next_new < after.len() {
            found.push((Some(old), Some(new)));
            old += 1;
            new += 1;
        }
    }
    found
}

/// The longest common subsequence, by places. Of several that are as long it is the one whose places in the new
/// sequence come first, and then those in the old one.
fn common<T>(before: &[T], after: &[T], equal: &impl Fn(&T, &T) -> bool) -> Vec<(usize, usize)> {
    let start = before.iter().zip(after).take_while(|(b, a)| equal(b, a)).count();
    let (rest_before, rest_after) = (&before[start..], &after[start..]);
    let mut found: Vec<_> = (0..start).map(|at| (at, at)).collect();
    let fits = |before: &[T], after: &[T]| before.len().saturating_mul(after.len()) <= MAX_CELLS;
    let shift = |(old, new): (usize, usize)| (old + start, new + start);
    if fits(rest_before, rest_after) {
        found.extend(table(rest_before, rest_after, equal).into_iter().map(shift));
        return found;
    }
    // What both end with need not be in the table, although another choice may be made then.
    let end = rest_before.iter().rev().zip(rest_after.iter().rev()).take_while(|(b, a)| equal(b, a)).count();
    let (rest_before, rest_after) =
        (&rest_before[..rest_before.len() - end], &rest_after[..rest_after.len() - end]);
    if fits(rest_before, rest_after) {
        found.extend(table(rest_before, rest_after, equal).into_iter().map(shift));
    }
    found.extend((0..end).rev().map(|back| (before.len() - 1 - back, after.len() - 1 - back)));
    found
}

fn table<T>(before: &[T], after: &[T], equal: &impl Fn(&T, &T) -> bool) -> Vec<(usize, usize)> {
    let width = after.len() + 1;
    // How much what begins at two places has in common.
    let mut lengths = vec![0_u32; (before.len() + 1) * width];
    for (old, b) in before.iter().enumerate().rev() {
        for (new, a) in after.iter().enumerate().rev() {
            lengths[old * width + new] = if equal(b, a) {
                lengths[(old + 1) * width + new + 1] + 1
            } else {
                lengths[(old + 1) * width + new].max(lengths[old * width + new + 1])
            };
        }
    }
    let mut found = Vec::new();
    let mut old = 0;
    for (new, a) in after.iter().enumerate() {
        let wanted = lengths[old * width + new];
        if wanted == 0 {
            break;
        }
        let Some(first) = before[old..].iter().position(|b| equal(b, a)) else { continue };
        let first = old + first;
        if lengths[(first + 1) * width + new + 1] + 1 == wanted {
            found.push((first, new));
            old = first + 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs characters; upper case ones are paired where nothing else is.
    fn check(before: &str, after: &str, expect: &str) {
        let (before, after): (Vec<char>, Vec<char>) = (before.chars().collect(), after.chars().collect());
        let pairs = pair_elements(&before, &after, |a, b| a == b, |c| c.is_uppercase());
        let text: Vec<String> = pairs
            .into_iter()
            .map(|pair| match pair {
                (Some(old), Some(new)) if before[old] == after[new] => before[old].to_string(),
                (Some(old), Some(new)) => format!("{}>{}", before[old], after[new]),
                (Some(old), None) => format!("-{}", before[old]),
                (None, Some(new)) => format!("+{}", after[new]),
                (None, None) => unreachable!(),
            })
            .collect();
        assert_eq!(text.join(" "), expect, "{before:?} {after:?}");
    }

    #[test]
    fn pairs() {
        check("", "", "");
        check("ab", "abc", "a b +c");
        check("ab", "ba", "-a b +a");
        check("abc", "aac", "a b>a c");
        check("aa", "ab", "a -a +b");
        check("aa", "ba", "+b a -a");
        check("abc", "cab", "+c a b -c");
        check("abcd", "bcde", "a>b b>c c>d d>e");
        check("abcd", "xby", "-a +x b -c -d +y");
        check("aB", "Cxy", "-a B>C +x +y");
        check("AbC", "DbEF", "A>D b C>E +F");
        check("abc", "", "-a -b -c");
        check("bb", "b", "b -b");
        check("dbb", "bdb", "-d b +d b");
        check("bccdda", "cccdd", "-b c c +c d d -a");
        check("baccda", "cacac", "-b -a c +a c -d a +c");
    }
}
