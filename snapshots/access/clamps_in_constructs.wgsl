// A clamp is used again by accesses of the same construct and of those inside, not by code after the construct in which it
// was computed. An index of another type or length has a clamp of its own.
// bounds-checks: restrict

@group(0) @binding(0) var<storage, read_write> values: array<u32>;
@group(0) @binding(1) var<storage, read_write> others: array<u32>;

@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let index = id.x;
    if id.y > 0u {
        values[index] = 1u;
        values[index] += 2u;
    }
    values[index] = 3u;
    for (var i = 0u; i < id.z; i++) {
        values[index] += i;
        values[i] = values[i] + 4u;
    }
    others[index] = values[index];
    let signed = bitcast<i32>(index);
    values[signed] += 5u;
}

// CHECK: OpSelectionMerge
// CHECK: [[INSIDE:]] = OpExtInst %u32 %GLSL.std.450 UMin [[INDEX:]] [[LAST:]]
// CHECK: OpAccessChain %ptr_StorageBuffer_u32 %set0_binding0 %u32_0 [[INSIDE]]
// CHECK: OpAccessChain %ptr_StorageBuffer_u32 %set0_binding0 %u32_0 [[INSIDE]]
// CHECK: [[AFTER:]] = OpExtInst %u32 %GLSL.std.450 UMin [[INDEX]] [[LAST]]
// CHECK: OpAccessChain %ptr_StorageBuffer_u32 %set0_binding0 %u32_0 [[AFTER]]
// CHECK: OpLoopMerge
// CHECK: OpAccessChain %ptr_StorageBuffer_u32 %set0_binding0 %u32_0 [[AFTER]]
// CHECK: OpAccessChain %ptr_StorageBuffer_u32 %set0_binding0 %u32_0 [[AFTER]]
// CHECK: OpExtInst %u32 %GLSL.std.450 UMin [[INDEX]]
// CHECK: OpAccessChain %ptr_StorageBuffer_u32 %set0_binding1
