//! The layout of values in registers, and of the Function and Private storage classes.
//!
//! In these, types with explicit layout are legal before the SPIR-V version from which
//! `VUID-StandaloneSpirv-None-10684` is enforced. If the target has no `OpCopyLogical` either, registers use the type
//! of the storage buffer, so that a load of a whole struct needs no conversion. The caller decides for which versions
//! this is so.
//!
//! Types that contain one another must have the same kind of layout. Otherwise each construction of the outer type and
//! each extraction from it would need a conversion. Therefore the layout is chosen for a *family*: the register types
//! that are linked by containment. A family has explicit layout if one of its types is in memory with explicit layout
//! and none is in memory without.

use alloc::vec::Vec;
use naga::{Handle, Type, UniqueArena};

use super::MemoryLayout;
use super::table::Layouts;
use crate::ir::ty::parts;

/// The choice for each type of a module. Only the capacity is kept between modules.
#[derive(Debug, Default)]
pub struct RegisterLayouts {
    /// A union-find forest: for each type, an older type of its family. The root is the oldest type of the family and
    /// refers to itself. Empty if no type has explicit layout.
    families: Vec<usize>,
    /// The facts about a family, at the index of its root.
    facts: Vec<FamilyFacts>,
}

/// The kinds of memory that contain types of a family.
#[derive(Clone, Copy, Debug, Default)]
struct FamilyFacts {
    /// One of the types is in memory with explicit layout.
    with_layout: bool,
    /// One of the types is in memory without explicit layout, or cannot have one.
    without_layout: bool,
}

impl RegisterLayouts {
    /// Chooses for the types of one module and discards the previous choice. Time is linear in types and struct
    /// members, up to a logarithmic factor.
    ///
    /// `laid_out_registers`: whether the target allows types with explicit layout in registers, and benefits from them.
    /// If `false`, nothing is computed and every type has [`MemoryLayout::None`]. `in_memory_with_layout`: whether a
    /// storage buffer or push constant contains the type. `in_memory_without_layout`: whether memory without explicit
    /// layout other than Function and Private contains it: Workgroup, and payloads if they are loaded whole.
    pub fn reset(
        &mut self,
        types: &UniqueArena<Type>,
        layouts: &Layouts,
        laid_out_registers: bool,
        in_memory_with_layout: impl Fn(Handle<Type>) -> bool,
        in_memory_without_layout: impl Fn(Handle<Type>) -> bool,
    ) {
        self.families.clear();
        self.facts.clear();
        if !laid_out_registers {
            return;
        }
        self.families.extend(0..types.len());
        self.facts.resize(types.len(), FamilyFacts::default());
        // Types that cannot be loaded whole link no types, because their parts are loaded separately.
        let composites = || {
            types
                .iter()
                .filter(|&(handle, _)| layouts.is_loadable_composite(handle))
        };
        for (handle, ty) in composites() {
            for part in parts(&ty.inner).filter(|&part| layouts.is_loadable_composite(part)) {
                let (whole, part) = (self.root(handle.index()), self.root(part.index()));
                self.families[whole.max(part)] = whole.min(part);
            }
        }
        // A type that was not linked is a family of its own.
        for (handle, _) in composites() {
            let root = self.root(handle.index());
            // In ascending order, so that each type's parent is already a root.
            self.families[handle.index()] = root;
            let facts = &mut self.facts[root];
            facts.with_layout |= in_memory_with_layout(handle);
            facts.without_layout |= !layouts.is_disjoint(handle) || in_memory_without_layout(handle);
        }
    }

    /// The layout of a value of this type in registers and in the Function and Private storage classes:
    /// [`MemoryLayout::Natural`] or [`MemoryLayout::None`], canonical for the type. A struct or array that contains
    /// this type, or is contained in it, has the same layout if it can be loaded as a whole.
    pub fn get(&self, ty: Handle<Type>) -> MemoryLayout {
        match self.families.get(ty.index()).and_then(|&root| self.facts.get(root)) {
            Some(FamilyFacts {
                with_layout: true,
                without_layout: false,
            }) => MemoryLayout::Natural,
            Some(_) | None => MemoryLayout::None,
        }
    }

    /// The oldest type of the family. Shortens the path to it by path halving.
    fn root(&mut self, mut ty: usize) -> usize {
        while self.families[ty] != ty {
            self.families[ty] = self.families[self.families[ty]];
            ty = self.families[ty];
        }
        ty
    }
}
