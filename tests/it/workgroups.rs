//! Tests of device limits, each in its own unit and by writer and check alike, including workgroup sizes and lengths
//! that are specialization constants; and of workgroup memory that the invocations zero, in stores of at most a vector.

mod descriptors;
mod zeroed;

use crate::common::setup::{self, Setup};
use crate::common::{parse, validate};
use spirula::target::Limits;
use spirula::{ErrorKind, Feature, Output, Target};

/// A limit, and the values that a shader uses.
type Use<'a> = (&'a str, &'a [i64]);

fn limited(target: &str, (name, numbers): Use<'_>) -> Target {
    let mut limits = Limits::default();
    assert!(limits.set(name, numbers), "{name}");
    // With descriptor heaps, descriptors need no bound sets.
    let target = Target::parse(target).unwrap().disable(Feature::DescriptorHeap);
    target.with_limits(limits)
}

fn compile(source: &str, target: Target, open: bool) -> Result<Output, spirula::Error> {
    let shader = parse::wgsl(source, "a.wgsl").unwrap_or_else(|error| panic!("{error}\n{source}"));
    let mut options = Setup::new(target);
    options.spec_constants = open;
    setup::compile(&shader.module, &shader.info, &options)
}

/// Asserts that the use of each limit is recorded; that a device with exactly these limits accepts the shader and its
/// words; and that one with one limit reduced by one refuses both.
fn keeps(source: &str, open: bool, target: &str, uses: &[Use<'_>]) {
    let free = compile(source, Target::parse(target).unwrap(), open);
    let free = free.unwrap_or_else(|error| panic!("{target}: {}", error.emit_to_string(source, "")));
    validate::validate(&free.words, target).unwrap_or_else(|fault| panic!("{target}: {fault}\n{source}"));
    for &(name, numbers) in uses {
        for (at, &number) in numbers.iter().enumerate() {
            let own = match numbers {
                [_] => name.to_owned(),
                _ => format!("{name}[{at}]"),
            };
            let used = free.limits.iter().find(|used| used.name == own);
            assert_eq!(used.map(|used| used.value), Some(number), "{target}: {own}\n{source}");
        }
        let check = |numbers: &[i64]| spirula::check::check(&free.words, &limited(target, (name, numbers)));
        let exact = compile(source, limited(target, (name, numbers)), open);
        assert!(exact.is_ok(), "{target}: {name}: {}", exact.unwrap_err());
        assert!(check(numbers).is_valid(), "{target}: {name}: {}", check(numbers));
        for at in 0..numbers.len() {
            let mut less = numbers.to_vec();
            // A minimum is more restrictive if it is larger.
            less[at] += if name.starts_with("min") { 1 } else { -1 };
            let error = compile(source, limited(target, (name, &less)), open).map(|_| ());
            let error = error.expect_err(name);
            for diagnostic in error.diagnostics() {
                let what = match diagnostic.kind {
                    ErrorKind::Limit { what, .. } => what,
                    ErrorKind::TexelOffset { limits, .. } => limits[usize::from(name.starts_with("max"))],
                    ref kind => panic!("{target}: {name}: {kind}"),
                };
                assert!(what.contains(name) && diagnostic.span.is_defined(), "{target}: {what}");
            }
            assert!(
                !check(&less).is_valid(),
                "{target}: the check takes {name} {less:?}\n{source}"
            );
        }
    }
}

#[test]
fn compute() {
    // A word, five booleans of a word each, padding to 32 bytes, a vector of three words, padding, two structs of 32 bytes.
    let source = "
struct Pair { a: vec2<f32>, b: vec3<u32> }
var<workgroup> word: u32;
var<workgroup> flags: array<bool, 5>;
var<workgroup> three: vec3<f32>;
var<workgroup> pairs: array<Pair, 2>;
@group(2) @binding(0) var<storage, read_write> out: array<f32>;
@compute @workgroup_size(4, 3, 2)
fn main(@builtin(local_invocation_index) i: u32) {
    word = i;
    flags[i % 5u] = true;
    three.x = f32(i);
    pairs[i % 2u].a.x = f32(i);
    workgroupBarrier();
    out[i] = f32(word) + f32(flags[0]) + three.x + pairs[0].a.x;
}";
    for target in validate::VULKAN {
        keeps(
            source,
            false,
            target,
            &[
                ("maxComputeWorkGroupSize", &[4, 3, 2]),
                ("maxComputeWorkGroupInvocations", &[24]),
                ("maxComputeSharedMemorySize", &[48 + 64]),
                ("maxBoundDescriptorSets", &[3]),
            ],
        );
    }
}

#[test]
fn defaults_of_open_overrides() {
    for target in validate::VULKAN {
        keeps(
            "override wgx = 4096; @compute @workgroup_size(wgx, 4) fn main() { return; }",
            true,
            target,
            &[
                ("maxComputeWorkGroupSize", &[4096, 4, 1]),
                ("maxComputeWorkGroupInvocations", &[16384]),
            ],
        );
        // 7 * 3 - 1, |-6| with a clamp, a quotient by what may be zero; 20 words and 6 vectors of 16 bytes.
        keeps(
            "
override n: u32 = 7u;
override m: i32 = -6;
override big: bool = n > 6u;
override length: u32 = select(1u, n * 3u - 1u, big);
override half: u32 = length / (n >> 1u);
var<workgroup> a: array<u32, length>;
var<workgroup> b: array<vec3<f32>, u32(clamp(abs(m), 2, 9))>;
@compute @workgroup_size(length, u32(abs(m)), half)
fn main(@builtin(local_invocation_index) i: u32) {
    a[i] = i;
    b[i].x = f32(a[0]);
}",
            true,
            target,
            &[
                ("maxComputeWorkGroupSize", &[20, 6, 6]),
                ("maxComputeWorkGroupInvocations", &[720]),
                ("maxComputeSharedMemorySize", &[20 * 4 + 6 * 16]),
            ],
        );
    }
    for target in ["vulkan1.2", "vulkan1.3", "vulkan1.4"] {
        keeps(
            "enable wgpu_mesh_shader;
override n = 5u;
var<workgroup> kept: array<u32, n * 2u>;
var<task_payload> payload: u32;
@task @payload(payload) @workgroup_size(n, 2) fn main(@builtin(local_invocation_index) i: u32) -> @builtin(mesh_task_size) vec3<u32> {
    kept[i] = i;
    payload = kept[0];
    return vec3<u32>(1u);
}",
            true,
            target,
            &[
                ("maxTaskWorkGroupSize", &[5, 2, 1]),
                ("maxTaskWorkGroupInvocations", &[10]),
                ("maxTaskSharedMemorySize", &[40]),
                ("maxTaskPayloadAndSharedMemorySize", &[44]),
            ],
        );
    }
}

/// Values that are invalid as workgroup sizes and array lengths are refused if they are computed, too.
#[test]
fn defaults_below_one() {
    for (source, message) in [
        (
            "override n = 3; @compute @workgroup_size(4 - n * 2) fn main() {}",
            "makes a workgroup size that is not positive",
        ),
        (
            "override n = 3u; var<workgroup> a: array<u32, n / 4u>;
             @compute @workgroup_size(1) fn main() { a[0] = 1u; }",
            "makes an array that has no element",
        ),
    ] {
        let error = compile(source, Target::vulkan(1, 3), true).map(|_| ()).unwrap_err();
        assert!(error.emit_to_string(source, "").contains(message), "{error}");
    }
}

#[test]
fn reflection_of_open_sizes() {
    let source = "
@id(7) override n = 12u;
@id(3) override given: i32;
override doubled = n * 2u;
var<workgroup> a: array<u32, doubled>;
@compute @workgroup_size(n, given, 2) fn one() { a[0] = 1u; }
@compute @workgroup_size(doubled, n + 1, n) fn two() {}";
    let shader = parse::wgsl(source, "a.wgsl").unwrap();
    let mut options = Setup::new(Target::vulkan(1, 3));
    options.spec_constants = true;
    options.overrides.insert("doubled".to_owned(), 10.0);
    let expected = |doubled: u32, id: Option<u32>| {
        [
            ([12, 1, 2], [Some(7), Some(3), None], doubled * 4),
            ([doubled, 13, 12], [id, None, Some(7)], 0),
        ]
    };
    // With an own default, the constant is separate from those computed without it.
    let given = setup::compile(&shader.module, &shader.info, &options).unwrap();
    let id = given
        .spec_constants
        .iter()
        .find(|one| one.name.as_deref() == Some("doubled"));
    let of = |output: &Output| {
        let entries = output.reflection.entry_points.iter();
        let of: Vec<_> = entries
            .map(|entry| {
                (
                    entry.workgroup_size.unwrap(),
                    entry.workgroup_size_ids,
                    entry.workgroup_memory,
                )
            })
            .collect();
        of
    };
    assert_eq!(of(&given), expected(10, id.map(|one| one.id)));
    options.overrides.clear();
    let computed = setup::compile(&shader.module, &shader.info, &options).unwrap();
    assert_eq!(of(&computed), expected(24, None));
}

#[test]
fn vertices() {
    let source = "enable clip_distances;
struct Out { @builtin(position) p: vec4<f32>, @location(0) a: f32, @location(1) b: vec3<f32>, @builtin(clip_distances) clip: array<f32, 5> }
@vertex fn main(@location(0) a: vec4<f32>, @location(6) b: f32) -> Out {
    return Out(a, b, a.xyz, array<f32, 5>());
}";
    // A location without the lower ones, and only the position.
    let sparse = "
struct Out { @builtin(position) p: vec4<f32>, @location(9) a: f32 }
@vertex fn main() -> Out { return Out(vec4<f32>(), 1.0); }";
    let position = "@vertex fn main() -> @builtin(position) vec4<f32> { return vec4<f32>(); }";
    for target in validate::VULKAN {
        keeps(
            source,
            false,
            target,
            &[
                ("maxVertexInputAttributes", &[7]),
                ("maxVertexOutputComponents", &[2 * 4 + 4 + 5]),
                ("maxClipDistances", &[5]),
                ("maxCombinedClipAndCullDistances", &[5]),
            ],
        );
        keeps(sparse, false, target, &[("maxVertexOutputComponents", &[40])]);
        keeps(position, false, target, &[("maxVertexOutputComponents", &[4])]);
    }
}

/// naga's WGSL has no cull distances: the IR of a shader with clip distances is modified.
#[test]
fn cull_distances() {
    let source = "enable clip_distances;
struct Out { @builtin(position) p: vec4<f32>, @builtin(clip_distances) clip: array<f32, 3> }
@vertex fn main() -> Out { return Out(vec4<f32>(), array<f32, 3>()); }";
    let mut shader = parse::wgsl(source, "a.wgsl").unwrap();
    let result = shader.module.entry_points[0].function.result.as_ref().unwrap().ty;
    let mut ty = shader.module.types[result].clone();
    if let naga::TypeInner::Struct { ref mut members, .. } = ty.inner {
        members[1].binding = Some(naga::Binding::BuiltIn(naga::BuiltIn::CullDistance));
    }
    shader.module.types.replace(result, ty);
    for (name, value) in [
        ("maxCullDistances", 3),
        ("maxCombinedClipAndCullDistances", 3),
        ("maxVertexOutputComponents", 7),
    ] {
        for (value, is_enough) in [(value, true), (value - 1, false)] {
            let options = Setup::new(limited("vulkan1.1", (name, &[value])));
            let words = setup::compile(&shader.module, &shader.info, &options);
            assert_eq!(words.is_ok(), is_enough, "{name} {value}");
            let free = setup::compile(&shader.module, &shader.info, &Setup::new(Target::vulkan(1, 1))).unwrap();
            let report = spirula::check::check(&free.words, &options.target);
            assert_eq!(report.is_valid(), is_enough, "{name} {value}: {report}");
        }
    }
}

#[test]
fn fragments() {
    let source = "
@group(0) @binding(0) var<storage, read_write> sums: array<atomic<u32>>;
@group(0) @binding(1) var image: texture_storage_2d<r32float, write>;
@group(0) @binding(2) var<storage, read_write> only_read: array<u32>;
struct In { @builtin(position) p: vec4<f32>, @builtin(front_facing) front: bool, @location(5) a: vec2<f32>, @location(1) b: f32,
    @location(11) unused: f32 }
struct Out { @location(0) a: vec4<f32>, @location(2) b: f32 }
@fragment fn main(in: In, @location(9) unused: f32) -> Out {
    atomicAdd(&sums[0], only_read[u32(in.front)]);
    textureStore(image, vec2<u32>(), in.p);
    return Out(in.a.xyxy, in.b);
}";
    let dual = "enable dual_source_blending;
struct Out { @location(0) @blend_src(0) a: vec4<f32>, @location(0) @blend_src(1) b: vec4<f32> }
@fragment fn main() -> Out { return Out(vec4<f32>(), vec4<f32>()); }";
    for target in validate::VULKAN {
        keeps(
            source,
            false,
            target,
            &[
                ("maxFragmentInputComponents", &[24]),
                ("maxFragmentOutputAttachments", &[3]),
                ("maxFragmentCombinedOutputResources", &[4]),
            ],
        );
        keeps(dual, false, target, &[("maxFragmentDualSrcAttachments", &[1])]);
    }
}

#[test]
fn offsets_and_push_constants() {
    let source = "
struct Pushed { a: vec4<f32>, b: vec4<f32> }
var<immediate> pushed: Pushed;
@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var how: sampler;
@fragment fn main() -> @location(0) vec4<f32> {
    return textureSample(image, how, pushed.a.xy, vec2<i32>(-7, 5))
        + textureGather(1, image, how, pushed.a.zw, vec2<i32>(3, -6)) * pushed.b;
}";
    for target in validate::VULKAN {
        keeps(
            source,
            false,
            target,
            &[
                ("minTexelOffset", &[-7]),
                ("maxTexelOffset", &[5]),
                ("minTexelGatherOffset", &[-6]),
                ("maxTexelGatherOffset", &[3]),
                ("maxPushConstantsSize", &[32]),
            ],
        );
    }
}

#[test]
fn offsets_composed_of_vectors() {
    let source = "
@group(0) @binding(0) var image: texture_3d<f32>;
@group(0) @binding(1) var how: sampler;
@fragment fn main() -> @location(0) vec4<f32> {
    return textureSample(image, how, vec3(0.5), vec3(vec2(-7, 5), 2));
}";
    for target in validate::VULKAN {
        keeps(
            source,
            false,
            target,
            &[("minTexelOffset", &[-7]), ("maxTexelOffset", &[5])],
        );
    }
}

/// The ranges of buffers: a matrix with columns of 16 bytes, a list that ends with one element of an open array, and the
/// element of a binding array.
#[test]
fn ranges_of_buffers() {
    let source = "
struct Turn { rows: mat2x2<f32>, by: array<vec4<f32>, 3>, last: vec4<f32> }
struct List { count: u32, at: vec3<f32>, items: array<vec4<f32>> }
@group(0) @binding(0) var<uniform> turn: Turn;
@group(0) @binding(1) var<storage, read_write> list: List;
@group(0) @binding(2) var<storage, read_write> words: array<u32, 8>;
@compute @workgroup_size(1) fn main(@builtin(local_invocation_index) i: u32) {
    list.items[i].x += turn.rows[i & 1].x + turn.last.w;
    words[i & 7] += list.count;
}";
    for target in validate::VULKAN {
        keeps(
            source,
            false,
            target,
            &[("maxUniformBufferRange", &[80]), ("maxStorageBufferRange", &[48])],
        );
    }
}
