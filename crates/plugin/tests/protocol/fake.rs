//! A small provider with everything in it, and its vices.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

use bytes::Bytes;
use futures_util::{StreamExt, stream};
use prost::Message;
use tonic::codegen::BoxStream;
use tonic::{Request, Response, Status, Streaming};
use value::{Type, Value};
use wire::{goplugin, message, v5, v6};

use message::{Diagnostic, DynamicValue, ResourceIdentityData};

type Answer<T> = Result<Response<T>, Status>;

pub(crate) struct Fake {
    mode: String,
    states: Mutex<BTreeMap<String, Vec<u8>>>,
    /// How often a vice was shown.
    shown: Mutex<BTreeMap<String, u32>>,
}

fn thing_type() -> Type {
    Type::object([("id", Type::String), ("name", Type::String)])
}

fn dynamic(value: &Value, ty: &Type) -> Option<DynamicValue> {
    Some(wire::to_dynamic(value, ty).unwrap())
}

fn identity(id: &str) -> Option<ResourceIdentityData> {
    let ty = Type::object([("id", Type::String)]);
    Some(ResourceIdentityData { identity_data: dynamic(&Value::object([("id", Value::string(id))]), &ty) })
}

fn error(summary: &str) -> Diagnostic {
    Diagnostic { severity: 1, summary: summary.into(), ..Default::default() }
}

/// As a program ends that is written in Go and has a mistake.
fn die() -> ! {
    eprintln!("panic: out of cheese\n\ngoroutine 1 [running]:");
    std::process::exit(2);
}

/// The schema of objects, in the words of a version.
macro_rules! schema {
    ($version:ident) => {{
        let text = |name: &str, computed: bool| $version::schema::Attribute {
            name: name.into(),
            r#type: Bytes::from_static(b"\"string\""),
            optional: !computed,
            computed,
            ..Default::default()
        };
        let block = $version::schema::Block {
            attributes: vec![text("id", true), text("name", false)],
            ..Default::default()
        };
        Bytes::from($version::Schema { version: 1, block: Some(block) }.encode_to_vec())
    }};
}

impl Fake {
    pub(crate) fn new(mode: &str) -> Self {
        Self { mode: mode.to_owned(), states: Mutex::default(), shown: Mutex::default() }
    }

    /// What is wrong with a call about an object. In the mode `by-name` objects say themselves what is wrong with them, so
    /// that others are not concerned.
    fn vice(&self, object: &Value) -> String {
        let name = object.entry("name").and_then(Value::as_str).unwrap_or_default();
        if self.mode == "by-name" { name.to_owned() } else { self.mode.clone() }
    }

    /// Whether a vice was shown fewer times than so often before.
    fn shows(&self, vice: &str, times: u32) -> bool {
        let mut shown = self.shown.lock().unwrap();
        let count = shown.entry(vice.to_owned()).or_default();
        *count += 1;
        *count <= times
    }

    fn schema(&self, schema: Bytes) -> Answer<message::get_provider_schema::Response> {
        match self.mode.as_str() {
            "schema-error" => {
                let diagnostics = vec![error("No schema today")];
                return Ok(Response::new(message::get_provider_schema::Response {
                    diagnostics,
                    ..Default::default()
                }));
            }
            "schema-status" => return Err(Status::internal("no schema at all")),
            "schema-empty" => return Ok(Response::new(Default::default())),
            "schema-dies" => std::process::exit(7),
            _ => {}
        }
        let one = |name: &str| BTreeMap::from([(name.to_owned(), schema.clone())]);
        let function = message::Function {
            parameters: vec![message::function::Parameter {
                name: "x".into(),
                r#type: Bytes::from_static(b"\"dynamic\""),
                allow_null_value: true,
                ..Default::default()
            }],
            r#return: Some(message::function::Return { r#type: Bytes::from_static(b"\"dynamic\"") }),
            ..Default::default()
        };
        let action = message::ActionSchema { schema: schema.clone() }.encode_to_vec();
        Ok(Response::new(message::get_provider_schema::Response {
            provider: Some(schema.clone()),
            resource_schemas: one("fake_thing"),
            data_source_schemas: one("fake_data"),
            ephemeral_resource_schemas: one("fake_token"),
            list_resource_schemas: one("fake_thing"),
            state_store_schemas: one("fake_store"),
            action_schemas: BTreeMap::from([("fake_act".to_owned(), action.into())]),
            functions: BTreeMap::from([("echo".to_owned(), function.encode_to_vec().into())]),
            server_capabilities: Some(message::ServerCapabilities {
                plan_destroy: true,
                get_provider_schema_optional: true,
                ..Default::default()
            }),
            ..Default::default()
        }))
    }

