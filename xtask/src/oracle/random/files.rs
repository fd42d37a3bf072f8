//! The files of a random configuration.

use std::fmt::Write as _;

use super::model::{Ignore, Kind, Model, Node, Repeat, Statement};

impl Model {
    /// The files of the configuration.
    pub(super) fn files(&self) -> Vec<(String, String)> {
        let mut main = String::from(VARIABLES);
        for (index, value) in self.variables.iter().enumerate() {
            let _ = writeln!(main, "variable \"v{index}\" {{\n  default = {value}\n}}");
        }
        for node in &self.nodes {
            self.node(node, &mut main);
            if node.output {
                self.output(node, &mut main);
            }
            if node.check {
                let value = self.refer(node.id, 5);
                let _ = writeln!(
                    main,
                    "check \"c{}\" {{\n  assert {{\n    condition     = length(jsonencode({value})) > 9\n    \
                     error_message = \"It is short.\"\n  }}\n}}",
                    node.id
                );
            }
        }
        self.statements.iter().for_each(|statement| self.statement(statement, &mut main));
        let remote = remote(self.remote);
        let files =
            [("main.tf", &*main), ("m/main.tf", MODULE), ("n/main.tf", OUTER), ("remote.json", &remote)];
        files.map(|(path, content)| (path.to_owned(), content.to_owned())).to_vec()
    }

    fn output(&self, node: &Node, out: &mut String) {
        let refer = super::expr::Expr::Refer { id: node.id, way: 5 };
        let sensitive = if self.is_secret(&refer) { "  sensitive = true\n" } else { "" };
        let value = self.text(&refer, &Repeat::Once);
        let _ = writeln!(out, "output \"o{}\" {{\n  value = {value}\n{sensitive}}}", node.id);
    }

    fn statement(&self, statement: &Statement, out: &mut String) {
        let address = |id: &usize| self.node_by_id(*id).map(Node::address);
        let _ = match statement {
            Statement::Moved(id, from) => address(id)
                .map(|to| writeln!(out, "moved {{\n  from = {from}\n  to   = {to}\n}}"))
                .transpose(),
            Statement::Rekeyed(id, from, to) => address(id)
                .map(|address| {
                    writeln!(out, "moved {{\n  from = {address}{from}\n  to   = {address}{to}\n}}")
                })
                .transpose(),
            Statement::Removed(from) => {
                let lifecycle = "  lifecycle {\n    destroy = false\n  }\n";
                writeln!(out, "removed {{\n  from = {from}\n{lifecycle}}}").map(Some)
            }
            Statement::Import(id) => address(id)
                .map(|to| writeln!(out, "import {{\n  to = {to}\n  id = \"found-{id}\"\n}}"))
                .transpose(),
        };
    }

    fn node(&self, node: &Node, out: &mut String) {
        let input = self.text(&node.input, &node.repeat);
        let repeat = repeat_text(&node.repeat);
        let depends = node
            .depends_on
            .and_then(|id| self.node_by_id(id))
            .map(|target| format!("  depends_on = [{}]\n", target.address()))
            .unwrap_or_default();
        let name = node.name;
        let _ = match node.kind {
            Kind::Local => writeln!(out, "locals {{\n  l{} = {input}\n}}", node.id),
            Kind::Module => {
                let more = if node.module == 1 { "  on = var.v1 > 3\n" } else { "" };
                let source = ["./m", "./n"][node.module];
                writeln!(
                    out,
                    "module \"m{name}\" {{\n  source = \"{source}\"\n{repeat}  x = {input}\n{more}{depends}}}"
                )
            }
            Kind::Data => {
                let config = "  backend = \"local\"\n  config = {\n    path = \"remote.json\"\n  }\n";
                writeln!(out, "data \"terraform_remote_state\" \"d{name}\" {{\n{repeat}{config}{depends}}}")
            }
            Kind::Resource => {
                let trigger = node
                    .trigger
                    .as_ref()
                    .map(|trigger| format!("  triggers_replace = {}\n", self.text(trigger, &node.repeat)))
                    .unwrap_or_default();
                let provisioner = if node.provisioner { PROVISIONER } else { "" };
                let lifecycle = self.lifecycle(node);
                writeln!(
                    out,
                    "resource \"terraform_data\" \"r{name}\" {{\n{repeat}  input = {input}\n{trigger}{depends}{provisioner}{lifecycle}}}"
                )
            }
        };
    }

