//! Test files (`*.tftest.hcl` and their like), as far as `validate` looks at them: syntax and block types.

use std::path::Path;

use diag::{Diagnostic, Diagnostics, SourceFile, SourceMap};
use hcl::{Body, BodySchema};

use crate::flags::Parsed;

const ENDINGS: &[&str] = &[".tftest.hcl", ".tofutest.hcl", ".tftest.json", ".tofutest.json"];

/// The usual name of the folder of tests, which need not be there.
pub(crate) const USUAL: &str = "tests";

/// Warns of a folder of tests that was asked for and is not there.
pub(crate) fn missing(dir: &Path, parsed: &Parsed) -> Option<Diagnostic> {
    let name = parsed.last("test-directory").filter(|name| !name.is_empty() && *name != USUAL)?;
    let detail = format!("There is no folder {name}, so that no test files are looked for in it.");
    (!dir.join(name).is_dir()).then(|| Diagnostic::warning("Test directory does not exist", detail))
}

/// Checks the test files of a folder and of the folder of tests.
pub(crate) fn check(dir: &Path, test_dir: &Path, sources: &mut SourceMap) -> Diagnostics {
    let mut diags = Diagnostics::new();
    for dir in [dir, test_dir] {
        // That there are no tests is no mistake.
        let Ok(entries) = std::fs::read_dir(dir) else { continue };
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
        names.retain(|name| !name.starts_with('.') && ENDINGS.iter().any(|ending| name.ends_with(ending)));
        names.sort();
        for name in names {
            check_file(&dir.join(name), sources, &mut diags);
        }
    }
    diags
}

fn check_file(path: &Path, sources: &mut SourceMap, diags: &mut Diagnostics) {
    let name = path.strip_prefix(".").unwrap_or(path).display().to_string();
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let detail =
                format!("The file {name:?} could not be read: {error}.", error = diag::reason(&error));
            return diags.push(Diagnostic::error("Failed to read file", detail));
        }
    };
    let source = SourceFile::new(name.as_str(), bytes);
    sources.insert(source.clone());
    let (body, more) = if name.ends_with(".json") {
        hcl::data::parse_json(source)
    } else {
        let (tree, body, diags) = hcl::syntax::parse_config(source);
        (Body::native(tree, body), diags)
    };
    let failed = more.has_errors();
    diags.append(more);
    if failed {
        return;
    }
    let schema = BodySchema::of(
        &[],
        &[
            ("test", &[]),
            ("run", &["name"]),
            ("variables", &[]),
            ("provider", &["name"]),
            ("mock_provider", &["name"]),
            ("override_resource", &[]),
            ("override_data", &[]),
            ("override_module", &[]),
        ],
    );
    diags.append(body.content(&schema).1);
}
