//! A provider with one configuration, whichever process serves it.

use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use addrs::Provider as ProviderAddr;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use futures_util::{FutureExt, StreamExt};
use provider::*;
use schema::ProviderSchema;
use smol_str::SmolStr;
use tokio::sync::{Mutex as AsyncMutex, mpsc};
use value::Value;
use wire::{Call, StreamCall};

use super::Origin;
use super::places::{Lease, Places};
use crate::patience::{
    Answer, Attempt, Attempts, Breaker, MayRepeat, Timer, always, if_nothing_was_done, never,
};

/// A provider with one configuration, or without one for whatever needs none.
pub struct Seat {
    inner: Arc<Inner>,
    /// The resource that calls are about, where it has a time limit of its own.
    resource: Option<String>,
}

struct Inner {
    places: Arc<Places>,
    origin: Origin,
    schema: Arc<ProviderSchema>,
    /// Nothing for whatever needs no configuration, which any process of the provider can do.
    number: Option<u64>,
    /// Whoever holds it gets a process ready.
    readying: AsyncMutex<()>,
    /// What every process is told before anything else.
    configuration: Mutex<Option<ConfigureRequest>>,
    /// Where there may be a process that no configuration has yet.
    spare: Option<Arc<Inner>>,
    breaker: Breaker,
}

impl Drop for Inner {
    fn drop(&mut self) {
        if let Some(number) = self.number {
            self.places.leave(number);
        }
    }
}

impl Inner {
    fn configuration(&self) -> MutexGuard<'_, Option<ConfigureRequest>> {
        self.configuration.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// A process that serves this seat, started and configured where there is none.
    async fn lease(&self) -> Result<Lease, ProviderDiagnostic> {
        let addr = &self.origin.addr;
        if let Some(lease) = self.places.ready(addr, self.number) {
            return Ok(lease);
        }
        let _readying = self.readying.lock().await;
        if let Some(lease) = self.places.ready(addr, self.number) {
            return Ok(lease);
        }
        if let Some(spare) = &self.spare {
            // One that is just being started can be had in a moment.
            drop(spare.readying.lock().await);
        }
        let lease = match self.places.adopt(addr, self.number) {
            Some(lease) => lease,
            None => {
                let place = self.places.room(&self.origin).await;
                let started = (self.origin.start)(Some(self.schema.clone())).await;
                let process =
                    started.map_err(|error| ProviderDiagnostic::error(error.summary(), error.to_string()))?;
                self.places.add(addr, self.number, process, place)
            }
        };
        let configuration = self.configuration().clone();
        if let Some(configuration) = configuration {
            // What it has to say was said when it was configured first.
            let found = lease.process().configure(configuration).await;
            if let Some(error) = found.into_iter().find(|found| found.severity == diag::Severity::Error) {
                return Err(error);
            }
        }
        lease.set_ready();
        Ok(lease)
    }
}

impl Seat {
    fn new(inner: Inner) -> Self {
        Self { inner: Arc::new(inner), resource: None }
    }

    pub(super) fn without_configuration(
        places: Arc<Places>,
        origin: Origin,
        schema: Arc<ProviderSchema>,
    ) -> Self {
        Self::new(Inner {
            places,
            origin,
            schema,
            number: None,
            readying: AsyncMutex::default(),
            configuration: Mutex::default(),
            spare: None,
            breaker: Breaker::default(),
        })
    }

    pub(super) fn for_configuration(&self, number: u64) -> Self {
        let Inner { places, origin, schema, .. } = &*self.inner;
        Self::new(Inner {
            places: places.clone(),
            origin: origin.clone(),
            schema: schema.clone(),
            number: Some(number),
            readying: AsyncMutex::default(),
            configuration: Mutex::default(),
            spare: Some(self.inner.clone()),
            breaker: Breaker::default(),
        })
    }

    /// What the provider offers, shared.
    pub fn offer(&self) -> &Arc<ProviderSchema> {
        &self.inner.schema
    }

