//! Interning on the words: an instruction is written at the tail of a section, hashed without its result id, and kept
//! or removed. Only instructions whose identity is their words are interned (SPIR-V §2.8, Types and Variables, forbids
//! two equal non-aggregate types; equal constants are legal but redundant).

use super::id::Id;
use super::section::Section;
use hashbrown::HashTable;

/// The position of the result id in the interned instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultPosition {
    /// Word 1: types.
    First = 1,
    /// Word 2, after a result type: constants.
    Second = 2,
}

/// A hash table of instructions, by their offsets in one section.
#[derive(Debug, Default)]
pub struct Interner {
    table: HashTable<Entry>,
}

/// An interned instruction. The hash is stored, because the table may grow when the position of the result id is not
/// known.
#[derive(Clone, Copy, Debug)]
struct Entry {
    offset: u32,
    hash: u64,
}

impl Interner {
    /// Removes all entries. Frees the memory of a large table.
    pub fn reset(&mut self) {
        if self.table.capacity() > 4096 {
            self.table = HashTable::new();
        }
        self.table.clear();
        if self.table.capacity() == 0 {
            // What most modules need.
            self.table.reserve(48, |entry| entry.hash);
        }
    }

    /// Interns the last instruction of the section, which begins at `start`. If the table has an equal one, removes the
    /// new one and returns the id of the earlier; otherwise returns the result id of the new one. `None` if the
    /// instruction is too short.
    #[inline]
    pub fn intern_last(&mut self, section: &mut Section, start: usize, result: ResultPosition) -> Option<Id> {
        let position = result as usize;
        let words = section.words();
        let candidate = words.get(start..)?;
        let hash = hash(candidate, position);
        let same = |entry: &Entry| {
            let offset = entry.offset as usize;
            words
                .get(offset..offset + candidate.len())
                .is_some_and(|other| equal(other, candidate, position))
        };
        if let Some(entry) = self.table.find(hash, same) {
            let id = words.get(entry.offset as usize + position).copied().and_then(Id::new);
            section.truncate(start);
            return id;
        }
        let id = candidate.get(position).copied().and_then(Id::new);
        let entry = Entry {
            offset: start as u32,
            hash,
        };
        self.table.insert_unique(hash, entry, |entry| entry.hash);
        id
    }
}

fn equal(left: &[u32], right: &[u32], result: usize) -> bool {
    left.len() == right.len()
        && left
            .iter()
            .zip(right)
            .enumerate()
            .all(|(index, (l, r))| index == result || l == r)
}

/// Multiply and rotate, as in rustc's hasher. The instructions are short, and a collision gives an adversary no
/// advantage.
fn hash(words: &[u32], result: usize) -> u64 {
    let add = |state: u64, &word: &u32| (state.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x517c_c1b7_2722_0a95);
    let before = words.get(..result).unwrap_or(words).iter().fold(0, add);
    words.get(result + 1..).unwrap_or(&[]).iter().fold(before, add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::id::{IdAllocator, TypeId, ValueId};

    /// The result ids of types and constants are at different positions, and the table grows with both in it.
    #[test]
    fn entries_are_found_after_the_table_has_grown() {
        let (mut interner, mut section, mut ids) = (Interner::default(), Section::default(), IdAllocator::default());
        let ty = ids.type_id();
        let mut first = Vec::new();
        for round in 0..2 {
            for n in 0..500 {
                let start = section.len();
                let id: TypeId = ids.type_id();
                section.type_int(id, n, 0);
                let int = interner
                    .intern_last(&mut section, start, ResultPosition::First)
                    .unwrap();
                let start = section.len();
                let id: ValueId = ids.value();
                section.constant(ty, id, n, &[]);
                let constant = interner
                    .intern_last(&mut section, start, ResultPosition::Second)
                    .unwrap();
                if round == 0 {
                    first.push((int, constant));
                } else {
                    assert_eq!(first[n as usize], (int, constant));
                }
            }
        }
    }
}
