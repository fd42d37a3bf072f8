//! Finding files by a pattern.

use value::{Marks, Type, Value};

use crate::filesystem::{PATH, failure, path};
use crate::message::{quoted, shown};
use crate::string::text;
use crate::support::glob::glob;
use crate::{Body, Env, Function, FunctionError, Param, ParamType, Refine, Returns};

pub(crate) const FILESET: Function = Function {
    name: "fileset",
    params: &[PATH.unknown().marked(), Param::new("pattern", ParamType::String).unknown().marked()],
    variadic: None,
    returns: Returns::Fixed(ParamType::SetOfString),
    refine: Refine::NotNull,
    doc: "Gives the files below a folder whose path from there matches a pattern: `*` and `?` stay within one \
          folder, `**` goes through any number of them, `{a,b}` chooses and `[a-z]` is a set of characters.",
    examples: &[],
    body: Body::WithEnv(|env, args| {
        let marks = args[0].marks().union(args[1].marks());
        let found = match args[0].is_known() && args[1].is_known() {
            true => fileset(env, text(&args[0])?, text(&args[1])?, &marks)?,
            false => Value::unknown(Type::set(Type::String)),
        };
        Ok(found.with_marks(&marks))
    }),
};

fn fileset(env: &Env<'_>, folder: &str, pattern: &str, marks: &Marks) -> Result<Value, FunctionError> {
    let base = env.files.base_dir().to_str();
    let folder = match base {
        _ if folder.starts_with('/') => path::join(folder, ""),
        Some(base) => path::join(base, folder),
        None => return Err(FunctionError::new("the name of the module's folder is not valid UTF-8")),
    };
    let pattern = path::join(&folder, pattern);
    let name = |path: &str| shown(quoted(path), marks);
    // The pattern is looked up on the disk itself, so first see whether the disk may be looked at.
    let _allowed = env.files.is_file(folder.as_ref()).or_else(|error| match error.kind() {
        std::io::ErrorKind::Unsupported => Err(FunctionError::new(error.to_string())),
        _ => Ok(None),
    })?;
    let found = glob(&pattern)
        .map_err(|error| FunctionError::new(format!("failed to glob pattern {}: {error}", name(&pattern))))?;
    let mut files = Vec::new();
    for file in found {
        let failed = |why: &str| FunctionError::new(format!("failed to stat {}: {why}", name(&file)));
        match env.files.is_file(file.as_ref()) {
            Ok(Some(false)) => continue,
            Ok(Some(true)) => {}
            // A link that leads nowhere.
            Ok(None) => return Err(failed("no such file or directory")),
            Err(error) => return Err(failed(&failure(&error))),
        }
        let relative = path::relative(&folder, &file);
        files.push(Value::string(relative.ok_or_else(|| failed("it is outside of the folder"))?));
    }
    Ok(Value::set(Type::String, files))
}
