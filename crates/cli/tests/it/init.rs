//! `init` with providers: from a folder, with a lock file, with a shared cache.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use crate::harness::{Run, cairn_env, folder};

const PROGRAM: &str = "registry.terraform.io/acme/foo/VERSION/PLATFORM/terraform-provider-foo_vVERSION";

fn platform() -> String {
    let json = cairn_env(&[], Path::new("."), &["version", "-json"], b"").stdout;
    let json: serde_json::Value = serde_json::from_str(&json).expect("it is JSON");
    json["platform"].as_str().expect("it is a string").to_owned()
}

/// A folder with a configuration, a mirror with some versions of one provider, and settings that name it.
fn project(main: &str, versions: &[&str]) -> tempfile::TempDir {
    let dir = folder(&[("main.tf", main.as_bytes())]);
    for version in versions {
        let file = PROGRAM.replace("VERSION", version).replace("PLATFORM", &platform());
        let path = dir.path().join("mirror").join(file);
        fs::create_dir_all(path.parent().expect("the files of the test can be used"))
            .expect("the files of the test can be used");
        fs::write(path, format!("foo {version}\n")).expect("the files of the test can be used");
    }
    fs::create_dir(dir.path().join("cache")).expect("the files of the test can be used");
    let settings = "provider_installation {\n  filesystem_mirror {\n    path = \"mirror\"\n  }\n}\n";
    fs::write(dir.path().join("cli.tfrc"), settings).expect("the files of the test can be used");
    dir
}

fn required(version: &str) -> String {
    format!(
        "terraform {{\n  required_providers {{\n    foo = {{\n      source = \"acme/foo\"\n      version = \"{version}\"\n    }}\n  }}\n}}\n"
    )
}

#[track_caller]
fn check(dir: &Path, line: &str, env: &[(&str, &str)], code: i32, expect: &[&str]) -> Run {
    let args: Vec<&str> = line.split_whitespace().chain(["-no-color"]).collect();
    let env: Vec<(&str, &str)> =
        [("TF_CLI_CONFIG_FILE", "cli.tfrc")].into_iter().chain(env.iter().copied()).collect();
    let run = cairn_env(&env, dir, &args, b"");
    assert_eq!(run.code, code, "{line}\n{}{}", run.stdout, run.stderr);
    for text in expect {
        let said = format!("{}{}", run.stdout, run.stderr);
        // Details are wrapped.
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(flat(&said).contains(&flat(text)), "{line}: {text}\n{said}");
    }
    run
}

fn lock_file(dir: &Path) -> String {
    fs::read_to_string(dir.join(".terraform.lock.hcl")).expect("the files of the test can be used")
}

#[test]
fn providers_of_a_folder_are_installed_and_locked() {
    let project = project(&required("~> 1.0"), &["1.0.0", "1.2.0", "2.0.0"]);
    let dir = project.path();
    let finding = "- Finding acme/foo versions matching \"~> 1.0\"...\n- Installing acme/foo v1.2.0...\n";
    let installed = "- Installed acme/foo v1.2.0 (unauthenticated)\n";
    let incomplete = "Warning: Incomplete lock file information for providers";
    check(dir, "init", &[], 0, &[finding, installed, incomplete, "has been successfully initialized!"]);
    let lock = lock_file(dir);
    assert!(
        lock.contains("  version     = \"1.2.0\"\n  constraints = \"~> 1.0\"\n  hashes = [\n    \"h1:"),
        "{lock}"
    );
    let place = format!(".terraform/providers/registry.terraform.io/acme/foo/1.2.0/{}", platform());
    assert_eq!(
        fs::read_to_string(dir.join(place).join("terraform-provider-foo_v1.2.0"))
            .expect("the files of the test can be used"),
        "foo 1.2.0\n"
    );
    let version = check(dir, "version", &[], 0, &["+ provider registry.terraform.io/acme/foo v1.2.0\n"]);
    assert!(version.stderr.is_empty(), "{}", version.stderr);

    let reusing = "- Reusing previous version of acme/foo from the dependency lock file\n- Using previously-installed acme/foo v1.2.0\n";
    check(dir, "init", &[], 0, &[reusing]);
    check(dir, "init -lockfile=readonly", &[], 0, &[reusing]);
    assert_eq!(lock_file(dir), lock);

    fs::write(dir.join("main.tf"), required("> 1.2")).expect("the files of the test can be used");
    let locked = "does not match configured version constraint > 1.2.0";
    check(dir, "init", &[], 1, &["Error: Failed to query available provider packages", locked]);
    check(dir, "init -upgrade", &[], 0, &["- Installing acme/foo v2.0.0..."]);
    fs::write(dir.join("main.tf"), required("> 9")).expect("the files of the test can be used");
    check(dir, "init -upgrade", &[], 1, &["no available releases match the given constraints > 9.0.0"]);
    fs::write(dir.join("main.tf"), "").expect("the files of the test can be used");
    check(dir, "init -lockfile=readonly", &[], 1, &["Error: Provider dependency changes detected"]);
    check(dir, "init", &[], 0, &[]);
    assert_eq!(lock_file(dir).lines().count(), 2);
}

