// targets: vulkan1.1 vulkan1.3
// Every matrix of f16 has columns closer than sixteen bytes.
enable f16;
struct Halves {
    a: mat2x2<f16>,
    b: mat3x3<f16>,
    c: mat4x4<f16>,
    d: f32,
}
@group(0) @binding(0) var<uniform> halves: Halves;
@group(0) @binding(1) var<storage, read_write> out: Halves;

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    out = halves;
    out.c[id.x] = halves.c[id.y];
    out.b[2][id.x] = halves.b[id.y][id.z];
}

// CHECK: OpCapability UniformAndStorageBuffer16BitAccess
// CHECK: OpCompositeConstruct %mat2v2f16
// CHECK: OpCompositeConstruct %mat3v3f16
// CHECK: OpCompositeConstruct %mat4v4f16
// CHECK: OpSelect %v4f16
// CHECK: OpVectorExtractDynamic %f16
