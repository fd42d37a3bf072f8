//! The machines that packages are for.

use std::fmt;

/// An operating system and a processor, in the words of package names.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Platform {
    /// As `linux`.
    pub os: String,
    /// As `amd64`.
    pub arch: String,
}

impl Platform {
    /// The machine that this runs on.
    pub fn current() -> Self {
        let arch = match std::env::consts::ARCH {
            "x86_64" => "amd64",
            "x86" => "386",
            "aarch64" => "arm64",
            other => other,
        };
        let os = match std::env::consts::OS {
            "macos" => "darwin",
            other => other,
        };
        Self { os: os.to_owned(), arch: arch.to_owned() }
    }

    /// Reads `os_arch`.
    pub fn parse(text: &str) -> Option<Self> {
        let (os, arch) = text.split_once('_')?;
        let is_word = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
        (is_word(os) && is_word(arch)).then(|| Self { os: os.to_owned(), arch: arch.to_owned() })
    }
}

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.os, self.arch)
    }
}
