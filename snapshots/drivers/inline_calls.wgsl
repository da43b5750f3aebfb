// Some drivers crash on many functions: the code of a function stands where it is called.
// workaround: inline-calls

@group(0) @binding(0) var<storage, read_write> values: array<u32, 4>;

fn first_above(least: u32) -> u32 {
    for (var i = 0u; i < 4u; i++) {
        if values[i] > least {
            return i;
        }
    }
    return 4u;
}

fn increase(value: ptr<function, u32>) {
    *value += first_above(*value);
}

@compute @workgroup_size(1)
fn main() {
    var value = 3u;
    increase(&value);
    values[0] = value;
}

// CHECK: OpLoopMerge
// CHECK-NOT: OpFunctionCall
