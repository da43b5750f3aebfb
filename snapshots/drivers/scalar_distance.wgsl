// RADV before Mesa 25.3 computes the distance of scalars wrongly: it is the absolute value of their difference.
// workaround: scalar-distance

@group(0) @binding(0) var<storage, read_write> values: vec2<f32>;

@compute @workgroup_size(1)
fn main() {
    values.x = distance(values.x, values.y);
}

// CHECK: OpFSub %f32
// CHECK-NEXT: FAbs
// CHECK-NOT: Distance
