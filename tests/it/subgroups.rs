//! Tests of subgroup operations: their requirements, their instructions, and their results on a driver.

use crate::common::inspect::Inspected;
use crate::common::setup::{self, Setup};
use crate::common::vulkan::{Binding, Compute, Resource, gpu};
use crate::common::{backends, parse, root, shaders_below, validate};
use naga::Span;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{Capabilities, ShaderStages, ValidationFlags, Validator};
use spirula::target::SpirvVersion;
use spirula::{ErrorCategory, ErrorKind, Feature, Target};
use spirv::{Capability, ExecutionMode, Op};

fn compile(source: &str, target: Target) -> Result<spirula::Output, spirula::Error> {
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    setup::compile(&shader.module, &shader.info, &Setup::new(target))
}

/// A compute shader with the given statement.
fn compute(statement: &str) -> String {
    format!(
        "enable f16;
@group(0) @binding(0) var<storage, read_write> words: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {{ let x = words[i]; {statement} }}"
    )
}

fn refused_for(source: &str, target: Target) -> Vec<String> {
    let error = compile(source, target).expect_err("refused");
    error
        .diagnostics()
        .iter()
        .map(|diagnostic| {
            assert!(diagnostic.span.is_defined(), "{:?} has no place", diagnostic.kind);
            match diagnostic.kind {
                ErrorKind::Missing(ref requirement) => requirement.name(),
                ref other => format!("{other}"),
            }
        })
        .collect()
}

/// Each operation, its instruction, and its capability.
const OPERATIONS: [(&str, Op, Capability); 27] = [
    (
        "subgroupAdd(x)",
        Op::GroupNonUniformIAdd,
        Capability::GroupNonUniformArithmetic,
    ),
    (
        "bitcast<u32>(subgroupAdd(f32(x)))",
        Op::GroupNonUniformFAdd,
        Capability::GroupNonUniformArithmetic,
    ),
    (
        "subgroupMul(x)",
        Op::GroupNonUniformIMul,
        Capability::GroupNonUniformArithmetic,
    ),
    (
        "bitcast<u32>(subgroupMul(f32(x)))",
        Op::GroupNonUniformFMul,
        Capability::GroupNonUniformArithmetic,
    ),
    (
        "subgroupMin(x)",
        Op::GroupNonUniformUMin,
        Capability::GroupNonUniformArithmetic,
    ),
    (
        "u32(subgroupMin(i32(x)))",
        Op::GroupNonUniformSMin,
        Capability::GroupNonUniformArithmetic,
    ),
    (
        "u32(subgroupMin(f32(x)))",
        Op::GroupNonUniformFMin,
        Capability::GroupNonUniformArithmetic,
    ),
    (
        "subgroupMax(x)",
        Op::GroupNonUniformUMax,
        Capability::GroupNonUniformArithmetic,
    ),
    (
        "u32(subgroupMax(i32(x)))",
        Op::GroupNonUniformSMax,
        Capability::GroupNonUniformArithmetic,
    ),
    (
        "u32(subgroupMax(f32(x)))",
        Op::GroupNonUniformFMax,
        Capability::GroupNonUniformArithmetic,
    ),
    (
        "subgroupAnd(x)",
        Op::GroupNonUniformBitwiseAnd,
        Capability::GroupNonUniformArithmetic,
    ),
    (
        "subgroupOr(x)",
        Op::GroupNonUniformBitwiseOr,
        Capability::GroupNonUniformArithmetic,
    ),
    (
        "subgroupXor(x)",
        Op::GroupNonUniformBitwiseXor,
        Capability::GroupNonUniformArithmetic,
    ),
    (
        "subgroupExclusiveAdd(x)",
        Op::GroupNonUniformIAdd,
        Capability::GroupNonUniformArithmetic,
    ),
    (
        "subgroupInclusiveMul(x)",
        Op::GroupNonUniformIMul,
        Capability::GroupNonUniformArithmetic,
    ),
    (
        "u32(subgroupAll(x == 1u))",
        Op::GroupNonUniformAll,
        Capability::GroupNonUniformVote,
    ),
    (
        "u32(subgroupAny(x == 1u))",
        Op::GroupNonUniformAny,
        Capability::GroupNonUniformVote,
    ),
    (
        "subgroupBallot(x == 1u).x",
        Op::GroupNonUniformBallot,
        Capability::GroupNonUniformBallot,
    ),
    (
        "subgroupBroadcast(x, 3u)",
        Op::GroupNonUniformBroadcast,
        Capability::GroupNonUniformBallot,
    ),
    (
        "subgroupBroadcastFirst(x)",
        Op::GroupNonUniformBroadcastFirst,
        Capability::GroupNonUniformBallot,
    ),
    (
        "subgroupShuffle(x, i)",
        Op::GroupNonUniformShuffle,
        Capability::GroupNonUniformShuffle,
    ),
    (
        "subgroupShuffleXor(x, 1u)",
        Op::GroupNonUniformShuffleXor,
        Capability::GroupNonUniformShuffle,
    ),
    (
        "subgroupShuffleUp(x, 1u)",
        Op::GroupNonUniformShuffleUp,
        Capability::GroupNonUniformShuffleRelative,
    ),
    (
        "subgroupShuffleDown(x, 1u)",
        Op::GroupNonUniformShuffleDown,
        Capability::GroupNonUniformShuffleRelative,
    ),
    (
        "quadBroadcast(x, 2u)",
        Op::GroupNonUniformQuadBroadcast,
        Capability::GroupNonUniformQuad,
    ),
    (
        "quadSwapX(x)",
        Op::GroupNonUniformQuadSwap,
        Capability::GroupNonUniformQuad,
    ),
    (
        "quadSwapDiagonal(x)",
        Op::GroupNonUniformQuadSwap,
        Capability::GroupNonUniformQuad,
    ),
];

