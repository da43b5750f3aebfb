// no-contraction: @invariant
// Only what the position is computed from is marked: the colour is not.
struct Varyings {
    @location(0) colour: vec4<f32>,
    @invariant @builtin(position) position: vec4<f32>,
}

@group(0) @binding(0)
var<uniform> transform: mat4x4<f32>;

fn bend(p: vec4<f32>) -> vec4<f32> {
    return p * p + p;
}

fn tint(p: vec4<f32>) -> vec4<f32> {
    return p * p - p;
}

fn nudge(p: ptr<function, vec4<f32>>) {
    *p = *p * 1.5 + vec4(0.5);
}

@vertex
fn main(@location(0) position: vec4<f32>, @location(1) colour: vec4<f32>) -> Varyings {
    var p = bend(position);
    let scale = position.x * position.y + 1.0;
    if scale > 2.0 {
        p = p * scale + position;
    }
    nudge(&p);
    let unused_by_position = colour * colour + colour;
    return Varyings(tint(unused_by_position), transform * p);
}

// CHECK: OpDecorate %Position Invariant
// CHECK: OpDecorate %[[BEND:[^ :]+]]:[[SUM:[^ ]+]] NoContraction
// CHECK: OpDecorate %[[BEND]]:[[PRODUCT:[^ ]+]] NoContraction
// CHECK: [[BENT:]] = OpFunctionCall %v4f32 %[[BEND]] %load_Input_location0
// CHECK: %[[BEND]] = OpFunction
// CHECK: %[[PRODUCT]] = OpFMul
// CHECK: %[[SUM]] = OpFAdd
