// Adreno's driver inverts all bits of a boolean: the opposite is compared.
// workaround: logical-not

@group(0) @binding(0) var<storage, read_write> values: vec4<f32>;

@compute @workgroup_size(1)
fn main() {
    if !(values.x < values.y) {
        values.z = 1.0;
    }
    let less = values.xy < values.zw;
    values.w = select(1.0, 2.0, all(!less) || !any(less));
}

// CHECK: OpFUnordGreaterThanEqual %bool
// CHECK: OpFUnordGreaterThanEqual %v2bool
// CHECK: OpLogicalEqual %bool
// CHECK-NOT: OpLogicalNot
