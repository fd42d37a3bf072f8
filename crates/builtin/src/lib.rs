//! The provider that is part of the program: the resource `terraform_data`, which holds values, and the
//! data source `terraform_remote_state`, which reads the outputs of another state, and the functions that
//! spell values as text of the language and read them again.
//!
//! Nothing here waits for anything, so every answer is ready at once.

mod data;
mod functions;
mod remote_state;
mod schemas;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use addrs::{Provider as ProviderAddr, ResourceMode};
use futures_util::future::{self, BoxFuture};
use provider::*;
use schema::ProviderSchema;
use smol_str::SmolStr;
use value::{Type, Value};

pub use remote_state::{NoRemoteStates, RemoteOutput, RemoteStateError, RemoteStates};
pub use schemas::schemas;

/// The provider `terraform.io/builtin/terraform`.
pub struct BuiltinProvider {
    addr: ProviderAddr,
    states: Arc<dyn RemoteStates>,
}

impl BuiltinProvider {
    /// A provider that reads other states through what is handed in.
    pub fn new(states: Arc<dyn RemoteStates>) -> Self {
        Self { addr: ProviderAddr::builtin(), states }
    }
}

/// Boxes an answer that is there already.
fn ready<'a, T: Send + 'a>(answer: T) -> BoxFuture<'a, T> {
    Box::pin(future::ready(answer))
}

fn unsupported(mode: ResourceMode, type_name: &SmolStr) -> ProviderDiagnostic {
    let (summary, what) = match mode {
        ResourceMode::Managed => ("Unsupported resource type", "resource type"),
        ResourceMode::Data => ("Unsupported data source", "data source"),
        ResourceMode::Ephemeral => ("Unsupported ephemeral resource type", "ephemeral resource type"),
        ResourceMode::List => ("Unsupported list resource type", "list resource type"),
        ResourceMode::Action => ("Unsupported action type", "action type"),
    };
    let detail = format!("The built-in provider has no {what} named {:?}.", type_name.as_str());
    ProviderDiagnostic::error(summary, detail)
}

/// Whether a managed resource type is the one there is.
fn check_managed(type_name: &SmolStr) -> ProviderDiagnostics {
    if type_name == data::TYPE { Vec::new() } else { vec![unsupported(ResourceMode::Managed, type_name)] }
}

impl Provider for BuiltinProvider {
    fn addr(&self) -> &ProviderAddr {
        &self.addr
    }

    fn schema(&self) -> &ProviderSchema {
        schemas()
    }

    fn validate_provider_config(&self, _config: Value) -> BoxFuture<'_, ProviderDiagnostics> {
        ready(Vec::new())
    }

    fn configure(&self, _request: ConfigureRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        ready(Vec::new())
    }

    fn validate_resource_config(&self, request: ValidateRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        ready(match (request.mode, request.type_name.as_str()) {
            (ResourceMode::Managed, data::TYPE) => data::validate(&request.config),
            (ResourceMode::Data, remote_state::TYPE) => {
                remote_state::validate(&*self.states, &request.config)
            }
            _ => vec![unsupported(request.mode, &request.type_name)],
        })
    }

    fn upgrade_resource_state(&self, request: UpgradeRequest) -> BoxFuture<'_, ObjectResponse> {
        let diags = check_managed(&request.type_name);
        ready(if diags.is_empty() { data::upgrade(&request) } else { no_object(diags) })
    }

    fn read_resource(&self, request: ReadRequest) -> BoxFuture<'_, ReadResponse> {
        ready(ReadResponse {
            object: request.current,
            private: request.private,
            identity: request.identity,
            deferred: None,
            diags: check_managed(&request.type_name),
        })
    }

    fn plan_resource_change(&self, request: PlanRequest) -> BoxFuture<'_, PlanResponse> {
        ready(data::plan(request))
    }

    fn apply_resource_change(&self, request: ApplyRequest) -> BoxFuture<'_, ApplyResponse> {
        ready(data::apply(request))
    }

    fn import_resource_state(&self, request: ImportRequest) -> BoxFuture<'_, ImportResponse> {
        let diags = check_managed(&request.type_name);
        let objects = if diags.is_empty() { vec![data::import(request)] } else { Vec::new() };
        ready(ImportResponse { objects, deferred: None, diags })
    }

    fn move_resource_state(&self, request: MoveRequest) -> BoxFuture<'_, MoveResponse> {
        let diags = check_managed(&request.target_type);
        let moved = if diags.is_empty() { data::take_over(&request) } else { Err(diags) };
        let (object, diags) = match moved {
            Ok(object) => (object, Vec::new()),
            Err(diags) => (Value::null(Type::Dynamic), diags),
        };
        ready(MoveResponse { object, private: no_private(), identity: None, diags })
    }

    fn read_data_source(&self, request: ReadDataRequest) -> BoxFuture<'_, ObjectResponse> {
        if request.type_name != remote_state::TYPE {
            return ready(no_object(vec![unsupported(ResourceMode::Data, &request.type_name)]));
        }
        ready(match remote_state::read(&*self.states, &request.config) {
            Ok(object) => ObjectResponse { object, deferred: None, diags: Vec::new() },
            Err(diagnostic) => no_object(vec![diagnostic]),
        })
    }

    fn open_ephemeral(&self, request: OpenEphemeralRequest) -> BoxFuture<'_, OpenEphemeralResponse> {
        ready(OpenEphemeralResponse {
            object: Value::null(Type::Dynamic),
            private: no_private(),
            renew_at: None,
            deferred: None,
            diags: vec![unsupported(ResourceMode::Ephemeral, &request.type_name)],
        })
    }

    fn close_ephemeral(&self, _request: CloseEphemeralRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        ready(Vec::new())
    }

    fn get_functions(&self) -> BoxFuture<'_, FunctionsResponse> {
        ready(FunctionsResponse { functions: functions::signatures(), diags: Vec::new() })
    }

    fn call_function(&self, request: CallFunctionRequest) -> BoxFuture<'_, Result<Value, FunctionError>> {
        ready(functions::call(&request))
    }

    fn stop(&self) -> BoxFuture<'_, ()> {
        ready(())
    }
}

fn no_object(diags: ProviderDiagnostics) -> ObjectResponse {
    ObjectResponse { object: Value::null(Type::Dynamic), deferred: None, diags }
}

fn no_private() -> Private {
    Private::from([])
}
