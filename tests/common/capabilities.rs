//! Whether the capabilities of a module are those that its words need, as the check works it out on its own.

use spirula::Target;
use spirula::check::{check, unused_capabilities};
use spirula::words::grammar::OperandKind;
use spirula::words::reader::Reader;
use spirv::{Capability, Op};
use std::collections::BTreeSet;

/// The words do not tell that these are missing: `Float16` without those of memory is Vulkan's business by features, and
/// flags may tell at run time what they skip.
const UNTOLD: [Capability; 4] = [
    Capability::StorageBuffer16BitAccess,
    Capability::UniformAndStorageBuffer16BitAccess,
    Capability::StorageInputOutput16,
    Capability::RayTraversalPrimitiveCullingKHR,
];

/// The capabilities that a module declares, with the word where each instruction begins.
pub fn declared(words: &[u32]) -> Vec<(usize, u32)> {
    let mut at = 5;
    let mut found = Vec::new();
    while words.get(at) == Some(&(2 << 16 | 17)) {
        found.push((at, words[at + 1]));
        at += 2;
    }
    found
}

fn name(number: u32) -> &'static str {
    OperandKind::Capability.enumerant(number).map_or("?", |row| row.name)
}

/// The capabilities that one declares along with it, itself not among them.
fn implied(number: u32) -> BTreeSet<u32> {
    let mut all = BTreeSet::new();
    let mut work = vec![number];
    while let Some(next) = work.pop() {
        let row = OperandKind::Capability.enumerant(next).unwrap();
        for &more in row.availability.capabilities {
            if all.insert(more) {
                work.push(more);
            }
        }
    }
    all
}

/// The capabilities that nothing uses, and those without which the module would be as valid as with them.
pub fn faults(words: &[u32], target: &Target) -> Vec<String> {
    let unused = unused_capabilities(words).into_iter();
    let unused = unused.map(|capability| format!("{capability:?} is not used"));
    unused.chain(spared(words, target)).collect()
}

/// Whether there is a type of arrayed cubes that are sampled: no numbered rule says that it takes a capability, and spirv-val
/// does not ask for it; SPIR-V's table of capabilities does.
fn has_sampled_cube_array(words: &[u32]) -> bool {
    let (_, reader) = Reader::new(words).unwrap();
    reader.flatten().any(|instruction| {
        let is_image = u32::from(instruction.opcode) == Op::TypeImage as u32;
        // Sampled type, dim, depth, arrayed, multisampled, sampled.
        is_image && matches!(instruction.operand_words(), [_, 3, _, 1, _, 1, ..])
    })
}

/// The capabilities without which a module would be as valid as with them.
pub fn spared(words: &[u32], target: &Target) -> Vec<String> {
    if !target.is_vulkan() {
        // What indices and formats take is Vulkan's rule.
        return Vec::new();
    }
    let all = declared(words);
    // No text says that cooperative matrices of 16-bit floats take `Float16` where memory may hold such floats.
    let has_matrices = all
        .iter()
        .any(|&(_, number)| number == Capability::CooperativeMatrixKHR as u32);
    let mut found = Vec::new();
    for &(at, number) in &all {
        let capability = Capability::from_u32(number).unwrap();
        if UNTOLD.contains(&capability) || (has_matrices && capability == Capability::Float16) {
            continue;
        }
        let others = all.iter().filter(|&&(_, other)| other != number);
        if others.into_iter().any(|&(_, other)| implied(other).contains(&number)) {
            continue;
        }
        let mut without = words.to_vec();
        without.drain(at..at + 2);
        let by_type = capability == Capability::SampledCubeArray && has_sampled_cube_array(words);
        if !by_type && check(&without, target).violations.is_empty() {
            found.push(format!("{} is not missed", name(number)));
        }
    }
    found
}
