// Names of everything but inputs and outputs.
// names
// no-interface-names
// targets: vulkan1.1

struct Corner { @builtin(position) place: vec4<f32>, @location(3) shade: vec4<f32> }

@vertex
fn vertices(@builtin(vertex_index) corner: u32, @location(0) offset: vec2<f32>) -> Corner {
    return Corner(vec4<f32>(offset, f32(corner), 1.0), vec4<f32>(offset, 0.0, 1.0));
}

@fragment
fn fragments(in: Corner) -> @location(0) vec4<f32> {
    return in.shade * in.place.x;
}

// CHECK: OpDecorate %Input_location0 Location 0
// CHECK: %vertices = OpFunction
// CHECK: %fragments = OpFunction
