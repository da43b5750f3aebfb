//! Tests of what wgpu's policies for a robust device mean: buffers and images are unchecked although other memory is
//! checked. Only what such a device checks itself is left to it.

use naga::back::spv;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::target::{Feature, Support, Target};
use spirula::{Output, compat};

use super::nothing;
use crate::common::inspect::Inspected;
use crate::common::vulkan::{Binding, Compute, Resource, gpu};
use crate::common::{parse, setup, validate};
use spirv::{GlslStd450Op, Op};

/// wgpu's policies for a device with `robustBufferAccess2` and `robustImageAccess`.
fn robust() -> spv::Options<'static> {
    spv::Options {
        bounds_check_policies: BoundsCheckPolicies {
            index: BoundsCheckPolicy::Restrict,
            buffer: BoundsCheckPolicy::Unchecked,
            image_load: BoundsCheckPolicy::Unchecked,
            binding_array: BoundsCheckPolicy::Unchecked,
        },
        ..nothing()
    }
}

fn shader(declarations: &str, body: &str) -> String {
    format!(
        "@group(0) @binding(0) var<storage, read_write> out: array<u32, 4>;
@group(0) @binding(1) var<storage, read> at: vec4<u32>;
{declarations}
@compute @workgroup_size(1) fn main() {{ let i = at.x; let j = at.y; {body} }}
"
    )
}

fn write(source: &str, options: &spv::Options<'_>, target: &Target) -> Output {
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}\n{source}"));
    let mut setup = setup::Setup::new(target.clone());
    setup.options = compat::options(options, None).unwrap();
    setup.self_check = true;
    setup::compile(&shader.module, &shader.info, &setup).unwrap_or_else(|error| panic!("{error:#}\n{source}"))
}

/// How many indices and coordinates are clamped.
fn clamps(words: &[u32]) -> usize {
    let module = Inspected::new(words);
    let all = module.all(Op::ExtInst);
    all.filter(|one| one.operand_words()[1] == GlslStd450Op::UMin as u32)
        .count()
}

/// A shader; the clamps on a robust device and on another one.
const ROWS: [(&str, &str, usize, usize); 18] = [
    (
        "@group(0) @binding(2) var<storage, read_write> a: array<u32>;",
        "out[0] = a[i];",
        0,
        1,
    ),
    (
        "@group(0) @binding(2) var<storage, read_write> a: array<u32>;",
        "a[i] = 1u;",
        0,
        1,
    ),
    (
        "struct S { head: u32, rest: array<u32> } @group(0) @binding(2) var<storage, read_write> a: S;",
        "out[0] = a.rest[i];",
        0,
        1,
    ),
    (
        "@group(0) @binding(2) var<storage, read_write> a: array<vec4<u32>>;",
        "out[0] = a[i][j];",
        1,
        2,
    ),
    (
        "@group(0) @binding(2) var<storage, read_write> a: array<array<u32, 3>>;",
        "a[i][j] = 1u;",
        1,
        2,
    ),
    (
        "@group(0) @binding(2) var<storage, read_write> a: array<mat2x2<f32>>;",
        "a[i][j].x = 1.0;",
        1,
        2,
    ),
    (
        "@group(0) @binding(2) var<storage, read_write> a: array<u32, 9>;",
        "out[0] = a[i];",
        1,
        1,
    ),
    (
        "@group(0) @binding(2) var<storage, read_write> a: vec2<f32>;",
        "if a[i] != 0.0 { out[0] = 1u; }",
        1,
        1,
    ),
    (
        "struct S { v: vec3<u32>, m: mat3x3<f32> } @group(0) @binding(2) var<storage, read_write> a: S;",
        "a.v[i] = 1u; a.m[j][i] = 1.0;",
        2,
        2,
    ),
    (
        "@group(0) @binding(2) var<storage, read_write> a: vec2<f32>;",
        "var k = 2u; if a[k] != f32() { out[0] = 1u; }",
        1,
        1,
    ),
    (
        "@group(0) @binding(2) var<uniform> a: array<vec4<u32>, 9>;",
        "out[0] = a[i].x;",
        1,
        1,
    ),
    (
        "@group(0) @binding(2) var<uniform> a: vec4<u32>;",
        "out[0] = a[i];",
        1,
        1,
    ),
    (
        "@group(0) @binding(2) var<storage, read_write> a: array<atomic<u32>>;",
        "out[0] = atomicLoad(&a[i]);",
        1,
        1,
    ),
    ("var<workgroup> a: array<u32, 9>;", "out[0] = a[i];", 1, 1),
    (
        "@group(0) @binding(2) var a: texture_2d<u32>;",
        "out[0] = textureLoad(a, at.xy, 0).x;",
        0,
        1,
    ),
    (
        "@group(0) @binding(2) var a: texture_2d<u32>;",
        "out[0] = textureLoad(a, vec2(0u), i).x;",
        1,
        2,
    ),
    (
        "@group(0) @binding(2) var a: texture_2d_array<u32>;",
        "out[0] = textureLoad(a, vec2(0u), i, 0).x;",
        1,
        1,
    ),
    (
        "@group(0) @binding(2) var a: texture_storage_2d<r32uint, read>;",
        "out[0] = textureLoad(a, at.xy).x;",
        0,
        1,
    ),
];

