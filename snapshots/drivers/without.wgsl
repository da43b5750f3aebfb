// A workaround that is turned off by name is not applied, though it is asked for.
// workarounds: float-clamp float-absolute
// no-workarounds: float-clamp

@group(0) @binding(0) var<storage, read_write> values: vec2<f32>;

@compute @workgroup_size(1)
fn main() {
    values.x = clamp(abs(values.y), 0.5, 1.5);
}

// CHECK: OpBitwiseAnd %u32
// CHECK: FClamp
// CHECK-NOT: FAbs
