//! Why there is no provider to talk to.

use std::path::PathBuf;

use addrs::Provider as ProviderAddr;

use crate::handshake::HandshakeError;

/// Why there is no provider to talk to.
#[derive(Debug, thiserror::Error)]
pub enum PluginError {
    /// The program could not be run.
    #[error("The provider {provider} cannot be started: {program}: {source}.{notes}", program = program.display())]
    Start {
        /// Which provider.
        provider: Box<ProviderAddr>,
        /// Its program.
        program: PathBuf,
        /// What the system said.
        source: std::io::Error,
        /// What is unusual about the program.
        notes: String,
    },
    /// The program ended before it was ready.
    #[error("The provider {provider} ended before it was ready ({status}).{said}{notes}")]
    Ended {
        /// Which provider.
        provider: Box<ProviderAddr>,
        /// How it ended.
        status: String,
        /// What it printed to stderr.
        said: String,
        /// What is unusual about the program.
        notes: String,
    },
    /// The program did not say in time that it is ready.
    #[error("The provider {provider} was not ready after {seconds} seconds and was ended.{said}")]
    Silent {
        /// Which provider.
        provider: Box<ProviderAddr>,
        /// How long it was waited for.
        seconds: u64,
        /// What it printed to stderr.
        said: String,
    },
    /// What the program printed is no handshake that can be used.
    #[error("The provider {provider} cannot be used: {source}.{said}{notes}")]
    Handshake {
        /// Which provider.
        provider: Box<ProviderAddr>,
        /// What is wrong.
        source: HandshakeError,
        /// What it printed to stderr.
        said: String,
        /// What is unusual about the program.
        notes: String,
    },
    /// The provider gave no certificate although it was given one.
    #[error(
        "The provider {provider} would be open to every program on this machine: it gave no certificate in its \
         handshake. Update it, or set TF_DISABLE_PLUGIN_TLS=1 to use it nevertheless."
    )]
    NoCertificate {
        /// Which provider.
        provider: Box<ProviderAddr>,
    },
    /// Nobody listens where the provider said, or somebody else does.
    #[error("The provider {provider} cannot be reached: {why}.{said}")]
    Connect {
        /// Which provider.
        provider: Box<ProviderAddr>,
        /// What went wrong.
        why: String,
        /// What it printed to stderr.
        said: String,
    },
    /// Nobody listens where a running provider should be.
    #[error(
        "Reattachment process not found: nobody answers for the provider {provider} where TF_REATTACH_PROVIDERS says \
         ({why}). Start it again and set the variable to what it prints."
    )]
    Reattach {
        /// Which provider.
        provider: Box<ProviderAddr>,
        /// What went wrong.
        why: String,
    },
    /// The provider does not say what it offers.
    #[error("Failed to read schema of the provider {provider}: {why}")]
    Schema {
        /// Which provider.
        provider: Box<ProviderAddr>,
        /// What went wrong, as whole sentences.
        why: String,
    },
    /// There is no certificate for us.
    #[error("No certificate could be made to speak to the provider {provider}: {why}.")]
    Identity {
        /// Which provider.
        provider: Box<ProviderAddr>,
        /// What went wrong.
        why: String,
    },
    /// Nobody waited for it to start.
    #[error("The start of a provider was given up.")]
    GivenUp,
}

impl PluginError {
    /// The fixed words over the message.
    pub fn summary(&self) -> &'static str {
        "Failed to load plugin schemas"
    }
}
