//! The hasher of tables whose keys are a few words.

/// What hash tables are built with.
pub(crate) type Hasher = core::hash::BuildHasherDefault<WordHasher>;

/// A hasher of a few words, as quick as the key is short.
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

    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(26) ^ n).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 32;
    }
}
