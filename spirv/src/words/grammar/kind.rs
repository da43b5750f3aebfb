//! The kinds of operands and their enumerants.
//!
//! The names are those of the machine-readable grammar (SPIR-V §3, Binary Form).

use super::tables::{ALL, ENUMERANT_ALIASES, KINDS};
use super::{Enumerant, OperandKind};
use core::fmt;

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

/// The table of kinds, and [`OperandKind`] with a constant for each. The constants are private to the crate: their names
/// are generated, so a new registry may rename one, and a tool finds a kind by its name.
macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $category:ident {$(
        $name:literal $value:literal $since:ident $(to $last:ident)? $(($($operand:tt)*))?
        $(needs [$($capability:ident)*])? $(from [$($extension:ident)*])?;
    )*})*) => {
        /// The index of each kind in the table.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        enum Index {$(
            $kind,
        )*}

        /// The kind of an operand, one of those of Khronos's grammar.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct OperandKind(Index);

        // Some kinds occur in the tables only.
        #[allow(dead_code, non_upper_case_globals)]
        impl OperandKind {
            $(
                $(#[$doc])*
                pub(crate) const $kind: Self = Self(Index::$kind);
            )*

            pub(crate) const fn index(self) -> usize {
                self.0 as usize
            }
        }

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
        pub(super) static ALL: &[OperandKind] = &[$(OperandKind::$kind),*];
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

impl fmt::Debug for OperandKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl OperandKind {
    /// How many kinds there are.
    #[cfg(feature = "check")]
    pub(crate) const COUNT: usize = KINDS.len();

    fn row(self) -> Option<&'static Kind> {
        KINDS.get(self.index())
    }

    /// The kind with a name in the grammar: `Capability`, `BuiltIn`, `IdRef`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        ALL.iter().copied().find(|kind| kind.name() == name)
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
    pub(crate) fn position(self, value: u32) -> Option<usize> {
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
