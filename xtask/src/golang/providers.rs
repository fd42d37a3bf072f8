//! Provider programs: published ones, and the fixtures of this repository, each laid out as a mirror.

use std::fs;
use std::path::{Path, PathBuf};

use super::{cache, env, go};

/// A published provider: its name, its version, and the module that holds it.
struct Published {
    name: &'static str,
    version: &'static str,
    module: &'static str,
    /// What old releases import without naming a version; they have no `go.mod` of their own.
    needs: &'static [&'static str],
}

/// With this library the oldest releases serve protocol 5.
const OLD_SDK: &str = "github.com/hashicorp/terraform@v0.12.29";
const PETNAME: &str = "github.com/dustinkirkland/golang-petname@v0.0.0-20260215035315-f0c533e9ce9b";

const PUBLISHED: &[Published] = &[
    Published {
        name: "time",
        version: "0.14.2",
        module: "github.com/hashicorp/terraform-provider-time@v0.14.2",
        needs: &[],
    },
    Published {
        name: "local",
        version: "1.4.0",
        module: "github.com/terraform-providers/terraform-provider-local@v1.4.0",
        needs: &[],
    },
    Published {
        name: "null",
        version: "1.0.0",
        module: "github.com/terraform-providers/terraform-provider-null@v1.0.0",
        needs: &[OLD_SDK],
    },
    Published {
        name: "random",
        version: "2.0.0",
        module: "github.com/terraform-providers/terraform-provider-random@v2.0.0+incompatible",
        needs: &[OLD_SDK, PETNAME],
    },
    Published {
        name: "tls",
        version: "1.2.0",
        module: "github.com/terraform-providers/terraform-provider-tls@v1.2.0",
        needs: &[OLD_SDK],
    },
    Published {
        name: "http",
        version: "1.2.0",
        module: "github.com/terraform-providers/terraform-provider-http@v1.2.0",
        needs: &[],
    },
];

/// The hosts under which the published providers are laid out: each oracle has its own default.
const HOSTS: &[&str] = &["registry.terraform.io", "registry.opentofu.org"];

/// The operating system and processor as the mirrors' folders name them.
fn platform() -> Result<String, String> {
    Ok(format!("{}_{}", env("GOOS")?, env("GOARCH")?))
}

/// The mirror with the published providers of these names; what is missing is built.
pub(crate) fn published(names: &[&str]) -> Result<PathBuf, String> {
    let mirror = cache()?.join("mirror");
    let platform = platform()?;
    for name in names {
        let provider = PUBLISHED
            .iter()
            .find(|provider| provider.name == *name)
            .ok_or_else(|| format!("there is no recipe for the provider {name:?}"))?;
        let place = |host: &str| place(&mirror, host, "hashicorp", name, provider.version, &platform);
        if HOSTS.iter().all(|host| place(host).is_file()) {
            continue;
        }
        eprintln!("building provider {name} {} (minutes)", provider.version);
        let built = provider.build()?;
        for host in HOSTS {
            put(&built, &place(host))?;
        }
        // Whoever is asked again finds it in the mirror.
        let _ = fs::remove_file(&built);
    }
    Ok(mirror)
}

impl Published {
    fn build(&self) -> Result<PathBuf, String> {
        let work = cache()?.join(format!(".work-{}-{}", self.name, std::process::id()));
        fs::create_dir_all(&work).map_err(|error| format!("{}: {error}", work.display()))?;
        let out = work.with_extension("program");
        let program = out.display().to_string();
        let built = if self.needs.is_empty() {
            let flags = format!("-ldflags=-s -w -X main.version={}", self.version);
            go(&work, &["install", "-trimpath", &flags, self.module], &[("GOBIN", &work)]).and_then(|_| {
                let installed = work.join(format!("terraform-provider-{}", self.name));
                fs::rename(&installed, &out).map_err(|error| format!("{}: {error}", installed.display()))
            })
        } else {
            self.build_around(&work, &program)
        };
        // Left-over files harm nobody.
        let _ = fs::remove_dir_all(&work);
        built.map(|()| out)
    }

