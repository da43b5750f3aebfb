//! The normal form of the modules of all cases, and what `diff` says of them: neither depends on ids or on meaningless
//! orders, and both show every change of what is used.

use std::collections::HashMap;

use crate::common::mutate::Parts;
use crate::common::prng::Random;
use crate::common::shuffle::{self, Contexts, renamed};
use crate::snapshots::modules;
use spirula::diff::{Diff, Options};
use spirula::listing::normal;
use spirula::words::assemble_text;
use spirula::words::reader::{Instruction, Reader};
use spirv::{BuiltIn, Decoration, Op};

fn is_same(first: &[u32], second: &[u32]) -> bool {
    Diff::new(first, second, &Options::default()).unwrap().is_same()
}

/// The normal form depends neither on ids nor on insignificant orders, and assembles to a module with the same form.
#[test]
fn a_permutation_has_the_same_normal_form() {
    let mut random = Random::new(16);
    for (name, words) in modules(1) {
        let form = normal(&words).unwrap();
        let shuffled = shuffle::shuffled(&words, &mut random);
        assert!(words != shuffled, "{name}: nothing is permuted");
        assert!(
            form == normal(&shuffled).unwrap(),
            "{name}: a permutation of ids and declarations shows"
        );
        assert!(is_same(&words, &shuffled), "{name}: a permutation differs");
        let again = assemble_text(&form, 0).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(
            form == normal(&again).unwrap(),
            "{name}: the form is not read as it was written"
        );
        assert_eq!(shape(&again), shape(&words), "{name}");
        let report = spirula::check::check(&again, &spirula::Target::vulkan(1, 4));
        let before = spirula::check::check(&words, &spirula::Target::vulkan(1, 4));
        assert_eq!(report.is_valid(), before.is_valid(), "{name}: {report}");
    }
}

/// The name of the module of [`rare`].
const RARE: &str = "rare instructions";

/// Instructions that no case has: functions that are never called, a recursive one, a cycle of types, variables that
/// only interfaces name, a 64-bit selector, decoration groups, strings similar to ids, and lines.
fn rare() -> Vec<u32> {
    let text = "OpCapability Shader\nOpCapability Linkage\nOpCapability Int64\nOpMemoryModel Logical GLSL450\n\
        OpEntryPoint Fragment %main \"main\" %x %y\nOpEntryPoint Fragment %other \"main two\" %y %z\n\
        OpExecutionMode %main OriginUpperLeft\nOpExecutionMode %other OriginUpperLeft\nOpExecutionMode %main EarlyFragmentTests\n\
        %file = OpString \"a file\"\n%used = OpString \"%1 \\\"quoted\\\" name\"\n\
        OpSource GLSL 450 %file \"line one\nline %2\"\nOpName %f \"f\"\nOpName %f \"g\"\nOpMemberName %node 1 \"next\"\n\
        OpDecorate %x Location 0\nOpDecorate %y Location 1\nOpDecorate %z Location 1\nOpDecorate %local RelaxedPrecision\n\
        OpDecorate %group RelaxedPrecision\n%group = OpDecorationGroup\nOpGroupDecorate %group %sum %u1\n\
        OpTypeForwardPointer %link PhysicalStorageBuffer\n%void = OpTypeVoid\n%fn = OpTypeFunction %void\n\
        %int = OpTypeInt 32 1\n%long = OpTypeInt 64 0\n%node = OpTypeStruct %int %link\n\
        %link = OpTypePointer PhysicalStorageBuffer %node\n%to = OpTypePointer Function %int\n%held = OpTypePointer Function %link\n%in = OpTypePointer Input %int\n\
        %x = OpVariable %in Input\n%y = OpVariable %in Input\n%z = OpVariable %in Input\n%lost = OpVariable %in Input\n\
        %u1 = OpConstant %int -1\n%u2 = OpConstant %int 2\n%big = OpConstant %long 4294967296\n\
        %main = OpFunction %void None %fn\n%a = OpLabel\n%unread = OpVariable %to Function %u2\n%pointer = OpVariable %held Function\n%local = OpVariable %to Function %u1\n\
        OpLine %used 1 2\n%sum = OpIAdd %int %u1 %u2\nOpStore %local %sum\nOpSelectionMerge %c None\n\
        OpSwitch %big %c 4294967297 %b\n%b = OpLabel\nOpNoLine\nOpBranch %c\n%c = OpLabel\nOpReturn\nOpFunctionEnd\n\
        %other = OpFunction %void None %fn\n%d = OpLabel\nOpReturn\nOpFunctionEnd\n\
        %f = OpFunction %void None %fn\n%e = OpLabel\n%mine = OpVariable %to Function %u1\n%rest = OpVariable %to Function %u2\n\
        %got = OpLoad %int %rest\nOpStore %mine %got\n%call = OpFunctionCall %void %f\nOpReturn\nOpFunctionEnd\n\
        %g = OpFunction %void None %fn\n%h = OpLabel\n%again = OpFunctionCall %void %f\nOpReturn\nOpFunctionEnd\n\
        %k = OpFunction %void None %fn\n%l = OpLabel\nOpKill\nOpFunctionEnd\n";
    assemble_text(text, 0x1_0000).unwrap()
}

