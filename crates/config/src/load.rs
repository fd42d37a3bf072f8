//! Reading a module folder.

use std::path::Path;
use std::sync::Arc;

use addrs::{Resource, ResourceMode};
use diag::{Diagnostic, Diagnostics, SourceFile, SourceRange};
use hcl::{Body, BodyBlock, BodySchema};

use crate::files::{ConfigFile, FileKind, list_files};
use crate::module::{Declaration, Local, Module, Output, ResourceConfig};
use crate::variable::Variable;

/// Reads the module in a folder.
pub fn load_module(dir: &Path) -> (Module, Diagnostics) {
    let mut module = Module { dir: dir.to_owned(), ..Module::default() };
    let mut diags = Diagnostics::new();
    let files = match list_files(dir) {
        Ok(files) => files,
        Err(error) => {
            let detail = format!("The folder {} cannot be read: {error}.", dir.display());
            diags.push(Diagnostic::error("Failed to read module directory", detail));
            return (module, diags);
        }
    };
    for file in files {
        if let Some(body) = read_file(&file, dir, &mut module, &mut diags) {
            module.add_file(&body, &mut diags);
        }
    }
    (module, diags)
}

fn read_file(file: &ConfigFile, dir: &Path, module: &mut Module, diags: &mut Diagnostics) -> Option<Body> {
    let name = file.path.strip_prefix(dir).unwrap_or(&file.path).display().to_string();
    match std::fs::read(&file.path) {
        Ok(bytes) => {
            let source = SourceFile::new(name, bytes);
            module.sources.insert(source.clone());
            let (body, more) = parse_file(source, file.kind);
            diags.append(more);
            Some(body)
        }
        Err(error) => {
            let detail = format!("The file {name:?} could not be read: {error}.");
            diags.push(Diagnostic::error("Failed to read file", detail));
            None
        }
    }
}

/// Parses a file of a kind to its body.
pub fn parse_file(source: Arc<SourceFile>, kind: FileKind) -> (Body, Diagnostics) {
    match kind {
        FileKind::Native => {
            let (tree, body, diags) = hcl::syntax::parse_config(source);
            (Body::native(tree, body), diags)
        }
        FileKind::Json => hcl::data::parse_json(source),
        FileKind::Yaml => hcl::data::parse_json(source),
    }
}

fn top_level_schema() -> BodySchema {
    BodySchema::of(
        &[],
        &[
            ("terraform", &[]),
            ("language", &[]),
            ("required_providers", &[]),
            ("provider", &["name"]),
            ("variable", &["name"]),
            ("locals", &[]),
            ("output", &["name"]),
            ("module", &["name"]),
            ("resource", &["type", "name"]),
            ("data", &["type", "name"]),
            ("ephemeral", &["type", "name"]),
            ("moved", &[]),
            ("removed", &[]),
            ("import", &[]),
            ("check", &["name"]),
        ],
    )
}

fn duplicate(what: &str, name: &str, first: &SourceRange, again: SourceRange) -> Diagnostic {
    let detail = format!(
        "A {what} named {name:?} was already declared at {}:{},{}. Names must be unique within a module.",
        first.filename, first.start.line, first.start.column
    );
    Diagnostic::error(format!("Duplicate {what}"), detail).at(again)
}

impl Module {
    fn add_file(&mut self, body: &Body, diags: &mut Diagnostics) {
        let (content, more) = body.content(&top_level_schema());
        diags.append(more);
        for block in content.blocks {
            match block.type_name.as_str() {
                "variable" => self.add_variable(&block, diags),
                "locals" => self.add_locals(&block, diags),
                "output" => self.add_output(&block, diags),
                "module" => self.add_module_call(&block, diags),
                "resource" => self.add_resource(ResourceMode::Managed, &block, diags),
                "data" => self.add_resource(ResourceMode::Data, &block, diags),
                "ephemeral" => self.add_resource(ResourceMode::Ephemeral, &block, diags),
                _ => self.others.push(block),
            }
        }
    }

    fn add_variable(&mut self, block: &BodyBlock, diags: &mut Diagnostics) {
        let (variable, more) = Variable::decode(block);
        diags.append(more);
        if let Some(first) = self.variables.get(&variable.name) {
            diags.push(duplicate("variable declaration", &variable.name, &first.range, block.range()));
            return;
        }
        self.variables.insert(variable.name.clone(), variable);
    }

    fn add_locals(&mut self, block: &BodyBlock, diags: &mut Diagnostics) {
        let (attributes, more) = block.body.just_attributes();
        diags.append(more);
        for attribute in attributes {
            let name_range = attribute.name_range();
            if let Some(first) = self.locals.get(&attribute.name) {
                diags.push(duplicate("local value definition", &attribute.name, &first.name_range, name_range));
                continue;
            }
            self.locals.insert(attribute.name.clone(), Local { expr: attribute.expr, name_range });
        }
    }

    fn add_output(&mut self, block: &BodyBlock, diags: &mut Diagnostics) {
        let schema = BodySchema::of(
            &["description", "value", "depends_on", "sensitive", "ephemeral", "deprecated"],
            &[("precondition", &[]), ("postcondition", &[])],
        )
        .requiring(&["value"]);
        let (content, more) = block.body.content(&schema);
        diags.append(more);
        let name = block.label(0).clone();
        if let Some(first) = self.outputs.get(&name) {
            diags.push(duplicate("output definition", &name, &first.range, block.range()));
            return;
        }
        let value = content.attribute("value").map(|attribute| attribute.expr.clone());
        self.outputs.insert(name, Output { value, body: block.body.clone(), range: block.range() });
    }

    fn add_module_call(&mut self, block: &BodyBlock, diags: &mut Diagnostics) {
        let name = block.label(0).clone();
        if let Some(first) = self.module_calls.get(&name) {
            diags.push(duplicate("module call", &name, &first.range, block.range()));
            return;
        }
        self.module_calls.insert(name, Declaration { body: block.body.clone(), range: block.range() });
    }

    fn add_resource(&mut self, mode: ResourceMode, block: &BodyBlock, diags: &mut Diagnostics) {
        let resource = Resource { mode, type_name: block.label(0).clone(), name: block.label(1).clone() };
        if let Some(first) = self.resources.get(&resource) {
            let detail = format!(
                "A {} {:?} named {:?} was already declared at {}:{},{}. Names must be unique per type in each module.",
                mode.keyword(), resource.type_name.as_str(), resource.name.as_str(),
                first.range.filename, first.range.start.line, first.range.start.column
            );
            let summary = format!("Duplicate {} {:?} configuration", mode.keyword(), resource.type_name.as_str());
            diags.push(Diagnostic::error(summary, detail).at(block.range()));
            return;
        }
        self.resources.insert(resource, ResourceConfig { body: block.body.clone(), range: block.range() });
    }
}
