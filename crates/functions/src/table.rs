//! The table of all built-in functions: one line each, in order of name within its family.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::{Function, collection, date, encoding, filesystem, hash, marks, network, numeric, string, types};

static TABLE: &[&Function] = &[
    // collection
    &collection::ALLTRUE,
    &collection::ANYTRUE,
    &collection::CHUNKLIST,
    &collection::COALESCE,
    &collection::COALESCELIST,
    &collection::COMPACT,
    &collection::CONCAT,
    &collection::CONTAINS,
    &collection::DISTINCT,
    &collection::ELEMENT,
    &collection::FLATTEN,
    &collection::INDEX,
    &collection::KEYS,
    &collection::LENGTH,
    &collection::LIST,
    &collection::LOOKUP,
    &collection::MAP,
    &collection::MATCHKEYS,
    &collection::MERGE,
    &collection::ONE,
    &collection::RANGE,
    &collection::REVERSE,
    &collection::SETINTERSECTION,
    &collection::SETPRODUCT,
    &collection::SETSUBTRACT,
    &collection::SETUNION,
    &collection::SLICE,
    &collection::SORT,
    &collection::TRANSPOSE,
    &collection::VALUES,
    &collection::ZIPMAP,
    // date
    &date::FORMATDATE,
    &date::PLANTIMESTAMP,
    &date::TIMEADD,
    &date::TIMECMP,
    &date::TIMESTAMP,
    // encoding
    &encoding::BASE64DECODE,
    &encoding::BASE64ENCODE,
    &encoding::BASE64GUNZIP,
    &encoding::BASE64GZIP,
    &encoding::CSVDECODE,
    &encoding::JSONDECODE,
    &encoding::JSONENCODE,
    &encoding::TEXTDECODEBASE64,
    &encoding::TEXTENCODEBASE64,
    &encoding::URLDECODE,
    &encoding::URLENCODE,
    &encoding::YAMLDECODE,
    &encoding::YAMLENCODE,
    // filesystem
    &filesystem::ABSPATH,
    &filesystem::BASENAME,
    &filesystem::DIRNAME,
    &filesystem::FILE,
    &filesystem::FILEBASE64,
    &filesystem::FILEBASE64SHA256,
    &filesystem::FILEBASE64SHA512,
    &filesystem::FILEEXISTS,
    &filesystem::FILEMD5,
    &filesystem::FILESET,
    &filesystem::FILESHA1,
    &filesystem::FILESHA256,
    &filesystem::FILESHA512,
    &filesystem::PATHEXPAND,
    &filesystem::TEMPLATEFILE,
    // hash
    &hash::BASE64SHA256,
    &hash::BASE64SHA512,
    &hash::BCRYPT,
    &hash::MD5,
    &hash::RSADECRYPT,
    &hash::SHA1,
    &hash::SHA256,
    &hash::SHA512,
    &hash::UUID,
    &hash::UUIDV5,
    // marks
    &marks::EPHEMERALASNULL,
    &marks::ISSENSITIVE,
    &marks::NONSENSITIVE,
    &marks::SENSITIVE,
    // network
    &network::CIDRCONTAINS,
    &network::CIDRHOST,
    &network::CIDRNETMASK,
    &network::CIDRSUBNET,
    &network::CIDRSUBNETS,
    // numeric
    &numeric::ABS,
    &numeric::CEIL,
    &numeric::FLOOR,
    &numeric::LOG,
    &numeric::MAX,
    &numeric::MIN,
    &numeric::PARSEINT,
    &numeric::POW,
    &numeric::SIGNUM,
    &numeric::SUM,
    // string
    &string::CHOMP,
    &string::ENDSWITH,
    &string::FORMAT,
    &string::FORMATLIST,
    &string::INDENT,
    &string::JOIN,
    &string::LOWER,
    &string::REGEX,
    &string::REGEXALL,
    &string::REPLACE,
    &string::SPLIT,
    &string::STARTSWITH,
    &string::STRCONTAINS,
    &string::STRREV,
    &string::SUBSTR,
    &string::TEMPLATESTRING,
    &string::TITLE,
    &string::TRIM,
    &string::TRIMPREFIX,
    &string::TRIMSPACE,
    &string::TRIMSUFFIX,
    &string::UPPER,
    // types
    &types::ASSUMENOTNULL,
    &types::CAN,
    &types::TOBOOL,
    &types::TOLIST,
    &types::TOMAP,
    &types::TONUMBER,
    &types::TOSET,
    &types::TOSTRING,
    &types::TRY,
    &types::TYPE,
];

/// Every built-in function, in order of name.
pub fn all() -> &'static [&'static Function] {
    static SORTED: LazyLock<Vec<&'static Function>> = LazyLock::new(|| {
        let mut sorted = TABLE.to_vec();
        sorted.sort_by_key(|function| function.name);
        sorted
    });
    &SORTED
}

/// The function of that name; every one is also known as `core::name`.
pub fn lookup(name: &str) -> Option<&'static Function> {
    static BY_NAME: LazyLock<HashMap<&'static str, &'static Function, foldhash::fast::FixedState>> =
        LazyLock::new(|| TABLE.iter().map(|function| (function.name, *function)).collect());
    BY_NAME.get(name.strip_prefix("core::").unwrap_or(name)).copied()
}
