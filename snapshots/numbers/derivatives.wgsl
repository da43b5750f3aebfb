// targets: vulkan1.2 vulkan1.4
// Derivatives take 32 bits: those of 64-bit floats are of two parts.
@group(0) @binding(0) var<uniform> scale: vec2<f64>;

@fragment
fn main(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    let place = vec2<f64>(at.xy) * scale;
    return vec4(vec2<f32>(fwidth(place)), f32(dpdxFine(place.x)), f32(dpdy(place.y)));
}

// CHECK: OpFunctionCall %v2f64
// CHECK: UnpackDouble2x32
// CHECK: [[HIGH:]] = OpExtInst %f64 %GLSL.std.450 PackDouble2x32
// CHECK: [[LOW:]] = OpFSub %f64 {{.*}} [[HIGH]]
// CHECK-COUNT-2: OpDPdx %f32
// CHECK: OpFAdd %f64
// CHECK-COUNT-2: OpDPdy %f32
// CHECK-NOT: OpDPdx %f64
// CHECK-COUNT-2: OpDPdxFine %f32
