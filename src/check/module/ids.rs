//! Dense numbers for ids, so that tables are as long as the module and not as its header's bound.
//!
//! Where the bound is in proportion to the words, a slot is the id itself, and nothing is needed for it; otherwise ids
//! are numbered as they come.

use hashbrown::HashMap;

/// The numbers of ids, where those are no slots themselves.
#[derive(Default)]
pub(super) struct Ids(Option<Box<HashMap<u32, u32>>>);

impl Ids {
    pub fn new(is_numbered: bool) -> Self {
        Self(is_numbered.then(Box::default))
    }

    /// Whether a module's ids below its bound are so many in proportion to its words that they can be slots.
    pub fn are_slots(bound: u32, words: usize) -> bool {
        bound as usize <= words.saturating_add(16)
    }

    /// Whether an id gets its slot by being met.
    #[inline]
    pub fn are_numbered(&self) -> bool {
        self.0.is_some()
    }

    #[cold]
    pub fn number(&self, id: u32) -> Option<usize> {
        Some(*self.0.as_ref()?.get(&id)? as usize)
    }

    /// The slot of an id, a new one if it is met for the first time.
    #[cold]
    pub fn insert(&mut self, id: u32) -> Option<usize> {
        let numbered = self.0.as_mut()?;
        let next = u32::try_from(numbered.len()).ok()?;
        Some(*numbered.entry(id).or_insert(next) as usize)
    }
}
