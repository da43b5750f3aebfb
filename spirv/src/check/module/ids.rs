//! Dense numbers for ids, so that the length of tables is proportional to the module and not to its header's bound.
//!
//! If the bound is proportional to the number of words, the slot of an id is the id itself. Otherwise ids are numbered
//! in the order in which they occur.

use hashbrown::HashMap;

/// The numbers of ids; `None` if slots are ids.
#[derive(Default)]
pub(super) struct Ids(Option<Box<HashMap<u32, u32>>>);

impl Ids {
    pub fn new(is_numbered: bool) -> Self {
        Self(is_numbered.then(Box::default))
    }

    /// Whether the bound is small enough, compared with the number of words, that ids can be slots.
    pub fn are_slots(bound: u32, words: usize) -> bool {
        bound as usize <= words.saturating_add(16)
    }

    /// Whether ids are numbered in the order in which they occur.
    #[inline]
    pub fn are_numbered(&self) -> bool {
        self.0.is_some()
    }

    #[cold]
    pub fn number(&self, id: u32) -> Option<usize> {
        Some(*self.0.as_ref()?.get(&id)? as usize)
    }

    /// The slot of an id, a new one if it has not occurred before.
    #[cold]
    pub fn insert(&mut self, id: u32) -> Option<usize> {
        let numbered = self.0.as_mut()?;
        let next = u32::try_from(numbered.len()).ok()?;
        Some(*numbered.entry(id).or_insert(next) as usize)
    }
}