#[test]
fn a_permutation_of_rare_instructions_has_the_same_normal_form() {
    let words = rare();
    let form = normal(&words).unwrap();
    let mut random = Random::new(9);
    for _ in 0..200 {
        let shuffled = shuffle::shuffled(&words, &mut random);
        assert_eq!(form, normal(&shuffled).unwrap());
        assert!(is_same(&words, &shuffled));
    }
}

/// Every other change affects the normal form, or what nothing uses.
#[test]
fn every_change_of_words_changes_the_normal_form() {
    let mut random = Random::new(61);
    let (mut changes, mut unseen) = (0, 0);
    let cases = modules(5).into_iter().map(|(name, words)| (name, words, 60));
    for (name, words, count) in cases.chain([(RARE.to_owned(), rare(), 2000)]) {
        let form = normal(&words).unwrap();
        let parts = Parts::new(&words);
        for _ in 0..count {
            let Some(mutated) = parts.mutate(&mut random) else {
                continue;
            };
            // Invalid instructions have no normal form.
            let Ok(other) = normal(&mutated.words) else {
                continue;
            };
            changes += 1;
            let is_equal = form == other;
            assert_eq!(is_same(&words, &mutated.words), is_equal, "{name}: {}", mutated.what);
            // That functions are not used which only call each other is not seen by the simpler rule.
            if is_equal && name != RARE {
                unseen += 1;
                assert_eq!(
                    shape(&mutated.words),
                    shape(&words),
                    "{name}: {} does not show",
                    mutated.what
                );
            }
        }
    }
    assert!(
        changes > 3000 && unseen < changes / 4,
        "{unseen} of {changes} changes do not show"
    );
}

