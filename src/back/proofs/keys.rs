//! A hash table from the keys of values to their numbers, with open addressing.
//!
//! A function has few keys, which are added and looked up but never removed, so a key costs a multiplication or two and
//! one or two comparisons.

use super::values::Value;
use alloc::vec::Vec;

/// The identity of a value: its operation and operands.
pub(super) type Key = [u32; 4];

/// The number of slots of an empty table.
const FEWEST_SLOTS: usize = 64;

/// The table. It is reused for the next function.
#[derive(Debug, Default)]
pub(super) struct Keys {
    entries: Vec<(Key, Value)>,
    /// The number of an entry from 1, or 0: a power of two of them, at least twice as many as there are entries.
    slots: Vec<u32>,
}

impl Keys {
    /// Removes all keys.
    pub(super) fn clear(&mut self) {
        // The table of a large function is not cleared for each small one after it.
        let slots = if self.entries.len() < self.slots.len() / 16 {
            FEWEST_SLOTS
        } else {
            self.slots.len()
        };
        self.entries.clear();
        self.entries.reserve(FEWEST_SLOTS / 2);
        crate::back::buffers::fill(&mut self.slots, slots.max(FEWEST_SLOTS), 0);
    }

    /// The value with a key; `next` is added if there is none.
    #[inline]
    pub(super) fn get_or_add(&mut self, key: Key, next: Value) -> Value {
        if self.slots.len() < 2 * (self.entries.len() + 1) {
            self.grow();
        }
        let mut at = hash(key);
        loop {
            let slot = at & (self.slots.len() - 1);
            match self.entries.get((self.slots[slot] as usize).wrapping_sub(1)) {
                Some(&(known, value)) if known == key => return value,
                Some(_) => at = slot + 1,
                None => {
                    self.entries.push((key, next));
                    self.slots[slot] = self.entries.len() as u32;
                    return next;
                }
            }
        }
    }

    /// The value with a key.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<Value> {
        let mut at = hash(key);
        loop {
            let slot = at & (self.slots.len() - 1);
            let &(known, value) = self.entries.get((self.slots[slot] as usize).wrapping_sub(1))?;
            if known == key {
                return Some(value);
            }
            at = slot + 1;
        }
    }

    #[inline(never)]
    fn grow(&mut self) {
        let slots = (2 * self.slots.len()).max(FEWEST_SLOTS);
        crate::back::buffers::fill(&mut self.slots, slots, 0);
        for (number, (key, _)) in self.entries.iter().enumerate() {
            let mut slot = hash(*key) & (slots - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (slots - 1);
            }
            self.slots[slot] = number as u32 + 1;
        }
    }
}

/// Multiplies and folds, as [`WordHasher`](crate::back::hasher::WordHasher) does.
#[inline]
fn hash(key: Key) -> usize {
    let [first, second, third, fourth] = key.map(u64::from);
    let low = (first << 32 | second).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let high = (third << 32 | fourth ^ low.rotate_left(26)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (high ^ high >> 32) as usize
}
