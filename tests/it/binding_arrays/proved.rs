//! Tests that an index of a binding array is checked exactly where the explanation says so: under each policy, with a
//! length from the shader, the bindings or an override.

use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use spirula::{BindingInfo, CheckKind, Output, Target};
use spirv::{GlslStd450Op, Op};

use crate::common::inspect::Inspected;
use crate::common::setup::{self, Setup};
use crate::common::{parse, validate};

const TARGET: &str = "vulkan1.3";
const POLICIES: [BoundsCheckPolicy; 3] = [
    BoundsCheckPolicy::Restrict,
    BoundsCheckPolicy::ReadZeroSkipWrite,
    BoundsCheckPolicy::Unchecked,
];

/// A shader that accesses one element of an array of textures and one of an array of buffers, each at `index`.
fn source(size: &str, prefix: &str, index: &str) -> String {
    format!(
        "enable wgpu_binding_array;
enable wgpu_int16;
override count = 4u;
struct Numbers {{ number: u32 }}
@group(0) @binding(0) var<storage, read_write> out: u32;
@group(0) @binding(1) var<storage, read> input: vec4<u32>;
@group(0) @binding(2) var<storage, read> buffers: binding_array<Numbers{size}>;
@group(0) @binding(3) var textures: binding_array<texture_2d<f32>{size}>;
@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) group: vec3<u32>) {{
    {prefix} {{
        out = buffers[{index}].number + u32(textureSampleLevel(textures[{index}], sampled, vec2(0.5), 0.0).x);
    }}
}}
@group(0) @binding(4) var sampled: sampler;
"
    )
}

fn write(source: &str, policy: BoundsCheckPolicy, length: Option<u32>) -> Output {
    let shader = parse::wgsl(source, "test.wgsl").unwrap_or_else(|error| panic!("{error}\n{source}"));
    let mut setup = Setup::new(Target::parse(TARGET).unwrap());
    setup.explain_checks = true;
    setup.bounds_check_policies = BoundsCheckPolicies {
        index: BoundsCheckPolicy::Restrict,
        buffer: BoundsCheckPolicy::Restrict,
        image_load: BoundsCheckPolicy::Restrict,
        binding_array: policy,
    };
    for binding in [2, 3] {
        let info = BindingInfo {
            descriptor_set: 0,
            binding,
            binding_array_size: length,
            ..BindingInfo::default()
        };
        setup
            .binding_map
            .insert(naga::ResourceBinding { group: 0, binding }, info);
    }
    let output = setup::compile(&shader.module, &shader.info, &setup).unwrap_or_else(|error| panic!("{error}"));
    validate::validate(&output.words, TARGET).unwrap_or_else(|error| panic!("{error}\n{source}"));
    output
}

/// The numbers of clamps and of tests.
fn checks(words: &[u32]) -> (usize, usize) {
    let module = Inspected::new(words);
    let clamps = module.all(Op::ExtInst);
    let clamps = clamps.filter(|one| one.operand_words()[1] == GlslStd450Op::UMin as u32);
    (clamps.count(), module.all(Op::ULessThan).count())
}

/// Whether the indices are checked, which the words and the explanation must agree on. The shader's own `min` and
/// comparisons occur without checks too.
fn is_checked(source: &str, length: Option<u32>) -> bool {
    let plain = write(source, BoundsCheckPolicy::Unchecked, length);
    let found = POLICIES.map(|policy| {
        let output = write(source, policy, length);
        let (clamps, tests) = checks(&output.words);
        let (own_clamps, own_tests) = checks(&plain.words);
        let counts = (clamps - own_clamps, tests - own_tests);
        let explained: Vec<_> = output
            .checks
            .iter()
            .filter(|check| check.kind == CheckKind::Index)
            .map(|check| check.proved)
            .collect();
        match policy {
            BoundsCheckPolicy::Unchecked => {
                assert!(
                    explained.is_empty(),
                    "a check of an unchecked index is listed\n{source}"
                );
                assert_eq!(counts, (0, 0));
                None
            }
            BoundsCheckPolicy::Restrict | BoundsCheckPolicy::ReadZeroSkipWrite => {
                assert_eq!(explained.len(), 2, "{:?}\n{source}", output.checks);
                assert_eq!(explained[0], explained[1], "{:?}\n{source}", output.checks);
                let is_checked = !explained[0];
                let is_clamped = counts.0 > 0;
                assert_eq!(is_checked, is_clamped, "{policy:?}: {counts:?}\n{source}");
                if policy == BoundsCheckPolicy::ReadZeroSkipWrite {
                    assert_eq!(is_checked, counts.1 > 0, "{policy:?}: {counts:?}\n{source}");
                }
                Some(is_checked)
            }
        }
    });
    assert_eq!(found[0], found[1], "{source}");
    found[0] == Some(true)
}

