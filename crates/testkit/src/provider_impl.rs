//! The provider itself.

use std::sync::{Arc, OnceLock};

use addrs::Provider as ProviderAddr;
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use provider::*;
use schema::{Block, ProviderSchema};
use smol_str::SmolStr;
use value::{Type, Value, json};

use crate::answer::Outcome;
use crate::list;
use crate::plan::{legacy_answer, make, part, plan, with};
use crate::upgrade::{identity_of, upgraded, upgraded_identity};
use crate::{Call, Cloud, Effect, Method, schemas};

/// A provider on a small cloud. Clones share the cloud and the configuration; for another configuration of
/// the same cloud, make one with [`TestProvider::on`].
#[derive(Clone)]
pub struct TestProvider {
    addr: ProviderAddr,
    cloud: Cloud,
    region: Arc<OnceLock<SmolStr>>,
}

impl Default for TestProvider {
    fn default() -> Self {
        Self::on(Cloud::default())
    }
}

impl TestProvider {
    /// A provider on a cloud.
    pub fn on(cloud: Cloud) -> Self {
        Self { addr: ProviderAddr::implied("test"), cloud, region: Arc::default() }
    }

    /// The cloud, to look at it and to change it.
    pub fn cloud(&self) -> &Cloud {
        &self.cloud
    }

    fn block(&self, mode: ResourceMode, type_name: &str) -> Option<&'static Block> {
        schema_of(schemas(), mode, type_name).map(|schema| &schema.block)
    }

    fn region(&self) -> &str {
        self.region.get().map_or("nowhere", SmolStr::as_str)
    }

    /// Records a call and says what goes wrong with it.
    async fn begin(&self, call: Call, effects: Vec<Effect>) -> Outcome {
        self.cloud.record(call);
        Outcome::of(&self.cloud, effects).await
    }

    async fn start(&self, call: Call) -> Outcome {
        let effects = self.cloud.effects(call.method, &call.type_name, &call.name);
        self.begin(call, effects).await
    }
}

fn call(method: Method, type_name: &SmolStr, name: SmolStr) -> Call {
    Call {
        method,
        type_name: type_name.clone(),
        name,
        prior: None,
        wanted: None,
        config: None,
        private: Vec::new(),
        meta: None,
        identity: None,
    }
}

fn action_call(method: Method, request: ActionRequest) -> Call {
    let name = name_of(&[&request.config]);
    Call { config: Some(request.config), ..call(method, &request.type_name, name) }
}

/// The name of an object, or its id.
fn name_of(objects: &[&Value]) -> SmolStr {
    let find = |name: &str| objects.iter().find_map(|object| part(object, name).as_smol_str().cloned());
    find("name").or_else(|| find("id")).unwrap_or_default()
}

fn unsupported(type_name: &SmolStr) -> ProviderDiagnostic {
    let detail = format!("The test provider has nothing named {:?}.", type_name.as_str());
    ProviderDiagnostic::error("Unsupported type", detail)
}

fn nothing() -> Value {
    Value::null(Type::Dynamic)
}

impl TestProvider {
    async fn do_plan(&self, request: PlanRequest) -> PlanResponse {
        let PlanRequest { type_name, prior, proposed, config, private, provider_meta, identity } = request;
        let mut outcome = self
            .start(Call {
                prior: Some(prior.clone()),
                wanted: Some(proposed.clone()),
                config: Some(config.clone()),
                private: private.to_vec(),
                meta: Some(provider_meta),
                identity: identity.clone(),
                ..call(Method::Plan, &type_name, name_of(&[&config, &prior]))
            })
            .await;
        let legacy = type_name == "test_legacy";
        let mut requires_replace = Vec::new();
        let mut planned = nothing();
        match self.block(ResourceMode::Managed, &type_name) {
            None => outcome.diags.push(unsupported(&type_name)),
            Some(_) if outcome.refused => {}
            Some(block) => (planned, requires_replace) = plan(&type_name, block, &prior, &proposed, &config),
        }
        requires_replace.append(&mut outcome.needs_new);
        let planned = outcome.object(planned);
        let identity = if prior.is_null() { identity_of(&type_name, &planned) } else { identity };
        PlanResponse {
            planned,
            requires_replace,
            private: Private::from(*b"planned"),
            legacy_type_system: legacy,
            identity,
            deferred: outcome.deferred,
            diags: outcome.diags,
        }
    }

