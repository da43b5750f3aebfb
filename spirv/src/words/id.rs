//! Result ids, with one Rust type for each use, so that the id of a type cannot be used as that of a value.
//!
//! An id is never zero (SPIR-V §2.3, Physical Layout of a SPIR-V Module and Instruction: "Id 0 is not a valid id"), so
//! an `Option` of one is a single word.

use core::num::NonZeroU32;

/// A result id whose use is not known or does not matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id(NonZeroU32);

impl Id {
    /// The id with this number; `None` for zero.
    #[inline]
    #[must_use]
    pub const fn new(number: u32) -> Option<Self> {
        match NonZeroU32::new(number) {
            Some(n) => Some(Self(n)),
            None => None,
        }
    }

    /// The number as it is in the words.
    #[inline]
    #[must_use]
    pub const fn number(self) -> u32 {
        self.0.get()
    }
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(Id);

        impl $name {
            /// The id with this use.
            #[inline]
            #[must_use]
            #[allow(dead_code)] // not called for labels and functions
            pub const fn from_id(id: Id) -> Self {
                Self(id)
            }

            /// The id without its use, for operands that may be any id (names, decorations, interfaces).
            #[inline]
            #[must_use]
            pub const fn id(self) -> Id {
                self.0
            }
        }

        impl From<$name> for Id {
            #[inline]
            fn from(typed: $name) -> Self {
                typed.0
            }
        }
    )*};
}

ids! {
    /// The result id of an `OpType*` instruction.
    TypeId;
    /// The result id of a constant, a variable, a parameter or an instruction of a function body.
    ValueId;
    /// The result id of an `OpLabel`.
    LabelId;
    /// The result id of an `OpFunction`.
    FunctionId;
}

/// The largest id bound that every consumer must accept (SPIR-V §2.17, Universal Limits).
pub const MAX_ID_BOUND: u32 = 0x3F_FFFF;

/// Allocates result ids, consecutively from 1.
#[derive(Debug)]
pub struct IdAllocator {
    next: NonZeroU32,
}

impl Default for IdAllocator {
    fn default() -> Self {
        Self { next: NonZeroU32::MIN }
    }
}

impl IdAllocator {
    /// A new id. Ids saturate at `u32::MAX`; a module whose bound is above [`MAX_ID_BOUND`] is refused.
    #[inline]
    pub fn id(&mut self) -> Id {
        let id = Id(self.next);
        if let Some(next) = self.next.checked_add(1) {
            self.next = next;
        }
        id
    }

    /// A new id for a type.
    #[inline]
    pub fn type_id(&mut self) -> TypeId {
        TypeId(self.id())
    }

    /// A new id for a value.
    #[inline]
    pub fn value(&mut self) -> ValueId {
        ValueId(self.id())
    }

    /// A new id for a label.
    #[inline]
    pub fn label(&mut self) -> LabelId {
        LabelId(self.id())
    }

    /// A new id for a function.
    #[inline]
    pub fn function(&mut self) -> FunctionId {
        FunctionId(self.id())
    }

    /// The id bound of the header: one more than the largest allocated id.
    #[inline]
    #[must_use]
    pub const fn bound(&self) -> u32 {
        self.next.get()
    }

    /// Restarts at 1 for the next module.
    pub fn reset(&mut self) {
        self.next = NonZeroU32::MIN;
    }
}
