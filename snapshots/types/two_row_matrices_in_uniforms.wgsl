// Columns of two rows are 8 bytes apart in WGSL and 16 in Vulkan's extended layout: such a matrix is its columns.

struct Part {
    turn: mat2x2<f32>,
    @size(16) offset: vec2<f32>,
}

struct Uniforms {
    first: mat3x2<f32>,
    @align(16) parts: array<Part, 2>,
}

@group(0) @binding(0) var<uniform> uniforms: Uniforms;
@group(0) @binding(1) var<storage, read_write> output: array<vec2<f32>>;

@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) index: u32) {
    let part = uniforms.parts[index];
    output[0] = part.turn * part.offset + uniforms.first[1];
    output[1] = uniforms.parts[1].turn[index];
    output[2] = uniforms.first * vec3<f32>(1.0, 2.0, 3.0);
}

// CHECK-DAG: [[PART:]] = OpTypeStruct %v2f32 %v2f32 %v2f32{{$}}
// CHECK-DAG: [[ALL:]] = OpTypeStruct %v2f32 %v2f32 %v2f32 %arr_{{.*}}_2
// CHECK-DAG: OpMemberDecorate [[ALL]] 1 Offset 8
// CHECK-DAG: OpMemberDecorate [[ALL]] 3 Offset 32
// CHECK: OpCompositeConstruct %mat2v2f32
// CHECK: [[FIRST:]] = OpIEqual %bool {{.*}} %u32_0
// CHECK: OpSelect %v2f32
// CHECK: OpCompositeConstruct %mat3v2f32
