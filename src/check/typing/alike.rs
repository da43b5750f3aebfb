//! Which types match logically (SPIR-V §2.2.2 "logically match"): arrays as long of elements that do, structures of as many
//! members that do, or the same type.
//!
//! Each type gets the number of its class once, from those of its parts, so that to compare two is one look however deep
//! they are.

use super::super::module::{Kind, Module};
use hashbrown::HashMap;

/// The classes of a module's types; made when first asked for.
#[derive(Default)]
pub(super) struct Alike {
    /// In the order of the types.
    classes: Vec<u32>,
}

/// What tells one class from another.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    /// A type that matches itself only, by id.
    Same(u32),
    /// The element's class, and the length: a number, or the id of a constant that can be specialized.
    Array(u32, Result<u64, u32>),
    Struct(Vec<u32>),
}

impl Alike {
    /// Whether two types match logically.
    pub fn are(&mut self, module: &Module<'_>, one: u32, other: u32) -> bool {
        if self.classes.is_empty() {
            self.collect(module);
        }
        self.class(module, one) == self.class(module, other)
    }

    fn class(&self, module: &Module<'_>, id: u32) -> Result<u32, u32> {
        let row = module.ty(id).and_then(|_| module.def(id)).map(|def| def.row);
        let class = row.and_then(|row| self.classes.get(row as usize));
        // What is declared only later, or no type, is like itself.
        class.copied().ok_or(id)
    }

    fn collect(&mut self, module: &Module<'_>) {
        let mut known: HashMap<Key, u32> = HashMap::new();
        for ty in &module.types {
            // The class of a part that has none yet is its id, beyond all numbers of classes.
            let part = |id: u32| self.class(module, id).unwrap_or(u32::MAX - id);
            let key = match ty.kind {
                Kind::Array {
                    element,
                    length,
                    constant,
                    ..
                } => Key::Array(part(element), constant.ok_or(length)),
                Kind::Struct { members } => Key::Struct(members.iter().map(|&member| part(member)).collect()),
                _ => Key::Same(ty.id),
            };
            let next = known.len() as u32;
            self.classes.push(*known.entry(key).or_insert(next));
        }
    }
}
