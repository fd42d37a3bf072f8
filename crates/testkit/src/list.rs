//! What there is in the cloud, as lists tell it.

use futures_util::StreamExt;
use futures_util::stream::{self, BoxStream};
use provider::{ListEvent, ListRequest, ProviderDiagnostic, ProviderDiagnostics, ValidateListRequest};

use crate::Cloud;
use crate::plan::part;
use crate::upgrade::identity_of;

/// Refuses the kind `refused`.
pub(crate) fn validate(request: &ValidateListRequest) -> ProviderDiagnostics {
    match part(&request.config, "kind").as_str() {
        Some("refused") => vec![ProviderDiagnostic::error("Refused", "Nothing is of this kind.")],
        _ => Vec::new(),
    }
}

/// The objects of a type, of one kind where that is asked for.
pub(crate) fn list(cloud: &Cloud, request: &ListRequest) -> BoxStream<'static, ListEvent> {
    let wanted = part(&request.config, "kind");
    let objects = cloud.objects().into_values().filter(|object| object.type_name == request.type_name);
    let objects = objects.filter(|object| wanted.is_null() || part(&object.value, "kind") == wanted);
    let events: Vec<ListEvent> = objects
        .map(|object| ListEvent {
            identity: identity_of(&object.type_name, &object.value),
            display_name: part(&object.value, "name").as_str().unwrap_or_default().to_owned(),
            object: Some(object.value).filter(|_| request.include_object),
            diags: Vec::new(),
        })
        .collect();
    stream::iter(events).boxed()
}
