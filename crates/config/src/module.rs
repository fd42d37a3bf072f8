//! The declarations of one module, and how files add to them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use addrs::{Resource, ResourceMode};
use diag::{Diagnostic, Diagnostics, SourceMap, SourceRange};
use hcl::{Body, BodyBlock, BodySchema, Expression};
use smol_str::SmolStr;

use crate::check::Check;
use crate::declarations::{Declarations, Words, declare};
use crate::decode::{NAME_RULE, place};
use crate::module_call::ModuleCall;
use crate::output::Output;
use crate::provider::{ProviderConfig, ProviderName};
use crate::refactor::{Import, Moved, Removed};
use crate::resource::ResourceConfig;
use crate::settings::Settings;
use crate::variable::Variable;

/// Everything declared in one module folder.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The folder.
    pub dir: PathBuf,
    /// The text of all its files.
    pub sources: SourceMap,
    /// `terraform` blocks.
    pub settings: Settings,
    /// `provider` blocks.
    pub providers: Declarations<ProviderName, ProviderConfig>,
    /// `variable` blocks by name.
    pub variables: Declarations<SmolStr, Variable>,
    /// Local values by name.
    pub locals: Declarations<SmolStr, Local>,
    /// `output` blocks by name.
    pub outputs: Declarations<SmolStr, Output>,
    /// `resource`, `data`, `ephemeral` and `action` blocks by address.
    pub resources: Declarations<Resource, ResourceConfig>,
    /// `module` blocks by name.
    pub module_calls: Declarations<SmolStr, ModuleCall>,
    /// `check` blocks by name.
    pub checks: BTreeMap<SmolStr, Check>,
    /// `moved` blocks.
    pub moved: Vec<Moved>,
    /// `removed` blocks.
    pub removed: Vec<Removed>,
    /// `import` blocks.
    pub imports: Vec<Import>,
}

/// A local value.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its expression.
    pub expr: Expression,
    /// Where its name stands.
    pub name_range: SourceRange,
    /// Where it is declared.
    pub range: SourceRange,
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
            ("action", &["type", "name"]),
            ("moved", &[]),
            ("removed", &[]),
            ("import", &[]),
            ("check", &["name"]),
        ],
    )
}

impl Module {
    /// The provider that a name means in this module.
    pub fn provider_addr(&self, local: &str) -> addrs::Provider {
        let required = self.settings.required_providers.as_ref();
        let source = required.and_then(|required| required.entries.get(local)?.source.as_deref());
        source.and_then(addrs::Provider::parse).unwrap_or_else(|| addrs::Provider::implied(local))
    }

    /// Brings the declarations into the order of their names, after all files were added.
    pub(crate) fn sort(&mut self) {
        self.providers.sort_unstable_keys();
        self.variables.sort_unstable_keys();
        self.locals.sort_unstable_keys();
        self.outputs.sort_unstable_keys();
        self.resources.sort_unstable_keys();
        self.module_calls.sort_unstable_keys();
    }

    /// Adds the blocks of a file.
    pub(crate) fn add_file(&mut self, body: &Body, is_override: bool, diags: &mut Diagnostics) {
        let (content, more) = body.content(&top_level_schema());
        diags.append(more);
        for block in &content.blocks {
            self.add_block(block, is_override, diags);
        }
    }

    pub(crate) fn add_block(&mut self, block: &BodyBlock, is_override: bool, diags: &mut Diagnostics) {
        let name = block.label(0).clone();
        match block.type_name.as_str() {
            "terraform" => {
                let (settings, more) = Settings::decode(block);
                diags.append(more);
                if is_override {
                    self.settings.override_with(settings);
                } else {
                    self.settings.add(settings, diags);
                }
            }
            "variable" => {
                let (variable, more) = Variable::decode(block, is_override);
                diags.append(more);
                let words = || {
                    Words::named(
                        "variable",
                        &name,
                        "variable declaration",
                        "Missing base variable declaration to override",
                    )
                };
                declare(&mut self.variables, name.clone(), variable, is_override, words, diags);
            }
            "output" => {
                let (output, more) = Output::decode(block, is_override);
                diags.append(more);
                let words = || {
                    Words::named(
                        "output",
                        &name,
                        "output definition",
                        "Missing base output definition to override",
                    )
                };
                declare(&mut self.outputs, name.clone(), output, is_override, words, diags);
            }
            "module" => {
                let (call, more) = ModuleCall::decode(block, is_override);
                diags.append(more);
                let words =
                    || Words::named("module call", &name, "module call", "Missing module call to override");
                declare(&mut self.module_calls, name.clone(), call, is_override, words, diags);
            }
            "provider" => self.add_provider(block, is_override, diags),
            "locals" => self.add_locals(block, is_override, diags),
            "resource" => self.add_resource(ResourceMode::Managed, block, is_override, diags),
            "data" => self.add_resource(ResourceMode::Data, block, is_override, diags),
            "ephemeral" => self.add_resource(ResourceMode::Ephemeral, block, is_override, diags),
            "action" => {
                let (config, more) = crate::action::decode_action(block);
                diags.append(more);
                self.declare_resource(config, is_override, diags);
            }
            "list" => {
                let (config, more) = crate::query::decode_list(block);
                diags.append(more);
                self.declare_resource(config, is_override, diags);
            }
            "check" => self.add_check(block, is_override, diags),
            "required_providers" => {
                let detail = "A \"required_providers\" block stands inside a \"terraform\" block.";
                diags.push(Diagnostic::error("Invalid required_providers block", detail).at(block.range()));
            }
            // What the language block of OpenTofu asks for is what there is anyway.
            "language" => {}
            _ => self.add_refactoring(block, is_override, diags),
        }
    }

