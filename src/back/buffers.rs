//! Tables that are used again from module to module.

use alloc::vec::Vec;

/// Fills a table that is used again for each module; room far above what is needed is given back.
#[inline(never)]
pub(crate) fn refill<T: Clone>(table: &mut Vec<T>, len: usize, value: T) {
    give_back(table, len);
    fill(table, len, value);
}

/// Empties a table whose room is far above the length that is needed.
pub(crate) fn give_back<T>(table: &mut Vec<T>, len: usize) {
    if table.capacity() > len.max(4096) * 16 {
        *table = Vec::new();
    }
}

/// Fills a table that is used again for each function of a module.
#[inline(never)]
pub(crate) fn fill<T: Clone>(table: &mut Vec<T>, len: usize, value: T) {
    table.clear();
    table.resize(len, value);
}
