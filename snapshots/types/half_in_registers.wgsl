// 16-bit floats that lie in no buffer: arithmetic needs `shaderFloat16`, and no storage feature.
// targets: vulkan1.2

enable f16;

@group(0) @binding(0) var<storage, read_write> v: array<f32>;

@compute @workgroup_size(1)
fn main() {
    var h = vec2<f16>(f16(v[0]), f16(v[1]));
    h = h * h + h.yx;
    v[2] = f32(h.x);
}

// CHECK-NOT: OpCapability StorageBuffer16BitAccess
// CHECK: OpCapability Float16
// CHECK-NOT: OpCapability StorageBuffer16BitAccess
// CHECK: OpFConvert %f16
// CHECK: OpFMul %v2f16
// CHECK: OpFAdd %v2f16