#[test]
fn each_operation_is_one_instruction_and_takes_one_capability() {
    for (expression, op, capability) in OPERATIONS {
        let source = compute(&format!("words[i] = {expression};"));
        for target in &validate::VULKAN[1..] {
            let output = compile(&source, Target::parse(target).unwrap()).unwrap_or_else(|error| panic!("{error}"));
            validate::validate(&output.words, target).unwrap_or_else(|error| panic!("{expression}: {error}"));
            let module = Inspected::new(&output.words);
            assert_eq!(module.count(op), 1, "{expression}");
            let groups = output
                .requirements
                .iter()
                .filter(|used| format!("{:?}", used.capability).starts_with("GroupNonUniform"));
            assert_eq!(
                groups.map(|used| used.capability).collect::<Vec<_>>(),
                [capability],
                "{expression}"
            );
            assert!(output.features.is_empty(), "{expression}: {:?}", output.features);
        }
        let bit = match capability {
            Capability::GroupNonUniformArithmetic => Feature::SubgroupArithmetic,
            Capability::GroupNonUniformVote => Feature::SubgroupVote,
            Capability::GroupNonUniformBallot => Feature::SubgroupBallot,
            Capability::GroupNonUniformShuffle => Feature::SubgroupShuffle,
            Capability::GroupNonUniformShuffleRelative => Feature::SubgroupShuffleRelative,
            _ => Feature::SubgroupQuad,
        };
        assert_eq!(refused_for(&source, Target::vulkan(1, 3).disable(bit)), [bit.name()]);
    }
}

#[test]
fn vulkan_1_0_has_votes_and_ballots_by_extension() {
    let older = [
        ("u32(subgroupAll(x == 1u))", Op::SubgroupAllKHR, 1),
        ("u32(subgroupAny(x == 1u))", Op::SubgroupAnyKHR, 1),
        ("subgroupBallot(x == 1u).x", Op::SubgroupBallotKHR, 1),
        ("subgroupBroadcastFirst(x)", Op::SubgroupFirstInvocationKHR, 1),
        (
            "subgroupBroadcast(vec3<f32>(f32(x)), 1u).x > 1.0",
            Op::SubgroupReadInvocationKHR,
            3,
        ),
    ];
    for (expression, op, count) in older {
        let source = compute(&format!("words[i] = u32({expression});"));
        let output = compile(&source, Target::vulkan(1, 0)).unwrap_or_else(|error| panic!("{error}"));
        validate::validate(&output.words, "vulkan1.0").unwrap_or_else(|error| panic!("{expression}: {error}"));
        assert_eq!(Inspected::new(&output.words).count(op), count, "{expression}");
        assert!(
            compile(&source, Target::vulkan(1, 0).core_only()).is_err(),
            "{expression}"
        );
    }
    for expression in ["subgroupAdd(x)", "subgroupShuffle(x, 1u)", "quadSwapY(x)"] {
        let source = compute(&format!("words[i] = {expression};"));
        assert_eq!(refused_for(&source, Target::vulkan(1, 0)).len(), 1, "{expression}");
    }
    // Vulkan 1.0's extension supports only words.
    let source = compute("words[i] = u32(subgroupBroadcastFirst(u64(x)));");
    assert!(compile(&source, Target::vulkan(1, 0)).is_err());
}

