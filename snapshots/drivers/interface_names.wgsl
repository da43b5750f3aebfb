// Adreno's driver crashes on names of inputs and outputs: they have none.
// workaround: interface-names
// names

@group(0) @binding(0) var<uniform> scale: vec4<f32>;

@vertex
fn main(@location(0) corner: vec4<f32>) -> @builtin(position) vec4<f32> {
    return corner * scale;
}

// CHECK: %Input_location0 = OpVariable
// CHECK: %scale = OpVariable
