// An older driver of Adreno crashes where a vertex index is equal to a constant: the different bits are compared.
// workaround: vertex-index-equality

@vertex
fn main(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    return vec4(select(0.0, 1.0, index == 2u), select(0.0, 1.0, 1u != index), 0.0, 1.0);
}

// CHECK: OpBitwiseXor %u32
// CHECK: OpULessThan %bool
// CHECK: OpBitwiseXor %u32
// CHECK-NOT: OpIEqual
// CHECK-NOT: OpINotEqual
