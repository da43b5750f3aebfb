//! The random generator of the tests. Its numbers are the same on all machines, so that a seed identifies a shader.

use std::collections::VecDeque;

/// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
    /// The bytes of a fuzzer that decide before the state does.
    tape: VecDeque<u8>,
}

impl Random {
    pub fn new(seed: u64) -> Self {
        let mut random = Self {
            state: seed,
            tape: VecDeque::new(),
        };
        // Neighbouring seeds differ in few bits; one step mixes them.
        random.state = random.next() ^ seed.rotate_left(32);
        random
    }

    /// The numbers of a seed, the first of which are decided by bytes: two for each number.
    pub fn with_tape(seed: u64, tape: &[u8]) -> Self {
        let mut random = Self::new(seed);
        random.tape.extend(tape);
        random
    }

    pub fn next(&mut self) -> u64 {
        let number = self.mixed();
        let Some(first) = self.tape.pop_front() else {
            return number;
        };
        let second = self.tape.pop_front().unwrap_or_default();
        // `below` takes the upper bits.
        let decided = u64::from(u16::from_le_bytes([first, second]));
        number & ((1 << 33) - 1) | decided << 33
    }

    fn mixed(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `end - 1`; 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() >> 33) as usize % end.max(1)
    }

    /// A number from `first` to `last`.
    pub fn between(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last - first + 1)
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn choose<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}
