//! Ephemeral resources.

use bytes::Bytes;
use provider::*;
use value::{Type, Value};

use crate::call::{Call, Context, from_deferred, from_private, to_private};
use crate::{Method, from_diagnostics, message, methods};

/// What the provider kept, or nothing where it kept nothing: the protocol tells the two apart.
fn kept(private: &Private) -> Option<Bytes> {
    (!private.is_empty()).then(|| to_private(private))
}

fn seconds(at: Option<prost_types::Timestamp>) -> Option<u64> {
    at.map(|at| u64::try_from(at.seconds).unwrap_or(0))
}

impl Call for OpenEphemeralRequest {
    type Request = message::open_ephemeral_resource::Request;
    type Response = message::open_ephemeral_resource::Response;
    type Answer = OpenEphemeralResponse;

    fn method(&self) -> Method {
        methods::OPEN_EPHEMERAL
    }

    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        let catalog = &ctx.schema.ephemeral_resources;
        let schema = ctx.find(catalog, "ephemeral resource type", &self.type_name)?;
        Ok(Self::Request {
            type_name: self.type_name.to_string(),
            config: ctx.value(&self.config, schema.block.implied_type())?,
            client_capabilities: ctx.capabilities(),
        })
    }

    fn decode(&self, ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        let mut reading = ctx.reading(self.method(), &self.type_name, response.diagnostics);
        let schema = ctx.schema.ephemeral_resources.get(&self.type_name);
        let ty = schema.map_or(&Type::Dynamic, |schema| schema.block.implied_type());
        OpenEphemeralResponse {
            object: reading.object(response.result, ty),
            private: from_private(response.private.unwrap_or_default()),
            renew_at: seconds(response.renew_at),
            deferred: from_deferred(response.deferred),
            diags: reading.diags,
        }
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        OpenEphemeralResponse {
            object: Value::null(Type::Dynamic),
            private: Private::from([]),
            renew_at: None,
            deferred: None,
            diags: vec![why],
        }
    }
}

impl Call for RenewEphemeralRequest {
    type Request = message::renew_ephemeral_resource::Request;
    type Response = message::renew_ephemeral_resource::Response;
    type Answer = RenewEphemeralResponse;

    fn method(&self) -> Method {
        methods::RENEW_EPHEMERAL
    }

    fn encode(&self, _ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        Ok(Self::Request { type_name: self.type_name.to_string(), private: kept(&self.private) })
    }

    fn decode(&self, _ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        RenewEphemeralResponse {
            private: from_private(response.private.unwrap_or_default()),
            renew_at: seconds(response.renew_at),
            diags: from_diagnostics(response.diagnostics),
        }
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        RenewEphemeralResponse { private: self.private.clone(), renew_at: None, diags: vec![why] }
    }
}

impl Call for CloseEphemeralRequest {
    type Request = message::close_ephemeral_resource::Request;
    type Response = message::close_ephemeral_resource::Response;
    type Answer = ProviderDiagnostics;

    fn method(&self) -> Method {
        methods::CLOSE_EPHEMERAL
    }

    fn encode(&self, _ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        Ok(Self::Request { type_name: self.type_name.to_string(), private: kept(&self.private) })
    }

    fn decode(&self, _ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        from_diagnostics(response.diagnostics)
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        vec![why]
    }
}
