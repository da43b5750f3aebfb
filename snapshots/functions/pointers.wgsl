// Pointers to whole variables are passed as they are.

struct Pair { a: u32, b: vec2<u32> }

@group(0) @binding(0) var<storage, read_write> v: array<u32>;
var<private> counter: u32;

fn bump(p: ptr<private, u32>, by: u32) -> u32 {
    *p += by;
    return *p;
}

fn fill(p: ptr<function, Pair>) {
    (*p).a = 1u;
    (*p).b.y = (*p).a + 2u;
}

@compute @workgroup_size(1)
fn main() {
    var pair: Pair;
    fill(&pair);
    v[0] = bump(&counter, pair.b.y);
}

// CHECK: [[PAIR:]] = OpVariable %ptr_Function_struct_u32_v2u32 Function
// CHECK: OpFunctionCall %void [[FILL:]] [[PAIR]]
// CHECK: OpFunctionCall %u32 [[BUMP:]] {{.*}}
// CHECK: [[FILL]] = OpFunction
// CHECK: [[PARAMETER:]] = OpFunctionParameter %ptr_Function_struct_u32_v2u32
// CHECK: OpAccessChain %ptr_Function_u32 [[PARAMETER]] %u32_0
// CHECK: [[BUMP]] = OpFunction
// CHECK-NEXT: OpFunctionParameter %u32
// CHECK: OpStore %Private_u32