#[test]
fn extended_types_take_a_feature_and_f64_does_not() {
    let cases = [
        ("u32(subgroupAdd(u64(x)))", true),
        ("u32(subgroupMin(vec2<i64>(i64(x))).y)", true),
        ("u32(subgroupShuffle(f16(x), 2u))", true),
        ("u32(quadSwapX(vec4<f16>(f16(x))).w)", true),
        ("u32(subgroupAdd(f64(x)))", false),
        ("u32(subgroupAdd(f32(x)))", false),
    ];
    for (expression, extended) in cases {
        let source = compute(&format!("words[i] = {expression};"));
        let output = compile(&source, Target::vulkan(1, 1)).unwrap_or_else(|error| panic!("{error}"));
        let features: Vec<_> = output.features.iter().map(|used| used.feature).collect();
        let expected: &[Feature] = if extended {
            &[Feature::ShaderSubgroupExtendedTypes]
        } else {
            &[]
        };
        assert_eq!(features, expected, "{expression}");
        let without = Target::vulkan(1, 1).disable(Feature::ShaderSubgroupExtendedTypes);
        assert_eq!(compile(&source, without).is_err(), extended, "{expression}");
    }
}

#[test]
fn a_barrier_of_the_subgroup_declares_the_scope_and_orders_memory() {
    let source = compute("words[i] = 1u; subgroupBarrier(); words[i ^ 1u] = x;");
    for target in validate::VULKAN {
        let output = compile(&source, Target::parse(target).unwrap()).unwrap_or_else(|error| panic!("{error}"));
        validate::validate(&output.words, target).unwrap_or_else(|error| panic!("{target}: {error}"));
        let report = spirula::check::check(&output.words, &Target::parse(target).unwrap());
        assert!(report.violations.is_empty(), "{target}: {report}");
        let module = Inspected::new(&output.words);
        let barrier = module
            .all(Op::ControlBarrier)
            .next()
            .expect("a barrier")
            .operand_words();
        let value = |id: u32| module.definition(id).operand_words()[0];
        assert_eq!(value(barrier[0]), spirv::Scope::Subgroup as u32);
        assert_eq!(value(barrier[1]), spirv::Scope::Subgroup as u32);
        let semantics = spirv::MemorySemantics::from_bits_retain(value(barrier[2]));
        assert!(semantics.contains(spirv::MemorySemantics::UNIFORM_MEMORY | spirv::MemorySemantics::WORKGROUP_MEMORY));
        assert!(!semantics.contains(spirv::MemorySemantics::SUBGROUP_MEMORY));
    }
}

/// The execution modes of reconvergence, with the entry point of each.
fn reconvergence(words: &[u32]) -> Vec<(String, ExecutionMode)> {
    let module = Inspected::new(words);
    let names: Vec<(u32, String)> = module
        .all(Op::EntryPoint)
        .map(|entry| {
            let bytes = entry.operand_words()[2..].iter().flat_map(|word| word.to_le_bytes());
            let name: Vec<u8> = bytes.take_while(|byte| *byte != 0).collect();
            (entry.operand_words()[1], String::from_utf8(name).unwrap())
        })
        .collect();
    let modes = module.all(Op::ExecutionMode).filter_map(|inst| {
        let &[function, mode, ..] = inst.operand_words() else {
            return None;
        };
        let mode = ExecutionMode::from_u32(mode)?;
        let is_it = [
            ExecutionMode::MaximallyReconvergesKHR,
            ExecutionMode::SubgroupUniformControlFlowKHR,
        ]
        .contains(&mode);
        let name = names.iter().find(|(id, _)| *id == function)?;
        is_it.then(|| (name.1.clone(), mode))
    });
    modes.collect()
}

const MAXIMAL: Feature = Feature::ShaderMaximalReconvergence;
const UNIFORM: Feature = Feature::ShaderSubgroupUniformControlFlow;

/// Two entry points with subgroup operations, the second by a call, and one without.
const THREE: &str = "@group(0) @binding(0) var<storage, read_write> words: array<u32>;
fn helper(x: u32) -> u32 { return subgroupBroadcastFirst(x); }
@compute @workgroup_size(64) fn direct(@builtin(local_invocation_index) i: u32) {
    words[i] = u32(subgroupAll(words[i] == 1u));
}
@compute @workgroup_size(64) fn called(@builtin(local_invocation_index) i: u32) { words[i] = helper(words[i]); }
@compute @workgroup_size(64) fn neither(@builtin(local_invocation_index) i: u32) { words[i] = 1u; }";

