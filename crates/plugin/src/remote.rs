//! A provider behind a connection. Every method of the trait is one call of `wire`; what is here is how any call is
//! made and what becomes of one that fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use addrs::Provider as ProviderAddr;
use futures_util::stream::{self, BoxStream, StreamExt};
use futures_util::{FutureExt, future::BoxFuture};
use prost::Message;
use provider::*;
use schema::ProviderSchema;
use smol_str::SmolStr;
use tokio::time::timeout;
use tonic::client::Grpc;
use tonic::codegen::http::uri::PathAndQuery;
use tonic::transport::Channel;
use tonic::{Code, Request, Status, Streaming};
use tonic_prost::ProstCodec;
use value::Value;
use wire::{Call, Context, Method, StreamCall, Version, goplugin, message, methods};

use crate::process::{Process, Voice};
use crate::schema_cache::{Answers, SchemaCache};
use crate::{Address, PluginError, status};

/// How long an answer to the wish that a provider ends is waited for.
const GOODBYE: Duration = Duration::from_secs(2);

/// Whose process it is.
pub(crate) enum Life {
    /// Ours.
    Started { process: Box<Process>, address: Address },
    /// Somebody else's; a test ends it by itself.
    Attached { test: bool },
}

/// A provider behind a connection.
pub struct RemoteProvider {
    addr: ProviderAddr,
    version: Version,
    schema: Arc<ProviderSchema>,
    grpc: Grpc<Channel>,
    life: Life,
    over: AtomicBool,
    deferral_allowed: AtomicBool,
    chunk_bytes: AtomicUsize,
}

impl RemoteProvider {
    /// Asks what the provider offers, as far as it must be asked.
    pub(crate) async fn open(
        addr: ProviderAddr,
        version: Version,
        grpc: Grpc<Channel>,
        life: Life,
        known: Option<Arc<ProviderSchema>>,
        cache: Option<(SchemaCache, String)>,
    ) -> Result<Self, PluginError> {
        let mut remote = Self {
            addr,
            version,
            schema: Arc::default(),
            grpc,
            life,
            over: AtomicBool::new(false),
            deferral_allowed: AtomicBool::new(false),
            chunk_bytes: AtomicUsize::new(1),
        };
        match known {
            Some(schema) if schema.capabilities.schema_optional => remote.schema = schema,
            // Without that promise a provider may prepare itself while it answers, so it is asked.
            Some(schema) => {
                remote.ask_for_schema().await?;
                remote.schema = schema;
            }
            None => {
                let answers = remote.ask_for_everything().await?;
                if let Some((cache, key)) = cache {
                    cache.store(&key, &answers);
                }
                let schema = answers.into_schema().map_err(|why| remote.no_schema(&why))?;
                remote.schema = Arc::new(schema);
            }
        }
        Ok(remote)
    }

    /// What the provider offers, to be given to the next process of the same program.
    pub fn shared_schema(&self) -> &Arc<ProviderSchema> {
        &self.schema
    }

    /// Which version of the protocol is spoken.
    pub fn version(&self) -> Version {
        self.version
    }

    /// Ends the provider: asks it to, and kills it where it does not. The second time nothing happens.
    pub async fn shutdown(&self) {
        if self.over.swap(true, Ordering::Relaxed) {
            return;
        }
        if matches!(self.life, Life::Attached { test: true }) {
            return;
        }
        let path = "/plugin.GRPCController/Shutdown";
        let goodbye = self.unary::<_, goplugin::Empty>(path, goplugin::Empty {});
        let _ = timeout(GOODBYE, goodbye).await;
        if let Life::Started { process, address } = &self.life {
            process.end().await;
            remove_socket(address);
        }
    }

    fn no_schema(&self, why: &str) -> PluginError {
        PluginError::Schema {
            provider: Box::new(self.addr.clone()),
            why: format!("{why}. This is a bug in the provider."),
        }
    }

    async fn ask_for_schema(&self) -> Result<message::get_provider_schema::Response, PluginError> {
        let request = message::get_provider_schema::Request {};
        let answer: message::get_provider_schema::Response =
            self.ask(methods::GET_SCHEMA, request).await.map_err(|found| self.unreadable(&found))?;
        self.check(&answer.diagnostics)?;
        Ok(answer)
    }

