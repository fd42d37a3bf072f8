//! The declarations of one module.

use std::collections::BTreeMap;
use std::path::PathBuf;

use addrs::Resource;
use diag::{SourceMap, SourceRange};
use hcl::{Body, BodyBlock, Expression};
use smol_str::SmolStr;

use crate::Variable;

/// Everything declared in one module folder.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The folder.
    pub dir: PathBuf,
    /// The text of all its files.
    pub sources: SourceMap,
    /// `variable` blocks by name.
    pub variables: BTreeMap<SmolStr, Variable>,
    /// Local values by name.
    pub locals: BTreeMap<SmolStr, Local>,
    /// `output` blocks by name.
    pub outputs: BTreeMap<SmolStr, Output>,
    /// `resource`, `data` and `ephemeral` blocks by address.
    pub resources: BTreeMap<Resource, ResourceConfig>,
    /// `module` blocks by name.
    pub module_calls: BTreeMap<SmolStr, Declaration>,
    /// All other top-level blocks.
    pub others: Vec<BodyBlock>,
}

/// A local value.
#[derive(Clone, Debug)]
pub struct Local {
    /// Its expression.
    pub expr: Expression,
    /// Where its name stands.
    pub name_range: SourceRange,
}

/// A block of which only name and place have been looked at.
#[derive(Clone, Debug)]
pub struct Declaration {
    /// What it holds.
    pub body: Body,
    /// Where it is declared.
    pub range: SourceRange,
}

/// An output value.
#[derive(Clone, Debug)]
pub struct Output {
    /// Its value.
    pub value: Option<Expression>,
    /// What it holds.
    pub body: Body,
    /// Where it is declared.
    pub range: SourceRange,
}

/// A resource, before its provider's schema is known.
#[derive(Clone, Debug)]
pub struct ResourceConfig {
    /// What it holds.
    pub body: Body,
    /// Where it is declared.
    pub range: SourceRange,
}
