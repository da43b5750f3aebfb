// The number of the view, in both stages.
@vertex
fn vs(@builtin(view_index) view: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(f32(view));
}

@fragment
fn fs(@builtin(view_index) view: u32) -> @location(0) f32 {
    return f32(view);
}

// CHECK: OpCapability MultiView
// CHECK[vulkan1.0]: OpExtension "SPV_KHR_multiview"
// CHECK-NOT[vulkan1.1..]: OpExtension
// CHECK-COUNT-2: BuiltIn ViewIndex
