//! What is in a module for debuggers: the source language, names, and `NonSemantic.Shader.DebugInfo.100`.

use super::module::{Body, Kind, Module, Part, instructions, op_of};
use crate::words::reader::Instruction;
use alloc::string::String;
use alloc::vec::Vec;
use hashbrown::HashSet;
use spirv::{Decoration, Op, SourceLanguage, StorageClass};

/// The source languages that every consumer knows precede WGSL, which SPIR-V 1.6 has since its revision 2.
const FIRST_NEW_LANGUAGE: u32 = SourceLanguage::WGSL as u32;

/// `OpSource` has no semantic effect (SPIR-V, OpSource), nor has its language.
pub(super) fn source_language(module: &mut Module) {
    let mut words = module.part(Part::Debug).to_vec();
    for instruction in instructions(module.part(Part::Debug)) {
        if instruction.opcode == Op::Source as u16 {
            if let Some(language) = words.get_mut(instruction.offset + 1) {
                if instruction.words.len() > 1 && *language >= FIRST_NEW_LANGUAGE {
                    *language = SourceLanguage::Unknown as u32;
                }
            }
        }
    }
    let places = words
        .iter()
        .zip(module.part(Part::Debug))
        .filter(|(new, old)| new != old);
    for _ in 0..places.count() {
        module.note_place_in(0);
    }
    module.replace_part(Part::Debug, words);
}

/// Names have no semantic effect (SPIR-V, OpName).
pub(super) fn interface_names(module: &mut Module) {
    let unnamed = interface_ids(module);
    let mut words = Vec::new();
    let mut places = 0;
    for instruction in instructions(module.part(Part::Debug)) {
        let target = instruction.operand_words().first();
        let is_unnamed = target.is_some_and(|target| unnamed.contains(target));
        if is_unnamed && matches!(op_of(&instruction), Some(Op::Name | Op::MemberName)) {
            places += 1;
        } else {
            words.extend_from_slice(instruction.words);
        }
    }
    for _ in 0..places {
        module.note_place_in(0);
    }
    if places > 0 {
        module.replace_part(Part::Debug, words);
    }
}

/// The variables of Input and Output, and the types of their blocks that no other pointer points to.
fn interface_ids(module: &Module) -> HashSet<u32> {
    let mut unnamed = HashSet::new();
    let mut elsewhere = HashSet::new();
    let is_interface = |class| class == StorageClass::Input as u32 || class == StorageClass::Output as u32;
    for instruction in instructions(module.part(Part::Globals)) {
        match (op_of(&instruction), instruction.words) {
            (Some(Op::Variable), &[_, _, result, class, ..]) if is_interface(class) => {
                unnamed.insert(result);
            }
            (Some(Op::TypePointer), &[_, _, class, pointee]) => {
                if let Some(block) = block_of(module, pointee) {
                    let blocks = if is_interface(class) {
                        &mut unnamed
                    } else {
                        &mut elsewhere
                    };
                    blocks.insert(block);
                }
            }
            _ => {}
        }
    }
    unnamed.retain(|id| !elsewhere.contains(id));
    unnamed
}

/// The block that a type is, or is an array of.
fn block_of(module: &Module, mut ty: u32) -> Option<u32> {
    // The variables of a stage have arrays of blocks of one level, which every other pointer to a block has too.
    for _ in 0..4 {
        match module.kind(ty) {
            Kind::Array(element, _) | Kind::RuntimeArray(element) => ty = element,
            Kind::Struct => return module.decoration(ty, Decoration::Block).map(|_| ty),
            _ => return None,
        }
    }
    None
}

/// Instructions of a non-semantic set can be removed without a change of semantics (SPV_KHR_non_semantic_info), if all
/// that use their results are.
pub(super) fn debug_info(module: &mut Module) {
    let sets = imports(module, &[SET]);
    if sets.is_empty() {
        return;
    }
    let mut removed = sets.clone();
    for instruction in instructions(module.part(Part::Globals)) {
        removed.extend(debug_result(&instruction, &sets));
    }
    for _ in 0..removed.len() {
        module.note_place_in(0);
    }
    module.rewrite(&mut |_: &mut Module, _: &Body, instruction: Instruction<'_>| {
        let result = debug_result(&instruction, &sets);
        removed.extend(result);
        result.is_some()
    });
    module.remove(&|id| removed.contains(&id));
    let mut words = Vec::new();
    for instruction in instructions(module.part(Part::Imports)) {
        if !instruction.result().is_some_and(|id| sets.contains(&id)) {
            words.extend_from_slice(instruction.words);
        }
    }
    module.replace_part(Part::Imports, words);
    if imports(module, &[NON_SEMANTIC]).is_empty() {
        remove_extension(module, "SPV_KHR_non_semantic_info");
    }
    let has_forward = [module.part(Part::Globals), &module.functions]
        .into_iter()
        .flat_map(instructions)
        .any(|instruction| instruction.opcode == Op::ExtInstWithForwardRefsKHR as u16);
    if !has_forward {
        remove_extension(module, "SPV_KHR_relaxed_extended_instruction");
    }
}

/// The set with debug information; a version follows.
const SET: &str = "NonSemantic.Shader.DebugInfo";
const NON_SEMANTIC: &str = "NonSemantic.";

/// The imports of the sets whose names begin with one of some texts.
pub(super) fn imports(module: &Module, prefixes: &[&str]) -> HashSet<u32> {
    let imports = instructions(module.part(Part::Imports));
    let named = imports.filter(|import| {
        let name = string(import.operand_words());
        prefixes.iter().any(|prefix| name.starts_with(prefix))
    });
    named.filter_map(|import| import.result()).collect()
}

/// The result of an instruction of one of the sets.
pub(super) fn debug_result(instruction: &Instruction<'_>, sets: &HashSet<u32>) -> Option<u32> {
    match (op_of(instruction)?, instruction.words) {
        (Op::ExtInst | Op::ExtInstWithForwardRefsKHR, &[_, _, result, ref set, ..]) => {
            sets.contains(set).then_some(result)
        }
        _ => None,
    }
}

fn remove_extension(module: &mut Module, name: &str) {
    let mut words = Vec::new();
    for instruction in instructions(module.part(Part::Extensions)) {
        if string(instruction.operand_words()) != name {
            words.extend_from_slice(instruction.words);
        }
    }
    module.replace_part(Part::Extensions, words);
}

/// The text of a literal string.
pub(super) fn string(words: &[u32]) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    let text: Vec<u8> = bytes.take_while(|&byte| byte != 0).collect();
    String::from_utf8_lossy(&text).into_owned()
}
