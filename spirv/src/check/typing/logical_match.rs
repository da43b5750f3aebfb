//! Types that logically match (SPIR-V §2.2.2, Types, "logically match"): the same type, arrays with the same `Length` operand whose
//! elements match, and structures whose members match pairwise.
//!
//! Each type is assigned the number of its equivalence class, computed once from those of its parts, so that comparing
//! two types takes constant time at any depth.

use super::super::module::{Kind, Module};
use hashbrown::HashMap;

/// The equivalence classes of a module's types under logical match, computed on first use.
#[derive(Default)]
pub(super) struct LogicalMatch {
    /// The class of each type, by the type's index.
    classes: Vec<u32>,
}

/// The properties that identify a class.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    /// A type that matches only itself, by id.
    Same(u32),
    /// The element's class, and the id of the length: equal constants with different ids do not match.
    Array(u32, u32),
    Struct(Vec<u32>),
}

impl LogicalMatch {
    /// Whether two types match logically.
    pub fn matches(&mut self, module: &Module<'_>, one: u32, other: u32) -> bool {
        if self.classes.is_empty() {
            self.collect(module);
        }
        self.class(module, one) == self.class(module, other)
    }

    fn class(&self, module: &Module<'_>, id: u32) -> Result<u32, u32> {
        let row = module.ty(id).and_then(|_| module.def(id)).map(|def| def.row);
        let class = row.and_then(|row| self.classes.get(row as usize));
        // An id declared later, or one that is not a type, matches only itself.
        class.copied().ok_or(id)
    }

    fn collect(&mut self, module: &Module<'_>) {
        let mut known: HashMap<Key, u32> = HashMap::new();
        for ty in &module.types {
            // Only arrays and structures match types with other ids. Every other part is identified by its id, in a
            // range above all class numbers: a pointer that is declared later too, which is why it has no class yet.
            let part = |id: u32| match module.ty(id).map(|ty| &ty.kind) {
                Some(Kind::Array { .. } | Kind::Struct { .. }) => self.class(module, id).unwrap_or(u32::MAX - id),
                _ => u32::MAX - id,
            };
            let key = match ty.kind {
                Kind::Array { element, length, .. } => Key::Array(part(element), length),
                Kind::Struct { members } => Key::Struct(members.iter().map(|&member| part(member)).collect()),
                _ => Key::Same(ty.id),
            };
            let next = known.len() as u32;
            self.classes.push(*known.entry(key).or_insert(next));
        }
    }
}