#[test]
fn subgroup_operations_reconverge_by_the_best_mode_that_is_enabled() {
    let older = |target: Target| target.with_spirv_version(SpirvVersion::V1_0);
    let strict = Target::vulkan(1, 3).strict();
    let strict = strict.enable(Feature::SubgroupVote).enable(Feature::SubgroupBallot);
    let universal = |name: &str| Target::parse("spv1.5").unwrap().extension(name).unwrap();
    let cases = [
        (Target::vulkan(1, 1), None),
        (Target::vulkan(1, 4), None),
        (Target::vulkan(1, 1).enable(MAXIMAL).enable(UNIFORM), Some(MAXIMAL)),
        (Target::vulkan(1, 4).enable(MAXIMAL), Some(MAXIMAL)),
        (Target::vulkan(1, 1).enable(UNIFORM), Some(UNIFORM)),
        (Target::vulkan(1, 4).enable(UNIFORM).disable(MAXIMAL), Some(UNIFORM)),
        (Target::vulkan(1, 3).disable(UNIFORM).disable(MAXIMAL), None),
        (strict.enable(MAXIMAL), Some(MAXIMAL)),
        // The extension of uniform control flow needs SPIR-V 1.3.
        (older(Target::vulkan(1, 1)).enable(UNIFORM), None),
        (
            older(Target::vulkan(1, 1)).enable(MAXIMAL).enable(UNIFORM),
            Some(MAXIMAL),
        ),
        (Target::parse("spv1.5").unwrap(), None),
        (universal("SPV_KHR_maximal_reconvergence"), Some(MAXIMAL)),
        (universal("SPV_KHR_subgroup_uniform_control_flow"), Some(UNIFORM)),
    ];
    for (target, expected) in cases {
        let output = compile(THREE, target.clone()).unwrap_or_else(|error| panic!("{target}: {error}"));
        let mode = match expected {
            Some(Feature::ShaderMaximalReconvergence) => {
                Some((ExecutionMode::MaximallyReconvergesKHR, "SPV_KHR_maximal_reconvergence"))
            }
            Some(_) => Some((
                ExecutionMode::SubgroupUniformControlFlowKHR,
                "SPV_KHR_subgroup_uniform_control_flow",
            )),
            None => None,
        };
        let modes = mode.map(|(mode, _)| ["direct", "called"].map(|name| (name.to_owned(), mode)));
        assert_eq!(
            reconvergence(&output.words),
            modes.into_iter().flatten().collect::<Vec<_>>(),
            "{target}, {expected:?}"
        );
        for name in ["SPV_KHR_maximal_reconvergence", "SPV_KHR_subgroup_uniform_control_flow"] {
            let has = backends::disassemble(&output.words).contains(name);
            assert_eq!(has, mode.is_some_and(|mode| mode.1 == name), "{target}, {name}");
        }
        let used: Vec<_> = output.features.iter().map(|used| (used.feature, used.count)).collect();
        let reported: Vec<_> = expected.into_iter().map(|feature| (feature, 2)).collect();
        assert_eq!(used, reported, "{target}");
        if let Some(used) = output.features.first() {
            let range = used.span.to_range().expect("a place");
            // The first in the text, not in the order of the entry points.
            assert!(THREE[range].starts_with("subgroupBroadcastFirst"), "{target}");
        }
    }
}

/// Maximal reconvergence restricts the control flow graph, which the self-check verifies. Each entry point of each
/// snapshot gets a ballot, so that the mode applies to the whole shader and its helpers.
#[test]
fn every_control_flow_is_valid_with_maximal_reconvergence() {
    let (mut modules, mut entries) = (0, 0);
    // Vulkan 1.1 lacks demotion and the zeroing of workgroup memory, which are lowered to control flow.
    let forms = [
        ("vulkan1.1", BoundsCheckPolicy::ReadZeroSkipWrite),
        ("vulkan1.3", BoundsCheckPolicy::Restrict),
    ];
    for path in shaders_below(&root("snapshots")) {
        let Ok(shader) = parse::file(&path) else { continue };
        let mut module = shader.module;
        for entry in &mut module.entry_points {
            let function = &mut entry.function;
            let result = naga::Expression::SubgroupBallotResult;
            let result = function.expressions.append(result, Span::UNDEFINED);
            let ballot = naga::Statement::SubgroupBallot {
                result,
                predicate: None,
            };
            function.body.splice(0..0, naga::Block::from_vec(vec![ballot]));
        }
        let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
        let Ok(info) = validator.subgroup_stages(ShaderStages::all()).validate(&module) else {
            continue;
        };
        for (target, policy) in forms {
            let mut setup = Setup::new(Target::parse(target).unwrap().enable(MAXIMAL));
            setup.bounds_check_policies = BoundsCheckPolicies {
                index: policy,
                buffer: policy,
                image_load: policy,
                binding_array: policy,
            };
            match setup::compile(&module, &info, &setup) {
                Ok(output) => {
                    modules += 1;
                    entries += reconvergence(&output.words).len();
                }
                Err(error) => {
                    let is_ours = error.category() == ErrorCategory::Internal;
                    assert!(!is_ours, "{} at {target}: {error:#}", path.display());
                }
            }
        }
    }
    assert!(
        modules > 400 && entries > modules,
        "{modules} modules, {entries} entry points"
    );
}

