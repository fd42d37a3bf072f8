//! The algorithms under the function library that know nothing of values:
//! plain Rust types in and out, errors carrying the text a user would see.

pub mod base64;
pub mod case;
pub mod cidr;
pub mod csv;
pub mod date;
pub mod glob;
pub mod gofmt;
pub mod grapheme;
pub mod gzip;
pub mod re2;
pub mod textenc;
pub mod url;
pub mod yaml;
