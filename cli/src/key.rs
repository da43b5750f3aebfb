//! The key of an input's outputs: a digest of everything that determines their contents, except the program.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// A digest in hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key(pub(super) String);

/// The digest of a text or a file.
pub(super) fn digest(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// A digest of several texts. No two lists of texts have the same bytes.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields(Sha256);

impl Fields {
    /// Adds everything that a value has, as its derived `Debug` writes it.
    pub(super) fn add_debug(&mut self, value: &impl std::fmt::Debug) {
        self.add(format!("{value:?}").as_bytes());
    }

    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    pub(super) fn key(self) -> Key {
        Key(hexadecimal(&self.0.finalize()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_do_not_run_into_each_other() {
        let key = |texts: &[&str]| {
            let mut fields = Fields::default();
            for text in texts {
                fields.add(text.as_bytes());
            }
            fields.key()
        };
        assert_eq!(key(&["a", "bc"]), key(&["a", "bc"]));
        for other in [&["ab", "c"][..], &["abc"], &["a", "bc", ""], &["a"]] {
            assert_ne!(key(&["a", "bc"]), key(other));
        }
        // FIPS 180-4, the digest of "abc" in the examples of SHA-256.
        assert_eq!(
            digest(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
