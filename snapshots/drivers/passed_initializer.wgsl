// AMD's driver for Windows crashes where a variable with an initializer is passed to a function: it is stored instead.
// workaround: passed-initializer

@group(0) @binding(0) var<storage, read_write> value: u32;

fn increase(number: ptr<function, u32>) {
    *number += 1u;
}

@compute @workgroup_size(1)
fn main() {
    var number = 7u;
    increase(&number);
    var kept = 8u;
    kept += number;
    value = kept;
}

// CHECK: OpVariable %ptr_Function_u32 Function
// CHECK: OpStore {{.*}} %u32_7
