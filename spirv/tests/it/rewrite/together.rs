//! All workarounds on one module that has the shapes of many, and modules that are malformed.

use spirula::check::check;
use spirula::target::{Target, Workaround, Workarounds};
use spirula::{rewrite, words};
use std::collections::HashMap;

const ALL_SHAPES: &str = include_str!("all_shapes.spvasm");

/// The workarounds whose shapes the module has.
const APPLIED: [Workaround; 16] = [
    Workaround::PrivateComponent,
    Workaround::Pack4x8,
    Workaround::ScalarDistance,
    Workaround::HalfSaturate,
    Workaround::FloatClamp,
    Workaround::VectorMinMax,
    Workaround::FloatNegation,
    Workaround::FloatAbsolute,
    Workaround::NestedSubgroupMinMax,
    Workaround::HalfBroadcast,
    Workaround::CooperativeStride,
    Workaround::WorkgroupAtomicStore,
    Workaround::LogicalNot,
    Workaround::VertexIndexEquality,
    Workaround::UnsignedZeroEquality,
    Workaround::VectorAnd,
];

const VERSION: u32 = 0x0001_0600;

fn all_shapes() -> Vec<u32> {
    words::assemble_text(ALL_SHAPES, VERSION).unwrap()
}

#[test]
fn all_at_once_leave_no_shape() {
    let module = all_shapes();
    let target = Target::parse("vulkan1.4").unwrap();
    let report = check(&module, &target);
    assert!(report.is_valid(), "{:#?}", report.violations);
    let after = rewrite::apply(&module, Workarounds::all()).unwrap();
    let listing = words::disassemble(&after.words);
    let report = check(&after.words, &target);
    assert!(report.is_valid(), "{:#?}\n{listing}", report.violations);
    for workaround in APPLIED {
        let applied = after.applied.iter().any(|applied| applied.workaround == workaround);
        assert!(applied, "{workaround} finds nothing");
    }
    let shapes = forbidden(&listing);
    assert!(shapes.is_empty(), "{shapes:#?} in\n{listing}");
    // The scan finds what the module had.
    assert!(forbidden(&words::disassemble(&module)).len() >= APPLIED.len() - 2);
    let once_more = rewrite::apply(&after.words, Workarounds::all()).unwrap();
    assert!(once_more.applied.is_empty(), "{:?}", once_more.applied);
    assert_eq!(once_more.words, after.words);
}

#[test]
fn each_alone_is_valid_and_leaves_no_shape_of_its_own() {
    let module = all_shapes();
    let target = Target::parse("vulkan1.4").unwrap();
    for workaround in APPLIED {
        let after = rewrite::apply(&module, Workarounds::from([workaround])).unwrap();
        let report = check(&after.words, &target);
        assert!(report.is_valid(), "{workaround}: {:#?}", report.violations);
        let once_more = rewrite::apply(&after.words, Workarounds::from([workaround])).unwrap();
        assert!(once_more.applied.is_empty(), "{workaround}");
    }
}

/// The lines of a listing with a shape that a workaround forbids. It reads the text alone.
fn forbidden(listing: &str) -> Vec<String> {
    let lines = listing.lines().map(|line| line.trim().replace(" = ", " "));
    let lines: Vec<Vec<String>> = lines
        .map(|line| line.split_whitespace().map(str::to_owned).collect())
        .collect();
    // By the result: the words of its definition.
    let mut definitions: HashMap<&str, &[String]> = HashMap::new();
    for line in &lines {
        if let [result, ..] = line.as_slice() {
            if result.starts_with('%') {
                definitions.insert(result, &line[1..]);
            }
        }
    }
    let op = |id: &str| definitions.get(id).map_or("", |words| words[0].as_str());
    let word = |id: &str, index: usize| {
        let words = definitions.get(id).copied().unwrap_or(&[]);
        words.get(index).map_or("", String::as_str)
    };
    let is_vector = |ty: &str| op(ty) == "OpTypeVector";
    let scalar = |ty: &str| {
        if is_vector(ty) {
            word(ty, 1).to_owned()
        } else {
            ty.to_owned()
        }
    };
    let width = |ty: &str| word(&scalar(ty), 1).to_owned();
    let is_constant = |id: &str| {
        let words = definitions.get(id).copied().unwrap_or(&[]);
        let is_made = op(id) == "OpCompositeConstruct" && words[2..].iter().all(|part| op(part).contains("Constant"));
        is_made || op(id).contains("Constant")
    };
    let is_unsigned_zero = |id: &str| {
        let number = if op(id) == "OpConstantComposite" {
            word(id, 2)
        } else {
            id
        };
        let ty = scalar(word(id, 1));
        let is_zero = op(id) == "OpConstantNull" || (op(number) == "OpConstant" && word(number, 2) == "0");
        is_zero && op(&ty) == "OpTypeInt" && word(&ty, 2) == "0"
    };
    let minimum_or_maximum = |id: &str| {
        let op = op(id);
        op.starts_with("OpGroupNonUniform") && (op.ends_with("Min") || op.ends_with("Max"))
    };
    let mut found = Vec::new();
    for line in &lines {
        let words: Vec<&str> = line.iter().map(String::as_str).collect();
        let is_bad = match *words.as_slice() {
            [_, "OpExtInst", ty, _, op, ref operands @ ..] => match op {
                "UnpackSnorm4x8" | "UnpackUnorm4x8" | "PackSnorm4x8" | "PackUnorm4x8" | "FClamp" | "NClamp" => true,
                "Distance" | "Length" => !is_vector(word(operands[0], 1)),
                "FMin" | "FMax" | "NMin" | "NMax" => is_vector(ty),
                "FAbs" => width(ty) != "64",
                _ => false,
            },
            [_, "OpFNegate", ty, _] => width(ty) != "64",
            [_, "OpLogicalNot", ..] | ["OpAtomicStore", ..] => true,
            [_, "OpIEqual" | "OpINotEqual", _, left, right] => {
                let is_index = |id: &str| op(id) == "OpLoad" && word(word(id, 2), 1) == word("%vertex", 1);
                is_unsigned_zero(left)
                    || is_unsigned_zero(right)
                    || (is_index(left) && is_constant(right))
                    || (is_index(right) && is_constant(left))
            }
            [_, "OpBitwiseAnd", ty, left, right] => is_vector(ty) && (is_constant(left) || is_constant(right)),
            [
                _,
                "OpGroupNonUniformBroadcast" | "OpGroupNonUniformBroadcastFirst",
                ty,
                ..,
            ] => op(&scalar(ty)) == "OpTypeFloat" && width(ty) == "16",
            [_, _, _, _, "Reduce", value] => minimum_or_maximum(words[0]) && minimum_or_maximum(value),
            ["OpStore", pointer, ..] => {
                let pointer_type = word(pointer, 1);
                let pointee = word(pointer_type, 2);
                word(pointer_type, 1) == "Private" && !is_vector(pointee) && op(pointee) != "OpTypeArray"
            }
            _ => false,
        };
        if is_bad {
            found.push(line.join(" "));
        }
    }
    found
}

