//! Packages of providers and modules: registries, mirrors, signatures, the cache and the lock file. Knows
//! nothing of plans.
//!
//! [`Requirements`] say which providers are needed; [`Installer::run`] chooses versions ([`Sources`] know what there
//! is), unpacks packages below `.terraform/providers` and gives the new [`LockFile`]. Whoever runs providers asks
//! [`check_lock`] whether the lock file fits the configuration and [`installed()`] for the executables.

mod archive;
mod cli_config;
mod error;
mod hash;
mod http;
mod installed;
mod installer;
mod layout;
mod lock_file;
mod modules;
mod package;
mod platform;
mod platforms;
mod requirements;
mod signature;
mod source;
mod store;

pub use archive::{Format as ArchiveFormat, unpack as unpack_archive};
pub use cli_config::{CliConfig, CredentialsHelper, Environment, Method, MethodKind, Pattern};
pub use config::Constraints;
pub use error::InstallError;
pub use hash::{h1_of_dir, zh_of_file};
pub use http::HttpError;
pub use installed::{InstalledError, InstalledPackage, LockMismatch, check_lock, installed};
pub use installer::{Event, Installer, Outcome};
pub use layout::find_executable;
pub use lock_file::{LOCK_FILE_NAME, LockFile, ProviderLock};
pub use modules::{InstalledModules, ModuleEvent, ModuleInstaller, called_modules};
pub use package::Authentication;
pub use platform::Platform;
pub use platforms::{LockChange, PlatformEvent, lock_platforms, mirror_platforms};
pub use requirements::{Requirements, of_module, reattached, requirements, used};
pub use signature::verify_signature;
pub use source::{Sources, listed_checksums, listed_versions};
