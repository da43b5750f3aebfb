// Where flat inputs come from: the first vertex, or any.
struct Varying {
    @location(0) @interpolate(flat, first) first: u32,
    @location(1) @interpolate(flat, either) either: vec2<i32>,
    @location(2) @interpolate(perspective, centroid) inside: f32,
    @location(3) @interpolate(linear, center) screen: vec2<f32>,
}
@fragment
fn main(in: Varying) -> @location(0) vec4<f32> {
    return vec4<f32>(f32(in.first), f32(in.either.y), in.inside, in.screen.x);
}

// CHECK: OpDecorate %Input_location0 Flat
// CHECK: OpDecorate %Input_location1 Flat
// CHECK: OpDecorate %Input_location2 Centroid
// CHECK: OpDecorate %Input_location3 NoPerspective
// CHECK-NOT: Centroid
