//! Tables of calls with a folder made for them.

use std::io;
use std::path::{Path, PathBuf};

use smol_str::SmolStr;
use value::{Type, Value};

use crate::testing::*;
use crate::{CallError, Env, FileAccess, FunctionError, Templates, lookup};

/// A folder on the disk.
struct Folder(tempfile::TempDir);

impl FileAccess for Folder {
    fn base_dir(&self) -> &Path {
        self.0.path()
    }
    fn home_dir(&self) -> Option<PathBuf> {
        Some("/home/spec".into())
    }
    fn current_dir(&self) -> io::Result<PathBuf> {
        Ok("/current".into())
    }
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }
    fn is_file(&self, path: &Path) -> io::Result<Option<bool>> {
        match std::fs::metadata(path) {
            Ok(metadata) => Ok(Some(metadata.is_file())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Renders by telling what it was given.
struct Echo;

impl Templates for Echo {
    fn render(
        &self,
        name: &str,
        text: &[u8],
        variables: &[(SmolStr, Value)],
    ) -> Result<Value, FunctionError> {
        match text {
            b"null" => Ok(Value::null(Type::Dynamic)),
            b"broken" => Err(FunctionError::argument(0, "broken")),
            b"missing" => Err(FunctionError::argument(1, "missing")),
            b"single" => Ok(variables[0].1.clone()),
            _ => Ok(Value::string(format!("{name}: {}, {} variables", text.len(), variables.len()))),
        }
    }
}

fn folder() -> Folder {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let write = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("it has a parent")).expect("made");
        std::fs::write(path, content).expect("written");
    };
    write("hello.txt", b"hello world\n");
    write("empty", b"");
    write("bytes", b"\0\xff\xfe\x80");
    write("sub/a.json", b"{}");
    for name in ["null", "broken", "missing", "single"] {
        write(&format!("t/{name}"), name.as_bytes());
    }
    std::os::unix::fs::symlink("nowhere", folder.path().join("sub/dangling")).expect("linked");
    Folder(folder)
}

/// The result, or the message after the name of the parameter at fault. The folder's name is left out.
fn call<const N: usize>(name: &str, args: [Value; N]) -> Result<Value, String> {
    let files = folder();
    let env = Env { files: &files, templates: &Echo, ..Env::nothing() };
    let function = lookup(name).unwrap_or_else(|| panic!("no function {name}"));
    let own = format!("{}/", files.0.path().display());
    function.call(&env, args.to_vec()).map_err(|error| {
        let error = match error {
            CallError::Failed(error) => error,
            CallError::Conversion(mut errors) => errors.swap_remove(0),
            other => panic!("{name}: {other:?}"),
        };
        let message = error.message.replace(&own, "");
        match error.argument.and_then(|index| function.param(index)) {
            Some(param) => format!("{}: {message}", param.name),
            None => message,
        }
    })
}

#[track_caller]
fn gives<const N: usize>(name: &str, args: [Value; N], expect: Value) {
    assert_eq!(call(name, args), Ok(expect));
}

#[track_caller]
fn fails<const N: usize>(name: &str, args: [Value; N], expect: &str) {
    assert_eq!(call(name, args), Err(expect.to_owned()));
}

const NO_NULL: &str = "path: argument must not be null";
const NOT_THERE: &str = "files are read before anything is done, so one that a resource creates must be had from an \
                         attribute of that resource instead";

#[test]
fn paths() {
    gives("abspath", [s("/a//b/../c/")], s("/a/c"));
    gives("abspath", [s("x/../y")], s("/current/y"));
    gives("abspath", [s("")], s("/current"));
    gives("abspath", [sensitive(s("/a"))], sensitive(s("/a")));
    gives("abspath", [unknown(STRING)], some(STRING));
    fails("abspath", [untyped_null()], NO_NULL);
    check_error("abspath", [s("a")], "cannot find the current folder: files cannot be read here");
    gives("basename", [s("/a/b//")], s("b"));
    gives("basename", [s("")], s("."));
    gives("basename", [n("12")], s("12"));
    gives("basename", [sensitive(s("a/b"))], sensitive(s("b")));
    gives("basename", [some(STRING)], some(STRING));
    fails("basename", [null(STRING)], NO_NULL);
    gives("dirname", [s("foo/bar/baz.txt")], s("foo/bar"));
    gives("dirname", [s("a/../b")], s("."));
    gives("dirname", [s("//a")], s("/"));
    gives("dirname", [sensitive(s("a/b"))], sensitive(s("a")));
    gives("dirname", [dynamic()], some(STRING));
    fails("dirname", [object([])], "path: string required");
    gives("pathexpand", [s("~/a/../b")], s("/home/spec/b"));
    gives("pathexpand", [s("~")], s("/home/spec"));
    gives("pathexpand", [s("a/~")], s("a/~"));
    gives("pathexpand", [sensitive(s("~"))], sensitive(s("/home/spec")));
    gives("pathexpand", [unknown(STRING)], some(STRING));
    fails("pathexpand", [s("~other/x")], "cannot expand user-specific home dir");
    fails("pathexpand", [untyped_null()], NO_NULL);
}

#[test]
fn file() {
    gives("file", [s("hello.txt")], s("hello world\n"));
    gives("file", [s("./sub/../empty")], s(""));
    gives("file", [s("hello.txt/")], s("hello world\n"));
    gives("file", [sensitive(s("empty"))], sensitive(s("")));
    gives("file", [unknown(STRING)], some(STRING));
    gives("file", [sensitive(dynamic())], sensitive(some(STRING)));
    fails("file", [s("nope")], &format!("path: no file exists at \"nope\"; {NOT_THERE}"));
    fails("file", [sensitive(s("nope"))], &format!("path: no file exists at (sensitive value); {NOT_THERE}"));
    fails("file", [s("sub")], "path: cannot read \"sub\": is a directory");
    fails("file", [s("")], "path: cannot read \"\": is a directory");
    fails("file", [s("empty/x")], "path: cannot read \"empty/x\": not a directory");
    fails("file", [s("~other/x")], "path: cannot expand user-specific home dir");
    fails(
        "file",
        [s("bytes")],
        "contents of \"bytes\" are not valid UTF-8; filebase64 gives them in Base64, and functions such as \
         filesha256 their digest",
    );
    fails("file", [untyped_null()], NO_NULL);
    check_error("file", [s("a")], "path: cannot read \"a\": files cannot be read here");
}

#[test]
fn filebase64() {
    gives("filebase64", [s("bytes")], s("AP/+gA=="));
    gives("filebase64", [s("empty")], s(""));
    gives("filebase64", [sensitive(s("bytes"))], sensitive(s("AP/+gA==")));
    gives("filebase64", [sensitive(unknown(STRING))], sensitive(some(STRING)));
    fails("filebase64", [s("nope")], &format!("path: no file exists at \"nope\"; {NOT_THERE}"));
    fails("filebase64", [tuple([])], "path: string required");
    fails("filebase64", [null(STRING)], NO_NULL);
}

#[test]
fn fileexists() {
    gives("fileexists", [s("bytes")], b(true));
    gives("fileexists", [s("nope/nope")], b(false));
    gives("fileexists", [n("12")], b(false));
    gives("fileexists", [sensitive(s("bytes"))], sensitive(b(true)));
    gives("fileexists", [sensitive(unknown(STRING))], sensitive(some(BOOL)));
    fails(
        "fileexists",
        [sensitive(s("sub"))],
        "(sensitive value) is a directory or a special file, not a regular file",
    );
    fails("fileexists", [s("bytes/x")], "failed to stat \"bytes/x\": not a directory");
    fails("fileexists", [untyped_null()], NO_NULL);
}

#[test]
fn fileset() {
    gives("fileset", [s("."), s("*")], set([s("bytes"), s("empty"), s("hello.txt")]));
    gives("fileset", [s("sub"), s("*.json")], set([s("a.json")]));
    gives("fileset", [s("sub"), s("../t/s*")], set([s("../t/single")]));
    gives("fileset", [s(""), s("**/a.json")], set([s("sub/a.json")]));
    gives("fileset", [s("nope"), s("*")], set_of(STRING, []));
    gives("fileset", [sensitive(s("t")), s("s*")], sensitive(set([s("single")])));
    gives("fileset", [s("t"), sensitive(unknown(STRING))], sensitive(some(Type::set(STRING))));
    fails("fileset", [s("sub"), s("*")], "failed to stat \"sub/dangling\": no such file or directory");
    fails("fileset", [s("sub"), s("[")], "failed to glob pattern \"sub/[\": syntax error in pattern");
    fails("fileset", [s("sub"), untyped_null()], "pattern: argument must not be null");
    check_error("fileset", [s("/"), s("*")], "files cannot be read here");
}

#[test]
fn digests() {
    gives("filemd5", [s("bytes")], s("9545ccc9620a789cc7400c72ec7e26af"));
    gives("filesha1", [s("hello.txt")], s("22596363b3de40b06f981fb85d82312e8c0ed511"));
    gives("filebase64sha256", [s("bytes")], s("E9T5/NMKSGKg/eVQIsh1i0KeQqfIhiUNACuOH6DXuMM="));
    for name in ["filemd5", "filesha1", "filesha256", "filesha512", "filebase64sha256", "filebase64sha512"] {
        let of_text = name.strip_prefix("file").expect("all begin so");
        let direct = lookup(of_text).map(|function| function.call(&Env::nothing(), vec![s("hello world\n")]));
        assert_eq!(direct, Some(Ok(call(name, [s("hello.txt")]).expect("it is there"))), "{name}");
        gives(name, [unknown(STRING)], some(STRING));
        assert_eq!(call(name, [sensitive(s("bytes"))]), call(name, [s("bytes")]).map(sensitive));
        fails(name, [s("nope")], "cannot read nope: no such file or directory");
        fails(name, [untyped_null()], NO_NULL);
        fails(name, [tuple([])], "path: string required");
    }
}

#[test]
fn templatefile() {
    let vars = || object([("x", s("y"))]);
    gives("templatefile", [s("hello.txt"), vars()], s("hello.txt: 12, 1 variables"));
    gives("templatefile", [s("t/single"), map([("x", n("1"))])], n("1"));
    gives("templatefile", [s("t/single"), object([("x", unknown(NUMBER))])], unknown(NUMBER));
    gives("templatefile", [sensitive(s("t/single")), vars()], sensitive(s("y")));
    gives("templatefile", [s("t/single"), sensitive(vars())], sensitive(s("y")));
    gives("templatefile", [unknown(STRING), s("x")], dynamic());
    gives("templatefile", [sensitive(unknown(STRING)), vars()], sensitive(dynamic()));
    gives("templatefile", [s("nope"), unknown(Type::map(STRING))], dynamic());
    fails("templatefile", [s("t/null"), vars()], "the template's result is null");
    fails("templatefile", [s("t/broken"), vars()], "broken");
    fails("templatefile", [s("t/missing"), vars()], "vars: missing");
    fails("templatefile", [s("nope"), vars()], &format!("path: no file exists at \"nope\"; {NOT_THERE}"));
    fails("templatefile", [s("empty"), s("x")], "vars: invalid vars value: must be a map");
    fails("templatefile", [s("empty"), untyped_null()], "vars: argument must not be null");
}
