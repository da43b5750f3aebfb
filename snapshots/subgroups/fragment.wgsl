// Graphics stages: built-in inputs of integers are flat in a fragment shader, quads need their helpers alive.
@vertex
fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(f32(subgroupAdd(i)), f32(subgroupShuffle(i, 0u)), 0.0, 1.0);
}

@fragment
fn fs(@builtin(position) at: vec4<f32>, @builtin(subgroup_size) size: u32, @builtin(subgroup_invocation_id) lane: u32) -> @location(0) vec4<f32> {
    if at.x > 100.0 {
        discard;
    }
    let across = quadSwapX(at) - at;
    return vec4<f32>(across.xy, f32(size), f32(lane));
}

// CHECK[vulkan1.3..]: OpCapability DemoteToHelperInvocation
// CHECK: OpDecorate %SubgroupLocalInvocationId Flat
// CHECK: OpDecorate %SubgroupSize Flat
// CHECK: OpGroupNonUniformIAdd %u32 %u32_3 Reduce
// CHECK[..vulkan1.2]: OpStore %Private_bool %true
// CHECK[vulkan1.3..]: OpDemoteToHelperInvocation
// CHECK: OpGroupNonUniformQuadSwap %v4f32 %u32_3
// CHECK[..vulkan1.2]: OpKill
