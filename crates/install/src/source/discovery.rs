//! Service discovery: at which address a host serves what.

use std::collections::BTreeMap;
use std::sync::Arc;

use reqwest::Url;
use tokio::sync::{Mutex, OnceCell};

use crate::http::{Http, HttpError};

/// The services of hosts, each host asked once.
#[derive(Clone, Debug)]
pub(crate) struct Discovery {
    /// What the CLI configuration says.
    settled: BTreeMap<String, BTreeMap<String, String>>,
    known: Arc<Mutex<BTreeMap<String, Arc<OnceCell<Services>>>>>,
}

#[derive(Clone, Debug)]
struct Services {
    base: Url,
    services: BTreeMap<String, String>,
}

impl Discovery {
    pub(crate) fn new(settled: &BTreeMap<String, BTreeMap<String, String>>) -> Self {
        Self { settled: settled.clone(), known: Arc::default() }
    }

    /// The address of a service; nothing where the host does not have it.
    pub(crate) async fn service(
        &self,
        http: &Http,
        host: &str,
        name: &str,
    ) -> Result<Option<Url>, HttpError> {
        let base = Url::parse(&format!("https://{host}/.well-known/terraform.json"))
            .map_err(|_| HttpError::Url(host.to_owned()))?;
        let services = match self.settled.get(host) {
            Some(services) => Services { base, services: services.clone() },
            None => {
                let cell = self.known.lock().await.entry(host.to_owned()).or_default().clone();
                cell.get_or_try_init(|| ask(http, base, host)).await?.clone()
            }
        };
        let Some(text) = services.services.get(name) else { return Ok(None) };
        let mut url = services.base.join(text).map_err(|_| HttpError::Url(text.clone()))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(HttpError::Url(text.clone()));
        }
        // What is asked for is below it.
        if !url.path().ends_with('/') {
            url.set_path(&format!("{}/", url.path()));
        }
        Ok(Some(url))
    }
}

async fn ask(http: &Http, url: Url, host: &str) -> Result<Services, HttpError> {
    let (document, base): (BTreeMap<String, serde_json::Value>, Url) = match http.json(&url, Some(host)).await
    {
        // A host without the document has no services.
        Err(error) if error.is_missing() => return Ok(Services { base: url, services: BTreeMap::new() }),
        result => result?,
    };
    let text = |(name, value): (String, serde_json::Value)| Some((name, value.as_str()?.to_owned()));
    Ok(Services { base, services: document.into_iter().filter_map(text).collect() })
}
