//! `.netrc`: logins by host.

use std::collections::BTreeMap;

use crate::cli_config::Environment;

/// The logins of a user.
#[derive(Clone, Default)]
pub(super) struct Netrc {
    machines: BTreeMap<String, (String, String)>,
    default: Option<(String, String)>,
}

/// What is in it is nobody's business.
impl std::fmt::Debug for Netrc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Netrc")
    }
}

impl Netrc {
    /// Reads the file that `NETRC` names, or that of the home folder.
    pub(super) fn load(environment: &Environment) -> Self {
        let named = environment.get("NETRC").map(std::path::PathBuf::from);
        let path = named.or_else(|| Some(environment.home()?.join(".netrc")));
        path.and_then(|path| std::fs::read_to_string(path).ok())
            .map(|text| Self::parse(&text))
            .unwrap_or_default()
    }

    fn parse(text: &str) -> Self {
        let mut netrc = Self::default();
        let mut words =
            text.lines().filter(|line| !line.trim_start().starts_with('#')).flat_map(str::split_whitespace);
        // Who the words are about: nobody yet, a host, or all others.
        let mut about: Option<Option<String>> = None;
        let mut entry = (String::new(), String::new());
        let mut finish = |about: &Option<Option<String>>, entry: (String, String)| match about {
            Some(Some(host)) => drop(netrc.machines.entry(host.clone()).or_insert(entry)),
            Some(None) => drop(netrc.default.get_or_insert(entry)),
            None => {}
        };
        while let Some(word) = words.next() {
            match word {
                "machine" => {
                    finish(&about, std::mem::take(&mut entry));
                    about = words.next().map(|host| Some(host.to_lowercase()));
                }
                "default" => {
                    finish(&about, std::mem::take(&mut entry));
                    about = Some(None);
                }
                "login" => entry.0 = words.next().unwrap_or_default().to_owned(),
                "password" => entry.1 = words.next().unwrap_or_default().to_owned(),
                "account" => drop(words.next()),
                _ => {}
            }
        }
        finish(&about, entry);
        netrc
    }

    pub(super) fn login(&self, host: &str) -> Option<(&str, &str)> {
        let entry = self.machines.get(host).or(self.default.as_ref())?;
        Some((&entry.0, &entry.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logins_by_host() {
        let netrc = Netrc::parse(
            "# x\nmachine A.example login u password p\nmachine b\n  login v account z\n  password q\n",
        );
        assert_eq!(netrc.login("a.example"), Some(("u", "p")));
        assert_eq!(netrc.login("b"), Some(("v", "q")));
        assert_eq!(netrc.login("c"), None);
        assert_eq!(Netrc::parse("default login d password e").login("c"), Some(("d", "e")));
        assert_eq!(Netrc::parse("machine").login("c"), None);
    }
}
