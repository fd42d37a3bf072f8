//! JSON and YAML as further spellings of a body.

use std::sync::Arc;

use diag::{Diagnostic, Diagnostics, SourceFile, SourceRange};
use smol_str::SmolStr;
use value::Value;

use crate::body::{Attribute, BodySchema, Content};
use crate::eval::Scope;
use crate::expression::AbsTraversal;
use crate::syntax::ast::{ExprId, Tree};

/// A body.
#[derive(Clone, Debug)]
pub enum DataBody {}

/// An expression.
#[derive(Clone, Debug)]
pub enum DataExpr {}

#[allow(missing_docs)]
impl DataBody {
    pub fn source(&self) -> &Arc<SourceFile> {
        match *self {}
    }
    pub fn missing_item_range(&self) -> SourceRange {
        match *self {}
    }
    pub fn content(&self, _: &BodySchema, _: &[SmolStr], _: &mut Diagnostics) -> Content {
        match *self {}
    }
    pub fn just_attributes(&self, _: &[SmolStr], _: &mut Diagnostics) -> Vec<Attribute> {
        match *self {}
    }
    pub fn report_unexpected(&self, _: &BodySchema, _: &[SmolStr], _: &mut Diagnostics) {
        match *self {}
    }
}

#[allow(missing_docs)]
impl DataExpr {
    pub fn source(&self) -> &Arc<SourceFile> {
        match *self {}
    }
    pub fn range(&self) -> SourceRange {
        match *self {}
    }
    pub fn eval(&self, _: &dyn Scope) -> (Value, Diagnostics) {
        match *self {}
    }
    pub fn references(&self) -> Vec<AbsTraversal> {
        match *self {}
    }
    pub fn function_calls(&self) -> Vec<(SmolStr, SourceRange)> {
        match *self {}
    }
    pub fn as_traversal(&self) -> Result<AbsTraversal, Box<Diagnostic>> {
        match *self {}
    }
    pub fn as_list(&self) -> Option<Vec<DataExpr>> {
        match *self {}
    }
    pub fn as_pairs(&self) -> Option<Vec<(DataExpr, DataExpr)>> {
        match *self {}
    }
    pub fn as_embedded(&self) -> Option<(Arc<Tree>, ExprId)> {
        match *self {}
    }
}