    async fn plan(
        &self,
        request: message::plan_resource_change::Request,
    ) -> Answer<message::plan_resource_change::Response> {
        let config = wire::from_dynamic(request.config, &thing_type()).unwrap();
        let vice = self.vice(&config);
        match vice.as_str() {
            "dies" => die(),
            "plan-503" if self.shows(&vice, 2) => {
                return Ok(Response::new(message::plan_resource_change::Response {
                    diagnostics: vec![error("HTTP 503")],
                    ..Default::default()
                }));
            }
            "hangs" => tokio::time::sleep(Duration::from_secs(600)).await,
            "status" => return Err(Status::resource_exhausted("too much")),
            "cancelled" => return Err(Status::cancelled("stopped")),
            "unimplemented" => return Err(Status::unimplemented("?")),
            _ => {}
        }
        let Some(name) = config.entry("name").cloned() else {
            return Ok(Response::new(message::plan_resource_change::Response {
                planned_state: dynamic(&config, &thing_type()),
                ..Default::default()
            }));
        };
        let id = match vice.as_str() {
            // Another process plans another one.
            "plan-changes" => Value::string(std::process::id().to_string()),
            _ => Value::unknown(Type::String),
        };
        let planned = Value::object([("id", id), ("name", name)]);
        let mut planned_state = dynamic(&planned, &thing_type());
        if vice == "nonsense" {
            planned_state =
                Some(DynamicValue { msgpack: Bytes::from_static(b"\x82\xa2id\xff"), json: Bytes::new() });
        }
        let pid = std::process::id().to_string();
        Ok(Response::new(message::plan_resource_change::Response {
            planned_state,
            planned_private: Bytes::from(pid),
            ..Default::default()
        }))
    }

    async fn apply(
        &self,
        request: message::apply_resource_change::Request,
    ) -> Answer<message::apply_resource_change::Response> {
        let planned = wire::from_dynamic(request.planned_state, &thing_type()).unwrap();
        let vice = self.vice(&planned);
        let refused = |summary: &str| {
            Ok(Response::new(message::apply_resource_change::Response {
                new_state: dynamic(&Value::null(thing_type()), &thing_type()),
                diagnostics: vec![error(summary)],
                ..Default::default()
            }))
        };
        let mut id = Value::string("made");
        match vice.as_str() {
            "apply-dies" => die(),
            "apply-hangs" => tokio::time::sleep(Duration::from_secs(600)).await,
            "apply-unknown" => id = Value::unknown(Type::String),
            "apply-429" if self.shows(&vice, 2) => return refused("HTTP 429"),
            "apply-500" if self.shows(&vice, 1) => return refused("HTTP 500"),
            _ => {}
        }
        let made = match planned.entry("name") {
            Some(name) => Value::object([("id", id), ("name", name.clone())]),
            None => planned,
        };
        let mut new_state = dynamic(&made, &thing_type());
        if vice == "apply-nonsense" {
            new_state =
                Some(DynamicValue { msgpack: Bytes::from_static(b"\x82\xa2id\xff"), json: Bytes::new() });
        }
        Ok(Response::new(message::apply_resource_change::Response {
            new_state,
            private: request.planned_private,
            new_identity: identity("made"),
            ..Default::default()
        }))
    }

