//! Tests that workgroup memory is zero at the start of every workgroup, for all shapes of the workgroup and sizes of
//! the memory, natively and by the invocations themselves; and of texture barriers.

use spirula::Feature;

use super::run::{dispatch, dispatch_shader, group};
use crate::common::setup::Setup;
use crate::common::vulkan::{Image, Resource, vk};
use crate::common::{parse, root};

/// The number of workgroups, which run one after the other in the same memory: each would find the values of the
/// previous one.
const GROUPS: u32 = 48;

/// Every workgroup counts nonzero values, then fills the memory with ones.
fn check(size: [u32; 3], length: u32, native: bool) {
    let [x, y, z] = size;
    let count = x * y * z;
    let source = format!(
        "struct Cell {{ number: u32, weights: mat2x3<f32>, list: array<vec2<i32>, 2> }}
@group(0) @binding(0) var<storage, read_write> dirty: array<u32>;
var<workgroup> cells: array<Cell, {length}>;
var<workgroup> counts: array<atomic<u32>, 3>;
var<workgroup> flag: bool;
@compute @workgroup_size({x}, {y}, {z})
fn main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) at: vec3<u32>) {{
    var found = u32(flag) + atomicLoad(&counts[local % 3u]);
    for (var i = local; i < {length}u; i += {count}u) {{
        let cell = cells[i];
        let sum = abs(cell.weights[0]) + abs(cell.weights[1]);
        found += u32(cell.number != 0u) + u32(any(sum != vec3<f32>())) + u32(any((cell.list[0] | cell.list[1]) != vec2<i32>()));
    }}
    workgroupBarrier();
    dirty[at.x * {count}u + local] = found;
    let ones = vec3<f32>(1.0);
    for (var i = local; i < {length}u; i += {count}u) {{
        cells[i] = Cell(1u, mat2x3<f32>(ones, ones), array<vec2<i32>, 2>(vec2<i32>(1), vec2<i32>(1)));
    }}
    atomicStore(&counts[local % 3u], 1u);
    if local == 0u {{ flag = true; }}
    workgroupBarrier();
    // Reads the memory, so that none of the stores is removed.
    if !flag || cells[{length}u - 1u].number != 1u {{ dirty[at.x * {count}u + local] += 1000u; }}
}}
"
    );
    let words = (GROUPS * count) as usize;
    let resources = [Resource::Storage(vec![0; words * 4])];
    let change = |options: &mut Setup| {
        let feature = Feature::ShaderZeroInitializeWorkgroupMemory;
        let target = options.target.clone();
        options.target = if native {
            target.enable(feature)
        } else {
            target.disable(feature)
        };
    };
    let runs: &[&str] = if native {
        &["vulkan1.3"]
    } else {
        &["vulkan1.0", "vulkan1.2"]
    };
    dispatch(
        &source,
        change,
        runs,
        &group(resources),
        [GROUPS, 1, 1],
        |buffers| match buffers[0].iter().position(|word| *word != 0) {
            None => Ok(()),
            Some(at) => Err(format!("invocation {at} of all found {} words", buffers[0][at])),
        },
    );
}

/// One invocation, odd sizes, a power of two; memory smaller and larger than the workgroup, and one whose elements are
/// stored without a loop, in a share of each invocation and a rest.
const SHAPES: [([u32; 3], u32); 7] = [
    ([3, 1, 1], 5),
    ([1, 1, 1], 1),
    ([1, 1, 1], 9),
    ([7, 3, 2], 5),
    ([7, 3, 2], 100),
    ([64, 1, 1], 64),
    ([3, 5, 1], 31),
];

#[test]
fn memory_is_zeroed_by_all_invocations() {
    for (size, length) in SHAPES {
        check(size, length, false);
    }
}

#[test]
fn memory_is_zeroed_by_the_device() {
    for (size, length) in SHAPES {
        check(size, length, true);
    }
}

