//! A connection to where a provider listens, with or without TLS.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use hyper_util::rt::TokioIo;
use rustls::ClientConfig;
use rustls_pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
#[cfg(unix)]
use tokio::net::UnixStream;
use tokio_rustls::TlsConnector;
use tonic::client::Grpc;
use tonic::transport::{Channel, Endpoint};

use crate::handshake::Address;

/// As much as the other hosts take; a length that a hostile provider makes up is bounded by it.
const MAX_MESSAGE_BYTES: usize = i32::MAX as usize;

/// How much may be under way before the reader has to say that it goes on. Schemas have megabytes.
const WINDOW_BYTES: u32 = 4 << 20;

/// Any stream of bytes.
trait Duplex: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Duplex for T {}

/// A stream of one of several kinds.
struct Stream(Box<dyn Duplex>);

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, buf)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}

/// Connects to a provider. There is one connection, ever: who listens at the address after the provider has ended
/// is somebody else.
pub(crate) async fn connect(address: Address, tls: Option<ClientConfig>) -> Result<Grpc<Channel>, String> {
    let scheme = if tls.is_some() { "https://localhost" } else { "http://localhost" };
    let endpoint = Endpoint::from_static(scheme)
        .initial_stream_window_size(WINDOW_BYTES)
        .initial_connection_window_size(2 * WINDOW_BYTES);
    let tls = tls.map(Arc::new);
    let used = Arc::new(AtomicBool::new(false));
    let connector = tower::service_fn(move |_| {
        let (address, tls, first) = (address.clone(), tls.clone(), !used.swap(true, Ordering::Relaxed));
        async move {
            if !first {
                return Err(io::Error::new(io::ErrorKind::NotConnected, "the provider is gone"));
            }
            open(&address, tls).await.map(TokioIo::new)
        }
    });
    let channel = endpoint.connect_with_connector(connector).await.map_err(|error| chain(&error))?;
    Ok(Grpc::new(channel)
        .max_decoding_message_size(MAX_MESSAGE_BYTES)
        .max_encoding_message_size(MAX_MESSAGE_BYTES))
}

async fn open(address: &Address, tls: Option<Arc<ClientConfig>>) -> io::Result<Stream> {
    let plain: Box<dyn Duplex> = match address {
        #[cfg(unix)]
        Address::Unix(path) => Box::new(UnixStream::connect(path).await?),
        #[cfg(not(unix))]
        Address::Unix(_) => return Err(io::Error::new(io::ErrorKind::Unsupported, "no unix sockets here")),
        Address::Tcp(address) => {
            let stream = TcpStream::connect(address).await?;
            stream.set_nodelay(true)?;
            Box::new(stream)
        }
    };
    match tls {
        None => Ok(Stream(plain)),
        Some(config) => {
            let name = ServerName::try_from("localhost").map_err(io::Error::other)?;
            let stream = TlsConnector::from(config).connect(name, Stream(plain)).await?;
            Ok(Stream(Box::new(stream)))
        }
    }
}

/// An error with its causes, each once.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let words = error.to_string();
        if !text.contains(&words) {
            text.push_str(": ");
            text.push_str(&words);
        }
        cause = error.source();
    }
    text
}