    fn import(
        &self,
        request: message::import_resource_state::Request,
    ) -> Answer<message::import_resource_state::Response> {
        let by_identity = request.identity.is_some();
        let id = if by_identity { "by-identity".to_owned() } else { request.id };
        let object = Value::object([("id", Value::string(id.clone())), ("name", Value::null(Type::String))]);
        let found = message::import_resource_state::ImportedResource {
            type_name: request.type_name,
            state: dynamic(&object, &thing_type()),
            identity: identity(&id),
            ..Default::default()
        };
        Ok(Response::new(message::import_resource_state::Response {
            imported_resources: vec![found],
            ..Default::default()
        }))
    }

    fn list(
        &self,
        request: message::list_resource::Request,
    ) -> Answer<BoxStream<message::list_resource::Event>> {
        let count = request.limit;
        let event = |number: i64| message::list_resource::Event {
            identity: identity(&number.to_string()),
            display_name: format!("Thing {number}"),
            ..Default::default()
        };
        Ok(Response::new(stream::iter(0..count).map(move |number| Ok(event(number))).boxed()))
    }

    fn invoke(&self) -> Answer<BoxStream<message::invoke_action::Event>> {
        use message::invoke_action::{Event, event};
        let progress = |text: &str| Event {
            r#type: Some(event::Type::Progress(event::Progress { message: text.into() })),
        };
        let completed = Event { r#type: Some(event::Type::Completed(event::Completed::default())) };
        let mut events = vec![Ok(progress("half")), Ok(progress("nearly")), Ok(completed)];
        if self.mode == "incomplete" {
            events.pop();
        }
        Ok(Response::new(stream::iter(events).boxed()))
    }
}

macro_rules! shared {
    ($version:ident: $schema:ident, $validate_provider:ident, $validate_resource:ident, $configure:ident, $stop:ident; $($more:tt)*) => {
        #[tonic::async_trait]
        impl $version::provider_server::Provider for Fake {
            async fn $schema(
                &self,
                _: Request<message::get_provider_schema::Request>,
            ) -> Answer<message::get_provider_schema::Response> {
                self.schema(schema!($version))
            }

            async fn get_resource_identity_schemas(
                &self,
                _: Request<message::get_resource_identity_schemas::Request>,
            ) -> Answer<message::get_resource_identity_schemas::Response> {
                if self.mode.starts_with("old") {
                    return Err(Status::unimplemented("?"));
                }
                let attribute = message::resource_identity_schema::IdentityAttribute {
                    name: "id".into(),
                    r#type: Bytes::from_static(b"\"string\""),
                    ..Default::default()
                };
                let schema = message::ResourceIdentitySchema { version: 0, identity_attributes: vec![attribute] };
                Ok(Response::new(message::get_resource_identity_schemas::Response {
                    identity_schemas: BTreeMap::from([("fake_thing".into(), schema.encode_to_vec().into())]),
                    diagnostics: Vec::new(),
                }))
            }

            async fn $validate_provider(
                &self,
                _: Request<message::validate_provider_config::Request>,
            ) -> Answer<message::validate_provider_config::Response> {
                Ok(Response::new(Default::default()))
            }

            async fn $validate_resource(
                &self,
                request: Request<message::validate_resource_config::Request>,
            ) -> Answer<message::validate_resource_config::Response> {
                let allowed = request.into_inner().client_capabilities.unwrap().write_only_attributes_allowed;
                let path = wire::to_path(&value::Path::new().attr("name"));
                let found = Diagnostic {
                    severity: 2,
                    summary: format!("write-only: {allowed}"),
                    attribute: Some(path),
                    ..Default::default()
                };
                Ok(Response::new(message::validate_resource_config::Response { diagnostics: vec![found] }))
            }

            async fn $configure(
                &self,
                request: Request<message::configure_provider::Request>,
            ) -> Answer<message::configure_provider::Response> {
                let version = request.into_inner().terraform_version;
                let diagnostics = if version == "1.11.4" { Vec::new() } else { vec![error("Which version?")] };
                Ok(Response::new(message::configure_provider::Response { diagnostics }))
            }

            async fn upgrade_resource_state(
                &self,
                request: Request<message::upgrade_resource_state::Request>,
            ) -> Answer<message::upgrade_resource_state::Response> {
                let raw = request.into_inner().raw_state.unwrap();
                let upgraded_state = match raw.flatmap.get("id") {
                    Some(id) => {
                        let name = Value::string("flat");
                        dynamic(&Value::object([("id", Value::string(id.as_str())), ("name", name)]), &thing_type())
                    }
                    None => Some(DynamicValue { msgpack: Bytes::new(), json: raw.json }),
                };
                Ok(Response::new(message::upgrade_resource_state::Response { upgraded_state, diagnostics: vec![] }))
            }

            async fn read_resource(
                &self,
                request: Request<message::read_resource::Request>,
            ) -> Answer<message::read_resource::Response> {
                let request = request.into_inner();
                Ok(Response::new(message::read_resource::Response {
                    new_state: request.current_state,
                    private: request.private,
                    new_identity: request.current_identity,
                    ..Default::default()
                }))
            }

            async fn plan_resource_change(
                &self,
                request: Request<message::plan_resource_change::Request>,
            ) -> Answer<message::plan_resource_change::Response> {
                self.plan(request.into_inner()).await
            }

            async fn apply_resource_change(
                &self,
                request: Request<message::apply_resource_change::Request>,
            ) -> Answer<message::apply_resource_change::Response> {
                self.apply(request.into_inner()).await
            }

            async fn import_resource_state(
                &self,
                request: Request<message::import_resource_state::Request>,
            ) -> Answer<message::import_resource_state::Response> {
                self.import(request.into_inner())
            }

            async fn read_data_source(
                &self,
                request: Request<message::read_data_source::Request>,
            ) -> Answer<message::read_data_source::Response> {
                let state = request.into_inner().config;
                Ok(Response::new(message::read_data_source::Response { state, ..Default::default() }))
            }

            async fn open_ephemeral_resource(
                &self,
                request: Request<message::open_ephemeral_resource::Request>,
            ) -> Answer<message::open_ephemeral_resource::Response> {
                Ok(Response::new(message::open_ephemeral_resource::Response {
                    result: request.into_inner().config,
                    private: Some(Bytes::from_static(b"one")),
                    renew_at: Some(prost_types::Timestamp { seconds: 1000, nanos: 5 }),
                    ..Default::default()
                }))
            }

            async fn renew_ephemeral_resource(
                &self,
                request: Request<message::renew_ephemeral_resource::Request>,
            ) -> Answer<message::renew_ephemeral_resource::Response> {
                let private = request.into_inner().private.unwrap_or_default();
                let private = Some(Bytes::from([&private[..], b"two"].concat()));
                Ok(Response::new(message::renew_ephemeral_resource::Response { private, ..Default::default() }))
            }

            async fn close_ephemeral_resource(
                &self,
                request: Request<message::close_ephemeral_resource::Request>,
            ) -> Answer<message::close_ephemeral_resource::Response> {
                let kept = request.into_inner().private.unwrap_or_default();
                let diagnostics = vec![error(&String::from_utf8_lossy(&kept))];
                Ok(Response::new(message::close_ephemeral_resource::Response { diagnostics }))
            }

            async fn call_function(
                &self,
                request: Request<message::call_function::Request>,
            ) -> Answer<message::call_function::Response> {
                let result = request.into_inner().arguments.pop();
                Ok(Response::new(message::call_function::Response { result, error: None }))
            }

            async fn list_resource(
                &self,
                request: Request<message::list_resource::Request>,
            ) -> Answer<BoxStream<message::list_resource::Event>> {
                self.list(request.into_inner())
            }

            async fn invoke_action(
                &self,
                _: Request<message::invoke_action::Request>,
            ) -> Answer<BoxStream<message::invoke_action::Event>> {
                self.invoke()
            }

            async fn $stop(
                &self,
                _: Request<message::stop_provider::Request>,
            ) -> Answer<message::stop_provider::Response> {
                Ok(Response::new(Default::default()))
            }

            $($more)*
        }
    };
}

shared! { v5: get_schema, prepare_provider_config, validate_resource_type_config, configure, stop; }

shared! { v6: get_provider_schema, validate_provider_config, validate_resource_config, configure_provider, stop_provider;
    async fn configure_state_store(
        &self,
        _: Request<message::configure_state_store::Request>,
    ) -> Answer<message::configure_state_store::Response> {
        let capabilities = Some(message::configure_state_store::Capabilities { chunk_size: 10 });
        Ok(Response::new(message::configure_state_store::Response { diagnostics: vec![], capabilities }))
    }

    async fn read_state_bytes(
        &self,
        request: Request<message::read_state_bytes::Request>,
    ) -> Answer<BoxStream<message::read_state_bytes::Response>> {
        let state = self.states.lock().unwrap().get(&request.into_inner().state_id).cloned().unwrap_or_default();
        let total_length = state.len() as i64;
        let pieces: Vec<_> = state.chunks(10).enumerate().map(|(at, piece)| {
            let start = at as i64 * 10;
            Ok(message::read_state_bytes::Response {
                bytes: Bytes::copy_from_slice(piece),
                total_length,
                range: Some(message::StateRange { start, end: start + piece.len() as i64 - 1 }),
                diagnostics: vec![],
            })
        }).collect();
        Ok(Response::new(stream::iter(pieces).boxed()))
    }

    async fn write_state_bytes(
        &self,
        request: Request<Streaming<message::write_state_bytes::RequestChunk>>,
    ) -> Answer<message::write_state_bytes::Response> {
        let mut chunks = request.into_inner();
        let (mut id, mut state, mut total) = (String::new(), Vec::new(), 0);
        while let Some(chunk) = chunks.message().await? {
            id = chunk.meta.map_or(id, |meta| meta.state_id);
            total = chunk.total_length;
            state.extend_from_slice(&chunk.bytes);
        }
        let diagnostics = if state.len() as i64 == total { vec![] } else { vec![error("Not all of it")] };
        self.states.lock().unwrap().insert(id, state);
        Ok(Response::new(message::write_state_bytes::Response { diagnostics }))
    }

    async fn get_states(
        &self,
        _: Request<message::get_states::Request>,
    ) -> Answer<message::get_states::Response> {
        let state_id = self.states.lock().unwrap().keys().cloned().collect();
        Ok(Response::new(message::get_states::Response { state_id, diagnostics: vec![] }))
    }

    async fn lock_state(
        &self,
        request: Request<message::lock_state::Request>,
    ) -> Answer<message::lock_state::Response> {
        let lock_id = format!("lock of {}", request.into_inner().operation);
        Ok(Response::new(message::lock_state::Response { lock_id, diagnostics: vec![] }))
    }
}

#[tonic::async_trait]
impl goplugin::grpc_controller_server::GrpcController for Fake {
    async fn shutdown(&self, _: Request<goplugin::Empty>) -> Answer<goplugin::Empty> {
        if self.mode != "stubborn" {
            tokio::spawn(async {
                tokio::time::sleep(Duration::from_millis(20)).await;
                std::process::exit(0);
            });
        }
        Ok(Response::new(goplugin::Empty {}))
    }
}

#[tonic::async_trait]
impl goplugin::grpc_stdio_server::GrpcStdio for Fake {
    async fn stream_stdio(&self, _: Request<goplugin::Empty>) -> Answer<BoxStream<goplugin::StdioData>> {
        let printed = goplugin::StdioData {
            channel: goplugin::stdio_data::Channel::Stdout.into(),
            data: Bytes::from_static(b"hello through the protocol\n"),
        };
        Ok(Response::new(stream::iter([Ok(printed)]).chain(stream::pending()).boxed()))
    }
}
