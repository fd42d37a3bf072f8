//! The tokens of small texts, each as its kind and its text.

use hcl::syntax::lexer::tokenize_config;
use hcl::syntax::token::TokenKind;

fn check(text: &str, expect: &[&str]) {
    let tokens = tokenize_config(text.as_bytes());
    let got: Vec<String> = tokens
        .iter()
        .filter(|t| t.kind != TokenKind::Eof)
        .map(|t| format!("{:?} {}", t.kind, &text[t.start as usize..t.end as usize]))
        .collect();
    assert_eq!(got, expect, "{text}");
    assert_eq!(tokens.last().map(|t| t.end as usize), Some(text.len()), "{text}");
}

#[test]
fn tokens() {
    check("", &[]);
    check("a = 1\n", &["Ident a", "Equal =", "NumberLit 1", "Newline \n"]);
    check("a # c\nb", &["Ident a", "Comment # c\n", "Ident b"]);
    check("a // c", &["Ident a", "Comment // c"]);
    check("/* c */ a /* d */", &["Comment /* c */", "Ident a", "Comment /* d */"]);
    check("/* x", &["Slash /", "Star *", "Ident x"]);
    check("\"a\"", &["OQuote \"", "QuotedLit a", "CQuote \""]);
    check(
        "\"a${b}c\"",
        &[
            "OQuote \"",
            "QuotedLit a",
            "TemplateInterp ${",
            "Ident b",
            "TemplateSeqEnd }",
            "QuotedLit c",
            "CQuote \"",
        ],
    );
    check("\"${a}\"", &["OQuote \"", "TemplateInterp ${", "Ident a", "TemplateSeqEnd }", "CQuote \""]);
    check("\"${~a~}\"", &["OQuote \"", "TemplateInterp ${~", "Ident a", "TemplateSeqEnd ~}", "CQuote \""]);
    check(
        "\"%{if a}\"",
        &["OQuote \"", "TemplateControl %{", "Ident if", "Ident a", "TemplateSeqEnd }", "CQuote \""],
    );
    check("\"$${a} %%{b}\"", &["OQuote \"", "QuotedLit $${a} %%{b}", "CQuote \""]);
    check("\"$$${a}\"", &["OQuote \"", "QuotedLit $$${a}", "CQuote \""]);
    check("\"a$\"", &["OQuote \"", "QuotedLit a$", "CQuote \""]);
    check("\"\\\"\\\\\"", &["OQuote \"", "QuotedLit \\\"\\\\", "CQuote \""]);
    check("\"x\ny\"", &["OQuote \"", "QuotedLit x", "QuotedNewline \n", "QuotedLit y", "CQuote \""]);
    check("\"x\r\ny\"", &["OQuote \"", "QuotedLit x", "QuotedNewline \r\n", "QuotedLit y", "CQuote \""]);
    check("\"\\", &["OQuote \"", "Invalid \\"]);
    check("\"$", &["OQuote \"", "Invalid $"]);
    check("<<E\na\nE\n", &["OHeredoc <<E\n", "StringLit a\n", "CHeredoc E", "Newline \n"]);
    check(
        "<<-E\n  a ${b} c\n  E\n",
        &[
            "OHeredoc <<-E\n",
            "StringLit   a ",
            "TemplateInterp ${",
            "Ident b",
            "TemplateSeqEnd }",
            "StringLit  c\n",
            "CHeredoc   E",
            "Newline \n",
        ],
    );
    check("<<E\nx", &["OHeredoc <<E\n", "StringLit x"]);
    check("<<E\nE", &["OHeredoc <<E\n", "StringLit E"]);
    check("<<E\r\na\r\nE\r\n", &["OHeredoc <<E\r\n", "StringLit a\r\n", "CHeredoc E", "Newline \r\n"]);
    check("<< E", &["LessThan <", "LessThan <", "Ident E"]);
    check("<<E x", &["LessThan <", "LessThan <", "Ident E", "Ident x"]);
    check(
        "<<E\n${a}E\nE\n",
        &[
            "OHeredoc <<E\n",
            "TemplateInterp ${",
            "Ident a",
            "TemplateSeqEnd }",
            "StringLit E\n",
            "CHeredoc E",
            "Newline \n",
        ],
    );
    check("<<E\nx\ry\nE\n", &["OHeredoc <<E\n", "StringLit x", "Invalid \ry\nE\n"]);
    check(
        "1.5 1. 1... 1e5 1e 1.e5 0x1",
        &[
            "NumberLit 1.5",
            "NumberLit 1",
            "Dot .",
            "NumberLit 1",
            "Ellipsis ...",
            "NumberLit 1e5",
            "NumberLit 1",
            "Ident e",
            "NumberLit 1.e5",
            "NumberLit 0",
            "Ident x1",
        ],
    );
    check("a.b.0.c", &["Ident a", "Dot .", "Ident b", "Dot .", "NumberLit 0", "Dot .", "Ident c"]);
    check("a-b a - b -a", &["Ident a-b", "Ident a", "Minus -", "Ident b", "Minus -", "Ident a"]);
    check("a[*].*", &["Ident a", "OBrack [", "Star *", "CBrack ]", "Dot .", "Star *"]);
    check(
        "&& || & | ! != ~ ^ == => = :: : ... . < <= > >= ? , % * / + -",
        &[
            "And &&",
            "Or ||",
            "BitwiseAnd &",
            "BitwiseOr |",
            "Bang !",
            "NotEqual !=",
            "BitwiseNot ~",
            "BitwiseXor ^",
            "EqualOp ==",
            "FatArrow =>",
            "Equal =",
            "DoubleColon ::",
            "Colon :",
            "Ellipsis ...",
            "Dot .",
            "LessThan <",
            "LessThanEq <=",
            "GreaterThan >",
            "GreaterThanEq >=",
            "Question ?",
            "Comma ,",
            "Percent %",
            "Star *",
            "Slash /",
            "Plus +",
            "Minus -",
        ],
    );
    check("' ` ; @", &["Apostrophe '", "Backtick `", "Semicolon ;", "Invalid @"]);
    check("{ } [ ] ( )", &["OBrace {", "CBrace }", "OBrack [", "CBrack ]", "OParen (", "CParen )"]);
    check(
        "\"${{}}\"",
        &["OQuote \"", "TemplateInterp ${", "OBrace {", "CBrace }", "TemplateSeqEnd }", "CQuote \""],
    );
    check(
        "\"${\"${a}\"}\"",
        &[
            "OQuote \"",
            "TemplateInterp ${",
            "OQuote \"",
            "TemplateInterp ${",
            "Ident a",
            "TemplateSeqEnd }",
            "CQuote \"",
            "TemplateSeqEnd }",
            "CQuote \"",
        ],
    );
    check("é = \"é\"\n", &["Ident é", "Equal =", "OQuote \"", "QuotedLit é", "CQuote \"", "Newline \n"]);
    check("\u{feff}a", &["Ident a"]);
    check("a\r\nb\r", &["Ident a", "Newline \r\n", "Ident b", "Invalid \r"]);
    check("\u{a0}", &["Invalid \u{a0}"]);
    check("_a a_ a-", &["Ident _a", "Ident a_", "Ident a-"]);
    check("~} }", &["TemplateSeqEnd ~}", "CBrace }"]);
}
