//! Places for state. A state travels in pieces of a size that both sides agreed on.

use std::sync::Arc;

use bytes::Bytes;
use provider::*;
use smol_str::SmolStr;

use crate::call::{Call, Context, StreamCall};
use crate::message::{
    self, StateRange, configure_state_store, delete_state, get_states, lock_state, read_state_bytes,
    unlock_state, validate_config, write_state_bytes,
};
use crate::{Method, from_diagnostics, methods};

/// The size of pieces that we propose, and the largest that we take.
const CHUNK_BYTES: i64 = 8 << 20;
const MAX_CHUNK_BYTES: i64 = 128 << 20;

/// Checks the configuration of a place for state.
#[derive(Clone, Debug)]
pub struct ValidateStateStore(
    /// The place.
    pub StateStoreRequest,
);

/// Gives a place for state its configuration; the answer has the size of pieces to use from then on.
#[derive(Clone, Debug)]
pub struct ConfigureStateStore(
    /// The place.
    pub StateStoreRequest,
);

/// Reads a state; the answers are its pieces.
#[derive(Clone, Debug)]
pub struct ReadState(
    /// The state.
    pub StateRequest,
);

/// Asks which states a place has.
#[derive(Clone, Debug)]
pub struct ListStates(
    /// The type of the place.
    pub SmolStr,
);

/// Removes a state.
#[derive(Clone, Debug)]
pub struct DeleteState(
    /// The state.
    pub StateRequest,
);

fn schema<'a>(ctx: &Context<'a>, type_name: &str) -> Result<&'a Arc<schema::Schema>, ProviderDiagnostic> {
    ctx.find(&ctx.schema.state_stores, "state store type", type_name)
}

impl Call for ValidateStateStore {
    type Request = validate_config::Request;
    type Response = validate_config::Response;
    type Answer = ProviderDiagnostics;

    fn method(&self) -> Method {
        methods::VALIDATE_STATE_STORE
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

impl Call for ConfigureStateStore {
    type Request = configure_state_store::Request;
    type Response = configure_state_store::Response;
    type Answer = (usize, ProviderDiagnostics);

    fn method(&self) -> Method {
        methods::CONFIGURE_STATE_STORE
    }

    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        Ok(Self::Request {
            type_name: self.0.type_name.to_string(),
            config: ctx.value(&self.0.config, schema(ctx, &self.0.type_name)?.block.implied_type())?,
            capabilities: Some(configure_state_store::Capabilities { chunk_size: CHUNK_BYTES }),
        })
    }

    fn decode(&self, ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        let mut reading = ctx.reading(self.method(), &self.0.type_name, response.diagnostics);
        let size = response.capabilities.map_or(0, |capabilities| capabilities.chunk_size);
        if !has_errors(&reading.diags) && !(1..=MAX_CHUNK_BYTES).contains(&size) {
            reading
                .invalid(&format!("pieces of {size} bytes, where from 1 to {MAX_CHUNK_BYTES} can be used"));
        }
        (usize::try_from(size).unwrap_or(0), reading.diags)
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        (0, vec![why])
    }
}

/// A piece of a state that was read.
pub type StatePiece = read_state_bytes::Response;

impl StreamCall for ReadState {
    type Request = read_state_bytes::Request;
    type Event = StatePiece;
    type Answer = Result<StatePiece, ProviderDiagnostic>;

    fn method(&self) -> Method {
        methods::READ_STATE
    }

    fn encode(&self, _ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        let StateRequest { type_name, state_id } = &self.0;
        Ok(Self::Request { type_name: type_name.to_string(), state_id: state_id.to_string() })
    }

    fn decode(&self, _ctx: &Context<'_>, event: Self::Event) -> (Self::Answer, bool) {
        (Ok(event), false)
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        Err(why)
    }