#[test]
fn a_robust_device_is_left_what_it_checks() {
    let options = robust();
    let device = compat::target(&options);
    for feature in [
        Feature::RobustBufferAccess,
        Feature::RobustBufferAccess2,
        Feature::RobustImageAccess,
    ] {
        assert_eq!(device.feature(feature), Support::Enabled, "{feature}");
    }
    let other = Target::vulkan(1, 1);
    for (declarations, body, on_device, elsewhere) in ROWS {
        let source = shader(declarations, body);
        for (target, expected) in [(&device, on_device), (&other, elsewhere)] {
            let output = write(&source, &options, target);
            validate::validate(&output.words, "vulkan1.1").unwrap_or_else(|error| panic!("{error}\n{source}"));
            assert_eq!(clamps(&output.words), expected, "{source}");
            let relied = output.features.iter().any(|used| {
                [
                    Feature::RobustBufferAccess2,
                    Feature::RobustImageAccess,
                    Feature::RobustImageAccess2,
                ]
                .contains(&used.feature)
            });
            assert_eq!(relied, on_device != elsewhere && target == &device, "{source}");
        }
    }
}

/// naga-cli's policies, and those of wgpu without run-time checks, leave everything unchecked.
#[test]
fn nothing_is_checked_where_no_index_is() {
    for policy in [BoundsCheckPolicy::Unchecked, BoundsCheckPolicy::Restrict] {
        let mut options = nothing();
        options.bounds_check_policies.image_load = policy;
        let made = compat::options(&options, None).unwrap();
        assert_eq!(made.bounds_check_policies, options.bounds_check_policies);
        assert!(!made.rely_on_robust_access);
        assert_eq!(
            compat::target(&options).feature(Feature::RobustBufferAccess2),
            Support::Allowed
        );
    }
    for (declarations, body, ..) in &ROWS[..14] {
        let source = shader(declarations, body);
        assert_eq!(
            clamps(&write(&source, &nothing(), &Target::vulkan(1, 1)).words),
            0,
            "{source}"
        );
    }
}

/// A device that is robust for one kind only, and a policy that tests.
#[test]
fn each_kind_is_left_for_itself() {
    let restrict = BoundsCheckPolicy::Restrict;
    let mut options = robust();
    options.bounds_check_policies.image_load = restrict;
    let target = compat::target(&options);
    assert_eq!(target.feature(Feature::RobustBufferAccess2), Support::Enabled);
    assert_ne!(target.feature(Feature::RobustImageAccess), Support::Enabled);
    let made = compat::options(&options, None).unwrap();
    assert!(made.rely_on_robust_access);
    assert_eq!(made.bounds_check_policies.buffer, restrict);
    let mut options = robust();
    options.bounds_check_policies.buffer = BoundsCheckPolicy::ReadZeroSkipWrite;
    options.bounds_check_policies.index = BoundsCheckPolicy::ReadZeroSkipWrite;
    let made = compat::options(&options, None).unwrap();
    assert_eq!(made.bounds_check_policies.buffer, BoundsCheckPolicy::ReadZeroSkipWrite);
    assert_eq!(made.bounds_check_policies.image_load, restrict);
    let target = compat::target(&options);
    assert_ne!(target.feature(Feature::RobustBufferAccess2), Support::Enabled);
    assert_eq!(target.feature(Feature::RobustImageAccess), Support::Enabled);
    // With a set of capabilities too.
    let mut options = robust();
    options.capabilities = Some([spv::Capability::Shader].into_iter().collect());
    let target = compat::target(&options);
    assert_eq!(target.feature(Feature::RobustBufferAccess2), Support::Enabled);
}

