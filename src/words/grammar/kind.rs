//! The kinds of operands and their enumerants.
//!
//! The names are those of the machine-readable grammar (SPIR-V §3, Binary Form).

use super::tables::{ENUMERANT_ALIASES, KINDS};
use super::{Enumerant, OperandKind};

/// The form of the operands of a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Category {
    /// One word, an id.
    Id,
    /// A number or a string that is encoded in the words.
    Literal,
    /// One word, one of a list of values. Parameters may follow.
    Value,
    /// One word, a combination of bits. The parameters of the bits follow, those of the lowest bit first.
    Mask,
    /// Two operands that repeat together.
    Pair,
}

/// The row of a kind.
pub(super) struct Kind {
    pub name: &'static str,
    pub category: Category,
    pub enumerants: &'static [Enumerant],
}

/// The table of kinds, and the enum of the kinds in the same order.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $category:ident {$(
        $name:literal $value:literal $since:ident $(to $last:ident)? $(($($operand:tt)*))?
        $(needs [$($capability:ident)*])? $(from [$($extension:ident)*])?;
    )*})*) => {
        /// The kind of an operand.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum OperandKind {$(
            $(#[$doc])*
            $kind,
        )*}

        pub(super) static KINDS: &[$crate::words::grammar::kind::Kind] = &[$($crate::words::grammar::kind::Kind {
            name: stringify!($kind),
            category: $crate::words::grammar::Category::$category,
            enumerants: &[$($crate::words::grammar::Enumerant {
                name: $name,
                value: $value,
                parameters: &[$($($crate::words::grammar::operand!($operand)),*)?],
                availability: $crate::words::grammar::availability!(
                    $since [$($last)?] [$($($capability)*)?] [$($($extension)*)?]
                ),
            }),*],
        }),*];

        /// Every kind, in the order of their declaration.
        #[cfg(test)]
        pub(super) const ALL: &[OperandKind] = &[$(OperandKind::$kind),*];
    };
}
pub(super) use kinds;

/// The table of aliases of enumerants.
macro_rules! enumerant_aliases {
    ($($kind:ident $name:literal $value:literal;)*) => {
        pub(super) static ENUMERANT_ALIASES: &[(OperandKind, &str, u32)] = &[$((OperandKind::$kind, $name, $value)),*];
    };
}
pub(super) use enumerant_aliases;

impl OperandKind {
    /// How many kinds there are.
    #[cfg(feature = "check")]
    pub(crate) const COUNT: usize = KINDS.len();

    fn row(self) -> Option<&'static Kind> {
        KINDS.get(self as usize)
    }

    /// The name of the kind in the grammar.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().map_or("", |kind| kind.name)
    }

    /// The form of the kind.
    #[must_use]
    pub fn category(self) -> Category {
        self.row().map_or(Category::Literal, |kind| kind.category)
    }

    /// All enumerants in ascending order of their values. Ids, literals and pairs have none.
    #[must_use]
    pub fn enumerants(self) -> &'static [Enumerant] {
        self.row().map_or(&[], |kind| kind.enumerants)
    }

    /// The index of a value in [`OperandKind::enumerants`], which can index sets and tables. For masks the value is one
    /// bit, or zero.
    #[must_use]
    pub fn position(self, value: u32) -> Option<usize> {
        let rows = self.enumerants();
        // Most tables begin with a range without gaps.
        match rows.get(value as usize) {
            Some(row) if row.value == value => Some(value as usize),
            _ => rows.binary_search_by_key(&value, |row| row.value).ok(),
        }
    }

    /// The value of the enumerant with a name or alias.
    pub(crate) fn value(self, name: &str) -> Option<u32> {
        let present = self.enumerants().iter().find(|row| row.name == name);
        let other = || ENUMERANT_ALIASES.iter().find(|row| row.0 == self && row.1 == name);
        present.map(|row| row.value).or_else(|| other().map(|row| row.2))
    }

    /// The enumerant with a value; for masks the value is one bit, or zero.
    #[must_use]
    pub fn enumerant(self, value: u32) -> Option<&'static Enumerant> {
        self.enumerants().get(self.position(value)?)
    }
}
