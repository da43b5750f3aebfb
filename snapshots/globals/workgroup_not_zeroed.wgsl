// Workgroup memory keeps what it held.
// zero-workgroup-memory: false

struct Item { a: u32, b: vec3<f32> }

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
var<workgroup> items: array<Item, 8>;
var<workgroup> flag: bool;

@compute @workgroup_size(4)
fn main(@builtin(local_invocation_index) index: u32) {
    items[index].b.y = f32(index);
    workgroupBarrier();
    if !flag { output[index] = items[3u - index].b.y; }
}

// CHECK-NOT: OpStore {{.*}} %v3f32_null
// CHECK-NOT: OpControlBarrier
// CHECK: OpAccessChain %ptr_Workgroup_f32 %Workgroup_arr_struct_u32_v3f32_8
// CHECK: OpStore
// CHECK: OpControlBarrier %u32_2 %u32_2 %u32_264
// CHECK: OpLoad %bool %Workgroup_bool
// CHECK-NOT: OpControlBarrier