    fn add_refactoring(&mut self, block: &BodyBlock, is_override: bool, diags: &mut Diagnostics) {
        let kind = block.type_name.as_str();
        if is_override {
            let detail = format!("Override files cannot have {kind:?} blocks.");
            diags.push(
                Diagnostic::error(format!("Cannot override '{kind}' blocks"), detail).at(block.range()),
            );
            // What is wrong with it itself is told as well.
            diags.append(match kind {
                "moved" => Moved::decode(block).1,
                "removed" => Removed::decode(block).1,
                _ => Import::decode(block).1,
            });
            return;
        }
        let more = match kind {
            "moved" => {
                let (moved, more) = Moved::decode(block);
                self.moved.extend(moved);
                more
            }
            "removed" => {
                let (removed, more) = Removed::decode(block);
                self.removed.extend(removed);
                more
            }
            _ => {
                let (import, mut more) = Import::decode(block);
                // Of what is wrong in itself nothing more is to say.
                if let Some(import) = import.filter(|_| !more.has_errors()) {
                    more.extend(self.refuse_second_import(&import));
                    self.imports.push(import);
                }
                more
            }
        };
        diags.append(more);
    }

    /// One problem for each import before this one that goes to the same object; what is named is the block.
    fn refuse_second_import(&self, import: &Import) -> Vec<Diagnostic> {
        // With dynamic keys two imports may go to different instances.
        if !import.keys.is_empty() {
            return Vec::new();
        }
        let same = |first: &&Import| first.target == import.target && first.keys.is_empty();
        let earlier = self.imports.iter().filter(same);
        earlier
            .map(|first| {
                let detail = format!(
                    "An import to {} was already declared at {}.",
                    import.target,
                    place(&first.range)
                );
                let block = import.target.without_keys().to_string();
                let summary = format!("Duplicate import configuration for {block:?}");
                Diagnostic::error(summary, detail).at(import.to.range())
            })
            .collect()
    }

    fn add_locals(&mut self, block: &BodyBlock, is_override: bool, diags: &mut Diagnostics) {
        let (attributes, more) = block.body.just_attributes();
        diags.append(more);
        for attribute in attributes {
            let name_range = attribute.name_range();
            if !hcl::syntax::is_valid_identifier(&attribute.name) {
                diags.push(Diagnostic::error("Invalid local value name", NAME_RULE).at(name_range.clone()));
            }
            let words = || {
                Words::named(
                    "local value",
                    &attribute.name,
                    "local value definition",
                    "Missing base local value definition to override",
                )
            };
            let local = Local { expr: attribute.expr.clone(), name_range, range: attribute.range() };
            declare(&mut self.locals, attribute.name.clone(), local, is_override, words, diags);
        }
    }

    fn add_resource(
        &mut self,
        mode: ResourceMode,
        block: &BodyBlock,
        is_override: bool,
        diags: &mut Diagnostics,
    ) {
        let (config, more) = ResourceConfig::decode(mode, block, is_override);
        diags.append(more);
        self.declare_resource(config, is_override, diags);
    }

    fn declare_resource(&mut self, config: ResourceConfig, is_override: bool, diags: &mut Diagnostics) {
        let resource = config.resource.clone();
        let words = || {
            let (kind, missing) = match resource.mode {
                ResourceMode::Managed => ("resource", "Missing resource to override"),
                ResourceMode::Data => ("data", "Missing data resource to override"),
                ResourceMode::Ephemeral => ("ephemeral resource", "Missing ephemeral resource to override"),
                ResourceMode::List => ("list", "Missing list to override"),
                ResourceMode::Action => ("action", "Missing action to override"),
            };
            let (ty, name) = (resource.type_name.as_str(), resource.name.as_str());
            Words {
                duplicate: format!("Duplicate {kind} {ty:?} configuration"),
                missing: missing.to_owned(),
                what: format!("{} {kind} {ty:?} named {name:?}", if kind == "action" { "An" } else { "A" }),
            }
        };
        declare(&mut self.resources, resource.clone(), config, is_override, words, diags);
    }