/// Invocations that enter a construct together, but are not the whole subgroup, are one tangle at its end. Only maximal
/// reconvergence guarantees it.
#[test]
fn a_diverged_subgroup_reconverges_maximally() {
    let source = "@group(0) @binding(0) var<storage, read_write> o: array<u32, 32>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
    if i < 3u {
        var x = i + 1u;
        if i == 1u { x *= 10u; } else if i == 2u { x *= 100u; }
        o[i] = subgroupAdd(x);
        switch i {
            case 0u: { x = 5u; }
            default: { x = 7u; }
        }
        o[4u + i] = subgroupMax(x);
        var turns = 0u;
        loop {
            if turns >= i { break; }
            turns++;
        }
        o[8u + i] = subgroupAdd(turns);
    }
    // The invocations leave the loop one after another, and each adds in its last turn, with those that still continue.
    for (var turn = 0u; turn < 4u; turn++) {
        o[12u + turn * 4u + i] = subgroupAdd(1u);
        if turn == i { break; }
    }
    o[28u + i] = subgroupAdd(1u);
}";
    let Some(gpu) = gpu().filter(|gpu| gpu.has_reconvergence(MAXIMAL)) else {
        return;
    };
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let size = gpu.subgroup_size();
    assert!(size >= 4, "subgroups of {size}");
    let newest = gpu.newest_target();
    for target in validate::VULKAN.into_iter().skip(1).filter(|target| *target <= newest) {
        let setup = Setup::new(Target::parse(target).unwrap().enable(MAXIMAL));
        let output = setup::compile(&shader.module, &shader.info, &setup).unwrap_or_else(|error| panic!("{error}"));
        validate::validate(&output.words, target).unwrap_or_else(|error| panic!("{target}: {error}"));
        assert_eq!(reconvergence(&output.words).len(), 1);
        let results = gpu.compute(&Compute {
            words: &output.words,
            entry_point: "main",
            bindings: &[Binding {
                set: 0,
                binding: 0,
                resource: Resource::Storage(vec![0; 128]),
            }],
            push_constants: &[],
            constants: &[],
            workgroups: [1, 1, 1],
            validate: true,
        });
        let results = results.unwrap_or_else(|error| panic!("{target}: {error}"));
        let words: Vec<u32> = results[0]
            .chunks_exact(4)
            .map(|word| u32::from_ne_bytes(word.try_into().unwrap()))
            .collect();
        // 1 + 20 + 300; the greatest of 5, 7, 7; 0 + 1 + 2 turns.
        let mut expected = vec![321, 321, 321, 0, 7, 7, 7, 0, 3, 3, 3, 0];
        for turn in 0..4 {
            // Invocation i is in turns 0 to i.
            expected.extend((0..4).map(|i| if i >= turn { 4 - turn } else { 0 }));
        }
        expected.extend([4; 4]);
        assert_eq!(words, expected, "{target}");
    }
}

#[test]
fn quad_operations_outside_fragment_and_compute_take_a_property() {
    let source = "@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(f32(quadSwapX(i)));
}";
    let output = compile(source, Target::vulkan(1, 3)).unwrap();
    assert_eq!(output.features[0].feature, Feature::SubgroupQuadOperationsInAllStages);
    let without = Target::vulkan(1, 3).disable(Feature::SubgroupQuadOperationsInAllStages);
    assert_eq!(refused_for(source, without), ["subgroupQuadOperationsInAllStages"]);
}

#[test]
fn a_stage_that_the_device_has_no_subgroups_in_is_refused() {
    let mut limits = spirula::target::Limits::default();
    limits.subgroup_supported_stages = Some(0x10);
    let source = compute("words[i] = helper(x); }\nfn helper(x: u32) -> u32 { return subgroupAdd(x);");
    let refused = refused_for(&source, Target::vulkan(1, 3).with_limits(limits));
    assert_eq!(refused.len(), 1);
    assert!(refused[0].contains("subgroupSupportedStages"), "{refused:?}");
}

