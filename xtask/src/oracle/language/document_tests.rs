//! Tests of the document parser and rewriter.

use super::*;

fn answer(lines: &[&str]) -> Answer {
    let mut answer = Answer::default();
    assert!(lines.iter().all(|line| answer.add_line(line)), "{lines:?}");
    answer
}

const SAMPLE: &str = "\
# abs

Distance from zero.

```console
> abs(-12.5)
= 12.5
: number
> abs(\"x\")
! Invalid function argument

# A comment of the author.
> upper(\"ß\")
= \"ß\"
tofu= \"SS\"
want: tofu
explained: a reason
> abs(1)
```

Afterwards.
";

#[test]
fn reads_cases_and_their_answers() {
    let document = Document::parse(SAMPLE).unwrap();
    let seen: Vec<_> = document.cases.iter().map(|c| (c.line_number(), c.expression.as_str())).collect();
    assert_eq!(seen, [(6, "abs(-12.5)"), (9, "abs(\"x\")"), (13, "upper(\"ß\")"), (18, "abs(1)")]);
    let wanted: Vec<_> = document.cases.iter().map(|case| case.wanted().cloned()).collect();
    assert_eq!(
        wanted,
        [
            Some(answer(&["= 12.5", ": number"])),
            Some(answer(&["! Invalid function argument"])),
            Some(answer(&["= \"SS\""])),
            None
        ]
    );
    assert_eq!(document.cases[2].want, Want::Tofu);
    assert!(document.cases[2].explained && !document.cases[0].explained);
}

#[test]
fn an_untouched_document_is_written_back_byte_for_byte() {
    for text in [SAMPLE, "", "no newline at the end", "a\r\n```console\n> 1\n= \r\n```\r\n"] {
        assert_eq!(Document::parse(text).unwrap().to_text(), text);
    }
}

#[test]
fn recording_replaces_answers_and_keeps_the_rest() {
    let mut document = Document::parse(SAMPLE).unwrap();
    document.record(0, answer(&["= <<EOT", "=", "= EOT", ": string"]), answer(&["! Bad"]));
    document.record(2, answer(&["= 2"]), answer(&["= 2"]));
    document.record(3, answer(&["= 3"]), answer(&["= 3"]));
    let expected = SAMPLE
        .replace("= 12.5\n: number\n", "= <<EOT\n=\n= EOT\n: string\ntofu! Bad\n")
        .replace("= \"ß\"\ntofu= \"SS\"\nwant", "= 2\nwant")
        .replace("> abs(1)\n", "> abs(1)\n= 3\n");
    assert_eq!(document.to_text(), expected);
    let again = Document::parse(&expected).unwrap();
    for (before, after) in document.cases.iter().zip(&again.cases) {
        assert_eq!((before.start, before.end), (after.start, after.end));
        assert_eq!((&before.terraform, &before.tofu), (&after.terraform, &after.tofu));
    }
}

#[test]
fn files_last_until_the_section_ends() {
    let text = "\
# a
```file top.txt
top
```
## b
```console
> 1
```
```hcl
locals {}
```
````file b64.bin base64
AP8=
````
### c
```console
> 2
```
```file c/c.txt
```
```console
> 3
```
## d
```console
> 4
```
# e
```console
> 5
```
";
    let document = Document::parse(text).unwrap();
    let names: Vec<Vec<&str>> =
        document.cases.iter().map(|case| case.environment.keys().map(String::as_str).collect()).collect();
    let in_b = vec!["b64.bin", "main.tf"];
    let in_c = vec!["b64.bin", "c/c.txt", "main.tf"];
    assert_eq!(names, [vec!["top.txt"], in_b, in_c, vec!["top.txt"], vec![]]);
    assert_eq!(document.cases[1].environment["b64.bin"], [0, 255]);
    assert_eq!(document.cases[1].environment["main.tf"], b"locals {}\n");
}

#[test]
fn mistakes_name_their_line() {
    let check = |text: &str, expect: &str| {
        let error = Document::parse(text).expect_err(text);
        assert!(error.starts_with(expect), "{text:?}: {error}");
    };
    check("x\n```console\n> 1\n", "line 2: ");
    check("```console\n= 1\n```", "line 2: ");
    check("```console\n> 1\nnonsense\n```", "line 3: ");
    check("```console\n> 1\nwant: both\n```", "line 3: ");
    check("```file ../x\n```", "line 1: ");
    check("```file /x\n```", "line 1: ");
    check("```file x base64\n%\n```", "line 1: ");
}
