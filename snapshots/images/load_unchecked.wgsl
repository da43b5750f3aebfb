// Nothing is tested.
// bounds-checks: unchecked

@group(0) @binding(0) var flat: texture_2d<f32>;
@group(0) @binding(1) var layers: texture_2d_array<u32>;
@group(0) @binding(2) var deep: texture_3d<i32>;
@group(0) @binding(3) var many: texture_multisampled_2d<f32>;
@group(0) @binding(4) var<storage, read_write> output: array<vec4<f32>>;

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    output[0] = textureLoad(flat, vec2<i32>(id.xy), 1);
    output[1] = vec4<f32>(textureLoad(layers, id.xy, id.z, 0));
    output[2] = vec4<f32>(textureLoad(deep, vec3<i32>(id), 0));
    output[3] = textureLoad(many, id.xy, 2);
    let size = textureDimensions(flat, 1) + textureDimensions(layers) + textureDimensions(deep).xy;
    let counts = vec2<u32>(textureNumLevels(flat) + textureNumLayers(layers), textureNumSamples(many));
    output[4] = vec4<f32>(vec4<u32>(size, counts));
}

// CHECK-NOT: UMin
// CHECK: OpImageFetch %v4f32 {{.*}} Lod %i32_1
// CHECK: OpImageFetch %v4u32 {{.*}} Lod %i32_0
// CHECK: OpImageFetch %v4f32 {{.*}} Sample
// CHECK-NOT: UMin
