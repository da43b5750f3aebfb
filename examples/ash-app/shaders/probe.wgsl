// Reads back what the host wrote through the generated structs: `tests/app.rs`.

enable f16;

struct Light {
    position: vec3<f32>,
    color: vec4<f32>,
    kind: u32,
}

struct Everything {
    dyn: i32,
    pair: vec2<f32>,
    triple: vec3<f32>,
    after: f32,
    square: mat2x2<f32>,
    narrow: mat3x2<f32>,
    padded: mat3x3<f32>,
    wide: mat2x4<f32>,
    lights: array<Light, 2>,
    vectors: array<vec3<f32>, 2>,
    kind: u32,
}
@group(0) @binding(0) var<uniform> everything: Everything;

struct Narrow {
    half: f16,
    halves: vec3<f16>,
    matrix: mat2x3<f16>,
    short: f32,
    strided: array<f32, 3>,
    count: atomic<u32>,
    items: array<vec3<u32>>,
}
@group(0) @binding(1) var<storage, read_write> narrow: Narrow;

@group(0) @binding(2) var<storage, read_write> seen: array<f32>;

var<private> next: u32;

fn see(value: f32) {
    seen[next] = value;
    next += 1u;
}

fn see2(value: vec2<f32>) {
    see(value.x);
    see(value.y);
}

fn see3(value: vec3<f32>) {
    see2(value.xy);
    see(value.z);
}

fn see4(value: vec4<f32>) {
    see3(value.xyz);
    see(value.w);
}

@compute @workgroup_size(1)
fn main() {
    see(f32(everything.dyn));
    see2(everything.pair);
    see3(everything.triple);
    see(everything.after);
    for (var i = 0; i < 2; i++) { see2(everything.square[i]); }
    for (var i = 0; i < 3; i++) { see2(everything.narrow[i]); }
    for (var i = 0; i < 3; i++) { see3(everything.padded[i]); }
    for (var i = 0; i < 2; i++) { see4(everything.wide[i]); }
    for (var i = 0; i < 2; i++) {
        see3(everything.lights[i].position);
        see4(everything.lights[i].color);
        see(f32(everything.lights[i].kind));
    }
    for (var i = 0; i < 2; i++) { see3(everything.vectors[i]); }
    see(f32(everything.kind));
    see(f32(narrow.half));
    see3(vec3<f32>(narrow.halves));
    for (var i = 0; i < 2; i++) { see3(vec3<f32>(narrow.matrix[i])); }
    see(narrow.short);
    for (var i = 0; i < 3; i++) { see(narrow.strided[i]); }
    see(f32(atomicAdd(&narrow.count, 1u)));
    for (var i = 0u; i < arrayLength(&narrow.items); i++) { see3(vec3<f32>(narrow.items[i])); }
}
