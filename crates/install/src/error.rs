//! Why packages cannot be found, fetched or trusted.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

use crate::http::HttpError;

/// Why a package is not there. The texts end without a full stop: they follow a sentence.
#[derive(Debug, Error)]
pub enum InstallError {
    /// No place has the provider.
    #[error("provider {provider} was not found in any of the search locations{}", places(.searched))]
    NotFound {
        /// The provider.
        provider: String,
        /// Where it was looked for.
        searched: Vec<String>,
    },
    /// No place is asked for the provider.
    #[error("no provider_installation method of the CLI configuration is for provider {0}")]
    NoMethod(String),
    /// There is no package for this machine.
    #[error("{package} has no package for {platform}")]
    NoPlatform {
        /// The provider and its version.
        package: String,
        /// The machine.
        platform: String,
    },
    /// The checksum is none of those that were recorded.
    #[error(
        "the package of {0} doesn't match any of the checksums previously recorded in the dependency lock \
         file. The recorded ones may be of packages for other platforms; otherwise the package is not the one that was chosen before"
    )]
    LockedChecksum(String),
    /// The checksum is not the one that the place gave.
    #[error("the archive from {from} has the checksum {found}, which is not among those that were announced")]
    Checksum {
        /// Where it came from.
        from: String,
        /// What it hashes to.
        found: String,
    },
    /// A file or folder cannot be used.
    #[error("{what} {}: {error}", .path.display())]
    File {
        /// What was tried.
        what: &'static str,
        /// With which file.
        path: PathBuf,
        /// Why it failed.
        error: io::Error,
    },
    /// An archive holds what no package may.
    #[error("the archive {from} is refused: {why}")]
    Archive {
        /// Where it came from.
        from: String,
        /// What is wrong with it.
        why: String,
    },
    /// Somebody could not be asked.
    #[error(transparent)]
    Http(#[from] HttpError),
    /// A host has no registry.
    #[error("the host {host} offers no registry of {what}")]
    NoService {
        /// The host.
        host: String,
        /// Of what.
        what: &'static str,
    },
    /// The provider speaks to other versions of the programs alone.
    #[error("{package} speaks the plugin protocol {protocols}; Cairn speaks 5 and 6")]
    Protocol {
        /// The provider and its version.
        package: String,
        /// What it speaks.
        protocols: String,
    },
    /// A package is not in the list that is signed.
    #[error("the list of checksums {list} does not have {name:?} with the checksum that the registry gave")]
    Unlisted {
        /// The package.
        name: String,
        /// The list.
        list: String,
    },
    /// Nobody who is trusted signed.
    #[error("the list of checksums {list} cannot be trusted: {why}")]
    Signature {
        /// The list.
        list: String,
        /// Why not.
        why: String,
    },
    /// No version of a module will do.
    #[error("there is no version of it that matches {0:?}")]
    NoVersion(String),
    /// A package does not have a folder, or not inside of it.
    #[error("the package has no folder {0:?} inside of it")]
    NoSubdir(String),
    /// A module cannot be fetched.
    #[error("{0}")]
    Module(String),
    /// A folder leads elsewhere.
    #[error("{} is a link, and nothing is written through links", .0.display())]
    Link(PathBuf),
}

impl InstallError {
    pub(crate) fn file(what: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::File { what, path, error }
    }
}

fn places(searched: &[String]) -> String {
    let mut text = String::new();
    for (at, place) in searched.iter().enumerate() {
        text.push_str(if at == 0 { "\n\n  - " } else { "\n  - " });
        text.push_str(place);
    }
    text
}