    fn lifecycle(&self, node: &Node) -> String {
        let mut inside = String::new();
        if node.before_destroy {
            inside.push_str("    create_before_destroy = true\n");
        }
        if node.prevent_destroy {
            inside.push_str("    prevent_destroy = true\n");
        }
        inside.push_str(match node.ignore {
            Ignore::Nothing => "",
            Ignore::Input => "    ignore_changes = [input]\n",
            Ignore::Triggers => "    ignore_changes = [triggers_replace]\n",
            Ignore::All => "    ignore_changes = all\n",
        });
        if let Some((id, way)) = node.triggered_by
            && let Some(target) = self.node_by_id(id)
        {
            inside.push_str(&trigger_text(target, way));
        }
        if node.precondition {
            inside.push_str(&condition("precondition", "var.v2 < 8"));
        }
        if node.postcondition {
            inside.push_str(&condition("postcondition", "(self.id != \"\") == (var.v0 < 8)"));
        }
        if inside.is_empty() { inside } else { format!("  lifecycle {{\n{inside}  }}\n") }
    }
}

/// A state that holds a number.
pub(super) fn remote(number: usize) -> String {
    REMOTE.replace("NUMBER", &number.to_string())
}

fn condition(kind: &str, condition: &str) -> String {
    format!(
        "    {kind} {{\n      condition     = {condition}\n      error_message = \"Too large.\"\n    }}\n"
    )
}

fn trigger_text(target: &Node, way: usize) -> String {
    let key = match &target.repeat {
        Repeat::Once => "",
        Repeat::Count(count) if *count > 0 => "[0]",
        Repeat::Keys(keys) | Repeat::Map(keys) if keys.first() == Some(&"a") => "[\"a\"]",
        // Terraform takes a resource without instances for a mistake of its own here.
        Repeat::Count(_) | Repeat::If(_) | Repeat::Keys(_) | Repeat::Map(_) => return String::new(),
    };
    let address = target.address();
    let reference = match way {
        0 => address,
        1 => format!("{address}{key}"),
        _ => format!("{address}{key}.output"),
    };
    format!("    replace_triggered_by = [{reference}]\n")
}

fn repeat_text(repeat: &Repeat) -> String {
    match repeat {
        Repeat::Once => String::new(),
        Repeat::Count(count) => format!("  count = {count}\n"),
        Repeat::If(index) => format!("  count = var.v{index} > 4 ? 1 : 0\n"),
        Repeat::Keys(keys) => format!("  for_each = toset({keys:?})\n"),
        Repeat::Map(keys) => format!("  for_each = {{ for k in {keys:?} : k => length(k) + var.v0 }}\n"),
    }
}

/// Variables besides those with numbers.
const VARIABLES: &str = "\
variable \"secret\" {
  default   = \"hush\"
  sensitive = true
}
variable \"typed\" {
  type = object({
    a = number
    b = optional(string, \"b\")
  })
  default = {
    a = \"7\"
  }
}
";

/// Fails for a large variable.
const PROVISIONER: &str = "\
  provisioner \"local-exec\" {
    command = \"test ${var.v1} -lt 7\"
  }
";

/// A state that data sources read.
const REMOTE: &str = "\
{
  \"version\": 4,
  \"terraform_version\": \"1.11.4\",
  \"serial\": 1,
  \"lineage\": \"5a7b0a33-0000-0000-0000-000000000000\",
  \"outputs\": {\"a\": {\"value\": NUMBER, \"type\": \"number\"}},
  \"resources\": []
}
";

/// A module with a chain of two.
const MODULE: &str = "\
variable \"x\" {
}
resource \"terraform_data\" \"first\" {
  input = var.x
}
resource \"terraform_data\" \"second\" {
  input            = terraform_data.first.output
  triggers_replace = terraform_data.first.id
}
output \"y\" {
  value = terraform_data.second.output
}
output \"id\" {
  value = terraform_data.first.id
}
";

/// A module that calls the other one.
const OUTER: &str = "\
variable \"x\" {
}
variable \"on\" {
  type     = bool
  nullable = false
  default  = true
}
locals {
  shape = { a = var.x, b = [var.x] }
}
module \"inner\" {
  source = \"../m\"
  count  = var.on ? 2 : 1
  x      = { shape = local.shape, index = count.index }
}
resource \"terraform_data\" \"each\" {
  for_each         = var.on ? { p = 1, q = 2 } : { p = 1 }
  input            = { k = each.key, v = each.value, x = var.x }
  triggers_replace = var.on
  lifecycle {
    create_before_destroy = true
  }
}
output \"y\" {
  value = module.inner[*].y
}
output \"id\" {
  value = { for k, v in terraform_data.each : k => v.id }
}
";
