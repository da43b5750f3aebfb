// 64-bit texels have the least and the greatest.
@group(0) @binding(0) var flat: texture_storage_2d<r64uint, atomic>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    textureAtomicMin(flat, at.xy, u64(at.x));
    textureAtomicMax(flat, at.xy, u64(at.y));
}
