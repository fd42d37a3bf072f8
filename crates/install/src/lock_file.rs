//! `.terraform.lock.hcl`: which version of each provider was chosen, and what its packages hash to.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::Path;

use addrs::Provider;
use config::Version;
use diag::{Diagnostic, Diagnostics, SourceFile, SourceRange};
use hcl::eval::EmptyScope;
use hcl::{Body, BodyBlock, BodySchema, Content};
use value::{Type, convert};

use config::Constraints;

/// What the file is called; it stands beside the configuration.
pub const LOCK_FILE_NAME: &str = ".terraform.lock.hcl";

/// The first lines, the same as Terraform's so that the tools can take turns without a change.
const HEADER: &str = "# This file is maintained automatically by \"terraform init\".\n# Manual edits may be lost in future updates.\n";

/// The providers that were chosen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LockFile {
    /// By their sources.
    pub providers: BTreeMap<Provider, ProviderLock>,
}

/// The choice for one provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProviderLock {
    /// The version.
    pub version: Version,
    /// What was asked when it was chosen.
    pub constraints: Constraints,
    /// What packages of it may hash to, with the scheme in front: `h1:`, `zh:`.
    pub hashes: BTreeSet<String>,
}

impl LockFile {
    /// Reads the file of a folder; where there is none, nothing is chosen.
    pub fn load(dir: &Path) -> (Self, Diagnostics) {
        let path = dir.join(LOCK_FILE_NAME);
        match std::fs::read(&path) {
            Ok(bytes) => Self::parse(SourceFile::new(LOCK_FILE_NAME, bytes)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => (Self::default(), Diagnostics::new()),
            Err(error) => {
                let detail = format!(
                    "The dependency lock file {} cannot be read: {error}.",
                    path.display(),
                    error = diag::reason(&error)
                );
                let problem = Diagnostic::error("Failed to read dependency lock file", detail);
                (Self::default(), problem.into())
            }
        }
    }

    /// Reads the text of a lock file.
    pub fn parse(source: std::sync::Arc<SourceFile>) -> (Self, Diagnostics) {
        let (tree, body, mut diags) = hcl::syntax::parse_config(source);
        let schema = BodySchema::of(&[], &[("provider", &["source_addr"]), ("module", &["path"])]);
        let (content, more) = Body::native(tree, body).content(&schema);
        diags.append(more);
        let mut file = Self::default();
        let mut seen: BTreeMap<Provider, SourceRange> = BTreeMap::new();
        for block in content.blocks_of("module") {
            let detail = "This version of Cairn locks no modules; the block has no effect.";
            diags.push(
                Diagnostic::warning("Dependency locks for modules are not yet supported", detail)
                    .at(block.range()),
            );
        }
        for block in content.blocks_of("provider") {
            let Some(provider) = decode_address(block, &mut diags) else { continue };
            let lock = ProviderLock::decode(block, &provider, &mut diags);
            if let Some(first) = seen.get(&provider) {
                let detail = format!(
                    "The provider {provider} is locked on line {} already; there is one block for each.",
                    first.start.line
                );
                diags.push(Diagnostic::error("Duplicate provider lock", detail).at(block.range()));
                continue;
            }
            seen.insert(provider.clone(), block.range());
            if let Some(lock) = lock {
                file.providers.insert(provider, lock);
            }
        }
        (file, diags)
    }

    /// The text, byte for byte as Terraform writes it.
    pub fn text(&self) -> String {
        let mut text = String::from(HEADER);
        for (provider, lock) in &self.providers {
            let wide = if lock.constraints.is_empty() { "" } else { "    " };
            let _ = write!(text, "\nprovider \"{provider}\" {{\n  version{wide} = \"{}\"\n", lock.version);
            if !lock.constraints.is_empty() {
                let _ = writeln!(text, "  constraints = \"{}\"", lock.constraints);
            }
            if !lock.hashes.is_empty() {
                text.push_str("  hashes = [\n");
                for hash in &lock.hashes {
                    let _ = writeln!(text, "    {},", quoted(hash));
                }
                text.push_str("  ]\n");
            }
            text.push_str("}\n");
        }
        text
    }

    /// Writes the file of a folder, whole or not at all.
    pub fn save(&self, dir: &Path) -> io::Result<()> {
        let mut file = tempfile::Builder::new().prefix(".terraform.lock.hcl-").tempfile_in(dir)?;
        file.write_all(self.text().as_bytes())?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            file.as_file().set_permissions(std::fs::Permissions::from_mode(0o644))?;
        }
        file.as_file().sync_all()?;
        file.persist(dir.join(LOCK_FILE_NAME)).map_err(|error| error.error)?;
        Ok(())
    }
}

/// A string as HCL writes it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c => quoted.push(c),
        }
    }
    quoted.replace("${", "$${").replace("%{", "%%{") + "\""
}

