// override: n=3
// override: 7=0.5
// override: flag=0
// Values in the place of overrides: nothing stays open, and what can be computed is.

override n: u32;
@id(7) override scale: f32 = 2.0;
override flag = true;
override area = f32(n * n) * scale;

var<workgroup> a: array<f32, n + 1>;
var<private> start: f32 = area + 1.0;

@group(0) @binding(0) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(n, 2)
fn main(@builtin(local_invocation_index) i: u32) {
    a[i] = select(area, start, flag);
    out[i] = a[3u] + f32(n);
}

// CHECK: OpExecutionMode %main LocalSize 3 2 1
// CHECK-NOT: SpecId
// CHECK-NOT: OpSpecConstant
// CHECK: %f32_3.0 = OpConstant
// CHECK-NOT: OpSpecConstant
// CHECK: OpTypeArray %f32 %u32_4
// CHECK-NOT: OpSpecConstant
// CHECK: OpSelect %f32 %false {{.*}} %f32_4.5
// CHECK: OpFAdd %f32 {{.*}} %f32_3.0
// CHECK-NOT: OpSpecConstantOp
