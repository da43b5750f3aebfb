struct Light { color: vec3f, power: f32 }
@group(0) @binding(0) var<uniform> light: Light;
fn lit() -> f32 {
    return light.colour.x;
}
