// A format that SPIR-V has no name for: read and written without one.
// targets: vulkan1.0 vulkan1.3

@group(0) @binding(0) var written: texture_storage_2d<bgra8unorm, write>;
@group(0) @binding(1) var texels: texture_storage_2d<bgra8unorm, read>;

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    textureStore(written, id.xy, textureLoad(texels, id.yx));
}

// CHECK: OpCapability StorageImageReadWithoutFormat
// CHECK: OpCapability StorageImageWriteWithoutFormat
// CHECK: OpTypeImage %f32 2D 0 0 0 2 Unknown
// CHECK: [[TEXEL:]] = OpImageRead %v4f32
// CHECK: OpImageWrite {{.*}} [[TEXEL]]
