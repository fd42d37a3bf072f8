//! Lists of what there is, and stored identities.

use std::sync::Arc;

use bytes::Bytes;
use provider::{
    IdentityResponse, ListEvent, ListRequest, ProviderDiagnostic, ProviderDiagnostics,
    UpgradeIdentityRequest, ValidateListRequest,
};

use crate::call::{Call, Context, StreamCall};
use crate::message::{RawState, list_resource, upgrade_resource_identity, validate_config};
use crate::{Method, from_diagnostics, methods};

impl Call for UpgradeIdentityRequest {
    type Request = upgrade_resource_identity::Request;
    type Response = upgrade_resource_identity::Response;
    type Answer = IdentityResponse;

    fn method(&self) -> Method {
        methods::UPGRADE_IDENTITY
    }

    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        ctx.resource(&self.type_name)?;
        let json = Bytes::copy_from_slice(self.identity.as_bytes());
        Ok(Self::Request {
            type_name: self.type_name.to_string(),
            version: i64::try_from(self.version).unwrap_or(i64::MAX),
            raw_identity: Some(RawState { json, flatmap: Default::default() }),
        })
    }

    fn decode(&self, ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        let mut reading = ctx.reading(self.method(), &self.type_name, response.diagnostics);
        let identity = reading.identity(&self.type_name, response.upgraded_identity);
        IdentityResponse { identity, diags: reading.diags }
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        IdentityResponse { identity: None, diags: vec![why] }
    }
}

fn schema<'a>(ctx: &Context<'a>, type_name: &str) -> Result<&'a Arc<schema::Schema>, ProviderDiagnostic> {
    ctx.find(&ctx.schema.list_resources, "list resource type", type_name)
}

impl Call for ValidateListRequest {
    type Request = validate_config::Request;
    type Response = validate_config::Response;
    type Answer = ProviderDiagnostics;

    fn method(&self) -> Method {
        methods::VALIDATE_LIST
    }

    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        let config = ctx.value(&self.config, schema(ctx, &self.type_name)?.block.implied_type())?;
        Ok(Self::Request { type_name: self.type_name.to_string(), config })
    }

    fn decode(&self, _ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        from_diagnostics(response.diagnostics)
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        vec![why]
    }
}

impl StreamCall for ListRequest {
    type Request = list_resource::Request;
    type Event = list_resource::Event;
    type Answer = ListEvent;

    fn method(&self) -> Method {
        methods::LIST
    }

    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        ctx.resource(&self.type_name)?;
        Ok(Self::Request {
            type_name: self.type_name.to_string(),
            config: ctx.value(&self.config, schema(ctx, &self.type_name)?.block.implied_type())?,
            include_resource_object: self.include_object,
            limit: i64::try_from(self.limit).unwrap_or(i64::MAX),
        })
    }

    fn decode(&self, ctx: &Context<'_>, event: Self::Event) -> (Self::Answer, bool) {
        let mut reading = ctx.reading(self.method(), &self.type_name, event.diagnostic);
        let identity = reading.identity(&self.type_name, event.identity);
        if identity.is_none() && reading.diags.is_empty() {
            reading.invalid("an event without an identity");
        }
        let ty = ctx.resource_type(&self.type_name);
        let object = event.resource_object.and_then(|object| reading.value(Some(object), ty));
        let display_name = event.display_name;
        (ListEvent { identity, display_name, object, diags: reading.diags }, false)
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        ListEvent { identity: None, display_name: String::new(), object: None, diags: vec![why] }
    }

    fn ended(&self, _ctx: &Context<'_>) -> Option<Self::Answer> {
        None
    }
}
