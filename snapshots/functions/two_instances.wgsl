// One function, called with pointers of two shapes.

struct Pair { a: array<u32, 4>, b: array<u32, 4> }

@group(0) @binding(0) var<storage, read_write> v: array<u32>;

fn add(p: ptr<function, array<u32, 4>>, at: u32) {
    (*p)[at] += 1u;
}

@compute @workgroup_size(1)
fn main() {
    var whole = array<u32, 4>();
    var pair: Pair;
    add(&whole, v[0]);
    add(&pair.b, v[1]);
    v[2] = whole[0] + pair.b[1];
}

// CHECK: [[WHOLE:]] = OpVariable %ptr_Function_arr_u32_4 Function
// CHECK: [[PAIR:]] = OpVariable %ptr_Function_struct_{{.*}} Function
// CHECK: OpFunctionCall %void [[FIRST:]] [[WHOLE]]
// CHECK: OpFunctionCall %void [[SECOND:]] [[PAIR]]
// CHECK: [[FIRST]] = OpFunction
// CHECK: [[ARRAY:]] = OpFunctionParameter %ptr_Function_arr_u32_4
// CHECK: [[AT:]] = OpExtInst %u32 %GLSL.std.450 UMin
// CHECK: OpAccessChain %ptr_Function_u32 [[ARRAY]] [[AT]]
// CHECK: [[SECOND]] = OpFunction
// CHECK: [[STRUCT:]] = OpFunctionParameter
// CHECK: [[AT:]] = OpExtInst %u32 %GLSL.std.450 UMin
// CHECK: OpAccessChain %ptr_Function_u32 [[STRUCT]] %u32_1 [[AT]]
