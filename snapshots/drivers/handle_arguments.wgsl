// Some drivers lose textures that are arguments: the callee names the variable, and there is one for each.
// workaround: handle-arguments

@group(0) @binding(0) var first: texture_2d<f32>;
@group(0) @binding(1) var second: texture_2d<f32>;
@group(0) @binding(2) var linear: sampler;

fn sampled(texture: texture_2d<f32>, how: sampler, at: vec2<f32>) -> vec4<f32> {
    return textureSampleLevel(texture, how, at, 0.0);
}

@fragment
fn main(@location(0) at: vec2<f32>) -> @location(0) vec4<f32> {
    return sampled(first, linear, at) + sampled(second, linear, at);
}

// CHECK-COUNT-2: OpFunctionCall
// CHECK: OpFunctionParameter %v2f32
// CHECK: OpFunctionParameter %v2f32
// CHECK-NOT: OpFunctionParameter
