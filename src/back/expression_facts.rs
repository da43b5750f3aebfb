//! The facts of an expression that the emission needs, in two bytes: how it is used, and properties of its value.

/// The uses and properties of an expression. Without any use it is dead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ExpressionFacts {
    uses: u8,
    kind: u8,
}

const WHOLE: u8 = 1;
const MEMBER: u8 = 2;
const DYNAMIC: u8 = 4;
const POINTER: u8 = 8;
const INDEXED_BELOW: u8 = 16;
const DEFERRED: u8 = 32;
const ATOMIC_ACCESS: u8 = 64;
const EXAMINED: u8 = 128;

const CONSTANT: u8 = 1;
const CARRIED: u8 = 2;
const LATE: u8 = 4;
const IN_RANGE: u8 = 8;
const EVALUATED: u8 = 16;
const NON_UNIFORM: u8 = 32;
const EXACT: u8 = 64;
const ROUNDED: u8 = 128;

/// The methods that set a flag of a byte, and those that test one.
macro_rules! flags {
    ($($byte:ident & $flag:ident: $set:ident $(, $(#[$doc:meta])* $is:ident)?;)*) => {
        impl ExpressionFacts {$(
            pub(crate) const fn $set(&mut self) {
                self.$byte |= $flag;
            }

            $($(#[$doc])*
            #[inline]
            pub(crate) const fn $is(self) -> bool {
                self.$byte & $flag != 0
            })?
        )*}
    };
}

flags! {
    uses & WHOLE: use_whole,
        /// Whether the whole value is used.
        is_whole;
    uses & MEMBER: use_member;
    uses & DYNAMIC: use_indexed,
        /// Whether an element is read at a dynamic index.
        is_indexed;
    uses & POINTER: use_pointer;
    uses & INDEXED_BELOW: use_indexed_below;
    uses & DEFERRED: set_deferred,
        /// Whether it is a deferred load or a part of one: used parts are loaded where they are accessed.
        is_deferred;
    uses & ATOMIC_ACCESS: use_atomic,
        /// Whether it is a pointer to an atomic that is loaded or stored.
        is_atomic;
    uses & EXAMINED: set_examined,
        /// Whether the proofs look at it where it is evaluated: a load of a local, a length, a query of an image, or an
        /// access or texel load whose check is left out if a proof is found.
        is_examined;
    kind & CONSTANT: set_constant,
        /// Whether it is a constant of the module, specialization constants included.
        is_constant;
    kind & CARRIED: set_carried,
        /// Whether it is a carried value: `continuing` or `break if` uses it and a `continue` can skip it, so it is kept
        /// in a variable.
        is_carried;
    kind & LATE: set_late,
        is_late;
    kind & IN_RANGE: set_in_range,
        /// Whether it is an access whose index is proved to be in range, or a texel load proved to be inside the image.
        is_in_range;
    kind & EVALUATED: set_evaluated,
        /// Whether a statement that the sweep has visited evaluates it.
        is_evaluated;
    kind & NON_UNIFORM: set_non_uniform,
        /// Whether it is a handle, or an element of a binding array or of immediates, that can differ between the
        /// invocations of a group.
        is_non_uniform;
    kind & EXACT: set_exact,
        /// Whether it is an operand of arithmetic that must not be fused.
        is_exact;
    kind & ROUNDED: set_rounded,
        /// Whether it is a conversion to 16 bits that is only stored, so that it can have a rounding mode of its own.
        is_rounded;
}

impl ExpressionFacts {
    #[inline]
    pub(crate) const fn is_dead(self) -> bool {
        self.uses == 0
    }

    /// Whether its value is used, rather than only the memory that it points to.
    #[inline]
    pub(crate) const fn is_value(self) -> bool {
        self.uses & (WHOLE | MEMBER | DYNAMIC) != 0
    }

    /// Whether the value is used whole, is computed at its position, and needs no variable.
    #[inline]
    pub(crate) const fn is_plain(self) -> bool {
        // Read for every expression that is emitted, so both bytes are compared in one operation.
        let asked = u16::from_le_bytes([WHOLE | DYNAMIC | DEFERRED, CONSTANT | CARRIED]);
        u16::from_le_bytes([self.uses, self.kind]) & asked == u16::from_le_bytes([WHOLE, 0])
    }

    /// Whether only members of the value are used.
    #[inline]
    pub(crate) const fn is_members_only(self) -> bool {
        self.uses & !(INDEXED_BELOW | DEFERRED | EXAMINED) == MEMBER
    }

    /// Whether an element of it, or of a part of it, is read at a dynamic index, and it is not used whole.
    pub(crate) const fn is_indexed_only(self) -> bool {
        self.uses & (WHOLE | POINTER) == 0 && self.uses & (DYNAMIC | INDEXED_BELOW) != 0
    }

    /// Whether its value is also stored in a variable.
    #[inline]
    pub(crate) const fn needs_variable(self) -> bool {
        self.is_indexed() || self.is_carried()
    }
}
