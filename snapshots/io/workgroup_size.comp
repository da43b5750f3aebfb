#version 450
// The size of a workgroup as a value is a constant, and no variable.
// targets: vulkan1.0 vulkan1.3
layout(local_size_x = 8, local_size_y = 4, local_size_z = 2) in;
layout(std430, set = 0, binding = 0) buffer Values { uint v[]; };

void main() {
    v[gl_LocalInvocationIndex] = gl_WorkGroupSize.x * 100u + gl_WorkGroupSize.y * 10u + gl_WorkGroupSize.z;
}

// CHECK: OpExecutionMode %main LocalSize 8 4 2
// CHECK-NOT: OpVariable %ptr_Input_v3u32 Input
// CHECK: OpConstantComposite %v3u32 %u32_8 %u32_4 %u32_2
// CHECK: OpStore {{.*}} %v3u32_8,4,2
// CHECK-NOT: OpVariable %ptr_Input_v3u32 Input
