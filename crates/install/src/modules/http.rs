//! Archives at an address, and pages that say where an archive is.

use std::path::Path;

use config::PackageSource;
use reqwest::Url;

use super::registry::resolve;
use crate::archive::{self, Format};
use crate::error::InstallError;
use crate::hash::{digest, hex};
use crate::http::{Http, HttpError, shown};

/// What an address led to.
pub(super) enum Found {
    /// The package is unpacked.
    Unpacked,
    /// It is somewhere else.
    Elsewhere(PackageSource),
}

/// Fetches what is at an address into a folder that is not there yet.
pub(super) async fn fetch(http: &Http, address: &str, into: &Path) -> Result<Found, InstallError> {
    let mut url = Url::parse(address).map_err(|_| HttpError::Url("the source".to_owned()))?;
    let (mut format, mut checksum, mut rest) = (None, None, Vec::new());
    for (name, value) in url.query_pairs() {
        match name.as_ref() {
            "archive" => format = Some(value.into_owned()),
            "checksum" => checksum = Some(value.into_owned()),
            _ => rest.push((name.into_owned(), value.into_owned())),
        }
    }
    url.set_query(None);
    if !rest.is_empty() {
        url.query_pairs_mut().extend_pairs(&rest);
    }
    let format = match format.as_deref() {
        Some(named) => Some(Format::named(named).ok_or_else(|| {
            InstallError::Module(format!(
                "{named:?} is not a form of archives that is understood: zip, tar, tar.gz"
            ))
        })?),
        None => Format::of_path(url.path()),
    };
    match format {
        Some(format) => unpack(http, &url, format, checksum.as_deref(), into).await.map(|()| Found::Unpacked),
        None => page(http, url).await.map(Found::Elsewhere),
    }
}

async fn unpack(
    http: &Http,
    url: &Url,
    format: Format,
    checksum: Option<&str>,
    into: &Path,
) -> Result<(), InstallError> {
    let mut file = tempfile::NamedTempFile::new()
        .map_err(InstallError::file("cannot make a file in", std::env::temp_dir()))?;
    http.download(url, file.as_file_mut(), &mut |_, _| {}).await?;
    if let Some(checksum) = checksum {
        let mut opened =
            std::fs::File::open(file.path()).map_err(InstallError::file("cannot read", file.path()))?;
        let found = hex(&digest(&mut opened).map_err(InstallError::file("cannot read", file.path()))?);
        let wanted = checksum.strip_prefix("sha256:").unwrap_or(checksum).to_lowercase();
        if found != wanted {
            return Err(InstallError::Checksum { from: shown(url), found: format!("sha256:{found}") });
        }
    }
    archive::unpack(file.path(), &shown(url), format, into)
}

/// A page that says where the package is, in a header or in a `meta` element.
async fn page(http: &Http, mut url: Url) -> Result<PackageSource, InstallError> {
    url.query_pairs_mut().append_pair("terraform-get", "1");
    let answer = http.document(&url, None).await?;
    let location = match answer.header("x-terraform-get") {
        Some(location) => Some(location.to_owned()),
        None => meta(&String::from_utf8_lossy(&answer.body)),
    };
    let location =
        location.ok_or_else(|| HttpError::answer(&url, "it is no archive and does not say where one is"))?;
    resolve(&answer.url, &location)
}

/// The content of `<meta name="terraform-get" content="...">` in the head of a page.
fn meta(page: &str) -> Option<String> {
    page.split('<').take_while(|tag| !tag.to_lowercase().starts_with("body")).find_map(|tag| {
        let tag = tag.split('>').next().filter(|tag| tag.to_lowercase().starts_with("meta"))?;
        let value = |name: &str| {
            let (_, after) = tag.split_once(&format!("{name}="))?;
            let quote = after.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
            after[1..].split(quote).next().map(str::to_owned)
        };
        (value("name")? == "terraform-get").then(|| value("content")).flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_pages_say() {
        let page = "<html><head><meta charset=\"x\"><META x><meta name=\"terraform-get\" content='git::https://h/x?a=1'></head>";
        assert_eq!(meta(page).as_deref(), Some("git::https://h/x?a=1"));
        assert_eq!(meta("<html><body><meta name=\"terraform-get\" content=\"x\">"), None);
        assert_eq!(meta("<meta name=\"other\" content=\"x\">"), None);
        let url = Url::parse("https://h/a/b").unwrap();
        let check = |location: &str, expect: Option<&str>| {
            assert_eq!(
                resolve(&url, location).ok().map(|package| package.to_string()).as_deref(),
                expect,
                "{location}"
            );
        };
        check("./c.zip//d", Some("https://h/a/c.zip//d"));
        check("/c.zip", Some("https://h/c.zip"));
        check("git::https://other/x", Some("git::https://other/x"));
        check("file:///etc", None);
        check("http://h/c.zip", None);
        check("hashicorp/consul/aws", None);
    }
}
