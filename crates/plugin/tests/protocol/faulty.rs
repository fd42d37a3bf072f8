//! Providers that do not start, and providers that do not answer as they should.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use plugin::{Launch, PluginError};
use provider::{Provider, has_errors};
use tokio::time::timeout;

use crate::Test;
use crate::tools::{fake, launch, plan_request, refused, run, script, start};

pub(crate) const TESTS: &[Test] = &[
    ("bad_starts_are_told", bad_starts_are_told),
    ("programs_that_are_none_are_told", programs_that_are_none_are_told),
    ("a_silent_program_is_ended", a_silent_program_is_ended),
    ("certificates_must_match", certificates_must_match),
    ("bad_schemas_are_told", bad_schemas_are_told),
    ("bad_answers_are_told", bad_answers_are_told),
    ("a_hanging_call_can_be_given_up", a_hanging_call_can_be_given_up),
];

fn bad_starts_are_told() {
    let cases = [
        ("echo hello", "it printed \"hello\""),
        ("echo went wrong >&2; exit 3", "(exit status: 3).\n\nIt printed:\n\n  went wrong"),
        ("exit 0", "ended before it was ready (exit status: 0)"),
        ("kill -9 $$", "ended before it was ready (signal: 9 (SIGKILL))"),
        ("echo '1|4|unix|/tmp/none|grpc|'", "version \"4\" of the provider protocol"),
        ("echo '2|5|unix|/tmp/none|grpc|'", "version \"2\" of the plugin handshake"),
        ("echo '1|5|unix|/tmp/none|netrpc|'", "it speaks \"netrpc\""),
        ("echo '1|5|fax|/tmp/none|grpc|'", "network \"fax\""),
        ("head -c 1000000 /dev/zero", "is not the line that a provider prints"),
        ("echo '1|5|unix|/tmp/none|grpc|'; sleep 5", "it gave no certificate"),
    ];
    for (text, expect) in cases {
        let program = script(text);
        let error = run(refused(launch(&program.path))).to_string();
        assert!(error.contains(expect), "{text}: {error}");
        assert!(error.contains("registry.terraform.io/acme/fake"), "{text}: {error}");
    }
    let program = script("echo '1|5|unix|/tmp/no-such-socket|grpc|'; sleep 5");
    let error = run(refused(Launch { tls: false, ..launch(&program.path) }));
    assert!(error.to_string().contains("cannot be reached"), "{error}");
}

fn programs_that_are_none_are_told() {
    let program = script("");
    let error = run(refused(launch(&program.folder.path().join("missing"))));
    assert!(error.to_string().contains("missing: No such file"), "{error}");
    fs::write(&program.path, "garbage").unwrap();
    let error = run(refused(launch(&program.path)));
    assert!(matches!(error, PluginError::Start { .. } | PluginError::Ended { .. }), "{error}");
    fs::set_permissions(&program.path, fs::Permissions::from_mode(0o644)).unwrap();
    let error = run(refused(launch(&program.path)));
    assert!(error.to_string().contains("chmod +x"), "{error}");
    let mut elf = b"\x7fELF\x02\x01\x01".to_vec();
    elf.resize(18, 0);
    elf.extend([40, 0, 1, 0, 0, 0]);
    elf.resize(64, 0);
    fs::write(&program.path, elf).unwrap();
    fs::set_permissions(&program.path, fs::Permissions::from_mode(0o755)).unwrap();
    let error = run(refused(launch(&program.path)));
    assert!(error.to_string().contains("a program for Linux or BSD on arm"), "{error}");
}

fn a_silent_program_is_ended() {
    let program = script("echo thinking >&2; exec sleep 60");
    let patience = Duration::from_millis(1500);
    let error = run(refused(Launch { patience, ..launch(&program.path) }));
    assert!(matches!(error, PluginError::Silent { .. }), "{error}");
    assert!(error.to_string().contains("thinking"), "{error}");
}

fn certificates_must_match() {
    for mode in ["other-certificate", "no-certificate"] {
        let program = fake(mode);
        let error = run(refused(launch(&program.path)));
        let expected = matches!(error, PluginError::Connect { .. } | PluginError::NoCertificate { .. });
        assert!(expected, "{mode}: {error}");
    }
}

fn bad_schemas_are_told() {
    let cases = [
        ("schema-error", "No schema today"),
        ("schema-status", "Plugin error"),
        ("schema-empty", "its own configuration is missing"),
        ("schema-dies", "Plugin did not respond"),
    ];
    for (mode, expect) in cases {
        let program = fake(mode);
        let error = run(refused(launch(&program.path)));
        assert!(error.to_string().starts_with("Failed to read schema"), "{mode}: {error}");
        assert!(error.to_string().contains(expect), "{mode}: {error}");
        assert_eq!(error.summary(), "Failed to load plugin schemas");
    }
}

fn bad_answers_are_told() {
    let cases = [
        ("status", "Plugin error", "too much"),
        ("cancelled", "Request cancelled", "PlanResourceChange"),
        ("unimplemented", "Unsupported plugin method", "PlanResourceChange"),
        ("nonsense", "Invalid response from provider", "fake_thing"),
        ("dies", "Plugin did not respond", "panic: out of cheese"),
    ];
    for (mode, summary, detail) in cases {
        let program = fake(mode);
        run(async {
            let remote = start(&program).await;
            let planned = remote.plan_resource_change(plan_request("x")).await;
            assert!(has_errors(&planned.diags), "{mode}");
            let found = &planned.diags[0];
            assert_eq!(found.summary, summary, "{mode}");
            assert!(found.detail.contains(detail), "{mode}: {}", found.detail);
            assert!(found.detail.contains("registry.terraform.io/acme/fake"), "{mode}: {}", found.detail);
            let again = remote.plan_resource_change(plan_request("x")).await;
            assert_eq!(again.diags[0].summary, summary, "{mode} again: {}", again.diags[0].detail);
            remote.shutdown().await;
        });
    }
}

fn a_hanging_call_can_be_given_up() {
    let program = fake("hangs");
    run(async {
        let remote = start(&program).await;
        let plan = remote.plan_resource_change(plan_request("x"));
        assert!(timeout(Duration::from_millis(300), plan).await.is_err());
        let states = remote.list_states("fake_store".into()).await;
        assert_eq!(states.diags, [], "others are answered");
        timeout(Duration::from_secs(5), remote.shutdown()).await.unwrap();
    });
}
