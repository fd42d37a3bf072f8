//! What a call is: a request of ours that knows its method, its message and how to read the answer.

use addrs::Provider as ProviderAddr;
use provider::{Deferred, Private, ProviderDiagnostic, ProviderDiagnostics};
use schema::{Catalog, IdentitySchema, ProviderSchema, Schema};
use std::sync::Arc;
use value::{Path, Type, Value};

use crate::message::{self, ClientCapabilities, DynamicValue, ResourceIdentityData, deferred::Reason};
use crate::values::{from_dynamic, to_dynamic};
use crate::{Method, from_diagnostics};

/// A request with one answer.
pub trait Call: Send + Sync {
    /// The message that is sent.
    type Request: prost::Message + Send + Sync + 'static;
    /// The message that comes back.
    type Response: prost::Message + Default + Send + Sync + 'static;
    /// What it means.
    type Answer: Send;

    /// Which method it is.
    fn method(&self) -> Method;

    /// The message to send, or why it cannot be sent.
    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic>;

    /// What the message that came back means.
    fn decode(&self, ctx: &Context<'_>, response: Self::Response) -> Self::Answer;

    /// The answer where there was none.
    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer;
}

/// A request with any number of answers.
pub trait StreamCall: Send + Sync + 'static {
    /// The message that is sent.
    type Request: prost::Message + Send + Sync + 'static;
    /// The messages that come back.
    type Event: prost::Message + Default + Send + Sync + 'static;
    /// What one of them means.
    type Answer: Send + 'static;

    /// Which method it is.
    fn method(&self) -> Method;

    /// The message to send, or why it cannot be sent.
    fn encode(&self, ctx: &Context<'_>) -> Result<Self::Request, ProviderDiagnostic>;

    /// What a message that came back means, and whether it is the last.
    fn decode(&self, ctx: &Context<'_>, event: Self::Event) -> (Self::Answer, bool);

    /// The last answer where the provider stopped answering.
    fn failed(&self, why: ProviderDiagnostic) -> Self::Answer;

    /// The last answer where the provider ended well but without the event that must be the last.
    fn ended(&self, ctx: &Context<'_>) -> Option<Self::Answer>;
}

/// Who is called.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The provider.
    pub provider: &'a ProviderAddr,
    /// What it offers.
    pub schema: &'a ProviderSchema,
    /// Whether it may put things off.
    pub deferral_allowed: bool,
}

impl<'a> Context<'a> {
    pub(crate) fn capabilities(&self) -> Option<ClientCapabilities> {
        Some(ClientCapabilities {
            deferral_allowed: self.deferral_allowed,
            write_only_attributes_allowed: true,
        })
    }

    /// The schema of a type, or the problem that there is none.
    pub(crate) fn find(
        &self,
        catalog: &'a Catalog<Schema>,
        what: &str,
        type_name: &str,
    ) -> Result<&'a Arc<Schema>, ProviderDiagnostic> {
        catalog.get(type_name).ok_or_else(|| match catalog.defect(type_name) {
            Some(defect) => {
                let detail = format!(
                    "The provider {} has an invalid schema for {what} {type_name:?}: {defect}. This is a bug in the \
                     provider.",
                    self.provider
                );
                ProviderDiagnostic::error("Invalid provider schema", detail)
            }
            None => {
                let detail = format!("The provider {} has no {what} {type_name:?}.", self.provider);
                ProviderDiagnostic::error("Unsupported by provider", detail)
            }
        })
    }

    /// The schema of a managed resource type.
    pub(crate) fn resource(&self, type_name: &str) -> Result<&'a Arc<Schema>, ProviderDiagnostic> {
        self.find(&self.schema.resources, "resource type", type_name)
    }

