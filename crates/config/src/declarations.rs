//! What files declare, by name: added once, overridden, found.

use std::hash::Hash;

use diag::{Diagnostic, Diagnostics, SourceRange};
use indexmap::IndexMap;
use indexmap::map::Entry;

use crate::decode::place;
use crate::module::Local;
use crate::module_call::ModuleCall;
use crate::output::Output;
use crate::provider::ProviderConfig;
use crate::resource::ResourceConfig;
use crate::variable::Variable;

/// Declarations of one kind in the order of their names. They are found by hash, because every reference
/// looks for one, and are boxed, because they are put in order when all files have been read.
pub type Declarations<K, V> = IndexMap<K, Box<V>, foldhash::fast::RandomState>;

/// The words for one kind of declaration.
pub(crate) struct Words {
    /// `Duplicate …`
    pub(crate) duplicate: String,
    /// `Missing … to override`
    pub(crate) missing: String,
    /// What it is, with its name: `A variable named "x"`.
    pub(crate) what: String,
}

impl Words {
    pub(crate) fn named(what: &str, name: &str, duplicate: &str, missing: &str) -> Self {
        Self {
            duplicate: format!("Duplicate {duplicate}"),
            missing: missing.to_owned(),
            what: format!("{} {what} named {name:?}", if what.starts_with('o') { "An" } else { "A" }),
        }
    }
}

/// A declaration that files add or override.
pub(crate) trait Declared: Sized {
    fn range(&self) -> &SourceRange;
    fn merge(&mut self, over: Self, diags: &mut Diagnostics);
}

macro_rules! declared {
    ($($ty:ty => |$base:ident, $over:ident, $diags:ident| $merge:expr;)*) => {
        $(impl Declared for $ty {
            fn range(&self) -> &SourceRange {
                &self.range
            }
            fn merge(&mut self, $over: Self, $diags: &mut Diagnostics) {
                let $base = self;
                $merge
            }
        })*
    };
}

declared! {
    Variable => |base, over, diags| base.override_with(over, diags);
    Output => |base, over, diags| base.override_with(over, diags);
    ResourceConfig => |base, over, diags| base.override_with(over, diags);
    ModuleCall => |base, over, diags| base.override_with(over, diags);
    ProviderConfig => |base, over, _diags| base.override_with(over);
    Local => |base, over, _diags| *base = over;
}

/// Adds a declaration, or lays it over the one that is there.
pub(crate) fn declare<K: Hash + Eq, T: Declared>(
    map: &mut Declarations<K, T>,
    key: K,
    item: T,
    is_override: bool,
    words: impl FnOnce() -> Words,
    diags: &mut Diagnostics,
) {
    match map.entry(key) {
        Entry::Occupied(mut entry) if is_override => entry.get_mut().merge(item, diags),
        Entry::Vacant(_) if is_override => {
            let words = words();
            let detail = format!(
                "{} is not declared in any file that is not an override file, so there is nothing to override.",
                words.what
            );
            diags.push(Diagnostic::error(words.missing, detail).at(item.range().clone()));
        }
        Entry::Occupied(entry) => {
            let words = words();
            let first = place(entry.get().range());
            let detail = format!(
                "{} was already declared at {first}. Each name is declared once in a module.",
                words.what
            );
            diags.push(Diagnostic::error(words.duplicate, detail).at(item.range().clone()));
        }
        Entry::Vacant(entry) => {
            entry.insert(Box::new(item));
        }
    }
}
