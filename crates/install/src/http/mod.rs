//! Asking others by HTTP: with limits on size, time and redirects, with the credentials that are for a host and for no
//! other, and with texts of errors that hold none.

mod credentials;
mod netrc;

use std::io::Write;
use std::time::Duration;

use futures_util::StreamExt;
use reqwest::header::{AUTHORIZATION, HeaderMap};
use reqwest::redirect::Policy;
use reqwest::{Client, Response, StatusCode, Url};
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::cli_config::{CliConfig, Environment};
pub(crate) use credentials::Credentials;
use netrc::Netrc;

/// What a list or a description may take.
const MAX_DOCUMENT: u64 = 64 << 20;

/// What a package may take.
const MAX_ARCHIVE: u64 = 4 << 30;

const MAX_REDIRECTS: usize = 10;

/// Nothing at all for so long means that nothing will come.
const SILENCE: Duration = Duration::from_secs(60);

/// Why an answer did not come. Addresses are shown without what may be secret in them.
#[derive(Debug, Error)]
pub enum HttpError {
    /// What is asked for is not an address.
    #[error("{0:?} is not a URL that can be asked")]
    Url(String),
    /// Nobody answered.
    #[error("cannot reach {url}: {why}")]
    Connect {
        /// Who was asked.
        url: String,
        /// Why there was no answer.
        why: String,
    },
    /// The answer is a refusal.
    #[error("{url} answers {status}{}", hint(.status))]
    Status {
        /// Who was asked.
        url: String,
        /// What came back.
        status: StatusCode,
    },
    /// The answer does not end.
    #[error("the answer of {url} is larger than {limit} bytes")]
    TooLarge {
        /// Who was asked.
        url: String,
        /// What is accepted.
        limit: u64,
    },
    /// The answer is not what is expected.
    #[error("the answer of {url} cannot be understood: {why}")]
    Answer {
        /// Who was asked.
        url: String,
        /// What is wrong with it.
        why: String,
    },
    /// Something on this side.
    #[error("{0}")]
    Local(String),
}

fn hint(status: &StatusCode) -> &'static str {
    match *status {
        StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
            "; are there credentials for this host in the CLI configuration?"
        }
        _ => "",
    }
}

impl HttpError {
    /// An answer that is not what is expected.
    pub(crate) fn answer(url: &Url, why: &str) -> Self {
        Self::Answer { url: shown(url), why: why.to_owned() }
    }

    /// Whether what was asked for is not there.
    pub(crate) fn is_missing(&self) -> bool {
        matches!(self, Self::Status { status, .. } if matches!(*status, StatusCode::NOT_FOUND | StatusCode::GONE))
    }

    /// Whether asking again may help.
    fn is_transient(&self) -> bool {
        match self {
            Self::Connect { .. } => true,
            Self::Status { status, .. } => {
                status.is_server_error() || *status == StatusCode::TOO_MANY_REQUESTS
            }
            _ => false,
        }
    }
}

/// A client with the settings of the user.
#[derive(Clone, Debug)]
pub(crate) struct Http {
    client: Client,
    credentials: Credentials,
    netrc: Netrc,
    timeout: Duration,
    retries: u32,
    download_retries: u32,
}

/// An answer that was read whole.
pub(crate) struct Answer {
    pub(crate) url: Url,
    headers: HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    /// A header that is text and not empty.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok().filter(|value| !value.is_empty())
    }
}

impl Http {
    pub(crate) fn new(config: &CliConfig, environment: &Environment) -> Result<Self, HttpError> {
        let policy = Policy::custom(|attempt| {
            let leaves_tls = attempt.previous().last().is_some_and(|last| last.scheme() == "https")
                && attempt.url().scheme() != "https";
            if leaves_tls {
                attempt.error("a redirect leads from https to an address without it")
            } else if attempt.previous().len() > MAX_REDIRECTS {
                attempt.error("there are too many redirects")
            } else {
                attempt.follow()
            }
        });
        let client = Client::builder()
            .redirect(policy)
            .referer(false)
            .connect_timeout(Duration::from_secs(15))
            .read_timeout(SILENCE)
            .user_agent(concat!("cairn/", env!("CARGO_PKG_VERSION")))
            .build()
            .map_err(|error| HttpError::Local(format!("HTTP cannot be used here: {}", cause(&error))))?;
        let positive =
            |name: &str| environment.get(name).and_then(|text| text.parse().ok()).filter(|count| *count > 0);
        Ok(Self {
            client,
            credentials: Credentials::new(config, environment),
            netrc: Netrc::load(environment),
            timeout: Duration::from_secs(positive("TF_REGISTRY_CLIENT_TIMEOUT").unwrap_or(10)),
            retries: positive("TF_REGISTRY_DISCOVERY_RETRY").unwrap_or(1) as u32,
            download_retries: positive("TF_PROVIDER_DOWNLOAD_RETRY").unwrap_or(2) as u32,
        })
    }

