//! The kinds of operands and their enumerants.
//!
//! The names are those of the machine-readable grammar (SPIR-V §3, Binary Form).

#[cfg(feature = "check")]
use super::Availability;
use super::tables::{ALL, ENUMERANT_ALIASES, KINDS};
use super::{Availabilities, Enumerant, LogicalOperand, OperandKind};
use crate::packed::{Lists, Texts};
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

/// The table of kinds.
pub(super) struct Kinds {
    pub names: Texts,
    pub categories: &'static [Category],
    /// By kind, the values of its enumerants in ascending order.
    pub values: Lists<u32>,
    /// The rows of the enumerants of all kinds.
    pub enumerants: Enumerants,
}

pub(super) struct Enumerants {
    pub names: Texts,
    pub parameters: Lists<LogicalOperand>,
    pub availabilities: Availabilities,
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

        pub(super) static KINDS: $crate::words::grammar::kind::Kinds = $crate::words::grammar::kind::Kinds {
            names: $crate::packed::texts![$(stringify!($kind)),*],
            categories: &[$($crate::words::grammar::Category::$category),*],
            values: $crate::packed::lists![u32; $([$($value),*]),*],
            enumerants: $crate::words::grammar::kind::Enumerants {
                names: $crate::packed::texts![$($($name,)*)*],
                parameters: $crate::packed::lists![
                    $crate::words::grammar::LogicalOperand;
                    $($([$($($crate::words::grammar::operand!($operand)),*)?],)*)*
                ],
                availabilities: $crate::words::grammar::availabilities![
                    $($($since [$($last)?] [$($($capability)*)?] [$($($extension)*)?];)*)*
                ],
            },
        };

        /// Every kind, in the order of their declaration.
        pub(super) static ALL: &[OperandKind] = &[$(OperandKind::$kind),*];
    };
}
pub(super) use kinds;

/// The table of aliases of enumerants.
pub(super) struct EnumerantAliases {
    pub names: Texts,
    pub values: &'static [(OperandKind, u32)],
}

macro_rules! enumerant_aliases {
    ($($kind:ident $name:literal $value:literal;)*) => {
        pub(super) static ENUMERANT_ALIASES: $crate::words::grammar::kind::EnumerantAliases =
            $crate::words::grammar::kind::EnumerantAliases {
                names: $crate::packed::texts![$($name),*],
                values: &[$((OperandKind::$kind, $value)),*],
            };
    };
}
pub(super) use enumerant_aliases;

/// The kind, the name and the value of each alias.
pub(super) fn aliases() -> impl Iterator<Item = (OperandKind, &'static str, u32)> {
    let table = &ENUMERANT_ALIASES;
    let rows = table.names.iter().zip(table.values);
    rows.map(|(name, &(kind, value))| (kind, name, value))
}

impl fmt::Debug for OperandKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl OperandKind {
    /// How many kinds there are.
    #[cfg(feature = "check")]
    pub(crate) const COUNT: usize = ALL.len();

    /// The kind with a name in the grammar: `Capability`, `BuiltIn`, `IdRef`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// The name of the kind in the grammar.
    #[must_use]
    pub fn name(self) -> &'static str {
        KINDS.names.get(self.index())
    }

    /// The form of the kind.
    #[must_use]
    pub fn category(self) -> Category {
        KINDS.categories[self.index()]
    }

    /// All enumerants in ascending order of their values. Ids, literals and pairs have none.
    pub fn enumerants(self) -> impl ExactSizeIterator<Item = Enumerant> + Clone {
        (0..self.values().len()).map(move |position| self.at(position))
    }

    /// The values of the enumerants, in ascending order.
    fn values(self) -> &'static [u32] {
        KINDS.values.get(self.index())
    }

    /// The index of a value in [`OperandKind::enumerants`], which can index sets and tables. For masks the value is one
    /// bit, or zero.
    pub(crate) fn position(self, value: u32) -> Option<usize> {
        let values = self.values();
        // Most tables begin with a range without gaps, or with few, so that a small value is at its own index or a little
        // before.
        let own = value as usize;
        if own < values.len() {
            let before = (own.saturating_sub(3)..=own).rev();
            for at in before {
                if values.get(at) == Some(&value) {
                    return Some(at);
                }
            }
        }
        values.binary_search(&value).ok()
    }

    /// The enumerant at a position.
    fn at(self, position: usize) -> Enumerant {
        let (table, row) = (&KINDS.enumerants, KINDS.values.start(self.index()) + position);
        Enumerant {
            name: table.names.get(row),
            value: self.values()[position],
            parameters: table.parameters.get(row),
            availability: table.availabilities.get(row),
        }
    }

    /// The value of the enumerant with a name or alias.
    pub(crate) fn value(self, name: &str) -> Option<u32> {
        let present = self.enumerants().find(|row| row.name == name);
        let other = || aliases().find(|row| row.0 == self && row.1 == name);
        present.map(|row| row.value).or_else(|| other().map(|row| row.2))
    }

    /// The enumerant with a value; for masks the value is one bit, or zero.
    #[must_use]
    pub fn enumerant(self, value: u32) -> Option<Enumerant> {
        self.position(value).map(|position| self.at(position))
    }

    /// The availability of the enumerant with a value; for masks the value is one bit, or zero. `None` if there is no
    /// such enumerant.
    #[cfg(feature = "check")]
    pub(crate) fn availability(self, value: u32) -> Option<Availability> {
        let row = KINDS.values.start(self.index()) + self.position(value)?;
        Some(KINDS.enumerants.availabilities.get(row))
    }

    /// The operands that follow a value; for masks the value is one bit, or zero. `None` if there is no such enumerant.
    pub(crate) fn parameters(self, value: u32) -> Option<&'static [LogicalOperand]> {
        let row = KINDS.values.start(self.index()) + self.position(value)?;
        Some(KINDS.enumerants.parameters.get(row))
    }
}
