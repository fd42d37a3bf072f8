//! The other end: a listener, the handshake line and mutual TLS, as a provider has them.

use std::convert::Infallible;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use futures_util::future::BoxFuture;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use hyper_util::service::TowerToHyperService;
use plugin::tls::{Identity, Pin};
use rustls::ServerConfig;
use rustls::crypto::aws_lc_rs;
use rustls_pki_types::CertificateDer;
use rustls_pki_types::pem::PemObject;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_rustls::TlsAcceptor;
use tonic::codegen::{Body, Service, StdError, http};
use wire::{goplugin, v5, v6};

use crate::fake::Fake;

/// Serves in a mode until told to end.
pub(crate) fn run(mode: &str) -> ExitCode {
    let expected = [("PLUGIN_PROTOCOL_VERSIONS", Some("5,6")), ("PLUGIN_MULTIPLEX_GRPC", None)];
    for (name, value) in expected {
        let found = std::env::var(name).ok();
        if !mode.starts_with("reattach") && found.as_deref() != value {
            eprintln!("{name} is {found:?}");
            return ExitCode::FAILURE;
        }
    }
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(serve(mode));
    ExitCode::SUCCESS
}

async fn serve(mode: &str) {
    let version = if mode.contains('5') { 5 } else { 6 };
    let fake = Arc::new(Fake::new(mode));
    let router = Router {
        v5: v5::provider_server::ProviderServer::from_arc(fake.clone())
            .max_decoding_message_size(usize::MAX)
            .max_encoding_message_size(usize::MAX),
        v6: v6::provider_server::ProviderServer::from_arc(fake.clone())
            .max_decoding_message_size(usize::MAX)
            .max_encoding_message_size(usize::MAX),
        controller: goplugin::grpc_controller_server::GrpcControllerServer::from_arc(fake.clone()),
        stdio: goplugin::grpc_stdio_server::GrpcStdioServer::from_arc(fake),
    };
    let client = std::env::var("PLUGIN_CLIENT_CERT").ok();
    let identity = Identity::generate().unwrap();
    let tls = client.map(|pem| {
        let client = CertificateDer::from_pem_slice(pem.as_bytes()).unwrap();
        let crypto = Arc::new(aws_lc_rs::default_provider());
        let mut config = ServerConfig::builder_with_provider(crypto.clone())
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_client_cert_verifier(Arc::new(Pin::new(client, crypto)))
            .with_single_cert(vec![identity.certificate.clone()], identity.key())
            .unwrap();
        config.alpn_protocols = vec![b"h2".to_vec()];
        TlsAcceptor::from(Arc::new(config))
    });
    let printed = match (mode, &tls) {
        ("no-certificate", _) | (_, None) => String::new(),
        ("other-certificate", _) => {
            STANDARD_NO_PAD.encode(Identity::generate().unwrap().certificate.as_ref())
        }
        _ => STANDARD_NO_PAD.encode(identity.certificate.as_ref()),
    };
    if mode.contains("tcp") {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        announce(mode, version, "tcp", &listener.local_addr().unwrap().to_string(), &printed);
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(connection(stream, tls.clone(), router.clone()));
        }
        return;
    }
    let path = std::env::temp_dir().join(format!("cairn-fake-{}", std::process::id()));
    // One that was killed leaves its socket behind, and another process gets its number some day.
    let _ = std::fs::remove_file(&path);
    let listener = tokio::net::UnixListener::bind(&path).unwrap();
    announce(mode, version, "unix", &path.display().to_string(), &printed);
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(connection(stream, tls.clone(), router.clone()));
    }
}

fn announce(mode: &str, version: u32, network: &str, address: &str, certificate: &str) {
    let mut out = std::io::stdout();
    writeln!(out, "1|{version}|{network}|{address}|grpc|{certificate}").unwrap();
    out.flush().unwrap();
    if mode == "noisy" {
        // More than a pipe holds: who does not read on would never answer.
        for number in 0..20_000 {
            println!("line {number} on stdout");
            eprintln!("[WARN] line {number} on stderr");
        }
    }
}

async fn connection(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    tls: Option<TlsAcceptor>,
    router: Router,
) {
    let builder = auto::Builder::new(TokioExecutor::new()).http2_only();
    let service = TowerToHyperService::new(router);
    match tls {
        None => drop(builder.serve_connection(TokioIo::new(stream), service).await),
        Some(tls) => {
            if let Ok(stream) = tls.accept(stream).await {
                drop(builder.serve_connection(TokioIo::new(stream), service).await);
            }
        }
    }
}

/// Chooses the service by the path.
#[derive(Clone)]
struct Router {
    v5: v5::provider_server::ProviderServer<Fake>,
    v6: v6::provider_server::ProviderServer<Fake>,
    controller: goplugin::grpc_controller_server::GrpcControllerServer<Fake>,
    stdio: goplugin::grpc_stdio_server::GrpcStdioServer<Fake>,
}

impl<B> Service<http::Request<B>> for Router
where
    B: Body + Send + 'static,
    B::Error: Into<StdError> + Send + 'static,
{
    type Response = http::Response<tonic::body::Body>;
    type Error = Infallible;
    type Future = BoxFuture<'static, Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _cx: &mut std::task::Context<'_>) -> std::task::Poll<Result<(), Infallible>> {
        std::task::Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<B>) -> Self::Future {
        let path = request.uri().path();
        if path.starts_with("/tfplugin5.") {
            Box::pin(self.v5.call(request))
        } else if path.starts_with("/tfplugin6.") {
            Box::pin(self.v6.call(request))
        } else if path.starts_with("/plugin.GRPCController/") {
            Box::pin(self.controller.call(request))
        } else {
            Box::pin(self.stdio.call(request))
        }
    }
}
