// The texture is an element: by constant, by a uniform index, and by one that differs between invocations.
// bounds: array=read-zero
enable wgpu_binding_array;
@group(0) @binding(0) var images: binding_array<texture_storage_2d<r32uint, atomic>, 4>;
@group(0) @binding(1) var<uniform> chosen: u32;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) at: vec3<u32>) {
    textureAtomicAdd(images[2], at.xy, 1u);
    textureAtomicMax(images[chosen], at.xy, 5u);
    textureAtomicOr(images[at.x], at.xy, 6u);
}
