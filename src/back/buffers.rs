//! Helpers for tables that are reused from module to module, so that their memory is allocated once.

use alloc::vec::Vec;

/// Clears a table for a module and fills it with `len` copies of a value. A capacity far above `len` is released.
#[inline(never)]
pub(crate) fn refill<T: Clone>(table: &mut Vec<T>, len: usize, value: T) {
    release_excess(table, len);
    fill(table, len, value);
}

/// Replaces a table by an empty one if its capacity is far above `len`.
pub(crate) fn release_excess<T>(table: &mut Vec<T>, len: usize) {
    if table.capacity() > len.max(4096) * 16 {
        *table = Vec::new();
    }
}

/// Clears a table for a function and fills it with `len` copies of a value.
#[inline(never)]
pub(crate) fn fill<T: Clone>(table: &mut Vec<T>, len: usize, value: T) {
    table.clear();
    table.resize(len, value);
}
