//! The provider's own configuration, and checks of that of resources.

use addrs::ResourceMode;
use provider::{ConfigureRequest, ProviderDiagnostic, ProviderDiagnostics, ValidateRequest};
use value::Value;

use crate::call::{Call, Context};
use crate::message::{configure_provider, validate_provider_config, validate_resource_config};
use crate::{Method, from_diagnostics, methods};

/// Checks the provider's own configuration.
#[derive(Clone, Debug)]
pub struct ValidateProviderConfig(
    /// The configuration.
    pub Value,
);

impl Call for ValidateProviderConfig {
    type Request = validate_provider_config::Request;
    type Response = validate_provider_config::Response;
    type Answer = ProviderDiagnostics;

    fn method(&self) -> Method {
        methods::VALIDATE_PROVIDER
    }

    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        let config = ctx.value(&self.0, ctx.schema.config.block.implied_type())?;
        Ok(Self::Request { config })
    }

    fn decode(&self, _ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        from_diagnostics(response.diagnostics)
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        vec![why]
    }
}

impl Call for ConfigureRequest {
    type Request = configure_provider::Request;
    type Response = configure_provider::Response;
    type Answer = ProviderDiagnostics;

    fn method(&self) -> Method {
        methods::CONFIGURE
    }

    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        Ok(Self::Request {
            terraform_version: self.terraform_version.to_string(),
            config: ctx.value(&self.config, ctx.schema.config.block.implied_type())?,
            client_capabilities: ctx.capabilities(),
        })
    }

    fn decode(&self, _ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        from_diagnostics(response.diagnostics)
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        vec![why]
    }
}

impl Call for ValidateRequest {
    // Only managed resources have the capabilities; elsewhere they are left out and the message is the same.
    type Request = validate_resource_config::Request;
    type Response = validate_resource_config::Response;
    type Answer = ProviderDiagnostics;

    fn method(&self) -> Method {
        match self.mode {
            ResourceMode::Managed => methods::VALIDATE_RESOURCE,
            ResourceMode::Data => methods::VALIDATE_DATA,
            ResourceMode::Ephemeral => methods::VALIDATE_EPHEMERAL,
            ResourceMode::List => methods::VALIDATE_LIST,
            ResourceMode::Action => methods::VALIDATE_ACTION,
        }
    }

    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        let what = match self.mode {
            ResourceMode::Managed => "resource type",
            ResourceMode::Data => "data source",
            ResourceMode::Ephemeral => "ephemeral resource type",
            ResourceMode::List => "list resource type",
            ResourceMode::Action => "action type",
        };
        let schema = ctx.find(provider::schemas_of(ctx.schema, self.mode), what, &self.type_name)?;
        let managed = self.mode == ResourceMode::Managed;
        Ok(Self::Request {
            type_name: self.type_name.to_string(),
            config: ctx.value(&self.config, schema.block.implied_type())?,
            client_capabilities: ctx.capabilities().filter(|_| managed),
        })
    }

    fn decode(&self, _ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        from_diagnostics(response.diagnostics)
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        vec![why]
    }
}
