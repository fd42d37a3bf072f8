//! From text to declarations: how fast configuration is read.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use config::load_module;
use diag::SourceFile;
use hcl::syntax::lexer::tokenize_config;
use hcl::syntax::parse_config;
use hcl::{Body, BodyBlock, BodySchema, Content};

use crate::{Measures, clock, config_text};

/// How much text is read.
pub(crate) const BYTES: usize = 10_000_000;

/// Each measure is the best of this many: enough for some of them to fall between what disturbs a shared machine.
pub(crate) const RUNS: usize = 60;

/// Measures with `bytes` of text and the best of `runs`.
pub(crate) fn measure(bytes: usize, runs: usize) -> Result<Measures, String> {
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    let text = config_text::make(bytes);
    let megabytes = text.len() as f64 / 1e6;
    fs::write(dir.path().join("main.tf"), &text).map_err(|error| error.to_string())?;
    let schemas = Schemas::new();
    let source = SourceFile::new("main.tf", text.into_bytes());
    let tokens = clock::best_of(runs, || Ok(tokenize_config(source.bytes())))?;
    let tree = clock::best_of(runs, || Ok(parse_config(source.clone())))?;
    let declarations = clock::best_of(runs, || schemas.file.read(source.clone()))?;
    let module = clock::best_of(runs, || load(dir.path(), &schemas))?;
    Ok(vec![
        ("megabytes", megabytes),
        ("tokens_mb_s", megabytes / tokens),
        ("tree_mb_s", megabytes / tree),
        ("declarations_mb_s", megabytes / declarations),
        ("module_mb_s", megabytes / module),
    ])
}

/// Reads a module from disk, with everything that is checked of its declarations, and takes the bodies of its resources apart, as with a provider's schema.
fn load(dir: &Path, schemas: &Schemas) -> Result<(config::Module, Vec<Declarations>), String> {
    let (module, diags) = load_module(dir);
    if let Some(problem) = diags.iter().next() {
        return Err(format!("the text has problems: {problem:?}"));
    }
    let mut resources = Vec::with_capacity(module.resources.len());
    for (resource, config) in &module.resources {
        resources.push(schemas.of(&resource.type_name)?.take_apart(&config.body)?);
    }
    Ok((module, resources))
}

/// The schema of a body and of the blocks in it.
struct Schema {
    body: BodySchema,
    blocks: Vec<(&'static str, Schema)>,
}

/// A body taken apart: its arguments, and its blocks with what is in them.
#[derive(Debug)]
#[expect(dead_code, reason = "made to be measured, not to be read")]
struct Declarations {
    content: Content,
    inner: Vec<Declarations>,
}

impl Schema {
    fn new(attributes: &[&'static str], blocks: Vec<(&'static str, Schema)>) -> Self {
        let labels =
            |name: &&'static str| -> &[&'static str] { if *name == "dynamic" { &["type"] } else { &[] } };
        let names: Vec<(&'static str, &[&'static str])> =
            blocks.iter().map(|(name, _)| (*name, labels(name))).collect();
        Self { body: BodySchema::of(attributes, &names), blocks }
    }

    /// Parses a file and takes it apart.
    fn read(&self, source: Arc<SourceFile>) -> Result<Declarations, String> {
        let (tree, body, diags) = parse_config(source);
        if let Some(problem) = diags.iter().next() {
            return Err(format!("the text has problems: {problem:?}"));
        }
        self.take_apart(&Body::native(tree, body))
    }

    /// Takes a body apart, all the way down.
    fn take_apart(&self, body: &Body) -> Result<Declarations, String> {
        let (content, diags) = body.content(&self.body);
        if let Some(problem) = diags.iter().next() {
            return Err(format!("the text does not fit its schema: {problem:?}"));
        }
        let mut inner = Vec::with_capacity(content.blocks.len());
        for block in &content.blocks {
            inner.push(self.block(block)?);
        }
        Ok(Declarations { inner, content })
    }

    fn block(&self, block: &BodyBlock) -> Result<Declarations, String> {
        // Locals are arguments of any name.
        if block.type_name == "locals" {
            let (attributes, _) = block.body.just_attributes();
            return Ok(Declarations {
                content: Content { attributes, ..Content::default() },
                inner: Vec::new(),
            });
        }
        // A resource's schema is that of its type.
        let kind = if matches!(block.type_name.as_str(), "resource" | "data") {
            block.label(0)
        } else {
            &block.type_name
        };
        let found = self.blocks.iter().find(|(name, _)| *name == kind);
        let (_, schema) = found.ok_or("a block without a schema was taken out")?;
        schema.take_apart(&block.body)
    }
}

/// The schemas of the resource types in the made-up text.
struct Schemas {
    file: Schema,
}

impl Schemas {
    fn new() -> Self {
        let rule = || {
            let names =
                ["description", "from_port", "to_port", "protocol", "cidr_blocks", "ipv6_cidr_blocks"];
            Schema::new(&names, Vec::new())
        };
        let volume = ["device_name", "volume_size", "volume_type", "encrypted", "tags"];
        let condition = Schema::new(&["test", "variable", "values"], Vec::new());
        let statement = Schema::new(&["sid", "actions", "resources"], vec![("condition", condition)]);
        let resources = vec![
            (
                "aws_instance",
                Schema::new(
                    &[
                        "ami",
                        "instance_type",
                        "subnet_id",
                        "vpc_security_group_ids",
                        "monitoring",
                        "user_data",
                        "tags",
                        "count",
                    ],
                    vec![
                        ("root_block_device", Schema::new(&volume, Vec::new())),
                        (
                            "dynamic",
                            Schema::new(&["for_each"], vec![("content", Schema::new(&volume, Vec::new()))]),
                        ),
                        ("lifecycle", Schema::new(&["create_before_destroy", "ignore_changes"], Vec::new())),
                    ],
                ),
            ),
            (
                "aws_security_group",
                Schema::new(
                    &["name", "description", "vpc_id", "tags"],
                    vec![("ingress", rule()), ("egress", rule())],
                ),
            ),
            ("aws_iam_policy_document", Schema::new(&[], vec![("statement", statement)])),
            ("terraform", Schema::new(&["required_version"], Vec::new())),
            (
                "variable",
                Schema::new(&["type", "default", "description", "sensitive", "nullable"], Vec::new()),
            ),
            ("output", Schema::new(&["value", "description", "sensitive"], Vec::new())),
        ];
        let top: &[(&'static str, &[&'static str])] = &[
            ("terraform", &[]),
            ("variable", &["name"]),
            ("locals", &[]),
            ("output", &["name"]),
            ("resource", &["type", "name"]),
            ("data", &["type", "name"]),
        ];
        Self { file: Schema { body: BodySchema::of(&[], top), blocks: resources } }
    }

    /// The schema of a resource type.
    fn of(&self, type_name: &str) -> Result<&Schema, String> {
        let found = self.file.blocks.iter().find(|(name, _)| *name == type_name);
        found.map(|(_, schema)| schema).ok_or_else(|| format!("there is no schema of {type_name}"))
    }
}
