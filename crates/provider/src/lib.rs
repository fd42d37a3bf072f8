//! What the engine asks of a provider, in our own types: nothing here knows how a provider is reached.
//!
//! Values in requests and responses carry no marks. A response always comes back; what went wrong is in
//! its diagnostics, whose attribute paths the engine turns into ranges.

mod actions;
mod ephemeral;
mod functions;
mod list;
mod messages;
mod state_store;

use std::sync::Arc;

use addrs::Provider as ProviderAddr;
use futures_util::future::{BoxFuture, FutureExt, ready};
use futures_util::stream::{BoxStream, StreamExt, once};
use schema::{Catalog, ProviderSchema};
use value::{Type, Value};

pub use actions::*;
pub use ephemeral::*;
pub use functions::*;
pub use list::*;
pub use messages::*;
pub use state_store::*;

/// What a provider without a feature answers when it is asked for it.
fn unsupported(addr: &ProviderAddr, feature: &str) -> ProviderDiagnostic {
    let detail = format!("The provider {addr} has no support for {feature}.");
    ProviderDiagnostic::error("Unsupported by provider", detail)
}

fn unsupported_only(addr: &ProviderAddr, feature: &str) -> BoxFuture<'static, ProviderDiagnostics> {
    ready(vec![unsupported(addr, feature)]).boxed()
}

/// A provider, once for each of its configurations.
pub trait Provider: Send + Sync {
    /// Its source.
    fn addr(&self) -> &ProviderAddr;

    /// Everything it offers.
    fn schema(&self) -> &ProviderSchema;

    /// Checks its own configuration, which may hold unknown values.
    fn validate_provider_config(&self, config: Value) -> BoxFuture<'_, ProviderDiagnostics>;

    /// Gives it its configuration.
    fn configure(&self, request: ConfigureRequest) -> BoxFuture<'_, ProviderDiagnostics>;

    /// Checks the configuration of a resource of any mode, which may hold unknown values.
    fn validate_resource_config(&self, request: ValidateRequest) -> BoxFuture<'_, ProviderDiagnostics>;

    /// Brings a stored object to the version of the schema.
    fn upgrade_resource_state(&self, request: UpgradeRequest) -> BoxFuture<'_, ObjectResponse>;

    /// Looks at what there really is.
    fn read_resource(&self, request: ReadRequest) -> BoxFuture<'_, ReadResponse>;

    /// Says what a change would lead to.
    fn plan_resource_change(&self, request: PlanRequest) -> BoxFuture<'_, PlanResponse>;

    /// Makes a change.
    fn apply_resource_change(&self, request: ApplyRequest) -> BoxFuture<'_, ApplyResponse>;

    /// Finds an object by its id, to be managed from now on.
    fn import_resource_state(&self, request: ImportRequest) -> BoxFuture<'_, ImportResponse>;

    /// Takes over an object that was of another type.
    fn move_resource_state(&self, request: MoveRequest) -> BoxFuture<'_, MoveResponse>;

    /// Reads a data source.
    fn read_data_source(&self, request: ReadDataRequest) -> BoxFuture<'_, ObjectResponse>;

    /// Opens an ephemeral resource.
    fn open_ephemeral(&self, request: OpenEphemeralRequest) -> BoxFuture<'_, OpenEphemeralResponse>;

    /// Closes an ephemeral resource.
    fn close_ephemeral(&self, request: CloseEphemeralRequest) -> BoxFuture<'_, ProviderDiagnostics>;

