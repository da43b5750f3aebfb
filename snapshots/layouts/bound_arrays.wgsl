// targets: vulkan1.2 vulkan1.3
// Two-row matrices in binding arrays of uniform buffers: uniform and non-uniform indices, and through arguments.
enable wgpu_binding_array;
struct Material {
    texture_matrix: mat3x2<f32>,
    tint: vec4<f32>,
    extra: array<mat2x2<f32>, 2>,
}
@group(0) @binding(0) var<uniform> materials: binding_array<Material, 16>;
@group(0) @binding(1) var<uniform> selected: u32;

fn transform(matrix: mat3x2<f32>, at: vec2<f32>) -> vec2<f32> {
    return matrix * vec3(at, 1.0);
}
fn shade(material: Material, at: vec2<f32>) -> vec4<f32> {
    return material.tint + vec4(transform(material.texture_matrix, at), material.extra[1] * at);
}

@fragment
fn main(@location(0) @interpolate(flat) index: u32, @location(1) at: vec2<f32>) -> @location(0) vec4<f32> {
    let column = materials[index].texture_matrix[index];
    return shade(materials[selected], at)
        + shade(materials[index], at)
        + vec4(column, materials[2].extra[index][1]);
}

// CHECK: OpCapability UniformBufferArrayNonUniformIndexing
// CHECK-DAG: %[[CHAIN:[^ ]+]] = OpAccessChain {{.*}} %set0_binding0
// CHECK-DAG: OpDecorate %main:[[CHAIN]] NonUniform
// CHECK-DAG: %[[COLUMN:[^ ]+]] = OpAccessChain %ptr_Uniform_v2f32 %[[CHAIN]] %u32_2
// CHECK-DAG: OpDecorate %main:[[COLUMN]] NonUniform
// CHECK: [[FIRST:]] = OpIEqual %bool {{.*}} %u32_1
// CHECK: OpSelect %v2f32 [[FIRST]]
// CHECK: OpCompositeConstruct %mat3v2f32
// CHECK: OpMatrixTimesVector %v2f32
