//! The moments in the life of an object that actions are triggered by.

use std::fmt;

/// When something happens with an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TriggerEvent {
    /// Before it is made; also in place of another.
    BeforeCreate,
    /// After it was made.
    AfterCreate,
    /// Before it is changed in place.
    BeforeUpdate,
    /// After it was changed in place.
    AfterUpdate,
}

impl TriggerEvent {
    /// All of them.
    pub const ALL: [TriggerEvent; 4] = [
        TriggerEvent::BeforeCreate,
        TriggerEvent::AfterCreate,
        TriggerEvent::BeforeUpdate,
        TriggerEvent::AfterUpdate,
    ];

    /// The word of the configuration.
    pub fn keyword(self) -> &'static str {
        match self {
            TriggerEvent::BeforeCreate => "before_create",
            TriggerEvent::AfterCreate => "after_create",
            TriggerEvent::BeforeUpdate => "before_update",
            TriggerEvent::AfterUpdate => "after_update",
        }
    }

    /// The word of the JSON formats.
    pub fn json_word(self) -> &'static str {
        match self {
            TriggerEvent::BeforeCreate => "BeforeCreate",
            TriggerEvent::AfterCreate => "AfterCreate",
            TriggerEvent::BeforeUpdate => "BeforeUpdate",
            TriggerEvent::AfterUpdate => "AfterUpdate",
        }
    }

    /// Whether it comes before the change.
    pub fn is_before(self) -> bool {
        matches!(self, TriggerEvent::BeforeCreate | TriggerEvent::BeforeUpdate)
    }
}

impl fmt::Display for TriggerEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.keyword())
    }
}
