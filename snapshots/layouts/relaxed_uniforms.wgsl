// enable: uniformBufferStandardLayout
// targets: vulkan1.0 vulkan1.1 vulkan1.2 vulkan1.4
// With the layout rules of storage buffers there is no twin: the offsets are the shader's, in every form.
struct Inner {
    m: mat3x2<f32>,
    f: f32,
}
struct Outer {
    a: f32,
    @align(16) inner: array<Inner, 20>,
    m: mat2x2<f32>,
}
@group(0) @binding(0) var<uniform> outer: Outer;
@group(0) @binding(1) var<uniform> alone: mat4x2<f32>;
@group(0) @binding(2) var<storage, read_write> out: Outer;

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    out = outer;
    out.m[id.x] = alone[id.y] + outer.inner[id.x].m[id.y];
}

// CHECK: OpDecorate [[LIST:]] ArrayStride 32
// CHECK: OpMemberDecorate [[OUTER:]] 1 Offset 16
// CHECK: OpMemberDecorate [[INNER:]] 0 MatrixStride 8
// CHECK: OpMemberDecorate [[INNER]] 1 Offset 24
// CHECK: [[LIST]] = OpTypeArray [[INNER]] %u32_20
// CHECK: [[OUTER]] = OpTypeStruct %f32 [[LIST]] %mat2v2f32
// CHECK-NOT: OpSelect
// CHECK: OpAccessChain %ptr_Uniform_v2f32 %set0_binding0
