//! From text to declarations: how fast configuration is read.

use std::fs;
use std::path::Path;

use config::load_module;
use diag::SourceFile;
use hcl::syntax::lexer::tokenize_config;
use hcl::syntax::parse_config;
use hcl::{Body, BodySchema};

use crate::{Measures, clock, config_text};

/// How much text is read.
pub(crate) const BYTES: usize = 10_000_000;

/// Each measure is the best of this many.
const RUNS: usize = 9;

pub(crate) fn measure() -> Result<Measures, String> {
    let dir = tempfile::tempdir().map_err(|error| error.to_string())?;
    let text = config_text::make(BYTES);
    let megabytes = text.len() as f64 / 1e6;
    fs::write(dir.path().join("main.tf"), &text).map_err(|error| error.to_string())?;
    let schemas = Schemas::new();
    let source = SourceFile::new("main.tf", text.into_bytes());
    let tokens = clock::best_of(RUNS, || Ok(tokenize_config(source.bytes())))?;
    let tree = clock::best_of(RUNS, || Ok(parse_config(source.clone())))?;
    let declarations = clock::best_of(RUNS, || load(dir.path(), &schemas))?;
    Ok(vec![
        ("megabytes", megabytes),
        ("tokens_mb_s", megabytes / tokens),
        ("tree_mb_s", megabytes / tree),
        ("declarations_mb_s", megabytes / declarations),
    ])
}

/// Reads the module and takes the bodies of its resources apart, as with a provider's schema.
fn load(dir: &Path, schemas: &Schemas) -> Result<(config::Module, usize), String> {
    let (module, diags) = load_module(dir);
    if let Some(problem) = diags.iter().next() {
        return Err(format!("the text has problems: {problem:?}"));
    }
    let mut parts = 0;
    for (resource, config) in &module.resources {
        parts += schemas.of(&resource.type_name).take_apart(&config.body)?;
    }
    Ok((module, parts))
}

/// The schema of a body and of the blocks in it.
struct Schema {
    body: BodySchema,
    blocks: Vec<(&'static str, Schema)>,
}

impl Schema {
    fn new(attributes: &[&'static str], blocks: Vec<(&'static str, Schema)>) -> Self {
        let labels =
            |name: &&'static str| -> &[&'static str] { if *name == "dynamic" { &["type"] } else { &[] } };
        let names: Vec<(&'static str, &[&'static str])> =
            blocks.iter().map(|(name, _)| (*name, labels(name))).collect();
        Self { body: BodySchema::of(attributes, &names), blocks }
    }

    /// How many arguments and blocks a body holds, all the way down.
    fn take_apart(&self, body: &Body) -> Result<usize, String> {
        let (content, diags) = body.content(&self.body);
        if let Some(problem) = diags.iter().next() {
            return Err(format!("the text does not fit its schema: {problem:?}"));
        }
        let mut parts = content.attributes.len();
        for block in &content.blocks {
            let (_, schema) = self
                .blocks
                .iter()
                .find(|(name, _)| *name == block.type_name)
                .ok_or("a block without a schema was taken out")?;
            parts += 1 + schema.take_apart(&block.body)?;
        }
        Ok(parts)
    }
}

/// The schemas of the resource types in the made-up text.
struct Schemas {
    instance: Schema,
    group: Schema,
    policy: Schema,
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
        Self {
            instance: Schema::new(
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
            group: Schema::new(
                &["name", "description", "vpc_id", "tags"],
                vec![("ingress", rule()), ("egress", rule())],
            ),
            policy: Schema::new(&[], vec![("statement", statement)]),
        }
    }

    fn of(&self, type_name: &str) -> &Schema {
        match type_name {
            "aws_instance" => &self.instance,
            "aws_security_group" => &self.group,
            _ => &self.policy,
        }
    }
}
