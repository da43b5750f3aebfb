// PowerVR's driver builds a table of all numbers between the literals: they are mapped to consecutive numbers.
// workaround: switch-range

@group(0) @binding(0) var<storage, read_write> value: u32;

@compute @workgroup_size(1)
fn main() {
    switch value {
        case 1u, 2u: { value = 10u; }
        case 4000000000u: { value = 20u; }
        default: { value = 30u; }
    }
}

// CHECK: OpIEqual %bool
// CHECK: OpSelect %u32
// CHECK: OpSwitch
// CHECK-NOT: OpSwitch
