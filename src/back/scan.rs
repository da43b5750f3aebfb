//! What the types of a module are that most modules lack: atomics, cooperative matrices, ray queries, and scalars of
//! other widths than 32 bits. The passes for what a module lacks are skipped.

use super::requirements::scalar_capability;
use crate::ir::ty::{parts, scalar};
use alloc::vec::Vec;
use naga::{Handle, Module, ScalarKind, Type, TypeInner};
use spirv::Capability;

/// The capabilities that scalars need, each with the width of its scalars in bytes. What a type contains has a bit for
/// each, in this order.
const CAPABILITIES: [(Capability, u8); 5] = [
    (Capability::Float16, 2),
    (Capability::Float64, 8),
    (Capability::Int8, 1),
    (Capability::Int16, 2),
    (Capability::Int64, 8),
];

/// Bits beside those of the scalars: whether a type is or contains a ray query or a cooperative matrix.
const QUERY: u8 = 1 << 6;
const COOPERATIVE: u8 = 1 << 7;
const _: () = assert!(CAPABILITIES.len() <= 6);

/// The uncommon types of one module. Its buffers are reused for the next one.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    pub(crate) has_atomics: bool,
    pub(crate) has_cooperative: bool,
    pub(crate) has_queries: bool,
    /// By type, what it contains: its scalars that need a capability, and the bits above; empty if the module has none.
    parts: Vec<u8>,
}

impl Scan {
    pub(crate) fn run(&mut self, module: &Module) {
        self.parts.clear();
        *self = Self {
            parts: core::mem::take(&mut self.parts),
            ..Self::default()
        };
        let mut has_optional_scalars = false;
        for (_, ty) in module.types.iter() {
            if let Some(scalar) = scalar(&ty.inner) {
                self.has_atomics |= matches!(ty.inner, TypeInner::Atomic(_));
                self.has_cooperative |= matches!(ty.inner, TypeInner::CooperativeMatrix { .. });
                has_optional_scalars |= scalar.width != 4 && scalar.kind != ScalarKind::Bool;
            } else {
                self.has_queries |= matches!(ty.inner, TypeInner::RayQuery { .. });
            }
        }
        if has_optional_scalars || self.has_queries || self.has_cooperative {
            self.find_parts(module);
        }
    }

    /// In naga's arena a type contains earlier types only.
    #[cold]
    fn find_parts(&mut self, module: &Module) {
        for (_, ty) in module.types.iter() {
            let kind = match ty.inner {
                TypeInner::RayQuery { .. } => QUERY,
                TypeInner::CooperativeMatrix { .. } => COOPERATIVE,
                // catch-all: no other type is looked for
                _ => 0,
            };
            let capability = scalar(&ty.inner).and_then(scalar_capability);
            let bit = CAPABILITIES.iter().position(|&(known, _)| Some(known) == capability);
            let own = kind | bit.map_or(0, |bit| 1 << bit);
            let all = parts(&ty.inner).fold(own, |all, part| all | self.parts[part.index()]);
            self.parts.push(all);
        }
    }

    /// Whether all scalars of the module have 32 bits or are boolean, and no type is a ray query or cooperative matrix.
    pub(crate) fn is_plain(&self) -> bool {
        self.parts.is_empty()
    }

    #[inline]
    fn of(&self, ty: Handle<Type>) -> u8 {
        self.parts.get(ty.index()).copied().unwrap_or_default()
    }

    /// Whether a type is or contains a ray query.
    pub(crate) fn holds_query(&self, ty: Handle<Type>) -> bool {
        self.of(ty) & QUERY != 0
    }

    /// Whether a type is or contains a cooperative matrix.
    pub(crate) fn holds_cooperative(&self, ty: Handle<Type>) -> bool {
        self.of(ty) & COOPERATIVE != 0
    }

    /// The capabilities of the scalars in a type, each with the width of its scalars in bytes.
    #[inline]
    pub(crate) fn scalar_capabilities(&self, ty: Handle<Type>) -> impl Iterator<Item = (Capability, u8)> + use<> {
        let bits = self.of(ty);
        let rows = (0..).zip(CAPABILITIES);
        rows.filter(move |&(bit, _)| bits >> bit & 1 != 0).map(|(_, row)| row)
    }
}
