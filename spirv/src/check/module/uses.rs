//! The uses of an id.
//!
//! The decoder verifies nearly all operands, and rules rarely look up the uses of computed values. Therefore only
//! unverified operands are kept. They include all that name an id before its definition, and all that name functions,
//! variables and other tracked ids. The first request for any other use decodes all operands again.

use super::decode::{Decoder, Keep};
use super::{Module, NONE, Tables, Use};
use crate::words::grammar::OperandKind;
use crate::words::reader::Reader;

/// Operands by the slot of the id that they name; those of each slot are in order.
#[derive(Default)]
pub(super) struct Uses {
    starts: Vec<u32>,
    uses: Vec<Use>,
}

impl Uses {
    /// Rebuilds the table.
    pub fn fill(&mut self, module: &Module<'_>, operands: &[(u32, Use)]) {
        let Self { starts, uses } = self;
        starts.clear();
        starts.resize(module.slots() + 1, 0);
        for &(id, _) in operands {
            if let Some(start) = module.slot(id).and_then(|slot| starts.get_mut(slot)) {
                *start += 1;
            }
        }
        let mut sum = 0;
        for start in starts.iter_mut() {
            sum += *start;
            *start = sum;
        }
        let nothing = Use {
            inst: NONE,
            word: 0,
            kind: OperandKind::IdRef,
        };
        uses.clear();
        uses.resize(sum as usize, nothing);
        for &(id, at) in operands.iter().rev() {
            let Some(start) = module.slot(id).and_then(|slot| starts.get_mut(slot)) else {
                continue;
            };
            *start -= 1;
            if let Some(entry) = uses.get_mut(*start as usize) {
                *entry = at;
            }
        }
    }

    fn of(&self, slot: usize) -> &[Use] {
        super::range(&self.uses, &self.starts, slot)
    }
}

impl Module<'_> {
    /// The operands that name an id, in the order of the words, without the one that defines it.
    pub fn uses(&self, id: u32) -> &[Use] {
        let Some(slot) = self.slot(id) else { return &[] };
        // If a branch may name an id that is not a label, that use has not been kept.
        if self.has_verified_branches && self.definition(id).is_none_or(|row| row.is_tracked()) {
            return self.uses.of(slot);
        }
        let all = || {
            let mut uses = Uses::default();
            uses.fill(self, self.all_operands());
            uses
        };
        self.all_uses.get_or_init(all).of(slot)
    }

    /// The operands that name an id and are not verified values or types: names, decorations, forward references.
    pub fn mentions(&self, id: u32) -> &[Use] {
        self.slot(id).map_or(&[], |slot| self.uses.of(slot))
    }

    /// All id operands except results, in order. The first call decodes the words again.
    pub fn all_operands(&self) -> &[(u32, Use)] {
        self.all_operands.get_or_init(|| {
            let Ok((header, reader)) = Reader::new(self.words) else {
                return Vec::new();
            };
            let mut module = Tables::default().module(self.words, header);
            Decoder::new(&mut module, Keep::All).read(reader);
            module.unverified
        })
    }
}
