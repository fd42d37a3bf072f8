//! Actions of plans, for people and for programs.

use std::sync::Arc;
use std::time::SystemTime;

use addrs::{AbsProviderConfig, AbsResourceInstance, Provider, TriggerEvent};
use config::ModuleTree;
use lang::DiskFiles;
use plan::{DeferredInvocation, DeferredReason, Invocation, LifecycleTrigger, Mode, Plan, Trigger};
use render::action_json;
use render::progress::ActionStep;
use schema::{Attribute, Block, Schema};
use value::{Type, Value};

fn schema() -> Arc<Schema> {
    let mut block = Block::default();
    for (name, attribute) in [
        ("message", Attribute::required(Type::String)),
        ("password", Attribute::optional(Type::String).as_sensitive()),
        ("size", Attribute::optional(Type::Number)),
        ("unset", Attribute::optional(Type::String)),
    ] {
        block.attributes.insert(name.into(), attribute);
    }
    Arc::new(Schema { version: 0, block })
}

fn invocation(trigger: Trigger) -> Invocation {
    Invocation {
        addr: AbsResourceInstance::parse("module.m.action.cloud_call.c[0]").unwrap(),
        provider: AbsProviderConfig::root_default(Provider::implied("cloud")),
        trigger,
        config: Value::object([
            ("message", Value::unknown(Type::String)),
            ("password", Value::string("p")),
            ("size", Value::int(2)),
            ("unset", Value::null(Type::String)),
        ]),
    }
}

fn triggered(event: TriggerEvent) -> Invocation {
    invocation(Trigger::Lifecycle(LifecycleTrigger {
        resource: AbsResourceInstance::parse("module.m.cloud_server.s").unwrap(),
        event,
        block: 1,
        position: 0,
    }))
}

#[test]
fn asked_for() {
    let plan =
        Plan { mode: Mode::RefreshOnly, invocations: vec![invocation(Trigger::Request)], ..Plan::default() };
    let text = render::plan_text(&plan, &|_, _, _| Some(schema()), render::Style::PLAIN);
    let expect = r#"
Cairn will invoke the following action(s):

  # module.m.action.cloud_call.c[0] will be invoked
    action "cloud_call" "c" {
        config {
            message  = (known after apply)
            password = (sensitive value)
            size     = 2
        }
    }

Plan: 0 to add, 0 to change, 0 to destroy. Actions: 1 to invoke.
"#;
    assert_eq!(text, expect);
}

#[test]
fn in_the_json_of_a_plan() {
    let plan = Plan {
        invocations: vec![triggered(TriggerEvent::AfterCreate)],
        deferred_invocations: vec![DeferredInvocation {
            reason: DeferredReason::ProviderConfigUnknown,
            invocation: invocation(Trigger::Request),
        }],
        ..Plan::default()
    };
    let dir = tempfile::tempdir().unwrap();
    let main = "action \"cloud_call\" \"c\" {\n  count = 2\n  config {\n    message = \"m\"\n  }\n}\n";
    std::fs::write(dir.path().join("main.tf"), main).unwrap();
    let (module, _) = config::load_module(dir.path());
    let (tree, _) = ModuleTree::load(module, &Default::default(), &DiskFiles::new("."));
    let json = render::plan_json(&plan, &tree, &|_, _, _| Some(schema()), "1.14.0").unwrap();
    let common = r#"{"address":"module.m.action.cloud_call.c[0]","type":"cloud_call","name":"c","config_values":{"password":"p","size":2,"unset":null},"config_sensitive":{"password":true},"config_unknown":{"message":true},"provider_name":"registry.terraform.io/hashicorp/cloud","#;
    for expect in [
        r#""root_module":{"actions":[{"address":"action.cloud_call.c","type":"cloud_call","name":"c","provider_config_key":"cloud","count_expression":{"constant_value":2}}]}"#.to_owned(),
        format!(
            r#""action_invocations":[{common}"lifecycle_action_trigger":{{"triggering_resource_address":"module.m.cloud_server.s","action_trigger_event":"AfterCreate","action_trigger_block_index":1,"actions_list_index":0}}}}]"#
        ),
        format!(
            r#""deferred_action_invocations":[{{"reason":"provider_config_unknown","action_invocation":{common}"invoke_action_trigger":{{}}}}}}]"#
        ),
    ] {
        assert!(json.contains(&expect), "{json}\n{expect}");
    }
}

#[test]
fn while_they_are_done() {
    let at = SystemTime::UNIX_EPOCH;
    let (one, asked) = (triggered(TriggerEvent::BeforeUpdate), invocation(Trigger::Request));
    let action = r#""action":{"addr":"module.m.action.cloud_call.c[0]","module":"module.m","action":"action.cloud_call.c[0]","implied_provider":"cloud","action_type":"cloud_call","action_name":"c","action_key":0}"#;
    let line = action_json::action_progress(at, ActionStep(&one), "half");
    let message = "Action module.m.action.cloud_call.c[0] (triggered by module.m.cloud_server.s): half";
    let hook = format!(
        r#""hook":{{{action},"lifecycle_trigger":{{"triggering_resource":{{"addr":"module.m.cloud_server.s","module":"module.m","resource":"cloud_server.s","implied_provider":"cloud","resource_type":"cloud_server","resource_name":"s","resource_key":null}},"trigger_index":1,"actions_index":0,"trigger_event":"BeforeUpdate"}},"message":"half"}},"type":"action_progress""#
    );
    assert!(line.contains(message) && line.contains(&hook), "{line}\n{hook}");
    let line = action_json::planned_action_invocation(at, &asked);
    let rest =
        format!(r#""invocation":{{{action},"invoke_trigger":{{}}}},"type":"planned_action_invocation""#);
    assert!(line.contains(&rest), "{line}\n{rest}");
    for (line, word, kind) in [
        (action_json::action_start(at, ActionStep(&asked)), "started", "action_start"),
        (action_json::action_complete(at, ActionStep(&asked)), "complete", "action_complete"),
        (action_json::action_errored(at, ActionStep(&asked)), "errored", "action_errored"),
    ] {
        let message = format!(r#""Action {word}: module.m.action.cloud_call.c[0] (triggered by CLI)""#);
        assert!(line.contains(&message) && line.contains(&format!(r#""type":"{kind}""#)), "{line}");
    }
}