/// The instructions of what is used, sorted, with zeros for ids. It shares no code with the normal form.
fn shape(words: &[u32]) -> Vec<Vec<u32>> {
    let (_, reader) = Reader::new(words).unwrap();
    // The name of a tool shows without its version.
    let is_counted = |instruction: &Instruction<'_>| u32::from(instruction.opcode) != Op::ModuleProcessed as u32;
    let mut left: Vec<Instruction<'_>> = reader.map_while(Result::ok).filter(is_counted).collect();
    let contexts = Contexts::new(&left);
    let op = |instruction: &Instruction<'_>| Op::from_u32(u32::from(instruction.opcode));
    let is_about = |instruction: &Instruction<'_>| {
        let name = instruction.syntax.map_or("", |syntax| syntax.name);
        let is_decoration = name.contains("Decorate") && !name.starts_with("OpGroup");
        is_decoration || name.ends_with("Name") || name == "OpTypeForwardPointer"
    };
    // A constant is the size of the workgroup without being used.
    let is_size = |instruction: &&Instruction<'_>| {
        let built_in = [Decoration::BuiltIn as u32, BuiltIn::WorkgroupSize as u32];
        op(instruction) == Some(Op::Decorate) && instruction.operand_words().get(1..) == Some(&built_in)
    };
    let sizes: Vec<u32> = left
        .iter()
        .filter(is_size)
        .map(|size| size.operand_words()[0])
        .collect();
    let has_entry_point = left.iter().any(|instruction| op(instruction) == Some(Op::EntryPoint));
    loop {
        let uses = std::cell::RefCell::new(HashMap::<u32, usize>::new());
        let mut function = None;
        for instruction in &left {
            if op(instruction) == Some(Op::Function) {
                function = instruction.result();
            }
            let own = match is_about(instruction) {
                true => instruction.operand_words().first().copied(),
                false => instruction.result(),
            };
            let count = |id: u32| {
                // A function that calls itself is not used by that.
                if Some(id) != own && Some(id) != function {
                    *uses.borrow_mut().entry(id).or_default() += 1;
                }
                id
            };
            renamed(instruction, &contexts, &count);
        }
        let uses = uses.into_inner();
        let mut is_dead_function = false;
        let mut is_inside = false;
        let before = left.len();
        let mut dead = Vec::new();
        left.retain(|instruction| {
            let is_unused = instruction
                .result()
                .is_some_and(|id| !uses.contains_key(&id) && !sizes.contains(&id));
            let op = op(instruction);
            if op == Some(Op::Function) {
                is_inside = true;
                is_dead_function = is_unused && has_entry_point;
            }
            let is_removed = match is_inside {
                true => is_dead_function,
                false => is_unused && !matches!(op, Some(Op::ExtInst | Op::Function)),
            };
            if op == Some(Op::FunctionEnd) {
                (is_inside, is_dead_function) = (false, false);
            }
            if is_removed {
                dead.extend(instruction.result());
            }
            !is_removed
        });
        left.retain(|instruction| {
            let target = instruction.operand_words().first().filter(|_| is_about(instruction));
            target.is_none_or(|id| !dead.contains(id))
        });
        if left.len() == before {
            break;
        }
    }
    let mut shape: Vec<Vec<u32>> = left
        .iter()
        .map(|instruction| renamed(instruction, &contexts, &|_| 0))
        .collect();
    shape.sort();
    shape
}

/// The header contains the rest: the version and the schema.
#[test]
fn the_header_shows_in_the_normal_form() {
    let (_, words) = modules(5).swap_remove(0);
    let form = |place: usize, change: u32| {
        let mut words = words.clone();
        words[place] ^= change;
        normal(&words).unwrap()
    };
    let first = form(1, 0);
    for change in [0x100, 0x1_0000, 1, 0x100_0000] {
        assert_ne!(first, form(1, change));
    }
    assert_eq!(first, form(2, 7));
    assert_ne!(first, form(4, 7));
}

/// Two types with the same structure and different decorations are both printed, with their decorations.
#[test]
fn types_that_differ_in_decorations_stay_apart() {
    let text = "OpDecorate %a ArrayStride 4\nOpDecorate %b ArrayStride 16\n%u = OpTypeInt 32 0\n%n = OpConstant %u 4\n\
        %b = OpTypeArray %u %n\n%a = OpTypeArray %u %n\n%s = OpTypeStruct %b %a\n%p = OpTypePointer Private %s\n\
        %v = OpVariable %p Private\n%void = OpTypeVoid\n%fn = OpTypeFunction %void\n\
        %f = OpFunction %void None %fn\n%l = OpLabel\n%x = OpLoad %s %v\nOpReturn\nOpFunctionEnd";
    let form = normal(&assemble_text(text, 0x1_0000).unwrap()).unwrap();
    let count = |part: &str| form.matches(part).count();
    assert_eq!(
        (
            count("= OpTypeArray %u32 %u32_4"),
            count("ArrayStride 4\n"),
            count("ArrayStride 16\n")
        ),
        (2, 1, 1),
        "{form}"
    );
    assert!(
        form.contains(" = OpTypeStruct %arr_u32_4.2 %arr_u32_4\n")
            || form.contains(" = OpTypeStruct %arr_u32_4 %arr_u32_4.2\n"),
        "{form}"
    );
}
