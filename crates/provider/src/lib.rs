//! What the engine asks of a provider, in our own types: nothing here knows how a provider is reached.
//!
//! Values in requests and responses carry no marks. A response always comes back; what went wrong is in
//! its diagnostics, whose attribute paths the engine turns into ranges.

mod messages;

use addrs::Provider as ProviderAddr;
use futures_util::future::BoxFuture;
use schema::ProviderSchema;

pub use messages::*;

/// A provider, once for each of its configurations.
pub trait Provider: Send + Sync {
    /// Its source.
    fn addr(&self) -> &ProviderAddr;

    /// Everything it offers.
    fn schema(&self) -> &ProviderSchema;

    /// Checks its own configuration, which may hold unknown values.
    fn validate_provider_config(&self, config: value::Value) -> BoxFuture<'_, ProviderDiagnostics>;

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

    /// Asks for running calls to end soon.
    fn stop(&self) -> BoxFuture<'_, ()>;
}
