//! How parts of a plan are written and read: both directions of a type stand together, so that they fit.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use smol_str::SmolStr;

use super::PlanFileError;
use super::stream::{Reader, Writer};

/// Room made for elements before they are seen.
const FIRST_ROOM: u64 = 1024;

/// Something that is stored in a plan. Every part takes a byte at least.
pub(super) trait Part: Sized {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError>;
    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError>;
}

/// A struct is its fields, one after the other.
macro_rules! fields {
    ($name:ty { $($field:ident),* $(,)? }) => {
        impl Part for $name {
            fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
                let Self { $($field),* } = self;
                $($field.write(out)?;)*
                Ok(())
            }

            fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
                $(let $field = Part::read(from)?;)*
                Ok(Self { $($field),* })
            }
        }
    };
}

/// One of several words is its number in the order given here.
macro_rules! choices {
    ($name:ident { $($choice:ident),* $(,)? }) => {
        impl Part for $name {
            fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
                // Only for the compiler to notice a word that is missing here.
                match self { $($name::$choice => {})* }
                let all = [$($name::$choice),*];
                let at = all.iter().position(|choice| choice == self).unwrap_or_default();
                out.number(at as u64);
                Ok(())
            }

            fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
                let all = [$($name::$choice),*];
                let at = usize::try_from(from.number()?).unwrap_or(usize::MAX);
                all.get(at).copied().ok_or(PlanFileError::Invalid("a word is not known"))
            }
        }
    };
}

pub(super) use {choices, fields};

impl Part for u64 {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        out.number(*self);
        Ok(())
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        from.number()
    }
}

impl Part for i64 {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        // The sign goes to the lowest bit, so that small numbers of either sign are short.
        out.number(((self << 1) ^ (self >> 63)) as u64);
        Ok(())
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        let number = from.number()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }
}

impl Part for bool {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        out.number(u64::from(*self));
        Ok(())
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        match from.number()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(PlanFileError::Invalid("something is neither true nor false")),
        }
    }
}

impl Part for Vec<u8> {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        out.bytes(self);
        Ok(())
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        from.bytes()
    }
}

impl Part for Arc<[u8]> {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        out.bytes(self);
        Ok(())
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        Ok(from.bytes()?.into())
    }
}

impl Part for String {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        out.bytes(self.as_bytes());
        Ok(())
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        String::from_utf8(from.bytes()?).map_err(|_| PlanFileError::Invalid("a text is not UTF-8"))
    }
}

impl Part for Arc<str> {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        out.bytes(self.as_bytes());
        Ok(())
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        Ok(String::read(from)?.into())
    }
}

/// Names, which repeat.
impl Part for SmolStr {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        out.shared(
            |tables| &mut tables.names,
            self,
            |out| {
                out.bytes(self.as_bytes());
                Ok(())
            },
        )
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        from.shared(|tables| &mut tables.names, |from| Ok(String::read(from)?.into()))
    }
}

impl Part for PathBuf {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        let Some(text) = self.to_str() else {
            let what = format!("the name of the folder {} is not UTF-8", self.display());
            return Err(PlanFileError::Unwritable(what));
        };
        out.bytes(text.as_bytes());
        Ok(())
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        Ok(String::read(from)?.into())
    }
}

impl<T: Part> Part for Option<T> {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        self.is_some().write(out)?;
        self.iter().try_for_each(|item| item.write(out))
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        if bool::read(from)? { T::read(from).map(Some) } else { Ok(None) }
    }
}

impl<T: Part> Part for Box<T> {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        T::write(self, out)
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        T::read(from).map(Box::new)
    }
}

impl<A: Part, B: Part> Part for (A, B) {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        self.0.write(out)?;
        self.1.write(out)
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        Ok((A::read(from)?, B::read(from)?))
    }
}

/// A byte is no part of its own, so that this does not stand against the shorter way that bytes have.
impl<T: Part> Part for Vec<T> {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        out.number(self.len() as u64);
        self.iter().try_for_each(|item| item.write(out))
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        let count = from.number()?;
        let mut items = Vec::with_capacity(count.min(FIRST_ROOM) as usize);
        for _ in 0..count {
            items.push(T::read(from)?);
        }
        Ok(items)
    }
}

impl<K: Part + Ord, V: Part> Part for BTreeMap<K, V> {
    fn write(&self, out: &mut Writer) -> Result<(), PlanFileError> {
        out.number(self.len() as u64);
        for (key, item) in self {
            key.write(out)?;
            item.write(out)?;
        }
        Ok(())
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, PlanFileError> {
        let count = from.number()?;
        let mut entries = BTreeMap::new();
        for _ in 0..count {
            entries.insert(K::read(from)?, V::read(from)?);
        }
        if entries.len() as u64 == count {
            Ok(entries)
        } else {
            Err(PlanFileError::Invalid("a name is there twice"))
        }
    }
}
