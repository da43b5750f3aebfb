// What stands after a terminator is not written, and a function that never returns normally still ends.

@group(0) @binding(0) var<storage, read_write> v: array<u32>;

fn always(x: u32) -> u32 {
    if x > 2u { return 1u; } else { return 2u; }
}

fn unused() -> u32 { return 7u; }

@compute @workgroup_size(1)
fn main() {
    v[0] = always(v[1]);
    return;
}

// CHECK: [[RESULT:]] = OpFunctionCall %u32 [[ALWAYS:]]
// CHECK: OpReturn
// CHECK-NEXT: OpFunctionEnd
// CHECK: [[ALWAYS]] = OpFunction
// CHECK: OpSelectionMerge [[MERGE:]] None
// CHECK-COUNT-2: OpReturnValue
// CHECK-NEXT: [[MERGE]] = OpLabel
// CHECK-NEXT: OpUnreachable
// CHECK-NEXT: OpFunctionEnd
// CHECK-NOT: OpFunction
