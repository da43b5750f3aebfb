//! The layout of a value in registers, and of the Function and Private storage classes.
//!
//! Where laid-out types are legal in those (before the SPIR-V version from which `VUID-StandaloneSpirv-None-10684` is
//! enforced) and `OpCopyLogical` is not there, loading a whole struct from a storage buffer costs nothing if registers
//! keep the buffer's own type. Which versions these are is the caller's to say.
//!
//! Types that contain one another must agree: were a struct in its laid-out form and the one around it not, every
//! composite built or taken apart would need a conversion. So the choice is made for a *family*, the register types
//! linked by containment: it is laid out if one of it lives in laid-out memory and none in memory that never is.

use alloc::vec::Vec;
use naga::{Handle, Type, TypeInner, UniqueArena};

use super::MemoryLayout;
use super::table::Layouts;

/// The choice for each type of a module. Holds nothing between modules but its capacity.
#[derive(Debug, Default)]
pub struct RegisterLayouts {
    /// Where types are laid out: for each type an older one of its family, or itself for the family's root, its oldest.
    /// Empty where no type is laid out.
    families: Vec<usize>,
    /// What is known of the family, at its root.
    facts: Vec<Facts>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Facts {
    /// One of the types lives in laid-out memory.
    laid_out: bool,
    /// One lives in memory that never is, or cannot be laid out.
    bare: bool,
}

impl RegisterLayouts {
    /// Chooses for the types of one module, forgetting the last. Linear in types and struct members, but for a
    /// logarithm.
    ///
    /// `laid_out_registers` is whether the target allows laid-out types in registers and gains by them; where it is
    /// `false` nothing is computed and every type has [`MemoryLayout::None`]. `in_laid_out` tells whether a type is, or
    /// is part of, what a storage buffer or push constant holds; `in_bare` the same of memory without explicit layout
    /// that is neither Function nor Private: Workgroup, and payloads if they are loaded as wholes.
    pub fn reset(
        &mut self,
        types: &UniqueArena<Type>,
        layouts: &Layouts,
        laid_out_registers: bool,
        in_laid_out: impl Fn(Handle<Type>) -> bool,
        in_bare: impl Fn(Handle<Type>) -> bool,
    ) {
        self.families.clear();
        self.facts.clear();
        if !laid_out_registers {
            return;
        }
        self.families.extend(0..types.len());
        self.facts.resize(types.len(), Facts::default());
        // What cannot be loaded as a whole links nothing: its parts are loaded each by itself.
        for (handle, ty) in types
            .iter()
            .filter(|&(handle, _)| layouts.is_loadable_composite(handle))
        {
            if let TypeInner::Array { base, .. } = ty.inner {
                self.link(layouts, handle, base);
            } else if let TypeInner::Struct { ref members, .. } = ty.inner {
                for member in members {
                    self.link(layouts, handle, member.ty);
                }
            }
        }
        // Every other type is a family of its own, of which nothing is known.
        for (handle, _) in types
            .iter()
            .filter(|&(handle, _)| layouts.is_loadable_composite(handle))
        {
            let root = self.root(handle.index());
            // Oldest first, so that the next type's way to its root is one step.
            if let Some(family) = self.families.get_mut(handle.index()) {
                *family = root;
            }
            if let Some(facts) = self.facts.get_mut(root) {
                facts.laid_out |= in_laid_out(handle);
                facts.bare |= !layouts.is_disjoint(handle) || in_bare(handle);
            }
        }
    }

    /// The layout that a value of this type has in registers and in the Function and Private storage classes:
    /// [`MemoryLayout::Natural`] or [`MemoryLayout::None`], canonical for the type. A struct or array that contains this
    /// one, or is contained in it, and can be loaded as a whole, has the same.
    pub fn get(&self, ty: Handle<Type>) -> MemoryLayout {
        match self.families.get(ty.index()).and_then(|&root| self.facts.get(root)) {
            Some(Facts {
                laid_out: true,
                bare: false,
            }) => MemoryLayout::Natural,
            Some(_) | None => MemoryLayout::None,
        }
    }

    /// Makes one family of the families of two types, if the part is one that has a layout.
    fn link(&mut self, layouts: &Layouts, whole: Handle<Type>, part: Handle<Type>) {
        if layouts.is_loadable_composite(part) {
            let (whole, part) = (self.root(whole.index()), self.root(part.index()));
            if let Some(family) = self.families.get_mut(whole.max(part)) {
                *family = whole.min(part);
            }
        }
    }

    /// The oldest type of the family. Halves the way there.
    fn root(&mut self, mut ty: usize) -> usize {
        loop {
            let next = self.families.get(ty).copied().unwrap_or(ty);
            let after = self.families.get(next).copied().unwrap_or(next);
            if next == ty {
                return ty;
            }
            if let Some(family) = self.families.get_mut(ty) {
                *family = after;
            }
            ty = after;
        }
    }
}