    async fn ask_for_everything(&self) -> Result<Answers, PluginError> {
        let schema = self.ask_for_schema().await?;
        let request = message::get_resource_identity_schemas::Request {};
        let path = methods::GET_IDENTITY_SCHEMAS.path(self.version).unwrap_or_default();
        let identities: message::get_resource_identity_schemas::Response =
            match self.unary(path, request).await {
                Ok(answer) => answer,
                // Providers made before there were identities have none.
                Err(status) if status.code() == Code::Unimplemented => Default::default(),
                Err(status) => {
                    return Err(self.unreadable(&self.describe(methods::GET_IDENTITY_SCHEMAS, &status).await));
                }
            };
        self.check(&identities.diagnostics)?;
        Ok(Answers { version: self.version, schema, identities })
    }

    fn unreadable(&self, found: &ProviderDiagnostic) -> PluginError {
        let why = format!("{}: {}", found.summary, found.detail);
        PluginError::Schema { provider: Box::new(self.addr.clone()), why }
    }

    fn check(&self, diagnostics: &[message::Diagnostic]) -> Result<(), PluginError> {
        let found = diagnostics.iter().cloned().map(wire::from_diagnostic);
        match found.into_iter().find(|found| found.severity == diag::Severity::Error) {
            Some(found) => Err(self.unreadable(&found)),
            None => Ok(()),
        }
    }

    fn context(&self) -> Context<'_> {
        Context {
            provider: &self.addr,
            schema: &self.schema,
            deferral_allowed: self.deferral_allowed.load(Ordering::Relaxed),
        }
    }

    async fn unary<M, R>(&self, path: &'static str, request: M) -> Result<R, Status>
    where
        M: Message + Send + Sync + 'static,
        R: Message + Default + Send + Sync + 'static,
    {
        let mut grpc = self.grpc.clone();
        ready(&mut grpc).await?;
        let path = PathAndQuery::from_static(path);
        grpc.unary(Request::new(request), path, ProstCodec::default()).await.map(tonic::Response::into_inner)
    }

    async fn ask<M, R>(&self, method: Method, request: M) -> Result<R, ProviderDiagnostic>
    where
        M: Message + Send + Sync + 'static,
        R: Message + Default + Send + Sync + 'static,
    {
        let path = self.path(method)?;
        match self.unary(path, request).await {
            Ok(answer) => Ok(answer),
            Err(status) => Err(self.describe(method, &status).await),
        }
    }

    fn path(&self, method: Method) -> Result<&'static str, ProviderDiagnostic> {
        method.path(self.version).ok_or_else(|| {
            let status = Status::new(Code::Unimplemented, "");
            status::describe(&self.addr, method.name, &status, None, None)
        })
    }

    async fn describe(&self, method: Method, found: &Status) -> ProviderDiagnostic {
        let Life::Started { process, .. } = &self.life else {
            return status::describe(&self.addr, method.name, found, None, None);
        };
        let broken = std::error::Error::source(found).is_some() || found.code() == Code::Unavailable;
        let ended = if broken { process.ended().await } else { None };
        status::describe(&self.addr, method.name, found, ended, process.voice.take_crash())
    }

    async fn call<C: Call>(&self, call: C) -> C::Answer {
        let context = self.context();
        let request = match call.encode(&context) {
            Ok(request) => request,
            Err(why) => return call.failed(why),
        };
        match self.ask(call.method(), request).await {
            Ok(response) => call.decode(&context, response),
            Err(why) => call.failed(why),
        }
    }

    async fn events<C: StreamCall>(&self, call: &C) -> Result<Streaming<C::Event>, ProviderDiagnostic> {
        let request = call.encode(&self.context())?;
        let path = PathAndQuery::from_static(self.path(call.method())?);
        let mut grpc = self.grpc.clone();
        let opened = match ready(&mut grpc).await {
            Ok(()) => grpc.server_streaming(Request::new(request), path, ProstCodec::default()).await,
            Err(status) => Err(status),
        };
        match opened {
            Ok(events) => Ok(events.into_inner()),
            Err(status) => Err(self.describe(call.method(), &status).await),
        }
    }

    fn stream<C: StreamCall>(&self, call: C) -> BoxStream<'_, C::Answer> {
        enum At<C: StreamCall> {
            Start(C),
            Open(C, Box<Streaming<C::Event>>),
            End,
        }
        let next = move |at: At<C>| async move {
            let (call, mut events) = match at {
                At::Start(call) => match self.events(&call).await {
                    Ok(events) => (call, Box::new(events)),
                    Err(why) => return Some((call.failed(why), At::End)),
                },
                At::Open(call, events) => (call, events),
                At::End => return None,
            };
            match events.message().await {
                Ok(Some(event)) => {
                    let (answer, last) = call.decode(&self.context(), event);
                    Some((answer, if last { At::End } else { At::Open(call, events) }))
                }
                Ok(None) => call.ended(&self.context()).map(|answer| (answer, At::End)),
                Err(status) => {
                    let why = self.describe(call.method(), &status).await;
                    Some((call.failed(why), At::End))
                }
            }
        };
        stream::unfold(At::Start(call), next).boxed()
    }

    async fn send_state(
        &self,
        request: WriteStateRequest,
    ) -> Result<ProviderDiagnostics, ProviderDiagnostic> {
        let path = PathAndQuery::from_static(self.path(methods::WRITE_STATE)?);
        let pieces = wire::state_chunks(request, self.chunk_bytes.load(Ordering::Relaxed));
        let mut grpc = self.grpc.clone();
        let sent = match ready(&mut grpc).await {
            Ok(()) => {
                let codec: ProstCodec<_, message::write_state_bytes::Response> = ProstCodec::default();
                grpc.client_streaming(Request::new(stream::iter(pieces)), path, codec).await
            }
            Err(status) => Err(status),
        };
        match sent {
            Ok(answer) => Ok(wire::from_diagnostics(answer.into_inner().diagnostics)),
            Err(status) => Err(self.describe(methods::WRITE_STATE, &status).await),
        }
    }
}

