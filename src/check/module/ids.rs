//! Dense numbers for ids, so that tables are as long as the module and not as its header's bound.
//!
//! Where the bound is in proportion to the words, a slot is the id itself; otherwise ids are numbered as they come.

use hashbrown::HashMap;

pub(super) struct Ids {
    /// Ids below are slots; 0 where ids are numbered.
    direct: u32,
    /// Slots by id.
    numbered: Option<Box<HashMap<u32, u32>>>,
}

impl Ids {
    pub fn new(bound: u32, words: usize) -> Self {
        if bound as usize <= words.saturating_add(16) {
            Self {
                direct: bound,
                numbered: None,
            }
        } else {
            Self {
                direct: 0,
                numbered: Some(Box::default()),
            }
        }
    }

    /// The number of slots so far.
    pub fn len(&self) -> usize {
        self.numbered
            .as_ref()
            .map_or(self.direct as usize, |numbered| numbered.len())
    }

    /// Whether an id gets its slot by being met.
    #[inline]
    pub fn are_numbered(&self) -> bool {
        self.numbered.is_some()
    }

    #[inline]
    pub fn slot(&self, id: u32) -> Option<usize> {
        if id < self.direct {
            Some(id as usize)
        } else {
            self.number(id)
        }
    }

    #[cold]
    fn number(&self, id: u32) -> Option<usize> {
        Some(*self.numbered.as_ref()?.get(&id)? as usize)
    }

    /// The slot of an id, a new one if it is met for the first time.
    #[inline]
    pub fn insert(&mut self, id: u32) -> Option<usize> {
        if id < self.direct {
            Some(id as usize)
        } else {
            self.insert_number(id)
        }
    }

    #[cold]
    fn insert_number(&mut self, id: u32) -> Option<usize> {
        let numbered = self.numbered.as_mut()?;
        let next = u32::try_from(numbered.len()).ok()?;
        Some(*numbered.entry(id).or_insert(next) as usize)
    }
}
