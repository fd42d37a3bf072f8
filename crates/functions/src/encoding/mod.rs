//! Functions between values and their written forms.

mod base64;
mod csv;
mod json;
mod size;
#[cfg(test)]
mod tests;
mod textenc;
mod url;
mod yaml;

pub(crate) use base64::{BASE64DECODE, BASE64ENCODE, BASE64GUNZIP, BASE64GZIP, encode_base64};
pub(crate) use csv::CSVDECODE;
pub(crate) use json::{JSONDECODE, JSONENCODE, write_json};
pub(crate) use textenc::{TEXTDECODEBASE64, TEXTENCODEBASE64};
pub(crate) use url::{URLDECODE, URLENCODE};
pub(crate) use yaml::{YAMLDECODE, YAMLENCODE};