/// Whether an index into a binding array, computed by an operation, is considered dynamically uniform.
fn is_uniform(index: &str) -> bool {
    let source = format!(
        "enable wgpu_binding_array;
struct Block {{ value: u32 }}
@group(0) @binding(0) var<storage, read_write> blocks: binding_array<Block, 8>;
@group(0) @binding(1) var<uniform> same: u32;
@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) i: u32) {{ blocks[{index}].value = 1u; }}"
    );
    let output = compile(&source, Target::vulkan(1, 3)).unwrap_or_else(|error| panic!("{error}"));
    !output
        .requirements
        .iter()
        .any(|used| used.capability == Capability::StorageBufferArrayNonUniformIndexing)
}

#[test]
fn results_are_uniform_where_neither_the_value_nor_who_takes_part_matters() {
    assert!(is_uniform("subgroupMin(same)"));
    assert!(is_uniform("subgroupOr(same)"));
    assert!(is_uniform("subgroupBroadcastFirst(same)"));
    assert!(is_uniform("u32(subgroupAny(same == 1u))"));
    for varying in [
        "subgroupAdd(same)",
        "subgroupXor(same)",
        "subgroupShuffle(same, i)",
        "subgroupBroadcastFirst(i)",
        "subgroupMin(i)",
        "subgroupBallot(same == 1u).x",
    ] {
        assert!(!is_uniform(varying), "{varying}");
    }
}

/// The properties of one invocation, and its result.
struct Seen {
    result: u32,
    lane: u32,
    subgroup: u32,
}

/// Runs an operation on `x` in 64 invocations; `None` without a driver.
fn run(expression: &str, input: &[u32]) -> Vec<(&'static str, Vec<Seen>)> {
    let Some(gpu) = gpu() else { return Vec::new() };
    let source = format!(
        "@group(0) @binding(0) var<storage, read_write> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<vec3<u32>>;
var<workgroup> words: array<u32, 64>;
/// The value that the next invocation of the subgroup has written, three times.
fn passed(first: u32, lane: u32, x: u32) -> u32 {{
    words[first + lane] = x * 3u;
    subgroupBarrier();
    return words[first + (lane ^ 1u)];
}}
@compute @workgroup_size(64)
fn main(
    @builtin(local_invocation_index) i: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_id) number: u32,
    @builtin(subgroup_size) lanes: u32,
    @builtin(num_subgroups) count: u32,
) {{
    let x = input[i];
    output[i] = vec3<u32>({expression}, lane, number);
}}"
    );
    let shader = parse::wgsl(&source, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    let bytes = |words: &[u32]| words.iter().flat_map(|word| word.to_ne_bytes()).collect();
    let bindings = [bytes(input), vec![0; 64 * 16]];
    let bindings: Vec<Binding> = (0..)
        .zip(bindings)
        .map(|(binding, bytes)| Binding {
            set: 0,
            binding,
            resource: Resource::Storage(bytes),
        })
        .collect();
    let newest = gpu.newest_target();
    let mut all = Vec::new();
    for target in validate::VULKAN.into_iter().skip(1).filter(|target| *target <= newest) {
        let words = backends::spirula(&shader, &backends::options_for(target, "main")).expect(expression);
        let results = gpu.compute(&Compute {
            words: &words,
            entry_point: "main",
            bindings: &bindings,
            push_constants: &[],
            constants: &[],
            workgroups: [1, 1, 1],
            validate: true,
        });
        let results = results.unwrap_or_else(|error| panic!("{expression} at {target}: {error}"));
        let words: Vec<u32> = results[1]
            .chunks_exact(4)
            .map(|word| u32::from_ne_bytes(word.try_into().unwrap()))
            .collect();
        let seen = words.chunks_exact(4).map(|seen| Seen {
            result: seen[0],
            lane: seen[1],
            subgroup: seen[2],
        });
        all.push((target, seen.collect()));
    }
    all
}

/// Compares an operation with the expected value for a lane, given the values of the subgroup by lane.
fn judge(expression: &str, expected: impl Fn(&[u32], usize) -> Option<u32>) {
    let input: Vec<u32> = (0..64_u32).map(|i| i.wrapping_mul(0x9e37_79b9) >> 7).collect();
    for (target, seen) in run(expression, &input) {
        for (at, invocation) in seen.iter().enumerate() {
            let mut group: Vec<(u32, u32)> = seen
                .iter()
                .zip(&input)
                .filter(|(other, _)| other.subgroup == invocation.subgroup)
                .map(|(other, &value)| (other.lane, value))
                .collect();
            group.sort_unstable();
            let values: Vec<u32> = group.iter().map(|&(_, value)| value).collect();
            assert!(values.len() >= 4, "a subgroup of {}", values.len());
            if let Some(expected) = expected(&values, invocation.lane as usize) {
                assert_eq!(invocation.result, expected, "{expression} at {target}, invocation {at}");
            }
        }
    }
}

