// A 16-bit value that is only loaded and stored has no name, since a name would be a use that needs Float16. The name of a
// value whose copy between layouts is left out is that of the loaded value.
// names
enable f16;

struct Part { scale: f32, direction: vec3<f32>, transform: mat2x4<f32> }
struct All { part: Part }

@group(0) @binding(0) var<uniform> half: f16;
@group(0) @binding(1) var<storage, read_write> halves: array<f16>;
@group(0) @binding(2) var<storage, read> source: All;
@group(0) @binding(3) var<storage, read_write> copied: All;

@compute @workgroup_size(1)
fn main() {
    let moved = half;
    halves[0] = moved;
    let all = source;
    copied = all;
}

// CHECK: %all = OpLoad %All %source