/// Memory of every type: arrays of arrays of structs with arrays, matrices, booleans, atomics. Each workgroup reads
/// every word of it, and then fills it.
const EVERY_SHAPE: &str = "
struct Inner { flag: bool, turn: mat3x2<f32>, list: array<vec3<i32>, 5>, count: atomic<u32> }
struct Outer { inner: array<array<Inner, 3>, 2>, tail: array<u32, 7>, one: f32, wide: mat4x4<f32> }
struct Arrays { a: array<f32, 3>, b: array<array<u32, 2>, 1> }
@group(0) @binding(0) var<storage, read_write> dirty: array<u32>;
var<workgroup> outers: array<Outer, 3>;
var<workgroup> single: Outer;
var<workgroup> arrays: Arrays;
var<workgroup> large: array<u32, LARGE>;
var<workgroup> matrix: mat2x4<f32>;
var<workgroup> lone: vec4<u32>;
var<workgroup> flag: bool;
var<workgroup> count: atomic<i32>;
fn look(fill: bool) -> u32 {
    var found = 0u;
    for (var n = 0u; n < 4u; n++) {
        for (var k = 0u; k < 6u; k++) {
            if n < 3u {
                found += part_of_outers(n, k, fill);
            } else {
                found += part_of_single(k, fill);
            }
        }
    }
    for (var k = 0u; k < LARGEu; k++) {
        found += u32(large[k] != 0u);
        if fill { large[k] = 1u; }
    }
    for (var k = 0u; k < 3u; k++) {
        found += u32(arrays.a[k] != 0.0) + u32(arrays.b[0][k % 2u] != 0u);
        if fill && k > 0u { arrays.a[k - 1u] = 1.0; arrays.a[k] = 1.0; arrays.b[0][k % 2u] = 1u; }
    }
    found += u32(any(matrix[0] != vec4<f32>())) + u32(any(matrix[1] != vec4<f32>()));
    found += u32(any(lone != vec4<u32>())) + u32(flag) + u32(atomicLoad(&count) != 0);
    if fill {
        matrix = mat2x4<f32>(vec4<f32>(1.0), vec4<f32>(1.0));
        lone = vec4<u32>(1u);
        flag = true;
        atomicStore(&count, 1);
    }
    return found;
}
fn part_of_outers(n: u32, k: u32, fill: bool) -> u32 {
    var found = PART(outers[n]);
    if fill { FILL(outers[n]) }
    return found;
}
fn part_of_single(k: u32, fill: bool) -> u32 {
    var found = PART(single);
    if fill { FILL(single) }
    return found;
}
@compute @workgroup_size(SIZE)
fn main(@builtin(local_invocation_index) local: u32, @builtin(workgroup_id) at: vec3<u32>) {
    if local == TELLERu { dirty[at.x] = look(true) + 1u; }
    workgroupBarrier();
    // Reads the memory, so that none of the stores is removed.
    if local == 0u { dirty[at.x] += look(false) << 16u; }
}
";

/// The code that counts the nonzero words of an `Outer`, and the code that fills it; `k` is one of six inner structs.
fn every_shape(size: &str, teller: u32, large: u32) -> String {
    let part = |outer: &str| {
        let inner = format!("{outer}.inner[k / 3u][k % 3u]");
        let mut sum = format!("u32({inner}.flag) + u32(atomicLoad(&{inner}.count) != 0u)");
        for column in 0..3 {
            sum += &format!(" + u32(any({inner}.turn[{column}] != vec2<f32>()))");
        }
        for element in 0..5 {
            sum += &format!(" + u32(any({inner}.list[{element}] != vec3<i32>()))");
        }
        for element in 0..7 {
            sum += &format!(" + u32({outer}.tail[{element}] != 0u && k == 5u)");
        }
        for column in 0..4 {
            sum += &format!(" + u32(any({outer}.wide[{column}] != vec4<f32>()) && k == 5u)");
        }
        sum + &format!(" + u32({outer}.one != 0.0 && k == 5u)")
    };
    let fill = |outer: &str| {
        let inner = format!("{outer}.inner[k / 3u][k % 3u]");
        let mut code = format!("{inner}.flag = true; atomicStore(&{inner}.count, 1u);");
        for column in 0..3 {
            code += &format!(" {inner}.turn[{column}] = vec2<f32>(1.0);");
        }
        for element in 0..5 {
            code += &format!(" {inner}.list[{element}] = vec3<i32>(1);");
        }
        code += &format!(" if k == 5u {{ {outer}.one = 1.0;");
        for element in 0..7 {
            code += &format!(" {outer}.tail[{element}] = 1u;");
        }
        for column in 0..4 {
            code += &format!(" {outer}.wide[{column}] = vec4<f32>(1.0);");
        }
        code + " }"
    };
    let mut source = EVERY_SHAPE.replace("SIZE", size).replace("TELLER", &teller.to_string());
    source = source.replace("LARGE", &large.to_string());
    for outer in ["outers[n]", "single"] {
        source = source.replace(&format!("PART({outer})"), &part(outer));
        source = source.replace(&format!("FILL({outer})"), &fill(outer));
    }
    source
}

