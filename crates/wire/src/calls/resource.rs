//! The life of managed objects, and reading data sources.

use std::sync::Arc;

use bytes::Bytes;
use provider::*;
use value::{Type, Value};

use crate::call::{Call, Context, from_deferred, from_private, to_private};
use crate::message::{self, RawState};
use crate::{Method, from_path, methods};

/// Stored attributes: the flat form where there is one.
fn raw(json: &Arc<str>, flat: Option<&std::collections::BTreeMap<String, String>>) -> Option<RawState> {
    Some(match flat {
        Some(flat) => RawState { json: Bytes::new(), flatmap: flat.clone() },
        None => RawState { json: Bytes::copy_from_slice(json.as_bytes()), flatmap: Default::default() },
    })
}

fn nothing() -> Value {
    Value::null(Type::Dynamic)
}

fn version(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

impl Call for UpgradeRequest {
    type Request = message::upgrade_resource_state::Request;
    type Response = message::upgrade_resource_state::Response;
    type Answer = ObjectResponse;

    fn method(&self) -> Method {
        methods::UPGRADE_STATE
    }

    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        ctx.resource(&self.type_name)?;
        Ok(Self::Request {
            type_name: self.type_name.to_string(),
            version: version(self.version),
            raw_state: raw(&self.attributes, self.attributes_flat.as_deref()),
        })
    }

    fn decode(&self, ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        let mut reading = ctx.reading(self.method(), &self.type_name, response.diagnostics);
        let object = reading.object(response.upgraded_state, ctx.resource_type(&self.type_name));
        ObjectResponse { object, deferred: None, diags: reading.diags }
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        ObjectResponse { object: nothing(), deferred: None, diags: vec![why] }
    }
}

impl Call for ReadRequest {
    type Request = message::read_resource::Request;
    type Response = message::read_resource::Response;
    type Answer = ReadResponse;

    fn method(&self) -> Method {
        methods::READ
    }

    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        let ty = ctx.resource(&self.type_name)?.block.implied_type();
        Ok(Self::Request {
            type_name: self.type_name.to_string(),
            current_state: ctx.value(&self.current, ty)?,
            private: to_private(&self.private),
            provider_meta: ctx.meta(&self.provider_meta)?,
            client_capabilities: ctx.capabilities(),
            current_identity: ctx.identity_data(&self.type_name, &self.identity)?,
        })
    }

    fn decode(&self, ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        let mut reading = ctx.reading(self.method(), &self.type_name, response.diagnostics);
        ReadResponse {
            object: reading.object(response.new_state, ctx.resource_type(&self.type_name)),
            private: from_private(response.private),
            identity: reading.identity(&self.type_name, response.new_identity),
            deferred: from_deferred(response.deferred),
            diags: reading.diags,
        }
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        ReadResponse {
            object: self.current.clone(),
            private: self.private.clone(),
            identity: self.identity.clone(),
            deferred: None,
            diags: vec![why],
        }
    }
}

impl Call for PlanRequest {
    type Request = message::plan_resource_change::Request;
    type Response = message::plan_resource_change::Response;
    type Answer = PlanResponse;

    fn method(&self) -> Method {
        methods::PLAN
    }

    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        let ty = ctx.resource(&self.type_name)?.block.implied_type();
        Ok(Self::Request {
            type_name: self.type_name.to_string(),
            prior_state: ctx.value(&self.prior, ty)?,
            proposed_new_state: ctx.value(&self.proposed, ty)?,
            config: ctx.value(&self.config, ty)?,
            prior_private: to_private(&self.private),
            provider_meta: ctx.meta(&self.provider_meta)?,
            client_capabilities: ctx.capabilities(),
            prior_identity: ctx.identity_data(&self.type_name, &self.identity)?,
        })
    }

    fn decode(&self, ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        let mut reading = ctx.reading(self.method(), &self.type_name, response.diagnostics);
        PlanResponse {
            planned: reading.object(response.planned_state, ctx.resource_type(&self.type_name)),
            requires_replace: response.requires_replace.into_iter().map(from_path).collect(),
            private: from_private(response.planned_private),
            legacy_type_system: response.legacy_type_system,
            identity: reading.identity(&self.type_name, response.planned_identity),
            deferred: from_deferred(response.deferred),
            diags: reading.diags,
        }
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        PlanResponse {
            planned: nothing(),
            requires_replace: Vec::new(),
            private: self.private.clone(),
            legacy_type_system: false,
            identity: None,
            deferred: None,
            diags: vec![why],
        }
    }
}

impl Call for ApplyRequest {
    type Request = message::apply_resource_change::Request;
    type Response = message::apply_resource_change::Response;
    type Answer = ApplyResponse;

    fn method(&self) -> Method {
        methods::APPLY
    }

    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        let ty = ctx.resource(&self.type_name)?.block.implied_type();
        Ok(Self::Request {
            type_name: self.type_name.to_string(),
            prior_state: ctx.value(&self.prior, ty)?,
            planned_state: ctx.value(&self.planned, ty)?,
            config: ctx.value(&self.config, ty)?,
            planned_private: to_private(&self.private),
            provider_meta: ctx.meta(&self.provider_meta)?,
            planned_identity: ctx.identity_data(&self.type_name, &self.identity)?,
        })
    }

    fn decode(&self, ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        let mut reading = ctx.reading(self.method(), &self.type_name, response.diagnostics);
        ApplyResponse {
            // What cannot be read says nothing about what is really there.
            object: reading.value(response.new_state, ctx.resource_type(&self.type_name)),
            private: from_private(response.private),
            legacy_type_system: response.legacy_type_system,
            identity: reading.identity(&self.type_name, response.new_identity),
            diags: reading.diags,
        }
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        ApplyResponse {
            object: None,
            private: self.private.clone(),
            legacy_type_system: false,
            identity: None,
            diags: vec![why],
        }
    }
}