    fn add_provider(&mut self, block: &BodyBlock, is_override: bool, diags: &mut Diagnostics) {
        let (provider, more) = ProviderConfig::decode(block);
        diags.append(more);
        let Some(provider) = provider else { return };
        let name = provider.name.clone();
        // A provider without configuration has an empty one, which can be overridden too.
        let is_override = is_override && (name.alias.is_some() || self.providers.contains_key(&name));
        let words = || Words {
            duplicate: "Duplicate provider configuration".to_owned(),
            missing: "Missing base provider configuration for override".to_owned(),
            what: format!("A configuration of provider {name}"),
        };
        declare(&mut self.providers, name.clone(), provider, is_override, words, diags);
    }

    fn add_check(&mut self, block: &BodyBlock, is_override: bool, diags: &mut Diagnostics) {
        if is_override {
            diags.push(crate::condition::refuse_override(block));
            return;
        }
        let (check, more) = Check::decode(block);
        diags.append(more);
        if let Some(first) = self.checks.get(&check.name) {
            let detail = format!(
                "A check block named {:?} was already declared at {}.",
                check.name.as_str(),
                place(&first.range)
            );
            let summary = format!("Duplicate check {:?} configuration", check.name.as_str());
            diags.push(Diagnostic::error(summary, detail).at(check.range));
            return;
        }
        if let Some(data) = check.data.clone() {
            self.declare_resource(data, false, diags);
        }
        self.checks.insert(check.name.clone(), check);
    }
}

#[cfg(test)]
mod tests {
    use hcl::eval::EmptyScope;

    use super::*;
    use crate::test_folder::module;

    fn number(expr: &Expression) -> String {
        expr.eval(&EmptyScope).0.as_num().map(ToString::to_string).unwrap_or_default()
    }

    #[test]
    fn override_files_replace_single_arguments() {
        let main = r#"
            variable "v" {
              type      = string
              default   = "a"
              sensitive = true
            }
            locals {
              a = 1
              b = 2
            }
        "#;
        let over = r#"
            variable "v" {
              default     = 5
              description = "d"
            }
            locals {
              a = 3
            }
        "#;
        let files =
            [("main.tf", main), ("a_override.tf", over), ("b_override.tf.json", r#"{"locals": {"a": 4}}"#)];
        let module = module(&files);
        let variable = &module.variables["v"];
        assert_eq!(variable.default.as_ref().and_then(|default| default.as_str()), Some("5"));
        assert_eq!((variable.sensitive, variable.description.as_deref()), (Some(true), Some("d")));
        assert_eq!([number(&module.locals["a"].expr), number(&module.locals["b"].expr)], ["4", "2"]);
    }

    #[test]
    fn override_files_replace_blocks_of_resources() {
        let main = r#"
            resource "x_y" "z" {
              count = 1
              a     = 1
              b     = 1
              c {}
              c {}
              d {}
              lifecycle {
                prevent_destroy = true
                ignore_changes  = [a]
              }
              provisioner "local-exec" {}
            }
        "#;
        let over = r#"
            resource "x_y" "z" {
              a = 2
              c {}
              lifecycle {
                create_before_destroy = true
                ignore_changes        = all
              }
              provisioner "file" {}
            }
        "#;
        let module = module(&[("main.tf", main), ("override.tf", over)]);
        let config = module.resources.values().next().expect("there is one");
        let items = config.body.items();
        let attributes: Vec<String> =
            items.attributes.iter().map(|item| format!("{}={}", item.name, number(&item.expr))).collect();
        let blocks: Vec<&str> = items.blocks.iter().map(|block| block.type_name.as_str()).collect();
        assert_eq!((attributes.join(" ").as_str(), blocks.join(" ").as_str()), ("a=2 b=1", "d c"));
        let lifecycle = &config.lifecycle;
        assert!(lifecycle.prevent_destroy.is_some() && lifecycle.create_before_destroy == Some(true));
        assert!(matches!(lifecycle.ignore_changes, crate::IgnoreChanges::All));
        let kinds: Vec<&str> = config.provisioners.iter().map(|item| item.type_name.as_str()).collect();
        assert_eq!(kinds, ["file"]);
    }

    #[test]
    fn settings_of_all_files_count_together() {
        let more = r#"
            terraform {
              required_version = "< 9"
              required_providers {
                x = "1.0"
                y = { source = "a/b" }
              }
            }
        "#;
        let over = r#"
            terraform {
              cloud {}
              required_providers {
                x = "2.0"
              }
            }
        "#;
        let first = "terraform {\n  required_version = \">= 1\"\n  backend \"local\" {}\n}\n";
        let settings = module(&[("a.tf", first), ("b.tf", more), ("override.tf", over)]).settings;
        assert_eq!(settings.required_versions.len(), 2);
        assert!(settings.backend.is_none() && settings.cloud.is_some());
        let required = settings.required_providers.expect("they are there");
        let version = |name: &str| required.entries[name].version.as_ref().map(|version| version.text());
        assert_eq!((version("x"), version("y")), (Some("2.0"), None));
    }
}