    /// The type of objects of a managed resource type; anything where there is none.
    pub(crate) fn resource_type(&self, type_name: &str) -> &'a Type {
        self.schema.resources.get(type_name).map_or(&Type::Dynamic, |schema| schema.block.implied_type())
    }

    fn identity(&self, type_name: &str) -> Option<&'a Arc<IdentitySchema>> {
        self.schema.identities.get(type_name)
    }

    pub(crate) fn value(&self, value: &Value, ty: &Type) -> Result<Option<DynamicValue>, ProviderDiagnostic> {
        to_dynamic(value, ty).map(Some).map_err(|(path, message)| self.unsendable(path, &message))
    }

    /// A value for the provider's meta schema; nothing where it has none.
    pub(crate) fn meta(&self, value: &Value) -> Result<Option<DynamicValue>, ProviderDiagnostic> {
        match &self.schema.meta {
            Some(schema) => self.value(value, schema.block.implied_type()),
            None => Ok(None),
        }
    }

    pub(crate) fn identity_data(
        &self,
        type_name: &str,
        identity: &Option<Value>,
    ) -> Result<Option<ResourceIdentityData>, ProviderDiagnostic> {
        match (identity, self.identity(type_name)) {
            (Some(identity), Some(schema)) if !identity.is_null() => {
                let identity_data = self.value(identity, &schema.implied_type())?;
                Ok(Some(ResourceIdentityData { identity_data }))
            }
            _ => Ok(None),
        }
    }

    fn unsendable(&self, path: Path, message: &str) -> ProviderDiagnostic {
        let detail = format!("A value for the provider {} cannot be sent: {message}.", self.provider);
        let found = ProviderDiagnostic::error("Invalid value for provider", detail);
        if path.is_empty() { found } else { found.at(path) }
    }

    /// Reads an answer to a method.
    pub(crate) fn reading(
        &'a self,
        method: Method,
        subject: &'a str,
        diags: Vec<message::Diagnostic>,
    ) -> Reading<'a> {
        Reading { ctx: self, method, subject, diags: from_diagnostics(diags) }
    }
}

/// An answer that is being read: problems of the provider, then those with the answer itself.
pub(crate) struct Reading<'a> {
    ctx: &'a Context<'a>,
    method: Method,
    subject: &'a str,
    pub(crate) diags: ProviderDiagnostics,
}

impl Reading<'_> {
    /// A problem with the answer.
    pub(crate) fn invalid(&mut self, why: &str) {
        let detail = format!(
            "The provider {} answered {} for {} with something that cannot be used: {why}. This is a bug in the provider.",
            self.ctx.provider, self.method.name, self.subject
        );
        self.diags.push(ProviderDiagnostic::error("Invalid response from provider", detail));
    }

    /// A value in the answer; nothing where it is none of the type.
    pub(crate) fn value(&mut self, value: Option<DynamicValue>, ty: &Type) -> Option<Value> {
        match from_dynamic(value, ty) {
            Ok(value) => Some(value),
            Err((path, message)) => {
                let place = if path.is_empty() { String::new() } else { format!("{path}: ") };
                self.invalid(&format!("{place}{message}"));
                None
            }
        }
    }

    /// An object in the answer; null where it is none of the type.
    pub(crate) fn object(&mut self, value: Option<DynamicValue>, ty: &Type) -> Value {
        self.value(value, ty).unwrap_or_else(|| Value::null(ty.clone()))
    }

    /// An identity in the answer; nothing where there is none or the type has no identities.
    pub(crate) fn identity(&mut self, type_name: &str, data: Option<ResourceIdentityData>) -> Option<Value> {
        let data = data?.identity_data?;
        match self.ctx.identity(type_name) {
            Some(schema) => {
                self.value(Some(data), &schema.implied_type()).filter(|identity| !identity.is_null())
            }
            None => {
                self.invalid(&format!("an identity for {type_name:?}, which has no identity schema"));
                None
            }
        }
    }
}

pub(crate) fn from_deferred(deferred: Option<message::Deferred>) -> Option<Deferred> {
    Some(match deferred?.reason() {
        Reason::Unknown => Deferred::Unknown,
        Reason::ResourceConfigUnknown => Deferred::ResourceConfigUnknown,
        Reason::ProviderConfigUnknown => Deferred::ProviderConfigUnknown,
        Reason::AbsentPrereq => Deferred::AbsentPrerequisite,
    })
}

pub(crate) fn to_private(private: &Private) -> bytes::Bytes {
    bytes::Bytes::copy_from_slice(private)
}

pub(crate) fn from_private(private: bytes::Bytes) -> Private {
    Private::from(&private[..])
}
