//! Values of the root module's variables: environment, files of the folder, command line.
//!
//! Later sources win: `TF_VAR_name`, `terraform.tfvars`, `terraform.tfvars.json`, `*.auto.tfvars` and
//! `*.auto.tfvars.json` by name, then `-var` and `-var-file` in the order given.

use std::collections::BTreeMap;
use std::path::Path;

use config::{Module, ValueError, Variable};
use diag::{Diagnostic, Diagnostics, SourceFile, SourceMap, SourceRange};
use hcl::eval::EmptyScope;
use hcl::{Body, BodySchema, Expression};
use smol_str::SmolStr;
use value::Value;

use crate::flags::{Flag, Parsed, option};

/// The flags that give values.
pub(crate) const FLAGS: [Flag; 2] = [option("var"), option("var-file")];

const ENV_PREFIX: &str = "TF_VAR_";

/// How many undeclared names are told one by one.
const TOLD_ONE_BY_ONE: usize = 2;

/// Where a value was given.
#[derive(Clone, Debug)]
enum Origin {
    Environment,
    CommandLine,
    Answer,
    File { name: String, range: SourceRange },
}

/// A value as it was given.
#[derive(Clone, Debug)]
enum Given {
    /// Text that is a string or an expression, as the variable's type says.
    Text(String),
    Expr(Expression),
}

/// The values given for variables, before they are compared with what is declared.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    given: BTreeMap<SmolStr, (Given, Origin)>,
    sources: SourceMap,
}

impl Inputs {
    /// Collects the values from all places.
    pub(crate) fn collect(dir: &Path, parsed: &Parsed, diags: &mut Diagnostics) -> Self {
        let mut inputs = Inputs::collect_automatic(dir, diags);
        inputs.add_given(parsed, diags);
        inputs
    }

    /// Collects the values that are there without being named.
    fn collect_automatic(dir: &Path, diags: &mut Diagnostics) -> Self {
        let mut inputs = Inputs::default();
        for (name, value) in std::env::vars_os() {
            // Text that is not UTF-8 cannot be a value of the language.
            if let (Ok(name), Ok(value)) = (name.into_string(), value.into_string())
                && let Some(name) = name.strip_prefix(ENV_PREFIX)
            {
                inputs.given.insert(name.into(), (Given::Text(value), Origin::Environment));
            }
        }
        for name in automatic_files(dir) {
            inputs.add_file(&dir.join(&name), diags);
        }
        inputs
    }

    /// The same for who does not run the configuration: files that nobody named are read as far as that goes.
    pub(crate) fn collect_loosely(dir: &Path, parsed: &Parsed, diags: &mut Diagnostics) -> Self {
        let mut ignored = Diagnostics::new();
        let mut inputs = Inputs::collect_automatic(dir, &mut ignored);
        inputs.add_given(parsed, diags);
        inputs
    }

    /// Collects the values of the command line only.
    pub(crate) fn collect_given(parsed: &Parsed, diags: &mut Diagnostics) -> Self {
        let mut inputs = Inputs::default();
        inputs.add_given(parsed, diags);
        inputs
    }

