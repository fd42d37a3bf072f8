//! Plans and states as they must have been, from terraform's JSON of them.

use std::sync::Arc;

use addrs::{AbsProviderConfig, AbsResourceInstance, Provider, ResourceMode};
use plan::{Action, ActionReason, Importing, Mode, OutputChange, Plan, RelevantAttribute, ResourceChange};
use schema::{Attribute, Block, Schema};
use serde_json::Value as Json;
use state::{CheckObject, CheckResult, CheckStatus, Object, ObjectStatus, OutputState, State};
use value::{Path, PathStep, Type, Value};

/// The schemas of the built-in provider.
pub(crate) fn schemas(_: &Provider, _: ResourceMode, ty: &str) -> Option<Arc<Schema>> {
    let mut block = Block::default();
    let attributes: &[(&str, Attribute)] = &match ty {
        "terraform_data" => vec![
            ("id", Attribute::computed(Type::String)),
            ("input", Attribute::optional(Type::Dynamic)),
            ("output", Attribute::computed(Type::Dynamic)),
            ("triggers_replace", Attribute::optional(Type::Dynamic)),
        ],
        _ => vec![
            ("backend", Attribute::required(Type::String)),
            ("config", Attribute::optional(Type::Dynamic)),
            ("defaults", Attribute::optional(Type::Dynamic)),
            ("outputs", Attribute::computed(Type::Dynamic)),
            ("workspace", Attribute::optional(Type::String)),
        ],
    };
    for (name, attribute) in attributes {
        block.attributes.insert((*name).into(), attribute.clone());
    }
    Some(Arc::new(Schema { version: 0, block }))
}

const NONE: Json = Json::Null;

/// A value from what is known of it, which parts are unknown and which are secrets.
pub(crate) fn value(known: &Json, unknown: &Json, sensitive: &Json) -> Value {
    let at = |json: &Json, key: &str| json.get(key).cloned().unwrap_or(NONE);
    let plain = if unknown == &Json::Bool(true) {
        Value::unknown(match sensitive {
            Json::Object(_) => Type::object::<&str>([]),
            Json::Array(_) => Type::tuple([]),
            _ => Type::String,
        })
    } else {
        match known {
            Json::Array(items) => {
                let part = |json: &Json, index: usize| json.get(index).cloned().unwrap_or(NONE);
                let items = items.iter().enumerate();
                Value::tuple(
                    items.map(|(i, item)| value(item, &part(unknown, i), &part(sensitive, i))).collect(),
                )
            }
            Json::Object(entries) => {
                let unknown_keys = unknown.as_object().into_iter().flat_map(|entries| entries.keys());
                let keys: std::collections::BTreeSet<&String> = entries.keys().chain(unknown_keys).collect();
                Value::object(keys.into_iter().map(|key| {
                    (key.as_str(), value(&at(known, key), &at(unknown, key), &at(sensitive, key)))
                }))
            }
            Json::Null => Value::null(Type::Dynamic),
            other => value::json::decode_implied(other.to_string().as_bytes()).unwrap(),
        }
    };
    if sensitive == &Json::Bool(true) { plain.sensitive() } else { plain }
}

fn text<'a>(json: &'a Json, key: &str) -> Option<&'a str> {
    json.get(key)?.as_str()
}

fn action(json: &Json) -> Action {
    let all = [
        Action::NoOp,
        Action::Create,
        Action::Read,
        Action::Update,
        Action::Delete,
        Action::DeleteThenCreate,
        Action::CreateThenDelete,
        Action::Forget,
    ];
    let words: Vec<&str> = json.as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
    *all.iter().find(|action| action.words() == words).unwrap()
}

fn reason(word: &str) -> ActionReason {
    use ActionReason::*;
    let all = [
        ReplaceBecauseTainted,
        ReplaceByRequest,
        ReplaceByTriggers,
        ReplaceBecauseCannotUpdate,
        DeleteBecauseNoResourceConfig,
        DeleteBecauseWrongRepetition,
        DeleteBecauseCountIndex,
        DeleteBecauseEachKey,
        DeleteBecauseNoModule,
        DeleteBecauseNoMoveTarget,
        ReadBecauseConfigUnknown,
        ReadBecauseDependencyPending,
        ReadBecauseCheckNested,
    ];
    *all.iter().find(|reason| reason.word() == word).unwrap()
}

fn path(json: &Json) -> Path {
    let step = |step: &Json| match step {
        Json::String(name) => PathStep::Attr(name.as_str().into()),
        other => PathStep::Index(value(other, &NONE, &NONE)),
    };
    Path(json.as_array().unwrap().iter().map(step).collect())
}

fn change(json: &Json) -> ResourceChange {
    let addr = AbsResourceInstance::parse(text(json, "address").unwrap()).unwrap();
    let moved_from = text(json, "previous_address");
    let inner = &json["change"];
    let provider = AbsProviderConfig::root_default(Provider::builtin()).into();
    let before = value(&inner["before"], &NONE, &inner["before_sensitive"]);
    let after = value(&inner["after"], &inner["after_unknown"], &inner["after_sensitive"]);
    ResourceChange {
        moved_from: moved_from.map(|text| Box::new(AbsResourceInstance::parse(text).unwrap())),
        deposed: text(json, "deposed").map(Into::into),
        reason: text(json, "action_reason").map(reason),
        required_replace: inner["replace_paths"].as_array().into_iter().flatten().map(path).collect(),
        importing: inner.get("importing").map(|importing| {
            let id = text(importing, "id").map(Into::into);
            Box::new(Importing { id, identity: None, unknown: false })
        }),
        ..ResourceChange::new(addr, provider, action(&inner["actions"]), before, after)
    }
}

