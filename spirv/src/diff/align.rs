//! The alignment of two sequences of hashes: pairs of equal elements, in ascending order on both sides.
//!
//! Elements that occur once on each side are anchors, of which the longest ascending chain is kept (patience
//! alignment). Between anchors the same is done again, and where there are none the longest common subsequence is found,
//! if the gap is small enough; so the time is bounded by the length times [`LARGEST_GAP`].

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use hashbrown::HashMap;

/// The largest product of the lengths of a gap in which the longest common subsequence is searched.
const LARGEST_GAP: usize = 1 << 22;

/// Appends the aligned pairs of `a[left]` and `b[right]`.
pub(super) fn align(a: &[u64], b: &[u64], left: Range<usize>, right: Range<usize>, pairs: &mut Vec<(usize, usize)>) {
    let mut open = vec![(left, right)];
    let first = pairs.len();
    while let Some((mut left, mut right)) = open.pop() {
        while !left.is_empty() && !right.is_empty() && a[left.start] == b[right.start] {
            pairs.push((left.start, right.start));
            left.start += 1;
            right.start += 1;
        }
        while !left.is_empty() && !right.is_empty() && a[left.end - 1] == b[right.end - 1] {
            left.end -= 1;
            right.end -= 1;
            pairs.push((left.end, right.end));
        }
        if left.is_empty() || right.is_empty() {
            continue;
        }
        let anchors = anchors(a, b, &left, &right);
        if anchors.is_empty() {
            if left.len().saturating_mul(right.len()) <= LARGEST_GAP {
                subsequence(&a[left.clone()], &b[right.clone()], (left.start, right.start), pairs);
            }
            continue;
        }
        let mut start = (left.start, right.start);
        for (at, other) in anchors {
            open.push((start.0..at, start.1..other));
            pairs.push((at, other));
            start = (at + 1, other + 1);
        }
        open.push((start.0..left.end, start.1..right.end));
    }
    pairs[first..].sort_unstable();
}

/// The longest ascending chain of elements that occur once on each side.
fn anchors(a: &[u64], b: &[u64], left: &Range<usize>, right: &Range<usize>) -> Vec<(usize, usize)> {
    // By element: its places and its numbers of occurrences.
    let mut places: HashMap<u64, (usize, usize, u32, u32)> = HashMap::new();
    for at in left.clone() {
        let place = places.entry(a[at]).or_default();
        (place.0, place.2) = (at, place.2 + 1);
    }
    for at in right.clone() {
        if let Some(place) = places.get_mut(&b[at]) {
            (place.1, place.3) = (at, place.3 + 1);
        }
    }
    let unique = left.clone().filter_map(|at| {
        let &(_, other, 1, 1) = places.get(&a[at])? else {
            return None;
        };
        Some((at, other))
    });
    let unique: Vec<(usize, usize)> = unique.collect();
    // The last element of the best chain of each length, and for each element the one before it.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(unique.len());
    for (index, &(_, other)) in unique.iter().enumerate() {
        let length = ends.partition_point(|&end| unique[end].1 < other);
        before.push(length.checked_sub(1).map(|length| ends[length]));
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut chain = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(index) = next {
        chain.push(unique[index]);
        next = before[index];
    }
    chain.reverse();
    chain
}

/// The longest common subsequence.
fn subsequence(a: &[u64], b: &[u64], (left, right): (usize, usize), pairs: &mut Vec<(usize, usize)>) {
    let width = b.len() + 1;
    // By place on each side: the length of the longest common subsequence from there on.
    let mut lengths = vec![0_u32; (a.len() + 1) * width];
    for at in (0..a.len()).rev() {
        for other in (0..b.len()).rev() {
            lengths[at * width + other] = match a[at] == b[other] {
                true => 1 + lengths[(at + 1) * width + other + 1],
                false => lengths[(at + 1) * width + other].max(lengths[at * width + other + 1]),
            };
        }
    }
    let (mut at, mut other) = (0, 0);
    while at < a.len() && other < b.len() {
        if a[at] == b[other] {
            pairs.push((left + at, right + other));
            (at, other) = (at + 1, other + 1);
        } else if lengths[(at + 1) * width + other] >= lengths[at * width + other + 1] {
            at += 1;
        } else {
            other += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn aligned(a: &str, b: &str) -> String {
        let hashes = |text: &str| text.bytes().map(u64::from).collect::<Vec<_>>();
        let (left, right) = (hashes(a), hashes(b));
        let mut pairs = Vec::new();
        align(&left, &right, 0..left.len(), 0..right.len(), &mut pairs);
        assert!(pairs.iter().all(|&(at, other)| left[at] == right[other]));
        assert!(pairs.windows(2).all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1));
        pairs.iter().map(|&(at, _)| char::from(a.as_bytes()[at])).collect()
    }

    #[test]
    fn what_is_common_is_aligned() {
        for (a, b, common) in [
            ("", "abc", ""),
            ("abc", "abc", "abc"),
            ("abcdef", "abxdef", "abdef"),
            ("aabbaabb", "abab", "abab"),
            ("xabcabcy", "zabcw", "abc"),
            ("abcde", "edcba", "e"),
            ("aaaa", "aa", "aa"),
        ] {
            assert_eq!(aligned(a, b).len(), common.len(), "{a} {b}");
        }
    }
}