fn check_every_shape(size: &str, teller: u32, large: u32, adjust: impl Fn(&mut Setup)) {
    let source = every_shape(size, teller, large);
    let groups = 4;
    let resources = group([Resource::Storage(vec![0; groups as usize * 4])]);
    // The number of filled words: ten of each inner struct and twelve of each outer one, ...
    let filled = 4 * (6 * 10 + 12) + large + 3 + 3 + 2 + 1 + 1 + 1;
    let expected = vec![filled << 16 | 1; groups as usize];
    let change = |options: &mut Setup| {
        let target = options.target.clone();
        options.target = target.disable(Feature::ShaderZeroInitializeWorkgroupMemory);
        adjust(options);
    };
    dispatch(
        &source,
        change,
        &["vulkan1.0", "vulkan1.2"],
        &resources,
        [groups, 1, 1],
        |buffers| super::atomics::equal(&buffers[0], &expected),
    );
}

/// Workgroups of one, of an odd number and of many invocations; memory that is smaller and larger than these.
#[test]
fn memory_of_every_shape_is_zeroed() {
    for (size, teller, large) in [
        ("1", 0, 301),
        ("7, 3, 2", 41, 301),
        ("128", 77, 3),
        ("5, 1, 13", 1, 3000),
    ] {
        check_every_shape(size, teller, large, |_| {});
    }
}

#[test]
fn memory_is_zeroed_under_every_policy() {
    use naga::proc::BoundsCheckPolicy as Policy;
    for policy in [Policy::Unchecked, Policy::ReadZeroSkipWrite] {
        check_every_shape("3, 7", 20, 40, |options| options.bounds_check_policies.index = policy);
    }
}

#[test]
fn memory_is_zeroed_under_the_vulkan_memory_model() {
    check_every_shape("3, 7", 20, 40, |options| {
        options.vulkan_memory_model = options.target.vulkan_version() >= spirula::Target::vulkan(1, 2).vulkan_version();
    });
}

/// The case of `snapshots`, whose memory barriers only SPIR-V has: each invocation writes its number to its own word,
/// and after barriers to the next one.
#[test]
fn words_are_overwritten_across_memory_barriers() {
    let shader = parse::file(&root("snapshots/flow/memory_barriers.spvasm")).unwrap_or_else(|error| panic!("{error}"));
    let resources = group([Resource::Storage(vec![0xff; 65 * 4])]);
    let mut expected = vec![0];
    expected.extend(0..64);
    dispatch_shader(
        &shader,
        "",
        |_| {},
        &[],
        &resources,
        [1, 1, 1],
        |buffers| super::atomics::equal(&buffers[0], &expected),
    );
}

#[test]
fn texels_are_passed_on_across_texture_barriers() {
    let source = "
@group(0) @binding(0) var image: texture_storage_2d<r32uint, read_write>;
@compute @workgroup_size(8, 4)
fn main(@builtin(local_invocation_id) id: vec3<u32>) {
    let at = id.xy;
    for (var round = 0u; round < 5u; round++) {
        let right = textureLoad(image, vec2<u32>((at.x + 1u) % 8u, at.y)).x;
        let below = textureLoad(image, vec2<u32>(at.x, (at.y + 1u) % 4u)).x;
        textureBarrier();
        textureStore(image, at, vec4<u32>(right * 3u + below + round, 0u, 0u, 0u));
        textureBarrier();
    }
}
";
    let mut texels: Vec<u32> = (0..32).map(|i| i * i + 1).collect();
    let bytes = texels.iter().flat_map(|texel| texel.to_ne_bytes()).collect();
    let image = Image::flat(vk::Format::R32_UINT, 8, 4, bytes);
    for round in 0..5 {
        let next = |i: usize| {
            let right = texels[i / 8 * 8 + (i + 1) % 8];
            let below = texels[(i + 8) % 32];
            right.wrapping_mul(3).wrapping_add(below).wrapping_add(round)
        };
        texels = (0..32).map(next).collect();
    }
    let resources = [Resource::StorageImage(image)];
    dispatch(
        source,
        |_| {},
        &[],
        &group(resources),
        [1, 1, 1],
        |buffers| super::atomics::equal(&buffers[0], &texels),
    );
}