    fn ended(&self, _ctx: &Context<'_>) -> Option<Self::Answer> {
        None
    }
}

impl ReadState {
    /// Puts pieces together; nothing of the state is given unless all of it came.
    pub fn assemble(
        &self,
        ctx: &Context<'_>,
        pieces: Vec<Result<StatePiece, ProviderDiagnostic>>,
    ) -> ReadStateResponse {
        let mut reading = ctx.reading(self.method(), &self.0.state_id, Vec::new());
        let (mut bytes, mut total) = (Vec::new(), 0);
        for piece in pieces {
            let piece = match piece {
                Ok(piece) => piece,
                Err(why) => {
                    reading.diags.push(why);
                    break;
                }
            };
            reading.diags.extend(from_diagnostics(piece.diagnostics));
            total = piece.total_length;
            let start = piece.range.map_or(0, |range| range.start);
            if !piece.bytes.is_empty() && usize::try_from(start) != Ok(bytes.len()) {
                reading.invalid(&format!("a piece at {start} where one at {} was due", bytes.len()));
                break;
            }
            bytes.extend_from_slice(&piece.bytes);
        }
        if !has_errors(&reading.diags) && usize::try_from(total) != Ok(bytes.len()) {
            reading.invalid(&format!("{} bytes of a state of {total}", bytes.len()));
        }
        let bytes = if has_errors(&reading.diags) { Bytes::new() } else { Bytes::from(bytes) };
        ReadStateResponse { bytes, diags: reading.diags }
    }
}

/// The pieces of a state to write, of a size that was agreed on.
pub fn state_chunks(request: WriteStateRequest, size: usize) -> Vec<write_state_bytes::RequestChunk> {
    let WriteStateRequest { type_name, state_id, bytes } = request;
    let size = size.max(1);
    let length = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let pieces = bytes.len().div_ceil(size).max(1);
    let chunk = |at: usize| {
        let piece = bytes.slice(at * size..bytes.len().min((at + 1) * size));
        let start = length(at * size);
        let meta = message::write_state_bytes::Meta {
            type_name: type_name.to_string(),
            state_id: state_id.to_string(),
        };
        write_state_bytes::RequestChunk {
            meta: (at == 0).then_some(meta),
            total_length: length(bytes.len()),
            range: Some(StateRange { start, end: (start + length(piece.len()) - 1).max(0) }),
            bytes: piece,
        }
    };
    (0..pieces).map(chunk).collect()
}

impl Call for LockStateRequest {
    type Request = lock_state::Request;
    type Response = lock_state::Response;
    type Answer = LockStateResponse;

    fn method(&self) -> Method {
        methods::LOCK_STATE
    }

    fn encode(&self, _ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        Ok(Self::Request {
            type_name: self.type_name.to_string(),
            state_id: self.state_id.to_string(),
            operation: self.operation.clone(),
        })
    }

    fn decode(&self, _ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        LockStateResponse { lock_id: response.lock_id, diags: from_diagnostics(response.diagnostics) }
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        LockStateResponse { lock_id: String::new(), diags: vec![why] }
    }
}

impl Call for UnlockStateRequest {
    type Request = unlock_state::Request;
    type Response = unlock_state::Response;
    type Answer = ProviderDiagnostics;

    fn method(&self) -> Method {
        methods::UNLOCK_STATE
    }

    fn encode(&self, _ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        Ok(Self::Request {
            type_name: self.type_name.to_string(),
            state_id: self.state_id.to_string(),
            lock_id: self.lock_id.clone(),
        })
    }

    fn decode(&self, _ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        from_diagnostics(response.diagnostics)
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        vec![why]
    }
}

impl Call for ListStates {
    type Request = get_states::Request;
    type Response = get_states::Response;
    type Answer = StatesResponse;

    fn method(&self) -> Method {
        methods::GET_STATES
    }

    fn encode(&self, _ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        Ok(Self::Request { type_name: self.0.to_string() })
    }

    fn decode(&self, _ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        StatesResponse {
            state_ids: response.state_id.into_iter().map(SmolStr::from).collect(),
            diags: from_diagnostics(response.diagnostics),
        }
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        StatesResponse { state_ids: Vec::new(), diags: vec![why] }
    }
}

impl Call for DeleteState {
    type Request = delete_state::Request;
    type Response = delete_state::Response;
    type Answer = ProviderDiagnostics;

    fn method(&self) -> Method {
        methods::DELETE_STATE
    }

    fn encode(&self, _ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic> {
        let StateRequest { type_name, state_id } = &self.0;
        Ok(Self::Request { type_name: type_name.to_string(), state_id: state_id.to_string() })
    }

    fn decode(&self, _ctx: &Context<'_>, response: Self::Response) -> Self::Answer {
        from_diagnostics(response.diagnostics)
    }

    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer {
        vec![why]
    }
}