    /// The JSON document at an address. The token is that of a host, which may be another one than the address has.
    pub(crate) async fn json<T: DeserializeOwned>(
        &self,
        url: &Url,
        host: Option<&str>,
    ) -> Result<(T, Url), HttpError> {
        let answer = self.document(url, host).await?;
        let value = serde_json::from_slice(&answer.body)
            .map_err(|error| HttpError::Answer { url: shown(url), why: error.to_string() })?;
        Ok((value, answer.url))
    }

    /// A document at an address.
    pub(crate) async fn document(&self, url: &Url, host: Option<&str>) -> Result<Answer, HttpError> {
        let mut tries = self.retries;
        loop {
            match self.try_document(url, host).await {
                Err(error) if tries > 0 && error.is_transient() => {
                    tries -= 1;
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
                result => return result,
            }
        }
    }

    async fn try_document(&self, url: &Url, host: Option<&str>) -> Result<Answer, HttpError> {
        let read = async {
            let response = self.send(url, host).await?;
            let (url, headers) = (response.url().clone(), response.headers().clone());
            let mut body = Vec::new();
            read(response, MAX_DOCUMENT, &mut |_| {}, &mut body).await?;
            Ok(Answer { url, headers, body })
        };
        tokio::time::timeout(self.timeout.max(Duration::from_secs(1)), read).await.unwrap_or_else(|_| {
            let why = format!("no answer within {} seconds", self.timeout.as_secs());
            Err(HttpError::Connect { url: shown(url), why })
        })
    }

    /// Downloads a file; who watches is told how much there is so far, of how much.
    pub(crate) async fn download(
        &self,
        url: &Url,
        to: &mut std::fs::File,
        progress: &mut (dyn FnMut(u64, Option<u64>) + '_),
    ) -> Result<Url, HttpError> {
        let mut tries = self.download_retries;
        loop {
            let result = self.try_download(url, to, progress).await;
            match result {
                Err(error) if tries > 0 && error.is_transient() => {
                    tries -= 1;
                    let emptied = to.set_len(0).and_then(|()| std::io::Seek::rewind(to));
                    emptied.map_err(|error| HttpError::Local(error.to_string()))?;
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
                result => return result,
            }
        }
    }

    async fn try_download(
        &self,
        url: &Url,
        to: &mut std::fs::File,
        progress: &mut (dyn FnMut(u64, Option<u64>) + '_),
    ) -> Result<Url, HttpError> {
        let response = self.send(url, None).await?;
        let (last, total) = (response.url().clone(), response.content_length());
        read(response, MAX_ARCHIVE, &mut |so_far| progress(so_far, total), to).await?;
        Ok(last)
    }

    async fn send(&self, url: &Url, host: Option<&str>) -> Result<Response, HttpError> {
        if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none() {
            return Err(HttpError::Url(shown(url)));
        }
        let mut request = self.client.get(url.clone());
        let token = match host {
            Some(host) => self.credentials.token(host).await?,
            None => None,
        };
        if let Some(token) = token {
            // A token is for who is trusted; on a line that anybody reads it would be everybody's.
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        } else if url.username().is_empty()
            && let Some((login, password)) = url.host_str().and_then(|host| self.netrc.login(host))
        {
            request = request.basic_auth(login, Some(password));
        }
        let response = request
            .send()
            .await
            .map_err(|error| HttpError::Connect { url: shown(url), why: cause(&error) })?;
        let status = response.status();
        if status.is_success() { Ok(response) } else { Err(HttpError::Status { url: shown(url), status }) }
    }
}

async fn read(
    response: Response,
    limit: u64,
    progress: &mut (dyn FnMut(u64) + '_),
    to: &mut dyn Write,
) -> Result<(), HttpError> {
    let url = shown(response.url());
    let too_large = || HttpError::TooLarge { url: url.clone(), limit };
    if response.content_length().is_some_and(|length| length > limit) {
        return Err(too_large());
    }
    let mut size = 0;
    let mut stream = response.bytes_stream();
    while let Some(part) = stream.next().await {
        let part = part.map_err(|error| HttpError::Connect { url: url.clone(), why: cause(&error) })?;
        size += part.len() as u64;
        if size > limit {
            return Err(too_large());
        }
        to.write_all(&part).map_err(|error| HttpError::Local(error.to_string()))?;
        progress(size);
    }
    Ok(())
}

/// An address without what may be secret: who asks, and what is asked with.
pub(crate) fn shown(url: &Url) -> String {
    let mut url = url.clone();
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.set_query(None);
    url.set_fragment(None);
    url.to_string()
}

/// The reason at the bottom of an error; what is above names addresses in full.
fn cause(error: &reqwest::Error) -> String {
    let mut error: &dyn std::error::Error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}
