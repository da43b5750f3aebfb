//! What the types of a module are that most modules lack: atomics, cooperative matrices, ray queries, and scalars of
//! other widths than 32 bits. The passes for what a module lacks are skipped.

use super::requirements::scalar_capability;
use crate::ir::ty::{parts, scalar};
use alloc::vec::Vec;
use naga::{Handle, Module, Scalar, ScalarKind, Type, TypeInner};
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

/// The uncommon types of one module. Its buffers are reused for the next one.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    pub(crate) has_atomics: bool,
    pub(crate) has_cooperative: bool,
    pub(crate) has_queries: bool,
    has_optional_scalars: bool,
    /// The types that contain a ray query; unused if the module has none.
    query_types: bit_set::BitSet,
    /// By type, its scalars that need a capability; unused if the module has none.
    optional_scalars: Vec<OptionalScalars>,
}

impl Scan {
    pub(crate) fn run(&mut self, module: &Module) {
        self.has_atomics = false;
        self.has_cooperative = false;
        self.has_queries = false;
        self.has_optional_scalars = false;
        for (_, ty) in module.types.iter() {
            if let Some(scalar) = scalar(&ty.inner) {
                self.has_atomics |= matches!(ty.inner, TypeInner::Atomic(_));
                self.has_cooperative |= matches!(ty.inner, TypeInner::CooperativeMatrix { .. });
                self.has_optional_scalars |= scalar.width != 4 && scalar.kind != ScalarKind::Bool;
            } else {
                self.has_queries |= matches!(ty.inner, TypeInner::RayQuery { .. });
            }
        }
        if self.has_optional_scalars {
            self.find_optional_scalars(module);
        }
        if self.has_queries {
            self.find_queries(module);
        }
    }

    /// Finds the scalars of each type. In naga's arena a type contains earlier types only.
    #[cold]
    fn find_optional_scalars(&mut self, module: &Module) {
        self.optional_scalars.clear();
        for (_, ty) in module.types.iter() {
            let scalars = match scalar(&ty.inner) {
                Some(scalar) => OptionalScalars::of(scalar),
                None => parts(&ty.inner).fold(OptionalScalars::default(), |all, part| {
                    OptionalScalars(all.0 | self.optional_scalars[part.index()].0)
                }),
            };
            self.optional_scalars.push(scalars);
        }
    }

    /// Finds the types that contain a ray query.
    #[cold]
    fn find_queries(&mut self, module: &Module) {
        self.query_types.make_empty();
        for (handle, ty) in module.types.iter() {
            let is_query = matches!(ty.inner, TypeInner::RayQuery { .. });
            if is_query || parts(&ty.inner).any(|part| self.query_types.contains(part.index())) {
                self.query_types.insert(handle.index());
            }
        }
    }

    /// Whether a type is or contains a ray query.
    pub(crate) fn holds_query(&self, ty: Handle<Type>) -> bool {
        self.has_queries && self.query_types.contains(ty.index())
    }

    /// The scalars in a type that need a capability.
    #[inline]
    pub(crate) fn optional_scalars(&self, ty: Handle<Type>) -> OptionalScalars {
        if self.has_optional_scalars {
            self.optional_scalars[ty.index()]
        } else {
            OptionalScalars::default()
        }
    }
}