fn decode_address(block: &BodyBlock, diags: &mut Diagnostics) -> Option<Provider> {
    const SUMMARY: &str = "Invalid provider source address";
    let text = block.label(0).as_str();
    let mut refuse = |summary: &str, detail: String| {
        diags.push(Diagnostic::error(summary, detail).at(block.label_range(0)))
    };
    let Some(provider) = Provider::parse(text) else {
        let detail = format!("{text:?} is not the source of a provider: \"hostname/namespace/type\".");
        refuse(SUMMARY, detail);
        return None;
    };
    if provider.is_builtin() {
        refuse(SUMMARY, format!("The provider {provider} is built in; it has no version to be locked."));
        return None;
    }
    if provider.namespace == "-" {
        refuse(SUMMARY, format!("{provider} is an address of old state files, which cannot be locked."));
        return None;
    }
    if provider.to_string() != text {
        let detail = format!("The source of a provider is written in full here: {:?}.", provider.to_string());
        refuse("Non-normalized provider source address", detail);
        return None;
    }
    Some(provider)
}

impl ProviderLock {
    fn decode(block: &BodyBlock, provider: &Provider, diags: &mut Diagnostics) -> Option<Self> {
        let schema = BodySchema::of(&["version", "constraints", "hashes"], &[]).requiring(&["version"]);
        let (content, more) = block.body.content(&schema);
        let failed = more.has_errors();
        diags.append(more);
        if failed {
            return None;
        }
        let version = decode_version(&content, block, provider, diags);
        let constraints = decode_constraints(&content, provider, diags);
        let hashes = decode_hashes(&content, diags);
        Some(Self { version: version?, constraints: constraints?, hashes: hashes? })
    }
}

/// The string that an argument is; nothing where it is left out or null.
fn decode_text(
    content: &Content,
    name: &str,
    diags: &mut Diagnostics,
) -> Result<Option<(String, SourceRange)>, ()> {
    let Some(attribute) = content.attribute(name) else { return Ok(None) };
    let (value, more) = attribute.expr.eval(&EmptyScope);
    let failed = more.has_errors();
    diags.append(more);
    if failed {
        return Err(());
    }
    match convert::convert(&value, &Type::String) {
        Ok(value) if value.is_null() => Ok(None),
        Ok(value) if value.as_str().is_some() => {
            Ok(value.as_str().map(|text| (text.to_owned(), attribute.expr.range())))
        }
        _ => {
            let detail = format!("The argument {name:?} is a string.");
            diags.push(Diagnostic::error("Unsuitable value type", detail).at(attribute.expr.range()));
            Err(())
        }
    }
}

fn decode_version(
    content: &Content,
    block: &BodyBlock,
    provider: &Provider,
    diags: &mut Diagnostics,
) -> Option<Version> {
    const SUMMARY: &str = "Invalid provider version number";
    let Some((text, range)) = decode_text(content, "version", diags).ok()? else {
        let detail = "A provider lock block must contain a \"version\" argument.";
        diags
            .push(Diagnostic::error("Missing required argument", detail).at(block.body.missing_item_range()));
        return None;
    };
    let Some(version) = Version::parse(&text) else {
        let detail = format!("The selected version {text:?} of provider {provider} is not a version.");
        diags.push(Diagnostic::error(SUMMARY, detail).at(range));
        return None;
    };
    if version.to_string() != text {
        let detail = format!(
            "The selected version of provider {provider} must be written as \"{version}\", not as {text:?}."
        );
        diags.push(Diagnostic::error(SUMMARY, detail).at(range));
        return None;
    }
    Some(version)
}

fn decode_constraints(
    content: &Content,
    provider: &Provider,
    diags: &mut Diagnostics,
) -> Option<Constraints> {
    const SUMMARY: &str = "Invalid provider version constraints";
    let Some((text, range)) = decode_text(content, "constraints", diags).ok()? else {
        return Some(Constraints::default());
    };
    let detail = match Constraints::parse(&text) {
        Some(constraints) if constraints.to_string() == text => return Some(constraints),
        Some(constraints) => {
            format!("The constraints on provider {provider} must be written as \"{constraints}\".")
        }
        None => format!("The constraints {text:?} on provider {provider} are not version constraints."),
    };
    diags.push(Diagnostic::error(SUMMARY, detail).at(range));
    None
}

