// spec-constants
// An array's length and a workgroup size stay open: bounds checks and zeroing go by them. `LocalSizeId` where the target
// has it, a constant decorated `WorkgroupSize` elsewhere.

override n: u32 = 64u;
override m: i32 = 4;

var<workgroup> a: array<u32, n>;
var<workgroup> b: array<vec2<f32>, m * 2 + 1>;

@group(0) @binding(0) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(n, m)
fn main(@builtin(local_invocation_index) i: u32) {
    a[i] = 1u;
    b[i].y = 2.0;
    workgroupBarrier();
    out[i] = f32(a[i + 1u]) + b[3].y;
}

// CHECK[vulkan1.3..]: OpExecutionModeId %main LocalSizeId %spec_0
// CHECK[..vulkan1.2]: OpDecorate [[SIZE:]] BuiltIn WorkgroupSize
// CHECK-DAG: OpTypeArray %u32 %spec_0
// CHECK-DAG[..vulkan1.2]: [[SIZE]] = OpSpecConstantComposite %v3u32 %spec_0
// CHECK[..vulkan1.2]: OpULessThan %bool {{.*}} %spec_0
