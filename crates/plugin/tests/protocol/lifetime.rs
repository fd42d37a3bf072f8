//! Processes: what they see, what they print, who may speak to them, and that they end.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use plugin::tls::{Identity, client_config};
use plugin::{Address, Handshake, Launch, Logs, Reattach, RemoteProvider, SchemaCache};
use provider::Provider;
use rustls_pki_types::ServerName;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;

use crate::Test;
use crate::tools::{addr, fake, gone, launch, plan_request, run, runs, start};

pub(crate) const TESTS: &[Test] = &[
    ("a_provider_ends_when_told", a_provider_ends_when_told),
    ("a_stubborn_provider_is_killed", a_stubborn_provider_is_killed),
    ("a_dropped_provider_is_killed", a_dropped_provider_is_killed),
    ("a_killed_host_leaves_no_provider", a_killed_host_leaves_no_provider),
    ("noise_does_no_harm_and_is_logged", noise_does_no_harm_and_is_logged),
    ("without_tls_it_works_too", without_tls_it_works_too),
    ("nobody_else_can_call", nobody_else_can_call),
    ("running_providers_are_attached_to", running_providers_are_attached_to),
    ("a_known_schema_is_not_asked_for", a_known_schema_is_not_asked_for),
];

/// The process of a fake provider, which tells it in its plans.
async fn pid(remote: &RemoteProvider) -> u32 {
    let planned = remote.plan_resource_change(plan_request("x")).await;
    String::from_utf8_lossy(&planned.private).parse().unwrap()
}

fn a_provider_ends_when_told() {
    let program = fake("6");
    run(async {
        let remote = start(&program).await;
        let pid = pid(&remote).await;
        assert!(runs(pid));
        remote.shutdown().await;
        assert!(!runs(pid));
        remote.shutdown().await;
        let planned = remote.plan_resource_change(plan_request("x")).await;
        assert_eq!(planned.diags[0].summary, "Plugin did not respond");
        assert!(!std::env::temp_dir().join(format!("cairn-fake-{pid}")).exists(), "its socket is left");
    });
}

fn a_stubborn_provider_is_killed() {
    let program = fake("stubborn");
    run(async {
        let remote = start(&program).await;
        let pid = pid(&remote).await;
        let began = Instant::now();
        remote.shutdown().await;
        assert!(!runs(pid));
        assert!(began.elapsed() >= Duration::from_millis(1900), "{:?}", began.elapsed());
    });
}

fn a_dropped_provider_is_killed() {
    let program = fake("6");
    run(async {
        let remote = start(&program).await;
        let pid = pid(&remote).await;
        drop(remote);
        assert!(gone(pid).await);
    });
}

/// A program that starts a provider, tells its process and waits for its own end.
pub(crate) fn host(program: &Path) -> ExitCode {
    run(async {
        let guard = Some(std::env::current_exe().unwrap());
        let remote = plugin::start(Launch { guard, ..launch(program) }).await.unwrap();
        println!("{}", pid(&remote).await);
        tokio::time::sleep(Duration::from_secs(60)).await;
    });
    ExitCode::FAILURE
}

