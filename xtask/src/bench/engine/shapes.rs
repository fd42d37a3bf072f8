//! Configurations of a given shape and size. All use only the built-in `terraform_data`, so that what is
//! measured is the engine alone.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The shapes by name.
pub(super) const SHAPES: &[&str] =
    &["count", "foreach", "pair", "blocks", "chain", "layers", "modules", "modvars", "big"];

/// Writes the configuration of a shape into a folder.
pub(super) fn write(shape: &str, n: usize, folder: &Path) -> Result<(), String> {
    let main = match shape {
        "count" => {
            format!(
                "resource \"terraform_data\" \"a\" {{\n  count = {n}\n  input = \"v${{count.index}}\"\n}}\n"
            )
        }
        "foreach" => foreach(n),
        "pair" => pair(n),
        "blocks" => (0..n).map(|i| resource(&format!("r{i}"), &format!("\"v{i}\""), "")).collect(),
        "chain" => chain(n),
        "layers" => layers(n),
        "modules" => modules(n, folder)?,
        "modvars" => modvars(n, folder)?,
        "big" => format!(
            "resource \"terraform_data\" \"a\" {{\n  count = {n}\n  input = join(\"\", [for i in range(1000) : \"0123456789abcdef\"])\n}}\n"
        ),
        other => return Err(format!("there is no shape {other:?}; one of {}", SHAPES.join(", "))),
    };
    put(folder, "main.tf", &main)
}

fn resource(name: &str, input: &str, more: &str) -> String {
    format!("resource \"terraform_data\" \"{name}\" {{\n  input = {input}\n{more}}}\n")
}

fn foreach(n: usize) -> String {
    // `range` gives at most 1,024 numbers.
    let groups = (n / 1000).max(1);
    let each = n / groups;
    format!(
        "locals {{\n  keys = toset(flatten([for g in range({groups}) : [for i in range({each}) : \"k${{g}}-${{i}}\"]]))\n}}\n\
         resource \"terraform_data\" \"a\" {{\n  for_each = local.keys\n  input    = each.key\n}}\n"
    )
}

fn pair(n: usize) -> String {
    let half = n / 2;
    format!(
        "resource \"terraform_data\" \"a\" {{\n  count = {half}\n  input = \"v${{count.index}}\"\n}}\n\
         resource \"terraform_data\" \"b\" {{\n  count = {half}\n  input = terraform_data.a[count.index].output\n}}\n"
    )
}

fn chain(n: usize) -> String {
    let mut text = resource("r0", "\"root\"", "");
    for i in 1..n {
        text.push_str(&resource(&format!("r{i}"), &format!("terraform_data.r{}.output", i - 1), ""));
    }
    text
}

fn layers(n: usize) -> String {
    let width = (n / 10).max(1);
    let mut text = String::new();
    for layer in 0..10_usize {
        for i in 0..width {
            let mut depends = String::new();
            if let Some(below) = layer.checked_sub(1) {
                let names: Vec<String> =
                    (0..20).map(|k| format!("terraform_data.l{below}_{}", (i + k) % width)).collect();
                let _ = writeln!(depends, "  depends_on = [{}]", names.join(", "));
            }
            text.push_str(&resource(&format!("l{layer}_{i}"), "\"v\"", &depends));
        }
    }
    text
}

fn modules(n: usize, folder: &Path) -> Result<String, String> {
    put(
        folder,
        "m/main.tf",
        "variable \"x\" {}\nresource \"terraform_data\" \"r\" {\n  input = var.x\n}\noutput \"y\" {\n  value = terraform_data.r.output\n}\n",
    )?;
    Ok((0..n).map(|i| format!("module \"m{i}\" {{\n  source = \"./m\"\n  x      = \"v{i}\"\n}}\n")).collect())
}

fn modvars(n: usize, folder: &Path) -> Result<String, String> {
    let variables: String =
        (0..60).map(|i| format!("variable \"v{i}\" {{\n  default = \"d{i}\"\n}}\n")).collect();
    put(folder, "m/main.tf", &variables)?;
    Ok((0..n).map(|i| format!("module \"m{i}\" {{\n  source = \"./m\"\n}}\n")).collect())
}

fn put(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    let path = folder.join(name);
    let failed = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(failed)?;
    }
    fs::write(&path, text).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_is_written() {
        let folder = std::env::temp_dir().join(format!("cairn-shapes-{}", std::process::id()));
        for shape in SHAPES {
            write(shape, 20, &folder).unwrap();
            assert!(!fs::read_to_string(folder.join("main.tf")).unwrap().is_empty(), "{shape}");
        }
        assert!(write("nope", 1, &folder).is_err());
        let _ = fs::remove_dir_all(&folder);
    }

    #[test]
    fn sizes() {
        let count = |text: &str| text.matches("resource ").count();
        assert_eq!(count(&chain(50)), 50);
        assert_eq!(count(&layers(50)), 50);
        assert_eq!(layers(50).matches("depends_on").count(), 45);
    }
}