impl Call for ImportRequest {
    type Request = message::import_resource_state::Request;
    type Response = message::import_resource_state::Response;
    type Answer = ImportResponse;

    fn method(&self) -> Method {
        methods::IMPORT
    }

    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        ctx.resource(&self.type_name)?;
        if self.identity.is_some() && !ctx.schema.identities.contains(&self.type_name) {
            // Without its identity the request would look for an empty id.
            let detail = format!("The provider {} has no identities for {:?}.", ctx.provider, self.type_name);
            return Err(ProviderDiagnostic::error("Unsupported by provider", detail));
        }
        Ok(Self::Request {
            type_name: self.type_name.to_string(),
            id: self.id.to_string(),
            client_capabilities: ctx.capabilities(),
            identity: ctx.identity_data(&self.type_name, &self.identity)?,
        })
    }

    fn decode(&self, ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        let mut reading = ctx.reading(self.method(), &self.type_name, response.diagnostics);
        let mut objects = Vec::with_capacity(response.imported_resources.len());
        for found in response.imported_resources {
            let schema = match ctx.resource(&found.type_name) {
                Ok(schema) => schema,
                Err(why) => {
                    reading.diags.push(why);
                    continue;
                }
            };
            objects.push(ImportedObject {
                object: reading.object(found.state, schema.block.implied_type()),
                private: from_private(found.private),
                identity: reading.identity(&found.type_name, found.identity),
                type_name: found.type_name.into(),
            });
        }
        ImportResponse { objects, deferred: from_deferred(response.deferred), diags: reading.diags }
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        ImportResponse { objects: Vec::new(), deferred: None, diags: vec![why] }
    }
}

impl Call for MoveRequest {
    type Request = message::move_resource_state::Request;
    type Response = message::move_resource_state::Response;
    type Answer = MoveResponse;

    fn method(&self) -> Method {
        methods::MOVE
    }

    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        ctx.resource(&self.target_type)?;
        Ok(Self::Request {
            source_provider_address: self.source_provider.to_string(),
            source_type_name: self.source_type.to_string(),
            source_schema_version: version(self.source_version),
            source_state: raw(&self.source_attributes, None),
            target_type_name: self.target_type.to_string(),
            source_private: to_private(&self.source_private),
            source_identity: self.source_identity.as_ref().and_then(|(identity, _)| raw(identity, None)),
            source_identity_schema_version: self.source_identity.as_ref().map_or(0, |(_, at)| version(*at)),
        })
    }

    fn decode(&self, ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        let mut reading = ctx.reading(self.method(), &self.target_type, response.diagnostics);
        MoveResponse {
            object: reading.object(response.target_state, ctx.resource_type(&self.target_type)),
            private: from_private(response.target_private),
            identity: reading.identity(&self.target_type, response.target_identity),
            diags: reading.diags,
        }
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        MoveResponse { object: nothing(), private: Private::from([]), identity: None, diags: vec![why] }
    }
}

impl Call for GenerateConfigRequest {
    type Request = message::generate_resource_config::Request;
    type Response = message::generate_resource_config::Response;
    type Answer = ObjectResponse;

    fn method(&self) -> Method {
        methods::GENERATE_CONFIG
    }

    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        let ty = ctx.resource(&self.type_name)?.block.implied_type();
        Ok(Self::Request { type_name: self.type_name.to_string(), state: ctx.value(&self.object, ty)? })
    }

    fn decode(&self, ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        let mut reading = ctx.reading(self.method(), &self.type_name, response.diagnostics);
        let object = reading.object(response.config, ctx.resource_type(&self.type_name));
        ObjectResponse { object, deferred: None, diags: reading.diags }
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        ObjectResponse { object: nothing(), deferred: None, diags: vec![why] }
    }
}

impl Call for ReadDataRequest {
    type Request = message::read_data_source::Request;
    type Response = message::read_data_source::Response;
    type Answer = ObjectResponse;

    fn method(&self) -> Method {
        methods::READ_DATA
    }

    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        let schema = ctx.find(&ctx.schema.data_sources, "data source", &self.type_name)?;
        Ok(Self::Request {
            type_name: self.type_name.to_string(),
            config: ctx.value(&self.config, schema.block.implied_type())?,
            provider_meta: ctx.meta(&self.provider_meta)?,
            client_capabilities: ctx.capabilities(),
        })
    }

    fn decode(&self, ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        let mut reading = ctx.reading(self.method(), &self.type_name, response.diagnostics);
        let schema = ctx.schema.data_sources.get(&self.type_name);
        let ty = schema.map_or(&Type::Dynamic, |schema| schema.block.implied_type());
        let object = reading.object(response.state, ty);
        ObjectResponse { object, deferred: from_deferred(response.deferred), diags: reading.diags }
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        ObjectResponse { object: nothing(), deferred: None, diags: vec![why] }
    }
}