    /// Whether there is a value for a variable.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.given.contains_key(name)
    }

    /// Whether the value for a variable comes from the environment.
    pub(crate) fn is_of_environment(&self, name: &str) -> bool {
        self.given.get(name).is_some_and(|(_, origin)| matches!(origin, Origin::Environment))
    }

    /// Adds what the user answered.
    pub(crate) fn answer(&mut self, name: &SmolStr, text: String) {
        self.given.insert(name.clone(), (Given::Text(text), Origin::Answer));
    }

    fn add_given(&mut self, parsed: &Parsed, diags: &mut Diagnostics) {
        for (flag, value) in parsed.given() {
            match flag {
                "var" => self.add_option(value, diags),
                "var-file" => self.add_file(Path::new(value), diags),
                _ => {}
            }
        }
    }

    fn add_option(&mut self, text: &str, diags: &mut Diagnostics) {
        const SUMMARY: &str = "Invalid -var option";
        let detail = match text.split_once('=') {
            Some((name, value)) if name.ends_with(' ') => {
                let trimmed = name.trim_end();
                format!(
                    "Variable name {name:?} is invalid due to trailing space. Did you mean -var=\"{trimmed}={value}\"?"
                )
            }
            Some((name, value)) => {
                self.given.insert(name.into(), (Given::Text(value.to_owned()), Origin::CommandLine));
                return;
            }
            None => format!(
                "The given -var option {text:?} is not correctly specified. Must be a variable name and value separated by \
                 an equals sign, like -var=\"key=value\"."
            ),
        };
        diags.push(Diagnostic::error(SUMMARY, detail));
    }

    fn add_file(&mut self, path: &Path, diags: &mut Diagnostics) {
        let name = path.strip_prefix(".").unwrap_or(path).display().to_string();
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) => {
                let detail = match error.kind() {
                    std::io::ErrorKind::NotFound => format!("Given variables file {name} does not exist."),
                    _ => format!("The file {name} could not be read: {error}.", error = diag::reason(&error)),
                };
                diags.push(Diagnostic::error("Failed to read variables file", detail));
                return;
            }
        };
        let source = SourceFile::new(name.as_str(), bytes);
        self.sources.insert(source.clone());
        let (body, more) = if name.ends_with(".json") {
            hcl::data::parse_json(source)
        } else {
            let (tree, body, diags) = hcl::syntax::parse_config(source);
            (Body::native(tree, body), diags)
        };
        let failed = more.has_errors();
        diags.append(more);
        if failed || self.refuse_declarations(&body, &name, diags) {
            return;
        }
        let (attributes, more) = body.just_attributes();
        diags.append(more);
        for attribute in attributes {
            let origin = Origin::File { name: name.clone(), range: attribute.expr.range() };
            self.given.insert(attribute.name, (Given::Expr(attribute.expr), origin));
        }
    }

    /// Variables are declared elsewhere; whoever does it here is told.
    fn refuse_declarations(&self, body: &Body, file: &str, diags: &mut Diagnostics) -> bool {
        let (content, _, _) = body.partial_content(&BodySchema::of(&[], &[("variable", &["name"])]));
        for block in &content.blocks {
            let name = block.label(0);
            let at = block.body.source().range(block.type_span);
            let detail = format!(
                "This file gives values to variables that are declared elsewhere. Declare variable {name:?} in a .tf file, \
                 such as variables.tf.\n\nTo set its value in {file}, write:\n    {name} = <value>"
            );
            diags.push(Diagnostic::error("Variable declaration in .tfvars file", detail).at(at));
        }
        !content.blocks.is_empty()
    }

    /// The value of every declared variable; problems leave one unknown. Of values that do not fit is told when they are
    /// used: what is wrong with them comes second. Remembers the texts of the files.
    pub(crate) fn values(
        self,
        module: &mut Module,
        diags: &mut Diagnostics,
    ) -> (BTreeMap<SmolStr, Value>, BTreeMap<SmolStr, Diagnostic>) {
        for source in self.sources.iter() {
            module.sources.insert(source.clone());
        }
        self.report_undeclared(module, diags);
        let (mut values, mut refused) = (BTreeMap::new(), BTreeMap::new());
        for (name, variable) in &module.variables {
            let given = self
                .given
                .get(name)
                .and_then(|(given, origin)| Some((evaluate(variable, given, diags)?, origin)));
            if let (Some(message), Some(_)) = (&variable.deprecated, &given) {
                let detail = format!(
                    "The root variable {:?} is deprecated with the following message: {message}",
                    name.as_str()
                );
                let warning = Diagnostic::warning("Deprecated variable used from the root module", detail);
                diags.push(warning.at(variable.range.clone()));
            }
            let origin = given.as_ref().map(|(_, origin)| *origin);
            let value = variable.value_for(given.map(|(value, _)| value)).unwrap_or_else(|error| {
                let diagnostic = refusal(variable, &error, origin);
                match error {
                    ValueError::Missing => diags.push(diagnostic),
                    _ => drop(refused.insert(name.clone(), diagnostic)),
                }
                Value::unknown(variable.ty.clone())
            });
            values.insert(name.clone(), value);
        }
        (values, refused)
    }

    /// The values that are there, for what depends on values before anything is evaluated; whether they are
    /// right is not judged.
    pub(crate) fn known_values(&self, module: &mut Module) -> BTreeMap<SmolStr, Value> {
        for source in self.sources.iter() {
            module.sources.insert(source.clone());
        }
        let mut values = BTreeMap::new();
        for (name, variable) in &module.variables {
            let given = self
                .given
                .get(name)
                .and_then(|(given, _)| evaluate(variable, given, &mut Diagnostics::new()));
            if let Ok(value) = variable.value_for(given) {
                values.insert(name.clone(), value);
            }
        }
        values
    }

    /// The values as they were given, not converted.
    pub(crate) fn given_values(&self, module: &Module) -> BTreeMap<SmolStr, Value> {
        let evaluated = module.variables.values().filter_map(|variable| {
            let (given, _) = self.given.get(&variable.name)?;
            let value = evaluate(variable, given, &mut Diagnostics::new())?;
            Some((variable.name.clone(), value))
        });
        evaluated.collect()
    }

    /// Tells of values for variables that are not declared.
    pub(crate) fn report_undeclared(&self, module: &Module, diags: &mut Diagnostics) {
        let mut from_files = 0;
        for (name, (_, origin)) in &self.given {
            if module.variables.contains_key(name) {
                continue;
            }
            match origin {
                // A whole organisation may share an environment.
                Origin::Environment | Origin::Answer => {}
                Origin::CommandLine => {
                    let detail = format!(
                        "A variable named {:?} was assigned on the command line, but the root module does not declare a \
                         variable of that name. To use this value, add a \"variable\" block to the configuration.",
                        name.as_str()
                    );
                    diags.push(Diagnostic::error("Value for undeclared variable", detail));
                }
                Origin::File { name: file, .. } => {
                    from_files += 1;
                    if from_files <= TOLD_ONE_BY_ONE {
                        diags.push(undeclared_in_file(name, file));
                    }
                }
            }
        }
        if from_files > TOLD_ONE_BY_ONE {
            let more = from_files - TOLD_ONE_BY_ONE;
            let detail = format!(
                "In addition to the other similar warnings shown, {more} other variable(s) defined without being declared."
            );
            diags.push(Diagnostic::warning("Values for undeclared variables", detail));
        }
    }
}