    /// Has a process started, if there is none, for who will need one soon. What goes wrong is told when it is called.
    pub fn prepare(&self) {
        let inner = self.inner.clone();
        self.inner.places.spawn_alone(async move { drop(inner.lease().await) });
    }

    /// Does something where processes are talked to, and waits for it here.
    fn run<A: Send + 'static, W: Future<Output = A> + Send + 'static>(
        &self,
        work: impl FnOnce(Arc<Inner>) -> W + Send + 'static,
        given_up: impl FnOnce(ProviderDiagnostic) -> A + Send + 'static,
    ) -> BoxFuture<'_, A> {
        let run = async move {
            let done = self.inner.places.spawn(work(self.inner.clone())).await;
            done.unwrap_or_else(|_| {
                let detail = format!("A call of the provider {} was given up.", self.inner.origin.addr);
                given_up(ProviderDiagnostic::error("Request cancelled", detail))
            })
        };
        run.boxed()
    }

    /// Makes a call, as often as the user wants and its nature allows.
    fn ask<C>(
        &self,
        call: C,
        may_repeat: MayRepeat<C>,
        ask: impl for<'p> Fn(&'p Lease, C) -> BoxFuture<'p, C::Answer> + Send + Sync + 'static,
    ) -> BoxFuture<'_, C::Answer>
    where
        C: Call<Answer: Answer + 'static> + Clone + 'static,
    {
        let (again, resource) = (call.clone(), self.resource.clone());
        let work = move |inner: Arc<Inner>| async move {
            let patience = inner.places.patience();
            let attempts = Attempts {
                patience: &patience,
                timeout: patience.timeout_of(resource.as_deref()),
                addr: &inner.origin.addr,
                breaker: &inner.breaker,
                stopped: inner.places.stopped().boxed(),
            };
            attempts.make(call, may_repeat, &Asking { inner: &inner, ask, last: AtomicU64::new(0) }).await
        };
        self.run(work, move |why| again.failed(why))
    }

    /// Makes a call with many answers. Whoever reads them holds the process.
    fn read<C>(
        &self,
        call: C,
        ask: impl for<'p> FnOnce(&'p dyn Provider, C) -> BoxStream<'p, C::Answer> + Send + 'static,
    ) -> BoxStream<'_, C::Answer>
    where
        C: StreamCall,
    {
        let (answers, read) = mpsc::channel(1);
        let inner = self.inner.clone();
        let work = async move {
            let lease = match inner.lease().await {
                Ok(lease) => lease,
                // Nobody may read any more, which is not our business.
                Err(why) => return drop(answers.send(call.failed(why)).await),
            };
            let _held = lease.held();
            let mut events = ask(lease.process(), call);
            while let Some(event) = events.next().await {
                if answers.send(event).await.is_err() {
                    return;
                }
            }
        };
        let begin = async move {
            let task = self.inner.places.spawn(work);
            stream::unfold((read, task), |(mut read, task)| async move {
                read.recv().await.map(|event| (event, (read, task)))
            })
        };
        begin.flatten_stream().boxed()
    }
}

/// Asks a process of a seat.
struct Asking<'a, F> {
    inner: &'a Inner,
    ask: F,
    /// The process that was asked last.
    last: AtomicU64,
}

impl<C, F> Attempt<C> for Asking<'_, F>
where
    C: Call,
    F: for<'p> Fn(&'p Lease, C) -> BoxFuture<'p, C::Answer> + Send + Sync,
{
    async fn once(&self, call: C, timer: Timer<'_>) -> Option<C::Answer> {
        match self.inner.lease().await {
            Ok(lease) => {
                self.last.store(lease.number(), Ordering::Relaxed);
                timer.wait_for((self.ask)(&lease, call)).await
            }
            Err(why) => Some(call.failed(why)),
        }
    }

    fn replace(&self) {
        self.inner.places.discard(self.last.load(Ordering::Relaxed));
    }
}

