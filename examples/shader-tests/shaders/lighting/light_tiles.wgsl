// For each tile of 16 by 16 pixels, the lights whose spheres reach into its range of depths.
// names
struct View {
    tile_to_view: mat4x4<f32>,
    tiles: vec2<u32>,
    light_count: u32,
}

@group(0) @binding(0) var<uniform> view: View;
@group(0) @binding(1) var<storage, read> spheres: array<vec4<f32>>;
@group(0) @binding(2) var depths: texture_depth_2d;
@group(0) @binding(3) var<storage, read_write> tile_lights: array<array<u32, 64>>;

var<workgroup> near_bits: atomic<u32>;
var<workgroup> far_bits: atomic<u32>;
var<workgroup> count: atomic<u32>;

@compute @workgroup_size(16, 16)
fn main(
    @builtin(global_invocation_id) pixel: vec3<u32>,
    @builtin(local_invocation_index) local: u32,
    @builtin(workgroup_id) tile: vec3<u32>,
) {
    if local == 0u {
        atomicStore(&near_bits, 0x7f7fffffu);
    }
    workgroupBarrier();
    let depth = textureLoad(depths, pixel.xy, 0);
    // The bits of positive floats are in the order of their values.
    atomicMin(&near_bits, bitcast<u32>(depth));
    atomicMax(&far_bits, bitcast<u32>(depth));
    workgroupBarrier();
    let near = bitcast<f32>(atomicLoad(&near_bits));
    let far = bitcast<f32>(atomicLoad(&far_bits));
    let center = view.tile_to_view * vec4(vec2<f32>(tile.xy), 0.5 * (near + far), 1.0);
    for (var i = local; i < view.light_count; i += 256u) {
        let sphere = spheres[i];
        let reach = sphere.w + 0.5 * (far - near);
        if distance(sphere.xyz, center.xyz) < reach {
            let slot = atomicAdd(&count, 1u);
            if slot < 63u {
                tile_lights[tile.y * view.tiles.x + tile.x][slot + 1u] = i;
            }
        }
    }
    workgroupBarrier();
    if local == 0u {
        tile_lights[tile.y * view.tiles.x + tile.x][0] = min(atomicLoad(&count), 63u);
    }
}

// The bounds of a tile are one atomic each.
// CHECK: OpEntryPoint GLCompute [[MAIN:]] "main"
// CHECK: OpExecutionMode [[MAIN]] LocalSize 16 16 1
// CHECK-DAG: OpAtomicUMax %u32 %far_bits
// CHECK-DAG: OpAtomicUMin %u32 %near_bits