/// Words that are changed at random, or missing, make no pass panic or loop.
#[test]
fn malformed_modules_do_no_harm() {
    let module = all_shapes();
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..3_000 {
        let mut words = module.clone();
        for _ in 0..=random(6) {
            let at = 5 + random(words.len() - 5);
            words[at] = match random(5) {
                0 => random(300) as u32,
                1 => words[5 + random(words.len() - 5)],
                2 => words[at] ^ 1 << random(32),
                3 => 0,
                _ => words[at] & 0xFFFF_0000 | random(600) as u32,
            };
        }
        if random(4) == 0 {
            words.truncate(5 + random(words.len() - 5));
        }
        let _ = rewrite::apply(&words, Workarounds::all());
        let alone = APPLIED[random(APPLIED.len())];
        let _ = rewrite::apply(&words, Workarounds::from([alone]));
    }
}

/// The instructions that no workaround rewrites keep their places.
#[test]
fn the_order_of_a_module_stays() {
    let text = "OpCapability Shader
OpCapability DescriptorHeapEXT
OpExtension \"SPV_EXT_descriptor_heap\"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main \"main\"
OpExecutionMode %main LocalSize 1 1 1
%name = OpString \"a.comp\"
OpSource GLSL 450 %name \"\"
OpName %main \"main\"
OpModuleProcessed \"made by hand\"
OpDecorate %array ArrayStrideIdEXT %size
OpMemberDecorateIdEXT %struct 0 OffsetIdEXT %size
OpDecorate %struct Block
OpMemberDecorate %other 0 Offset 0
OpLine %name 1 0
%void = OpTypeVoid
%bool = OpTypeBool
%uint = OpTypeInt 32 0
%size = OpConstant %uint 4
%array = OpTypeRuntimeArray %uint
%struct = OpTypeStruct %uint
OpNoLine
%other = OpTypeStruct %uint
%true = OpConstantTrue %bool
%signature = OpTypeFunction %void
%main = OpFunction %void None %signature
%entry = OpLabel
%negated = OpLogicalNot %bool %true
OpReturn
OpFunctionEnd
";
    let module = words::assemble_text(text, VERSION).unwrap_or_else(|error| panic!("{error}"));
    let lines = |words: &[u32]| -> Vec<String> {
        let listing = words::disassemble(words);
        let opcodes = listing
            .lines()
            .filter_map(|line| line.split_whitespace().find(|word| word.starts_with("Op")));
        opcodes.map(str::to_owned).collect()
    };
    let none = rewrite::apply(&module, Workarounds::from([Workaround::FloatClamp])).unwrap();
    assert_eq!((none.words, none.applied.len()), (module.clone(), 0));
    let after = rewrite::apply(&module, Workarounds::from([Workaround::LogicalNot])).unwrap();
    assert_eq!(after.applied.len(), 1);
    let mut kept = lines(&after.words).into_iter();
    for line in lines(&module).iter().filter(|line| *line != "OpLogicalNot") {
        assert!(kept.any(|after| after == *line), "{line} has another place");
    }
}
