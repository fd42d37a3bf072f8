//! Mutual TLS between us and a provider: both sides make a throw-away certificate, and each accepts exactly the
//! other's bytes. Names, dates and chains say nothing here, so they are not looked at.
//!
//! Providers made with Go have certificates of their own authority on curve P-521, which common verifiers refuse;
//! therefore the verifier is ours and the cryptography that of aws-lc.

use std::sync::{Arc, OnceLock};

use rcgen::{
    BasicConstraints, CertificateParams, DnType, ExtendedKeyUsagePurpose, IsCa, KeyPair, KeyUsagePurpose,
    PKCS_ECDSA_P521_SHA512,
};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, aws_lc_rs, verify_tls12_signature, verify_tls13_signature};
use rustls::server::danger::{ClientCertVerified, ClientCertVerifier};
use rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, DistinguishedName, Error, SignatureScheme,
};
use rustls_pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, ServerName, UnixTime};

/// A certificate with its key.
#[derive(Debug)]
pub struct Identity {
    /// The certificate.
    pub certificate: CertificateDer<'static>,
    /// The same as text.
    pub pem: String,
    key: Vec<u8>,
}

impl Identity {
    /// A new one.
    pub fn generate() -> Result<Self, rcgen::Error> {
        let key = KeyPair::generate_for(&PKCS_ECDSA_P521_SHA512)?;
        let mut params = CertificateParams::new(vec!["localhost".to_owned()])?;
        params.distinguished_name.push(DnType::CommonName, "localhost");
        params.distinguished_name.push(DnType::OrganizationName, "Cairn");
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.extended_key_usages =
            vec![ExtendedKeyUsagePurpose::ClientAuth, ExtendedKeyUsagePurpose::ServerAuth];
        params.key_usages = vec![
            KeyUsagePurpose::DigitalSignature,
            KeyUsagePurpose::KeyEncipherment,
            KeyUsagePurpose::KeyAgreement,
            KeyUsagePurpose::KeyCertSign,
        ];
        let certificate = params.self_signed(&key)?;
        Ok(Self { pem: certificate.pem(), certificate: certificate.der().clone(), key: key.serialize_der() })
    }

    /// The one of this run. Providers get to know only its certificate, so they can share it.
    pub fn of_this_run() -> Result<&'static Self, String> {
        static IDENTITY: OnceLock<Result<Identity, String>> = OnceLock::new();
        IDENTITY
            .get_or_init(|| Self::generate().map_err(|error| error.to_string()))
            .as_ref()
            .map_err(Clone::clone)
    }

    /// The key, as the TLS library takes it.
    pub fn key(&self) -> PrivateKeyDer<'static> {
        PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(self.key.clone()))
    }
}

/// Accepts one certificate, on either side.
#[derive(Debug)]
pub struct Pin {
    expected: CertificateDer<'static>,
    crypto: Arc<CryptoProvider>,
}

impl Pin {
    /// Accepts a certificate only.
    pub fn new(expected: CertificateDer<'static>, crypto: Arc<CryptoProvider>) -> Self {
        Self { expected, crypto }
    }

    fn check(&self, presented: &CertificateDer<'_>) -> Result<(), Error> {
        if presented.as_ref() == self.expected.as_ref() {
            Ok(())
        } else {
            Err(Error::InvalidCertificate(CertificateError::UnknownIssuer))
        }
    }
}

impl ServerCertVerifier for Pin {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        self.check(end_entity).map(|()| ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, cert, dss, &self.crypto.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, cert, dss, &self.crypto.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.crypto.signature_verification_algorithms.supported_schemes()
    }
}

impl ClientCertVerifier for Pin {
    fn root_hint_subjects(&self) -> &[DistinguishedName] {
        &[]
    }

    fn verify_client_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _now: UnixTime,
    ) -> Result<ClientCertVerified, Error> {
        self.check(end_entity).map(|()| ClientCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        ServerCertVerifier::verify_tls12_signature(self, message, cert, dss)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        ServerCertVerifier::verify_tls13_signature(self, message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        ServerCertVerifier::supported_verify_schemes(self)
    }
}

/// How we speak to the provider with a certificate.
pub fn client_config(identity: &Identity, provider: Vec<u8>) -> Result<ClientConfig, Error> {
    let crypto = Arc::new(aws_lc_rs::default_provider());
    let pin = Pin::new(CertificateDer::from(provider), crypto.clone());
    let mut config = ClientConfig::builder_with_provider(crypto)
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(pin))
        .with_client_auth_cert(vec![identity.certificate.clone()], identity.key())?;
    config.alpn_protocols = vec![b"h2".to_vec()];
    Ok(config)
}
