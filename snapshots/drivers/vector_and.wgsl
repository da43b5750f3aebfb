// Mali's driver takes the constant for the result of an `and` of vectors: each component is computed alone.
// workaround: vector-and

@group(0) @binding(0) var<storage, read_write> values: array<vec2<u32>, 2>;

@compute @workgroup_size(1)
fn main() {
    values[1] = values[0] & vec2(255u, 15u);
    // Not with a constant.
    values[0] = values[0] & values[1];
}

// CHECK-COUNT-2: OpBitwiseAnd %u32
// CHECK: OpCompositeConstruct %v2u32
// CHECK: OpBitwiseAnd %v2u32
// CHECK-NOT: OpBitwiseAnd %v2u32
