//! Text in native syntax, derived from choices.

use functions::ParamType;

use crate::choices::Choices;
use crate::words::{BINARY, NAMES, NUMBERS, ODD_REFERENCES, RAW_TEXT, REFERENCES, TEXT, TRAVERSAL_STEPS};

/// Nesting and length at which derivation turns to the simplest form.
const MAX_DEPTH: usize = 12;
const MAX_BYTES: usize = 3000;

/// Loops in loops: each level multiplies the work of the ones inside, as the language wants it.
const MAX_LOOPS: usize = 3;

/// Derives text.
pub struct Native<'c, 'a> {
    choices: &'c mut Choices<'a>,
    /// The text so far.
    pub out: String,
    depth: usize,
    /// Inside of brackets line ends mean nothing.
    bracketed: usize,
    loops: usize,
    names: usize,
    /// Whether bytes as they stand and names given twice may come in; one of either spoils a whole text.
    wild: bool,
}

impl<'c, 'a> Native<'c, 'a> {
    /// Derives from the given choices.
    pub fn new(choices: &'c mut Choices<'a>) -> Self {
        let wild = choices.rarely(8);
        Self { choices, out: String::new(), depth: 0, bracketed: 0, loops: 0, names: 0, wild }
    }

    /// A file.
    pub fn config(mut self) -> String {
        while !self.choices.is_empty() && self.out.len() < MAX_BYTES {
            self.body_item();
        }
        if self.choices.rarely(4) {
            self.out.truncate(self.out.trim_end().len());
        }
        self.out
    }

    /// An expression alone.
    pub fn expression(mut self) -> String {
        self.expr();
        self.out
    }

