//! The text of the CLI configuration: HCL's first version, as far as such files use it, or JSON.

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    /// A string, a number or a bool, as its text.
    Text(String),
    List(Vec<Node>),
    /// The items in order; a name may come several times.
    Object(Vec<Item>),
}

/// Something with a name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Item {
    pub(super) name: String,
    /// The words after the name of a block.
    pub(super) labels: Vec<String>,
    /// Whether an equals sign stands between.
    pub(super) is_argument: bool,
    pub(super) value: Node,
    /// Where it starts.
    pub(super) line: usize,
}

/// Deeper nesting is nothing that anybody writes.
const MAX_DEPTH: usize = 64;

/// Reads a file; the error says what is wrong and where.
pub(super) fn parse(text: &str) -> Result<Vec<Item>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.trim_start().starts_with('{') {
        let json: serde_json::Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        return match from_json(json) {
            Node::Object(items) => Ok(items),
            _ => Err("an object is expected".to_owned()),
        };
    }
    let mut parser = Parser { rest: text, line: 1, depth: 0 };
    parser.items(None)
}

fn from_json(json: serde_json::Value) -> Node {
    match json {
        serde_json::Value::Null => Node::Text(String::new()),
        serde_json::Value::String(text) => Node::Text(text),
        serde_json::Value::Array(items) => Node::List(items.into_iter().map(from_json).collect()),
        serde_json::Value::Object(members) => Node::Object(
            members
                .into_iter()
                .flat_map(|(name, value)| {
                    // Several blocks of one name are a list of objects.
                    let values = match value {
                        serde_json::Value::Array(items) if items.iter().any(serde_json::Value::is_object) => {
                            items
                        }
                        other => vec![other],
                    };
                    values.into_iter().map(move |value| Item {
                        name: name.clone(),
                        labels: Vec::new(),
                        is_argument: !value.is_object(),
                        value: from_json(value),
                        line: 1,
                    })
                })
                .collect(),
        ),
        other => Node::Text(other.to_string()),
    }
}

struct Parser<'a> {
    rest: &'a str,
    line: usize,
    depth: usize,
}

impl Parser<'_> {
    fn fail<T>(&self, what: &str) -> Result<T, String> {
        Err(format!("{what} on line {}", self.line))
    }

    /// Leaves out spaces and comments.
    fn skip(&mut self) -> Result<(), String> {
        loop {
            let trimmed = self.rest.trim_start();
            self.take(self.rest.len() - trimmed.len());
            let comment = if self.rest.starts_with('#') || self.rest.starts_with("//") {
                self.rest.find('\n').unwrap_or(self.rest.len())
            } else if let Some(inside) = self.rest.strip_prefix("/*") {
                match inside.find("*/") {
                    Some(end) => end + 4,
                    None => return self.fail("a comment does not end"),
                }
            } else {
                return Ok(());
            };
            self.take(comment);
        }
    }

    fn take(&mut self, count: usize) {
        self.line += self.rest[..count].matches('\n').count();
        self.rest = &self.rest[count..];
    }

    fn eat(&mut self, c: char) -> Result<bool, String> {
        self.skip()?;
        let found = self.rest.starts_with(c);
        if found {
            self.take(c.len_utf8());
        }
        Ok(found)
    }

    /// The items up to the end, or to a closing brace.
    fn items(&mut self, end: Option<char>) -> Result<Vec<Item>, String> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fail("there are too many braces in each other");
        }
        let mut items = Vec::new();
        loop {
            match end {
                Some(end) if self.eat(end)? => break,
                None => {
                    self.skip()?;
                    if self.rest.is_empty() {
                        break;
                    }
                }
                Some(_) => {}
            }
            items.push(self.item()?);
            self.eat(',')?;
        }
        self.depth -= 1;
        Ok(items)
    }

    fn item(&mut self) -> Result<Item, String> {
        self.skip()?;
        let line = self.line;
        let name = self.key()?;
        let mut labels = Vec::new();
        loop {
            self.skip()?;
            if self.eat('=')? {
                let value = self.value()?;
                return Ok(Item { name, labels, is_argument: true, value, line });
            }
            if self.eat('{')? {
                let value = Node::Object(self.items(Some('}'))?);
                return Ok(Item { name, labels, is_argument: false, value, line });
            }
            labels.push(self.key()?);
        }
    }

    fn key(&mut self) -> Result<String, String> {
        self.skip()?;
        if self.rest.starts_with('"') {
            return self.string();
        }
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        if end == 0 {
            return self.fail("a name is expected");
        }
        let name = self.rest[..end].to_owned();
        self.take(end);
        Ok(name)
    }

    fn value(&mut self) -> Result<Node, String> {
        self.skip()?;
        if self.rest.starts_with('"') {
            return self.string().map(Node::Text);
        }
        if self.eat('{')? {
            return self.items(Some('}')).map(Node::Object);
        }
        if self.eat('[')? {
            self.depth += 1;
            if self.depth > MAX_DEPTH {
                return self.fail("there are too many brackets in each other");
            }
            let mut list = Vec::new();
            while !self.eat(']')? {
                list.push(self.value()?);
                self.eat(',')?;
            }
            self.depth -= 1;
            return Ok(Node::List(list));
        }
        self.key().map(Node::Text)
    }

    fn string(&mut self) -> Result<String, String> {
        let mut text = String::new();
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            match c {
                '"' => {
                    self.take(at + 1);
                    return Ok(text);
                }
                '\n' => break,
                '\\' => match chars.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, 't')) => text.push('\t'),
                    Some((_, c @ ('"' | '\\'))) => text.push(c),
                    Some((_, c)) => text.extend(['\\', c]),
                    None => break,
                },
                c => text.push(c),
            }
        }
        self.fail("a string does not end")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings() {
        let check = |text: &str, expect: &str| {
            let shown = match parse(text) {
                Ok(items) => items.iter().map(show_item).collect::<Vec<_>>().join("; "),
                Err(error) => error,
            };
            assert_eq!(shown, expect, "{text}");
        };
        check("a = 1 // x\n/* y */ b \"c\" {\n  d = [\"e\", true,]\n}\n", "a=1; b/c{d=[e true]}");
        check("o { \"a/b\" = \"/x\", m.v1 = \"\\\"\"\n}", "o{a/b=/x; m.v1=\"}");
        check("{\"c\":{\"h\":{\"t\":\"x\"}},\"m\":[{},{}]}", "c{h{t=x}}; m{}; m{}");
        check("a {", "a name is expected on line 1");
        check("\na = \"x", "a string does not end on line 2");
        check("{\"a\"", "EOF while parsing an object at line 1 column 4");
        check("/* x", "a comment does not end on line 1");
        check(&"a {".repeat(100), "there are too many braces in each other on line 1");
        check(&format!("a = {}", "[".repeat(100)), "there are too many brackets in each other on line 1");
    }

    fn show_item(item: &Item) -> String {
        let labels: String = item.labels.iter().map(|label| format!("/{label}")).collect();
        let sign = if item.is_argument { "=" } else { "" };
        format!("{}{labels}{sign}{}", item.name, show(&item.value))
    }

    fn show(node: &Node) -> String {
        match node {
            Node::Text(text) => text.clone(),
            Node::List(items) => format!("[{}]", items.iter().map(show).collect::<Vec<_>>().join(" ")),
            Node::Object(items) => {
                format!("{{{}}}", items.iter().map(show_item).collect::<Vec<_>>().join("; "))
            }
        }
    }
}
