// Every vector of other widths than 32 bits, and every matrix.
enable f16;
enable wgpu_int16;
struct All {
    v2i16: vec2<i16>,
    v3i16: vec3<i16>,
    v4i16: vec4<i16>,
    v2u16: vec2<u16>,
    v3u16: vec3<u16>,
    v4u16: vec4<u16>,
    v2i64: vec2<i64>,
    v3i64: vec3<i64>,
    v4i64: vec4<i64>,
    v2u64: vec2<u64>,
    v3u64: vec3<u64>,
    v4u64: vec4<u64>,
    v2f16: vec2<f16>,
    v3f16: vec3<f16>,
    v4f16: vec4<f16>,
    v2f64: vec2<f64>,
    v3f64: vec3<f64>,
    v4f64: vec4<f64>,
    m22f16: mat2x2<f16>,
    m23f16: mat2x3<f16>,
    m24f16: mat2x4<f16>,
    m32f16: mat3x2<f16>,
    m33f16: mat3x3<f16>,
    m34f16: mat3x4<f16>,
    m42f16: mat4x2<f16>,
    m43f16: mat4x3<f16>,
    m44f16: mat4x4<f16>,
    m22f32: mat2x2<f32>,
    m23f32: mat2x3<f32>,
    m24f32: mat2x4<f32>,
    m32f32: mat3x2<f32>,
    m33f32: mat3x3<f32>,
    m34f32: mat3x4<f32>,
    m42f32: mat4x2<f32>,
    m43f32: mat4x3<f32>,
    m44f32: mat4x4<f32>,
    m22f64: mat2x2<f64>,
    m23f64: mat2x3<f64>,
    m24f64: mat2x4<f64>,
    m32f64: mat3x2<f64>,
    m33f64: mat3x3<f64>,
    m34f64: mat3x4<f64>,
    m42f64: mat4x2<f64>,
    m43f64: mat4x3<f64>,
    m44f64: mat4x4<f64>,
}
@group(0) @binding(0) var<storage, read> input: All;
@group(0) @binding(1) var<storage, read_write> output: All;

@compute @workgroup_size(1)
fn main() {
    output = input;
}

// CHECK: MatrixStride 4{{$}}
// CHECK: OpTypeMatrix %v2f16 2
// CHECK: OpTypeMatrix %v4f32 3
// CHECK: OpTypeMatrix %v4f64 4
// CHECK: OpTypeStruct %v2i16 %v3i16
