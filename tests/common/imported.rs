//! A shader that imports others with naga_oil's directives.

/// Imports the others, by name and by file.
pub const MAIN: &str = "#import my::light::{shade, Light as Lamp}
#import \"lib/sum.wgsl\"::sum
#define LEVEL 3
#ifdef BRIGHT
const factor: f32 = 2.0;
#else
const factor: f32 = 0.5;
#endif
@group(0) @binding(1) var<storage, read_write> result: array<f32>;
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let lamp = Lamp(vec3(1.0, 2.0, 3.0), factor);
#if LEVEL >= 3
    result[id.x] = sum(shade(lamp), f32(#{COUNT}));
#endif
}
";
/// Imports `COMMON` by name.
pub const LIGHT: &str = "#define_import_path my::light
#import my::common as common
struct Light { color: vec3<f32>, power: f32 }
struct Settings { gain: f32 }
@group(0) @binding(0) var<uniform> settings: Settings;
fn shade(light: Light) -> f32 {
    return common::scale(light.color.z * light.power) * settings.gain;
}
";
/// Imported from a folder of its own.
pub const COMMON: &str = "// the factor
#define_import_path my::common
fn scale(a: f32) -> f32 { return a * 4.0; }
fn unused() {}
";
/// Imported by its file.
pub const SUM: &str = "fn sum(a: f32, b: f32) -> f32 { return a + b; }
";