    /// Keeps an ephemeral resource open.
    fn renew_ephemeral(&self, request: RenewEphemeralRequest) -> BoxFuture<'_, RenewEphemeralResponse> {
        let diags = vec![unsupported(self.addr(), "the renewal of ephemeral resources")];
        ready(RenewEphemeralResponse { private: request.private, renew_at: None, diags }).boxed()
    }

    /// Brings a stored identity to the version of its schema.
    fn upgrade_resource_identity(&self, _request: UpgradeIdentityRequest) -> BoxFuture<'_, IdentityResponse> {
        let diags = vec![unsupported(self.addr(), "resource identities")];
        ready(IdentityResponse { identity: None, diags }).boxed()
    }

    /// Makes configuration from an object.
    fn generate_resource_config(&self, _request: GenerateConfigRequest) -> BoxFuture<'_, ObjectResponse> {
        let diags = vec![unsupported(self.addr(), "generated configuration")];
        ready(ObjectResponse { object: Value::null(Type::Dynamic), deferred: None, diags }).boxed()
    }

    /// The functions alone, for who has no schema or an old one.
    fn get_functions(&self) -> BoxFuture<'_, FunctionsResponse> {
        let diags = vec![unsupported(self.addr(), "functions")];
        ready(FunctionsResponse { functions: Catalog::default(), diags }).boxed()
    }

    /// Calls a function.
    fn call_function(&self, request: CallFunctionRequest) -> BoxFuture<'_, Result<Value, FunctionError>> {
        let text = format!("the provider {} has no function {:?}", self.addr(), request.name.as_str());
        ready(Err(FunctionError { text, argument: None })).boxed()
    }

    /// Checks the configuration of a list, which may hold unknown values.
    fn validate_list_config(&self, _request: ValidateListRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        unsupported_only(self.addr(), "list resources")
    }

    /// Lists what there is. Who has enough drops the stream.
    fn list_resource(&self, _request: ListRequest) -> BoxStream<'_, ListEvent> {
        let diags = vec![unsupported(self.addr(), "list resources")];
        let event = ListEvent { identity: None, display_name: String::new(), object: None, diags };
        once(ready(event)).boxed()
    }

    /// Checks the configuration of an action, which may hold unknown values.
    fn validate_action_config(&self, _request: ActionRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        unsupported_only(self.addr(), "actions")
    }

    /// Says whether an action could be done.
    fn plan_action(&self, _request: ActionRequest) -> BoxFuture<'_, PlanActionResponse> {
        let diags = vec![unsupported(self.addr(), "actions")];
        ready(PlanActionResponse { deferred: None, diags }).boxed()
    }

    /// Does an action. The last event is always that it is over.
    fn invoke_action(&self, _request: ActionRequest) -> BoxStream<'_, ActionEvent> {
        once(ready(ActionEvent::Completed(vec![unsupported(self.addr(), "actions")]))).boxed()
    }

    /// Checks the configuration of a place for state.
    fn validate_state_store_config(&self, _request: StateStoreRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        unsupported_only(self.addr(), "state stores")
    }

    /// Gives a place for state its configuration. Comes before every other call about states.
    fn configure_state_store(&self, _request: StateStoreRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        unsupported_only(self.addr(), "state stores")
    }

    /// Reads a state.
    fn read_state(&self, _request: StateRequest) -> BoxFuture<'_, ReadStateResponse> {
        let diags = vec![unsupported(self.addr(), "state stores")];
        ready(ReadStateResponse { bytes: bytes::Bytes::new(), diags }).boxed()
    }

    /// Writes a state.
    fn write_state(&self, _request: WriteStateRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        unsupported_only(self.addr(), "state stores")
    }

    /// Keeps others from a state.
    fn lock_state(&self, _request: LockStateRequest) -> BoxFuture<'_, LockStateResponse> {
        let diags = vec![unsupported(self.addr(), "state stores")];
        ready(LockStateResponse { lock_id: String::new(), diags }).boxed()
    }

    /// Gives a lock back.
    fn unlock_state(&self, _request: UnlockStateRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        unsupported_only(self.addr(), "state stores")
    }

    /// Says which states a place has.
    fn list_states(&self, _type_name: smol_str::SmolStr) -> BoxFuture<'_, StatesResponse> {
        let diags = vec![unsupported(self.addr(), "state stores")];
        ready(StatesResponse { state_ids: Vec::new(), diags }).boxed()
    }

    /// Removes a state.
    fn delete_state(&self, _request: StateRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        unsupported_only(self.addr(), "state stores")
    }

    /// The same for calls about one resource, by its address in the configuration; nothing where that is no different.
    fn for_resource(&self, _address: &str) -> Option<Arc<dyn Provider>> {
        None
    }

    /// Asks for running calls to end soon.
    fn stop(&self) -> BoxFuture<'_, ()>;
}