    /// A template alone.
    pub fn template_file(mut self) -> String {
        while !self.choices.is_empty() && self.out.len() < MAX_BYTES {
            self.template_part(RAW_TEXT);
        }
        self.out
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn is_deep(&self) -> bool {
        self.depth >= MAX_DEPTH || self.out.len() >= MAX_BYTES || self.choices.is_empty()
    }

    fn body_item(&mut self) {
        self.indent();
        match self.choices.below(12) {
            0 => self.push("\n"),
            1..=6 => {
                self.attribute();
                self.end_of_line();
            }
            7..=9 => self.block(),
            10 => {
                let comment = self.choices.of(&["# c", "// c  ", "#", "//", "# ä\u{301} é"]);
                self.push(comment);
                self.push("\n");
            }
            _ => {
                let comment = self.choices.of(&["/* c */\n", "/* a\n  b */\n", "/**/"]);
                self.push(comment);
            }
        }
    }

    fn indent(&mut self) {
        let spaces = self.choices.of(&["", "", "  ", "    ", "\t", " ", "/* */"]);
        self.push(spaces);
    }

    fn end_of_line(&mut self) {
        let end = self.choices.of(&["\n", "\n", "\n\n", " # c\n", " // c\n", "  \n", "\r\n", " /* c */\n"]);
        self.push(end);
    }

    /// A name that no other attribute of the file has, mostly.
    fn fresh_name(&mut self) {
        let name = self.choices.of(NAMES);
        self.push(name);
        if !self.wild || !self.choices.rarely(16) {
            self.names += 1;
            let number = self.names.to_string();
            self.push(&number);
        }
    }

    fn attribute(&mut self) {
        self.fresh_name();
        let equals = self.choices.of(&[" = ", "=", "  =  ", " /* c */ = ", " =\t"]);
        self.push(equals);
        if self.choices.rarely(6) {
            self.heredoc();
        } else {
            self.expr();
        }
    }

    fn block(&mut self) {
        let name = self.choices.of(&["resource", "locals", "b", "variable", "dynamic", "ü"]);
        self.push(name);
        for _ in 0..self.choices.below(4) {
            let label = self.choices.of(&[
                " \"l\"",
                " l",
                " \"a b\"",
                " \"\\u00e9\"",
                "\"x\"",
                " \"$${a}\"",
                " \"é\"",
            ]);
            self.push(label);
        }
        let open = self.choices.of(&[" {", "{", "  {", " /* c */ {"]);
        self.push(open);
        if self.choices.rarely(5) {
            if self.choices.rarely(2) {
                self.push(" ");
                self.attribute_on_line();
                self.push(" ");
            }
        } else {
            self.end_of_line();
            self.depth += 1;
            for _ in 0..self.choices.below(5) {
                if self.is_deep() {
                    break;
                }
                self.body_item();
            }
            self.depth -= 1;
            self.indent();
        }
        self.push("}");
        self.end_of_line();
    }

    fn attribute_on_line(&mut self) {
        self.fresh_name();
        self.push(" = ");
        self.expr();
    }

    /// An expression, of any kind.
    fn expr(&mut self) {
        if self.is_deep() {
            return self.leaf();
        }
        self.depth += 1;
        match self.choices.below(32) {
            0..=2 => self.leaf(),
            3..=6 => self.quoted(),
            7..=10 => self.call(),
            11..=12 => self.sequence("[", "]"),
            13..=14 => self.object(),
            15..=16 if self.loops < MAX_LOOPS => self.for_expr(),
            15..=16 => self.leaf(),
            17 => self.conditional(),
            18..=20 => self.binary(),
            21 => {
                let operator = self.choices.of(&["-", "!", "- ", "!!"]);
                self.push(operator);
                self.expr();
            }
            22..=23 => self.parens(),
            24..=28 => self.access(),
            29 => {
                let value = self.choices.of(&["true", "false", "null"]);
                self.push(value);
            }
            30 if self.bracketed > 0 => {
                self.heredoc();
                self.push("\n");
            }
            30 => self.leaf(),
            _ if self.wild => self.junk(),
            _ => self.access(),
        }
        self.depth -= 1;
    }

    fn leaf(&mut self) {
        let text = match self.choices.below(8) {
            0..=2 => self.choices.of(NUMBERS),
            7 if self.wild => self.choices.of(ODD_REFERENCES),
            _ => self.choices.of(REFERENCES),
        };
        self.push(text);
    }

    /// Bytes as they stand, so that derivation does not only give what its author thought of.
    fn junk(&mut self) {
        let most = self.choices.below(4);
        let bytes = self.choices.take(most);
        let text = String::from_utf8_lossy(bytes).into_owned();
        self.push(&text);
    }

    fn space(&mut self) {
        let text = match self.bracketed {
            0 => self.choices.of(&[" ", "", " ", "  ", "/**/"]),
            _ => self.choices.of(&[" ", "", "\n", " # c\n", "  ", "/* c */"]),
        };
        self.push(text);
    }

    fn quoted(&mut self) {
        self.push("\"");
        for _ in 0..self.choices.below(4) {
            self.template_part(TEXT);
        }
        self.push("\"");
    }

    /// A piece of a template whose literal parts come from `texts`.
    fn template_part(&mut self, texts: &[&str]) {
        let kind = self.choices.below(16);
        if kind < 10 || self.is_deep() {
            let text = self.choices.of(texts);
            return self.push(text);
        }
        self.depth += 1;
        // Inside of an interpolation line ends mean nothing again.
        self.bracketed += 1;
        match kind {
            10..=13 => {
                let open = self.choices.of(&["${", "${ ", "${~", "${~ "]);
                self.push(open);
                self.expr();
                let close = self.choices.of(&["}", " }", "~}", " ~}"]);
                self.push(close);
            }
            14 => {
                let open = self.choices.of(&["%{ if ", "%{if ", "%{~ if "]);
                self.push(open);
                self.expr();
                self.push(" }");
                self.template_part(texts);
                if self.choices.rarely(2) {
                    self.push("%{else}");
                    self.template_part(texts);
                }
                let close = self.choices.of(&["%{endif}", "%{ endif ~}", "%{~endif}"]);
                self.push(close);
            }
            _ if self.loops < MAX_LOOPS => {
                self.loops += 1;
                let open = self.choices.of(&["%{ for v in ", "%{ for k, v in ", "%{~ for x in "]);
                self.push(open);
                self.expr();
                let close = self.choices.of(&[" }", " ~}"]);
                self.push(close);
                self.template_part(texts);
                self.push("${v}%{ endfor }");
                self.loops -= 1;
            }
            _ => self.push("${v}"),
        }
        self.bracketed -= 1;
        self.depth -= 1;
    }

    fn heredoc(&mut self) {
        let open = self.choices.of(&["<<E\n", "<<-E\n"]);
        self.push(open);
        for _ in 0..self.choices.below(5) {
            self.indent_text();
            self.template_part(RAW_TEXT);
            self.push("\n");
        }
        let end = self.choices.of(&["E", "  E", "\tE"]);
        self.push(end);
    }

    fn indent_text(&mut self) {
        let text = self.choices.of(&["", "  ", "    ", "\t", "      "]);
        self.push(text);
    }

    fn sequence(&mut self, open: &str, close: &str) {
        self.push(open);
        self.bracketed += 1;
        let count = self.choices.below(5);
        for index in 0..count {
            self.space();
            self.expr();
            if index + 1 < count || self.choices.rarely(5) {
                self.push(",");
            }
        }
        self.space();
        self.bracketed -= 1;
        self.push(close);
    }

    fn object(&mut self) {
        self.push("{");
        // Line ends mean something here: they end an item.
        let bracketed = std::mem::take(&mut self.bracketed);
        let lines = self.choices.rarely(2);
        let count = self.choices.below(5);
        for index in 0..count {
            if lines && index == 0 {
                self.push("\n");
            }
            self.key();
            let equals = self.choices.of(&[" = ", "=", " : ", ":"]);
            self.push(equals);
            self.expr();
            let end = if lines { self.choices.of(&["\n", ",\n", " # c\n", "\n\n"]) } else { "," };
            if lines || index + 1 < count || self.choices.rarely(3) {
                self.push(end);
            }
        }
        self.bracketed = bracketed;
        self.push("}");
    }

    fn key(&mut self) {
        match self.choices.below(8) {
            0..=4 => {
                let name = self.choices.of(&["a", "b", "k", "s", "n", "null", "true", "ü", "x-y"]);
                self.push(name);
            }
            5 => self.quoted(),
            6 => self.parens(),
            _ => {
                let number = self.choices.of(NUMBERS);
                self.push(number);
            }
        }
    }

    fn for_expr(&mut self) {
        let object = self.choices.rarely(2);
        self.push(if object { "{" } else { "[" });
        self.bracketed += 1;
        self.loops += 1;
        let names = self.choices.of(&["for v in ", "for k, v in ", "for s in ", "for k,s in "]);
        self.push(names);
        self.expr();
        self.push(" :");
        self.space();
        if object {
            self.expr();
            self.push(" => ");
        }
        self.expr();
        if object && self.choices.rarely(3) {
            self.push("...");
        }
        if self.choices.rarely(3) {
            self.push(" if ");
            self.expr();
        }
        self.bracketed -= 1;
        self.loops -= 1;
        self.push(if object { "}" } else { "]" });
    }

    fn conditional(&mut self) {
        self.expr();
        self.push(" ? ");
        self.expr();
        self.push(" : ");
        self.expr();
    }

    fn binary(&mut self) {
        self.expr();
        self.push(" ");
        let operator = self.choices.of(BINARY);
        self.push(operator);
        self.push(" ");
        self.expr();
    }

    fn parens(&mut self) {
        self.push("(");
        self.bracketed += 1;
        self.space();
        self.expr();
        self.space();
        self.bracketed -= 1;
        self.push(")");
    }

    /// A reference alone.
    pub fn reference(mut self) -> String {
        let mut reference = self.choices.of(REFERENCES);
        if self.choices.rarely(4) {
            reference = self.choices.of(ODD_REFERENCES);
        }
        self.push(reference);
        while !self.choices.is_empty() && self.out.len() < MAX_BYTES {
            let steps = if self.wild { TRAVERSAL_STEPS } else { &TRAVERSAL_STEPS[..8] };
            let step = self.choices.of(steps);
            self.push(step);
        }
        self.out
    }

    fn access(&mut self) {
        match self.choices.below(4) {
            0..=1 => {
                let reference = self.choices.of(REFERENCES);
                self.push(reference);
            }
            2 => self.parens(),
            _ => self.call(),
        }
        let mut is_loop = false;
        for _ in 0..=self.choices.below(3) {
            match self.choices.below(10) {
                0..=2 => {
                    let step = self.choices.of(&[".a", ".k", ".b", ".ü", ".s", ".n", " . a"]);
                    self.push(step);
                }
                3..=5 => {
                    let step = self.choices.of(&[
                        "[0]",
                        "[1]",
                        "[\"k\"]",
                        "[\"a\"]",
                        "[-1]",
                        "[99]",
                        "[null]",
                        "[0.5]",
                        "[\"${var.s}\"]",
                    ]);
                    self.push(step);
                }
                6 if !is_loop => self.sequence_index(),
                6 => self.push("[2]"),
                7 => {
                    self.push("[*]");
                    is_loop = true;
                }
                _ => {
                    // Two of the old kind in a row would not parse.
                    let step = self.choices.of(&[".*", ".0", ".1", ".*.a", ".*.0"]);
                    self.push(step);
                    return;
                }
            }
        }
    }

    fn sequence_index(&mut self) {
        self.push("[");
        self.bracketed += 1;
        self.expr();
        self.bracketed -= 1;
        self.push("]");
    }

    fn call(&mut self) {
        if self.choices.rarely(24) {
            let name = self.choices.of(&["nope", "provider::a::f", "core::upper", "a::b", "upper"]);
            self.push(name);
            return self.sequence("(", ")");
        }
        let functions = functions::all();
        let function = functions[self.choices.below(functions.len())];
        self.push(function.name);
        self.push("(");
        self.bracketed += 1;
        let more = function.variadic.as_ref().map_or(0, |_| self.choices.below(4));
        let count = function.params.len() + more;
        for index in 0..count {
            if index > 0 {
                self.push(", ");
            }
            if let Some(param) = function.params.get(index).or(function.variadic.as_ref()) {
                self.argument(param.ty);
            }
        }
        if count > 0 && self.choices.rarely(16) {
            self.push("...");
        }
        self.bracketed -= 1;
        self.push(")");
    }

    /// An argument that mostly fits the parameter, so that function bodies are reached.
    fn argument(&mut self, ty: ParamType) {
        if self.choices.rarely(4) {
            return self.expr();
        }
        let text = match ty {
            ParamType::String => return self.string_argument(),
            ParamType::Number => self.choices.of(NUMBERS),
            ParamType::Bool => self.choices.of(&["true", "false", "var.b", "\"true\""]),
            ParamType::Any => return self.expr(),
            ParamType::ListOfBool => self.choices.of(&["[true, false]", "[]", "[var.b, null]"]),
            ParamType::ListOfNumber => self.choices.of(&["[1, 2, 3]", "[var.n, 0.5]", "[]"]),
            ParamType::ListOfListOfAny => {
                self.choices.of(&["[[1], [2, 3]]", "[var.l]", "[]", "[[], var.ul]"])
            }
            ParamType::ListOfAny | ParamType::ListOfString => self.choices.of(&[
                "var.l",
                "[]",
                "[\"b\", \"a\", \"\"]",
                "var.ul",
                "local.sl",
                "[1, \"a\"]",
                "var.t",
                "tolist(var.set)",
            ]),
            ParamType::SetOfAny | ParamType::SetOfString => {
                self.choices.of(&["var.set", "[]", "[\"a\", \"z\"]", "toset(var.l)", "var.ul"])
            }
            ParamType::MapOfAny | ParamType::MapOfString => {
                self.choices.of(&["var.m", "{}", "var.o", "{a = 1, k = 2}", "var.um", "var.deep"])
            }
            ParamType::MapOfListOfString => {
                self.choices.of(&["{a = [\"x\"], b = [\"x\", \"y\"]}", "{}", "{k = var.l}"])
            }
        };
        self.push(text);
    }

    fn string_argument(&mut self) {
        match self.choices.below(4) {
            0 => self.push("var.s"),
            1..=2 => self.quoted(),
            _ => {
                let text = self.choices.of(&[
                    "var.us",
                    "var.secret",
                    "\"file.txt\"",
                    "\"t.tftpl\"",
                    "jsonencode(var.o)",
                    "yamlencode(var.deep)",
                    "1",
                ]);
                self.push(text);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use diag::{Diagnostics, SourceFile};
    use hcl::syntax;

    use super::*;
    use crate::choices::testing::most_parse;

    fn error(diags: &Diagnostics) -> Option<String> {
        let first = diags.iter().next()?;
        Some(format!(
            "{}: {} {:?}",
            first.summary,
            first.detail,
            first.subject.as_ref().map(|range| range.start.byte)
        ))
    }

    #[test]
    fn derived_texts_parse() {
        let source = |text: &str| SourceFile::new("x", text.as_bytes());
        let reference = |text: &str| error(&syntax::parse_traversal(source(text)).2);
        let config = |text: &str| error(&syntax::parse_config(source(text)).2);
        let expression = |text: &str| error(&syntax::parse_expression(source(text)).2);
        let template = |text: &str| error(&syntax::parse_template(source(text)).2);
        most_parse("files", |choices| Native::new(choices).config(), config);
        most_parse("expressions", |choices| Native::new(choices).expression(), expression);
        most_parse("references", |choices| Native::new(choices).reference(), reference);
        most_parse("templates", |choices| Native::new(choices).template_file(), template);
    }
}