fn typed(value: Value, ty: Option<&Json>) -> Value {
    match ty {
        Some(ty) => {
            let ty = value::type_json::decode(ty.to_string().as_bytes()).unwrap();
            value::convert::convert(&value, &ty).unwrap()
        }
        None => value,
    }
}

/// The plan that terraform shows so.
pub(crate) fn plan(json: &Json, mode: Mode) -> Plan {
    let list = |key: &str| json[key].as_array().into_iter().flatten();
    let mut plan = Plan {
        mode,
        changes: list("resource_changes").map(change).map(Box::new).collect(),
        drift: list("resource_drift").map(change).map(Box::new).collect(),
        relevant_attributes: list("relevant_attributes")
            .map(|relevant| RelevantAttribute {
                resource: AbsResourceInstance::parse(text(relevant, "resource").unwrap()).unwrap(),
                attribute: path(&relevant["attribute"]),
            })
            .collect(),
        checks: checks(&json["checks"]),
        timestamp: text(json, "timestamp").unwrap().to_owned(),
        errored: json["errored"] == true,
        complete: json["complete"] == true,
        applyable: json["applyable"] == true,
        ..Plan::default()
    };
    for (name, output) in json["output_changes"].as_object().into_iter().flatten() {
        let sensitive = output["after_sensitive"] == true;
        let after = value(&output["after"], &output["after_unknown"], &NONE);
        let change = OutputChange {
            action: action(&output["actions"]),
            before: value(&output["before"], &NONE, &NONE),
            after: typed(after, json["planned_values"]["outputs"][name].get("type")),
            sensitive,
        };
        plan.outputs.insert(name.as_str().into(), change);
    }
    for (name, variable) in json["variables"].as_object().into_iter().flatten() {
        plan.variables.insert(name.as_str().into(), value(&variable["value"], &NONE, &NONE));
    }
    if let Some(prior) = json.get("prior_state") {
        plan.prior_state = state(prior);
    }
    // The order must not depend on who made the plan.
    plan.changes.reverse();
    plan
}

fn checks(json: &Json) -> Vec<CheckResult> {
    let status = |json: &Json| match text(json, "status").unwrap() {
        "pass" => CheckStatus::Pass,
        "fail" => CheckStatus::Fail,
        "error" => CheckStatus::Error,
        _ => CheckStatus::Unknown,
    };
    let display = |json: &Json| text(&json["address"], "to_display").unwrap().to_owned();
    let check = |json: &Json| CheckResult {
        kind: match text(&json["address"], "kind").unwrap() {
            "output_value" => "output".into(),
            other => other.into(),
        },
        config_addr: display(json),
        status: status(json),
        objects: json["instances"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|object| CheckObject {
                addr: display(object),
                status: status(object),
                failures: object["problems"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(|problem| text(problem, "message").unwrap().to_owned())
                    .collect(),
            })
            .collect(),
    };
    json.as_array().into_iter().flatten().map(check).collect()
}

/// The state that terraform shows so.
pub(crate) fn state(json: &Json) -> State {
    let mut state = State::default();
    for (name, output) in json["values"]["outputs"].as_object().into_iter().flatten() {
        let output = OutputState {
            value: typed(value(&output["value"], &NONE, &NONE), output.get("type")),
            sensitive: output["sensitive"] == true,
            deprecated: None,
        };
        state.outputs.insert(name.as_str().into(), output);
    }
    let mut modules = vec![&json["values"]["root_module"]];
    while let Some(module) = modules.pop() {
        modules.extend(module["child_modules"].as_array().into_iter().flatten());
        for resource in module["resources"].as_array().into_iter().flatten() {
            let addr = AbsResourceInstance::parse(text(resource, "address").unwrap()).unwrap();
            let provider = AbsProviderConfig::root_default(Provider::builtin());
            let schema =
                schemas(&provider.provider, addr.resource.resource.mode, text(resource, "type").unwrap());
            let marked = value(&resource["values"], &NONE, &resource["sensitive_values"]);
            let (plain, paths) = marked.unmark_deep_with_paths();
            let ty = schema.unwrap().block.implied_type().clone();
            let depends_on = resource["depends_on"].as_array().into_iter().flatten();
            let object = Object {
                status: if resource["tainted"] == true { ObjectStatus::Tainted } else { ObjectStatus::Ready },
                schema_version: 0,
                attributes: value::json::encode(&plain, &ty).unwrap().into(),
                attributes_flat: None,
                sensitive_paths: paths.into_iter().map(|(path, _)| path).collect(),
                private: Arc::from([]),
                dependencies: depends_on
                    .map(|text| state::Dependency::parse(text.as_str().unwrap()).unwrap())
                    .collect(),
                create_before_destroy: false,
                skip_destroy: false,
                identity: None,
            };
            let instance = state.instance_mut(&addr, &provider);
            match text(resource, "deposed_key") {
                Some(key) => drop(instance.deposed.insert(key.into(), Arc::new(object))),
                None => instance.current = Some(Arc::new(object)),
            }
        }
    }
    if json.get("checks").is_some() {
        state.checks = Some(checks(&json["checks"]));
    }
    state
}
