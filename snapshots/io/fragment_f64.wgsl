// A fragment output has components of 32 or 16 bits (Vulkan, Fragment Output Interface); an input may have 64.
// targets: vulkan1.1 vulkan1.4
// enable: shaderFloat64

@fragment
fn main(@location(0) @interpolate(flat) wide: vec2<f64>) -> @location(0) vec2<f64> {
    return wide * 2.0lf;
}