    async fn do_apply(&self, request: ApplyRequest) -> ApplyResponse {
        let ApplyRequest { type_name, prior, planned, config, private, provider_meta, identity } = request;
        let method = match (prior.is_null(), planned.is_null()) {
            (_, true) => Method::Delete,
            (true, false) => Method::Create,
            (false, false) => Method::Update,
        };
        let mut outcome = self
            .start(Call {
                prior: Some(prior.clone()),
                wanted: Some(planned.clone()),
                config: Some(config.clone()),
                private: private.to_vec(),
                meta: Some(provider_meta),
                identity: identity.clone(),
                ..call(method, &type_name, name_of(&[&planned, &prior]))
            })
            .await;
        let legacy = type_name == "test_legacy";
        let object = match self.block(ResourceMode::Managed, &type_name) {
            None => {
                outcome.diags.push(unsupported(&type_name));
                Some(prior)
            }
            Some(_) if outcome.no_answer => None,
            Some(_) if outcome.refused => Some(prior),
            Some(block) => {
                let made = self.change(&type_name, block, &prior, &planned);
                let made = if outcome.still_there { prior } else { made };
                Some(outcome.object(if legacy && !made.is_null() {
                    legacy_answer(block, &made)
                } else {
                    made
                }))
            }
        };
        let made = object.as_ref().filter(|object| !object.is_null());
        ApplyResponse {
            identity: made.and_then(|made| identity_of(&type_name, made)).or(identity),
            object,
            private: Private::from(*b"applied"),
            legacy_type_system: legacy,
            diags: outcome.diags,
        }
    }

    /// Makes a change in the cloud: the object as it is then.
    fn change(&self, type_name: &str, block: &Block, prior: &Value, planned: &Value) -> Value {
        if planned.is_null() {
            if let Some(id) = part(prior, "id").as_str() {
                self.cloud.remove(id);
            }
            return planned.clone();
        }
        let id = match part(planned, "id").as_smol_str() {
            Some(id) => id.clone(),
            None => self.cloud.new_id(type_name),
        };
        let before = part(prior, "revision").as_num().and_then(|number| number.to_i64()).unwrap_or(0);
        let made = make(&block.without_write_only(planned), &id, before + 1, self.region());
        self.cloud.put(&id, type_name, made.clone());
        made
    }

    async fn do_read(&self, request: ReadRequest) -> ReadResponse {
        let ReadRequest { type_name, current, private, provider_meta, identity } = request;
        let mut outcome = self
            .start(Call {
                prior: Some(current.clone()),
                private: private.to_vec(),
                meta: Some(provider_meta),
                identity: identity.clone(),
                ..call(Method::Read, &type_name, name_of(&[&current]))
            })
            .await;
        let object = if outcome.refused {
            current
        } else {
            let id = part(&current, "id");
            let found =
                id.as_str().and_then(|id| self.cloud.object(id)).filter(|it| it.type_name == type_name);
            let found = found.map_or_else(|| Value::null(current.ty()), |object| object.value);
            let block = self.block(ResourceMode::Managed, &type_name);
            outcome.object(match block {
                Some(block) if type_name == "test_legacy" && !found.is_null() => legacy_answer(block, &found),
                _ => found,
            })
        };
        let identity = identity_of(&type_name, &object).or(identity);
        ReadResponse { object, private, identity, deferred: outcome.deferred, diags: outcome.diags }
    }

    async fn do_upgrade(&self, request: UpgradeRequest) -> ObjectResponse {
        let mut outcome = self.start(call(Method::Upgrade, &request.type_name, SmolStr::default())).await;
        let object = match self.block(ResourceMode::Managed, &request.type_name) {
            None => Err(unsupported(&request.type_name)),
            Some(_) if outcome.refused => Ok(nothing()),
            Some(block) => upgraded(block, &request),
        };
        match object {
            Ok(object) => {
                let object = outcome.object(object);
                ObjectResponse { object, deferred: None, diags: outcome.diags }
            }
            Err(diagnostic) => {
                outcome.diags.push(diagnostic);
                ObjectResponse { object: nothing(), deferred: None, diags: outcome.diags }
            }
        }
    }

    async fn do_import(&self, request: ImportRequest) -> ImportResponse {
        let ImportRequest { type_name, id, identity } = request;
        // Whoever seeks by identity gives no id.
        let id =
            identity.as_ref().and_then(|identity| part(identity, "id").as_smol_str().cloned()).unwrap_or(id);
        let asked = Call { identity: identity.clone(), ..call(Method::Import, &type_name, id.clone()) };
        let mut outcome = self.start(asked).await;
        let mut objects = Vec::new();
        match self.block(ResourceMode::Managed, &type_name) {
            None => outcome.diags.push(unsupported(&type_name)),
            Some(_) if outcome.refused || outcome.nothing_found => {}
            Some(block) => {
                let found = |type_name: SmolStr, object: Value| ImportedObject {
                    identity: identity_of(&type_name, &object),
                    type_name,
                    object,
                    private: Private::from(*b"imported"),
                };
                let object = outcome.object(with(&block.empty_value(), "id", Value::string(id)));
                objects.push(found(type_name, object));
                for type_name in &outcome.also_found {
                    let block = self.block(ResourceMode::Managed, type_name);
                    let object = block.map_or_else(nothing, Block::empty_value);
                    objects.push(found((*type_name).into(), object));
                }
            }
        }
        ImportResponse { objects, deferred: outcome.deferred, diags: outcome.diags }
    }