#[test]
fn reductions_and_scans_run() {
    judge("subgroupAdd(x)", |v, _| {
        Some(v.iter().fold(0, |a, b| a.wrapping_add(*b)))
    });
    judge("subgroupMul(x | 1u)", |v, _| {
        Some(v.iter().fold(1, |a, b| a.wrapping_mul(*b | 1)))
    });
    judge("subgroupMin(x)", |v, _| v.iter().copied().min());
    judge("subgroupMax(x)", |v, _| v.iter().copied().max());
    judge("bitcast<u32>(subgroupMin(bitcast<i32>(x << 7u)))", |v, _| {
        v.iter().map(|x| (x << 7).cast_signed()).min().map(i32::cast_unsigned)
    });
    judge("subgroupAnd(x | 0x700u)", |v, _| {
        Some(v.iter().fold(u32::MAX, |a, b| a & (b | 0x700)))
    });
    judge("subgroupOr(x)", |v, _| Some(v.iter().fold(0, |a, b| a | b)));
    judge("subgroupXor(x)", |v, _| Some(v.iter().fold(0, |a, b| a ^ b)));
    judge("subgroupExclusiveAdd(x)", |v, lane| {
        Some(v[..lane].iter().fold(0, |a, b| a.wrapping_add(*b)))
    });
    judge("subgroupInclusiveAdd(x)", |v, lane| {
        Some(v[..=lane].iter().fold(0, |a, b| a.wrapping_add(*b)))
    });
    judge("subgroupExclusiveMul(x | 1u)", |v, lane| {
        Some(v[..lane].iter().fold(1, |a, b| a.wrapping_mul(*b | 1)))
    });
    judge("subgroupInclusiveMul(x | 1u)", |v, lane| {
        Some(v[..=lane].iter().fold(1, |a, b| a.wrapping_mul(*b | 1)))
    });
    judge("u32(subgroupMax(f32(x & 0xffffu)))", |v, _| {
        v.iter().map(|x| x & 0xffff).max()
    });
    judge("subgroupAdd(vec3<u32>(x, 1u, x * 2u)).z", |v, _| {
        Some(v.iter().fold(0, |a, b| a.wrapping_add(b.wrapping_mul(2))))
    });
    // Floats with small integer values, so that sums and products are exact in any order.
    let float = |x: &u32| (x & 3) as f32;
    judge("bitcast<u32>(subgroupAdd(f32(x & 3u)))", |v, _| {
        Some(v.iter().map(float).sum::<f32>().to_bits())
    });
    judge("bitcast<u32>(subgroupInclusiveAdd(f32(x & 3u)))", |v, lane| {
        Some(v[..=lane].iter().map(float).sum::<f32>().to_bits())
    });
    judge("bitcast<u32>(subgroupExclusiveAdd(f32(x & 3u)))", |v, lane| {
        Some(v[..lane].iter().map(float).fold(0.0, |a, b| a + b).to_bits())
    });
    let power = |x: &u32| ((x & 1) as f32).exp2();
    judge("bitcast<u32>(subgroupMul(exp2(f32(x & 1u))))", |v, _| {
        Some(v.iter().map(power).product::<f32>().to_bits())
    });
    judge("bitcast<u32>(subgroupInclusiveMul(exp2(f32(x & 1u))))", |v, lane| {
        Some(v[..=lane].iter().map(power).product::<f32>().to_bits())
    });
    judge("bitcast<u32>(subgroupExclusiveMul(exp2(f32(x & 1u))))", |v, lane| {
        Some(v[..lane].iter().map(power).product::<f32>().to_bits())
    });
    judge("u32(subgroupMin(f32(x & 0xffffu)))", |v, _| {
        v.iter().map(|x| x & 0xffff).min()
    });
    judge("u32(subgroupAdd(u64(x)) >> 3u)", |v, _| {
        Some((v.iter().map(|x| u64::from(*x)).sum::<u64>() >> 3) as u32)
    });
}

