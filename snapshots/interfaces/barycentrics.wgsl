// Places in a triangle, and what its corners have.
enable wgpu_per_vertex;

@fragment
fn main(
    @builtin(barycentric) at: vec3<f32>,
    @location(0) @interpolate(per_vertex) color: array<vec4<f32>, 3>,
    @location(1) @interpolate(per_vertex) number: array<u32, 3>,
) -> @location(0) vec4<f32> {
    return color[0] * at.x + color[1] * at.y + color[2] * at.z + at.x * f32(number[u32(at.x)]);
}

// CHECK: OpCapability FragmentBarycentricKHR
// CHECK: OpExtension "SPV_KHR_fragment_shader_barycentric"
// CHECK: OpDecorate %BaryCoordKHR BuiltIn BaryCoordKHR
// CHECK: OpDecorate %Input_location0 PerVertexKHR
// CHECK: OpDecorate %Input_location1 PerVertexKHR
// CHECK: %Input_location0 = OpVariable %ptr_Input_arr_v4f32_3 Input
// CHECK: %Input_location1 = OpVariable %ptr_Input_arr_u32_3 Input
