//! Providers from a registry and from a mirror.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use addrs::Provider;
use install::{
    CliConfig, Constraints, Environment, Installer, LockFile, Method, MethodKind, Outcome, Requirements,
    Sources,
};
use serde_json::json;

use crate::server::{Answer, Server};

const HOST: &str = "registry.example.com";

fn fixture(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/registry").join(name);
    std::fs::read(path).expect(name)
}

fn platform() -> install::Platform {
    install::Platform::current()
}

fn archive_name() -> String {
    format!("terraform-provider-reg_1.0.0_{}.zip", platform())
}

fn listed_checksum() -> String {
    let sums = String::from_utf8(fixture("SHA256SUMS")).expect("it is text");
    let line = sums.lines().find(|line| line.ends_with(&archive_name())).expect("this platform is in it");
    line.split(' ').next().expect("a line is not empty").to_owned()
}

/// What is changed about a good registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    OtherKey,
    NoKey,
    BrokenSignature,
    ChangedList,
    ChangedArchive,
    OtherChecksum,
    OldProtocol,
    Endless,
    NotJson,
    Redirects,
    Crash,
}

fn registry(fault: Fault) -> Server {
    Server::start(move |path, _| {
        let name = path.rsplit('/').next().unwrap_or_default();
        let download = format!("/p/acme/reg/1.0.0/download/{}/{}", platform().os, platform().arch);
        match path {
            "/p/acme/reg/versions" if fault == Fault::NotJson => Answer::ok("<html>"),
            "/p/acme/reg/versions" if fault == Fault::Crash => Answer::status(500),
            "/p/acme/reg/versions" if fault == Fault::Redirects => {
                Answer::status(302).with("Location", "/p/acme/reg/versions")
            }
            "/p/acme/reg/versions" => {
                Answer::ok(json!({"versions": [{"version": "1.0.0"}, {"version": "0.9.0"}]}).to_string())
            }
            _ if path == download => {
                let key = match fault {
                    Fault::OtherKey => {
                        json!([{"ascii_armor": String::from_utf8_lossy(&fixture("other.asc"))}])
                    }
                    Fault::NoKey => json!([]),
                    _ => json!([{"ascii_armor": String::from_utf8_lossy(&fixture("key.asc"))}]),
                };
                let checksum = match fault {
                    Fault::OtherChecksum => "00".repeat(32),
                    _ => listed_checksum(),
                };
                let protocols =
                    if fault == Fault::OldProtocol { json!(["4.0"]) } else { json!(["4.0", "5.0"]) };
                let answer = json!({
                    "protocols": protocols,
                    "filename": archive_name(),
                    "download_url": format!("/f/{}", archive_name()),
                    "shasums_url": "/f/SHA256SUMS",
                    "shasums_signature_url": "/f/SHA256SUMS.sig",
                    "shasum": checksum,
                    "signing_keys": {"gpg_public_keys": key},
                });
                Answer::ok(answer.to_string())
            }
            "/f/SHA256SUMS" if fault == Fault::ChangedList => {
                let mut text = fixture("SHA256SUMS");
                text.extend_from_slice(&[b'0'; 64]);
                text.extend_from_slice(b"  more.zip\n");
                Answer::ok(text)
            }
            "/f/SHA256SUMS.sig" if fault == Fault::BrokenSignature => {
                let mut bytes = fixture("SHA256SUMS.sig");
                let last = bytes.len() - 5;
                bytes[last] ^= 1;
                Answer::ok(bytes)
            }
            _ if path.ends_with(".zip") && fault == Fault::ChangedArchive => {
                let mut bytes = fixture(name);
                bytes.push(0);
                Answer::ok(bytes)
            }
            _ if path.ends_with(".zip") && fault == Fault::Endless => {
                Answer::ok("x").with("Content-Length", &(1_u64 << 40).to_string())
            }
            _ if path.starts_with("/f/") => Answer::ok(fixture(name)),
            _ => Answer::status(404),
        }
    })
}

/// Settings that say where the host's registry is, and its token.
fn config(server: &Server) -> CliConfig {
    let mut config = CliConfig::default();
    let service = ("providers.v1".to_owned(), format!("http://{}/p/", server.address));
    config.hosts.insert(HOST.to_owned(), [service].into());
    config.credentials.insert(HOST.to_owned(), "hunter2".to_owned());
    config
}

fn install(config: &CliConfig, kind: MethodKind, dir: &Path, lock: &LockFile) -> Result<Outcome, String> {
    let host = if kind == MethodKind::Direct { HOST } else { "registry.terraform.io" };
    let provider = Provider::parse(&format!("{host}/acme/reg")).expect("it is a source");
    let needed = Requirements::from([(provider, Constraints::default())]);
    let mut environment = Environment { working_dir: dir.to_path_buf(), ..Environment::default() };
    environment.variables.insert("TF_REGISTRY_DISCOVERY_RETRY".to_owned(), "1".to_owned());
    let sources =
        Sources::only(vec![Method::all(kind)], config, &environment).map_err(|error| error.to_string())?;
    let installer = Installer {
        sources,
        target: dir.join("providers"),
        cache: None,
        cache_may_break_lock_file: false,
        upgrade: false,
        unmanaged: BTreeSet::new(),
    };
    let texts = |diags: diag::Diagnostics| {
        diags.iter().map(|diagnostic| format!("{}: {}", diagnostic.summary, diagnostic.detail)).collect()
    };
    installer.run(&needed, lock, &|_| {}).map_err(texts)
}

