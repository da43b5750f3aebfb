// A fragment that gives up, and one that goes on.

@fragment
fn main(@location(0) alpha: f32) -> @location(0) vec4<f32> {
    if alpha < 0.5 {
        discard;
    }
    return vec4<f32>(alpha);
}
