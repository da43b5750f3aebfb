// Each entry point declares what it reaches and no more.

@group(0) @binding(0) var<uniform> scale: vec4<f32>;
@group(0) @binding(1) var picture: texture_2d<f32>;
@group(0) @binding(2) var linear: sampler;

@vertex
fn vertex(@location(0) at: vec2<f32>) -> @builtin(position) vec4<f32> {
    return vec4<f32>(at, 0.0, 1.0) * scale;
}

@fragment
fn fragment(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    return textureSample(picture, linear, at.xy * 0.01);
}

// CHECK[..vulkan1.1]: OpEntryPoint Vertex %vertex "vertex" %Input_location0 %Position
// CHECK[..vulkan1.1]: OpEntryPoint Fragment %fragment "fragment" %FragCoord %Output_location0
// CHECK[vulkan1.2..]: OpEntryPoint Vertex %vertex "vertex" %Input_location0 %Position %set0_binding0
// CHECK[vulkan1.2..]: OpEntryPoint Fragment %fragment "fragment" %FragCoord %Output_location0 %set0_binding1 %set0_binding2
// CHECK: OpExecutionMode %fragment OriginUpperLeft
