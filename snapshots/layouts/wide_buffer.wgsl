// A whole buffer of many members is converted by a helper, a small one where it is loaded or stored.
struct Small {
    m: mat3x2<f32>,
    a: f32,
}
struct Wide {
    m: mat2x2<f32>,
    a: f32, b: f32, c: f32, d: f32, e: f32, f: f32, g: f32, h: f32, i: f32,
}
@group(0) @binding(0) var<uniform> small: Small;
@group(0) @binding(1) var<uniform> wide: Wide;
@group(0) @binding(2) var<storage, read_write> small_out: Small;
@group(0) @binding(3) var<storage, read_write> wide_out: Wide;

fn use_both(small: Small, wide: Wide) -> f32 {
    return small.a + wide.i + small.m[2].y + wide.m[1].x;
}

@compute @workgroup_size(1)
fn main() {
    let s = small;
    let w = wide;
    small_out = s;
    wide_out = w;
    wide_out.a = use_both(s, w);
}

// CHECK: OpCompositeConstruct %mat3v2f32
// CHECK: OpCompositeConstruct
// CHECK: [[WHOLE:]] = OpFunctionCall {{[^ ]+}} [[CONVERT:]]
// CHECK: [[CONVERT]] = OpFunction
// CHECK: OpCompositeConstruct %mat2v2f32
// CHECK: OpCompositeConstruct
