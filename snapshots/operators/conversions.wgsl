// Conversions between numbers and booleans; floats to integers saturate.

@group(0) @binding(0) var<storage, read_write> f: array<vec2<f32>>;
@group(0) @binding(1) var<storage, read_write> i: array<vec2<i32>>;
@group(0) @binding(2) var<storage, read_write> u: array<vec2<u32>>;

@compute @workgroup_size(1)
fn main() {
    i[0] = vec2<i32>(f[0]) + vec2<i32>(u[0]);
    u[1] = vec2<u32>(f[1]) + bitcast<vec2<u32>>(f[2]);
    f[3] = vec2<f32>(i[1]) + vec2<f32>(u[2]) + vec2<f32>(vec2<bool>(u[3]));
}

// CHECK-NOT: OpIsNan
// CHECK: [[SIGNED:]] = OpExtInst %v2f32 %GLSL.std.450 NClamp {{.*}} %v2f32_-2147483600.0 %v2f32_2147483500.0
// CHECK: OpConvertFToS %v2i32 [[SIGNED]]
// CHECK: [[UNSIGNED:]] = OpExtInst %v2f32 %GLSL.std.450 NClamp {{.*}} %v2f32_0.0 %v2f32_4294967000.0
// CHECK: OpConvertFToU %v2u32 [[UNSIGNED]]
// CHECK: OpConvertSToF %v2f32
// CHECK: OpConvertUToF %v2f32
