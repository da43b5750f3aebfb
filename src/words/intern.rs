//! Interning on the words: an instruction is written at the tail of a section, hashed without its result id, and kept or
//! taken back. Only instructions whose identity is their words go this way (SPIR-V §2.8 forbids two equal non-aggregate
//! types; equal plain constants are merely waste).

use super::id::Id;
use super::section::Section;
use hashbrown::HashTable;

/// Where the result id of the interned instructions stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultPosition {
    /// Word 1, as in types.
    First = 1,
    /// Word 2, after a result type, as in constants.
    Second = 2,
}

/// Offsets into one section, found by the words there.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    table: HashTable<Entry>,
}

/// An instruction that was kept. Its hash is kept too: when the table grows, nothing tells where the result id stood.
#[derive(Clone, Copy, Debug)]
struct Entry {
    offset: u32,
    hash: u64,
}

impl Interner {
    /// Forgets everything; gives room back when far more was kept than is used.
    pub(crate) fn reset(&mut self) {
        if self.table.capacity() > 4096 {
            self.table = HashTable::new();
        }
        self.table.clear();
    }

    /// Takes the instruction that starts at `start` and ends the section. When an equal one stands before it, the words
    /// are taken back and the id of the earlier one is returned; otherwise the result id already written is.
    pub(crate) fn settle(&mut self, section: &mut Section, start: usize, result: ResultPosition) -> Option<Id> {
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

/// Multiply and rotate, as rustc's own hasher does: the words are few and not chosen by an adversary who gains from it.
fn hash(words: &[u32], result: usize) -> u64 {
    let add = |state: u64, &word: &u32| (state.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x517c_c1b7_2722_0a95);
    let before = words.get(..result).unwrap_or(words).iter().fold(0, add);
    words.get(result + 1..).unwrap_or(&[]).iter().fold(before, add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::{IdAllocator, TypeId, ValueId};

    /// Types and constants have their result ids in different places, and the table grows while both are in it.
    #[test]
    fn what_was_kept_is_found_after_the_table_has_grown() {
        let (mut interner, mut section, mut ids) = (Interner::default(), Section::default(), IdAllocator::default());
        let ty = ids.type_id();
        let mut first = Vec::new();
        for round in 0..2 {
            for n in 0..500 {
                let start = section.len();
                let id: TypeId = ids.type_id();
                section.type_int(id, n, 0);
                let int = interner.settle(&mut section, start, ResultPosition::First).unwrap();
                let start = section.len();
                let id: ValueId = ids.value();
                section.constant(ty, id, n, &[]);
                let constant = interner.settle(&mut section, start, ResultPosition::Second).unwrap();
                if round == 0 {
                    first.push((int, constant));
                } else {
                    assert_eq!(first[n as usize], (int, constant));
                }
            }
        }
    }
}
