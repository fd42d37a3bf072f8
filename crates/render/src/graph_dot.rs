//! The graph of resources in the language of Graphviz.

use std::collections::{BTreeSet, HashMap};

use addrs::{ConfigResource, Module};

use crate::order;

/// The graph that `graph` prints: resources by module, and what each needs directly. An edge that other edges
/// imply is left out. What is needed and not listed itself is left out as well.
pub fn graph_dot(resources: &[(ConfigResource, Vec<ConfigResource>)]) -> String {
    let mut sorted: Vec<_> = resources.iter().collect();
    sorted.sort_by(|a, b| {
        a.0.module.cmp(&b.0.module).then_with(|| order::resources(&a.0.resource, &b.0.resource))
    });
    let places: HashMap<&ConfigResource, usize> =
        sorted.iter().enumerate().map(|(at, (addr, _))| (addr, at)).collect();
    let edges: Vec<BTreeSet<usize>> = sorted
        .iter()
        .enumerate()
        .map(|(at, (_, needs))| {
            needs.iter().filter_map(|need| places.get(need).copied()).filter(|to| *to != at).collect()
        })
        .collect();
    let mut out =
        String::from("digraph G {\n  rankdir = \"RL\";\n  node [shape = rect, fontname = \"sans-serif\"];\n");
    if sorted.is_empty() {
        out.push_str(
            "  /* There are no resources in this configuration.           */\n  /* What is declared with \"resource\" and \"data\" is shown. */\n",
        );
    }
    let mut module: Option<&Module> = None;
    for (addr, _) in &sorted {
        if module.is_some_and(|module| module != &addr.module && !module.is_root()) {
            out.push_str("  }\n");
        }
        if module != Some(&addr.module) && !addr.module.is_root() {
            let name = addr.module.to_string();
            out.push_str(&format!(
                "  subgraph {} {{\n    label = {}\n    fontname = \"sans-serif\"\n",
                quoted(&format!("cluster_{name}")),
                quoted(&name)
            ));
        }
        module = Some(&addr.module);
        let indent = if addr.module.is_root() { "  " } else { "    " };
        let (name, label) = (quoted(&addr.to_string()), quoted(&addr.resource.to_string()));
        out.push_str(&format!("{indent}{name} [label={label}];\n"));
    }
    if module.is_some_and(|module| !module.is_root()) {
        out.push_str("  }\n");
    }
    let mut seen = vec![usize::MAX; sorted.len()];
    for (at, needs) in edges.iter().enumerate() {
        for to in direct(at, needs, &edges, &mut seen) {
            let (from, to) = (quoted(&sorted[at].0.to_string()), quoted(&sorted[to].0.to_string()));
            out.push_str(&format!("  {from} -> {to};\n"));
        }
    }
    out.push_str("}\n");
    out
}

fn quoted(text: &str) -> String {
    format!("{text:?}")
}

/// Those of the needs that no other need has itself. `seen` says in whose turn a place was reached.
fn direct(at: usize, needs: &BTreeSet<usize>, edges: &[BTreeSet<usize>], seen: &mut [usize]) -> Vec<usize> {
    if needs.len() < 2 {
        return needs.iter().copied().collect();
    }
    let mut work: Vec<usize> = needs.iter().flat_map(|need| &edges[*need]).copied().collect();
    while let Some(next) = work.pop() {
        if seen[next] != at {
            seen[next] = at;
            work.extend(&edges[next]);
        }
    }
    needs.iter().copied().filter(|need| seen[*need] != at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_and_implied_edges() {
        let addr = |text: &str| ConfigResource::parse(text).unwrap();
        let resources = [
            (addr("module.m.t.m"), vec![addr("t.a"), addr("t.lit")]),
            (addr("t.b"), vec![addr("t.a"), addr("t.c"), addr("t.unlisted")]),
            (addr("t.c"), vec![addr("t.a")]),
            (addr("t.a"), vec![]),
            (addr("t.lit"), vec![]),
            (addr("data.r.s"), vec![]),
            (addr("module.m.module.n.t.n"), vec![]),
        ];
        let expect = r#"digraph G {
  rankdir = "RL";
  node [shape = rect, fontname = "sans-serif"];
  "data.r.s" [label="data.r.s"];
  "t.a" [label="t.a"];
  "t.b" [label="t.b"];
  "t.c" [label="t.c"];
  "t.lit" [label="t.lit"];
  subgraph "cluster_module.m" {
    label = "module.m"
    fontname = "sans-serif"
    "module.m.t.m" [label="t.m"];
  }
  subgraph "cluster_module.m.module.n" {
    label = "module.m.module.n"
    fontname = "sans-serif"
    "module.m.module.n.t.n" [label="t.n"];
  }
  "t.b" -> "t.c";
  "t.c" -> "t.a";
  "module.m.t.m" -> "t.a";
  "module.m.t.m" -> "t.lit";
}
"#;
        assert_eq!(graph_dot(&resources), expect);
        let empty = graph_dot(&[]);
        let comments: Vec<&str> = empty.lines().filter(|line| line.starts_with("  /* ")).collect();
        assert!(comments.len() == 2 && comments.iter().all(|line| line.ends_with(" */")), "{empty}");
    }
}
