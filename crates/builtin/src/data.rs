//! `terraform_data`: holds a value, and is replaced when another one changes.

use provider::{
    ApplyRequest, ApplyResponse, ImportRequest, ImportedObject, MoveRequest, ObjectResponse, PlanRequest,
    PlanResponse, ProviderDiagnostic, ProviderDiagnostics, UpgradeRequest,
};
use smol_str::SmolStr;
use value::{Path, Type, Value, json};

use crate::{check_managed, no_object, no_private, schemas};

pub(crate) const TYPE: &str = "terraform_data";

const ID: SmolStr = SmolStr::new_static("id");
const INPUT: SmolStr = SmolStr::new_static("input");
const OUTPUT: SmolStr = SmolStr::new_static("output");
const TRIGGERS: SmolStr = SmolStr::new_static("triggers_replace");

fn object(id: Value, input: Value, output: Value, triggers: Value) -> Value {
    Value::object([(ID, id), (INPUT, input), (OUTPUT, output), (TRIGGERS, triggers)])
}

fn part(object: &Value, name: &SmolStr) -> Value {
    object.entry(name).cloned().unwrap_or_else(|| Value::null(Type::Dynamic))
}

pub(crate) fn validate(config: &Value) -> ProviderDiagnostics {
    let given = [ID, OUTPUT].into_iter().filter(|name| !part(config, name).is_null());
    let report = |name: SmolStr| {
        let detail = format!("The provider sets the attribute {:?} itself. Remove it.", name.as_str());
        ProviderDiagnostic::error(format!("{:?} attribute is read-only", name.as_str()), detail)
            .at(Path::new().attr(name))
    };
    given.map(report).collect()
}

pub(crate) fn plan(request: PlanRequest) -> PlanResponse {
    let PlanRequest { type_name, prior, proposed, private, identity, .. } = request;
    let mut requires_replace = Vec::new();
    let planned = if proposed.is_null() || !proposed.is_known() {
        proposed
    } else if prior.is_null() {
        let input = part(&proposed, &INPUT);
        let output = if input.is_null() { input.clone() } else { Value::unknown(input.ty()) };
        object(Value::unknown_not_null(Type::String), input, output, part(&proposed, &TRIGGERS))
    } else {
        let (input, triggers) = (part(&proposed, &INPUT), part(&proposed, &TRIGGERS));
        let input_changed = !part(&prior, &INPUT).raw_eq(&input);
        let triggers_changed = !part(&prior, &TRIGGERS).raw_eq(&triggers);
        if !input_changed && !triggers_changed {
            proposed
        } else {
            let output = if input_changed { Value::unknown(input.ty()) } else { part(&proposed, &OUTPUT) };
            if triggers_changed {
                requires_replace.push(Path::new().attr(TRIGGERS));
            }
            let id =
                if triggers_changed { Value::unknown_not_null(Type::String) } else { part(&proposed, &ID) };
            object(id, input, output, triggers)
        }
    };
    PlanResponse {
        planned,
        requires_replace,
        private,
        legacy_type_system: false,
        identity,
        deferred: None,
        diags: check_managed(&type_name),
    }
}

pub(crate) fn apply(request: ApplyRequest) -> ApplyResponse {
    let ApplyRequest { type_name, planned, identity, .. } = request;
    let diags = check_managed(&type_name);
    let made = if planned.is_null() {
        planned
    } else {
        let (id, input, output) = (part(&planned, &ID), part(&planned, &INPUT), part(&planned, &OUTPUT));
        // An object that came without an ID, from a state edited by hand, stays without.
        if id.is_known() && output.is_known() {
            planned
        } else {
            let id = if id.is_known() { id } else { new_id() };
            let output = if output.is_known() { output } else { input.clone() };
            object(id, input, output, part(&planned, &TRIGGERS))
        }
    };
    ApplyResponse { object: Some(made), private: no_private(), legacy_type_system: false, identity, diags }
}

fn new_id() -> Value {
    let mut buffer = [0; uuid::fmt::Hyphenated::LENGTH];
    Value::string(SmolStr::new(uuid::Uuid::new_v4().as_hyphenated().encode_lower(&mut buffer)))
}

pub(crate) fn import(request: ImportRequest) -> ImportedObject {
    let nothing = || Value::null(Type::Dynamic);
    ImportedObject {
        object: object(Value::string(request.id), nothing(), nothing(), nothing()),
        type_name: request.type_name,
        private: no_private(),
        identity: None,
    }
}

pub(crate) fn upgrade(request: &UpgradeRequest) -> ObjectResponse {
    let ty = schemas().resources.get(TYPE).expect("its own type").block.implied_type();
    match json::decode(request.attributes.as_bytes(), ty) {
        Ok(object) => ObjectResponse { object, deferred: None, diags: Vec::new() },
        Err(error) => {
            let detail = format!("The stored object is not one of type {TYPE:?}: {error}.");
            no_object(vec![ProviderDiagnostic::error("Invalid stored object", detail)])
        }
    }
}

/// An object of `null_resource`, whose triggers do the same.
pub(crate) fn take_over(request: &MoveRequest) -> Result<Value, ProviderDiagnostics> {
    let is_null_provider = request.source_provider.ends_with("/hashicorp/null");
    if !is_null_provider || request.source_type != "null_resource" {
        let detail = format!(
            "Objects of type {:?} of the provider {:?} cannot become {TYPE:?}. Only those of \"null_resource\" of \
             \"hashicorp/null\" can.",
            request.source_type.as_str(),
            request.source_provider.as_str()
        );
        return Err(vec![ProviderDiagnostic::error("Unsupported source of a move", detail)]);
    }
    let ty = Type::object([("id", Type::String), ("triggers", Type::map(Type::String))]);
    let source = json::decode(request.source_attributes.as_bytes(), &ty).map_err(|error| {
        let detail = format!("The stored object is not one of type \"null_resource\": {error}.");
        vec![ProviderDiagnostic::error("Invalid stored object", detail)]
    })?;
    // Triggers are mostly written as an object, and a map would count as a change of it.
    let triggers = match part(&source, &SmolStr::new_static("triggers")).as_entries() {
        Some(entries) => Value::object(entries.iter().cloned()),
        None => Value::null(Type::Dynamic),
    };
    Ok(object(part(&source, &ID), Value::null(Type::Dynamic), Value::null(Type::Dynamic), triggers))
}