    /// Anything with an id and a name becomes a thing.
    async fn do_move(&self, request: MoveRequest) -> MoveResponse {
        let mut outcome =
            self.start(call(Method::Move, &request.target_type, request.source_type.clone())).await;
        let source = json::decode_implied(request.source_attributes.as_bytes());
        let object = match (self.block(ResourceMode::Managed, &request.target_type), source) {
            (Some(_), _) if outcome.refused => nothing(),
            (Some(block), Ok(source)) if request.source_type.starts_with("test_") => {
                let keep = |object: Value, name: &str| match part(&source, name) {
                    value if value.is_null() => object,
                    value => with(&object, name, value),
                };
                let object = ["id", "name", "region", "revision"].into_iter().fold(block.empty_value(), keep);
                outcome.object(object)
            }
            _ => {
                let detail = format!("A {:?} cannot become this.", request.source_type.as_str());
                outcome.diags.push(ProviderDiagnostic::error("Unsupported source of a move", detail));
                nothing()
            }
        };
        MoveResponse { object, private: Private::from(*b"moved"), identity: None, diags: outcome.diags }
    }

    async fn do_read_data(&self, request: ReadDataRequest) -> ObjectResponse {
        let ReadDataRequest { type_name, config, provider_meta } = request;
        let mut outcome = self
            .start(Call {
                config: Some(config.clone()),
                meta: Some(provider_meta),
                ..call(Method::ReadData, &type_name, name_of(&[&config]))
            })
            .await;
        let object = match type_name.as_str() {
            _ if outcome.refused => nothing(),
            "test_echo" => {
                let number = i64::try_from(self.cloud.next_number()).unwrap_or(i64::MAX);
                let output = part(&config, "input");
                with(&with(&config, "output", output), "revision", Value::int(number))
            }
            "test_lookup" => {
                let id = part(&config, "id");
                match id.as_str().and_then(|id| self.cloud.object(id)) {
                    Some(found) => {
                        let token = part(&found.value, "token");
                        let token = if token.is_null() { Value::null(Type::String) } else { token };
                        with(&with(&config, "name", part(&found.value, "name")), "token", token)
                    }
                    None => {
                        let detail = "There is no object of that id.";
                        outcome.diags.push(
                            ProviderDiagnostic::error("Object not found", detail)
                                .at(value::Path::new().attr("id")),
                        );
                        nothing()
                    }
                }
            }
            _ => {
                outcome.diags.push(unsupported(&type_name));
                nothing()
            }
        };
        let object = outcome.object(object);
        ObjectResponse { object, deferred: outcome.deferred, diags: outcome.diags }
    }

    async fn do_open(&self, request: OpenEphemeralRequest) -> OpenEphemeralResponse {
        let OpenEphemeralRequest { type_name, config } = request;
        let name = name_of(&[&config]);
        let mut outcome = self
            .start(Call { config: Some(config.clone()), ..call(Method::Open, &type_name, name.clone()) })
            .await;
        let number = self.cloud.next_number();
        let object = if outcome.refused {
            nothing()
        } else if type_name == "test_secret" {
            self.cloud.opened(number, &name);
            outcome.object(with(&config, "value", Value::string(format!("secret of {name}"))))
        } else {
            outcome.diags.push(unsupported(&type_name));
            nothing()
        };
        OpenEphemeralResponse {
            object,
            private: Private::from(number.to_be_bytes()),
            renew_at: outcome.renew_at,
            deferred: outcome.deferred,
            diags: outcome.diags,
        }
    }

    async fn do_renew(&self, request: RenewEphemeralRequest) -> RenewEphemeralResponse {
        let name = self.cloud.name_of_open(number_of(&request.private));
        let outcome = self.start(call(Method::Renew, &request.type_name, name)).await;
        RenewEphemeralResponse { private: request.private, renew_at: outcome.renew_at, diags: outcome.diags }
    }

    async fn do_close(&self, request: CloseEphemeralRequest) -> ProviderDiagnostics {
        let number = number_of(&request.private);
        let name = self.cloud.name_of_open(number);
        let outcome = self.start(call(Method::Close, &request.type_name, name)).await;
        if !outcome.refused {
            self.cloud.closed(number);
        }
        outcome.diags
    }
}

/// The number under which an ephemeral resource was opened; none has the number 0.
fn number_of(private: &Private) -> u64 {
    <[u8; 8]>::try_from(&**private).map_or(0, u64::from_be_bytes)
}

impl Provider for TestProvider {
    fn addr(&self) -> &ProviderAddr {
        &self.addr
    }

    fn schema(&self) -> &ProviderSchema {
        schemas()
    }

