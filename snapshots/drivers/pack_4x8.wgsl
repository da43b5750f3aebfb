// Mali's driver computes the packing of four normalized numbers wrongly: they are shifted and multiplied.
// workaround: pack-4x8

@group(0) @binding(0) var<storage, read_write> packed: u32;
@group(0) @binding(1) var<storage, read_write> floats: vec4<f32>;

@compute @workgroup_size(1)
fn main() {
    floats = unpack4x8snorm(packed) + unpack4x8unorm(packed);
    packed = pack4x8snorm(floats) + pack4x8unorm(floats);
}

// CHECK: OpConvertSToF
// CHECK: OpConvertUToF
// CHECK-NOT: UnpackSnorm4x8
// CHECK-NOT: UnpackUnorm4x8
