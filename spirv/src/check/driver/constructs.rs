//! The innermost header around each block: of a selection, a switch or a loop (SPIR-V §2.11, Structured Control Flow).
//!
//! A block is in the construct of a header that structurally dominates it, unless the header's merge block dominates it
//! too. The walk takes immediate dominators first: a merge block is where its header is, and every other block is where
//! its immediate dominator is, or in the construct that this one begins.

use crate::check::module::{Module, NONE};

/// By block the innermost header whose construct contains it, without itself; [`NONE`] for none.
pub(super) fn around(module: &Module<'_>) -> Vec<u32> {
    let count = module.blocks.len();
    let mut header_of_merge = vec![NONE; count];
    for (index, block) in (0_u32..).zip(&module.blocks) {
        let merge = module.inst(block.merge).map(|merge| module.operand(merge, 0));
        let merge = merge.and_then(|label| module.block(label));
        if let Some(header) = merge.and_then(|merge| header_of_merge.get_mut(merge as usize)) {
            *header = index;
        }
    }
    let structural = module.structural();
    let mut around = vec![NONE; count];
    for function in 0..module.functions.len() {
        for &block in structural.order(function) {
            let at = block as usize;
            let header = header_of_merge.get(at).copied().unwrap_or(NONE);
            let is_merged = header != NONE && structural.strictly_dominates(header, block);
            let of = |block: u32| around.get(block as usize).copied().unwrap_or(NONE);
            let begins = |block: u32| {
                module
                    .blocks
                    .get(block as usize)
                    .is_some_and(|block| block.merge != NONE)
            };
            let inner = match structural.immediate(block) {
                _ if is_merged => of(header),
                Some(above) if begins(above) => above,
                Some(above) => of(above),
                None => NONE,
            };
            if let Some(entry) = around.get_mut(at) {
                *entry = inner;
            }
        }
    }
    around
}