    fn validate_provider_config(&self, config: Value) -> BoxFuture<'_, ProviderDiagnostics> {
        let call = Call {
            config: Some(config),
            ..call(Method::ValidateProvider, &SmolStr::default(), SmolStr::default())
        };
        Box::pin(async move { self.start(call).await.diags })
    }

    fn configure(&self, request: ConfigureRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        let call = Call {
            config: Some(request.config.clone()),
            ..call(Method::Configure, &SmolStr::default(), SmolStr::default())
        };
        Box::pin(async move {
            let outcome = self.start(call).await;
            if let Some(region) = part(&request.config, "region").as_smol_str() {
                // The first configuration counts, as in a process of its own.
                let _ = self.region.set(region.clone());
            }
            outcome.diags
        })
    }

    fn validate_resource_config(&self, request: ValidateRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        Box::pin(async move {
            let ValidateRequest { mode, type_name, config } = request;
            let name = name_of(&[&config]);
            let mut outcome =
                self.start(Call { config: Some(config), ..call(Method::Validate, &type_name, name) }).await;
            if self.block(mode, &type_name).is_none() {
                outcome.diags.push(unsupported(&type_name));
            }
            outcome.diags
        })
    }

    fn upgrade_resource_state(&self, request: UpgradeRequest) -> BoxFuture<'_, ObjectResponse> {
        Box::pin(self.do_upgrade(request))
    }

    fn upgrade_resource_identity(&self, request: UpgradeIdentityRequest) -> BoxFuture<'_, IdentityResponse> {
        Box::pin(async move {
            let asked = call(Method::UpgradeIdentity, &request.type_name, SmolStr::default());
            let mut outcome = self.start(asked).await;
            let identity = match upgraded_identity(&request) {
                Ok(identity) => Some(outcome.object(identity)),
                Err(diagnostic) => {
                    outcome.diags.push(diagnostic);
                    None
                }
            };
            IdentityResponse { identity, diags: outcome.diags }
        })
    }

    fn read_resource(&self, request: ReadRequest) -> BoxFuture<'_, ReadResponse> {
        Box::pin(self.do_read(request))
    }

    fn plan_resource_change(&self, request: PlanRequest) -> BoxFuture<'_, PlanResponse> {
        Box::pin(self.do_plan(request))
    }

    fn apply_resource_change(&self, request: ApplyRequest) -> BoxFuture<'_, ApplyResponse> {
        Box::pin(self.do_apply(request))
    }

    fn import_resource_state(&self, request: ImportRequest) -> BoxFuture<'_, ImportResponse> {
        Box::pin(self.do_import(request))
    }

    fn move_resource_state(&self, request: MoveRequest) -> BoxFuture<'_, MoveResponse> {
        Box::pin(self.do_move(request))
    }

    fn read_data_source(&self, request: ReadDataRequest) -> BoxFuture<'_, ObjectResponse> {
        Box::pin(self.do_read_data(request))
    }

    fn open_ephemeral(&self, request: OpenEphemeralRequest) -> BoxFuture<'_, OpenEphemeralResponse> {
        Box::pin(self.do_open(request))
    }

    fn renew_ephemeral(&self, request: RenewEphemeralRequest) -> BoxFuture<'_, RenewEphemeralResponse> {
        Box::pin(self.do_renew(request))
    }

    fn close_ephemeral(&self, request: CloseEphemeralRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        Box::pin(self.do_close(request))
    }

    fn validate_list_config(&self, request: ValidateListRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        Box::pin(async move { list::validate(&request) })
    }

    fn list_resource(&self, request: ListRequest) -> BoxStream<'_, ListEvent> {
        list::list(&self.cloud, &request)
    }

    fn validate_action_config(&self, request: ActionRequest) -> BoxFuture<'_, ProviderDiagnostics> {
        let ActionRequest { type_name, config } = request;
        self.validate_resource_config(ValidateRequest { mode: ResourceMode::Action, type_name, config })
    }

    fn plan_action(&self, request: ActionRequest) -> BoxFuture<'_, PlanActionResponse> {
        Box::pin(async move {
            let outcome = self.start(action_call(Method::PlanAction, request)).await;
            PlanActionResponse { deferred: outcome.deferred, diags: outcome.diags }
        })
    }

    fn invoke_action(&self, request: ActionRequest) -> BoxStream<'_, ActionEvent> {
        let progress = ActionEvent::Progress("half".to_owned());
        let done = async move {
            let outcome = self.start(action_call(Method::Invoke, request)).await;
            ActionEvent::Completed(outcome.diags)
        };
        stream::iter([progress]).chain(stream::once(done)).boxed()
    }

    fn stop(&self) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            self.cloud.record(call(Method::Stop, &SmolStr::default(), SmolStr::default()));
            self.cloud.stop();
        })
    }
}
