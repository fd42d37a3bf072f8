//! Repositories, by the `git` command: it knows the user's keys, helpers and proxies.

use std::path::Path;
use std::process::Stdio;

use reqwest::Url;
use tokio::process::Command;

use crate::error::InstallError;
use crate::http::shown;

/// Variables that would lead git to another repository, or let others run programs.
const HIDDEN: &[&str] = &[
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_NAMESPACE",
    "GIT_TEMPLATE_DIR",
    "GIT_PREFIX",
    "GIT_QUARANTINE_PATH",
];

/// What is asked of a repository beside its address.
struct Wanted {
    url: Url,
    reference: Option<String>,
    depth: Option<u32>,
}

/// Clones a repository into a folder that is not there yet.
pub(super) async fn clone(address: &str, into: &Path) -> Result<(), InstallError> {
    let wanted = parse(address)?;
    let mut command = git();
    command.arg("clone").arg("--quiet").arg("--no-checkout");
    if let Some(depth) = wanted.depth {
        command.args(["--depth", &depth.to_string()]);
        if let Some(reference) = &wanted.reference {
            command.arg(format!("--branch={reference}"));
        }
    }
    // Everything after this is an argument, whatever it looks like.
    command.arg("--").arg(wanted.url.as_str()).arg(into);
    run(command, &wanted.url).await?;
    let mut command = git();
    command.arg("-C").arg(into).args(["checkout", "--quiet"]);
    match &wanted.reference {
        Some(reference) => {
            let commit = resolve(into, reference, &wanted.url).await?;
            command.args(["--detach", &commit, "--"]);
        }
        None => drop(command.arg("--")),
    }
    run(command, &wanted.url).await?;
    if into.join(".gitmodules").is_file() {
        let mut command = git();
        command.arg("-C").arg(into).args(["submodule", "update", "--init", "--recursive", "--quiet"]);
        if let Some(depth) = wanted.depth {
            command.args(["--depth", &depth.to_string()]);
        }
        run(command, &wanted.url).await?;
    }
    Ok(())
}

/// The commit that a name means: a branch of the other side, a tag or a commit.
async fn resolve(repository: &Path, reference: &str, url: &Url) -> Result<String, InstallError> {
    for name in [format!("refs/remotes/origin/{reference}"), reference.to_owned()] {
        let mut command = git();
        command.arg("-C").arg(repository);
        command
            .args(["rev-parse", "--verify", "--quiet", "--end-of-options"])
            .arg(format!("{name}^{{commit}}"));
        let found = run(command, url).await.unwrap_or_default();
        let found = found.trim();
        if !found.is_empty() && found.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Ok(found.to_owned());
        }
    }
    Err(InstallError::Module(format!("the repository {} has no {reference:?}", shown(url))))
}

fn parse(address: &str) -> Result<Wanted, InstallError> {
    let refuse =
        |why: &str| Err(InstallError::Module(format!("a repository cannot be fetched from there: {why}")));
    let Ok(mut url) = Url::parse(address) else { return refuse("the address is not a URL") };
    if !matches!(url.scheme(), "https" | "http" | "ssh" | "git" | "file") {
        return refuse("only https, http, ssh, git and file addresses are used");
    }
    // Programs that git starts would take these for options.
    let is_option = |text: &str| text.starts_with('-') || text.to_lowercase().starts_with("%2d");
    if url.host_str().is_some_and(is_option) || is_option(url.username()) {
        return refuse("a part of the address looks like an option");
    }
    let (mut reference, mut depth, mut rest) = (None, None, Vec::new());
    for (name, value) in url.query_pairs() {
        match name.as_ref() {
            "ref" if !value.is_empty() => reference = Some(value.into_owned()),
            "ref" => {}
            "depth" => match value.parse() {
                Ok(number) if number > 0 => depth = Some(number),
                _ => return refuse("the depth is not a number"),
            },
            "sshkey" => return refuse("keys in addresses are not used; give the key to the ssh agent"),
            _ => rest.push((name.into_owned(), value.into_owned())),
        }
    }
    let is_bad = |c: char| c.is_control() || c.is_whitespace() || "~^:?*[\\".contains(c);
    if reference
        .as_ref()
        .is_some_and(|name| name.starts_with('-') || name.contains("..") || name.contains(is_bad))
    {
        return refuse("the ref is not the name of a branch, a tag or a commit");
    }
    url.set_query(None);
    if !rest.is_empty() {
        url.query_pairs_mut().extend_pairs(rest);
    }
    Ok(Wanted { url, reference, depth })
}

/// Git without anything that a repository or a folder around it could have set up.
fn git() -> Command {
    let mut command = Command::new("git");
    for setting in ["core.hooksPath=/dev/null", "core.fsmonitor=false", "protocol.ext.allow=never"] {
        command.args(["-c", setting]);
    }
    for name in HIDDEN {
        command.env_remove(name);
    }
    // Nobody sits at the other end of a question.
    command.env("GIT_TERMINAL_PROMPT", "0").stdin(Stdio::null()).kill_on_drop(true);
    command
}

async fn run(mut command: Command, url: &Url) -> Result<String, InstallError> {
    let failed = |why: String| InstallError::Module(format!("git cannot fetch {}: {why}", shown(url)));
    let output = command.output().await.map_err(|error| failed(format!("it cannot be started: {error}")))?;
    if !output.status.success() {
        let mut said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        // Git repeats the address, and with it what may be secret in it.
        if let Some(password) = url.password().filter(|password| !password.is_empty()) {
            said = said.replace(password, "(hidden)");
        }
        return Err(failed(said));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_not_smuggled_in() {
        let check = |address: &str, expect: bool| assert_eq!(parse(address).is_ok(), expect, "{address}");
        check("https://h/x.git?ref=v1.2.3&depth=1", true);
        check("ssh://git@h/x?ref=feature/a-b", true);
        check("https://h/x?ref=--upload-pack=touch%20x", false);
        check("https://h/x?ref=-f", false);
        check("https://h/x?ref=a..b", false);
        check("https://h/x?ref=a%20b", false);
        check("https://h/x?depth=-1", false);
        check("ssh://-oProxyCommand=x/y", false);
        check("ssh://-oProxyCommand=x@h/y", false);
        check("ext::sh -c x", false);
        check("--upload-pack=x", false);
        check("ftp://h/x", false);
    }
}
