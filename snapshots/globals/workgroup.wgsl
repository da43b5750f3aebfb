// Workgroup memory is zeroed by all invocations together before anything else happens: few elements by a store
// or two of each invocation, many in a loop.

struct Item { a: u32, b: vec3<f32> }

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
var<workgroup> items: array<Item, 12>;
var<workgroup> few: array<u32, 6>;
var<workgroup> flag: bool;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) index: u32) {
    items[index].b.y = f32(index);
    few[index] = index;
    workgroupBarrier();
    if !flag { output[index] = items[3u - index].b.y + f32(few[index + 2u]); }
}

// CHECK-COUNT-3[vulkan1.3..]: OpVariable {{.*}} Workgroup %{{.*}}_null
// CHECK[..vulkan1.2]: OpStore %Workgroup_bool %false
// CHECK[..vulkan1.2]: [[ELEMENT:]] = OpPhi %u32
// CHECK[..vulkan1.2]: OpULessThan %bool [[ELEMENT]] %u32_12
// CHECK[..vulkan1.2]: OpAccessChain %ptr_Workgroup_v3f32 %Workgroup_arr_struct_u32_v3f32_12 [[ELEMENT]] %u32_1
// CHECK-NEXT[..vulkan1.2]: OpStore {{.*}} %v3f32_null
// CHECK[..vulkan1.2]: OpIAdd %u32 [[ELEMENT]] %u32_4
// CHECK[..vulkan1.2]: OpStore {{.*}} %u32_0
// CHECK[..vulkan1.2]: OpULessThan %bool {{.*}} %u32_2
// CHECK[..vulkan1.2]: OpIAdd %u32 {{.*}} %u32_4
// CHECK[..vulkan1.2]: OpStore {{.*}} %u32_0
// CHECK[..vulkan1.2]: OpControlBarrier %u32_2 %u32_2 %u32_264
// CHECK: OpConvertUToF
// CHECK: OpControlBarrier %u32_2 %u32_2 %u32_264
