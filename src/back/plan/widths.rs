//! The scalars that need a capability, of 8, 16 and 64 bits, as one set for each type of the module. Computed only if
//! the module has such scalars.

use super::Plan;
use crate::back::requirements::scalar_capability;
use crate::ir::ty::{parts, scalar};
use naga::{Handle, Module, Scalar, Type};
use spirv::Capability;

/// A set of scalars that need a capability, identified by that capability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct OptionalScalars(u8);

/// Each capability with the width of its scalars in bytes, in the order of the bits.
const CAPABILITIES: [(Capability, u8); 5] = [
    (Capability::Float16, 2),
    (Capability::Float64, 8),
    (Capability::Int8, 1),
    (Capability::Int16, 2),
    (Capability::Int64, 8),
];

impl OptionalScalars {
    pub(crate) fn of(scalar: Scalar) -> Self {
        let bit = scalar_capability(scalar).and_then(|own| CAPABILITIES.iter().position(|&(other, _)| other == own));
        bit.map_or(Self::default(), |bit| Self(1 << bit))
    }

    const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The capabilities, each with the width of its scalars in bytes.
    pub(crate) fn iter(self) -> impl Iterator<Item = (Capability, u8)> {
        (0..)
            .zip(CAPABILITIES)
            .filter(move |&(bit, _)| self.0 >> bit & 1 != 0)
            .map(|(_, row)| row)
    }
}

impl Plan {
    /// The scalars in a type that need a capability.
    #[inline]
    pub(crate) fn optional_scalars(&self, ty: Handle<Type>) -> OptionalScalars {
        if self.has_optional_scalars {
            self.optional_scalars[ty.index()]
        } else {
            OptionalScalars::default()
        }
    }

    /// Computes the set of each type. In naga's arena a type contains earlier types only.
    #[cold]
    pub(super) fn survey_widths(&mut self, module: &Module) {
        self.optional_scalars.clear();
        for (_, ty) in module.types.iter() {
            let scalars = self.scalars_in(ty);
            self.optional_scalars.push(scalars);
        }
    }

    fn scalars_in(&self, ty: &Type) -> OptionalScalars {
        match scalar(&ty.inner) {
            Some(scalar) => OptionalScalars::of(scalar),
            None => parts(&ty.inner).fold(OptionalScalars::default(), |all, part| {
                all.union(self.optional_scalars[part.index()])
            }),
        }
    }
}
