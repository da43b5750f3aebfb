//! Sorts of the lists that a module makes: most of them are short, and their elements are of many types. The standard
//! library's sorts are faster on long lists, and are several kilobytes of code for each type.

use alloc::vec::Vec;

/// Sorts in place.
pub fn sort<T: Ord>(items: &mut [T]) {
    heap_sort(items, |left, right| left < right);
}

/// Sorts by a key, in place. Elements with equal keys are in any order, the same on every platform.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    heap_sort(items, |left, right| key(left) < key(right));
}

fn heap_sort<T>(items: &mut [T], is_less: impl Fn(&T, &T) -> bool) {
    // Many lists are sorted already.
    if items.is_sorted_by(|left, right| !is_less(right, left)) {
        return;
    }
    // The first half of the rounds makes the heap, in each of the others its greatest element leaves it.
    let length = items.len();
    for round in (0..length + length / 2).rev() {
        let (mut parent, end) = match round.checked_sub(length) {
            Some(parent) => (parent, length),
            None => {
                items.swap(0, round);
                (0, round)
            }
        };
        loop {
            let mut child = 2 * parent + 1;
            if child + 1 < end && is_less(&items[child], &items[child + 1]) {
                child += 1;
            }
            if child >= end || !is_less(&items[parent], &items[child]) {
                break;
            }
            items.swap(parent, child);
            parent = child;
        }
    }
}

/// Sorts by a key. Elements with equal keys keep their order.
pub fn stable_sort_by_key<T, K: Ord + Copy>(items: &mut Vec<T>, key: impl Fn(&T) -> K) {
    let mut order: Vec<(K, usize)> = items.iter().map(key).zip(0..).collect();
    sort(&mut order);
    let mut unsorted: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(order.iter().filter_map(|&(_, at)| unsorted[at].take()));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists of every length up to 40, with few and with many distinct keys.
    fn lists() -> impl Iterator<Item = Vec<(u32, usize)>> {
        let mut state = 1_u32;
        (0..400).map(move |at| {
            let keys = [3, 7, 1 << 20][at % 3];
            let mut next = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                state >> 8
            };
            (0..at / 10).map(|place| (next() % keys, place)).collect()
        })
    }

    #[test]
    fn lists_are_sorted() {
        for mut list in lists() {
            let mut expected = list.clone();
            expected.sort_unstable();
            sort(&mut list);
            assert_eq!(list, expected);
        }
    }

    #[test]
    fn equal_keys_keep_their_order() {
        for mut list in lists() {
            let mut expected = list.clone();
            expected.sort_by_key(|&(key, _)| key);
            stable_sort_by_key(&mut list, |&(key, _)| key);
            assert_eq!(list, expected);
        }
    }

    #[test]
    fn sorted_and_reversed_lists() {
        for length in [0, 1, 2, 3, 1000_u32] {
            let sorted: Vec<u32> = (0..length).collect();
            let mut list = sorted.clone();
            sort(&mut list);
            assert_eq!(list, sorted);
            list.reverse();
            sort(&mut list);
            assert_eq!(list, sorted);
        }
    }
}