#[cfg(target_os = "linux")]
fn a_killed_host_leaves_no_provider() {
    let program = fake("6");
    let own = std::env::current_exe().unwrap();
    let mut host = Command::new(own).env("FAKE_HOST", &program.path).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(host.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let pid = line.trim().parse().unwrap();
    assert!(runs(pid));
    host.kill().unwrap();
    host.wait().unwrap();
    assert!(run(gone(pid)));
}

/// Elsewhere the system offers nothing to this end.
#[cfg(not(target_os = "linux"))]
fn a_killed_host_leaves_no_provider() {}

fn noise_does_no_harm_and_is_logged() {
    let program = fake("noisy");
    let log = program.folder.path().join("log");
    let env = [("TF_LOG_PROVIDER", "DEBUG".to_owned()), ("TF_LOG_PATH", log.display().to_string())];
    let logs = Arc::new(Logs::from_env(env.map(|(name, value)| (name.to_owned(), value))).unwrap());
    run(async {
        let remote = plugin::start(Launch { logs, ..launch(&program.path) }).await.unwrap();
        let planned = remote.plan_resource_change(plan_request("x")).await;
        assert_eq!(planned.diags, []);
        for _ in 0..100 {
            let text = fs::read_to_string(&log).unwrap_or_default();
            if text.contains("line 19999 on stderr") && text.contains("hello through the protocol") {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        remote.shutdown().await;
    });
    let text = fs::read_to_string(&log).unwrap();
    assert!(text.contains(" [WARN]  provider.terraform-provider-fake: line 19999 on stderr\n"));
    assert!(text.contains(" [DEBUG] provider.terraform-provider-fake: stdout: hello through the protocol\n"));
}

fn without_tls_it_works_too() {
    for mode in ["5", "6-tcp"] {
        let program = fake(mode);
        run(async {
            let remote = plugin::start(Launch { tls: false, ..launch(&program.path) }).await.unwrap();
            assert_eq!(remote.plan_resource_change(plan_request("x")).await.diags, []);
            remote.shutdown().await;
        });
    }
}

/// A provider that somebody else started: its process, and what it said.
pub(crate) fn started(program: &std::path::Path, identity: Option<&Identity>) -> (Child, Handshake) {
    let mut command = Command::new(program);
    command
        .env("TF_PLUGIN_MAGIC_COOKIE", "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2")
        .env("PLUGIN_PROTOCOL_VERSIONS", "5,6")
        .env_remove("PLUGIN_CLIENT_CERT")
        .stdout(Stdio::piped());
    if let Some(identity) = identity {
        command.env("PLUGIN_CLIENT_CERT", &identity.pem);
    }
    let mut child = command.spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    (child, Handshake::parse(&line).unwrap())
}

/// Whether a provider speaks to who comes with a certificate, or with none: whether it sends a first HTTP/2 frame.
pub(crate) async fn answers(handshake: &Handshake, identity: Option<&Identity>) -> bool {
    const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";
    let Address::Unix(path) = &handshake.address else { panic!("it listens elsewhere") };
    let mut stream = UnixStream::connect(path).await.unwrap();
    let mut byte = [0; 9];
    let spoken = async {
        match identity {
            None => {
                stream.write_all(PREFACE).await.ok()?;
                stream.read_exact(&mut byte).await.ok()?;
            }
            Some(identity) => {
                let config = client_config(identity, handshake.certificate.clone().unwrap()).unwrap();
                let name = ServerName::try_from("localhost").unwrap();
                let mut stream = TlsConnector::from(Arc::new(config)).connect(name, stream).await.ok()?;
                stream.write_all(PREFACE).await.ok()?;
                stream.read_exact(&mut byte).await.ok()?;
            }
        }
        // A frame of settings; anything else is an alert.
        (byte[3] == 4).then_some(())
    };
    matches!(timeout(Duration::from_secs(10), spoken).await, Ok(Some(())))
}

/// Only who has the certificate that the provider was given can speak to it.
pub(crate) fn only_we_can_call(program: &std::path::Path) {
    let (ours, others) = (Identity::generate().unwrap(), Identity::generate().unwrap());
    let (mut child, handshake) = started(program, Some(&ours));
    run(async {
        assert!(answers(&handshake, Some(&ours)).await, "we can");
        assert!(!answers(&handshake, Some(&others)).await, "with another certificate");
        assert!(!answers(&handshake, None).await, "without any");
    });
    let _ = child.kill();
    let _ = child.wait();
}

fn nobody_else_can_call() {
    only_we_can_call(&fake("6").path);
}

fn running_providers_are_attached_to() {
    let program = fake("reattach");
    let (mut child, handshake) = started(&program.path, None);
    let Address::Unix(path) = &handshake.address else { panic!("it listens elsewhere") };
    let variable = |test: bool| {
        format!(
            r#"{{"acme/fake":{{"Protocol":"grpc","ProtocolVersion":6,"Test":{test},"Addr":{{"Network":"unix","String":"{}"}}}}}}"#,
            path.display()
        )
    };
    let parse = |test: bool| Reattach::parse(&variable(test)).unwrap()[&addr()].clone();
    let logs = || Arc::new(Logs::off());
    run(async {
        for _ in 0..2 {
            let remote = plugin::attach(addr(), &parse(true), logs()).await.unwrap();
            assert_eq!(remote.plan_resource_change(plan_request("x")).await.diags, []);
            remote.shutdown().await;
            assert!(runs(child.id()), "a test ends its own server");
        }
        let remote = plugin::attach(addr(), &parse(false), logs()).await.unwrap();
        remote.shutdown().await;
        assert!(gone(child.id()).await);
        let error = plugin::attach(addr(), &parse(true), logs()).await.err().unwrap().to_string();
        assert!(error.starts_with("Reattachment process not found"), "{error}");
    });
    let _ = child.wait();
}

fn a_known_schema_is_not_asked_for() {
    let (good, bad) = (fake("6"), fake("schema-error"));
    let folder = tempfile::tempdir().unwrap();
    let cache = SchemaCache::new(folder.path());
    let key = "h1:abc=".to_owned();
    run(async {
        let with_cache = Launch { cache: Some((cache.clone(), key.clone())), ..launch(&good.path) };
        let first = plugin::start(with_cache).await.unwrap();
        let known = Some(first.shared_schema().clone());
        let second = plugin::start(Launch { known, ..launch(&bad.path) }).await.unwrap();
        assert!(Arc::ptr_eq(first.shared_schema(), second.shared_schema()));
        let cached = cache.load(&key).unwrap();
        assert!(cached.identities.contains("fake_thing") && cached.resources.get("fake_thing").is_some());
        let third = plugin::start(Launch { known: Some(cached), ..launch(&bad.path) }).await.unwrap();
        assert_eq!(third.plan_resource_change(plan_request("x")).await.diags, []);
        for remote in [first, second, third] {
            remote.shutdown().await;
        }
    });
}
