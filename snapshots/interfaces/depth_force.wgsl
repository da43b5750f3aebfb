// The depth test before the shader, and a depth that the shader writes.
// targets: vulkan1.0 vulkan1.3
@fragment @early_depth_test(force)
fn main(@builtin(position) at: vec4<f32>) -> @builtin(frag_depth) f32 {
    return at.z;
}

// CHECK: OpExecutionMode %main DepthReplacing
// CHECK: OpExecutionMode %main EarlyFragmentTests
// CHECK: OpStore %FragDepth
