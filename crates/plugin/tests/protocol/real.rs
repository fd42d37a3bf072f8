//! The same with real providers, made with Go, where the variable `CAIRN_TEST_MIRROR` names a filesystem mirror that
//! has them (`HOST/NAMESPACE/TYPE/VERSION/OS_ARCH/program`).

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use addrs::Provider as ProviderAddr;
use plugin::{Launch, Logs};
use provider::*;
use value::{Type, Value};

use crate::Test;
use crate::lifetime::only_we_can_call;
use crate::tools::run;

pub(crate) const TESTS: &[Test] = &[
    ("real_providers_are_spoken_to", real_providers_are_spoken_to),
    ("nobody_else_can_call_a_real_provider", nobody_else_can_call_a_real_provider),
];

/// The programs of all providers in the mirror.
fn programs() -> Vec<(ProviderAddr, PathBuf)> {
    let Some(mirror) = std::env::var_os("CAIRN_TEST_MIRROR") else {
        eprintln!("SKIPPED: the variable CAIRN_TEST_MIRROR names no mirror of real providers");
        return Vec::new();
    };
    let root = Path::new(&mirror).join("registry.terraform.io/hashicorp");
    let inside = |folder: PathBuf| -> Vec<PathBuf> {
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let mut programs = Vec::new();
    for provider in inside(root) {
        let name = provider.file_name().unwrap().to_string_lossy().into_owned();
        let files = inside(provider).into_iter().flat_map(inside).flat_map(inside);
        programs.extend(files.take(1).map(|file| (ProviderAddr::implied(&name), file)));
    }
    assert!(!programs.is_empty(), "{} has no providers", mirror.display());
    programs
}

fn real_providers_are_spoken_to() {
    for (addr, program) in programs() {
        run(async {
            let began = Instant::now();
            let launch = Launch::new(addr.clone(), &program, Arc::new(Logs::off()));
            let remote = plugin::start(launch).await.unwrap_or_else(|error| panic!("{error}"));
            let ready = began.elapsed();
            let schema = remote.schema();
            assert_eq!(schema.resources.made(), 0);
            for name in schema.resources.names().chain(schema.data_sources.names()) {
                let defects = [schema.resources.defect(name), schema.data_sources.defect(name)];
                assert_eq!(defects, [None, None], "{addr} {name}");
            }
            let own = schema.config.block.empty_value();
            assert_eq!(remote.validate_provider_config(own.clone()).await, []);
            let configure =
                ConfigureRequest { config: own, terraform_version: "1.11.4".into(), deferral_allowed: false };
            assert_eq!(remote.configure(configure).await, []);
            if addr.type_name == "null" {
                makes_a_null_resource(&*remote).await;
            }
            let began = Instant::now();
            remote.shutdown().await;
            eprintln!(
                "  {addr}: protocol {:?}, {} resource types, ready after {ready:?}, ended after {:?}",
                remote.version(),
                schema.resources.len(),
                began.elapsed()
            );
        });
    }
}

async fn makes_a_null_resource(remote: &dyn Provider) {
    let ty = remote.schema().resources.get("null_resource").unwrap().block.implied_type().clone();
    let config = Value::object([
        ("id", Value::null(Type::String)),
        ("triggers", Value::null(Type::map(Type::String))),
    ]);
    let nothing = || Value::null(Type::Dynamic);
    let planned = remote
        .plan_resource_change(PlanRequest {
            type_name: "null_resource".into(),
            prior: Value::null(ty.clone()),
            proposed: config.clone(),
            config: config.clone(),
            private: Private::from([]),
            provider_meta: nothing(),
            identity: None,
        })
        .await;
    assert_eq!(planned.diags, []);
    assert!(planned.legacy_type_system && !planned.planned.entry("id").unwrap().is_known());
    let made = remote
        .apply_resource_change(ApplyRequest {
            type_name: "null_resource".into(),
            prior: Value::null(ty),
            planned: planned.planned,
            config,
            private: planned.private,
            provider_meta: nothing(),
            identity: None,
        })
        .await;
    assert_eq!(made.diags, []);
    assert!(made.object.unwrap().entry("id").unwrap().as_str().is_some());
}

fn nobody_else_can_call_a_real_provider() {
    for (_, program) in programs().into_iter().take(2) {
        only_we_can_call(&program);
    }
}
