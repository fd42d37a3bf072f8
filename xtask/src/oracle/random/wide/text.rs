//! The files of a wider random configuration.

use std::fmt::Write as _;

use super::expr::Place;
use super::model::{Body, Data, IGNORED, Input, Item, Kind, Model, Output, Repeat, Resource};
use super::types::TYPES;

impl Model {
    /// The files of the configuration.
    pub(super) fn files(&self) -> Vec<(String, String)> {
        let mut files = vec![("remote.json".to_owned(), super::super::files::remote(self.remote))];
        for (index, body) in self.bodies.iter().enumerate() {
            let path = if index == 0 { "main.tf".to_owned() } else { format!("b{index}/main.tf") };
            files.push((path, self.body_text(index, body)));
        }
        // Terraform loses an ephemeral variable that is given as null before it applies.
        let lasts = |input: &&Input| !input.ephemeral || input.given.as_deref() != Some("null");
        let given = self.bodies[0].inputs.iter().filter(lasts);
        let given = given.filter_map(|input| Some((input.id, input.given.as_ref()?)));
        files.push((
            "terraform.tfvars".to_owned(),
            given
                .fold(String::new(), |mut text, (id, value)| {
                    let _ = writeln!(text, "v{id} = {value}");
                    text
                })
                // A file of values holds no calls.
                .replace("toset([\"c\"])", "[\"c\"]"),
        ));
        files
    }

    fn body_text(&self, index: usize, body: &Body) -> String {
        let mut out = String::new();
        body.inputs.iter().for_each(|input| input_text(input, &mut out));
        for item in &body.items {
            let place = Place { model: self, body, repeat: &item.repeat };
            place.item(item, &mut out);
        }
        let place = Place { model: self, body, repeat: &Repeat::Once };
        for output in &body.outputs {
            let secret = output.sensitive || (index == 0 && self.is_secret(0, &output.value));
            place.output(output, secret, &mut out);
        }
        body.statements.iter().for_each(|statement| out.push_str(statement));
        out
    }
}

fn input_text(input: &Input, out: &mut String) {
    let _ = writeln!(out, "variable \"v{}\" {{", input.id);
    let ty = TYPES[input.ty].text;
    if !ty.is_empty() {
        let _ = writeln!(out, "  type = {ty}");
    }
    // A default holds no calls, and is not null where nothing may be.
    if let Some(default) = input.default.as_ref().filter(|_| input.has_default()) {
        let _ = writeln!(out, "  default = {}", default.replace("toset([\"c\"])", "[\"c\"]"));
    }
    for (flag, text) in [
        (input.not_null, "nullable = false"),
        (input.sensitive, "sensitive = true"),
        (input.ephemeral, "ephemeral = true"),
    ] {
        if flag {
            let _ = writeln!(out, "  {text}");
        }
    }
    if input.validation {
        let condition = format!("length(jsonencode(var.v{})) != 6", input.id);
        let _ = writeln!(out, "{}", block("validation", &condition, "  ").trim_end());
    }
    out.push_str("}\n");
}

fn block(kind: &str, condition: &str, indent: &str) -> String {
    format!(
        "{indent}{kind} {{\n{indent}  condition     = {condition}\n{indent}  error_message = \"It does not hold.\"\n{indent}}}\n"
    )
}

