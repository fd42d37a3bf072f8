//! What the tests share.

use std::fs;
use std::future::Future;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use addrs::Provider as ProviderAddr;
use plugin::{Launch, Logs, PluginError, RemoteProvider};
use provider::{PlanRequest, Private};
use tempfile::TempDir;
use value::{Type, Value};

/// Runs a future on one thread, as the program does.
pub(crate) fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

pub(crate) fn addr() -> ProviderAddr {
    ProviderAddr::parse("acme/fake").unwrap()
}

/// A folder with a program in it.
pub(crate) struct Program {
    pub(crate) folder: TempDir,
    pub(crate) path: PathBuf,
}

/// A shell script as a program.
pub(crate) fn script(text: &str) -> Program {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("terraform-provider-fake");
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    Program { folder, path }
}

/// This program as a provider.
pub(crate) fn fake(mode: &str) -> Program {
    let own = std::env::current_exe().unwrap();
    script(&format!("unset FAKE_HOST; FAKE_MODE={mode} exec '{}'", own.display()))
}

pub(crate) fn launch(program: &Path) -> Launch {
    Launch { patience: Duration::from_secs(20), ..Launch::new(addr(), program, Arc::new(Logs::off())) }
}

pub(crate) async fn start(program: &Program) -> Arc<RemoteProvider> {
    plugin::start(launch(&program.path)).await.unwrap_or_else(|error| panic!("{error}"))
}

/// Why a provider does not start.
pub(crate) async fn refused(launch: Launch) -> PluginError {
    match plugin::start(launch).await {
        Ok(_) => panic!("it started"),
        Err(error) => error,
    }
}

/// An object of the fake provider.
pub(crate) fn thing(id: Option<&str>, name: &str) -> Value {
    let id = id.map_or(Value::null(Type::String), Value::string);
    Value::object([("id", id), ("name", Value::string(name))])
}

pub(crate) fn plan_request(name: &str) -> PlanRequest {
    PlanRequest {
        type_name: "fake_thing".into(),
        prior: Value::null(Type::Dynamic),
        proposed: thing(None, name),
        config: thing(None, name),
        private: Private::from([]),
        provider_meta: Value::null(Type::Dynamic),
        identity: None,
    }
}

/// Whether a process runs. One that waits to be reaped does not.
pub(crate) fn runs(pid: u32) -> bool {
    match fs::read_to_string(format!("/proc/{pid}/stat")) {
        Ok(stat) => !stat.contains(") Z "),
        Err(_) => false,
    }
}

/// Waits until a process runs no longer.
pub(crate) async fn gone(pid: u32) -> bool {
    for _ in 0..100 {
        if !runs(pid) {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    false
}