fn decode_hashes(content: &Content, diags: &mut Diagnostics) -> Option<BTreeSet<String>> {
    let Some(attribute) = content.attribute("hashes") else { return Some(BTreeSet::new()) };
    let items = match attribute.expr.as_list() {
        Ok(items) => items,
        Err(diagnostic) => {
            diags.push(*diagnostic);
            return None;
        }
    };
    let mut hashes = BTreeSet::new();
    for item in &items {
        let (value, more) = item.eval(&EmptyScope);
        diags.append(more);
        let text = value.as_str().unwrap_or_default();
        // Schemes that nobody knows are of versions to come, and kept.
        if text.split_once(':').is_none_or(|(scheme, _)| scheme.is_empty()) {
            let detail = "A checksum is a string that starts with its scheme and a colon, as \"h1:\".";
            diags.push(Diagnostic::error("Invalid provider hash string", detail).at(item.range()));
            return None;
        }
        hashes.insert(text.to_owned());
    }
    if hashes.is_empty() {
        let detail = "The \"hashes\" argument must either be omitted or contain at least one hash value.";
        diags.push(Diagnostic::error("Invalid provider hash set", detail).at(attribute.expr.range()));
        return None;
    }
    Some(hashes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summaries(text: &str) -> String {
        let (_, diags) = LockFile::parse(SourceFile::new(LOCK_FILE_NAME, text.as_bytes()));
        diags.iter().map(|diagnostic| diagnostic.summary.clone()).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn what_was_written_is_read() {
        let text = format!(
            "{HEADER}\nprovider \"registry.terraform.io/acme/foo\" {{\n  version     = \"1.2.0\"\n  constraints = \"~> 1.2\"\n  \
             hashes = [\n    \"h1:abc=\",\n    \"zh:00\",\n  ]\n}}\n\nprovider \"registry.terraform.io/hashicorp/bar\" {{\n  version = \
             \"3.1.0-rc1\"\n}}\n"
        );
        let (file, diags) = LockFile::parse(SourceFile::new(LOCK_FILE_NAME, text.as_bytes()));
        assert!(diags.is_empty(), "{diags:?}");
        assert_eq!(file.providers.len(), 2);
        assert_eq!(file.text(), text);
        let dir = tempfile::tempdir().unwrap();
        file.save(dir.path()).unwrap();
        assert_eq!(LockFile::load(dir.path()).0, file);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    /// Wherever it is cut or changed, it is read or refused, and what was read is written the same.
    #[test]
    fn damaged_files() {
        let text = format!(
            "{HEADER}\nprovider \"registry.terraform.io/acme/foo\" {{\n  version     = \"1.2.0\"\n  constraints = \"~> 1.2\"\n  hashes = [\n    \
             \"h1:abc=\",\n  ]\n}}\n"
        );
        for at in 0..text.len() {
            for byte in [b'"', b'{', 0xff, b'\n', b'$'] {
                let mut changed = text.clone().into_bytes();
                changed[at] = byte;
                for damaged in [&changed[..], &changed[..=at]] {
                    let (file, diags) = LockFile::parse(SourceFile::new(LOCK_FILE_NAME, damaged));
                    if !diags.has_errors() {
                        let again =
                            LockFile::parse(SourceFile::new(LOCK_FILE_NAME, file.text().into_bytes()));
                        assert_eq!(again.0, file, "{}", String::from_utf8_lossy(damaged));
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_refused() {
        let check = |body: &str, expect: &str| {
            let text = format!("provider \"registry.terraform.io/acme/foo\" {{\n{body}\n}}\n");
            assert_eq!(summaries(&text), expect, "{body}");
        };
        check("", "Missing required argument");
        check("version = null", "Missing required argument");
        check("version = \"1.2\"", "Invalid provider version number");
        check("version = \"x\"", "Invalid provider version number");
        check("version = []", "Unsuitable value type");
        check("version = \"1.2.0\"\nconstraints = \">=1\"", "Invalid provider version constraints");
        check("version = \"1.2.0\"\nconstraints = \"x\"", "Invalid provider version constraints");
        check("version = \"1.2.0\"\nhashes = []", "Invalid provider hash set");
        check("version = \"1.2.0\"\nhashes = [\"ab\"]", "Invalid provider hash string");
        check("version = \"1.2.0\"\nhashes = [1]", "Invalid provider hash string");
        check("version = \"1.2.0\"\nfoo = 1", "Unsupported argument");
        let address =
            |address: &str| summaries(&format!("provider {address:?} {{\n version = \"1.0.0\"\n}}\n"));
        assert_eq!(address("acme/foo"), "Non-normalized provider source address");
        assert_eq!(address("registry.terraform.io/ACME/foo"), "Non-normalized provider source address");
        assert_eq!(address("a/b/c/d"), "Invalid provider source address");
        assert_eq!(address("registry.terraform.io/../foo"), "Invalid provider source address");
        assert_eq!(address("registry.terraform.io/-/foo"), "Invalid provider source address");
        assert_eq!(address("terraform.io/builtin/terraform"), "Invalid provider source address");
        assert_eq!(summaries("module \"x\" {\n}\n"), "Dependency locks for modules are not yet supported");
        assert_eq!(summaries("moo \"x\" {\n}\n"), "Unsupported block type");
        let one = "provider \"registry.terraform.io/acme/foo\" {\n version = \"1.0.0\"\n}\n";
        assert_eq!(summaries(&one.repeat(2)), "Duplicate provider lock");
    }
}
