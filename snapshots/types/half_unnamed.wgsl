// A local that nothing live names takes no capability of its type.
enable f16;
@group(0) @binding(0) var<storage, read_write> out: f32;

@compute @workgroup_size(1)
fn main() {
    var a = 1.0h;
    var b = 2.0h;
    let unused = a / b;
    out = 1.0;
}

// CHECK-NOT: OpCapability Float16
// CHECK-NOT: OpTypeFloat 16
// CHECK: OpStore {{.*}} %f32_1.0