#[test]
fn other_packages_than_the_locked_ones_are_refused() {
    let project = project(&required("1.0.0"), &["1.0.0"]);
    let dir = project.path();
    check(dir, "init", &[], 0, &[]);
    let lock = lock_file(dir);
    fs::write(dir.join(".terraform.lock.hcl"), lock.replace("h1:", "h1:x"))
        .expect("the files of the test can be used");
    let refused = ["Error: Failed to install provider", "any of the checksums previously recorded"];
    check(dir, "init", &[], 1, &refused);
    fs::remove_dir_all(dir.join(".terraform")).expect("the files of the test can be used");
    check(dir, "init", &[], 1, &refused);
    fs::write(dir.join(".terraform.lock.hcl"), "x = 1\n").expect("the files of the test can be used");
    check(dir, "init", &[], 1, &["Error: Unsupported argument"]);
}

#[test]
fn what_needs_no_package_gets_none() {
    let project = project(&required("1.0.0"), &[]);
    let reattach = "{\"acme/foo\":{\"Protocol\":\"grpc\"}}";
    let env = [("TF_REATTACH_PROVIDERS", reattach)];
    check(project.path(), "init", &env, 0, &["has been successfully initialized!"]);
    assert!(!project.path().join(".terraform.lock.hcl").exists());
    check(
        project.path(),
        "init",
        &[("TF_REATTACH_PROVIDERS", "x")],
        1,
        &["Error: Invalid TF_REATTACH_PROVIDERS"],
    );
    check(project.path(), "init", &[], 1, &["was not found in any of the search locations", "mirror"]);
}

#[test]
fn folders_of_the_command_line_are_remembered() {
    let project = project(&required("1.0.0"), &["1.0.0"]);
    let dir = project.path();
    fs::rename(dir.join("mirror"), dir.join("other")).expect("the files of the test can be used");
    check(dir, "init", &[], 1, &[]);
    check(dir, "init -plugin-dir=other", &[], 0, &["- Installed acme/foo v1.0.0 (unauthenticated)"]);
    fs::remove_dir_all(dir.join(".terraform/providers")).expect("the files of the test can be used");
    check(dir, "init", &[], 0, &["- Installed acme/foo v1.0.0 (unauthenticated)"]);
    fs::remove_dir_all(dir.join(".terraform/providers")).expect("the files of the test can be used");
    check(dir, "init -plugin-dir=", &[], 1, &["Error: Incompatible provider version"]);
}

/// A folder whose projects share a cache, and a mirror with an archive of several files: they are written one by one,
/// so there is something to be interrupted.
struct Shared {
    dir: tempfile::TempDir,
    /// The files of the package, by name.
    files: Vec<(String, Vec<u8>)>,
}

impl Shared {
    fn new() -> Self {
        let dir = project(&required("1.0.0"), &[]);
        let mut files = vec![("terraform-provider-foo_v1.0.0".to_owned(), vec![b'#'; 300_000])];
        files.extend((0..40_u8).map(|at| (format!("docs/{at}.md"), vec![at; 10_000])));
        let place = dir.path().join("mirror/registry.terraform.io/acme/foo");
        fs::create_dir_all(&place).expect("the files of the test can be used");
        let archive = place.join(format!("terraform-provider-foo_1.0.0_{}.zip", platform()));
        let mut zip =
            zip::ZipWriter::new(fs::File::create(archive).expect("the files of the test can be used"));
        for (name, content) in &files {
            let options = zip::write::SimpleFileOptions::default();
            zip.start_file(name.as_str(), options).expect("an entry can be begun");
            zip.write_all(content).expect("an entry can be written");
        }
        zip.finish().expect("the archive can be ended");
        Self { dir, files }
    }

