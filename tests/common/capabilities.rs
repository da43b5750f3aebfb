//! Whether a module declares exactly the capabilities that its words need, as the check determines them.

use spirula::Target;
use spirula::check::{check, unused_capabilities};
use spirula::words::grammar::OperandKind;
use spirula::words::reader::Reader;
use spirv::{Capability, Op};
use std::collections::BTreeSet;

/// Capabilities whose absence the words do not show: `Float16` without a storage capability is Vulkan's rule about
/// features, and ray flags may be known only at run time.
const UNTOLD: [Capability; 4] = [
    Capability::StorageBuffer16BitAccess,
    Capability::UniformAndStorageBuffer16BitAccess,
    Capability::StorageInputOutput16,
    Capability::RayTraversalPrimitiveCullingKHR,
];

/// The capabilities that a module declares, with the offset of each instruction in words.
pub fn declared(words: &[u32]) -> Vec<(usize, u32)> {
    let mut at = 5;
    let mut found = Vec::new();
    while words.get(at) == Some(&(2 << 16 | 17)) {
        found.push((at, words[at + 1]));
        at += 2;
    }
    found
}

fn kind() -> OperandKind {
    OperandKind::from_name("Capability").unwrap()
}

fn name(number: u32) -> &'static str {
    kind().enumerant(number).map_or("?", |row| row.name)
}

/// The capabilities that a capability implies, without itself.
fn implied(number: u32) -> BTreeSet<u32> {
    let mut all = BTreeSet::new();
    let mut work = vec![number];
    while let Some(next) = work.pop() {
        let row = kind().enumerant(next).unwrap();
        for &more in row.availability.capabilities {
            if all.insert(more) {
                work.push(more);
            }
        }
    }
    all
}

/// The declared capabilities that are unused, and those without which the module is still valid.
pub fn faults(words: &[u32], target: &Target) -> Vec<String> {
    let unused = unused_capabilities(words).into_iter();
    let unused = unused.map(|capability| format!("{capability:?} is not used"));
    unused.chain(spared(words, target)).collect()
}

/// Whether there is a type of sampled arrayed cube images: no numbered rule says that it needs a capability, and
/// spirv-val does not require it; SPIR-V's table of capabilities does.
fn has_sampled_cube_array(words: &[u32]) -> bool {
    let (_, reader) = Reader::new(words).unwrap();
    reader.flatten().any(|instruction| {
        let is_image = u32::from(instruction.opcode) == Op::TypeImage as u32;
        // Sampled type, dim, depth, arrayed, multisampled, sampled.
        is_image && matches!(instruction.operand_words(), [_, 3, _, 1, _, 1, ..])
    })
}

/// The capabilities without which a module is still valid.
pub fn spared(words: &[u32], target: &Target) -> Vec<String> {
    if !target.is_vulkan() {
        // The capabilities for indices and formats are Vulkan's rules.
        return Vec::new();
    }
    let all = declared(words);
    // No rule says that cooperative matrices of 16-bit floats need `Float16` if a storage capability allows such
    // floats.
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