fn files(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(dir).into_iter().flatten().flatten() {
        if entry.path().is_dir() { found.extend(files(&entry.path())) } else { found.push(entry.path()) }
    }
    found
}

#[test]
fn a_signed_package_is_installed() {
    let (server, dir) = (registry(Fault::None), tempfile::tempdir().expect("a folder"));
    let outcome =
        install(&config(&server), MethodKind::Direct, dir.path(), &LockFile::default()).expect("it is good");
    let lock = outcome.lock.text();
    assert!(lock.contains("version = \"1.0.0\"") && lock.contains("\"h1:"), "{lock}");
    assert_eq!(lock.matches("\"zh:").count(), 5, "{lock}");
    assert!(outcome.incomplete.is_empty());
    let installed = install::installed(&dir.path().join("providers"), &outcome.lock).expect("it is there");
    let package = installed.values().next().expect("one provider");
    assert!(package.executable.ends_with("terraform-provider-reg_v1.0.0"));
    // The token is for the registry's own services; files come without it.
    for (path, token) in server.asked() {
        let expect = path.starts_with("/p/").then(|| "Bearer hunter2".to_owned());
        assert_eq!(token, expect, "{path}");
    }
    // Again: nothing is asked of anybody.
    let before = server.asked().len();
    install(&config(&server), MethodKind::Direct, dir.path(), &outcome.lock).expect("it is there");
    assert_eq!(server.asked().len(), before);
    std::fs::write(&package.executable, "changed").expect("it can be changed");
    let error = install::installed(&dir.path().join("providers"), &outcome.lock).expect_err("it was changed");
    assert!(error.diagnostic().detail.contains("does not match any of the checksums"), "{error:?}");
}

#[test]
fn hostile_registries_are_refused() {
    let check = |fault: Fault, expect: &str| {
        let (server, dir) = (registry(fault), tempfile::tempdir().expect("a folder"));
        let error = install(&config(&server), MethodKind::Direct, dir.path(), &LockFile::default())
            .expect_err(expect);
        assert!(error.contains(expect), "{fault:?}: {error}");
        assert!(!error.contains("hunter2"), "{fault:?}: {error}");
        assert_eq!(files(dir.path()), Vec::<PathBuf>::new(), "{fault:?}");
    };
    check(Fault::OtherKey, "none of the keys that the registry names has signed it");
    check(Fault::NoKey, "the registry names no key");
    check(Fault::BrokenSignature, "cannot be trusted");
    check(Fault::ChangedList, "cannot be trusted");
    check(Fault::ChangedArchive, "which is not among those that were announced");
    check(Fault::OtherChecksum, "does not have");
    check(Fault::OldProtocol, "speaks the plugin protocol 4.0");
    check(Fault::Endless, "larger than");
    check(Fault::NotJson, "cannot be understood");
    check(Fault::Redirects, "too many redirects");
    check(Fault::Crash, "answers 500");
}

/// CVE-2022-30321 and the like: what is meant for one host does not follow a redirect to another.
#[test]
fn credentials_do_not_follow_redirects() {
    let thief = Server::start(|_, _| Answer::ok(json!({"versions": []}).to_string()));
    let to = format!("http://{}/stolen", thief.address);
    let registry = Server::start(move |_, _| Answer::status(302).with("Location", &to));
    let dir = tempfile::tempdir().expect("a folder");
    install(&config(&registry), MethodKind::Direct, dir.path(), &LockFile::default())
        .expect_err("there are no versions");
    assert_eq!(thief.asked(), [("/stolen".to_owned(), None)]);
    assert_eq!(registry.asked()[0].1.as_deref(), Some("Bearer hunter2"));
}

#[test]
fn mirrors_serve_packages_too() {
    let mirror = |hash: Option<String>| {
        Server::start(move |path, _| match path {
            "/m/registry.terraform.io/acme/reg/index.json" => {
                Answer::ok(json!({"versions": {"1.0.0": {}}}).to_string())
            }
            "/m/registry.terraform.io/acme/reg/1.0.0.json" => {
                let hashes: Vec<String> = hash.iter().cloned().collect();
                let archive = json!({"url": archive_name(), "hashes": hashes});
                Answer::ok(json!({"archives": {platform().to_string(): archive}}).to_string())
            }
            _ if path.ends_with(".zip") => Answer::ok(fixture(&archive_name())),
            _ => Answer::status(404),
        })
    };
    let check = |hash: Option<String>, expect: Result<(), &str>| {
        let (server, dir) = (mirror(hash), tempfile::tempdir().expect("a folder"));
        let kind = MethodKind::Network(format!("http://{}/m/", server.address));
        let result = install(&CliConfig::default(), kind, dir.path(), &LockFile::default());
        match (result, expect) {
            (Ok(outcome), Ok(())) => {
                // What a mirror says is no signature: the lock file has what was computed here.
                assert_eq!(outcome.lock.text().matches("zh:").count(), 0);
                assert_eq!(outcome.incomplete.len(), 1);
            }
            (Err(error), Err(expect)) => assert!(error.contains(expect), "{error}"),
            (result, _) => panic!("{result:?}"),
        }
    };
    check(None, Ok(()));
    check(Some(format!("zh:{}", listed_checksum())), Ok(()));
    check(Some(format!("zh:{}", "0".repeat(64))), Err("not among those that were announced"));
    check(Some("h1:bogus".to_owned()), Err("not among those that were announced"));
}