/// Signed numbers, half of which are negative.
#[test]
fn reductions_and_scans_of_signed_numbers_run() {
    let signed = |x: &u32| (x << 7).cast_signed();
    let run = |name: &str, of: &dyn Fn(&[i32], usize) -> i32| {
        let expression = format!("bitcast<u32>({name}(bitcast<i32>(x << 7u)))");
        judge(&expression, |v, lane| {
            let values: Vec<i32> = v.iter().map(signed).collect();
            Some(of(&values, lane).cast_unsigned())
        });
    };
    let add = |values: &[i32]| values.iter().fold(0_i32, |a, b| a.wrapping_add(*b));
    run("subgroupAdd", &|v, _| add(v));
    run("subgroupInclusiveAdd", &|v, lane| add(&v[..=lane]));
    run("subgroupExclusiveAdd", &|v, lane| add(&v[..lane]));
    run("subgroupMax", &|v, _| v.iter().copied().max().unwrap());
    run("subgroupAnd", &|v, _| v.iter().fold(-1, |a, b| a & b));
    run("subgroupOr", &|v, _| v.iter().fold(0, |a, b| a | b));
    run("subgroupXor", &|v, _| v.iter().fold(0, |a, b| a ^ b));
    let odd = |values: &[u32]| {
        let odd = values.iter().map(|x| (x << 7 | 1).cast_signed());
        Some(odd.fold(1_i32, i32::wrapping_mul).cast_unsigned())
    };
    let product = |name: &str| format!("bitcast<u32>({name}(bitcast<i32>((x << 7u) | 1u)))");
    judge(&product("subgroupMul"), |v, _| odd(v));
    judge(&product("subgroupInclusiveMul"), |v, lane| odd(&v[..=lane]));
    judge(&product("subgroupExclusiveMul"), |v, lane| odd(&v[..lane]));
}

/// Vectors with different components, the third of which is compared.
#[test]
fn vectors_are_gathered() {
    let vector = "vec3<u32>(1u, 2u, x)";
    let run = |call: &str, from: &dyn Fn(&[u32], usize) -> Option<u32>| {
        judge(&format!("{}.z", call.replace('V', vector)), from);
    };
    run("subgroupBroadcastFirst(V)", &|v, _| Some(v[0]));
    run("subgroupBroadcast(V, 3u)", &|v, _| Some(v[3]));
    run("subgroupShuffle(V, (lane + 1u) & 3u)", &|v, lane| {
        Some(v[(lane + 1) & 3])
    });
    run("subgroupShuffleXor(V, 1u)", &|v, lane| v.get(lane ^ 1).copied());
    run("subgroupShuffleUp(V, 1u)", &|v, lane| {
        lane.checked_sub(1).map(|from| v[from])
    });
    run("subgroupShuffleDown(V, 2u)", &|v, lane| v.get(lane + 2).copied());
    run("quadBroadcast(V, 1u)", &|v, lane| Some(v[(lane & !3) + 1]));
}

/// The active invocations, the number and the size of subgroups; and the memory that a subgroup barrier makes visible.
#[test]
fn subgroups_know_themselves() {
    let size = gpu().map_or(0, |gpu| gpu.subgroup_size());
    judge("subgroupBallot().x", |v, _| {
        Some(if v.len() >= 32 { u32::MAX } else { (1 << v.len()) - 1 })
    });
    judge("lanes", |_, _| Some(size));
    // The number of subgroups for 64 invocations.
    judge("count", |v, _| Some(64_u32.div_ceil(v.len() as u32)));
    judge("passed(number * lanes, lane, x)", |v, lane| {
        v.get(lane ^ 1).map(|x| x.wrapping_mul(3))
    });
}

#[test]
fn votes_ballots_and_gathers_run() {
    judge("u32(subgroupAll(x > 3u))", |v, _| {
        Some(u32::from(v.iter().all(|x| *x > 3)))
    });
    judge("u32(subgroupAny((x & 7u) == 7u))", |v, _| {
        Some(u32::from(v.iter().any(|x| x & 7 == 7)))
    });
    judge("subgroupBallot((x & 1u) == 1u).x", |v, _| {
        let bits = v.iter().take(32).enumerate();
        Some(bits.fold(0, |mask, (lane, x)| mask | (x & 1) << lane))
    });
    judge("subgroupBroadcastFirst(x)", |v, _| Some(v[0]));
    judge("subgroupBroadcast(x, 2u)", |v, _| Some(v[2]));
    judge("subgroupShuffle(x, (lane + 1u) & 3u)", |v, lane| {
        Some(v[(lane + 1) & 3])
    });
    judge("subgroupShuffleXor(x, 1u)", |v, lane| v.get(lane ^ 1).copied());
    judge("subgroupShuffleUp(x, 1u)", |v, lane| {
        lane.checked_sub(1).map(|from| v[from])
    });
    judge("subgroupShuffleDown(x, 2u)", |v, lane| v.get(lane + 2).copied());
    judge("quadBroadcast(x, 3u)", |v, lane| Some(v[(lane & !3) + 3]));
    judge("quadSwapX(x)", |v, lane| Some(v[lane ^ 1]));
    judge("quadSwapY(x)", |v, lane| Some(v[lane ^ 2]));
    judge("quadSwapDiagonal(x)", |v, lane| Some(v[lane ^ 3]));
}
