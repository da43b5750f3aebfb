// A workaround of a driver that is turned off by name is not applied; the driver's others are.
// driver: radv:25.2
// no-workaround: float-negation

@group(0) @binding(0) var<storage, read_write> values: vec2<f32>;

@compute @workgroup_size(1)
fn main() {
    values.x = abs(values.y);
    values.y = -values.x;
}

// CHECK-NOT: FAbs
// CHECK: OpBitwiseAnd %u32
// CHECK: OpFNegate %f32
