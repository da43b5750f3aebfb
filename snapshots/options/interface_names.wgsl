// Names of inputs and outputs: those of arguments and members.
// names
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

// CHECK: %corner = OpVariable {{.*}} Input
// CHECK: %offset = OpVariable {{.*}} Input
// CHECK: %place = OpVariable {{.*}} Output
// CHECK: %shade = OpVariable {{.*}} Output
// CHECK: %shade.2 = OpVariable {{.*}} Input
