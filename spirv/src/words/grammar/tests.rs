//! Tests of the generated tables against rspirv's, which are from an older revision of the grammar, and against the
//! text of the specification where rspirv has no data; tests of the iteration over operands.
#![allow(clippy::unwrap_used, clippy::panic)]

use super::*;
use rspirv::dr;
use rspirv::grammar::OperandQuantifier;
use std::collections::BTreeSet;

fn quantifier(theirs: OperandQuantifier) -> Quantifier {
    match theirs {
        OperandQuantifier::One => Quantifier::One,
        OperandQuantifier::ZeroOrOne => Quantifier::Optional,
        OperandQuantifier::ZeroOrMore => Quantifier::Repeated,
    }
}

/// Rows that differ in the newer revision: an instruction has no result any more, one operand more, another extension,
/// or requires the capability of a later specification.
const REVISED: &[&str] = &[
    "OpHitObjectRecordFromQueryEXT",
    "OpReadPipeBlockingALTERA",
    "OpWritePipeBlockingALTERA",
    "OpCompositeConstructContinuedINTEL",
    "Capability Int64ImageEXT",
    "Capability RayTracingOpacityMicromapKHR",
    "Capability CooperativeMatrixReductionsEXT",
    "Capability CooperativeMatrixPerElementOperationsEXT",
    "Capability SplitBarrierEXT",
];

/// The new name of an enumerant whose old name is an alias in the newer revision.
fn renamed(theirs: &str) -> &str {
    const RENAMED: &[(&str, &str)] = &[
        ("RayTracingOpacityMicromapEXT", "RayTracingOpacityMicromapKHR"),
        ("CooperativeMatrixReductionsNV", "CooperativeMatrixReductionsEXT"),
        (
            "CooperativeMatrixPerElementOperationsNV",
            "CooperativeMatrixPerElementOperationsEXT",
        ),
        ("SplitBarrierINTEL", "SplitBarrierEXT"),
        ("CooperativeMatrixConvertNV", "CooperativeMatrixConvertUseEXT"),
        ("CooperativeMatrixReduceNV", "CooperativeMatrixReduceEXT"),
        ("CooperativeMatrixPerElementOpNV", "CooperativeMatrixPerElementOpEXT"),
        ("ControlBarrierArriveINTEL", "ControlBarrierArriveEXT"),
        ("ControlBarrierWaitINTEL", "ControlBarrierWaitEXT"),
    ];
    RENAMED
        .iter()
        .find(|(old, _)| *old == theirs)
        .map_or(theirs, |(_, new)| new)
}

