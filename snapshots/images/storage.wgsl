// Storage textures that are written, read, and both.

@group(0) @binding(0) var written: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(1) var read_back: texture_storage_2d<rgba32float, read>;
@group(0) @binding(2) var both: texture_storage_2d_array<r32uint, read_write>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if any(id.xy >= textureDimensions(written)) { return; }
    textureStore(written, id.xy, textureLoad(read_back, id.xy) * 2.0);
    textureStore(both, id.xy, 1, textureLoad(both, id.xy, 0) + vec4<u32>(1u));
}

// CHECK: OpDecorate %set0_binding0 NonReadable
// CHECK: OpDecorate %set0_binding1 NonWritable
// CHECK: OpImageQuerySize %v2u32
// CHECK: [[TEXEL:]] = OpImageRead %v4f32
// CHECK: OpImageWrite
// CHECK: [[TEXEL:]] = OpImageRead %v4u32
// CHECK: [[SUM:]] = OpIAdd %v4u32 [[TEXEL]]
// CHECK: OpImageWrite {{.*}} [[SUM]]
