//! YAML to values and values to YAML, as `yamldecode` and `yamlencode` have it.

mod decode;
mod encode;
#[cfg(test)]
mod tests;
mod text;

pub use decode::decode;
pub use encode::encode;
