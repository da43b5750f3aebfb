//! Assertions in place of proofs: words that compare at run time what the writer has proved, the buffer that they store
//! into, and what the number in it means. `SPIRULA_ASSERT_PROOFS=1` makes every shader that a test compiles such.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::{LazyLock, Mutex, PoisonError};

use spirula::{Assertion, Output, ProofAssertions};

use super::vulkan::{Binding, Layout, Resource};

/// Where the buffer is bound: a binding that no test uses.
pub const PLACE: ProofAssertions = ProofAssertions { set: 0, binding: 999 };

/// The proofs of the modules that this process compiled, by the hash of their words.
static PROOFS: LazyLock<Mutex<HashMap<u64, Vec<Assertion>>>> = LazyLock::new(Mutex::default);

/// Whether the environment asks for assertions in every shader.
pub fn are_asked() -> bool {
    std::env::var_os("SPIRULA_ASSERT_PROOFS").is_some()
}

fn hash(words: &[u32]) -> u64 {
    let mut hasher = DefaultHasher::new();
    words.hash(&mut hasher);
    hasher.finish()
}

/// Remembers the proofs that a module asserts.
pub fn compiled(output: &Output) {
    if !output.assertions.is_empty() {
        let mut proofs = PROOFS.lock().unwrap_or_else(PoisonError::into_inner);
        proofs.insert(hash(&output.words), output.assertions.clone());
    }
}

/// Whether words store into the buffer.
fn declares(words: &[u32]) -> bool {
    const DECORATE: u32 = 71;
    const BINDING: u32 = 33;
    let mut rest = words.get(5..).unwrap_or_default();
    while let [first, ..] = *rest {
        let count = (first >> 16) as usize;
        if first & 0xffff == DECORATE && rest.get(2..4) == Some(&[BINDING, PLACE.binding]) {
            return true;
        }
        rest = rest.get(count.max(1)..).unwrap_or_default();
    }
    false
}

/// The bindings of a run, with the buffer if one of the modules stores into it.
#[derive(Debug)]
pub struct Observed<'a> {
    modules: Vec<&'a [u32]>,
    given: &'a [Binding],
    more: Option<Vec<Binding>>,
}

impl<'a> Observed<'a> {
    pub fn new(modules: Vec<&'a [u32]>, given: &'a [Binding]) -> Self {
        let more = modules.iter().any(|words| declares(words)).then(|| {
            let buffer = Binding {
                set: PLACE.set,
                binding: PLACE.binding,
                resource: Resource::Storage(vec![0; 4]),
            };
            given.iter().cloned().chain([buffer]).collect()
        });
        Self { modules, given, more }
    }

    pub fn bindings(&self) -> &[Binding] {
        self.more.as_deref().unwrap_or(self.given)
    }

    /// A pipeline layout with the buffer.
    pub fn layout(&self, layout: &Layout) -> Layout {
        const STORAGE_BUFFER: u32 = 7;
        const ALL_STAGES: u32 = 0x7fff_ffff;
        let mut layout = layout.clone();
        if self.more.is_some() {
            layout
                .bindings
                .push([PLACE.set, PLACE.binding, STORAGE_BUFFER, 1, ALL_STAGES]);
        }
        layout
    }

    /// Takes the buffer from the results of the run, of which it is the last. An error names the proof that did not hold.
    pub fn judge(&self, results: &mut Vec<Vec<u8>>) -> Result<(), String> {
        if self.more.is_none() {
            return Ok(());
        }
        let stored = results.pop().ok_or("the run returned no assertions")?;
        let number = stored
            .first_chunk()
            .map_or(u32::MAX, |bytes| u32::from_le_bytes(*bytes));
        if number == 0 {
            return Ok(());
        }
        let proofs = PROOFS.lock().unwrap_or_else(PoisonError::into_inner);
        let places = self.modules.iter().filter_map(|words| {
            let proof = proofs.get(&hash(words))?.get(number as usize - 1)?;
            Some(format!("{:?} at bytes {:?}", proof.kind, proof.span.to_range()))
        });
        let places: Vec<_> = places.collect();
        Err(format!("{FAILED} {number}: {}", places.join(", or ")))
    }
}

/// How an error begins that is about a proof.
pub const FAILED: &str = "a proof does not hold:";