/// Waits for the connection to take a request. What it says otherwise is about a broken connection.
async fn ready(grpc: &mut Grpc<Channel>) -> Result<(), Status> {
    grpc.ready().await.map_err(|error| Status::from_error(Box::new(error)))
}

impl Drop for RemoteProvider {
    fn drop(&mut self) {
        if let Life::Started { address, .. } = &self.life
            && !self.over.load(Ordering::Relaxed)
        {
            remove_socket(address);
        }
    }
}

/// A provider that was killed could not tidy up.
fn remove_socket(address: &Address) {
    if let Address::Unix(path) = address {
        let _ = std::fs::remove_file(path);
    }
}

/// Reads what the provider prints, as long as there is a connection. A provider need not offer that.
pub(crate) fn listen(mut grpc: Grpc<Channel>, voice: Arc<Voice>) {
    tokio::spawn(async move {
        if ready(&mut grpc).await.is_err() {
            return;
        }
        let path = PathAndQuery::from_static("/plugin.GRPCStdio/StreamStdio");
        let codec: ProstCodec<_, goplugin::StdioData> = ProstCodec::default();
        let Ok(opened) = grpc.server_streaming(Request::new(goplugin::Empty {}), path, codec).await else {
            return;
        };
        // The stream alone must not keep the connection.
        drop(grpc);
        let mut data = opened.into_inner();
        while let Ok(Some(printed)) = data.message().await {
            let stderr = printed.channel() == goplugin::stdio_data::Channel::Stderr;
            voice.printed(if stderr { "stderr" } else { "stdout" }, &printed.data);
        }
    });
}

impl Provider for RemoteProvider {
    fn addr(&self) -> &ProviderAddr {
        &self.addr
    }

    fn schema(&self) -> &ProviderSchema {
        &self.schema
    }

