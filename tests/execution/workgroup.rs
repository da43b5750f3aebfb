//! Workgroup memory starts as zero in every workgroup, whatever the shape of the workgroup and the size of the memory,
//! natively and by the invocations themselves; and barriers over textures.

use spirula::Feature;

use super::common::vulkan::{Image, Resource, vk};
use super::common::{parse, root};
use super::run::{dispatch, dispatch_shader, group};

/// Workgroups that run one after the other in the same memory: what one leaves behind the next would find.
const GROUPS: u32 = 48;

/// Every workgroup counts what is not zero, then fills the memory with ones.
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
    // Read, so that nothing above is left out.
    if !flag || cells[{length}u - 1u].number != 1u {{ dirty[at.x * {count}u + local] += 1000u; }}
}}
"
    );
    let words = (GROUPS * count) as usize;
    let resources = [Resource::Storage(vec![0; words * 4])];
    let change = |options: &mut spirula::Options| {
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

/// One invocation, odd shapes, a full power of two; memory smaller and larger than the workgroup.
const SHAPES: [([u32; 3], u32); 6] = [
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

/// The case of `snapshots`, whose barriers of memory alone only SPIR-V has: each invocation writes its number to its own word,
/// and after barriers to the next.
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
