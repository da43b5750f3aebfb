// Arrays of more elements than are worth a line each are converted in a loop, one helper a type, from and to memory.
struct Item {
    weight: f32,
    offset: vec3<f32>,
}
struct Group {
    name: u32,
    items: array<Item, 40>,
}
struct All {
    groups: array<Group, 20>,
}
@group(0) @binding(0) var<storage, read_write> all: All;
@group(0) @binding(1) var<storage, read_write> other: All;
// The types live in Workgroup memory too, so that registers hold them without a layout.
var<workgroup> shared_group: All;

@compute @workgroup_size(1)
fn main() {
    shared_group = all;
    workgroupBarrier();
    other = shared_group;
}

// CHECK[..vulkan1.1]: OpFunctionCall {{[^ ]+}} [[CONVERT:]]
// CHECK[..vulkan1.1]: OpControlBarrier
// CHECK[..vulkan1.1]: OpFunctionCall
// CHECK[..vulkan1.1]: [[CONVERT]] = OpFunction
// CHECK[..vulkan1.1]: OpVariable {{.*}} Function
// CHECK[..vulkan1.1]: [[PLACE:]] = OpPhi %u32 %u32_0
// CHECK[..vulkan1.1]: OpLoopMerge
// CHECK[..vulkan1.1]: OpIAdd %u32 [[PLACE]] %u32_1
// CHECK[vulkan1.2..]: OpCopyLogical
// CHECK[vulkan1.2..]: OpControlBarrier
// CHECK[vulkan1.2..]: OpCopyLogical