fn undeclared_in_file(name: &str, file: &str) -> Diagnostic {
    let detail = format!(
        "The root module does not declare a variable named {name:?} but a value was found in file {file:?}. If you meant to \
         use this value, add a \"variable\" block to the configuration.\n\nValues that many configurations share can be \
         given by TF_VAR_... environment variables, which are not warned about."
    );
    Diagnostic::warning("Value for undeclared variable", detail)
}

/// The files of a folder that are read without being named, in the order in which they count.
fn automatic_files(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(dir)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| {
            matches!(name.as_str(), "terraform.tfvars" | "terraform.tfvars.json")
                || name.ends_with(".auto.tfvars")
                || name.ends_with(".auto.tfvars.json")
        })
        .collect();
    names.sort_by_key(|name| (!name.starts_with("terraform.tfvars"), name.clone()));
    names
}

/// The value that was given; nothing when it could not be read, which is reported.
fn evaluate(variable: &Variable, given: &Given, diags: &mut Diagnostics) -> Option<Value> {
    let expr = match given {
        Given::Text(text) if variable.takes_text() => return Some(Value::string(text.as_str())),
        Given::Text(text) => {
            let source = SourceFile::new(format!("<value for var.{}>", variable.name), text.as_bytes());
            // Its text is not shown with problems: it may be a secret.
            let (tree, id, more) = hcl::syntax::parse_expression(source);
            let failed = more.has_errors();
            diags.append(more);
            if failed {
                return None;
            }
            Expression::Native(tree, id)
        }
        Given::Expr(expr) => expr.clone(),
    };
    let (value, more) = expr.eval(&EmptyScope);
    let failed = more.has_errors();
    diags.append(more);
    (!failed).then_some(value)
}

fn refusal(variable: &Variable, error: &ValueError, origin: Option<&Origin>) -> Diagnostic {
    let name = &variable.name;
    let set_by = match origin {
        Some(Origin::Environment) => {
            format!("Unsuitable value for var.{name} set using the {ENV_PREFIX}{name} environment variable")
        }
        Some(Origin::CommandLine) => format!("Unsuitable value for var.{name} set using -var=\"{name}=...\""),
        Some(Origin::Answer) => format!("Unsuitable value for var.{name} given as the answer"),
        Some(Origin::File { .. }) | None => {
            let range = &variable.range;
            let (start, end) = (range.start, range.end);
            format!(
                "The given value is not suitable for var.{name} declared at {}:{},{}-{}",
                range.filename, start.line, start.column, end.column
            )
        }
    };
    let (summary, detail) = match error {
        ValueError::Missing => (
            "No value for required variable",
            format!(
                "The root module input variable {:?} is not set, and has no default value. Use a -var or -var-file command \
                 line argument to provide a value for this variable.",
                name.as_str()
            ),
        ),
        ValueError::Null => {
            ("Required variable not set", format!("{set_by}: required variable may not be set to null."))
        }
        ValueError::Type(message) => ("Invalid value for input variable", format!("{set_by}: {message}.")),
    };
    let at = match origin {
        Some(Origin::File { range, .. }) => range.clone(),
        _ => variable.range.clone(),
    };
    Diagnostic::error(summary, detail).at(at)
}