#[test]
fn proved_elements_are_not_checked() {
    for (size, length, prefix, index, checked) in [
        // The shader's length.
        (", 4", None, "", "local", false),
        (", 3", None, "", "local", true),
        (", 4", None, "", "input.x", true),
        (", 4", None, "", "min(input.x, 3u)", false),
        (", 4", None, "", "input.x & 3u", false),
        (", 3", None, "", "input.x & 3u", true),
        (", 4", None, "let x = input.x; if x < 4u", "x", false),
        (", 4", None, "for (var k = 0u; k < 4u; k++)", "k", false),
        (", 4", None, "for (var k = 0u; k < 5u; k++)", "k", true),
        (", 4", None, "", "u16(input.x & 3u)", false),
        (", 4", None, "", "i16(input.x)", true),
        // Integers of 64 bits are not analyzed.
        (", 4", None, "", "u64(input.x) & 3lu", true),
        // The bindings' length has precedence, whether it is smaller or larger.
        (", 4", Some(2), "", "local", true),
        (", 4", Some(2), "", "local & 1u", false),
        (", 4", Some(8), "", "input.x & 7u", false),
        (", 4", Some(8), "", "input.x & 15u", true),
        ("", Some(4), "", "local", false),
        ("", Some(3), "", "local", true),
        (", count", Some(4), "", "local", false),
        (", count", Some(3), "", "local", true),
    ] {
        let source = source(size, prefix, index);
        assert_eq!(is_checked(&source, length), checked, "{length:?}\n{source}");
    }
}

/// Of the array of buffers and the buffers in it, each has its own policy.
#[test]
fn policies_of_elements_and_of_their_arrays() {
    let text = "enable wgpu_binding_array;
struct Numbers { numbers: array<u32, 4> }
@group(0) @binding(0) var<storage, read_write> out: u32;
@group(0) @binding(2) var<storage, read> buffers: binding_array<Numbers, 4>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) local: u32) {
    var own = array(1u, 2u, 3u, 4u);
    out = buffers[local].numbers[local] + own[local];
}";
    let shader = parse::wgsl(text, "test.wgsl").unwrap_or_else(|error| panic!("{error}"));
    for at in 0..8_u32 {
        let policy = |bit: u32| match at >> bit & 1 {
            0 => BoundsCheckPolicy::Unchecked,
            _ => BoundsCheckPolicy::Restrict,
        };
        let mut setup = Setup::new(Target::parse(TARGET).unwrap());
        setup.explain_checks = true;
        setup.bounds_check_policies = BoundsCheckPolicies {
            index: policy(0),
            buffer: policy(1),
            image_load: BoundsCheckPolicy::Restrict,
            binding_array: policy(2),
        };
        let output = setup::compile(&shader.module, &shader.info, &setup).unwrap_or_else(|error| panic!("{error}"));
        let indices = output.checks.iter().filter(|check| check.kind == CheckKind::Index);
        assert!(indices.clone().all(|check| check.proved), "{:?}", output.checks);
        assert_eq!(
            indices.count() as u32,
            at.count_ones(),
            "{:?}",
            setup.bounds_check_policies
        );
        assert_eq!(checks(&output.words), (0, 0));
    }
}
