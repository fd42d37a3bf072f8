//! Names of workspaces.

/// The workspace that is always there.
pub const DEFAULT_WORKSPACE: &str = "default";

/// Whether a workspace can have this name: it becomes a part of paths and addresses.
pub fn is_workspace_name(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "-_.~$&+=:@".contains(c);
    !name.is_empty() && name != "." && name != ".." && name.chars().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::is_workspace_name;

    #[test]
    fn names_are_safe_in_paths() {
        for name in ["a", "A-b_c.d~1", "feature@x"] {
            assert!(is_workspace_name(name), "{name}");
        }
        for name in ["", ".", "..", "a b", "a/b", "a\\b", "é", "a%b", "a\nb"] {
            assert!(!is_workspace_name(name), "{name:?}");
        }
    }
}