    /// Builds a release that has no `go.mod`: one is written around it.
    fn build_around(&self, work: &Path, out: &str) -> Result<(), String> {
        go(work, &["mod", "init", "oracle"], &[])?;
        for module in self.needs.iter().chain([&self.module]) {
            go(work, &["mod", "edit", &format!("-require={module}")], &[])?;
        }
        let package = self.module.split('@').next().unwrap_or_default();
        let args = ["build", "-trimpath", "-mod=mod", "-ldflags=-s -w", "-o", out, package];
        go(work, &args, &[]).map(drop)
    }
}

/// The mirror with the fixture providers, built from the sources as they are now.
pub(crate) fn fixtures(root: &Path) -> Result<PathBuf, String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let mirror = target.join("fixtures/mirror");
    let platform = platform()?;
    for name in ["framework", "legacy", "muxed"] {
        let place = place(&mirror, "cairn.test", "fixtures", name, "1.0.0", &platform);
        let fresh = target.join("fixtures").join(format!("{name}.{}", std::process::id()));
        let package = format!("./cmd/terraform-provider-{name}");
        let out = fresh.display().to_string();
        let args = ["build", "-trimpath", "-ldflags=-s -w", "-o", &out, &package];
        go(&root.join("fixtures/provider-go"), &args, &[])?;
        let read = |path: &Path| fs::read(path).unwrap_or_default();
        if read(&fresh) == read(&place) {
            let _ = fs::remove_file(&fresh);
        } else {
            put(&fresh, &place)?;
            let _ = fs::remove_file(&fresh);
        }
    }
    Ok(mirror)
}

/// Where a provider's program is in a mirror.
fn place(mirror: &Path, host: &str, namespace: &str, name: &str, version: &str, platform: &str) -> PathBuf {
    let folder = mirror.join(host).join(namespace).join(name).join(version).join(platform);
    folder.join(format!("terraform-provider-{name}_v{version}"))
}

/// Gives a file a second name; a copy where the two are on different disks.
fn put(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", to.display());
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    let fresh = to.with_extension(format!("new{}", std::process::id()));
    if fs::hard_link(from, &fresh).is_err() {
        fs::copy(from, &fresh).map_err(failed)?;
    }
    fs::rename(&fresh, to).map_err(failed)
}

/// A mirror in `folder` with a published provider under releases that are not to be had as modules.
pub(crate) fn stand_ins(folder: &Path, wanted: &[(&str, &str)]) -> Result<(), String> {
    let platform = platform()?;
    let names: Vec<&str> = wanted.iter().map(|(name, _)| *name).collect();
    let mirror = published(&names)?;
    for (name, release) in wanted {
        let provider = PUBLISHED.iter().find(|provider| provider.name == *name);
        let version = provider.map_or("", |provider| provider.version);
        for host in HOSTS {
            let have = place(&mirror, host, "hashicorp", name, version, &platform);
            put(&have, &place(folder, host, "hashicorp", name, release, &platform))?;
        }
    }
    Ok(())
}

/// The text of a CLI configuration that installs from these mirrors and from nowhere else.
pub(crate) fn cli_configuration(mirrors: &[&Path]) -> String {
    let mut text = "disable_checkpoint = true\nprovider_installation {\n".to_owned();
    for mirror in mirrors {
        text.push_str(&format!("  filesystem_mirror {{\n    path = \"{}\"\n  }}\n", mirror.display()));
    }
    text.push_str("}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_and_its_configuration() {
        let place = place(Path::new("/m"), "h.test", "n", "p", "1.2.3", "linux_amd64");
        assert_eq!(place, Path::new("/m/h.test/n/p/1.2.3/linux_amd64/terraform-provider-p_v1.2.3"));
        let text = cli_configuration(&[Path::new("/a"), Path::new("/b")]);
        assert!(text.contains("path = \"/a\"") && text.contains("path = \"/b\""), "{text}");
    }

    #[test]
    fn every_release_that_is_wanted_has_a_recipe() {
        for provider in PUBLISHED {
            let version = format!("@v{}", provider.version);
            assert!(provider.module.contains(&version), "{}", provider.name);
        }
    }
}
