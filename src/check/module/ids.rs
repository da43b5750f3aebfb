//! Dense numbers for ids, so that tables are as long as the module and not as its header's bound.
//!
//! Where the bound is in proportion to the words, a slot is the id itself; otherwise ids are numbered as they come.

use hashbrown::HashMap;

pub(super) enum Ids {
    /// Ids below the bound are slots.
    Direct(usize),
    /// Slots by id.
    Hashed(HashMap<u32, u32>),
}

impl Ids {
    pub fn new(bound: u32, words: usize) -> Self {
        let bound = bound as usize;
        if bound <= words.saturating_add(16) {
            Self::Direct(bound)
        } else {
            Self::Hashed(HashMap::new())
        }
    }

    /// The number of slots so far.
    pub fn len(&self) -> usize {
        match self {
            Self::Direct(bound) => *bound,
            Self::Hashed(slots) => slots.len(),
        }
    }

    #[inline]
    pub fn slot(&self, id: u32) -> Option<usize> {
        match self {
            Self::Direct(bound) => Some(id as usize).filter(|slot| slot < bound),
            Self::Hashed(slots) => slots.get(&id).map(|&slot| slot as usize),
        }
    }

    /// The slot of an id, a new one if it is met for the first time.
    #[inline(always)]
    pub fn insert(&mut self, id: u32) -> Option<usize> {
        match self {
            Self::Direct(bound) => Some(id as usize).filter(|slot| slot < bound),
            Self::Hashed(slots) => {
                let next = u32::try_from(slots.len()).ok()?;
                Some(*slots.entry(id).or_insert(next) as usize)
            }
        }
    }
}
