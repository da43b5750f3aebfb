//! Modules from SPIR-V that naga's front end reads and no compiler writes: the words of our shaders with random changes,
//! valid or not. Each is written, or refused with a reason.

use std::sync::LazyLock;

use super::configuration;
use crate::common::mutate::Parts;
use crate::common::parse::{self, Shader};
use crate::common::prng::Random;
use crate::common::setup;
use crate::random::properties::caught;
use crate::random::reread::{self, Reread, reread};
use crate::random::{quiet, seeds};

/// The default number of modules.
const MODULES: u64 = 6_000;
/// How many changes are tried one after the other. One that naga rejects is taken back.
const ATTEMPTS: usize = 16;
/// The most words of a module that is changed.
const LONGEST: usize = 3_000;

/// The words of our shaders that naga's front end reads.
static MODULES_READ: LazyLock<Vec<(String, Vec<u32>)>> = LazyLock::new(|| {
    let options = reread::options().unwrap();
    let written = super::shaders().filter_map(|path| {
        let shader = parse::file(&path).ok()?;
        let output = caught(|| setup::compile(&shader.module, &shader.info, &options))
            .ok()?
            .ok()?;
        let is_small = output.words.len() <= LONGEST;
        (is_small && read(&output.words).is_some()).then(|| (path.display().to_string(), output.words))
    });
    written.collect()
});

fn read(words: &[u32]) -> Option<Shader> {
    // The front end panics for some modules.
    match caught(|| reread(words)) {
        Ok(Ok(Reread::Module(shader))) => Some(*shader),
        _ => None,
    }
}

/// The changed module of a seed, and the file that it comes from; `None` if naga accepts none of the changes.
fn changed(seed: u64) -> Option<(Shader, &'static str)> {
    let modules = &*MODULES_READ;
    let mut random = Random::new(seed);
    let (name, words) = &modules[random.below(modules.len())];
    let (mut words, mut accepted) = (words.clone(), None);
    for _ in 0..ATTEMPTS {
        // naga reads some words that are no whole instructions.
        let Ok(Some(mutated)) = caught(|| Parts::new(&words).mutate(&mut random)) else {
            continue;
        };
        if let Some(shader) = read(&mutated.words) {
            accepted = Some((shader, name.as_str()));
            words = mutated.words;
        }
    }
    accepted
}

#[test]
fn changed_words_are_written_or_refused() {
    quiet();
    let shaders = seeds("SEEDS", MODULES).filter_map(|seed| {
        let (shader, file) = changed(seed)?;
        Some((seed, shader, configuration(seed), file))
    });
    let (written, refused) = super::written_or_refused(shaders);
    println!("{written} modules from changed words written, {refused} refused");
    assert!(written > refused, "most modules that naga accepts are written");
}
