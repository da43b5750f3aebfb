// What a draw says of itself.
enable draw_index;
enable clip_distances;
struct Out { @builtin(position) position: vec4<f32>, @builtin(clip_distances) distances: array<f32, 3>, @location(0) @interpolate(flat) view: u32 }

@vertex
fn main(@builtin(draw_index) draw: u32, @builtin(view_index) view: u32, @builtin(instance_index) instance: u32) -> Out {
    return Out(vec4<f32>(f32(draw)), array<f32, 3>(1.0, f32(instance), 3.0), view);
}

// CHECK: OpCapability ClipDistance
// CHECK: OpCapability DrawParameters
// CHECK: OpCapability MultiView
// CHECK[vulkan1.0]: OpExtension "SPV_KHR_multiview"
// CHECK[vulkan1.0]: OpExtension "SPV_KHR_shader_draw_parameters"
// CHECK-NOT[vulkan1.1..]: OpExtension
// CHECK: OpDecorate %DrawIndex BuiltIn DrawIndex
// CHECK: OpDecorate %ViewIndex BuiltIn ViewIndex
// CHECK: %ClipDistance = OpVariable %ptr_Output_arr_f32_3 Output
