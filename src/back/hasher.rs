//! The hasher of tables whose keys are one or a few words.

/// The `BuildHasher` of the hash tables.
pub(crate) type Hasher = core::hash::BuildHasherDefault<WordHasher>;

/// Hashes a few words with one multiplication each. It does not resist chosen keys.
#[derive(Debug, Default)]
pub(crate) struct WordHasher(u64);

impl core::hash::Hasher for WordHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(26) ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 32;
    }
}
