// Places in a triangle on the screen.
@fragment
fn main(@builtin(barycentric_no_perspective) at: vec3<f32>) -> @location(0) vec4<f32> {
    return vec4<f32>(at, 1.0);
}

// CHECK: OpCapability FragmentBarycentricKHR
// CHECK: OpDecorate [[AT:]] BuiltIn BaryCoordNoPerspKHR
// CHECK: OpLoad %v3f32 [[AT]]