impl Provider for Seat {
    fn addr(&self) -> &ProviderAddr {
        &self.inner.origin.addr
    }

    fn schema(&self) -> &ProviderSchema {
        &self.inner.schema
    }

    fn validate_provider_config(&self, config: Value) -> BoxFuture<'_, ProviderDiagnostics> {
        self.ask(wire::ValidateProviderConfig(config), always, |lease, call| {
            lease.process().validate_provider_config(call.0)
        })
    }

    fn configure(&self, request: ConfigureRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        let seat = self.inner.clone();
        self.ask(request, always, move |lease, request| {
            let seat = seat.clone();
            let configure = async move {
                let found = lease.process().configure(request.clone()).await;
                match has_errors(&found) {
                    false => *seat.configuration() = Some(request),
                    // No process is configured twice.
                    true => seat.places.discard(lease.number()),
                }
                found
            };
            configure.boxed()
        })
    }

    fn validate_resource_config(&self, request: ValidateRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        self.ask(request, always, |lease, request| lease.process().validate_resource_config(request))
    }

    fn upgrade_resource_state(&self, request: UpgradeRequest) -> BoxFuture<'_, ObjectResponse> {
        self.ask(request, always, |lease, request| lease.process().upgrade_resource_state(request))
    }

    fn read_resource(&self, request: ReadRequest) -> BoxFuture<'_, ReadResponse> {
        self.ask(request, always, |lease, request| lease.process().read_resource(request))
    }

    fn plan_resource_change(&self, request: PlanRequest) -> BoxFuture<'_, PlanResponse> {
        self.ask(request, always, |lease, request| lease.process().plan_resource_change(request))
    }

    fn apply_resource_change(&self, request: ApplyRequest) -> BoxFuture<'_, ApplyResponse> {
        self.ask(request, if_nothing_was_done, |lease, request| {
            lease.process().apply_resource_change(request)
        })
    }

    fn import_resource_state(&self, request: ImportRequest) -> BoxFuture<'_, ImportResponse> {
        self.ask(request, always, |lease, request| lease.process().import_resource_state(request))
    }

    fn move_resource_state(&self, request: MoveRequest) -> BoxFuture<'_, MoveResponse> {
        self.ask(request, always, |lease, request| lease.process().move_resource_state(request))
    }

    fn read_data_source(&self, request: ReadDataRequest) -> BoxFuture<'_, ObjectResponse> {
        self.ask(request, always, |lease, request| lease.process().read_data_source(request))
    }

    fn open_ephemeral(&self, request: OpenEphemeralRequest) -> BoxFuture<'_, OpenEphemeralResponse> {
        self.ask(request, never, |lease, request| {
            let open = async move {
                let opened = lease.process().open_ephemeral(request).await;
                if !has_errors(&opened.diags) {
                    // What is open may be known to the process alone.
                    lease.hold();
                }
                opened
            };
            open.boxed()
        })
    }

    fn renew_ephemeral(&self, request: RenewEphemeralRequest) -> BoxFuture<'_, RenewEphemeralResponse> {
        self.ask(request, never, |lease, request| lease.process().renew_ephemeral(request))
    }

    fn close_ephemeral(&self, request: CloseEphemeralRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        self.ask(request, never, |lease, request| {
            let close = async move {
                let found = lease.process().close_ephemeral(request).await;
                lease.let_go();
                found
            };
            close.boxed()
        })
    }

    fn upgrade_resource_identity(&self, request: UpgradeIdentityRequest) -> BoxFuture<'_, IdentityResponse> {
        self.ask(request, always, |lease, request| lease.process().upgrade_resource_identity(request))
    }

    fn generate_resource_config(&self, request: GenerateConfigRequest) -> BoxFuture<'_, ObjectResponse> {
        self.ask(request, always, |lease, request| lease.process().generate_resource_config(request))
    }

    fn get_functions(&self) -> BoxFuture<'_, FunctionsResponse> {
        self.ask(wire::GetFunctions, always, |lease, _| lease.process().get_functions())
    }

    fn call_function(&self, request: CallFunctionRequest) -> BoxFuture<'_, Result<Value, FunctionError>> {
        self.ask(request, never, |lease, request| lease.process().call_function(request))
    }

    fn validate_list_config(&self, request: ValidateListRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        self.ask(request, always, |lease, request| lease.process().validate_list_config(request))
    }

    fn list_resource(&self, request: ListRequest) -> BoxStream<'_, ListEvent> {
        self.read(request, |process, request| process.list_resource(request))
    }

    fn validate_action_config(&self, request: ActionRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        self.ask(wire::ValidateAction(request), always, |lease, call| {
            lease.process().validate_action_config(call.0)
        })
    }

    fn plan_action(&self, request: ActionRequest) -> BoxFuture<'_, PlanActionResponse> {
        self.ask(wire::PlanAction(request), always, |lease, call| lease.process().plan_action(call.0))
    }

    fn invoke_action(&self, request: ActionRequest) -> BoxStream<'_, ActionEvent> {
        self.read(wire::InvokeAction(request), |process, call| process.invoke_action(call.0))
    }

    fn validate_state_store_config(&self, request: StateStoreRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        self.ask(wire::ValidateStateStore(request), always, |lease, call| {
            lease.process().validate_state_store_config(call.0)
        })
    }

    fn configure_state_store(&self, request: StateStoreRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        let work = |inner: Arc<Inner>| async move {
            let lease = match inner.lease().await {
                Ok(lease) => lease,
                Err(why) => return vec![why],
            };
            // Locks live in the process, which is needed to the end.
            lease.hold();
            lease.process().configure_state_store(request).await
        };
        self.run(work, |why| vec![why])
    }

    fn read_state(&self, request: StateRequest) -> BoxFuture<'_, ReadStateResponse> {
        let failed = |why| ReadStateResponse { bytes: Bytes::new(), diags: vec![why] };
        let work = move |inner: Arc<Inner>| async move {
            match inner.lease().await {
                Ok(lease) => lease.process().read_state(request).await,
                Err(why) => failed(why),
            }
        };
        self.run(work, failed)
    }

    fn write_state(&self, request: WriteStateRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        let work = |inner: Arc<Inner>| async move {
            match inner.lease().await {
                Ok(lease) => lease.process().write_state(request).await,
                Err(why) => vec![why],
            }
        };
        self.run(work, |why| vec![why])
    }

    fn lock_state(&self, request: LockStateRequest) -> BoxFuture<'_, LockStateResponse> {
        self.ask(request, never, |lease, request| lease.process().lock_state(request))
    }

    fn unlock_state(&self, request: UnlockStateRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        self.ask(request, never, |lease, request| lease.process().unlock_state(request))
    }

    fn list_states(&self, type_name: SmolStr) -> BoxFuture<'_, StatesResponse> {
        self.ask(wire::ListStates(type_name), always, |lease, call| lease.process().list_states(call.0))
    }

    fn delete_state(&self, request: StateRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        self.ask(wire::DeleteState(request), never, |lease, call| lease.process().delete_state(call.0))
    }

    fn for_resource(&self, address: &str) -> Option<Arc<dyn Provider>> {
        let resource = Some(address.to_owned());
        let has_own = self.inner.places.patience().timeouts.contains_key(address);
        has_own.then(|| Arc::new(Self { inner: self.inner.clone(), resource }) as Arc<dyn Provider>)
    }

    fn stop(&self) -> BoxFuture<'_, ()> {
        let work = |inner: Arc<Inner>| async move {
            if let Some(lease) = inner.places.ready(&inner.origin.addr, inner.number) {
                lease.process().stop().await;
            }
        };
        self.run(work, |_| ())
    }
}
