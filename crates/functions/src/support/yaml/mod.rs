//! YAML to values and values to YAML, as `yamldecode` and `yamlencode` have it.

mod decode;

pub use decode::decode;
