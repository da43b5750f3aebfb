// Each axis, as coarse and as fine as is asked.
@fragment
fn main(@location(0) at: vec2<f32>) -> @location(0) vec2<f32> {
    var sum = dpdxCoarse(at) + dpdyCoarse(at) + fwidthCoarse(at);
    sum += dpdxFine(at) + dpdyFine(at) + fwidthFine(at);
    return sum + dpdx(at) + dpdy(at) + fwidth(at);
}

// CHECK: OpCapability DerivativeControl
// CHECK: OpDPdxCoarse %v2f32
// CHECK: OpDPdyCoarse %v2f32
// CHECK: OpFwidthCoarse %v2f32
// CHECK: OpDPdxFine %v2f32
// CHECK: OpDPdyFine %v2f32
// CHECK: OpFwidthFine %v2f32
// CHECK: OpDPdx %v2f32
// CHECK: OpDPdy %v2f32
// CHECK: OpFwidth %v2f32
