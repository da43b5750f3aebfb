// float-controls: kept@f32:nan=preserve
// float-controls: masked@f32:fast=nsz+contract
// float-controls: finite@f32:fast=ninf
// float-controls: all@f32:fast=all
// Minimum, maximum, clamp, sign and conversions keep what a NaN means where that is asked for; what depends on it is written
// again for each style, and what does not is shared.
@group(0) @binding(0)
var<storage, read_write> data: array<vec4<f32>>;
@group(0) @binding(1)
var<storage, read_write> integers: array<vec4<i32>>;

fn specials(x: vec4<f32>, y: vec4<f32>) -> vec4<f32> {
    return min(x, y) + max(x, y) * clamp(x, vec4(0.25), y) - saturate(x) / sign(y);
}

fn shared_by_all(x: vec4<f32>) -> vec4<f32> {
    return x * x + x;
}

fn work() {
    let x = data[0];
    data[1] = specials(x, data[2]) + shared_by_all(x);
    data[2] = vec4(smoothstep(x.x, x.y, x.z));
    integers[0] = vec4<i32>(x) + vec4<i32>(vec4<u32>(x));
}

@compute @workgroup_size(1)
fn kept() {
    work();
}

@compute @workgroup_size(1)
fn masked() {
    work();
}

@compute @workgroup_size(1)
fn finite() {
    work();
}

@compute @workgroup_size(1)
fn all() {
    work();
}

@compute @workgroup_size(1)
fn unspecified() {
    work();
}

// CHECK: OpExecutionMode %kept SignedZeroInfNanPreserve 32
// CHECK: OpExecutionModeId %masked FPFastMathDefault %f32
// CHECK: %all = OpFunction
// CHECK: FMin
// CHECK: %kept = OpFunction
// CHECK: [[LESS:]] = OpFOrdLessThanEqual %v4bool %parameter1 %parameter2
// CHECK: [[NAN:]] = OpIsNan %v4bool
// CHECK: OpLogicalOr %v4bool [[LESS]] [[NAN]]
// CHECK: %masked = OpFunction
// CHECK: NMin