/// Executed with the device's checks: indices past vectors, matrices and arrays select the last part, those past a
/// run-time array read zero and write nothing.
#[test]
fn results_on_a_robust_device() {
    let Some(gpu) = gpu() else { return };
    if !gpu.has_robust_pipelines() {
        println!("skipped: no pipelineRobustness");
        return;
    }
    let words = |words: &[u32]| Resource::Storage(words.iter().flat_map(|word| word.to_ne_bytes()).collect());
    let float = |number: f32| number.to_bits();
    for (declarations, body, given, out, after) in [
        (
            "@group(0) @binding(2) var<storage, read_write> a: vec2<f32>;",
            "var k = 2u; if a[k] != f32() { out[0] = 0x1003u; }",
            vec![0, 0],
            0,
            vec![0, 0],
        ),
        (
            "@group(0) @binding(2) var<storage, read_write> a: vec2<u32>;",
            "out[0] = a[i]; a[j] = 9u;",
            vec![5, 6],
            6,
            vec![5, 9],
        ),
        (
            "@group(0) @binding(2) var<storage, read_write> a: array<u32, 3>;",
            "out[0] = a[i]; a[j] = 9u;",
            vec![5, 6, 7],
            7,
            vec![5, 6, 9],
        ),
        (
            "struct S { m: mat2x2<f32>, after: vec2<u32> } @group(0) @binding(2) var<storage, read_write> a: S;",
            "out[0] = bitcast<u32>(a.m[i][j]); a.m[j][i] = 9.0;",
            vec![float(1.0), float(2.0), float(3.0), float(4.0), 5, 6],
            float(4.0),
            vec![float(1.0), float(2.0), float(3.0), float(9.0), 5, 6],
        ),
        (
            "struct S { v: vec3<u32>, after: u32 } @group(0) @binding(2) var<storage, read_write> a: S;",
            "out[0] = a.v[at.z]; a.v[at.z] = 9u;",
            vec![1, 2, 3, 4],
            3,
            vec![1, 2, 9, 4],
        ),
        (
            "@group(0) @binding(2) var<storage, read_write> a: array<u32>;",
            "out[0] = a[i] + 1u; a[j] = 9u;",
            vec![5, 6],
            1,
            vec![5, 6],
        ),
        (
            "@group(0) @binding(2) var<storage, read_write> a: array<vec4<u32>>;",
            "out[0] = a[at.w][i]; a[at.w][j] = 9u;",
            vec![1, 2, 3, 4],
            4,
            vec![1, 2, 3, 9],
        ),
    ] {
        let source = shader(declarations, body);
        let options = robust();
        let output = write(&source, &options, &compat::target(&options));
        let resources = [words(&[0; 4]), words(&[7, 1000, 3, 0]), words(&given)];
        let bindings: Vec<_> = (0..)
            .zip(resources)
            .map(|(binding, resource)| Binding {
                set: 0,
                binding,
                resource,
            })
            .collect();
        let run = Compute {
            words: &output.words,
            entry_point: "main",
            bindings: &bindings,
            push_constants: &[],
            constants: &[],
            workgroups: [1, 1, 1],
            validate: true,
        };
        let results = gpu.compute_robust(&run).unwrap_or_else(|error| panic!("{error}"));
        let word = |bytes: &[u8], at: usize| u32::from_ne_bytes(bytes[at * 4..][..4].try_into().unwrap());
        assert_eq!(word(&results[0], 0), out, "{source}");
        let found: Vec<_> = (0..after.len()).map(|at| word(&results[2], at)).collect();
        assert_eq!(found, after, "{source}");
    }
}