impl Place<'_> {
    fn depends(&self, on: Option<usize>) -> String {
        on.and_then(|id| self.body.item(id))
            .map(|item| format!("  depends_on = [{}]\n", item.address()))
            .unwrap_or_default()
    }

    fn output(&self, output: &Output, secret: bool, out: &mut String) {
        let mut value = self.text(&output.value);
        // Terraform forgets that an output of a called module is a secret, unless its value is one anyway; see
        // docs/differences.md.
        if output.sensitive {
            value = format!("sensitive({value})");
        }
        let sensitive = if secret { "  sensitive = true\n" } else { "" };
        let depends = self.depends(output.depends_on);
        let condition = if output.precondition {
            block("precondition", &format!("length(jsonencode({value})) > 1 && path.module != \"\""), "  ")
        } else {
            String::new()
        };
        let _ = writeln!(
            out,
            "output \"o{}\" {{\n  value = {value}\n{sensitive}{depends}{condition}}}",
            output.id
        );
    }

    fn item(&self, item: &Item, out: &mut String) {
        let (name, repeat) = (item.name, self.repeat_text());
        let depends = self.depends(item.depends_on);
        let _ = match &item.kind {
            Kind::Local(value) => writeln!(out, "locals {{\n  l{name} = {}\n}}", self.text(value)),
            Kind::Check(value, data) => {
                let value = self.text(value);
                let condition = format!("length(jsonencode({value})) > 3 && path.module != \"\"");
                // No operator, of which Terraform evaluates both sides always.
                let (data, condition) = match data {
                    Some(missing) => (
                        format!(
                            "  data \"terraform_remote_state\" \"scoped{name}\" {{\n    backend = \"local\"\n    \
                             config  = {{ path = \"{}.json\" }}\n  }}\n",
                            if *missing { "missing" } else { "remote" }
                        ),
                        format!(
                            "{condition} ? data.terraform_remote_state.scoped{name}.outputs.a < 4 : false"
                        ),
                    ),
                    None => (String::new(), condition),
                };
                writeln!(out, "check \"c{name}\" {{\n{data}{}}}", block("assert", &condition, "  "))
            }
            Kind::Call(called, arguments) => {
                let inputs = &self.model.bodies[*called].inputs;
                let mut text = String::new();
                for (id, value) in arguments.iter().filter(|(id, _)| inputs.iter().any(|i| i.id == *id)) {
                    let _ = writeln!(text, "  v{id} = {}", self.text(value));
                }
                // What is new and has no default needs something.
                for input in inputs.iter().filter(|input| !input.has_default()) {
                    if !arguments.iter().any(|(id, _)| *id == input.id) {
                        let _ = writeln!(text, "  v{} = {}", input.id, TYPES[input.ty].fit("1"));
                    }
                }
                let up = if std::ptr::eq(self.body, &self.model.bodies[0]) { "." } else { ".." };
                writeln!(
                    out,
                    "module \"m{name}\" {{\n  source = \"{up}/b{called}\"\n{repeat}{text}{depends}}}"
                )
            }
            Kind::Data(data) => {
                let config = self.data(data);
                let lifecycle = self.lifecycle(item, None);
                writeln!(
                    out,
                    "data \"terraform_remote_state\" \"d{name}\" {{\n{repeat}{config}{depends}{lifecycle}}}"
                )
            }
            Kind::Resource(resource) => {
                let input = self.text(&resource.input);
                let trigger = resource
                    .trigger
                    .as_ref()
                    .map(|trigger| format!("  triggers_replace = {}\n", self.text(trigger)))
                    .unwrap_or_default();
                let provisioners: String =
                    resource.provisioners.iter().map(|which| self.provisioner(*which)).collect();
                let lifecycle = self.lifecycle(item, Some(resource));
                writeln!(
                    out,
                    "resource \"terraform_data\" \"r{name}\" {{\n{repeat}  input = {input}\n{trigger}{depends}{provisioners}{lifecycle}}}"
                )
            }
        };
    }

    fn data(&self, data: &Data) -> String {
        let defaults = data
            .defaults
            .as_ref()
            .map(|value| format!("  defaults = {{ b = {} }}\n", self.text(value)))
            .unwrap_or_default();
        let file = if data.missing { "missing" } else { "remote" };
        let after = data
            .after
            .as_ref()
            .map(|value| format!("${{substr(jsonencode({}), 0, 0)}}", self.text(value)))
            .unwrap_or_default();
        format!("  backend = \"local\"\n  config = {{\n    path = \"{file}.json{after}\"\n  }}\n{defaults}")
    }

    fn provisioner(&self, which: usize) -> String {
        let variable = self.body.inputs.first().map_or("1".to_owned(), |input| format!("var.v{}", input.id));
        let body = match which {
            0..=2 => "command = \"echo made\"".to_owned(),
            3 | 4 => "command = \"exit 1\"\n    on_failure = continue".to_owned(),
            5 => format!("command = \"test ${{length(jsonencode({variable}))}} -lt 4\""),
            6 => "command = \"echo ${self.id}\"".to_owned(),
            7 => format!("command = \"true\"\n    environment = {{ X = jsonencode({variable}) }}"),
            8..=11 => "when    = destroy\n    command = \"echo gone\"".to_owned(),
            12 => "when    = destroy\n    command = \"exit 1\"\n    on_failure = continue".to_owned(),
            13 => {
                "when    = destroy\n    command = \"test ${length(jsonencode(self.input))} -lt 9\"".to_owned()
            }
            14 => "when    = destroy\n    command = \"echo ${self.id}\"".to_owned(),
            _ => format!("command = \"echo ${{jsonencode({variable})}}\"\n    quiet = true"),
        };
        format!("  provisioner \"local-exec\" {{\n    {body}\n  }}\n")
    }

    fn lifecycle(&self, item: &Item, resource: Option<&Resource>) -> String {
        let mut inside = String::new();
        if let Some(resource) = resource {
            if resource.before_destroy {
                inside.push_str("    create_before_destroy = true\n");
            }
            if resource.prevent_destroy {
                inside.push_str("    prevent_destroy = true\n");
            }
            match resource.ignore.map(|which| IGNORED[which]) {
                Some("all") => inside.push_str("    ignore_changes = all\n"),
                Some(path) => {
                    let _ = writeln!(inside, "    ignore_changes = [{path}]");
                }
                None => {}
            }
            if let Some((id, way)) = resource.triggered_by
                && let Some(target) = self.body.item(id)
            {
                inside.push_str(&trigger_text(target, way));
            }
        }
        if let Some(value) = &item.precondition {
            // Conditions must refer to something.
            let condition = format!("jsonencode({}) != \"2\" && path.module != \"\"", self.text(value));
            inside.push_str(&block("precondition", &condition, "    "));
        }
        if item.postcondition {
            let what = if resource.is_some() {
                "length(jsonencode(self.output)) != 6"
            } else {
                "self.outputs.a < 4"
            };
            inside.push_str(&block("postcondition", what, "    "));
        }
        if inside.is_empty() { inside } else { format!("  lifecycle {{\n{inside}  }}\n") }
    }

    fn repeat_text(&self) -> String {
        match self.repeat {
            Repeat::Once => String::new(),
            Repeat::Count(count) => format!("  count = {count}\n"),
            Repeat::If(value) => {
                format!("  count = length(jsonencode({})) > 3 ? 1 : 0\n", self.outside(value))
            }
            Repeat::Keys(keys) => format!("  for_each = toset({keys:?})\n"),
            Repeat::Map(keys, value) => {
                format!("  for_each = {{ for k in {keys:?} : k => [k, {}] }}\n", self.outside(value))
            }
            Repeat::Chained(id) => match self.body.item(*id) {
                Some(item) if item.has_keys() => format!("  for_each = {}\n", item.address()),
                _ => "  for_each = { a = 1 }\n".to_owned(),
            },
            Repeat::Each(value) => {
                let value = self.outside(value);
                format!("  for_each = {{ for k in [\"a\", jsonencode({value})] : k => 1... }}\n")
            }
        }
    }

    /// The text of a value that decides about instances, and knows of none.
    fn outside(&self, value: &super::expr::Expr) -> String {
        Place { model: self.model, body: self.body, repeat: &Repeat::Once }.text(value)
    }
}

fn trigger_text(target: &Item, way: usize) -> String {
    let key = match &target.repeat {
        Repeat::Once => "",
        Repeat::Count(count) if *count > 0 => "[0]",
        Repeat::Keys(keys) | Repeat::Map(keys, _) if keys.first() == Some(&"a") => "[\"a\"]",
        // Terraform takes a resource without instances for a mistake of its own here.
        _ => return String::new(),
    };
    let address = target.address();
    let reference = match way {
        0 => address,
        1 => format!("{address}{key}"),
        2 => format!("{address}{key}.input"),
        _ => format!("{address}{key}.output"),
    };
    format!("    replace_triggered_by = [{reference}]\n")
}
