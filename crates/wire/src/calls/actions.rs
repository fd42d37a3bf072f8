//! Actions.

use std::sync::Arc;

use provider::{ActionEvent, ActionRequest, PlanActionResponse, ProviderDiagnostic, ProviderDiagnostics};

use crate::call::{Call, Context, StreamCall, from_deferred};
use crate::message::invoke_action::event::Type as Event;
use crate::message::{invoke_action, plan_action, validate_config};
use crate::{Method, from_diagnostics, methods};

/// Checks the configuration of an action.
#[derive(Clone, Debug)]
pub struct ValidateAction(
    /// The action.
    pub ActionRequest,
);

/// Asks whether an action could be done.
#[derive(Clone, Debug)]
pub struct PlanAction(
    /// The action.
    pub ActionRequest,
);

/// Does an action.
#[derive(Clone, Debug)]
pub struct InvokeAction(
    /// The action.
    pub ActionRequest,
);

fn schema<'a>(ctx: &Context<'a>, type_name: &str) -> Result<&'a Arc<schema::Schema>, ProviderDiagnostic> {
    ctx.find(&ctx.schema.actions, "action type", type_name)
}

impl Call for ValidateAction {
    type Request = validate_config::Request;
    type Response = validate_config::Response;
    type Answer = ProviderDiagnostics;

    fn method(&self) -> Method {
        methods::VALIDATE_ACTION
    }

    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        let config = ctx.value(&self.0.config, schema(ctx, &self.0.type_name)?.block.implied_type())?;
        Ok(Self::Request { type_name: self.0.type_name.to_string(), config })
    }

    fn decode(&self, _ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        from_diagnostics(response.diagnostics)
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        vec![why]
    }
}

impl Call for PlanAction {
    type Request = plan_action::Request;
    type Response = plan_action::Response;
    type Answer = PlanActionResponse;

    fn method(&self) -> Method {
        methods::PLAN_ACTION
    }

    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        let config = ctx.value(&self.0.config, schema(ctx, &self.0.type_name)?.block.implied_type())?;
        let client_capabilities = ctx.capabilities();
        Ok(Self::Request { action_type: self.0.type_name.to_string(), config, client_capabilities })
    }

    fn decode(&self, _ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        let deferred = from_deferred(response.deferred);
        PlanActionResponse { deferred, diags: from_diagnostics(response.diagnostics) }
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        PlanActionResponse { deferred: None, diags: vec![why] }
    }
}

impl StreamCall for InvokeAction {
    type Request = invoke_action::Request;
    type Event = invoke_action::Event;
    type Answer = ActionEvent;

    fn method(&self) -> Method {
        methods::INVOKE_ACTION
    }

    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        let config = ctx.value(&self.0.config, schema(ctx, &self.0.type_name)?.block.implied_type())?;
        let client_capabilities = ctx.capabilities();
        Ok(Self::Request { action_type: self.0.type_name.to_string(), config, client_capabilities })
    }

    fn decode(&self, _ctx: &Context<'_>, event: Self::Event) -> (Self::Answer, bool) {
        match event.r#type {
            Some(Event::Progress(progress)) => (ActionEvent::Progress(progress.message), false),
            Some(Event::Completed(completed)) => {
                (ActionEvent::Completed(from_diagnostics(completed.diagnostics)), true)
            }
            // An event of a kind that is not known yet: nothing to tell.
            None => (ActionEvent::Progress(String::new()), false),
        }
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        ActionEvent::Completed(vec![why])
    }

    fn ended(&self, ctx: &Context<'_>) -> Option<Self::Answer> {
        let mut reading = ctx.reading(self.method(), &self.0.type_name, Vec::new());
        reading.invalid("no word on whether the action was completed");
        Some(ActionEvent::Completed(reading.diags))
    }
}
