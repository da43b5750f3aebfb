// AMD's driver for Windows crashes on the minimum of a minimum over the subgroup: the second one is left out.
// workaround: nested-subgroup-min-max
// targets: vulkan1.1 vulkan1.1spv1.4 vulkan1.2 vulkan1.3 vulkan1.4

@group(0) @binding(0) var<storage, read_write> values: array<u32, 64>;

@compute @workgroup_size(64)
fn main(@builtin(local_invocation_index) index: u32) {
    values[index] = subgroupMin(subgroupMin(values[index])) + subgroupMax(subgroupAdd(values[index]));
}

// CHECK: OpGroupNonUniformUMin
// CHECK-NEXT: OpCopyObject
// CHECK: OpGroupNonUniformUMax
// CHECK-NOT: OpCopyObject
// CHECK-NOT: OpGroupNonUniformUMin