    /// Starts `init` in a folder of its own.
    fn start(&self, name: &str) -> Child {
        let below = self.dir.path().join(name);
        fs::create_dir_all(&below).expect("the files of the test can be used");
        fs::copy(self.dir.path().join("main.tf"), below.join("main.tf"))
            .expect("the files of the test can be used");
        let mut command = Command::new(env!("CARGO_BIN_EXE_cairn"));
        let chdir = format!("-chdir={name}");
        command.args([chdir.as_str(), "init", "-no-color"]).current_dir(self.dir.path());
        command.envs([("TF_PLUGIN_CACHE_DIR", "cache"), ("TF_CLI_CONFIG_FILE", "cli.tfrc")]);
        command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the binary starts")
    }

    #[track_caller]
    fn succeeds(child: Child) {
        let output = child.wait_with_output().expect("the binary ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// The package in the cache.
    fn cached(&self) -> PathBuf {
        self.dir.path().join("cache/registry.terraform.io/acme/foo/1.0.0").join(platform())
    }

    /// Whether the package is there, and then all of it and nothing else.
    #[track_caller]
    fn is_there(&self) -> bool {
        let place = self.cached();
        if !place.exists() {
            return false;
        }
        for (name, content) in &self.files {
            let found = fs::read(place.join(name)).unwrap_or_default();
            assert!(found == *content, "{name} is not as it was packed");
        }
        let count = |dir: &Path| fs::read_dir(dir).expect("the files of the test can be used").count();
        assert_eq!((count(&place), count(&place.join("docs"))), (2, self.files.len() - 1));
        true
    }
}

#[test]
fn sixteen_at_once_share_a_cache() {
    let shared = Shared::new();
    let all: Vec<Child> = (0..16).map(|at| shared.start(&format!("p{at}"))).collect();
    all.into_iter().for_each(Shared::succeeds);
    assert!(shared.is_there());
    // What they leave in the cache is the package and the folder of locks.
    let left = fs::read_dir(shared.dir.path().join("cache")).expect("the files of the test can be used");
    let mut left: Vec<_> = left.map(|entry| entry.expect("it can be read").file_name()).collect();
    left.sort();
    assert_eq!(left, [".cairn-locks", "registry.terraform.io"]);
}

/// Killed at any time, whatever is in the cache is whole, and whoever comes next can go on.
#[test]
fn fifty_that_are_killed_leave_the_cache_right() {
    let shared = Shared::new();
    let start = Instant::now();
    Shared::succeeds(shared.start("first"));
    let usual = start.elapsed();
    let mut finished = 0;
    for at in 0..50_u32 {
        if shared.cached().exists() {
            fs::remove_dir_all(shared.cached()).expect("the files of the test can be used");
        }
        let mut child = shared.start(&format!("k{at}"));
        // From the very beginning to after the usual end, in an order that is not that of time.
        std::thread::sleep(usual * (at * 37 % 50) / 45);
        let _ = child.kill();
        child.wait().expect("the binary ends");
        finished += u32::from(shared.is_there());
        if at % 10 == 0 {
            Shared::succeeds(shared.start(&format!("k{at}")));
            assert!(shared.is_there());
        }
    }
    assert!(finished < 50, "none was killed while there was work to do");
    Shared::succeeds(shared.start("last"));
    assert!(shared.is_there());
}

fn git(dir: &Path, line: &str) {
    let run = Command::new("git")
        .args(["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"])
        .args(line.split_whitespace())
        .current_dir(dir)
        .output()
        .expect("git is there");
    assert!(run.status.success(), "{line}: {}", String::from_utf8_lossy(&run.stderr));
}

/// A repository with a module and one in a folder, tagged `v1`; and a folder that calls some of them.
fn with_repository(calls: &[(&str, &str)]) -> tempfile::TempDir {
    let output = |text: &str| format!("output \"x\" {{\n  value = \"{text}\"\n}}\n").into_bytes();
    let dir = folder(&[("repo/main.tf", &output("root")), ("repo/sub/main.tf", &output("sub"))]);
    let repo = dir.path().join("repo");
    ["init -q .", "add -A", "commit -q -m one", "tag v1"].iter().for_each(|line| git(&repo, line));
    write_calls(dir.path(), calls);
    dir
}

fn write_calls(dir: &Path, calls: &[(&str, &str)]) {
    let text: String = calls
        .iter()
        .map(|(name, source)| {
            let source = source.replace("REPO", &format!("git::file://{}/repo", dir.display()));
            format!(
                "module \"{name}\" {{\n  source = \"{}\"\n}}\n",
                source.replace("DIR", &dir.display().to_string())
            )
        })
        .collect();
    fs::write(dir.join("main.tf"), text).expect("the files of the test can be used");
}

#[test]
fn modules_of_repositories() {
    let project = with_repository(&[("a", "REPO"), ("b", "REPO//sub?ref=v1"), ("c", "REPO//sub?ref=v1")]);
    let dir = project.path();
    check(dir, "plan", &[], 1, &["Error: Module not installed"]);
    let said =
        check(dir, "init", &[], 0, &["- a in .terraform/modules/a", "- c in .terraform/modules/c/sub"])
            .stdout;
    // Two addresses, three calls.
    assert_eq!(said.matches("Downloading git::file://").count(), 2, "{said}");
    check(dir, "validate", &[], 0, &[]);
    assert!(!check(dir, "init", &[], 0, &[]).stdout.contains("Downloading"));
    write_calls(dir, &[("a", "REPO?ref=v1")]);
    check(dir, "plan", &[], 1, &["Error: Module source has changed"]);
    check(dir, "get", &[], 0, &["for a..."]);
    let list = fs::read_to_string(dir.join(".terraform/modules/modules.json")).expect("the list is there");
    assert!(list.starts_with("{\"Modules\":[{\"Key\":\"\",\"Source\":\"\",\"Dir\":\".\"},{\"Key\":\"a\",\"Source\":\"git::file://"), "{list}");
    assert!(list.ends_with("?ref=v1\",\"Dir\":\".terraform/modules/a\"}]}"), "{list}");
}

#[test]
fn modules_that_are_refused() {
    let project = with_repository(&[]);
    let dir = project.path();
    let refused = |source: &str, expect: &[&str]| {
        write_calls(dir, &[("a", source)]);
        let run = check(dir, "get", &[], 1, expect);
        assert!(!run.stderr.contains("hunter2"), "{}", run.stderr);
        assert!(!dir.join(".terraform/modules/a").exists(), "{source}");
        assert!(!dir.join("pwned").exists(), "{source}");
    };
    write_calls(dir, &[("a", "REPO//nope")]);
    check(dir, "get", &[], 1, &["Error: Failed to expand subdir globs"]);
    fs::remove_dir_all(dir.join(".terraform")).expect("the folder can be removed");
    refused("REPO?ref=nope", &["Error: Failed to download module", "has no \"nope\""]);
    // What git would take for an option: CVE-2024-3817, CVE-2024-6257, CVE-2026-4660.
    refused("REPO?ref=--upload-pack=touch%20pwned", &["the ref is not the name of"]);
    refused("REPO?ref=-f", &["the ref is not the name of"]);
    refused("git::ssh://-oProxyCommand=touch%20pwned/x", &["Error: Failed to download module"]);
    refused("git::ext::sh -c touch% pwned", &["Error: "]);
    refused("REPO//sub/../../x", &["Error: Invalid module source address", "leads out of the package"]);
    // Secrets in addresses stay there: CVE-2022-29810.
    refused("git::https://user:hunter2@127.0.0.1:1/x.git", &["Error: Failed to download module"]);
    refused("https://127.0.0.1:1/x.zip?token=hunter2", &["Error: Failed to download module"]);
    // A folder of the package that is a link out of it: CVE-2025-8959.
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/etc", dir.join("repo/out")).expect("links can be made");
        ["add -A", "commit -q -m two"].iter().for_each(|line| git(&dir.join("repo"), line));
        refused("REPO//out", &["a link that leads out of it: out"]);
        refused("REPO", &["a link that leads out of it: out"]);
    }
    // Names of calls become folders: CVE-2023-4782.
    fs::write(dir.join("main.tf"), "module \"../../x\" {\n  source = \"./m\"\n}\n")
        .expect("the file can be written");
    check(dir, "get", &[], 1, &["Error: Invalid module instance name"]);
}

/// CVE-2024-3817 and CVE-2024-6257: nothing that lies in a repository, around it or in the environment makes git run
/// a program.
#[cfg(unix)]
#[test]
fn repositories_run_nothing() {
    use std::os::unix::fs::PermissionsExt;
    let project = with_repository(&[("a", "REPO")]);
    let dir = project.path();
    let pwned = dir.join("pwned");
    let script = format!("#!/bin/sh\ntouch {}\n", pwned.display());
    let program = |path: &Path| {
        fs::create_dir_all(path.parent().expect("a file has a parent")).expect("folders can be made");
        fs::write(path, &script).expect("the file can be written");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("its mode can be set");
    };
    // Of the repository that is cloned, of the one around the project, and of what new ones are made from.
    git(dir, "init -q .");
    for name in ["post-checkout", "post-merge", "reference-transaction", "pre-commit"] {
        program(&dir.join("repo/.git/hooks").join(name));
        program(&dir.join(".git/hooks").join(name));
        program(&dir.join("template/hooks").join(name));
    }
    program(&dir.join("watch"));
    let watch = dir.join("watch").display().to_string();
    for place in [dir.to_path_buf(), dir.join("repo")] {
        git(&place, &format!("config core.fsmonitor {watch}"));
        git(&place, &format!("config core.sshCommand {watch}"));
        git(&place, &format!("config uploadpack.packObjectsHook {watch}"));
    }
    let template = dir.join("template").display().to_string();
    let elsewhere = dir.join(".git").display().to_string();
    let env = [("GIT_TEMPLATE_DIR", template.as_str()), ("GIT_DIR", elsewhere.as_str())];
    check(dir, "get", &env, 0, &["- a in .terraform/modules/a"]);
    assert!(!pwned.exists());
    assert!(dir.join(".terraform/modules/a/main.tf").is_file());
}

#[test]
fn modules_stay_in_their_package() {
    let project = with_repository(&[("a", "REPO")]);
    let repo = project.path().join("repo");
    fs::write(repo.join("main.tf"), "module \"up\" {\n  source = \"../../..\"\n}\n")
        .expect("the file can be written");
    ["add -A", "commit -q -m two"].iter().for_each(|line| git(&repo, line));
    check(project.path(), "get", &[], 1, &["Error: Local module path escapes module package"]);
}

#[test]
fn a_folder_begins_as_a_copy_of_a_module() {
    let main: &[u8] = b"module \"m\" {\n  source = \"./sub/m\"\n}\noutput \"o\" {\n  value = module.m.o\n}\n";
    let files: [(&str, &[u8]); 6] = [
        ("src/main.tf", main),
        ("src/sub/m/main.tf", b"output \"o\" {\n  value = \"copied\"\n}\n"),
        ("src/.hidden", b""),
        ("bad/main.tf", b"module \"up\" {\n  source = \"../src\"\n}\n"),
        ("full/.keep", b""),
        ("new/sub/.keep", b""),
    ];
    let all = folder(&files);
    let new = all.path().join("new");
    fs::remove_dir_all(new.join("sub")).expect("the files of the test can be used");
    check(&new, "init -from-module=../nowhere", &[], 1, &["Error: Failed to download module"]);
    check(&new, "init -from-module=../bad", &[], 1, &["Error: Local module path escapes module package"]);
    check(
        &all.path().join("full"),
        "init -from-module=../src",
        &[],
        1,
        &["Error: Can't populate non-empty directory"],
    );
    let refused = ["Error: The working directory already contains files. The -from-module option requires\n"];
    check(&all.path().join("bad"), "init -from-module=../src", &[], 1, &refused);
    assert_eq!(fs::read_dir(&new).expect("the files of the test can be used").count(), 0);
    let told = ["Copying configuration from \"../src\"...", "has been successfully initialized!"];
    check(&new, "init -from-module=../src", &[], 0, &told);
    check(&new, "apply -auto-approve", &[], 0, &["o = \"copied\"\n"]);
    assert!(!new.join(".hidden").exists());
    // What comes from elsewhere is fetched first, and its folder is taken out.
    let package = format!("{}//sub", all.path().join("src").display());
    let other = all.path().join("other");
    fs::create_dir(&other).expect("the files of the test can be used");
    check(&other, &format!("init -from-module={package}"), &[], 0, &["Downloading "]);
    assert!(other.join("m/main.tf").is_file());
}
