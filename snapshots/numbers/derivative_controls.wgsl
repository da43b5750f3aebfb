// Each axis, as coarse and as fine as is asked.
@fragment
fn main(@location(0) at: vec2<f32>) -> @location(0) vec2<f32> {
    var sum = dpdxCoarse(at) + dpdyCoarse(at) + fwidthCoarse(at);
    sum += dpdxFine(at) + dpdyFine(at) + fwidthFine(at);
    return sum + dpdx(at) + dpdy(at) + fwidth(at);
}