    fn validate_provider_config(&self, config: Value) -> BoxFuture<'_, ProviderDiagnostics> {
        self.call(wire::ValidateProviderConfig(config)).boxed()
    }

    fn configure(&self, request: ConfigureRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        // What is allowed once is allowed in every later call.
        self.deferral_allowed.store(request.deferral_allowed, Ordering::Relaxed);
        self.call(request).boxed()
    }

    fn validate_resource_config(&self, request: ValidateRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        self.call(request).boxed()
    }

    fn upgrade_resource_state(&self, request: UpgradeRequest) -> BoxFuture<'_, ObjectResponse> {
        self.call(request).boxed()
    }

    fn read_resource(&self, request: ReadRequest) -> BoxFuture<'_, ReadResponse> {
        self.call(request).boxed()
    }

    fn plan_resource_change(&self, request: PlanRequest) -> BoxFuture<'_, PlanResponse> {
        self.call(request).boxed()
    }

    fn apply_resource_change(&self, request: ApplyRequest) -> BoxFuture<'_, ApplyResponse> {
        self.call(request).boxed()
    }

    fn import_resource_state(&self, request: ImportRequest) -> BoxFuture<'_, ImportResponse> {
        self.call(request).boxed()
    }

    fn move_resource_state(&self, request: MoveRequest) -> BoxFuture<'_, MoveResponse> {
        self.call(request).boxed()
    }

    fn read_data_source(&self, request: ReadDataRequest) -> BoxFuture<'_, ObjectResponse> {
        self.call(request).boxed()
    }

    fn open_ephemeral(&self, request: OpenEphemeralRequest) -> BoxFuture<'_, OpenEphemeralResponse> {
        self.call(request).boxed()
    }

    fn renew_ephemeral(&self, request: RenewEphemeralRequest) -> BoxFuture<'_, RenewEphemeralResponse> {
        self.call(request).boxed()
    }

    fn close_ephemeral(&self, request: CloseEphemeralRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        self.call(request).boxed()
    }

    fn upgrade_resource_identity(&self, request: UpgradeIdentityRequest) -> BoxFuture<'_, IdentityResponse> {
        self.call(request).boxed()
    }

    fn generate_resource_config(&self, request: GenerateConfigRequest) -> BoxFuture<'_, ObjectResponse> {
        self.call(request).boxed()
    }

    fn get_functions(&self) -> BoxFuture<'_, FunctionsResponse> {
        self.call(wire::GetFunctions).boxed()
    }

    fn call_function(&self, request: CallFunctionRequest) -> BoxFuture<'_, Result<Value, FunctionError>> {
        self.call(request).boxed()
    }

    fn validate_list_config(&self, request: ValidateListRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        self.call(request).boxed()
    }

    fn list_resource(&self, request: ListRequest) -> BoxStream<'_, ListEvent> {
        self.stream(request)
    }

    fn validate_action_config(&self, request: ActionRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        self.call(wire::ValidateAction(request)).boxed()
    }

    fn plan_action(&self, request: ActionRequest) -> BoxFuture<'_, PlanActionResponse> {
        self.call(wire::PlanAction(request)).boxed()
    }

    fn invoke_action(&self, request: ActionRequest) -> BoxStream<'_, ActionEvent> {
        self.stream(wire::InvokeAction(request))
    }

    fn validate_state_store_config(&self, request: StateStoreRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        self.call(wire::ValidateStateStore(request)).boxed()
    }

    fn configure_state_store(&self, request: StateStoreRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        let configured = async {
            let (bytes, diags) = self.call(wire::ConfigureStateStore(request)).await;
            self.chunk_bytes.store(bytes.max(1), Ordering::Relaxed);
            diags
        };
        configured.boxed()
    }

    fn read_state(&self, request: StateRequest) -> BoxFuture<'_, ReadStateResponse> {
        let read = async {
            let pieces = self.stream(wire::ReadState(request.clone())).collect().await;
            wire::ReadState(request).assemble(&self.context(), pieces)
        };
        read.boxed()
    }

    fn write_state(&self, request: WriteStateRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        self.send_state(request).map(|sent| sent.unwrap_or_else(|why| vec![why])).boxed()
    }

    fn lock_state(&self, request: LockStateRequest) -> BoxFuture<'_, LockStateResponse> {
        self.call(request).boxed()
    }

    fn unlock_state(&self, request: UnlockStateRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        self.call(request).boxed()
    }

    fn list_states(&self, type_name: SmolStr) -> BoxFuture<'_, StatesResponse> {
        self.call(wire::ListStates(type_name)).boxed()
    }

    fn delete_state(&self, request: StateRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        self.call(wire::DeleteState(request)).boxed()
    }

    fn stop(&self) -> BoxFuture<'_, ()> {
        let asked = self
            .ask::<_, message::stop_provider::Response>(methods::STOP, message::stop_provider::Request {});
        // Whether it can stop or not: nothing else can be done about it.
        asked.map(|_| ()).boxed()
    }
}
