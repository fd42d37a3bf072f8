//! Query files (`.tfquery.hcl`): lists of what there is outside. Only who runs a query reads them.

use addrs::{Resource, ResourceMode};
use diag::{Diagnostic, Diagnostics, SourceFile};
use hcl::{Body, BodyBlock, BodySchema, Expression};

use crate::decode::Decode;
use crate::files::{FileKind, ModuleFiles};
use crate::lifecycle::Lifecycle;
use crate::load::{parse_file, source_name};
use crate::module::Module;
use crate::provider::ProviderRef;
use crate::repetition::Repetition;
use crate::resource::ResourceConfig;

/// What a `list` block says besides what is for the provider.
#[derive(Clone, Debug)]
pub struct ListSettings {
    /// Whether whole objects are wanted, not only what tells them apart.
    pub include_resource: Option<Expression>,
    /// How many are enough.
    pub limit: Option<Expression>,
}

impl ListSettings {
    /// Everything that is evaluated.
    pub fn expressions(&self) -> impl Iterator<Item = &Expression> {
        self.include_resource.iter().chain(&self.limit)
    }
}

const ENDINGS: &[(&str, FileKind)] = &[(".tfquery.hcl", FileKind::Native), (".tfquery.json", FileKind::Json)];

/// Adds what the query files in the folder of a module declare.
pub fn add_query_files(from: &dyn ModuleFiles, module: &mut Module) -> Diagnostics {
    let mut diags = Diagnostics::new();
    let dir = module.dir.clone();
    // A folder that cannot be read was told of when the module was loaded.
    for name in from.names(&dir).unwrap_or_default() {
        let ending = ENDINGS.iter().find(|(ending, _)| name.len() > ending.len() && name.ends_with(ending));
        let Some((_, kind)) = ending.filter(|_| !name.starts_with('.')) else { continue };
        let path = dir.join(&name);
        let called = source_name(&path);
        match from.read(&path) {
            Ok(bytes) => {
                let source = SourceFile::new(called, bytes);
                module.sources.insert(source.clone());
                let (body, more) = parse_file(source, *kind);
                diags.append(more);
                let (content, more) = body.content(&top_level_schema());
                diags.append(more);
                content.blocks.iter().for_each(|block| module.add_block(block, false, &mut diags));
            }
            Err(error) => {
                let detail =
                    format!("The file {called:?} could not be read: {error}.", error = diag::reason(&error));
                diags.push(Diagnostic::error("Failed to read file", detail));
            }
        }
    }
    module.sort();
    diags
}

fn top_level_schema() -> BodySchema {
    BodySchema::of(
        &[],
        &[("list", &["type", "name"]), ("provider", &["name"]), ("variable", &["name"]), ("locals", &[])],
    )
}

/// What a `config` block says to the provider.
pub(crate) fn config_body(block: &BodyBlock, config: Option<BodyBlock>, schema: &BodySchema) -> Body {
    // Without the block nothing is said to the provider: what is left when everything else is taken away.
    config.map_or_else(|| block.body.partial_content(schema).1, |config| config.body)
}

/// Reads a `list` block.
pub(crate) fn decode_list(block: &BodyBlock) -> (ResourceConfig, Diagnostics) {
    let arguments = &["count", "for_each", "provider", "depends_on", "include_resource", "limit"];
    let schema = BodySchema::of(arguments, &[("config", &[])]).requiring(&["provider"]);
    let mut decode = Decode::whole(block, &schema);
    decode.check_label(0, "Invalid list resource type name");
    decode.check_label(1, "Invalid list resource name");
    let config = decode.only_block("config", "This list");
    let body = config_body(block, config, &schema);
    let config = ResourceConfig {
        resource: Resource {
            mode: ResourceMode::List,
            type_name: block.label(0).clone(),
            name: block.label(1).clone(),
        },
        repetition: Repetition::decode(&mut decode, None, "instances of the list"),
        provider: decode
            .expr("provider")
            .and_then(|expr| ProviderRef::decode(&expr, "provider", &mut decode.diags))
            .map(Box::new),
        depends_on: decode.references("depends_on"),
        lifecycle: Lifecycle::unset(),
        connection: None,
        provisioners: Vec::new(),
        body,
        list: Some(Box::new(ListSettings {
            include_resource: decode.expr("include_resource"),
            limit: decode.expr("limit"),
        })),
        check: None,
        range: block.range(),
        type_range: block.label_range(0),
    };
    (config, decode.diags)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load_module;

    fn load(text: &str) -> (Module, Vec<String>) {
        let dir = tempfile::tempdir().expect("a temporary folder can be made");
        std::fs::write(dir.path().join("a.tfquery.hcl"), text).expect("the folder can be written to");
        let (mut module, diags) = load_module(dir.path());
        assert!(diags.is_empty() && module.resources.is_empty(), "{diags:?}");
        let diags = add_query_files(&crate::DiskModules, &mut module);
        (module, diags.iter().map(|problem| problem.summary.clone()).collect())
    }

    #[test]
    fn lists() {
        let (module, problems) = load(
            "provider \"a\" {}\nvariable \"v\" {}\nlocals {\n  l = 1\n}\nlist \"a_b\" \"c\" {\n  provider = a\n  limit = var.v\n  \
             config {\n    x = local.l\n  }\n}\nlist \"a_b\" \"d\" {\n  provider = a\n  include_resource = true\n}\n",
        );
        assert_eq!(problems, [""; 0]);
        let names: Vec<String> = module.resources.keys().map(ToString::to_string).collect();
        assert_eq!(names, ["list.a_b.c", "list.a_b.d"]);
        let attributes: Vec<usize> =
            module.resources.values().map(|list| list.body.items().attributes.len()).collect();
        assert_eq!(attributes, [1, 0]);
        assert_eq!((module.providers.len(), module.variables.len(), module.locals.len()), (1, 1, 1));
    }

    #[test]
    fn what_is_no_list() {
        let check = |text: &str, expect: &[&str]| assert_eq!(load(text).1, expect, "{text}");
        check("resource \"a\" \"b\" {}\n", &["Unsupported block type"]);
        check("list \"a\" \"b\" {}\n", &["Missing required argument"]);
        check("list \"a\" \"b\" {\n  provider = a\n  x = 1\n}\n", &["Unsupported argument"]);
        let twice = "list \"a\" \"b\" {\n  provider = a\n}\n".repeat(2);
        check(&twice, &["Duplicate list \"a\" configuration"]);
    }
}
