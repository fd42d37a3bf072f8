//! A module with values of every kind, for expressions to be evaluated in.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use addrs::Referenceable;
use diag::Diagnostic;
use functions::FileAccess;
use lang::{LangScope, Names};
use value::{Marks, Refinement, Type, Value};

/// The scope of the sample module. The clock stands still.
pub fn scope() -> LangScope<'static> {
    LangScope {
        names: &Sample,
        files: &Sample,
        console: true,
        plan_time: functions::PlanTime::At("2024-02-29T12:30:00Z"),
        impure_allowed: false,
    }
}

/// Whether calls of these names make an expression too slow: some functions are so on purpose, and one loop over a
/// thousand elements inside of another has to take its time.
pub fn is_slow<'n>(calls: impl IntoIterator<Item = &'n str>) -> bool {
    let mut ranges = 0;
    calls.into_iter().any(|name| match name.strip_prefix("core::").unwrap_or(name) {
        "bcrypt" | "fileset" => true,
        "range" => {
            ranges += 1;
            ranges > 1
        }
        _ => false,
    })
}

struct Sample;

fn variables() -> &'static [(&'static str, Value)] {
    static VALUES: LazyLock<Vec<(&'static str, Value)>> = LazyLock::new(|| {
        let strings = |items: &[&str]| items.iter().map(|item| Value::string(*item)).collect::<Vec<_>>();
        let list = Value::list(Type::String, strings(&["a", "b", "c"]));
        let map = Value::map(Type::String, [("a", Value::string("x")), ("k", Value::string("y"))]);
        let object = Value::object([
            ("a", Value::int(1)),
            ("k", list.clone()),
            ("s", Value::string("text")),
            ("n", Value::null(Type::Number)),
        ]);
        vec![
            ("s", Value::string("hello-Wörld 😀")),
            ("n", Value::int(42)),
            ("b", Value::bool(true)),
            ("t", Value::tuple(vec![Value::int(1), Value::string("two"), Value::bool(false)])),
            ("set", Value::set(Type::String, strings(&["z", "y", "a"]))),
            ("u", Value::dynamic()),
            ("us", Value::unknown(Type::String).refine(Refinement::with_prefix("pre-"))),
            ("ul", Value::unknown(Type::list(Type::String)).refine(Refinement::with_length(1, Some(3)))),
            ("um", Value::map(Type::Number, [("a", Value::unknown(Type::Number)), ("b", Value::int(2))])),
            ("secret", Value::string("hush-hush").with_marks(&Marks::sensitive())),
            ("null", Value::null(Type::String)),
            (
                "deep",
                Value::object([("a", Value::tuple(vec![object.clone(), map.clone()])), ("k", list.clone())]),
            ),
            ("empty", Value::object::<&str>([])),
            ("l", list),
            ("m", map),
            ("o", object),
            // Locals, which share the table.
            ("eph", Value::string("soon gone").with_marks(&Marks::ephemeral())),
            (
                "sl",
                Value::list(
                    Type::String,
                    vec![Value::string("x"), Value::string("y").with_marks(&Marks::sensitive())],
                ),
            ),
        ]
    });
    &VALUES
}

impl Names for Sample {
    fn value(&self, name: &Referenceable) -> Result<Value, Box<Diagnostic>> {
        let wanted = match name {
            Referenceable::Variable(name) | Referenceable::Local(name) => name.as_str(),
            Referenceable::Path(name) if name == "module" => return Ok(Value::string(".")),
            _ => "",
        };
        match variables().iter().find(|(known, _)| *known == wanted) {
            Some((_, value)) => Ok(value.clone()),
            None => Err(Box::new(Diagnostic::error(
                "Reference to undeclared name",
                format!("There is no {name}."),
            ))),
        }
    }

    fn check(&self, name: &Referenceable) -> Result<(), Box<Diagnostic>> {
        // What is missing stays missing only where it is evaluated, so that one bad name spoils less.
        let _ = name;
        Ok(())
    }
}

const FILES: &[(&str, &[u8])] = &[
    ("file.txt", b"line 1\nline 2\n"),
    ("t.tftpl", b"%{ for x in l ~}\n${x}\n%{ endfor ~}\n${upper(s)}"),
    ("bin", b"\xff\x00\xfe"),
];

impl FileAccess for Sample {
    fn base_dir(&self) -> &Path {
        Path::new(".")
    }
    fn home_dir(&self) -> Option<PathBuf> {
        Some("/home/u".into())
    }
    fn current_dir(&self) -> io::Result<PathBuf> {
        Ok("/work".into())
    }
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let found = FILES.iter().find(|(name, _)| path.ends_with(name));
        found.map(|(_, content)| content.to_vec()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
    fn is_file(&self, path: &Path) -> io::Result<Option<bool>> {
        Ok(FILES.iter().any(|(name, _)| path.ends_with(name)).then_some(true))
    }
}