/// The comparable parts of a row: operands by kind and quantifier, capabilities, extensions.
type Line = (Vec<(String, Quantifier)>, BTreeSet<u32>, BTreeSet<&'static str>);

fn ours(operands: &[LogicalOperand], availability: &Availability) -> Line {
    (
        operands
            .iter()
            .map(|operand| (operand.kind.name().to_string(), operand.quantifier))
            .collect(),
        // Capabilities that are in the newer grammar and not in the crate `spirv` are left out.
        availability
            .capabilities
            .iter()
            .copied()
            .filter(|&n| spirv::Capability::from_u32(n).is_some())
            .collect(),
        availability.extensions().collect(),
    )
}

fn theirs(
    operands: &[rspirv::grammar::LogicalOperand],
    capabilities: &[spirv::Capability],
    extensions: &[&'static str],
) -> Line {
    (
        operands
            .iter()
            .map(|operand| (format!("{:?}", operand.kind), quantifier(operand.quantifier)))
            .collect(),
        capabilities.iter().map(|&capability| capability as u32).collect(),
        extensions.iter().copied().collect(),
    )
}

fn compare(name: &str, ours: &Line, theirs: &Line) {
    if REVISED.contains(&name) {
        assert_ne!(ours, theirs, "{name} is not revised");
    } else {
        assert_eq!(ours, theirs, "{name}");
    }
}

#[test]
fn instructions_agree_with_rspirv() {
    let mut seen = 0;
    for row in rspirv::grammar::INSTRUCTION_TABLE.iter() {
        let found = syntax(row.opcode as u16).unwrap_or_else(|| panic!("no line for {}", row.opname));
        assert_eq!(found.name.strip_prefix("Op"), Some(renamed(row.opname)));
        let theirs = theirs(row.operands, row.capabilities, row.extensions);
        compare(found.name, &ours(found.operands, &found.availability), &theirs);
        seen += 1;
    }
    // The opcodes of the newer revision that rspirv 0.13 does not have.
    assert_eq!(syntaxes().count() - seen, 13);
}

#[test]
fn instructions_are_found_by_opcode() {
    let mut last = None;
    for row in syntaxes() {
        assert!(last < Some(row.opcode), "{} is out of order", row.name);
        last = Some(row.opcode);
        assert_eq!(syntax(row.opcode), Some(row));
    }
    for opcode in (0..=u16::MAX).filter(|&opcode| !syntaxes().any(|row| row.opcode == opcode)) {
        assert_eq!(syntax(opcode), None);
    }
}

#[test]
fn results_are_the_first_operands() {
    for row in syntaxes() {
        let place = |kind| row.operands.iter().position(|operand| operand.kind == kind);
        assert_eq!(
            place(OperandKind::IdResultType).is_some(),
            row.has_result_type,
            "{}",
            row.name
        );
        assert_eq!(place(OperandKind::IdResult).is_some(), row.has_result, "{}", row.name);
        assert!(
            place(OperandKind::IdResultType).is_none_or(|place| place == 0),
            "{}",
            row.name
        );
        assert!(
            place(OperandKind::IdResult).is_none_or(|place| place == usize::from(row.has_result_type)),
            "{}",
            row.name
        );
        let rest = row.operands_after_result();
        assert!(
            rest.iter()
                .all(|o| !matches!(o.kind, OperandKind::IdResult | OperandKind::IdResultType))
        );
    }
}

#[test]
fn every_opcode_of_the_spirv_crate_is_in_the_grammar() {
    let known = |&number: &u16| spirv::Op::from_u32(number.into()).is_some();
    let lacking = |&number: &u16| syntax(number).is_none();
    let missing: Vec<u16> = (0..u16::MAX).filter(known).filter(lacking).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn enumerants_are_found_by_value() {
    for &kind in tables::ALL {
        let rows: Vec<Enumerant> = kind.enumerants().collect();
        let is_list = matches!(kind.category(), Category::Value | Category::Mask);
        assert_eq!(rows.is_empty(), !is_list, "{}", kind.name());
        assert!(
            rows.is_sorted_by(|a, b| a.value < b.value),
            "{} is out of order",
            kind.name()
        );
        for (place, &row) in rows.iter().enumerate() {
            assert_eq!(kind.position(row.value), Some(place), "{} {}", kind.name(), row.name);
            assert_eq!(kind.enumerant(row.value), Some(row));
            // OpenCL.DebugInfo.100 has a name for a combination of two bits: FlagIsPublic.
            if kind.category() == Category::Mask && row.name != "FlagIsPublic" {
                assert!(
                    row.value == 0 || row.value.is_power_of_two(),
                    "{} {}",
                    kind.name(),
                    row.name
                );
            }
            // The iteration supports one level of parameters.
            for parameter in row.parameters {
                assert!(
                    parameter.kind.enumerants().all(|inner| inner.parameters.is_empty()),
                    "{}",
                    row.name
                );
            }
        }
        assert_eq!(kind.enumerant(u32::MAX), None);
    }
}

/// Compares one enumerant with rspirv's reflection.
fn compare_enumerant(kind: &str, row: &Enumerant, operand: &dr::Operand) {
    let theirs = theirs(
        &operand.additional_operands(),
        &operand.required_capabilities(),
        &operand.required_extensions(),
    );
    compare(
        &format!("{kind} {}", row.name),
        &ours(row.parameters, &row.availability),
        &theirs,
    );
}

macro_rules! values_agree {
    ($($kind:ident)*) => {$({
        let mut known = 0;
        for row in OperandKind::$kind.enumerants() {
            if let Some(value) = spirv::$kind::from_u32(row.value) {
                let name = format!("{value:?}");
                // Rust adds a prefix to names that begin with a digit.
                assert_eq!(renamed(name.strip_prefix("Dim").unwrap_or(&name)), row.name);
                compare_enumerant(stringify!($kind), &row, &dr::Operand::$kind(value));
                known += 1;
            }
        }
        assert!(known > 0, "{}", stringify!($kind));
    })*};
}

macro_rules! masks_agree {
    ($($kind:ident)*) => {$({
        let mut all = 0;
        for row in OperandKind::$kind.enumerants().filter(|row| row.value != 0) {
            if let Some(bit) = spirv::$kind::from_bits(row.value) {
                all |= row.value;
                compare_enumerant(stringify!($kind), &row, &dr::Operand::$kind(bit));
            }
        }
        assert_eq!(all, spirv::$kind::all().bits(), "{}", stringify!($kind));
    })*};
}

#[test]
fn enumerants_agree_with_rspirv() {
    values_agree! {
        SourceLanguage ExecutionModel AddressingModel MemoryModel ExecutionMode StorageClass Dim SamplerAddressingMode
        SamplerFilterMode ImageFormat ImageChannelOrder ImageChannelDataType FPRoundingMode FPDenormMode
        QuantizationModes FPOperationMode OverflowModes LinkageType AccessQualifier HostAccessQualifier
        FunctionParameterAttribute Decoration BuiltIn Scope GroupOperation Capability RayQueryIntersection
        RayQueryCommittedIntersectionType RayQueryCandidateIntersectionType PackedVectorFormat CooperativeMatrixLayout
        CooperativeMatrixUse TensorClampMode InitializationModeQualifier LoadCacheControl StoreCacheControl
        NamedMaximumNumberOfRegisters FPEncoding CooperativeVectorMatrixLayout ComponentType
    }
    masks_agree! {
        ImageOperands FPFastMathMode SelectionControl LoopControl FunctionControl MemorySemantics MemoryAccess
        KernelProfilingInfo RayFlags FragmentShadingRate RawAccessChainOperands CooperativeMatrixOperands
        CooperativeMatrixReduce TensorAddressingOperands MatrixMultiplyAccumulateOperands TensorOperands
    }
}

/// Versions, which no crate has. Each line is a "Missing before" or "Missing after" of the specification (SPIR-V §3,
/// Binary Form).
#[test]
fn versions_are_those_of_the_specification() {
    let instruction = |op: spirv::Op| syntax(op as u16).unwrap().availability;
    let value = |kind: OperandKind, value: u32| kind.enumerant(value).unwrap().availability;

    assert_eq!(instruction(spirv::Op::Load).since(), Some(0x0001_0000));
    assert_eq!(instruction(spirv::Op::SizeOf).since(), Some(0x0001_0100));
    assert_eq!(instruction(spirv::Op::ExecutionModeId).since(), Some(0x0001_0200));
    assert_eq!(instruction(spirv::Op::GroupNonUniformElect).since(), Some(0x0001_0300));
    assert_eq!(instruction(spirv::Op::CopyLogical).since(), Some(0x0001_0400));
    assert_eq!(instruction(spirv::Op::TerminateInvocation).since(), Some(0x0001_0600));
    let terminate = instruction(spirv::Op::TerminateInvocation);
    assert!(terminate.extensions().eq(["SPV_KHR_terminate_invocation"]));
    assert_eq!(instruction(spirv::Op::SubgroupBallotKHR).since(), None);
    assert_eq!(instruction(spirv::Op::LessOrGreater).last(), Some(0x0001_0500));

    let buffer_block = value(OperandKind::Decoration, spirv::Decoration::BufferBlock as u32);
    assert!(buffer_block.in_core(0x0001_0000) && buffer_block.in_core(0x0001_0300));
    assert!(!buffer_block.in_core(0x0001_0400));
    let storage_buffer = value(OperandKind::StorageClass, spirv::StorageClass::StorageBuffer as u32);
    assert!(!storage_buffer.in_core(0x0001_0200) && storage_buffer.in_core(0x0001_0300));
    let mut extensions = storage_buffer.extensions();
    assert!(extensions.any(|name| name == "SPV_KHR_storage_buffer_storage_class"));
    let non_uniform = value(OperandKind::Decoration, spirv::Decoration::NonUniform as u32);
    assert_eq!(non_uniform.since(), Some(0x0001_0500));
    assert_eq!(non_uniform.capabilities, [spirv::Capability::ShaderNonUniform as u32]);
    let zero_extend = value(OperandKind::ImageOperands, spirv::ImageOperands::ZERO_EXTEND.bits());
    assert_eq!(zero_extend.since(), Some(0x0001_0400));
    let shader = value(OperandKind::Capability, spirv::Capability::Shader as u32);
    assert_eq!(shader.capabilities, [spirv::Capability::Matrix as u32]);
}

/// The operands of an instruction with this opcode and these words after the first.
fn walk(
    op: spirv::Op,
    operands: &[u32],
    context: OperandContext,
) -> Result<Vec<(OperandKind, Vec<u32>)>, OperandError> {
    let mut words = vec![(op as u32) | (operands.len() as u32 + 1) << 16];
    words.extend(operands);
    Operands::new(&words, &syntax(op as u16).unwrap(), context)
        .map(|operand| operand.map(|operand| (operand.kind, operand.words.to_vec())))
        .collect()
}

fn kinds(op: spirv::Op, operands: &[u32]) -> Result<Vec<OperandKind>, OperandError> {
    Ok(walk(op, operands, OperandContext::default())?
        .into_iter()
        .map(|(kind, _)| kind)
        .collect())
}

use OperandKind as K;

#[test]
fn parameters_of_mask_bits_follow_the_lowest_bit_first() {
    // Bias (1) takes one id, Grad (4) two, MinLod (0x80) one.
    let found = kinds(spirv::Op::ImageSampleImplicitLod, &[1, 2, 3, 4, 0x85, 5, 6, 7, 8]).unwrap();
    assert_eq!(
        found,
        [
            K::IdResultType,
            K::IdResult,
            K::IdRef,
            K::IdRef,
            K::ImageOperands,
            K::IdRef,
            K::IdRef,
            K::IdRef,
            K::IdRef
        ]
    );
    assert_eq!(
        kinds(spirv::Op::ImageSampleImplicitLod, &[1, 2, 3, 4, 0x5, 5, 6]),
        Err(OperandError::Missing {
            kind: K::IdRef,
            index: 8
        })
    );
    // Aligned (2) takes a literal, MakePointerVisible (0x10) a scope. Two masks are allowed (OpCopyMemory from 1.4).
    let found = kinds(spirv::Op::CopyMemory, &[1, 2, 0x12, 16, 7, 0x2, 4]).unwrap();
    assert_eq!(
        found,
        [
            K::IdRef,
            K::IdRef,
            K::MemoryAccess,
            K::LiteralInteger,
            K::IdScope,
            K::MemoryAccess,
            K::LiteralInteger
        ]
    );
}

#[test]
fn parameters_of_enumerants_follow_them() {
    assert_eq!(
        kinds(spirv::Op::Decorate, &[1, spirv::Decoration::BuiltIn as u32, 0]).unwrap(),
        [K::IdRef, K::Decoration, K::BuiltIn]
    );
    // "ab" and its terminator are one word. The linkage type follows.
    assert_eq!(
        kinds(
            spirv::Op::Decorate,
            &[1, spirv::Decoration::LinkageAttributes as u32, 0x0000_6261, 0]
        )
        .unwrap(),
        [K::IdRef, K::Decoration, K::LiteralString, K::LinkageType]
    );
    assert_eq!(
        kinds(
            spirv::Op::ExecutionMode,
            &[1, spirv::ExecutionMode::LocalSize as u32, 8, 8]
        ),
        Err(OperandError::Missing {
            kind: K::LiteralInteger,
            index: 5
        })
    );
    assert_eq!(
        kinds(spirv::Op::Decorate, &[1, 0xFFFF_0000]).unwrap(),
        [K::IdRef, K::Decoration]
    );
}

#[test]
fn pairs_are_two_operands() {
    assert_eq!(
        kinds(spirv::Op::Phi, &[1, 2, 3, 4, 5, 6]).unwrap(),
        [K::IdResultType, K::IdResult, K::IdRef, K::IdRef, K::IdRef, K::IdRef]
    );
    assert_eq!(
        kinds(spirv::Op::Phi, &[1, 2, 3, 4, 5]),
        Err(OperandError::Missing {
            kind: K::IdRef,
            index: 6
        })
    );
    let wide = OperandContext {
        literal_words: 2,
        ..OperandContext::default()
    };
    assert_eq!(
        walk(spirv::Op::Switch, &[1, 2, 0xFFFF_FFFF, 0, 3], wide).unwrap(),
        [
            (K::IdRef, vec![1]),
            (K::IdRef, vec![2]),
            (K::LiteralInteger, vec![0xFFFF_FFFF, 0]),
            (K::IdRef, vec![3])
        ]
    );
}

#[test]
fn constants_carry_opcodes_and_wide_numbers() {
    let op = spirv::Op::CompositeExtract as u32;
    assert_eq!(
        kinds(spirv::Op::SpecConstantOp, &[1, 2, op, 3, 0, 1]).unwrap(),
        [
            K::IdResultType,
            K::IdResult,
            K::LiteralSpecConstantOpInteger,
            K::IdRef,
            K::LiteralInteger,
            K::LiteralInteger
        ]
    );
    assert_eq!(
        walk(spirv::Op::Constant, &[1, 2, 3, 4], OperandContext::default())
            .unwrap()
            .last(),
        Some(&(K::LiteralContextDependentNumber, vec![3, 4]))
    );
}

#[test]
fn extended_instructions_have_the_operands_of_their_set() {
    let glsl = ExtendedSet::from_name("GLSL.std.450").unwrap();
    assert_eq!(glsl.instruction(31).unwrap().name, "Sqrt");
    assert_eq!(glsl.instruction(31).unwrap().required(), 1);
    assert_eq!(glsl.instruction(31).unwrap().capabilities, [0; 0]);
    assert_eq!(
        glsl.instruction(76).unwrap().capabilities,
        [spirv::Capability::InterpolationFunction as u32]
    );
    assert!(glsl.instruction(1000).is_none());
    assert!(ExtendedSet::from_name("Some.Other.Set").is_none());
    let context = OperandContext {
        set: Some(glsl),
        ..OperandContext::default()
    };
    let sqrt = [1, 2, 3, 31, 4];
    assert_eq!(
        walk(spirv::Op::ExtInst, &sqrt, context).unwrap().last(),
        Some(&(K::IdRef, vec![4]))
    );
    assert_eq!(
        walk(spirv::Op::ExtInst, &[1, 2, 3, 31], context),
        Err(OperandError::Missing {
            kind: K::IdRef,
            index: 5
        })
    );
    assert_eq!(
        walk(spirv::Op::ExtInst, &[1, 2, 3, 31, 4, 5], context),
        Err(OperandError::Trailing { index: 6 })
    );
    // DebugTypeVector: the base type is an id, the component count a literal; in the non-semantic set the count is an
    // id.
    let opencl = ExtendedSet::from_name("OpenCL.DebugInfo.100")
        .unwrap()
        .instruction(6)
        .unwrap();
    assert_eq!(
        (opencl.name, opencl.operand(0), opencl.operand(1)),
        ("DebugTypeVector", Some(K::IdRef), Some(K::LiteralInteger))
    );
    let shader = ExtendedSet::from_name("NonSemantic.Shader.DebugInfo.100")
        .unwrap()
        .instruction(6)
        .unwrap();
    assert_eq!((shader.name, shader.operand(1)), ("DebugTypeVector", Some(K::IdRef)));
}

/// The registry's sets against rspirv's. Operand kinds that rspirv leaves to the set are not compared.
#[test]
fn extended_instructions_agree_with_rspirv() {
    let mut compared = 0;
    for import in (0..tables::COUNT).map(|set| tables::SETS.imports.get(set)[0]) {
        let name = import.trim_end_matches('.');
        let Some(table) = rspirv::grammar::ext_inst_table(name) else {
            assert_eq!(name, "NonSemantic.Shader.DebugInfo.101", "rspirv lacks it");
            continue;
        };
        let set = ExtendedSet::from_name(import).unwrap();
        assert_eq!(set.numbers().len(), table.iter().count(), "{name}");
        for (&number, theirs) in set.numbers().iter().zip(table.iter()) {
            let row = set.instruction(number).unwrap();
            assert_eq!((number, row.name), (theirs.opcode.into(), theirs.opname), "{name}");
            assert_eq!(row.operands.len(), theirs.operands.len(), "{name} {}", row.name);
            for (ours, theirs) in row.operands.iter().zip(theirs.operands) {
                assert_eq!(ours.quantifier, quantifier(theirs.quantifier), "{name} {}", row.name);
                let (ours, theirs) = (ours.kind.name(), format!("{:?}", theirs.kind));
                // A kind that the set defines: `Debuginfo(DebugInfoFlags)`.
                let theirs = theirs.rsplit('(').next().unwrap().trim_end_matches(')').to_owned();
                assert!(ours.ends_with(&theirs), "{name} {}: {ours}, not {theirs}", row.name);
            }
            compared += 1;
        }
    }
    assert!(compared > 450, "{compared} instructions");
}

/// Enumerants that a set declares are disassembled by name, and assembled to the same words.
#[test]
fn enumerants_of_extended_sets_have_names() {
    let listing = "; SPIR-V
; Version: 1.3
; Generator: Khronos; 0
; Bound: 7
; Schema: 0
               OpCapability Shader
          %1 = OpExtInstImport \"OpenCL.DebugInfo.100\"
               OpMemoryModel Logical GLSL450
          %2 = OpTypeVoid
          %3 = OpExtInst %2 %1 DebugTypeBasic %4 %5 Float
          %6 = OpExtInst %2 %1 DebugTypePointer %3 Function FlagIsProtected|FlagIsDefinition
";
    let words = crate::words::assemble_text(listing, 0).unwrap();
    assert_eq!(words[words.len() - 1], 1 | 8, "the flags");
    assert_eq!(crate::words::disassemble_numbered(&words), listing);
}

#[test]
fn broken_words_end_the_walk_with_one_error() {
    assert_eq!(
        kinds(spirv::Op::Name, &[1, 0x4141_4141]),
        Err(OperandError::Unterminated { index: 2 })
    );
    assert_eq!(
        kinds(spirv::Op::Name, &[1]),
        Err(OperandError::Missing {
            kind: K::LiteralString,
            index: 2
        })
    );
    assert_eq!(kinds(spirv::Op::Return, &[1]), Err(OperandError::Trailing { index: 1 }));
    let words = [(spirv::Op::Return as u32) | 3 << 16, 1, 2];
    let mut operands = Operands::new(
        &words,
        &syntax(spirv::Op::Return as u16).unwrap(),
        OperandContext::default(),
    );
    assert!(operands.next().unwrap().is_err());
    assert!(operands.next().is_none());
}
