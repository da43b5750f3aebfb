// Xclipse's driver before version 25 compares with zero wrongly: the comparison is by order.
// workaround: unsigned-zero-equality

@group(0) @binding(0) var<storage, read_write> values: vec4<u32>;
@group(0) @binding(1) var<storage, read_write> numbers: vec2<i32>;

@compute @workgroup_size(1)
fn main() {
    // The bound of the loop is compared with zero too.
    while values.x != values.y {
        values.x += values.z;
    }
    values.w = select(1u, 2u, values.z == 0u) + select(1u, 2u, all(values.xy != vec2(0u)));
    numbers.x = select(1, 2, numbers.y == 0);
}

// CHECK: OpULessThan %bool
// CHECK: OpUGreaterThan %v2bool
// CHECK: OpIEqual %bool
// CHECK-NOT: OpIEqual
