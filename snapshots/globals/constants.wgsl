// Constants are shared, a private variable has an initializer, and what nothing reaches is not there.

struct Entry { key: u32, weights: vec3<f32> }

const HALF = 0.5;
const TABLE = array<Entry, 2>(Entry(1u, vec3<f32>(HALF)), Entry(2u, vec3<f32>(0.0, HALF, 1.0)));
const UNUSED = array<u32, 3>(1u, 2u, 3u);

@group(0) @binding(0) var<storage, read_write> output: array<f32>;
var<private> state: array<vec2<f32>, 2> = array<vec2<f32>, 2>(vec2<f32>(HALF), vec2<f32>());
var<private> unreached: u32 = 3u;

@compute @workgroup_size(1)
fn main(@builtin(local_invocation_index) index: u32) {
    state[index].x += HALF;
    output[TABLE[1].key] = TABLE[index].weights.y + state[0].x;
}

// CHECK-NOT: %u32_3
// CHECK: %f32_0.5 = OpConstant %f32 0.5
// CHECK-NOT: %u32_3
// CHECK-NOT: OpVariable {{.*}} Private
// CHECK: OpConstantComposite %struct_u32_v3f32 %u32_2
// CHECK-NOT: OpVariable {{.*}} Private
// CHECK: %Private_arr_v2f32_2 = OpVariable {{.*}} Private %arr_v2f32_2_0.5,{{.*}}
// CHECK-NOT: OpVariable {{.*}} Private
// CHECK: OpVariable %ptr_Function_arr_struct_u32_v3f32_2 Function %arr_struct_u32_v3f32_2_1,0.5,{{.*}}
