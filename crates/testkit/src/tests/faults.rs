//! Every fault, and which rule of the engine it breaks.

use futures_util::FutureExt;
use provider::{Deferred, Provider, has_errors};
use schema::{apply_violations, plan_violations, type_violations, unknown_paths};
use value::{Type, Value};

use super::{apply, block, made_thing, now, null, path, plan, read, summaries};
use crate::{Effect, Fault, Method, TestProvider, object};

const TYPE: &str = "test_thing";

fn config() -> Value {
    object(TYPE, r#"{"name": "a", "size": 1}"#)
}

#[test]
fn errors_come_where_they_are_asked_for() {
    let provider = TestProvider::default();
    let cloud = provider.cloud();
    let fails = |name: &str, type_name: &str| {
        let text = format!(r#"{{"name": "{name}"}}"#);
        has_errors(&plan(&provider, type_name, &null(type_name), &object(type_name, &text)).diags)
    };
    assert!(!fails("a", TYPE));
    cloud.fail(Fault::new(Method::Plan, Effect::Error("No")).of_type(TYPE).of("a"));
    assert!(fails("a", TYPE));
    assert!(!fails("b", TYPE));
    assert!(!fails("a", "test_blocks"));
    cloud.heal();
    assert!(!fails("a", TYPE));
    cloud.fail(Fault::new(Method::Plan, Effect::Error("Once")).times(1));
    assert!(fails("b", TYPE));
    assert!(!fails("b", TYPE));
    cloud.fail(Fault::new(Method::Read, Effect::Error("Elsewhere")));
    assert!(!fails("a", TYPE));
}

#[test]
fn a_failed_create_makes_nothing() {
    let provider = TestProvider::default();
    let planned = plan(&provider, TYPE, &null(TYPE), &config()).planned;
    provider.cloud().fail(Fault::new(Method::Create, Effect::Error("Quota")));
    let response = apply(&provider, TYPE, &null(TYPE), &planned, &config());
    assert_eq!(summaries(&response.diags), ["Quota"]);
    assert!(response.object.unwrap().is_null());
    assert!(provider.cloud().objects().is_empty());
}

#[test]
fn a_create_can_fail_after_it_made_something() {
    let provider = TestProvider::default();
    let planned = plan(&provider, TYPE, &null(TYPE), &config()).planned;
    provider.cloud().fail(Fault::new(Method::Create, Effect::ErrorAfter("Half done")));
    let response = apply(&provider, TYPE, &null(TYPE), &planned, &config());
    assert_eq!(summaries(&response.diags), ["Half done"]);
    assert!(!response.object.unwrap().is_null());
    assert_eq!(provider.cloud().objects().len(), 1);
}

#[test]
fn a_connection_can_break() {
    let provider = TestProvider::default();
    let planned = plan(&provider, TYPE, &null(TYPE), &config()).planned;
    provider.cloud().fail(Fault::new(Method::Create, Effect::NoAnswer("Connection lost")));
    let response = apply(&provider, TYPE, &null(TYPE), &planned, &config());
    assert!(response.object.is_none());
    assert_eq!(summaries(&response.diags), ["Connection lost"]);
}

#[test]
fn updates_and_deletes_fail_too() {
    let (provider, config, made) = made_thing();
    let cloud = provider.cloud();
    let planned = plan(&provider, TYPE, &made, &object(TYPE, r#"{"name": "a", "size": 5}"#)).planned;
    cloud.fail(Fault::new(Method::Update, Effect::Error("Busy")));
    let response = apply(&provider, TYPE, &made, &planned, &config);
    assert_eq!(response.object, Some(made.clone()), "what there is comes back");
    cloud.fail(Fault::new(Method::Delete, Effect::Error("In use")));
    let response = apply(&provider, TYPE, &made, &null(TYPE), &null(TYPE));
    assert_eq!(summaries(&response.diags), ["In use"]);
    assert_eq!(response.object, Some(made.clone()));
    assert_eq!(cloud.objects().len(), 1);
    cloud.heal();
    cloud.fail(Fault::new(Method::Delete, Effect::StillThere));
    let response = apply(&provider, TYPE, &made, &null(TYPE), &null(TYPE));
    assert!(response.diags.is_empty());
    assert_eq!(response.object, Some(made));
}

#[test]
fn results_can_break_the_rules() {
    let break_with = |effect: Effect| {
        let provider = TestProvider::default();
        let planned = plan(&provider, TYPE, &null(TYPE), &config()).planned;
        provider.cloud().fail(Fault::new(Method::Create, effect));
        let made = apply(&provider, TYPE, &null(TYPE), &planned, &config()).object.unwrap();
        let errors = apply_violations(block(TYPE), &planned, &made);
        (made, errors.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    let (made, errors) = break_with(Effect::Answer(path("token"), Value::unknown(Type::String)));
    assert!(errors.is_empty());
    assert_eq!(unknown_paths(&made), [path("token")]);
    let (_, errors) = break_with(Effect::Answer(path("size"), Value::int(7)));
    assert_eq!(errors, [".size: the value is not the planned one"]);
    let (_, errors) = break_with(Effect::Answer(path("secret"), Value::string("s")));
    assert_eq!(errors, [".secret: the values of a sensitive attribute are not the same"]);
    let (_, errors) =
        break_with(Effect::Answer(path("tags"), Value::map(Type::String, [("k", Value::string("v"))])));
    assert_eq!(errors, [".tags: was null, but now has a value"]);
    let (_, errors) = break_with(Effect::Null);
    assert_eq!(errors, ["was present, but now absent"]);
    let (made, _) = break_with(Effect::WrongType);
    assert!(!type_violations(&made, block(TYPE).implied_type()).is_empty());
}

#[test]
fn plans_can_break_the_rules() {
    let break_with = |effect: Effect| {
        let provider = TestProvider::default();
        provider.cloud().fail(Fault::new(Method::Plan, effect));
        let response = plan(&provider, TYPE, &null(TYPE), &config());
        let errors = plan_violations(block(TYPE), &null(TYPE), &config(), &response.planned);
        (response, errors.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    let (_, errors) = break_with(Effect::Answer(path("size"), Value::int(2)));
    assert_eq!(errors, [".size: the planned value is not the one in the configuration"]);
    let (_, errors) = break_with(Effect::Answer(path("size"), Value::unknown(Type::Number)));
    assert_eq!(errors, [".size: the planned value is not the one in the configuration"]);
    let (_, errors) = break_with(Effect::Answer(path("kind"), Value::string("k")));
    assert_eq!(
        errors,
        [".kind: there is a planned value, but none in the configuration, and the attribute is not computed"]
    );
    let (_, errors) = break_with(Effect::Answer(path("region"), Value::string("r")));
    assert!(errors.is_empty(), "a computed attribute is the provider's: {errors:?}");
    let (_, errors) = break_with(Effect::Answer(path("password_wo"), Value::string("p")));
    assert_eq!(errors, [".password_wo: a write-only attribute must be null in the plan"]);
    let (_, errors) = break_with(Effect::Null);
    assert_eq!(errors, ["planned for absence, but the configuration wants it to exist"]);
    let (response, _) = break_with(Effect::WrongType);
    assert!(!type_violations(&response.planned, block(TYPE).implied_type()).is_empty());
    let (response, errors) = break_with(Effect::NeedsNew(path("size")));
    assert!(errors.is_empty());
    assert_eq!(response.requires_replace, [path("size")]);
    let (response, _) = break_with(Effect::Deferred(Deferred::AbsentPrerequisite));
    assert_eq!(response.deferred, Some(Deferred::AbsentPrerequisite));
}

#[test]
fn objects_vanish_and_change_when_read() {
    let (provider, _, made) = made_thing();
    let cloud = provider.cloud();
    cloud.fail(Fault::new(Method::Read, Effect::Null).times(1));
    assert!(read(&provider, TYPE, &made).object.is_null());
    cloud.fail(Fault::new(Method::Read, Effect::Answer(path("size"), Value::int(3))).times(1));
    assert_eq!(read(&provider, TYPE, &made).object.entry("size"), Some(&Value::int(3)));
    cloud.fail(Fault::new(Method::Read, Effect::Warning("Slow")).times(1));
    let response = read(&provider, TYPE, &made);
    assert_eq!(summaries(&response.diags), ["Slow"]);
    assert_eq!(response.object, made);
    cloud.fail(Fault::new(Method::Read, Effect::ErrorAt("Denied", path("name"))).times(1));
    let response = read(&provider, TYPE, &made);
    assert_eq!(response.diags[0].attribute, Some(path("name")));
    assert_eq!(read(&provider, TYPE, &made).object, made);
}

#[test]
fn calls_hang_until_they_are_let_go_or_stopped() {
    let (provider, _, made) = made_thing();
    let cloud = provider.cloud();
    cloud.fail(Fault::new(Method::Read, Effect::Hang));
    let request = || provider::ReadRequest {
        type_name: TYPE.into(),
        current: made.clone(),
        private: provider::Private::from([]),
        provider_meta: Value::null(Type::Dynamic),
        identity: None,
    };
    let (mut first, mut second) = (provider.read_resource(request()), provider.read_resource(request()));
    assert!((&mut first).now_or_never().is_none());
    assert!((&mut second).now_or_never().is_none());
    assert_eq!(cloud.most_at_once(), 2);
    cloud.release();
    assert_eq!(now(first).object, made);
    assert_eq!(now(second).object, made);
    let mut third = provider.read_resource(request());
    assert!((&mut third).now_or_never().is_none());
    now(provider.stop());
    assert!(cloud.is_stopped());
    assert_eq!(summaries(&now(third).diags), ["Stopped"]);
}
